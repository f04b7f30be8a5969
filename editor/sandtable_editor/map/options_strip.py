"""What can be chosen for the tool in hand: a strip of one height above the map, which does not move by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QTimer
from PySide6.QtGui import QMoveEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from sandtable_editor.shell.pieces import fit

if TYPE_CHECKING:
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.map.tool_in_hand import ToolInHand

ROOM: Final = 8
"""Logical pixels above and below a row of choices, together."""


class OptionsStrip(QWidget):
    """Holds the place of one row. A tool that has more lays them over the map below."""

    def __init__(self, desk: MapDesk, page: QWidget) -> None:
        super().__init__(page)
        self._desk = desk
        self._options: dict[str, QWidget | None] = {}
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.bar = QFrame(page)
        self.bar.setAutoFillBackground(True)
        self.bar.setAccessibleName("Options of the tool")
        self._says = QLabel()
        self._says.setObjectName("faint")
        self._says.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._row = QHBoxLayout(self.bar)
        self._row.setContentsMargins(8, ROOM // 2, 8, ROOM // 2)
        self._row.addWidget(self._says, 1)
        desk.tool_changed.connect(self._show_options)
        desk.window.theme.changed.connect(self._measure_later)
        self._show_options(desk.tool)

    def _show_options(self, tool: ToolInHand) -> None:
        """Show what can be chosen for a tool, else what it does; a tool's own widget is made once."""
        if tool.key not in self._options:
            made = self._options[tool.key] = tool.options()
            if made is not None:
                self._row.addWidget(made, 1)
                self._heed(made)
        mine = self._options[tool.key]
        for widget in self._options.values():
            if widget is not None:
                widget.setVisible(widget is mine)
        self._says.setVisible(mine is None)
        self._says.setText(fit(tool.says))
        self._measure()

    def _heed(self, options: QWidget) -> None:
        """Have the line below say what a click does as soon as something else is chosen."""
        say = self._desk.say_hint
        for box in options.findChildren(QComboBox):
            box.currentTextChanged.connect(say)
        for button in options.findChildren(QAbstractButton):
            button.toggled.connect(say)
        for field in options.findChildren(QLineEdit):
            field.textChanged.connect(say)

    # -- how large it is

    def _measure_later(self) -> None:
        QTimer.singleShot(0, self, self._measure)  # once the letters are as large as the theme has them

    def _measure(self) -> None:
        """Be as high as a row of fields and buttons is, whatever the tool has."""
        self.setFixedHeight(max(kind().sizeHint().height() for kind in (QComboBox, QLineEdit, QPushButton)) + ROOM)
        self._lay()

    def _lay(self) -> None:
        high = max(self.height(), self.bar.sizeHint().height())
        self.bar.setGeometry(self.x(), self.y(), self.width(), high)
        self.bar.raise_()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay()

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self._lay()
