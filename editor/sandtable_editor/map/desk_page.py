"""What stands in the middle of the window while a map is open: the rail, what can be chosen for the tool, the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from sandtable_editor.map.options_strip import OptionsStrip
from sandtable_editor.map.rail import ToolRail

if TYPE_CHECKING:
    from sandtable_editor.map.desk import MapDesk


class DeskPage(QWidget):
    """The page of a desk."""

    def __init__(self, desk: MapDesk) -> None:
        super().__init__()
        self._desk = desk
        self.rail = ToolRail(desk)
        self.strip = OptionsStrip(desk, self)
        right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(0)
        right.addWidget(self.strip)
        right.addWidget(desk.view, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addLayout(right, 1)
        self.setFocusProxy(desk.view)
        self.strip.bar.raise_()
