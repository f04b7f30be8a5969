"""Little pictures strewn over the ground: peaks, hills, trees, tufts, dunes, houses, vines."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from sandtable.present.terrain import Stamp
from sandtable_editor.canvas.geometry.palette import Tone, mix_colours, palette

SIZE: Final = 22.0
"""Logical pixels that a picture takes."""


@lru_cache(maxsize=256)
def stamp(kind: Stamp, tone: Tone, dpr: float, size: float = SIZE, variant: int = 0) -> QPixmap:
    """Return a picture, its middle where it is to stand."""
    pixmap = QPixmap(round(size * dpr), round(size * dpr))
    pixmap.setDevicePixelRatio(dpr)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(size / SIZE, size / SIZE)
        draw = _PICTURES.get(kind)
        if draw is not None:
            draw(painter, palette(tone).ground(kind), tone != "light", variant)
    finally:
        painter.end()
    return pixmap


def _ink(tint: QColor, dark: bool, strength: float) -> QColor:
    return mix_colours(tint, QColor("#f4ecd8") if dark else QColor("#3a2f22"), strength)


def _lines(painter: QPainter, colour: QColor, width: float, *lines: tuple[float, ...]) -> None:
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for line in lines:
        points = list(zip(line[::2], line[1::2], strict=True))
        painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in points]))


def _mountain(painter: QPainter, tint: QColor, dark: bool, variant: int) -> None:
    high, lean = 4.0 + variant, 10.0 + variant
    light, shade = _ink(tint, dark, 0.02 if dark else 0.0).lighter(112), _ink(tint, dark, 0.28)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(light)
    painter.drawPolygon(QPolygonF([QPointF(2, 17), QPointF(lean, high), QPointF(20, 17)]))
    painter.setBrush(shade)
    painter.drawPolygon(
        QPolygonF([QPointF(lean, high), QPointF(20, 17), QPointF(lean + 2.5, 17), QPointF(lean - 1, 11)])
    )
    _lines(painter, _ink(tint, dark, 0.5), 1.0, (2, 17, lean, high, 20, 17))
    _lines(painter, _ink(tint, dark, 0.42), 0.8, (lean + 4, 15, lean + 5.5, 17), (lean + 2, 12, lean + 3, 14))


def _hill(painter: QPainter, tint: QColor, dark: bool, variant: int) -> None:
    path = QPainterPath(QPointF(3, 15))
    path.cubicTo(QPointF(6, 6 + variant), QPointF(13, 6 + variant), QPointF(18, 15))
    painter.setPen(QPen(_ink(tint, dark, 0.42), 1.1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    _lines(painter, _ink(tint, dark, 0.3), 0.8, (13, 10, 15, 14), (10.5, 10, 12, 13))


def _forest(painter: QPainter, tint: QColor, dark: bool, variant: int) -> None:
    crown, edge = _ink(tint, dark, 0.0), _ink(tint, dark, 0.45)
    crown = mix_colours(crown, QColor("#4f7a3d"), 0.45)
    trees = (((6.0, 8.5, 3.2), (15.5, 7.5, 3.6), (11.0, 13.5, 3.4)), ((7.0, 11.5, 3.6), (15.0, 9.5, 3.2)))[variant % 2]
    for x, y, radius in trees:
        _lines(painter, edge, 1.0, (x, y, x, y + radius + 2.4))
        painter.setPen(QPen(edge, 0.8))
        painter.setBrush(crown)
        painter.drawEllipse(QPointF(x, y), radius * 0.88, radius)


def _marsh(painter: QPainter, tint: QColor, dark: bool, variant: int) -> None:
    reed = mix_colours(_ink(tint, dark, 0.4), QColor("#3f7f86"), 0.45)
    _lines(painter, reed, 1.0, (4, 14, 18, 14), (8, 17 + variant, 14, 17 + variant))
    _lines(painter, reed, 1.0, (8, 13, 6.5, 8), (11, 13, 11, 6.5), (14, 13, 15.5, 8))


def _desert(painter: QPainter, tint: QColor, dark: bool, variant: int) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_ink(tint, dark, 0.35))
    for x, y in ((5, 7), (11, 5 + variant), (16, 9), (8, 13), (14, 15), (4, 16)):
        painter.drawEllipse(QPointF(x, y), 0.8, 0.8)


def _house(painter: QPainter, tint: QColor, dark: bool, x: float, y: float, width: float) -> None:
    roof = mix_colours(_ink(tint, dark, 0.3), QColor("#a8452f"), 0.55)
    painter.setPen(QPen(_ink(tint, dark, 0.65), 0.7))
    painter.setBrush(_ink(tint, dark, 0.05).lighter(118))
    painter.drawRect(QRectF(x, y, width, width * 0.62))
    painter.setBrush(roof)
    painter.drawPolygon(
        QPolygonF([QPointF(x - 0.8, y), QPointF(x + width / 2, y - width * 0.5), QPointF(x + width + 0.8, y)])
    )


def _town(painter: QPainter, tint: QColor, dark: bool, variant: int) -> None:
    for x, y, width in ((3.5, 7.5, 5.0), (11.5, 6.0 + variant, 6.0), (7.0, 13.5, 6.5), (15.0, 14.0, 4.0)):
        _house(painter, tint, dark, x, y, width)


def _village(painter: QPainter, tint: QColor, dark: bool, variant: int) -> None:
    for x, y, width in ((5.0, 8.5 + variant, 5.0), (11.5, 12.0, 5.5)):
        _house(painter, tint, dark, x, y, width)


def _vineyard(painter: QPainter, tint: QColor, dark: bool, variant: int) -> None:
    green = mix_colours(_ink(tint, dark, 0.35), QColor("#5d7d33"), 0.5)
    for x in (5.0, 9.0, 13.0, 17.0):
        _lines(painter, green, 1.1, (x, 5 + variant, x, 9 + variant), (x, 12, x, 16))


def _pass(painter: QPainter, tint: QColor, dark: bool, variant: int) -> None:
    edge, way = _ink(tint, dark, 0.5), mix_colours(_ink(tint, dark, 0.3), QColor("#a8452f"), 0.35)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_ink(tint, dark, 0.22))
    for left, top, right in ((1.0, 6.0, 9.0), (13.0, 5.0, 21.0)):
        painter.drawPolygon(QPolygonF([QPointF(left, 16), QPointF((left + right) / 2, top), QPointF(right, 16)]))
        _lines(painter, edge, 1.0, (left, 16, (left + right) / 2, top, right, 16))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_ink(tint, dark, 0.22))
    _lines(painter, way, 1.6, (9.5, 19, 11.5, 15.5, 10.3, 12, 11.5, 8.5))


def _fort(painter: QPainter, tint: QColor, dark: bool, variant: int) -> None:
    points = ((11.0, 3.0), (13.2, 7.2), (18.2, 6.0), (16.2, 10.8), (19.4, 14.6), (14.6, 15.0), (11.0, 19.0))
    star = [*points, *((22.0 - x, y) for x, y in reversed(points[1:-1]))]
    painter.setPen(QPen(_ink(tint, dark, 0.7), 1.2))
    painter.setBrush(mix_colours(_ink(tint, dark, 0.1), QColor("#a8452f"), 0.35))
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in star]))
    painter.setBrush(_ink(tint, dark, 0.05).lighter(118))
    painter.drawRect(QRectF(8.8, 8.8, 4.4, 4.4))


_PICTURES: Final[dict[Stamp, Callable[[QPainter, QColor, bool, int], None]]] = {
    "mountain": _mountain, "hill": _hill, "forest": _forest, "marsh": _marsh, "desert": _desert, "town": _town,
    "village": _village, "vineyard": _vineyard, "pass": _pass, "fort": _fort,
}  # fmt: skip
