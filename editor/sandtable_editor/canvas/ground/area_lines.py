"""The lines of an area map: coasts, borders by the rank of what they part, rivers along borders.

Found from the segments of the outlines: one that two areas draw alike, or that runs within the map's tolerance of
another area, lies between these two; any other is the edge of the map, on land a coast. After an edit only the lines
of the edited areas and of those around them are found anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, get_args

import numpy as np

from sandtable.board.shapely_arrays import outlines
from sandtable.board.shapes import array_of
from sandtable.board.spaces import SpaceId
from sandtable.board.vocabulary import RIVERS
from sandtable_editor.canvas.geometry import shapes
from sandtable_editor.canvas.geometry.paths import Paths

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainterPath
    from shapely.geometry.base import BaseGeometry

    from sandtable_editor.canvas.geometry.geography import CanvasGeography
    from sandtable_editor.canvas.geometry.shapes import Box, Floats, Ints

Rank = Literal["sea", "area", "province", "country", "river", "coast"]
RANKS: Final[tuple[Rank, ...]] = get_args(Rank)
LONGEST: Final = 80
"""Vertices of a piece of line: a tile strokes whole pieces."""
SearchedPaths = tuple[shapes.Tree, Paths]


class Piece(NamedTuple):
    """A piece of line with the areas on its two sides; at the edge of the map there is one."""

    rank: Rank
    one: SpaceId
    other: SpaceId | None
    line: BaseGeometry


class AreaLines:
    """All lines between areas, ready to be painted where they are near."""

    ranks: dict[Rank, SearchedPaths]

    def __init__(
        self, geography: CanvasGeography, before: AreaLines | None = None, changed: Collection[SpaceId] = ()
    ) -> None:
        """``before``: the lines of the map before these areas were changed, added or removed."""
        if before is None:
            self.pieces = _pieces(geography, range(len(geography.ids)))
        else:
            self.pieces = before.after(geography, changed)
        lines: dict[Rank, list[BaseGeometry]] = {rank: [] for rank in RANKS}
        for piece in self.pieces:
            lines[piece.rank].append(piece.line)
        kept = before.ranks if before else {}
        self.ranks = {rank: _searched(some, kept.get(rank)) for rank, some in lines.items() if some}
        self._shapes = dict(zip(geography.ids, geography.shapes.tolist(), strict=True))

    def near(self, rank: Rank, box: Box, rung: int) -> list[QPainterPath]:
        """Return the lines of a rank that come near a box, in pixels of a rung."""
        if rank not in self.ranks:
            return []
        tree, paths = self.ranks[rank]
        return list(paths.some(tree.near(box), rung).values())

    def warm(self, rung: int, most: int) -> int:
        """Make paths for a rung before they are wanted, at most so many; return how many more could have been made."""
        for _, paths in self.ranks.values():
            most = paths.warm(rung, most) if most else 0
        return most

    def after(self, geography: CanvasGeography, changed: Collection[SpaceId]) -> list[Piece]:
        """Return the pieces after a change: those about it anew, the others as they are."""
        drawn = [self._shapes[id] for id in changed if id in self._shapes]
        drawn += [geography.shape(id) for id in changed if id in geography.order]
        touched = {*changed, *(geography.ids[at] for at in _near(geography, drawn))}
        inner = {geography.order[id] for id in touched if id in geography.order}
        around = _beside(geography, [geography.boxes[at] for at in inner])
        fresh = _pieces(geography, sorted(inner | around), inner)
        kept = [piece for piece in self.pieces if piece.one not in touched and piece.other not in touched]
        return [*kept, *fresh]


def _near(geography: CanvasGeography, drawn: list[BaseGeometry]) -> list[int]:
    """Return the areas that come so near to some shapes that they may have a line in common."""
    tolerance = geography.map.areas.tolerance if geography.map.areas else 0.0
    near: list[int] = geography.tree.beside(array_of(drawn), tolerance)[1].tolist() if drawn else []
    return near


def _searched(lines: list[BaseGeometry], before: SearchedPaths | None) -> SearchedPaths:
    """Return some lines to be searched by place, with their paths; nothing is done where the lines are the same."""
    array = array_of(lines)
    if before is not None and np.array_equal(before[1].shapes, array):
        return before
    return shapes.Tree(array), Paths(array, before[1] if before else None)


def _beside(geography: CanvasGeography, boxes: Sequence[Floats]) -> set[int]:
    """Return the areas whose boxes come near one of these."""
    more = geography.map.areas.tolerance if geography.map.areas else 0.0
    found: set[int] = set()
    for left, top, right, bottom in boxes:
        found.update(geography.tree.near((left - more, top - more, right + more, bottom + more)))
    return found


def _pieces(geography: CanvasGeography, places: Sequence[int], of: Collection[int] | None = None) -> list[Piece]:
    """Return the lines of some areas among themselves, and those that none of them shares; only those ``of`` some."""
    if not len(places):
        return []
    sides = _find_sides(geography, places)
    if of is not None:
        wanted = np.isin(sides.one, list(of)) | np.isin(sides.other, list(of))
        sides = _Sides(sides.segments[wanted], sides.one[wanted], sides.other[wanted])
    many = len(geography.ids) + 1
    pairs, group = np.unique(sides.one * many + sides.other + 1, return_inverse=True)
    order = np.argsort(group, kind="stable")
    parts, where = shapes.parts_of(shapes.join_segments(sides.segments[order], group[order]))
    found: list[Piece] = []
    for part, at in zip(parts, where, strict=True):
        one, other = int(pairs[at]) // many, int(pairs[at]) % many - 1
        beyond = geography.ids[other] if other >= 0 else None
        for rank in _ranks(geography, one, other):
            found += [Piece(rank, geography.ids[one], beyond, line) for line in shapes.chunks(part, LONGEST)]
    return found


def _ranks(geography: CanvasGeography, one: int, other: int) -> Iterator[Rank]:
    """Yield how the line between two areas is drawn; ``other`` is -1 at the edge of the map."""
    wet = bool(geography.water[one])
    if other < 0:
        if not wet:
            yield "coast"
        return
    if wet or geography.water[other]:
        yield "sea" if wet and geography.water[other] else "coast"
        return
    a, b = geography.ids[one], geography.ids[other]
    edge = geography.map.graph.edge(a, b)
    if edge is not None and edge.open and any(feature.kind in RIVERS for feature in edge.along):
        yield "river"
    if geography.region_of(a, "country") != geography.region_of(b, "country"):
        yield "country"
    else:
        yield "province" if geography.region_of(a, "province") != geography.region_of(b, "province") else "area"


class _Sides(NamedTuple):
    """Segments with the areas on their two sides, -1 where there is none."""

    segments: Floats
    one: Ints
    other: Ints


def _find_sides(geography: CanvasGeography, places: Sequence[int]) -> _Sides:
    """Return every segment of the outlines of some areas once, with what lies on its sides."""
    some = np.asarray(places, np.int64)
    drawn = outlines(geography.shapes[some])
    ends = np.concatenate([drawn.xy[drawn.first], drawn.xy[drawn.first + 1]], axis=1)
    owner = some[drawn.owner[drawn.first]]
    swap = (ends[:, 0] > ends[:, 2]) | ((ends[:, 0] == ends[:, 2]) & (ends[:, 1] > ends[:, 3]))
    ends[swap] = ends[swap][:, [2, 3, 0, 1]]
    name = _hash_segments(ends)
    order = np.lexsort((owner, name))
    name, ends, owner = name[order], ends[order], owner[order]
    first = np.ones(len(name), np.bool_)
    first[1:] = name[1:] != name[:-1]
    at = np.flatnonzero(first)
    twice = np.append(~first[1:], np.False_)[at]
    other = np.where(twice, owner[np.minimum(at + 1, len(owner) - 1)], -1)
    return _nearly_shared(geography, _Sides(ends[at], owner[at], other))


def _hash_segments(ends: Floats) -> NDArray[np.uint64]:
    """Return a number for each segment that no other has, as good as certainly."""
    bits = np.ascontiguousarray(ends + 0.0).view(np.uint64)
    mixed = np.zeros(len(bits), np.uint64)
    for column in range(4):
        mixed = (mixed ^ bits[:, column]) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return mixed


def _nearly_shared(geography: CanvasGeography, sides: _Sides) -> _Sides:
    """Find the neighbour of segments that only one area has: borders that do not quite fit."""
    alone = np.flatnonzero(sides.other < 0)
    tolerance = geography.map.areas.tolerance if geography.map.areas else 0.0
    if not len(alone) or not tolerance:
        return sides
    segment, area = geography.tree.beside(shapes.middles(sides.segments[alone]), tolerance)
    foreign = area != sides.one[alone[segment]]
    other = sides.other.copy()
    other[alone[segment[foreign]]] = area[foreign]
    low, high = np.minimum(sides.one, other), np.maximum(sides.one, other)
    found = other >= 0
    return _Sides(sides.segments, np.where(found, low, sides.one), np.where(found, high, other))
