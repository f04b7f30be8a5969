"""What an answer rests on: the tables of a position that are read while it is worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.engine.state.lazy_tables import LazyTables

if TYPE_CHECKING:
    from _collections_abc import dict_items, dict_keys, dict_values
    from collections.abc import Collection, Hashable, Iterator

    from sandtable.engine.state.row import Row
    from sandtable.engine.state.tables import RowTable, SomeRows

    Tables = dict[type[Row], RowTable[Any]]
    Versions = dict[RowTable[Any] | SomeRows, int]


class TrackedTables(dict[type["Row"], "RowTable[Any]"]):
    """The tables of a position, taking down in ``versions`` which of them are read, and in which version.

    A table is in it once it has been read; who goes through them all reads all. Where one question asks another, what
    the other has read is handed on when it is through.
    """

    __slots__ = ("lately", "untracked", "versions")

    def __init__(self, tables: Tables, versions: Versions | None = None) -> None:
        self.lately: object = None
        """The kept answer whose tables were taken down last: rules ask one question many times over."""
        self.versions: Versions = {} if versions is None else versions
        self.untracked: Tables = tables.untracked if isinstance(tables, TrackedTables) else tables

    def __missing__(self, kind: type[Row]) -> RowTable[Any]:
        table = self[kind] = self.untracked[kind]
        self.versions[table] = table.version
        return table

    def read_some(self, kind: type[Row], index: str, value: Hashable) -> RowTable[Any]:
        """Return a table of which no more is read than the rows of a value of an index, or one by its id."""
        table = self.untracked[kind]
        rows = table.rested_on[index, value]
        self.versions[rows] = rows.version
        return table

    def read_all(self) -> Tables:
        """Return all tables, each taken down as read."""
        for kind in self.kinds:
            self[kind]
        return self.untracked

    @property
    def kinds(self) -> Collection[type[Row]]:
        """The classes of all tables, of those too that nobody has asked for yet."""
        untracked = self.untracked
        return untracked.kinds if isinstance(untracked, LazyTables) else untracked

    def get(self, kind: type[Row], default: Any = None) -> Any:
        return self[kind] if kind in self.kinds else default

    def __contains__(self, kind: object) -> bool:
        return kind in self.kinds

    def __iter__(self) -> Iterator[type[Row]]:
        return iter(self.read_all())

    def __len__(self) -> int:
        return len(self.kinds)

    def keys(self) -> dict_keys[type[Row], RowTable[Any]]:
        return self.read_all().keys()

    def values(self) -> dict_values[type[Row], RowTable[Any]]:
        return self.read_all().values()

    def items(self) -> dict_items[type[Row], RowTable[Any]]:
        return self.read_all().items()
