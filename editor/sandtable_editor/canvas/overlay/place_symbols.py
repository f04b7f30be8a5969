"""Little signs at places: towns and fortresses, capitals, harbours, boxes."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from sandtable_editor.canvas.counters.counter_symbols import star
from sandtable_editor.canvas.geometry.palette import Palette, Tone, fade_colour, palette


class PlaceSymbol(NamedTuple):
    """A sign: ``kind`` is ``town``, ``port``, ``blockade`` or ``place``."""

    kind: str
    fortress: int = 0
    capital: str = ""
    """``major`` or ``minor``."""


def extent(mark: PlaceSymbol) -> tuple[float, float]:
    """Return how wide and high a sign is, logical pixels."""
    if mark.kind == "port":
        return 16.0, 16.0
    if mark.kind == "blockade":
        return 17.0, 17.0
    if mark.kind == "place":
        return 12.0, 12.0
    wide = _wall(mark.fortress) if mark.fortress else 7.0
    star_width = {"major": 15.0, "minor": 11.0}.get(mark.capital, 0.0)
    if not mark.fortress and star_width:
        return star_width, star_width
    return wide + star_width, max(12.0 if mark.fortress else 7.0, star_width)


def _wall(fortress: int) -> float:
    return 4.0 + 4.0 * min(fortress, 6)


@lru_cache(maxsize=256)
def picture(mark: PlaceSymbol, tone: Tone, dpr: float, letters: float = 1.0) -> QPixmap:
    """Return a sign with a pixel of room around it; ``letters``: how many times larger than usual."""
    wide, high = extent(mark)
    density = dpr * letters
    pixmap = QPixmap(round((wide + 2) * density), round((high + 2) * density))
    pixmap.setDevicePixelRatio(density)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(1, 1, wide, high)
        if mark.kind == "port":
            _port(painter, rect, palette(tone))
        elif mark.kind == "blockade":
            _blockade(painter, rect, palette(tone))
        elif mark.kind == "place":
            _dot(painter, rect.center(), 5.0, palette(tone))
        else:
            _town(painter, rect, mark, palette(tone))
    finally:
        painter.end()
    pixmap.setDevicePixelRatio(dpr)
    return pixmap


def _town(painter: QPainter, rect: QRectF, mark: PlaceSymbol, colours: Palette) -> None:
    left = rect.left()
    if mark.capital:
        radius = 7.0 if mark.capital == "major" else 5.0
        painter.setPen(QPen(colours.halo, 1))
        painter.setBrush(colours.fortress)
        painter.drawPolygon(star(QPointF(left + radius + 0.5, rect.center().y()), radius))
        left += 2 * radius + 1
    if mark.fortress:
        _spires(painter, left, rect.bottom(), mark.fortress, colours)
    elif not mark.capital:
        _dot(painter, rect.center(), 2.8, colours)


def _spires(painter: QPainter, left: float, foot: float, count: int, colours: Palette) -> None:
    """Draw a wall with a spire for each level of the fortress."""
    outline = QPainterPath(QPointF(left + 0.5, foot - 0.5))
    outline.lineTo(left + 0.5, foot - 5)
    for n in range(min(count, 6)):
        x = left + 2 + 4 * n
        for dx, y in ((0.4, 5.0), (0.4, 8.0), (2.0, 11.5), (3.6, 8.0), (3.6, 5.0)):
            outline.lineTo(x + dx, foot - y)
    outline.lineTo(left + _wall(count) - 0.5, foot - 5)
    outline.lineTo(left + _wall(count) - 0.5, foot - 0.5)
    outline.closeSubpath()
    pen = QPen(colours.halo, 1.6)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(outline, pen)
    painter.fillPath(outline, colours.fortress)


def _dot(painter: QPainter, middle: QPointF, radius: float, colours: Palette) -> None:
    painter.setPen(QPen(colours.town, 1.3))
    painter.setBrush(colours.halo)
    painter.drawEllipse(middle, radius, radius)


def _anchor(painter: QPainter, rect: QRectF, ink: QColor) -> None:
    x, top, low = rect.center().x(), rect.top(), rect.bottom()
    painter.setPen(QPen(ink, 1.3))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(QPointF(x, top + 1.2), 1.2, 1.2)
    painter.drawLine(QPointF(x, top + 2.4), QPointF(x, low))
    painter.drawLine(QPointF(x - 2.2, top + 4), QPointF(x + 2.2, top + 4))
    painter.drawArc(QRectF(x - 3.8, low - 6.2, 7.6, 6.2), 200 * 16, 140 * 16)


def _port(painter: QPainter, rect: QRectF, colours: Palette) -> None:
    painter.setPen(QPen(colours.sea_ink, 1.2))
    painter.setBrush(colours.halo)
    painter.drawEllipse(rect.adjusted(0.7, 0.7, -0.7, -0.7))
    _anchor(painter, rect.adjusted(4, 3, -4, -3), colours.sea_ink)


def _blockade(painter: QPainter, rect: QRectF, colours: Palette) -> None:
    pen = QPen(colours.sea_ink, 1.2)
    painter.setPen(pen)
    painter.setBrush(fade_colour(colours.halo, 0.55))
    painter.drawRoundedRect(rect.adjusted(0.7, 0.7, -0.7, -0.7), 2.5, 2.5)
    inner = rect.adjusted(4.5, 4.5, -4.5, -4.5)
    painter.drawPolyline(QPolygonF([inner.topLeft(), inner.bottomRight()]))
    painter.drawPolyline(QPolygonF([inner.bottomLeft(), inner.topRight()]))
