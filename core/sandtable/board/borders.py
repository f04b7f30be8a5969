"""The borders and corner contacts of an area map, by id; derived once, then kept up edit by edit."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray
from shapely import LineString, MultiLineString, Point

from sandtable.board.adjacency import REACH, Box, Found, derive
from sandtable.board.contacts import Flags, Floats, Ints, spread
from sandtable.board.geos import Shapes, merged
from sandtable.board.geos import boxes as boxes_of
from sandtable.board.shapes import Shape
from sandtable.board.spaces import Edge, Pair, SpaceId, pair_of, place_in
from sandtable.engine.errors import Invalid

MANY: Final = 4
"""An edit of more than one in so many areas is derived from scratch."""

STORES: Final = 64
"""After so many edits the shared segments are put together again."""


class Border(Struct, frozen=True):
    """Two areas with a border between them.

    ``length`` is in map units; ``loose`` is as much of it as the two do not draw alike, but within
    the tolerance.
    """

    a: SpaceId
    b: SpaceId
    length: float
    loose: float


class _Table(NamedTuple):
    """What is known of each border and corner, by the indices of their areas, in order of these."""

    pairs: Ints
    lengths: Floats
    loose: Floats
    store: Ints
    begin: Ints
    end: Ints
    """The pieces of a border are ``begin:end`` of the array with the number ``store``."""
    corners: Ints
    points: Floats


class _Known(NamedTuple):
    """What a full derivation would find, found already."""

    boxes: Floats
    table: _Table
    stores: tuple[Floats, ...]


class Borders:
    """All contacts between the areas of a map; never changed, ``after`` returns those of the edited map."""

    def __init__(
        self, ids: tuple[SpaceId, ...], shapes: Shapes, tolerance: float, *, _known: _Known | None = None
    ) -> None:
        """Derive them all; ``ids`` are in order and ``shapes`` beside them."""
        self.ids, self.shapes, self.tolerance = ids, shapes, tolerance
        if _known is None:
            found = derive(shapes, tolerance)
            _known = _Known(boxes_of(shapes), _table(found, 0), (found.pieces,))
        self._boxes, self._table, self._stores = _known

    def __len__(self) -> int:
        return len(self._table.pairs)

    def __iter__(self) -> Iterator[Border]:
        table = self._table
        rows = zip(_named(self.ids, table.pairs), table.lengths.tolist(), table.loose.tolist(), strict=True)
        return (Border(a, b, length, loose) for (a, b), length, loose in rows)

    def __contains__(self, pair: Pair) -> bool:
        return pair_of(*pair) in self._rows

    def __eq__(self, other: object) -> bool:
        """Say whether the two are the same to the last bit."""
        return (
            isinstance(other, Borders)
            and self.ids == other.ids
            and all(np.array_equal(*both) for both in zip(self._content(), other._content(), strict=True))
        )

    __hash__ = None  # type: ignore[assignment]

    def _content(self) -> tuple[NDArray[np.generic], ...]:
        table = self._table
        pieces = [self._pieces(row) for row in range(len(self))]
        return (
            table.pairs, table.lengths, table.loose, table.end - table.begin, *pieces, table.corners, table.points
        )  # fmt: skip

    def shape(self, at: int) -> Shape:
        """Return the shape of the area with the id ``ids[at]``."""
        shape: Shape = self.shapes[at]
        return shape

    def __getitem__(self, pair: Pair) -> Border:
        """Return the border of two areas, in either order."""
        row = self._row(pair)
        a, b = pair_of(*pair)
        return Border(a, b, float(self._table.lengths[row]), float(self._table.loose[row]))

    def line(self, pair: Pair) -> LineString | MultiLineString:
        """Return the shared line; in several parts where the border is interrupted."""
        return merged(self._pieces(self._row(pair)))

    @property
    def corners(self) -> tuple[tuple[Pair, Point], ...]:
        """The pairs that touch without a border, each with a place where they do."""
        pairs = _named(self.ids, self._table.corners)
        return tuple(zip(pairs, map(Point, self._table.points), strict=True))

    def edges(self) -> Iterator[Edge]:
        """Yield the contacts as edges of a graph."""
        for a, b in _named(self.ids, self._table.pairs):
            yield Edge(a, b)
        for a, b in _named(self.ids, self._table.corners):
            yield Edge(a, b, contact="corner")

    @cached_property
    def _rows(self) -> dict[Pair, int]:
        return {pair: row for row, pair in enumerate(_named(self.ids, self._table.pairs))}

    def _row(self, pair: Pair) -> int:
        row = self._rows.get(pair_of(*pair))
        if row is None:
            raise Invalid(f"{pair[0]!r} and {pair[1]!r} have no border: ask for two that do")
        return row

    def _pieces(self, row: int) -> Floats:
        table = self._table
        return self._stores[int(table.store[row])][int(table.begin[row]) : int(table.end[row])]

    # --- keeping them up ----------------------------------------------------------------------------------------

    def after(self, changes: Mapping[SpaceId, Shape | None]) -> Borders:
        """Return what a full derivation would find once areas are replaced, added or (``None``) removed."""
        if len(changes) * MANY > len(self.ids):
            return self._anew(changes)
        ids, shapes, boxes, moved = self._changed(changes)
        reach = REACH * self.tolerance
        places = np.array([at for id in changes if (at := place_in(ids, id)) is not None], np.int64)
        old = np.array([at for id in changes if (at := place_in(self.ids, id)) is not None], np.int64)
        edited = np.concatenate((self._boxes[old], boxes[places]))
        was, now = _around(self._boxes, edited, reach), _around(boxes, edited, reach)
        if not now.any():
            now[:1] = True
        hull = _hull(boxes[now])
        around = np.flatnonzero(_around(boxes, np.array([hull]), reach))
        found = derive(shapes[around], self.tolerance, hull)
        stores = (*self._stores, found.pieces)
        fresh = _among(_table(found, len(stores) - 1), around, now)
        table = _spliced(self._table, was, moved, fresh)
        if len(stores) > STORES:
            table, stores = _packed(table, stores)
        return Borders(ids, shapes, self.tolerance, _known=_Known(boxes, table, stores))

    def _anew(self, changes: Mapping[SpaceId, Shape | None]) -> Borders:
        ids, shapes, _, _ = self._changed(changes)
        return Borders(ids, shapes, self.tolerance)

    def _changed(self, changes: Mapping[SpaceId, Shape | None]) -> tuple[tuple[SpaceId, ...], Shapes, Floats, Ints]:
        """Return ids, shapes and boxes of the edited map, and where each old index has gone (-1: nowhere)."""
        if all(shape is not None and place_in(self.ids, id) is not None for id, shape in changes.items()):
            ids, shapes, boxes = self.ids, self.shapes.copy(), self._boxes.copy()
            moved = np.arange(len(ids))
        else:
            gone = {id for id, shape in changes.items() if shape is None}
            ids = tuple(sorted({*self.ids, *changes} - gone))
            place = {id: at for at, id in enumerate(ids)}
            moved = np.array([place.get(id, -1) for id in self.ids], np.int64)
            shapes, boxes = np.empty(len(ids), object), np.empty((len(ids), 4))
            stays = moved >= 0
            shapes[moved[stays]], boxes[moved[stays]] = self.shapes[stays], self._boxes[stays]
        for id, shape in changes.items():
            if shape is not None:
                at = bisect_left(ids, id)
                shapes[at], boxes[at] = shape, shape.bounds
        return ids, shapes, boxes, moved


def _hull(boxes: Floats) -> Box:
    """Return the one box around all boxes."""
    left, low = boxes[:, :2].min(axis=0).tolist()
    right, high = boxes[:, 2:].max(axis=0).tolist()
    return left, low, right, high


def _around(boxes: Floats, places: Floats, reach: float) -> Flags:
    """Say which boxes come within reach of one of the places."""
    near = np.zeros(len(boxes), bool)
    left, low, right, high = boxes.T
    for x0, y0, x1, y1 in places.tolist():
        near |= (left <= x1 + reach) & (right >= x0 - reach) & (low <= y1 + reach) & (high >= y0 - reach)
    return near


def _table(found: Found, store: int) -> _Table:
    where = np.full(len(found.pairs), store)
    return _Table(
        found.pairs, found.lengths, found.loose, where, found.ends[:-1], found.ends[1:], found.corners, found.points
    )


def _named(ids: tuple[SpaceId, ...], pairs: Ints) -> list[Pair]:
    both: list[tuple[int, int]] = pairs.tolist()
    return [(ids[a], ids[b]) for a, b in both]


def _some(table: _Table, rows: Ints | Flags, corners: Ints | Flags) -> _Table:
    return _Table(
        table.pairs[rows],
        table.lengths[rows],
        table.loose[rows],
        table.store[rows],
        table.begin[rows],
        table.end[rows],
        table.corners[corners],
        table.points[corners],
    )


def _both(where: Flags, pairs: Ints) -> Flags:
    return where[pairs[:, 0]] & where[pairs[:, 1]]


def _among(fresh: _Table, around: Ints, now: Flags) -> _Table:
    """Return what is known anew: the contacts wholly around the edit."""
    named = fresh._replace(pairs=around[fresh.pairs], corners=around[fresh.corners])
    return _some(named, _both(now, named.pairs), _both(now, named.corners))


def _spliced(old: _Table, was: Flags, moved: Ints, new: _Table) -> _Table:
    """Put what is known anew in place of the contacts wholly around the edit, in order of the new indices."""
    pairs, corners = moved[old.pairs], moved[old.corners]
    rows = _between(pairs, np.flatnonzero(~_both(was, old.pairs)), new.pairs)
    points = _between(corners, np.flatnonzero(~_both(was, old.corners)), new.corners)
    both = _Table(
        np.concatenate((pairs, new.pairs)),
        np.concatenate((old.lengths, new.lengths)),
        np.concatenate((old.loose, new.loose)),
        np.concatenate((old.store, new.store)),
        np.concatenate((old.begin, new.begin)),
        np.concatenate((old.end, new.end)),
        np.concatenate((corners, new.corners)),
        np.concatenate((old.points, new.points)),
    )
    return _some(both, rows, points)


def _between(old: Ints, stays: Ints, new: Ints) -> Ints:
    """Return where the rows that stay and the new ones, which follow all old ones, stand in their common order."""
    many = int(max(old.max(initial=0), new.max(initial=0))) + 1
    first, second = old[stays, 0] * many + old[stays, 1], new[:, 0] * many + new[:, 1]
    return np.insert(stays, np.searchsorted(first, second), np.arange(len(old), len(old) + len(new)))


def _packed(table: _Table, stores: tuple[Floats, ...]) -> tuple[_Table, tuple[Floats, ...]]:
    """Put the pieces into one store again."""
    offset = np.cumsum([0, *map(len, stores)])[table.store]
    _, at = spread(table.begin + offset, table.end + offset)
    ends = np.append(0, np.cumsum(table.end - table.begin))
    packed = table._replace(store=np.zeros_like(table.store), begin=ends[:-1], end=ends[1:])
    return packed, (np.concatenate(stores)[at],)
