"""What stands in the middle of the window while a map is open: the rail, what can be chosen for the tool, the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from sandtable_editor.map.rail import ToolRail

if TYPE_CHECKING:
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.map.tool_in_hand import ToolInHand


class DeskPage(QWidget):
    """The page of a desk."""

    def __init__(self, desk: MapDesk) -> None:
        super().__init__()
        self._desk = desk
        self.rail = ToolRail(desk)
        self._options: dict[str, QWidget | None] = {}
        self.bar = QFrame()
        self._bar = QHBoxLayout(self.bar)
        self._bar.setContentsMargins(8, 4, 8, 4)
        self.bar.setAccessibleName("Options of the tool")
        right = QVBoxLayout()
        right.setContentsMargins(0, 0, 0, 0)
        right.setSpacing(0)
        right.addWidget(self.bar)
        right.addWidget(desk.view, 1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addLayout(right, 1)
        self.setFocusProxy(desk.view)
        desk.tool_changed.connect(self._show_options)
        self._show_options(desk.tool)

    def _show_options(self, tool: ToolInHand) -> None:
        """Show what can be chosen for a tool; a tool's own widget is made once."""
        if tool.key not in self._options:
            made = self._options[tool.key] = tool.options()
            if made is not None:
                self._bar.addWidget(made, 1)
        for key, widget in self._options.items():
            if widget is not None:
                widget.setVisible(key == tool.key)
        self.bar.setVisible(self._options[tool.key] is not None)
