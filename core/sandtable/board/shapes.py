"""What an area may look like: valid polygons and multipolygons in the plane, checked before anything uses them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeGuard, cast

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import MultiPolygon, Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.board.shapely_arrays import Shapes, boxes, empty_indices, in_plane
from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import Invalid

Shape = Polygon | MultiPolygon
Place = tuple[float, float]

FARTHEST: Final = 1e12
"""Coordinates beyond this lose the digits that borders are compared by."""

NOISE: Final = 1e-12
"""What rounding moves a computed point by, as a part of its coordinates, with room to spare."""


def is_shape(geometry: object) -> TypeGuard[Shape]:
    """Say whether a geometry is of a kind that an area may have."""
    return isinstance(geometry, Polygon | MultiPolygon)


def array_of(shapes: Sequence[BaseGeometry]) -> Shapes:
    """Return the geometries as an array of objects, multipolygons left whole."""
    return np.fromiter(shapes, object, len(shapes))


def sound_shapes(ids: Sequence[SpaceId], shapes: Sequence[BaseGeometry]) -> Shapes:
    """Return the shapes in two dimensions; raise ``Invalid`` for the first that no area can have."""
    for id, shape in zip(ids, shapes, strict=True):
        if not is_shape(shape):
            raise Invalid(f"area {id!r} is a {shape.geom_type}: give it one polygon or several")
    array = array_of(shapes)
    for at in empty_indices(array).tolist():
        raise Invalid(f"area {ids[at]!r} is empty: draw it or remove it")
    with np.errstate(all="ignore"):  # what is no number is found here, and warned of by everything else
        array = in_plane(array)
        far = ~(np.abs(boxes(array)) <= FARTHEST).all(axis=1)
        if not np.isfinite(shapely.get_coordinates(array)).all():  # bounds overlook some
            far |= ~np.isfinite(_total(array))
    if far.any():
        id = ids[int(np.flatnonzero(far)[0])]
        raise Invalid(
            f"area {id!r} has coordinates that are not numbers or lie beyond ±{FARTHEST:g}: redraw or rescale it"
        )
    wrong = np.flatnonzero(~shapely.is_valid(array))
    if len(wrong):
        at = int(wrong[0])
        raise Invalid(f"area {ids[at]!r} is not sound: {_reason(array[at])}; move the border there")
    return array


def _total(array: Shapes) -> NDArray[np.float64]:
    """Add up the coordinates of each shape: infinite or no number if one of them is."""
    xy, shape = shapely.get_coordinates(array, return_index=True)
    return np.bincount(shape, np.abs(xy).sum(axis=1), len(array)).astype(np.float64)


def _reason(shape: Shape) -> str:
    """Say in words what GEOS says in brackets."""
    what, _, where = shapely.is_valid_reason(shape).partition("[")
    words = {
        "Self-intersection": "its border crosses itself",
        "Ring Self-intersection": "a ring of it touches itself",
        "Hole lies outside shell": "a hole lies outside",
        "Holes are nested": "a hole lies in a hole",
        "Nested shells": "a part lies in another part",
        "Duplicate Rings": "two of its rings are the same",
        "Too few points in geometry component": "a ring has fewer than three corners",
        "Interior is disconnected": "its holes cut it in two",
    }
    x, _, y = where.rstrip("]").partition(" ")
    return words.get(what, what.lower()) + (f" at {float(x):g}, {float(y):g}" if y else "")


def mend_shape(id: SpaceId, shape: BaseGeometry) -> Shape:
    """Return the nearest valid shape: rings are kept, what they enclose twice is enclosed once.

    This may take long on a scribble of thousands of vertices; what comes from a foreign file goes
    through a worker process. Raises ``Invalid`` when nothing is left.
    """
    if not is_shape(shape) or not np.isfinite(shapely.get_coordinates(shape)).all():
        raise Invalid(f"area {id!r} cannot be mended: it is not a polygon with finite coordinates; redraw it")
    flat = in_plane(array_of([shape]))
    whole = shapely.make_valid(flat, method="structure", keep_collapsed=False)
    return shape_of(id, parts_of(cast("BaseGeometry", whole[0])))


def shape_of(id: SpaceId, parts: Sequence[Polygon]) -> Shape:
    """Return one polygon as it is and several as a multipolygon."""
    if not parts:
        raise Invalid(f"nothing would be left of area {id!r}: undo, or remove the area")
    return parts[0] if len(parts) == 1 else MultiPolygon(parts)


def parts_of(geometry: BaseGeometry) -> list[Polygon]:
    """Return the polygons a geometry is made of, without what has no area."""
    return [part for part in shapely.get_parts(geometry) if isinstance(part, Polygon) and not part.is_empty]


def faces_of(lines: Shapes) -> list[Polygon]:
    """Return what lines that meet only in their ends enclose."""
    return parts_of(cast("BaseGeometry", shapely.polygonize(lines)))


def noise(*geometries: BaseGeometry) -> float:
    """Return how far rounding may move a point computed on these."""
    return NOISE * float(np.abs(np.array([geometry.bounds for geometry in geometries])).max(initial=0.0))
