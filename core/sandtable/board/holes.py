"""Holes in areas, and their parts: cut out, filled, added, dropped."""

from __future__ import annotations

import shapely
from shapely import Point, Polygon

from sandtable.board import cutting
from sandtable.board.areas import AreaMap
from sandtable.board.recutting import ClippedDrawing, draw
from sandtable.board.shapes import Place, Shape, array_of, parts_of, shape_of
from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import Invalid

PIECE = SpaceId("\uffff")
"""The id of a piece that is an area only until it is given to another."""


def cut_hole(areas: AreaMap, id: SpaceId, drawn: Polygon, inner: SpaceId | None = None) -> AreaMap:
    """Return the map with a hole in an area, filled by a new area if one is named; raises ``Invalid`` if not inside."""
    if not areas[id].contains_properly(drawn):
        raise Invalid(f"the hole does not lie inside {id!r}: draw it within its border, or draw an area beside it")
    left = areas[id].difference(drawn)
    changes: dict[SpaceId, Shape | None] = {id: cutting.as_shape(left, id)}
    if inner is not None:
        changes[inner] = drawn
    return areas.after(changes)


def fill_hole(areas: AreaMap, id: SpaceId, at: Place) -> AreaMap:
    """Return the map with a hole of an area filled; raises ``Invalid`` if another area lies in it."""
    point = Point(at)
    parts = parts_of(areas[id])
    for number, part in enumerate(parts):
        for ring in part.interiors:
            hole = Polygon(ring)
            if not hole.contains(point):
                continue
            for other in areas.touching(hole):
                if other != id and areas[other].intersection(hole).area > 0:
                    raise Invalid(f"{other!r} lies in that hole of {id!r}: merge the two instead")
            kept = [one for one in part.interiors if one is not ring and not one.equals(ring)]
            parts[number] = Polygon(part.exterior, kept)
            return areas.after({id: shape_of(id, parts)})
    raise Invalid(f"{id!r} has no hole at {at[0]:g}, {at[1]:g}: name a place in the hole")


def add_part(areas: AreaMap, id: SpaceId, drawn: Polygon) -> ClippedDrawing:
    """Return the map with one more part of an area, clipped to others, the area itself included."""
    _, clipped = done = draw(areas, PIECE, drawn, f"the part of {id!r}")
    piece = done.areas[PIECE]
    without = done.areas.remove(PIECE)
    whole = shapely.union_all(array_of([without[id], piece]))
    return ClippedDrawing(without.after({id: shape_of(id, parts_of(whole))}), clipped)


def drop_part(areas: AreaMap, id: SpaceId, at: Place) -> AreaMap:
    """Return the map without the part of an area that is at a place; raises ``Invalid`` for the last one."""
    parts = parts_of(areas[id])
    here = [part for part in parts if part.covers(Point(at))]
    if not here:
        raise Invalid(f"no part of {id!r} is at {at[0]:g}, {at[1]:g}: name a place in it")
    if len(parts) == 1:
        raise Invalid(f"{id!r} has one part only: remove the area instead")
    return areas.after({id: shape_of(id, [part for part in parts if part is not here[0]])})
