"""How high hexes lie, and the slopes that follow from it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandtable.board.maps import Map
from sandtable.design.edits.edit import MapEdit
from sandtable.design.edits.hexes import board_of, cells_of, with_board
from sandtable.engine.errors import Invalid
from sandtable.library.files.report_words import count_of

LOWEST, HIGHEST = -1_000, 10_000

Slopes = dict[int, str]
"""The name of a slope by the least difference of levels from which on it is one."""


class SetLevels(MapEdit, frozen=True):
    """Set the level of hexes, or raise them by so many; slopes follow from a difference on, as ``slopes`` names them.

    What the designer has said of a hexside stands: a slope that was added, confirmed or forbidden there.
    """

    hexes: tuple[str, ...]
    level: int | None = None
    by: int = 0
    radius: int = 0
    slopes: Slopes = {}

    def change(self, sheet: Map, notes: list[str]) -> Map:
        board = board_of(sheet)
        cells = cells_of(sheet, self.hexes, self.radius)
        levels = board.elevation.copy()
        begun = levels[cells] if self.level is None else np.array([_checked(self.level)])
        levels[cells] = _lifted(begun, self.by)
        sides = board.sides
        if self.slopes:
            sides = board.sides.copy()
            sides.derive_slopes(levels, _checked_slopes(self.slopes), cells)
        return with_board(sheet, board.after(elevation=levels, sides=sides))

    def says(self, sheet: Map) -> str:
        many = count_of(len(self.hexes), "hex", "hexes")
        if self.level is not None:
            return f"Set the level of {many} to {self.level}"
        return f"{'Raise' if self.by >= 0 else 'Lower'} {many} by {abs(self.by)}"


class RaiseBoard(MapEdit, frozen=True):
    """Raise all hexes by so many levels, or lower them where ``by`` is below 0: no slope becomes another by that."""

    by: int

    def change(self, sheet: Map, notes: list[str]) -> Map:
        board = board_of(sheet)
        levels, present = board.elevation.copy(), board.grid.present
        levels[present] = _lifted(levels[present], self.by)
        return with_board(sheet, board.after(elevation=levels))

    def says(self, sheet: Map) -> str:
        return f"{'Raise' if self.by >= 0 else 'Lower'} the whole board by {count_of(abs(self.by), 'level')}"


class DeriveSlopes(MapEdit, frozen=True):
    """Derive the slopes of the whole map anew from how high its hexes lie; the designer's word stands."""

    slopes: Slopes

    def change(self, sheet: Map, notes: list[str]) -> Map:
        board = board_of(sheet)
        sides = board.sides.copy()
        sides.derive_slopes(board.elevation, _checked_slopes(self.slopes))
        return with_board(sheet, board.after(sides=sides))

    def says(self, sheet: Map) -> str:
        return "Derive slopes anew"


def _lifted(levels: NDArray[np.integer[Any]], by: int) -> NDArray[np.int64]:
    """Return levels raised by so many; raises ``Invalid`` where one would lie too low or too high."""
    _checked(int(levels.min()) + by)
    _checked(int(levels.max()) + by)
    return levels.astype(np.int64) + by


def _checked(level: int) -> int:
    """Return a level that hexes can have; raises ``Invalid`` for one too low or too high."""
    if not LOWEST <= level <= HIGHEST:
        raise Invalid(f"hexes lie between level {LOWEST:,} and {HIGHEST:,}: choose a level there")
    return level


def _checked_slopes(slopes: Slopes) -> Slopes:
    for name in slopes.values():
        if not name.strip():
            raise Invalid("a slope has no name: give one for each difference of levels")
    return slopes
