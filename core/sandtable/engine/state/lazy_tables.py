"""The tables of a position, each made when it is first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from sandtable.engine.state.row import Row
    from sandtable.engine.state.tables import RowTable


class LazyTables(dict[type["Row"], "RowTable[Any]"]):
    """The tables of a position by their classes: what is not in it yet is made when it is asked for.

    A game has tables for all that may ever happen in it, and a position fills a few: the others cost a copy nothing.
    What is played is looked up too often for that: ``State.make_all_tables`` puts a plain ``dict`` in its place.
    """

    __slots__ = ("_make", "kinds")

    def __init__(self, kinds: Collection[type[Row]], make: Callable[[type[Row]], RowTable[Any]]) -> None:
        """``kinds`` are the classes there are; ``make`` gives the table of one that nobody has asked for yet."""
        self.kinds = kinds
        self._make = make

    def __missing__(self, kind: type[Row]) -> RowTable[Any]:
        if kind not in self.kinds:
            raise KeyError(kind)
        table = self[kind] = self._make(kind)
        return table
