"""Tables of rows, in id order, with the indexes that a row class declares."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from sandtable.engine.errors import Invalid, unknown

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping

    from sandtable.engine.state.row import Row

R = TypeVar("R", bound="Row")
_run_through: Final = deque[None](maxlen=0).extend
NOWHERE: Final = ()
"""Where the indexes have a row that is not there."""


BY_ID: Final = ""
"""Stands for the id among the names of indexes."""


class SomeRows:
    """Some rows of a table, one by its id or those of a value of an index, as an answer rests on them.

    ``version`` goes up when one of them is replaced, comes or goes.
    """

    __slots__ = ("kind", "version")

    def __init__(self, kind: type[Row]) -> None:
        self.kind = kind
        self.version = 0


class RestedOn(dict[tuple[str, "Hashable"], SomeRows]):
    """The rows of a table on which answers rest, by index and value, or by id (``BY_ID``), there or not."""

    __slots__ = ("kind",)

    def __init__(self, kind: type[Row]) -> None:
        self.kind = kind

    def __missing__(self, which: tuple[str, Hashable]) -> SomeRows:
        rows = self[which] = SomeRows(self.kind)
        return rows


class RowTable(Generic[R]):
    """The rows of one class, in id order, with the indexes the class declares."""

    __slots__ = (
        "_buckets", "_ids", "_in_order", "_keys_of", "_rows", "get", "kind", "rested_on", "version",
    )  # fmt: skip

    def __init__(self, kind: type[R]) -> None:
        self.kind = kind
        self._rows: dict[str, R] = {}
        self._ids: tuple[str, ...] | None = ()
        self._buckets: dict[str, dict[Hashable, tuple[str, ...]]] = {name: {} for name in kind.indexes}
        self._keys_of = _reader(kind.indexes)
        self._in_order = True
        self.rested_on = RestedOn(kind)
        self.version = 0
        self.get: Callable[[str | None], R | None] = self._rows.get  # type: ignore[assignment]  # None is no key, so it gives None

    def __getitem__(self, id: str) -> R:
        """Return the row; raises ``Invalid`` naming the nearest ids when there is none."""
        try:
            return self._rows[id]
        except KeyError:
            raise unknown(self.kind.__name__, str(id), self._rows) from None

    def __iter__(self) -> Iterator[R]:
        return iter(self._sort_rows().values())

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, id: object) -> bool:
        return id in self._rows

    def ids(self, index: str = "", value: Hashable = None) -> tuple[str, ...]:
        """Return all ids, or those of the rows whose declared index is ``value``; no list is made for it."""
        if index:
            try:
                return self._buckets[index].get(value, ())
            except KeyError:
                raise self._no_index(index) from None
        if self._ids is None:
            self._ids = tuple(self._sort_rows())
        return self._ids

    def last(self) -> R | None:
        """Return the row with the greatest id."""
        return next(reversed(self._sort_rows().values()), None)

    def where(self, index: str, value: Hashable) -> list[R]:
        """Return the rows whose declared index (a field or property, or one element of it) is ``value``."""
        try:
            bucket = self._buckets[index].get(value)
        except KeyError:
            raise self._no_index(index) from None
        return list(map(self._rows.__getitem__, bucket)) if bucket else []

    def _no_index(self, index: str) -> Invalid:
        return unknown(f"index of {self.kind.__name__}", index, self._buckets, "declare it in `indexes`")

    def _sort_rows(self) -> dict[str, R]:
        if not self._in_order:
            rows, ids = self._rows, sorted(self._rows)
            _run_through(map(rows.__setitem__, ids, map(rows.pop, ids)))  # in one go: no interrupt comes in between
            self._in_order = True
        return self._rows

    def swap(self, id: str, old: R | None, new: R | None) -> None:
        """Put ``new`` where ``old`` stands (``None`` removes, or adds); only the state and views call this."""
        self.version += 1
        if self.rested_on:
            self._tell_of(id, old, new)
        every = self._buckets.values()
        if new is None:
            if old is not None and every:
                for buckets, was in zip(every, self._keys_of(old), strict=True):
                    _drop(buckets, was, id)
            del self._rows[id]
            self._ids = None
            return
        if old is None:
            for buckets, now in zip(every, self._keys_of(new), strict=True):
                _add(buckets, now, id)
            self._in_order = False
            self._ids = None
        elif every and (before := self._keys_of(old)) != (after := self._keys_of(new)):
            for buckets, was, now in zip(every, before, after, strict=True):
                if was != now:
                    _drop(buckets, was, id)
                    _add(buckets, now, id)
        self._rows[id] = new

    def _tell_of(self, id: str, *rows: R | None) -> None:
        """Have it known of all rows that answers rest on, this one among them, that they are not as they were."""
        of = self.rested_on.get
        if rested_on := of((BY_ID, id)):
            rested_on.version += 1
        for row in rows:
            if row is not None:
                for index, key in zip(self._buckets, self._keys_of(row), strict=True):
                    for one in key if key.__class__ is tuple else (key,):
                        if rested_on := of((index, one)):
                            rested_on.version += 1

    @property
    def rows(self) -> Mapping[str, R]:
        """The rows by id as they are now, in whatever order; only what compares all of them looks at this."""
        return self._rows

    def restore(self, rows: Mapping[str, R]) -> None:
        """Have these rows stand here and no others, indexed anew; only what puts a broken table right calls this."""
        self.version += 1
        for rested_on in self.rested_on.values():
            rested_on.version += 1
        self._rows.clear()
        self._ids, self._in_order = None, True
        for buckets in self._buckets.values():
            buckets.clear()
        for id in sorted(rows):
            row = self._rows[id] = rows[id]
            for buckets, key in zip(self._buckets.values(), self._keys_of(row), strict=True):
                _add(buckets, key, id)

    def copy(self) -> RowTable[R]:
        own: type[RowTable[R]] = RowTable
        twin: RowTable[R] = own.__new__(own)
        twin.kind = self.kind
        twin._rows = self._rows.copy()
        twin._ids = self._ids
        twin._buckets = self._buckets  # without indexes there is nothing in it, and never will be
        if self._buckets:
            twin._buckets = {name: buckets.copy() for name, buckets in self._buckets.items()}
        twin._keys_of = self._keys_of
        twin._in_order = self._in_order
        twin.rested_on = RestedOn(self.kind)
        twin.version = self.version
        twin.get = twin._rows.get  # type: ignore[assignment]  # as in __init__
        return twin


def _reader(names: tuple[str, ...]) -> Callable[[Row], tuple[Any, ...]]:
    """Return what reads all indexed fields of a row at once."""
    if len(names) == 1:
        (name,) = names
        return lambda row: (getattr(row, name),)
    return attrgetter(*names) if names else lambda row: NOWHERE


def _add(buckets: dict[Hashable, tuple[str, ...]], key: Any, id: str) -> None:
    """Index a row by a value; by each element of a tuple."""
    if key.__class__ is tuple:
        for one in dict.fromkeys(key):
            _add(buckets, one, id)
        return
    ids = buckets.get(key)
    if ids is None:
        buckets[key] = (id,)
    elif id > ids[-1]:
        buckets[key] = (*ids, id)
    else:
        at = bisect_left(ids, id)
        buckets[key] = (*ids[:at], id, *ids[at:])


def _drop(buckets: dict[Hashable, tuple[str, ...]], key: Any, id: str) -> None:
    if key.__class__ is tuple:
        for one in dict.fromkeys(key):
            _drop(buckets, one, id)
        return
    ids = buckets[key]
    if len(ids) == 1:
        del buckets[key]
    else:
        at = bisect_left(ids, id)
        buckets[key] = ids[:at] + ids[at + 1 :]
