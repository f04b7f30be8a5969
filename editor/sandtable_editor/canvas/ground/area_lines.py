"""The lines of an area map: coasts, borders by the rank of what they part, rivers along borders.

Found from the segments of the outlines and what lies on their sides; the edge of the map is a coast where there is
land. After an edit only the lines of the edited areas are found anew, where all borders around them are drawn alike by
the two areas that they part; else those of the neighbours, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from operator import is_
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, get_args

import numpy as np

from sandtable.board.shapes import array_of
from sandtable.board.spaces import SpaceId
from sandtable.board.vocabulary import RIVERS
from sandtable_editor.canvas.geometry import shapes
from sandtable_editor.canvas.geometry.paths import Paths
from sandtable_editor.canvas.ground.border_sides import BorderSides, nearly_shared, shared_sides

if TYPE_CHECKING:
    from PySide6.QtGui import QPainterPath
    from shapely.geometry.base import BaseGeometry

    from sandtable_editor.canvas.geometry.geography import CanvasGeography
    from sandtable_editor.canvas.geometry.shapes import Box, Floats

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


Pair = tuple[SpaceId, SpaceId | None]
Pieces = dict[Pair, list[Piece]]


class AreaLines:
    """All lines between areas, ready to be painted where they are near."""

    by_pair: Pieces
    by_rank: dict[Rank, list[Piece]]
    ranks: dict[Rank, SearchedPaths]
    loose: frozenset[SpaceId]
    """The areas with a line that does not hang on the two areas alone that it parts."""

    def __init__(
        self, geography: CanvasGeography, before: AreaLines | None = None, changed: Collection[SpaceId] = ()
    ) -> None:
        """``before``: the lines of the map before these areas were changed, added or removed."""
        if before is None:
            found = FoundAnew(
                geography.ids, nearly_shared(geography, shared_sides(geography, range(len(geography.ids))))
            )
        else:
            found = before.found_anew(geography, changed)
        fresh = _pieces(geography, found.sides)
        self.by_pair = before.by_pair.copy() if before else {}
        gone = [self.by_pair.pop(pair) for pair in _with_one_of(self.by_pair, frozenset(found.areas))]
        self.by_pair.update(fresh)
        self.by_rank = _by_rank(before.by_rank if before else {}, _all(gone), _all(fresh.values()))
        loose = found.sides.only(found.sides.loose)
        places: list[int] = np.unique(np.concatenate((loose.one, loose.other))).tolist()
        ends = {geography.ids[at] for at in places if at >= 0}
        self.loose = ((before.loose if before else frozenset()) - frozenset(found.areas)) | ends
        made = before.ranks if before else {}
        self.ranks = {rank: _searched(some, made.get(rank)) for rank, some in self.by_rank.items()}
        self._shapes = dict(zip(geography.ids, geography.shapes.tolist(), strict=True))

    @property
    def pieces(self) -> list[Piece]:
        """All lines in pieces."""
        return _all(self.by_rank.values())

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

    def found_anew(self, geography: CanvasGeography, changed: Collection[SpaceId]) -> FoundAnew:
        """Return what is found anew after a change: the lines of what has changed, where no other hangs on it."""
        drawn = [self._shapes[id] for id in changed if id in self._shapes]
        drawn += [geography.shape(id) for id in changed if id in geography.order]
        more = geography.map.areas.tolerance if geography.map.areas else 0.0
        boxes = shapes.bounds(array_of(drawn)).reshape(-1, 4) + np.array([-more, -more, more, more])
        around = _in_boxes(geography, boxes)
        if self.loose.isdisjoint({geography.ids[at] for at in around}.difference(changed)):
            here = [geography.order[id] for id in changed if id in geography.order]
            sides = shared_sides(geography, sorted(around))
            if not sides.loose_within(boxes, here):
                return FoundAnew(changed, nearly_shared(geography, sides.of(here)))
        touched = {*changed, *(geography.ids[at] for at in _near(geography, drawn))}
        inner = {geography.order[id] for id in touched if id in geography.order}
        some = inner | _in_boxes(geography, geography.boxes[sorted(inner)] + np.array([-more, -more, more, more]))
        return FoundAnew(touched, nearly_shared(geography, shared_sides(geography, sorted(some))).of(inner))


class FoundAnew(NamedTuple):
    """The areas whose lines are found anew, and what these lines part."""

    areas: Collection[SpaceId]
    sides: BorderSides


def _near(geography: CanvasGeography, drawn: list[BaseGeometry]) -> list[int]:
    """Return the areas that come so near to some shapes that they may have a line in common."""
    tolerance = geography.map.areas.tolerance if geography.map.areas else 0.0
    near: list[int] = geography.tree.beside(array_of(drawn), tolerance)[1].tolist() if drawn else []
    return near


def _in_boxes(geography: CanvasGeography, boxes: Floats) -> set[int]:
    """Return the areas whose boxes touch one of these, ``(n, 4)``."""
    found: set[int] = set()
    for left, top, right, bottom in boxes.tolist():
        found.update(geography.tree.near((left, top, right, bottom)))
    return found


def _with_one_of(pieces: Pieces, areas: Collection[SpaceId]) -> list[Pair]:
    """Return the pairs of which one is among some areas."""
    return [pair for pair in pieces if pair[0] in areas or pair[1] in areas]


def _all(pieces: Iterable[list[Piece]]) -> list[Piece]:
    return list(chain.from_iterable(pieces))


def _by_rank(before: Mapping[Rank, list[Piece]], gone: list[Piece], fresh: list[Piece]) -> dict[Rank, list[Piece]]:
    """Return pieces by rank without those that are gone, and with those that are fresh."""
    out = set(map(id, gone))
    touched = {piece.rank for piece in (*gone, *fresh)}
    found: dict[Rank, list[Piece]] = {}
    for rank in RANKS:
        kept = before.get(rank, [])
        if rank in touched:
            kept = [piece for piece in kept if id(piece) not in out] + [one for one in fresh if one.rank == rank]
        if kept:
            found[rank] = kept
    return found


def _searched(pieces: list[Piece], before: SearchedPaths | None) -> SearchedPaths:
    """Return some lines to be searched by place, with their paths; nothing is done where the lines are the same."""
    array = array_of([piece.line for piece in pieces])
    if before is not None and len(before[1].shapes) == len(array) and all(map(is_, before[1].shapes, array)):
        return before
    return shapes.Tree(array), Paths(array, before[1] if before else None)


def _pieces(geography: CanvasGeography, sides: BorderSides) -> Pieces:
    """Return lines of one rank each from what lies on their sides."""
    if not len(sides.segments):
        return {}
    many = len(geography.ids) + 1
    pairs, group = np.unique(sides.one * many + sides.other + 1, return_inverse=True)
    order = np.argsort(group, kind="stable")
    parts, where = shapes.parts_of(shapes.join_segments(sides.segments[order], group[order]))
    found: Pieces = {}
    for part, at in zip(parts, where, strict=True):
        one, other = int(pairs[at]) // many, int(pairs[at]) % many - 1
        pair = geography.ids[one], geography.ids[other] if other >= 0 else None
        pieces = found.setdefault(pair, [])
        for rank in _ranks(geography, one, other):
            pieces += [Piece(rank, *pair, line) for line in shapes.chunks(part, LONGEST)]
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
