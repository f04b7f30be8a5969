"""The areas of a map as shapes of a picture: simplified together, so that neighbours still meet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from sandtable.board.vocabulary import RIVERS, WATER
from sandtable.play.picture.shapes import Line, PictureShape

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import SpaceId
    from sandtable.play.picture.cutting import Cutting

FINEST: Final = 0.7
"""Units of the picture: what is smaller is not drawn."""


def area_shapes(sheet: Map, cutting: Cutting, fills: Mapping[SpaceId, str]) -> list[PictureShape]:
    """Return the areas that lie in a cutting, water first: the land lies over it."""
    assert sheet.areas is not None
    left, low, right, high = cutting.box
    near = [id for id in sheet.areas if _meets(sheet.areas[id].bounds, cutting.box)]
    if not near:
        return []
    simple = shapely.coverage_simplify(np.array([sheet.areas[id] for id in near], object), FINEST / cutting.scale)
    found: list[PictureShape] = []
    shapes: list[BaseGeometry] = simple.tolist()
    for id, shape in zip(near, shapes, strict=True):
        rings = tuple(_rings(shapely.clip_by_rect(shape, left, low, right, high), cutting))
        space = sheet.space(id)
        if rings:
            terrain = "water" if space.kind in WATER else str(space.get("terrain", "clear"))
            found.append(PictureShape(rings, terrain, fills.get(id, ""), sheet.name(id)))
    return sorted(found, key=lambda one: one.terrain != "water")


def rivers(sheet: Map, cutting: Cutting) -> Iterator[Line]:
    """Go through the rivers that lie in a cutting: those that part areas, and those that are drawn."""
    for pair, edge in sheet.graph.edges.items():
        if any(one.kind in RIVERS for one in edge.along) and sheet.areas is not None and pair in sheet.areas.borders:
            yield from _lines(sheet.areas.borders.line(pair), cutting)
    for line in sheet.lines:
        if line.kind in RIVERS:
            yield from _lines(line.geometry, cutting)


def _meets(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[0] <= other[2] and one[2] >= other[0] and one[1] <= other[3] and one[3] >= other[1]


def _rings(shape: BaseGeometry, cutting: Cutting) -> Iterator[Line]:
    for part in shapely.get_parts(shape).tolist():
        if isinstance(part, shapely.Polygon) and not part.is_empty:
            for ring in (part.exterior, *part.interiors):
                yield cutting.line(shapely.get_coordinates(ring))


def _lines(shape: BaseGeometry, cutting: Cutting) -> Iterator[Line]:
    if not _meets(shape.bounds, cutting.box):
        return
    for part in shapely.get_parts(shapely.clip_by_rect(shape, *cutting.box)).tolist():
        if isinstance(part, shapely.LineString) and not part.is_empty:
            yield cutting.line(shapely.get_coordinates(part.simplify(FINEST / cutting.scale)))
