"""A word on a pill: what a step costs, what a thing is called. Always at its own size."""

from __future__ import annotations

from functools import lru_cache
from math import ceil
from typing import Final, NamedTuple

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


class PillLook(NamedTuple):
    """How a pill is drawn, whatever it says."""

    font: str
    """As Qt writes one down."""
    dpr: float
    fill: int
    rim: int
    ink: int
    """As Qt numbers colours."""
    width: float
    """Of the rim, logical pixels."""


def pill_look(
    painter: QPainter, colour: QColor, rim: QColor, *, ink: QColor | None = None, width: float = 1.4
) -> PillLook:
    """Return the look of pills in a painter's font: with words in an ink, else in black or white as can be read."""
    written = ink if ink is not None else readable_on(colour)
    dpr = painter.device().devicePixelRatioF()
    return PillLook(painter.font().toString(), dpr, colour.rgba(), rim.rgba(), written.rgba(), width)


def draw_pill(painter: QPainter, text: str, box: QRectF, colour: QColor, rim: QColor) -> None:
    """Draw a word on a pill."""
    lay_pill(painter, text, box, pill_look(painter, colour, rim))


def lay_pill(painter: QPainter, text: str, box: QRectF, look: PillLook) -> None:
    """Draw a word on a pill of which many look alike."""
    picture = _pill_picture(text, box.width(), box.height(), look)
    painter.drawPixmap(round(box.left()) - MARGIN, round(box.top()) - MARGIN, picture)


@lru_cache(maxsize=KEPT)
def _pill_picture(text: str, wide: float, high: float, look: PillLook) -> QPixmap:
    """Return a pill as a picture; words take long to draw, and the same ones are drawn in every frame."""
    picture = QPixmap(ceil((wide + 2 * MARGIN) * look.dpr), ceil((high + 2 * MARGIN) * look.dpr))
    picture.setDevicePixelRatio(look.dpr)
    picture.fill(Qt.GlobalColor.transparent)
    box, font = QRectF(MARGIN, MARGIN, wide, high), QFont()
    font.fromString(look.font)
    painter = QPainter(picture)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font)
        painter.setPen(QPen(QColor.fromRgba(look.rim), look.width))
        painter.setBrush(QColor.fromRgba(look.fill))
        painter.drawRoundedRect(box, high / 2, high / 2)
        painter.setPen(QColor.fromRgba(look.ink))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
    finally:
        painter.end()
    return picture
