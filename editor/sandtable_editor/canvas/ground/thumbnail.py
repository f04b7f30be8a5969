"""A picture of the map painted small: land and water, who holds what, what stands where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from sandtable.play.picture.map_picture import colour_of
from sandtable_editor.canvas.geometry.palette import palette

if TYPE_CHECKING:
    from sandtable.play.picture.map_picture import MapPicture
    from sandtable_editor.canvas.geometry.palette import Tone

HALF: Final = 2.6
"""Half the side of a counter, in pixels."""


def thumbnail(picture: MapPicture, size: QSize, ratio: float, tone: Tone) -> QPixmap:
    """Return a picture of this size in logical pixels."""
    made = QPixmap(size * ratio)
    made.setDevicePixelRatio(ratio)
    colours, dark = palette(tone), tone != "light"
    made.fill(colours.void)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(size.width() / picture.width, size.height() / picture.height)
    line = QColor(colours.area)
    line.setAlphaF(0.6)
    for shape in picture.shapes:
        fill = QColor(colour_of(shape, dark=dark))
        painter.setPen(QPen(line, 0.5))
        painter.setBrush(fill)
        painter.drawPath(_path_of(shape.rings))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colours.river, 0.8))
    for river in picture.rivers:
        painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in river]))
    painter.setPen(QPen(colours.halo if dark else QColor("#ffffff"), 0.6))
    for stack in picture.stacks:
        painter.setBrush(QColor(stack.colour))
        painter.drawRect(QRectF(stack.x - HALF, stack.y - HALF, 2 * HALF, 2 * HALF))
    painter.end()
    return made


def _path_of(rings: tuple[tuple[tuple[float, float], ...], ...]) -> QPainterPath:
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    for ring in rings:
        path.addPolygon(QPolygonF([QPointF(x, y) for x, y in ring]))
        path.closeSubpath()
    return path
