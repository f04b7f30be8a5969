"""The wand: a click selects a hex with all around it of the same terrain, or an area with those of its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from sandtable.design.alike import alike_around
from sandtable.engine.words import sentence
from sandtable_editor.map.selection import Selected
from sandtable_editor.map.tools.select.menu import show_menu
from sandtable_editor.map.tools.tool import MapTool

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint

    from sandtable.board.shapes import Place
    from sandtable_editor.map.tools.tool import Held

Shift, Alt = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier


class WandTool(MapTool):
    """Selects what hangs together and is alike."""

    key, title, letter, group = "wand", "Wand", "W", "select"
    says = "Select a hex with all around it of the same terrain, or an area with those of its kind"

    def hint(self, modifiers: Held) -> str:
        if modifiers & Alt:
            return "Click: let go of what hangs together here and is alike"
        if modifiers & Shift:
            return "Click: select what hangs together here and is alike too"
        return "Click: select what hangs together and is alike · Shift: more · Alt: less · Right click: the menu"

    def pressed(self, at: Place, modifiers: Held) -> None:
        space = self.desk.pointing.space_at(at)
        selection = self.desk.selection
        if space is None:
            if not modifiers & (Shift | Alt):
                selection.clear()
            return
        sheet = self.desk.design.map
        ids = tuple(alike_around(sheet, space))
        found = Selected(spaces=ids) if space in sheet.graph.spaces else Selected(hexes=ids)
        if modifiers & Alt:
            selection.set(selection.now.without(found))
        elif modifiers & Shift:
            selection.add(found)
        else:
            selection.set(found)
        if selection.now:
            self.desk.hints.note([sentence(f"{selection.now.counted} selected")])

    def right(self, at: Place, modifiers: Held, spot: QPoint) -> None:
        show_menu(self.desk, at, spot)
