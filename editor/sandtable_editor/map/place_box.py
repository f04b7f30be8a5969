"""A line to type a place in: two coordinates, or the number of a hex."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.shapes import Place
    from sandtable_editor.map.drawn_map import DrawnMap

TWO: Final = re.compile(r"\s*(-?\d+(?:\.\d*)?|-?\.\d+)\s*[,; ]\s*(-?\d+(?:\.\d*)?|-?\.\d+)\s*")
WIDE: Final = 220


class PlaceBox(QLineEdit):
    """Asks for a place. ``wanted`` gives it; ``refused`` says why what was typed is none."""

    wanted = Signal(tuple)
    refused = Signal(str)

    def __init__(self, view: DrawnMap) -> None:
        super().__init__(view.viewport())
        self._view = view
        self._map: Map | None = None
        self.setAccessibleName("Go to a place")
        self.setPlaceholderText("Two coordinates, or the number of a hex")
        self.returnPressed.connect(self._go)
        self.hide()

    def ask(self, sheet: Map, begun: str) -> None:
        """Ask, with what is typed already."""
        self._map = sheet
        self.setText(begun)
        room = self._view.viewport().rect()
        self.setGeometry((room.width() - WIDE) // 2, 12, WIDE, self.sizeHint().height())
        self.show()
        self.raise_()
        self.setFocus()
        self.end(False)

    def _go(self) -> None:
        text, place = self.text(), self._place(self.text())
        self._leave()
        if place is None:
            self.refused.emit(f"“{text}” is not a place: write two numbers with a comma, or the number of a hex.")
        else:
            self.wanted.emit(place)

    def _place(self, text: str) -> Place | None:
        if self._map is not None and self._map.has_hex(text.strip()):
            return self._map.locate(text.strip())
        two = TWO.fullmatch(text)
        return (float(two[1]), float(two[2])) if two else None

    def _leave(self) -> None:
        self._view.setFocus()  # first: what is hidden with the focus hands it on to whatever comes next
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._leave()
        else:
            super().keyPressEvent(event)
            event.accept()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.hide()
