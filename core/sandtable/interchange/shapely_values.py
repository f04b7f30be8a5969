"""What we ask of shapely where its stubs say too little; everything here takes and returns typed values."""
# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# The stubs leave the keyword arguments of these functions without a type, which strict checking minds at every use.

from __future__ import annotations

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.board.shapely_arrays import Shapes

Floats = NDArray[np.float64]


def areas(shapes: Shapes) -> Floats:
    """Return how large each is."""
    return np.asarray(shapely.area(shapes), np.float64)


def polygons_of(places: Floats, ring: NDArray[np.int64]) -> Shapes:
    """Return a polygon for each closed ring; ``ring`` is the number of the one that a place belongs to."""
    return np.asarray(shapely.polygons(shapely.linearrings(places, indices=ring)), object)


def vertices(shape: BaseGeometry) -> int:
    """Return how many coordinates a geometry has."""
    return int(shapely.get_num_coordinates(shape))


def frame(left: float, low: float, right: float, high: float) -> Polygon:
    """Return a rectangle."""
    return shapely.box(left, low, right, high)


def near(shapes: Shapes, points: Shapes, far: float) -> list[tuple[int, int]]:
    """Return, in order, which of the points come within so far of which of the shapes."""
    which, shape = shapely.STRtree(shapes).query(points, predicate="dwithin", distance=far)
    return sorted(zip(which.tolist(), shape.tolist(), strict=True))


def place_along(line: LineString, point: Point) -> tuple[float, tuple[float, float]]:
    """Return how far along a line the place lies that is nearest to a point, and that place."""
    far = float(line.project(point))
    place = line.interpolate(far)
    return far, (place.x, place.y)


def shores(one: BaseGeometry, other: BaseGeometry) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the place on each of two geometries that is nearest to the other."""
    (ax, ay), (bx, by) = shapely.get_coordinates(shapely.shortest_line(one, other)).tolist()
    return (ax, ay), (bx, by)


def middle_of(shape: Polygon, within: float) -> tuple[float, float]:
    """Return the middle of the largest circle in a polygon, found to within so much."""
    x, y = shapely.get_coordinates(shapely.maximum_inscribed_circle(shape, tolerance=within))[0].tolist()
    return x, y
