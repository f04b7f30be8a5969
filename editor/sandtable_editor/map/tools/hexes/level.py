"""How high hexes lie: raised, lowered or set under a brush; slopes follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.design.edits.levels import SetLevels
from sandtable_editor.map.tools.hexes.brush import StrokeTool
from sandtable_editor.map.tools.hexes.hex_tool import Alt
from sandtable_editor.map.tools.hexes.options import level_options
from sandtable_editor.map.tools.hexes.palette import size_of

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from sandtable.board.directions import Hex
    from sandtable.board.shapes import Place
    from sandtable.design.edits.edit import MapEdit
    from sandtable_editor.map.tools.tool import Held


class LevelTool(StrokeTool):
    """Raises and lowers hexes."""

    key, title = "hex_level", "Elevation"
    says = "Raise and lower hexes; slopes follow where you have not said otherwise"

    def hint(self, modifiers: Held) -> str:
        palette = self.palette
        lift = _other(palette.lift) if modifiers & Alt else palette.lift
        verb = f"set {size_of(palette.radius)} to level" if lift == "set" else f"{lift} {size_of(palette.radius)} by"
        return f"Click or drag: {verb} {palette.level} · [ ]: size · Alt: the other way · Right click: pick the level"

    def options(self) -> QWidget | None:
        return level_options(self.palette)

    def edit(self, numbers: tuple[str, ...], modifiers: Held) -> MapEdit:
        palette = self.palette
        lift = _other(palette.lift) if modifiers & Alt else palette.lift
        if lift == "set":
            return SetLevels(numbers, palette.level, radius=palette.radius, slopes=palette.slope_names)
        by = palette.level if lift == "raise" else -palette.level
        return SetLevels(numbers, by=by, radius=palette.radius, slopes=palette.slope_names)

    def pick(self, hex: Hex, at: Place) -> None:
        level = int(self.board.elevation[self.board.grid.index(hex)])
        self.palette.put(level=level, lift="set")
        self.desk.hints.note([f"hexes are set to level {level}"])


def _other(lift: str) -> str:
    return {"raise": "lower", "lower": "raise"}.get(lift, lift)
