"""The tables of a position, each made when it is first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandtable.engine.state.tables import RowTable

if TYPE_CHECKING:
    from collections.abc import Collection

    from sandtable.engine.state.row import Row


class LazyTables(dict[type["Row"], "RowTable[Any]"]):
    """The tables of a position by their classes: what is not in it yet is made when it is asked for.

    A game has tables for all that may ever happen in it, and a position fills a few: the others cost a copy nothing.
    What is played is looked up too often for that: ``State.make_all_tables`` puts a plain ``dict`` in its place.
    """

    __slots__ = ("kinds",)

    def __init__(self, kinds: Collection[type[Row]]) -> None:
        """``kinds`` are the classes there are."""
        self.kinds = kinds

    def __missing__(self, kind: type[Row]) -> RowTable[Any]:
        if kind not in self.kinds:
            raise KeyError(kind)
        table: RowTable[Any] = RowTable(kind)
        self[kind] = table
        return table
