"""What stands in the middle of the window while a map is open: the rail, what can be chosen for the tool, the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from sandtable_editor.map.foot import MapFoot
from sandtable_editor.map.options_strip import OptionsStrip
from sandtable_editor.map.rail import ToolRail

if TYPE_CHECKING:
    from PySide6.QtGui import QHideEvent, QShowEvent

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
        self.foot = MapFoot(desk)
        desk.window.status.addPermanentWidget(self.foot)
        self.strip.bar.raise_()

    def showEvent(self, event: QShowEvent) -> None:
        """Bring along what stands at the foot of the window."""
        super().showEvent(event)
        self.foot.show()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.foot.hide()

    def put_away(self) -> None:
        """Take all of it out of the window."""
        self._desk.window.status.removeWidget(self.foot)
        self.foot.deleteLater()
        self.deleteLater()
