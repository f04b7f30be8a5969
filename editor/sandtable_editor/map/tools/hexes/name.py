"""Names of hexes: what stands in the field goes to the hex that is clicked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.design.edits.hexes import NameHex
from sandtable_editor.map.tools.hexes.hex_tool import Alt, HexTool
from sandtable_editor.map.tools.hexes.options import name_options

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from sandtable.board.directions import Hex
    from sandtable.board.shapes import Place
    from sandtable_editor.map.tools.tool import Held


class HexNameTool(HexTool):
    """Names hexes."""

    key, title = "hex_name", "Name a hex"
    paints_ground = False
    says = "Give hexes names"

    def hint(self, modifiers: Held) -> str:
        if modifiers & Alt or not self.palette.name.strip():
            return "Type a name above, then click its hex · Alt+click: take a name off · Right click: pick a name"
        return f"Click: call the hex {self.palette.name.strip()} · Alt: take a name off · Right click: pick a name"

    def options(self) -> QWidget | None:
        return name_options(self.palette)

    def moved(self, at: Place, modifiers: Held) -> None:
        hex = self.hex_at(at)
        self.desk.guides.show_guides(self.ghost(self.around([hex], 0)) if hex is not None else ())

    def pressed(self, at: Place, modifiers: Held) -> None:
        hex = self.hex_at(at)
        if hex is None:
            return
        name = "" if modifiers & Alt else self.palette.name.strip()
        if not name and not modifiers & Alt:
            self.desk.refuse("No name is typed: type one in the field above the map, or hold Alt to take a name off.")
            return
        self.desk.design.do(NameHex(self.number(hex), name))

    def pick(self, hex: Hex, at: Place) -> None:
        name = self.board.names.get(hex, "")
        if name:
            self.palette.put(name=name)
