"""The lines of an area map: coasts, borders by the rank of what they part, rivers along borders.

Found from the segments of the outlines: one that two areas draw alike, or that runs within the map's tolerance of
another area, lies between these two; any other is the edge of the map, on land a coast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, get_args

import numpy as np

from sandtable.board.geos import outlines
from sandtable.board.shapes import array_of
from sandtable.lint.vocabulary import RIVERS
from sandtable_editor.canvas import shapes
from sandtable_editor.canvas.paths import Paths

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PySide6.QtGui import QPainterPath
    from shapely.geometry.base import BaseGeometry

    from sandtable_editor.canvas.geography import Geography
    from sandtable_editor.canvas.shapes import Box, Floats, Ints

Rank = Literal["sea", "area", "province", "country", "river", "coast"]
RANKS: Final[tuple[Rank, ...]] = get_args(Rank)
LONGEST: Final = 80
"""Vertices of a piece of line: a tile strokes whole pieces."""


class _Sides(NamedTuple):
    """Segments with the areas on their two sides, -1 where there is none."""

    segments: Floats
    one: Ints
    other: Ints


class AreaLines:
    """All lines between areas, ready to be painted where they are near."""

    def __init__(self, geography: Geography) -> None:
        self._pieces: dict[Rank, tuple[shapes.Tree, Paths]] = {}
        lines = _lines(geography)
        for rank in RANKS:
            pieces = [piece for line in lines.get(rank, ()) for piece in shapes.chunks(line, LONGEST)]
            if pieces:
                array = array_of(pieces)
                self._pieces[rank] = (shapes.Tree(array), Paths(array))

    def near(self, rank: Rank, box: Box, rung: int) -> list[QPainterPath]:
        """Return the lines of a rank that come near a box, in pixels of a rung."""
        if rank not in self._pieces:
            return []
        tree, paths = self._pieces[rank]
        return list(paths.some(tree.near(box), rung).values())


def _lines(geography: Geography) -> dict[Rank, list[BaseGeometry]]:
    """Return the lines of each rank, each of one piece and between the same two areas."""
    if not len(geography.ids):
        return {}
    sides = _sided(geography)
    many = len(geography.ids) + 1
    pairs, group = np.unique(sides.one * many + sides.other + 1, return_inverse=True)
    ranks = [_rank(geography, pair // many, pair % many - 1) for pair in pairs.tolist()]
    order = np.argsort(group, kind="stable")
    parts, where = shapes.parts_of(shapes.joined(sides.segments[order], group[order]))
    lines: dict[Rank, list[BaseGeometry]] = {}
    for part, at in zip(parts, where, strict=True):
        if (rank := ranks[at]) is not None:
            lines.setdefault(rank, []).append(part)
    return lines


def _rank(geography: Geography, one: int, other: int) -> Rank | None:
    """Return how the line between two areas is drawn; ``other`` is -1 at the edge of the map."""
    wet = bool(geography.water[one])
    if other < 0:
        return None if wet else "coast"
    if wet or geography.water[other]:
        return "sea" if wet and geography.water[other] else "coast"
    a, b = geography.ids[one], geography.ids[other]
    edge = geography.map.graph.edge(a, b)
    if edge is not None and edge.open and any(feature.kind in RIVERS for feature in edge.along):
        return "river"
    for rank in ("country", "province"):
        if geography.region_of(a, rank) != geography.region_of(b, rank):
            return rank
    return "area"


def _sided(geography: Geography) -> _Sides:
    """Return every segment of the outlines once, with what lies on its sides."""
    drawn = outlines(geography.shapes)
    ends = np.concatenate([drawn.xy[drawn.first], drawn.xy[drawn.first + 1]], axis=1)
    owner = drawn.owner[drawn.first].astype(np.int64)
    swap = (ends[:, 0] > ends[:, 2]) | ((ends[:, 0] == ends[:, 2]) & (ends[:, 1] > ends[:, 3]))
    ends[swap] = ends[swap][:, [2, 3, 0, 1]]
    name = _hashed(ends)
    order = np.lexsort((owner, name))
    name, ends, owner = name[order], ends[order], owner[order]
    first = np.ones(len(name), np.bool_)
    first[1:] = name[1:] != name[:-1]
    at = np.flatnonzero(first)
    twice = np.append(~first[1:], False)[at]
    other = np.where(twice, owner[np.minimum(at + 1, len(owner) - 1)], -1)
    sides = _Sides(ends[at], owner[at], other)
    return _nearly_shared(geography, sides)


def _hashed(ends: Floats) -> NDArray[np.uint64]:
    bits = np.ascontiguousarray(ends + 0.0).view(np.uint64)
    mixed = np.zeros(len(bits), np.uint64)
    for column in range(4):
        mixed = (mixed ^ bits[:, column]) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return mixed


def _nearly_shared(geography: Geography, sides: _Sides) -> _Sides:
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
