"""The borders and corner contacts of an area map, by id; derived once, then kept up edit by edit."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from shapely import LineString, MultiLineString, Point

from sandtable.board.adjacency import REACH, Box, Contacts, derive
from sandtable.board.contacts import Flags, Floats, Ints, halves, index_pairs
from sandtable.board.found_contacts import FoundContacts
from sandtable.board.shapely_arrays import Shapes, merge_segments, segment_counts
from sandtable.board.shapely_arrays import boxes as boxes_of
from sandtable.board.shapes import Shape
from sandtable.board.spaces import Edge, Pair, SpaceId, pair_of, place_in
from sandtable.engine.errors import Invalid

MANY: Final = 4
"""An edit of more than one in so many areas is derived from scratch."""


class Border(Struct, frozen=True):
    """Two areas with a border between them.

    ``length`` is in map units; ``loose`` is as much of it as the two do not draw alike, but within
    the tolerance.
    """

    a: SpaceId
    b: SpaceId
    length: float
    loose: float


class _EditedAreas(NamedTuple):
    """The areas of an edited map."""

    ids: tuple[SpaceId, ...]
    shapes: Shapes
    boxes: Floats
    """``(4, n)``: left, low, right, high."""
    moved: Ints | None
    """Where each old index has gone (-1: nowhere); ``None`` if all are where they were."""
    edited: Box
    """The box around all that was and all that is drawn anew."""


class Borders:
    """All contacts between the areas of a map; never changed, ``after`` returns those of the edited map."""

    def __init__(
        self,
        ids: tuple[SpaceId, ...],
        shapes: Shapes,
        tolerance: float,
        *,
        _known: tuple[Floats, FoundContacts] | None = None,
    ) -> None:
        """Derive them all; ``ids`` are in order and ``shapes`` beside them."""
        self.ids, self.shapes, self.tolerance = ids, shapes, tolerance
        self.boxes, self._findings = _known or (boxes_of(shapes).T.copy(), FoundContacts.of(derive(shapes, tolerance)))

    def __len__(self) -> int:
        return len(self._findings.measures.pairs)

    def __iter__(self) -> Iterator[Border]:
        return self._borders(np.arange(len(self)))

    def _borders(self, rows: Ints) -> Iterator[Border]:
        """Go through some of them, by their rows in what was found."""
        found = self._findings.measures
        pairs = _id_pairs(self.ids, found.pairs.take(rows))
        lengths: list[float] = found.lengths.take(rows).tolist()
        loose: list[float] = found.loose.take(rows).tolist()
        return (Border(a, b, *both) for (a, b), *both in zip(pairs, lengths, loose, strict=True))

    def pairs(self) -> list[Pair]:
        """Return the areas that share a border, two by two, in order."""
        return _id_pairs(self.ids, self._findings.measures.pairs)

    def loose(self) -> Iterator[Border]:
        """Go through the borders that two areas draw differently somewhere."""
        return self._borders(self._findings.measures.loose.nonzero()[0])

    def of(self, ids: Iterable[SpaceId]) -> Iterator[Border]:
        """Go through the borders of some areas; one that two of them share comes once."""
        which = np.zeros(len(self.ids), np.bool_)
        which[[at for id in ids if (at := place_in(self.ids, id)) is not None]] = True
        a, b = halves(self._findings.measures.pairs)
        rows = (which.take(a) | which.take(b)).nonzero()[0]
        return self._borders(rows)

    def share_all(self, which: Ints) -> bool:
        """Say whether each segment of these areas is one of another area, too: no ground beside them is bare."""
        found = self._findings.measures
        a, b = halves(found.pairs)
        shared = np.bincount(a, found.pieces, len(self.ids)) + np.bincount(b, found.pieces, len(self.ids))
        loose = np.bincount(a, found.loose, len(self.ids)) + np.bincount(b, found.loose, len(self.ids))
        return not loose[which].any() and np.array_equal(shared[which], segment_counts(self.shapes.take(which)))

    def around(self, boxes: Iterable[Box], reach: float) -> Ints:
        """Return, in order, which areas have boxes that come within reach of one of these."""
        near = np.zeros(len(self.ids), np.bool_)
        for box in boxes:
            near |= _reaching(self.boxes, box, reach)
        return near.nonzero()[0]

    def box(self, id: SpaceId) -> Box | None:
        """Return the box of an area, ``None`` where there is no such area."""
        at = place_in(self.ids, id)
        return None if at is None else _rows(self.boxes, np.array([at]))[0]

    def __contains__(self, pair: Pair) -> bool:
        return self._where(pair) is not None

    def __eq__(self, other: object) -> bool:
        """Say whether the two are the same to the last bit."""
        return (
            isinstance(other, Borders)
            and self.ids == other.ids
            and all(np.array_equal(*both) for both in zip(self._findings.whole, other._findings.whole, strict=True))
        )

    __hash__ = None  # type: ignore[assignment]

    def shape(self, at: int) -> Shape:
        """Return the shape of the area with the id ``ids[at]``."""
        shape: Shape = self.shapes[at]
        return shape

    def __getitem__(self, pair: Pair) -> Border:
        """Return the border of two areas, in either order."""
        found, row = self._place(pair)
        a, b = pair_of(*pair)
        return Border(a, b, float(found.lengths[row]), float(found.loose[row]))

    def line(self, pair: Pair) -> LineString | MultiLineString:
        """Return the shared line; in several parts where the border is interrupted."""
        found, row = self._place(pair)
        return merge_segments(found.pieces[int(found.ends[row]) : int(found.ends[row + 1])])

    @property
    def corners(self) -> tuple[tuple[Pair, Point], ...]:
        """The pairs that touch without a border, each with a place where they do."""
        found = self._findings.whole
        points = map(Point, found.points.real, found.points.imag)
        return tuple(zip(_id_pairs(self.ids, found.corners), points, strict=True))

    def edges(self) -> Iterator[Edge]:
        """Yield the contacts as edges of a graph."""
        for a, b in self.pairs():
            yield Edge(a, b)
        for a, b in _id_pairs(self.ids, self._findings.whole.corners):
            yield Edge(a, b, contact="corner")

    def edge(self, pair: Pair) -> Edge | None:
        """Return the contact of two areas as an edge of a graph; ``None`` if they do not touch."""
        a, b = pair_of(*pair)
        one, other = (place_in(self.ids, id) for id in (a, b))
        contact = None if one is None or other is None else self._findings.contact(one, other)
        return None if contact is None else Edge(a, b, contact=contact)

    def changed_since(self, was: Borders) -> list[Pair]:
        """Return the pairs that touch here and did not, or otherwise, and those that touch no more."""
        if self is was:
            return []
        if self.ids == was.ids:
            keys = np.setxor1d(self._findings.kinds, was._findings.kinds, assume_unique=True) >> 1
            return sorted({pair_of(a, b) for a, b in _id_pairs(self.ids, np.unique(keys))})
        return sorted({pair for pair, _ in self._contacts() ^ was._contacts()})

    def _contacts(self) -> set[tuple[Pair, int]]:
        kinds = self._findings.kinds
        corner: list[int] = (kinds & 1).tolist()
        return set(zip(_id_pairs(self.ids, kinds >> 1), corner, strict=True))

    def _where(self, pair: Pair) -> tuple[Contacts, int] | None:
        """Return where the border of two areas was found: the derivation and the row in it."""
        a, b = (place_in(self.ids, id) for id in pair_of(*pair))
        return None if a is None or b is None else self._findings.border(a, b)

    def _place(self, pair: Pair) -> tuple[Contacts, int]:
        where = self._where(pair)
        if where is None:
            raise Invalid(f"{pair[0]!r} and {pair[1]!r} share no border: name two areas that do")
        return where

    # --- keeping them up ----------------------------------------------------------------------------------------

    def after(self, changes: Mapping[SpaceId, Shape | None]) -> Borders:
        """Return what a full derivation would find once areas are replaced, added or (``None``) removed.

        Contacts between areas that come near the edit are found anew, on what lies around all of those; of the
        others no more is done than to copy a few arrays.
        """
        if all(shape is None and place_in(self.ids, id) is None for id, shape in changes.items()):
            return self
        ids, shapes, boxes, moved, edited = self._edited_areas(changes)
        if len(changes) * MANY > len(self.ids):
            return Borders(ids, shapes, self.tolerance)
        reach = REACH * self.tolerance
        near = _reaching(boxes, edited, reach)
        hull = _hull([edited, *_rows(boxes, near.nonzero()[0])])
        around = _reaching(boxes, hull, reach).nonzero()[0]
        found = derive(shapes.take(around), self.tolerance, hull)
        findings = self._findings.after(found, around, near, moved)
        return Borders(ids, shapes, self.tolerance, _known=(boxes, findings))

    def _edited_areas(self, changes: Mapping[SpaceId, Shape | None]) -> _EditedAreas:
        """Return the areas once these have been replaced, added or removed."""
        old = [at for id in changes if (at := place_in(self.ids, id)) is not None]
        new: dict[SpaceId, Box] = {id: shape.bounds for id, shape in changes.items() if shape is not None}
        edited = _hull([*_rows(self.boxes, np.array(old, np.int64)), *new.values()])
        if len(old) == len(new) == len(changes):
            ids, shapes, boxes, moved = self.ids, self.shapes.copy(), self.boxes.copy(), None
        else:
            ids, came = _renumber(self.ids, changes)
            stays = came >= 0
            shapes, boxes = np.empty(len(ids), object), np.empty((4, len(ids)))
            shapes[stays], boxes[:, stays] = self.shapes.take(came[stays]), self.boxes.take(came[stays], 1)
            moved = np.full(len(self.ids), -1)
            moved[came[stays]] = stays.nonzero()[0]
        for id, box in new.items():
            at = bisect_left(ids, id)
            shapes[at], boxes[:, at] = changes[id], box
        return _EditedAreas(ids, shapes, boxes, moved, edited)


def _renumber(old: tuple[SpaceId, ...], changes: Mapping[SpaceId, Shape | None]) -> tuple[tuple[SpaceId, ...], Ints]:
    """Return the ids of the edited map, and the old index of each (-1: it is new)."""
    ids, came = list(old), np.arange(len(old))
    for id, shape in changes.items():
        at = bisect_left(ids, id)
        known = ids[at : at + 1] == [id]
        if known and shape is None:
            del ids[at]
            came = np.delete(came, at)
        elif shape is not None and not known:
            ids.insert(at, id)
            came = np.insert(came, at, -1)
    return tuple(ids), came


def _hull(boxes: list[Box]) -> Box:
    """Return the one box around all boxes."""
    left, low, right, high = zip(*boxes, strict=True)
    return min(left), min(low), max(right), max(high)


def _rows(boxes: Floats, which: Ints) -> list[Box]:
    rows: list[list[float]] = boxes.take(which, 1).T.tolist()
    return [(left, low, right, high) for left, low, right, high in rows]


def _reaching(boxes: Floats, place: Box, reach: float) -> Flags:
    """Say which boxes come within reach of a place."""
    x0, y0, x1, y1 = place
    left, low, right, high = boxes
    near: Flags = (left <= x1 + reach) & (right >= x0 - reach) & (low <= y1 + reach) & (high >= y0 - reach)
    return near


def _id_pairs(ids: tuple[SpaceId, ...], pairs: Ints) -> list[Pair]:
    return [(ids[a], ids[b]) for a, b in index_pairs(pairs)]
