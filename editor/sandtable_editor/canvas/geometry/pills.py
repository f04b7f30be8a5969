"""A word on a pill: what a step costs, what a thing is called. Always at its own size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPen

from sandtable_editor.canvas.geometry.palette import readable_on

if TYPE_CHECKING:
    from PySide6.QtGui import QColor, QPainter

HIGH = 17.0


def pill_box(text: str, middle: QPointF, font: QFont) -> QRectF:
    """Return where a pill lies."""
    wide = max(HIGH, QFontMetricsF(font).horizontalAdvance(text) + 10)
    return QRectF(middle.x() - wide / 2, middle.y() - HIGH / 2, wide, HIGH)


def pill_font(painter_font: QFont, pixels: int = 12) -> QFont:
    """Return the font of pills."""
    font = QFont(painter_font)
    font.setPixelSize(pixels)
    font.setBold(True)
    return font


def draw_pill(painter: QPainter, text: str, box: QRectF, colour: QColor, rim: QColor) -> None:
    """Draw a word on a pill."""
    painter.setPen(QPen(rim, 1.4))
    painter.setBrush(colour)
    painter.drawRoundedRect(box, HIGH / 2, HIGH / 2)
    painter.setPen(readable_on(colour))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
