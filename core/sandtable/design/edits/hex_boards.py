"""The board itself: columns and rows that come and go, where its grid lies, and how its hexes are numbered."""

from __future__ import annotations

import dataclasses
from math import isfinite
from typing import Any, Final

from msgspec.structs import asdict

from sandtable.board.maps import Map
from sandtable.board.numbering import Numbering, PrintedNumbers
from sandtable.board.same_hexes import enlarge_board, same_hexes
from sandtable.board.scanned_board import relaid
from sandtable.design.edits.edit import MapEdit
from sandtable.design.edits.hexes import MOST_HEXES, board_of, checked_words
from sandtable.design.edits.renumbered import carried_over
from sandtable.engine.errors import Invalid
from sandtable.library.files.report_words import count_of

FARTHEST: Final = 1e9
"""Map units from the middle of the map, and of a hex across."""


class ResizeBoard(MapEdit, frozen=True):
    """Add columns and rows at the sides of the board, or cut them off (numbers below 0).

    The others keep their numbers; where these cannot be printed all are numbered anew, and what names a hex follows.
    """

    left: int = 0
    top: int = 0
    right: int = 0
    bottom: int = 0
    terrain: tuple[str, ...] = ()

    def change(self, sheet: Map, notes: list[str]) -> Map:
        board = board_of(sheet)
        sides = (self.left, self.top, self.right, self.bottom)
        if max(map(abs, sides)) > 1_000:
            raise Invalid("a board is made larger or smaller by up to 1,000 columns and rows at a time")
        columns, rows = (board.grid.columns + self.left + self.right, board.grid.rows + self.top + self.bottom)
        if columns > 0 and rows > 0 and columns * rows > MOST_HEXES:
            raise Invalid(f"a board of {columns:,} by {rows:,} hexes is too large: {MOST_HEXES:,} hexes are the most")
        now = enlarge_board(board, left=self.left, top=self.top, right=self.right, bottom=self.bottom)
        words = checked_words(self.terrain)
        if words:
            old = set(same_hexes(board, now)[1].tolist())
            now.terrain.paint([now.grid.hex(at) for at in now.grid.indices.tolist() if at not in old], *words)
        return carried_over(sheet, now, notes)

    def says(self, sheet: Map) -> str:
        columns, rows = (self.left, self.right), (self.top, self.bottom)
        parts = [
            f"{verb} {count_of(many, what)}"
            for verb, sign in (("Add", 1), ("Cut off", -1))
            for what, some in (("column", columns), ("row", rows))
            if (many := sum(max(sign * one, 0) for one in some))
        ]
        return ", ".join(one if not at else one[0].lower() + one[1:] for at, one in enumerate(parts)) or "Resize"


class LayGrid(MapEdit, frozen=True):
    """Lay the grid of hexes elsewhere, or make its hexes larger or smaller; all else on the map stays where it is.

    ``left`` and ``top``: the upper left corner of the box round the board, ``top`` counted downwards. ``hex_width``
    and ``hex_height``: the box round one hex; a height of 0 makes hexes regular. What is not given stays.
    """

    left: float | None = None
    top: float | None = None
    hex_width: float | None = None
    hex_height: float | None = None

    def change(self, sheet: Map, notes: list[str]) -> Map:
        board = board_of(sheet)
        for name, value in self.given.items():
            if not (isfinite(value) and abs(value) <= FARTHEST):
                raise Invalid(f"a grid cannot have {value:g} as its {name}: choose a number up to {FARTHEST:,.0f}")
        grid = dataclasses.replace(board.grid, **self.given)
        return dataclasses.replace(sheet, hexes=relaid(board, grid, board.numbering))

    @property
    def given(self) -> dict[str, Any]:
        """What is to be another, by its name."""
        return {name: float(value) for name, value in asdict(self).items() if value is not None}

    def after(self, earlier: MapEdit) -> MapEdit | None:
        return LayGrid(**{**earlier.given, **self.given}) if isinstance(earlier, LayGrid) else None

    def says(self, sheet: Map) -> str:
        return "Change the size of hexes" if self.hex_width or self.hex_height else "Move the grid of hexes"


class SetNumbering(MapEdit, frozen=True):
    """Number the hexes otherwise; whatever names a hex by its number follows it."""

    numbering: Numbering

    def change(self, sheet: Map, notes: list[str]) -> Map:
        board = board_of(sheet)
        clashes = PrintedNumbers(board.grid, self.numbering).clashes
        if clashes:
            raise Invalid(f"the number {min(clashes)} would be printed in more than one hex: choose another numbering")
        return carried_over(sheet, dataclasses.replace(board, numbering=self.numbering), notes)

    def says(self, sheet: Map) -> str:
        return "Number the hexes otherwise"
