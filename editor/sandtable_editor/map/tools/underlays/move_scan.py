"""The tool that moves an image: by a drag, or by arrows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from sandtable.design.edits.underlays import MoveUnderlay
from sandtable_editor.map.guides import Guide, RubberLine
from sandtable_editor.map.map_keys import ARROWS, FAR
from sandtable_editor.map.tools.underlays.scan_tool import ScanTool

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent

    from sandtable.board.shapes import Place
    from sandtable.design.edits.edit import MapEdit
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.map.tools.tool import Held


class MoveScanTool(ScanTool):
    """Moves an image."""

    key, title = "move_scan", "Move a scan"
    says = "Drag the scan, or move it with the arrows"
    cursor = Qt.CursorShape.SizeAllCursor

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self._from: Place | None = None

    def hint(self, modifiers: Held) -> str:
        if self._from is not None:
            return "Let go: the scan lies there · Esc: leave it where it was"
        return "Drag: move the scan · Arrows: by a pixel of the screen · Shift and arrows: by ten"

    def pressed(self, at: Place, modifiers: Held) -> None:
        self._from = at

    def moved(self, at: Place, modifiers: Held) -> None:
        if self._from is not None and self.held:
            self._show_moved((at[0] - self._from[0], at[1] - self._from[1]))

    def released(self, at: Place, modifiers: Held) -> None:
        start, self._from = self._from, None
        if start is not None:
            self._shift((at[0] - start[0], at[1] - start[1]), self.desk.design.do)

    def on_key(self, event: QKeyEvent) -> bool:
        way = ARROWS.get(Qt.Key(event.key()))
        if way is None or self.held or event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return super().on_key(event)
        many = FAR if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1
        step = self.desk.view.stride / 5 * many
        down = 1 if self.desk.view.geography.downwards else -1
        self.desk.begin_step()
        self._shift((way[0] * step, way[1] * step * down), self.desk.design.nudge)
        return True

    def _shift(self, by: Place, do: Callable[[MapEdit], object]) -> None:
        one = self.underlay
        if one is not None and any(by):
            do(MoveUnderlay(one.id, by))
        self.show()

    def escape(self) -> bool:
        was, self._from = self._from is not None, None
        self.show()
        return was

    def show(self) -> None:
        self._show_moved((0.0, 0.0))

    def _show_moved(self, by: Place) -> None:
        frame = self.frame()
        if self.desk.tool is not self or frame is None:
            return
        found: list[Guide] = [frame]
        if any(by):
            found.append(RubberLine(tuple((x + by[0], y + by[1]) for x, y in frame.places), closed=True))
        self.desk.guides.show_guides(found)
