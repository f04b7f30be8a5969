"""A word on a pill: what a step costs, what a thing is called. Always at its own size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPen

from sandtable_editor.canvas.geometry.palette import readable_on

if TYPE_CHECKING:
    from PySide6.QtGui import QColor, QPainter

HIGH: Final = 17.0
PRINT: Final = 12
"""Logical pixels of a pill's height, and of its letters, where these have their usual size."""


def pill_box(text: str, middle: QPointF, font: QFont) -> QRectF:
    """Return where a pill lies: as high as its letters want it."""
    high = HIGH * font.pixelSize() / PRINT
    wide = max(high, QFontMetricsF(font).horizontalAdvance(text) + 10)
    return QRectF(middle.x() - wide / 2, middle.y() - high / 2, wide, high)


def pill_font(painter_font: QFont, letters: float = 1.0, pixels: int = PRINT) -> QFont:
    """Return the font of pills; ``letters``: how many times larger than usual."""
    font = QFont(painter_font)
    font.setPixelSize(round(pixels * letters))
    font.setBold(True)
    return font


def draw_pill(painter: QPainter, text: str, box: QRectF, colour: QColor, rim: QColor) -> None:
    """Draw a word on a pill."""
    painter.setPen(QPen(rim, 1.4))
    painter.setBrush(colour)
    painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
    painter.setPen(readable_on(colour))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
