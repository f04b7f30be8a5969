"""Filling: a hex and all that hang together with it and are of the same terrain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.design.edits.hexes import FillHexes, fill_of
from sandtable_editor.map.tools.hexes.hex_tool import HexTool
from sandtable_editor.map.tools.hexes.options import fill_options

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from sandtable.board.shapes import Place
    from sandtable_editor.map.tools.tool import Held


class FillTool(HexTool):
    """Fills with terrain."""

    key, title, letter = "hex_fill", "Fill", "F"
    says = "Paint a hex and all around it of the same terrain"

    def hint(self, modifiers: Held) -> str:
        far = f" within {self.palette.within} hexes" if self.palette.within else ""
        water = ", not across rivers" if self.palette.stops_at_water else ""
        return f"Click: fill with {', '.join(self.palette.terrain) or 'nothing'}{far}{water} · Right click: pick"

    def options(self) -> QWidget | None:
        return fill_options(self.palette)

    def moved(self, at: Place, modifiers: Held) -> None:
        hex = self.hex_at(at)
        if hex is None:
            self.desk.guides.clear()
            return
        cells = fill_of(self.desk.design.map, self.number(hex), self.palette.within, self.palette.stops)
        self.desk.guides.show_guides(self.ghost(cells))

    def pressed(self, at: Place, modifiers: Held) -> None:
        hex = self.hex_at(at)
        if hex is not None:
            palette = self.palette
            self.desk.design.do(FillHexes(self.number(hex), palette.terrain, palette.within, palette.stops))
