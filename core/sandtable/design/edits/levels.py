"""How high hexes lie, and the slopes that follow from it."""

from __future__ import annotations

import numpy as np

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
        wanted = levels[cells].astype(np.int64) + self.by if self.level is None else np.array([self.level + self.by])
        if not LOWEST <= int(wanted.min()) <= int(wanted.max()) <= HIGHEST:
            raise Invalid(f"hexes lie between level {LOWEST:,} and {HIGHEST:,}: choose a level there")
        levels[cells] = wanted
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


def _checked_slopes(slopes: Slopes) -> Slopes:
    for name in slopes.values():
        if not name.strip():
            raise Invalid("a slope has no name: give one for each difference of levels")
    return slopes
