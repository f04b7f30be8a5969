"""The eye and the lock of a layer as icons, in the colours of the theme."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPainterPath, QPen, QPixmap

from sandtable_editor.shell.theme import scaled, shades

SIDE = 16.0
DENSITY = 2.0


def eye(*, is_open: bool) -> QIcon:
    """Return an eye; one that is shut is no more than its lid."""
    return _icon(partial(_paint_eye, is_open), faint=not is_open)


def lock(*, is_shut: bool) -> QIcon:
    """Return a lock; one that is open is faint, its shackle raised."""
    return _icon(partial(_paint_lock, is_shut), faint=not is_shut)


def _icon(paint: Callable[[QPainter, QColor], None], *, faint: bool) -> QIcon:
    colours, icon = shades(), QIcon()
    usual = QColor(colours.faint if faint else colours.text)
    for mode, colour in ((QIcon.Mode.Normal, usual), (QIcon.Mode.Selected, QColor(colours.on_accent))):
        size = scaled(SIDE) * DENSITY
        picture = QPixmap(round(size), round(size))
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(size / SIDE, size / SIDE)
        painter.setPen(QPen(colour, 1.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        paint(painter, colour)
        painter.end()
        picture.setDevicePixelRatio(DENSITY)
        icon.addPixmap(picture, mode)
    return icon


def _paint_eye(is_open: bool, painter: QPainter, colour: QColor) -> None:
    lids = QPainterPath(QPointF(1.5, 8))
    if is_open:
        lids.quadTo(QPointF(8, 0.5), QPointF(14.5, 8))
    else:
        lids.moveTo(QPointF(14.5, 8))
    lids.quadTo(QPointF(8, 15.5), QPointF(1.5, 8))
    painter.drawPath(lids)
    if is_open:
        painter.setBrush(colour)
        painter.drawEllipse(QPointF(8, 8), 1.9, 1.9)


def _paint_lock(is_shut: bool, painter: QPainter, colour: QColor) -> None:
    if is_shut:
        painter.drawArc(QRectF(5, 1.5, 6, 10), 0, 180 * 16)
        painter.setBrush(colour)
    else:
        painter.drawArc(QRectF(8, 1.5, 6, 10), 0, 180 * 16)
    painter.drawRoundedRect(QRectF(3, 7, 10, 7), 1, 1)
