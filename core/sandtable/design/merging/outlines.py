"""Outlines that two have drawn anew: vertex by vertex what either has changed, where they changed other stretches."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple, TypeVar

from shapely import LineString, MultiLineString, Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.board.cutting import places_of
from sandtable.board.shapes import Place, Shape, parts_of, shape_of
from sandtable.board.spaces import SpaceId

T = TypeVar("T")
Places = list[Place]


class Stretch(NamedTuple):
    """A stretch of what was, and what somebody has put there."""

    start: int
    end: int
    now: tuple[Place, ...]


def merge_shapes(id: SpaceId, base: Shape, mine: Shape, theirs: Shape) -> Shape | None:
    """Return an area as both have drawn it; ``None`` where both have drawn the same stretch, and otherwise."""
    all_parts = [parts_of(shape) for shape in (base, mine, theirs)]
    if len({len(parts) for parts in all_parts}) > 1:
        return None
    merged: list[Polygon] = []
    for parts in zip(*all_parts, strict=True):
        rings = [_rings(part) for part in parts]
        if len({len(some) for some in rings}) > 1:
            return None
        found = [_merge_rings(*three) for three in zip(*rings, strict=True)]
        if any(ring is None or len(ring) < 3 for ring in found):
            return None
        shell, *holes = (ring for ring in found if ring is not None)
        merged.append(Polygon(shell, holes))
    return shape_of(id, merged)


def merge_lines(base: BaseGeometry, mine: BaseGeometry, theirs: BaseGeometry) -> LineString | MultiLineString | None:
    """Return a line as both have drawn it; ``None`` where both have drawn the same stretch, and otherwise."""
    pieces = [[places_of(piece) for piece in getattr(line, "geoms", [line])] for line in (base, mine, theirs)]
    if len({len(some) for some in pieces}) > 1:
        return None
    found = [merge_places(*three) for three in zip(*pieces, strict=True)]
    if any(piece is None or len(piece) < 2 for piece in found):
        return None
    lines = [LineString(piece) for piece in found if piece is not None]
    return lines[0] if len(lines) == 1 else MultiLineString(lines)


def _rings(part: Polygon) -> list[Places]:
    """Return the rings of a part, all turning the same way, without the place that closes them."""
    return [
        places_of(ring)[-2::-1] if ring.is_ccw else places_of(ring)[:-1] for ring in (part.exterior, *part.interiors)
    ]


def _merge_rings(base: Places, mine: Places, theirs: Places) -> Places | None:
    shared = set(mine) & set(theirs)
    start = next((at for at in base if at in shared), None)
    if start is None:
        return None
    found = merge_places(*(_from(ring, start) for ring in (base, mine, theirs)))
    first = mine[0] if mine[0] != base[0] else theirs[0]
    return _from(found, first) if found is not None and first in found else found


def _from(ring: Places, start: Place) -> Places:
    at = ring.index(start)
    return [*ring[at:], *ring[:at]]


def merge_places(base: Places, mine: Places, theirs: Places) -> Places | None:
    """Return places one after the other as both have them; ``None`` where both have changed the same stretch."""
    ours, others = _stretches(base, mine), _stretches(base, theirs)
    changes = sorted({*ours, *others})
    if any(_meet(one, other) for one in ours for other in others if one != other):
        return None
    found, at = list[Place](), 0
    for start, end, now in changes:
        found += [*base[at:start], *now]
        at = end
    return [*found, *base[at:]]


def _stretches(base: Sequence[Place], now: Sequence[Place]) -> list[Stretch]:
    codes = SequenceMatcher(None, base, now, autojunk=False).get_opcodes()
    return [Stretch(a, b, tuple(now[c:d])) for what, a, b, c, d in codes if what != "equal"]


def _meet(one: Stretch, other: Stretch) -> bool:
    """Tell whether two stretches have a place in common, or put something at the same place."""
    return max(one.start, other.start) < min(one.end, other.end) or one[:2] == other[:2]
