"""A word on a pill: what a step costs, what a thing is called. Always at its own size."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPixmap

from sandtable_editor.canvas.geometry.palette import readable_on

HIGH: Final = 17.0
PRINT: Final = 12
"""Logical pixels of a pill's height, and of its letters, where these have their usual size."""
MARGIN: Final = 2
"""Logical pixels round a pill in which its rim lies."""
KEPT: Final = 2000
"""Pictures of pills that are kept."""


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


def draw_pill(
    painter: QPainter,
    text: str,
    box: QRectF,
    colour: QColor,
    rim: QColor,
    *,
    ink: QColor | None = None,
    width: float = 1.4,
) -> None:
    """Draw a word on a pill: in black or white, whichever can be read, or in an ink; ``width``: of the rim."""
    written = ink if ink is not None else readable_on(colour)
    size, colours = (box.width(), box.height()), (colour.rgba(), rim.rgba(), written.rgba())
    dpr = painter.device().devicePixelRatioF()
    picture = _pill_picture(text, painter.font().toString(), size, colours, width, dpr)
    painter.drawPixmap(round(box.left()) - MARGIN, round(box.top()) - MARGIN, picture)


@lru_cache(maxsize=KEPT)
def _pill_picture(
    text: str, font: str, size: tuple[float, float], colours: tuple[int, int, int], width: float, dpr: float
) -> QPixmap:
    """Return a pill as a picture; words take long to draw, and the same ones are drawn in every frame."""
    picture = QPixmap(ceil((size[0] + 2 * MARGIN) * dpr), ceil((size[1] + 2 * MARGIN) * dpr))
    picture.setDevicePixelRatio(dpr)
    picture.fill(Qt.GlobalColor.transparent)
    box, letters = QRectF(MARGIN, MARGIN, *size), QFont()
    letters.fromString(font)
    fill, rim, ink = map(QColor.fromRgba, colours)
    painter = QPainter(picture)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(letters)
        painter.setPen(QPen(rim, width))
        painter.setBrush(fill)
        painter.drawRoundedRect(box, box.height() / 2, box.height() / 2)
        painter.setPen(ink)
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
    finally:
        painter.end()
    return picture
