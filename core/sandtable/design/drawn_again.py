"""A map that was drawn on in another program, and comes in again: what of it is to be taken in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.board.areas import AreaMap
from sandtable.board.maps import Map, MapLine
from sandtable.board.shapes import array_of, parts_of
from sandtable.board.spaces import SpaceId
from sandtable.design.edits.edit import Given
from sandtable.design.edits.taking_in import DrawnPath, DrawnSpace, Rings, TakeIn
from sandtable.engine.errors import Invalid
from sandtable.library.files.report_words import join_names

SAME: Final = 0.5
"""Ground that two areas share, as a part of what both cover: from here on the one is the other, whatever its id."""
SHOWN: Final = 5


class DrawnAgain(NamedTuple):
    """What is to be taken in, and what is said of it besides what the edit says itself."""

    edit: TakeIn
    notices: list[str]


def draw_again(sheet: Map, fresh: Map, *, drop: bool = False) -> DrawnAgain:
    """Return what makes a map as a fresh import has it; ``drop``: what that has no more goes.

    Raises ``Invalid`` for an import that is of another sort than the map.
    """
    if fresh.hexes is not None:
        raise Invalid(f"the map {sheet.title!r} cannot be drawn again from a map of hexes: import it under another key")
    areas, drawn = sheet.areas or AreaMap({}), fresh.areas or AreaMap({})
    same = _same_ground(areas, drawn, sheet, fresh)
    spaces = tuple(_spaces(sheet, fresh, same))
    lines = {line.id: line for line in sheet.lines}
    paths = tuple(_path(one) for one in fresh.lines if one.id not in lines or one.geometry != lines[one.id].geometry)
    missing = _missing(sheet, fresh, same)
    kinds = {line.kind for line in fresh.lines}
    lost = [line.id for line in sheet.lines if line.kind in kinds and line.id not in {one.id for one in fresh.lines}]
    notices: list[str] = []
    if same:
        pairs = [f"{sheet.name(there)} ({fresh.name(id)} in the file)" for id, there in same.items()]
        notices.append(f"taken for the same by the ground they cover: {join_names(pairs, SHOWN)}")
    if not drop and (missing or lost):
        names = [*map(sheet.name, missing), *lost]
        notices.append(f"the file does not have them, and they stay as they are: {join_names(names, SHOWN)}")
        missing, lost = [], []
    notices += _called_otherwise(sheet, fresh, same)
    return DrawnAgain(TakeIn(spaces, paths, tuple(missing), tuple(lost)), notices)


def _same_ground(areas: AreaMap, drawn: AreaMap, sheet: Map, fresh: Map) -> dict[SpaceId, SpaceId]:
    """Return, of areas whose ids the map does not know, those of the map that the file does not know and they cover."""
    strange = [id for id in drawn if id not in sheet.graph.spaces]
    left = [id for id in areas if id not in fresh.graph.spaces]
    if not strange or not left:
        return {}
    found: dict[SpaceId, SpaceId] = {}
    tree = shapely.STRtree(array_of([areas[id] for id in left]))
    for id in strange:
        for at in tree.query(drawn[id], predicate="intersects").tolist():
            one, other = drawn[id], areas[left[at]]
            common = one.intersection(other).area
            if left[at] not in found.values() and common > SAME * (one.area + other.area - common):
                found[id] = left[at]
                break
    return found


def _spaces(sheet: Map, fresh: Map, same: Mapping[SpaceId, SpaceId]) -> Iterator[DrawnSpace]:
    """Yield what is drawn otherwise than on the map, or is not on it."""
    for space in fresh.graph.spaces.values():
        id = same.get(space.id, space.id)
        shape = fresh.areas[space.id] if fresh.areas is not None and space.id in fresh.areas else None
        was = sheet.areas[id] if sheet.areas is not None and id in sheet.areas else None
        at = fresh.places.get(space.id)
        stands = at is None or (id in sheet.places and (was is not None or sheet.places[id] == at))
        there = sheet.graph.spaces.get(id)
        attributes: Given = {
            name: value for name, value in space.attributes if there is None or there.get(name) is None
        }
        told = there is not None and not attributes and (there.name or not space.name)
        if told and stands and (shape is None or (was is not None and was.equals(shape))):
            continue
        parts = () if shape is None else tuple(map(_rings, parts_of(shape)))
        yield DrawnSpace(id, parts, at, space.name, space.kind, attributes)


def _missing(sheet: Map, fresh: Map, same: Mapping[SpaceId, SpaceId]) -> list[SpaceId]:
    """Return the areas that the file has not, and the spaces without a shape of the kinds that it has."""
    kept = {*fresh.graph.spaces, *same.values()}
    kinds = {space.kind for id, space in fresh.graph.spaces.items() if fresh.areas is None or id not in fresh.areas}
    return [
        id
        for id, space in sheet.graph.spaces.items()
        if id not in kept and ((sheet.areas is not None and id in sheet.areas) or space.kind in kinds)
    ]


def _called_otherwise(sheet: Map, fresh: Map, same: Mapping[SpaceId, SpaceId]) -> Iterator[str]:
    """Yield the names that stay although the file has others."""
    found: list[str] = []
    for space in fresh.graph.spaces.values():
        there = sheet.graph.spaces.get(same.get(space.id, space.id))
        if there is not None and space.id not in same and there.name and space.name not in ("", space.id, there.name):
            found.append(f"{there.name} ({space.name} in the file)")
    if found:
        yield f"names that stay as the map has them: {join_names(found, SHOWN)}"


def _rings(part: Polygon) -> Rings:
    return tuple(_places(ring) for ring in (part.exterior, *part.interiors))


def _path(line: MapLine) -> DrawnPath:
    pieces: list[BaseGeometry] = list(shapely.get_parts(line.geometry))
    return DrawnPath(line.id, tuple(map(_places, pieces)), line.kind, line.name, dict(line.attributes))


def _places(line: BaseGeometry) -> tuple[tuple[float, float], ...]:
    return tuple((x, y) for x, y in shapely.get_coordinates(line).tolist())
