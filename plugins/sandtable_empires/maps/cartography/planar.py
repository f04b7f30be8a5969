"""What the makers of maps ask of shapely: everything on one grid, so that borders meet to the last digit."""
# pyright: reportUnknownMemberType=false
# The stubs leave the keyword arguments of these functions without a type, which strict checking minds at every use.

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

import numpy as np
import shapely
from shapely import LineString, MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.board import Place, Shape

GRID = 0.01
"""Kilometres: all coordinates are multiples of it."""


def parts_of(geometry: BaseGeometry) -> list[Polygon]:
    """Return the polygons a geometry is made of."""
    return [part for part in shapely.get_parts(geometry) if isinstance(part, Polygon) and part.area > 0]


def parts_along(geometry: BaseGeometry) -> list[LineString]:
    """Return the lines a geometry is made of, without what is no longer than the grid is wide."""
    return [part for part in shapely.get_parts(geometry) if isinstance(part, LineString) and part.length > 2 * GRID]


def shape_of(parts: Sequence[Polygon]) -> Shape:
    """Return one polygon as it is and several as a multipolygon."""
    return parts[0] if len(parts) == 1 else MultiPolygon(list(parts))


def unite(shapes: Iterable[BaseGeometry]) -> Shape:
    """Return several shapes as one, on the grid."""
    return shape_of(parts_of(shapely.union_all(list(shapes), grid_size=GRID)))


def common(one: BaseGeometry, other: BaseGeometry) -> Shape:
    """Return what both cover."""
    return shape_of(parts_of(shapely.intersection(one, other, grid_size=GRID)))


def without(one: BaseGeometry, other: BaseGeometry) -> Shape:
    """Return what the first covers and the second does not."""
    return shape_of(parts_of(shapely.difference(one, other, grid_size=GRID)))


def faces(shape: BaseGeometry, lines: Sequence[BaseGeometry]) -> list[Polygon]:
    """Return the pieces that lines cut a shape into; ends that reach no other line cut nothing."""
    noded = shapely.union_all([shapely.boundary(shape), *lines], grid_size=GRID)
    pieces = parts_of(cast("BaseGeometry", shapely.polygonize(shapely.get_parts(noded))))
    shapely.prepare(shape)
    return [piece for piece in pieces if shape.contains(shapely.point_on_surface(piece))]


def nearest(places: Sequence[Place], to: Place) -> int:
    """Return which place is nearest; the first of equals."""
    away = np.array(places) - to
    return int(np.argmin(np.hypot(away[:, 0], away[:, 1])))


def nearest_on(geometry: BaseGeometry, to: Point) -> Place:
    """Return the place of a geometry that is nearest to a point: itself, if it lies there."""
    x, y = shapely.get_coordinates(shapely.shortest_line(geometry, to))[0].tolist()
    return float(x), float(y)


def closest(shapes: Sequence[BaseGeometry], to: Place) -> int:
    """Return which shape is nearest to a place; the first of equals."""
    return int(np.argmin([shape.distance(Point(to)) for shape in shapes]))


def merge_lines(lines: BaseGeometry) -> BaseGeometry:
    """Return lines that go on from each other as one."""
    return cast("BaseGeometry", shapely.line_merge(lines))


def middle(shape: BaseGeometry) -> Place:
    """Return a place well inside a shape."""
    x, y = shapely.get_coordinates(shapely.point_on_surface(shape))[0].tolist()
    return float(x), float(y)
