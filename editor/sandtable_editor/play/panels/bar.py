"""A bar: what is left of something, in a colour that says how much; the number stands beside it in words."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from sandtable_editor.shell.theme import scaled, shades

HIGH: Final = 7
"""Logical pixels."""


class Bar(QWidget):
    """So much of how much, as wide as there is room."""

    def __init__(self, value: int, full: int) -> None:
        super().__init__()
        self.full = max(full, 1)
        self.value = max(0, min(value, self.full))

    def sizeHint(self) -> QSize:
        return QSize(scaled(60), scaled(HIGH))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        filled = self.width() * self.value // self.full
        high = min(self.height(), scaled(HIGH))
        painter = QPainter(self)
        try:
            painter.fillRect(QRect(0, 0, self.width(), high), QColor(shades().groove))
            painter.fillRect(QRect(0, 0, filled, high), QColor(bar_colour(self.value, self.full)))
        finally:
            painter.end()


def bar_colour(value: int, full: int) -> str:
    """Return the colour of a bar: more than half is good, less than a quarter bad."""
    colours = shades()
    return colours.good if 2 * value > full else colours.warm if 4 * value > full else colours.bad
