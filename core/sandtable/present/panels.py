"""What is shown beside the map: sheets of facts, tables, tracks with markers, matrices."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from sandtable.board.spaces import SpaceId
from sandtable.engine.words import make_fit
from sandtable.present.board import Colour

Where = Literal["side", "bottom", "window"]
"""Where a panel wants to stand: beside the map, below it, or in front until it is over (a battle)."""


class SheetEntry(Struct, frozen=True, kw_only=True):
    """A line of a sheet: what, how much, and why: the parts of a number with their rules, a line each.

    ``bar``: so much of how much that is, drawn below it.
    """

    title: str
    value: str
    reasons: tuple[str, ...] = ()
    rule: str = ""
    bar: tuple[int, int] | None = None

    def __post_init__(self) -> None:
        make_fit(self, "title", "value", "reasons")


class Sheet(Struct, frozen=True, kw_only=True, tag="sheet"):
    """Facts about one thing: a corps, an area, one side of a battle."""

    key: str
    title: str
    entries: tuple[SheetEntry, ...]
    colour: Colour | None = None
    where: Where = "side"
    group: str = ""
    """Sheets of one group stand side by side: attacker and defender."""
    about: SpaceId | None = None

    def __post_init__(self) -> None:
        make_fit(self, "title", "group")


class Table(Struct, frozen=True, kw_only=True, tag="table"):
    """Rows under column heads; ``spaces`` is the place on the map that each row leads to, where it has one."""

    key: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    spaces: tuple[SpaceId | None, ...] = ()
    where: Where = "side"

    def __post_init__(self) -> None:
        make_fit(self, "title", "columns", "rows")


class Box(Struct, frozen=True, kw_only=True):
    """A box of a track: what is printed in it and the markers that stand there, as (colour, words)."""

    title: str
    colour: Colour | None = None
    markers: tuple[tuple[Colour, str], ...] = ()

    def __post_init__(self) -> None:
        make_fit(self, "title", "markers")


class Track(Struct, frozen=True, kw_only=True, tag="track"):
    """Boxes in a row: political status, the calendar, morale."""

    key: str
    title: str
    boxes: tuple[Box, ...]
    where: Where = "bottom"

    def __post_init__(self) -> None:
        make_fit(self, "title")


class Matrix(Struct, frozen=True, kw_only=True, tag="matrix"):
    """What holds between each of ``heads`` and each of ``columns``: wars and alliances; a combat table.

    What counts now is lit: rows and columns by their places, counted from 0; where one of each meet, that cell stands
    out.
    """

    key: str
    title: str
    heads: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    where: Where = "side"
    lit_rows: tuple[int, ...] = ()
    lit_columns: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        make_fit(self, "title", "heads", "columns", "cells")

    @property
    def met(self) -> tuple[str, ...]:
        """What stands where a lit row and a lit column meet."""
        return tuple(self.cells[row][column] for row in self.lit_rows for column in self.lit_columns)


Panel = Sheet | Table | Track | Matrix
