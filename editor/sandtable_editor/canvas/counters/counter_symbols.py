"""The signs on counters: a box with the sign of the arm in it, or a picture of its own."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from sandtable_editor.canvas.geometry.qt_exceptions import restore_after

if TYPE_CHECKING:
    from sandtable.present import Symbol

BOXED: Final = frozenset({"infantry", "cavalry", "guard", "artillery", "militia", "irregulars"})
"""Signs that stand in a box, as those of troops do."""


def draw(painter: QPainter, symbol: Symbol, rect: QRectF, ink: QColor, paper: QColor) -> None:
    """Draw a sign into a rectangle that is wider than high."""
    thick = max(1.0, rect.height() * 0.11)
    pen = QPen(ink, thick)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    with restore_after(painter):
        painter.setPen(pen)
        painter.setBrush(paper if symbol in BOXED else Qt.BrushStyle.NoBrush)
        if symbol in BOXED:
            painter.drawRect(rect)
            painter.setBrush(Qt.BrushStyle.NoBrush)
        _SIGNS[symbol](painter, rect, ink)


def _infantry(painter: QPainter, r: QRectF, ink: QColor) -> None:
    painter.drawLine(r.topLeft(), r.bottomRight())
    painter.drawLine(r.bottomLeft(), r.topRight())


def _cavalry(painter: QPainter, r: QRectF, ink: QColor) -> None:
    painter.drawLine(r.bottomLeft(), r.topRight())


def _guard(painter: QPainter, r: QRectF, ink: QColor) -> None:
    _infantry(painter, r, ink)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawPolygon(QPolygonF([r.topLeft(), r.center(), r.bottomLeft()]))
    painter.drawPolygon(QPolygonF([r.topRight(), r.center(), r.bottomRight()]))


def _artillery(painter: QPainter, r: QRectF, ink: QColor) -> None:
    painter.setBrush(ink)
    painter.drawEllipse(r.center(), r.height() * 0.2, r.height() * 0.2)


def _militia(painter: QPainter, r: QRectF, ink: QColor) -> None:
    _infantry(painter, r, ink)
    painter.drawLine(QPointF(r.center().x(), r.top()), QPointF(r.center().x(), r.bottom()))


def _irregulars(painter: QPainter, r: QRectF, ink: QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    for dx, dy in ((-0.26, 0.2), (0.0, -0.2), (0.26, 0.2)):
        place = r.center() + QPointF(dx * r.width(), dy * r.height())
        painter.drawEllipse(place, r.height() * 0.13, r.height() * 0.13)


def _leader(painter: QPainter, r: QRectF, ink: QColor) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawPolygon(star(r.center(), r.height() * 0.66))


def _fleet(painter: QPainter, r: QRectF, ink: QColor) -> None:
    painter.setBrush(ink)
    hull = QPainterPath(_in(r, 0.06, 0.68))
    hull.lineTo(_in(r, 0.94, 0.68))
    hull.quadTo(_in(r, 0.82, 1.05), _in(r, 0.66, 1.05))
    hull.lineTo(_in(r, 0.26, 1.05))
    hull.quadTo(_in(r, 0.12, 1.0), _in(r, 0.06, 0.68))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawPath(hull)
    painter.setPen(QPen(ink, max(1.0, r.height() * 0.08)))
    for x, top in ((0.3, 0.08), (0.55, -0.1), (0.78, 0.12)):
        painter.drawLine(_in(r, x, 0.68), _in(r, x, top))
        sail = [_in(r, x - 0.1, top + 0.1), _in(r, x + 0.09, top + 0.1), _in(r, x + 0.12, 0.52), _in(r, x - 0.1, 0.52)]
        painter.drawPolygon(QPolygonF(sail))


def _depot(painter: QPainter, r: QRectF, ink: QColor) -> None:
    radius = r.height() * 0.5
    painter.drawEllipse(r.center(), radius, radius)
    for n in range(4):
        way = QPointF(cos(n * pi / 4), sin(n * pi / 4)) * radius
        painter.drawLine(r.center() - way, r.center() + way)


def _garrison(painter: QPainter, r: QRectF, ink: QColor) -> None:
    wall = ((0.2, 1), (0.2, 0.0), (0.34, 0.0), (0.34, 0.22), (0.44, 0.22), (0.44, 0), (0.56, 0), (0.56, 0.22),
            (0.66, 0.22), (0.66, 0), (0.8, 0), (0.8, 1))  # fmt: skip
    painter.setBrush(ink)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.drawPolygon(QPolygonF([_in(r, x, y) for x, y in wall]))
    painter.setBrush(QColor("#f6f1e3"))
    painter.drawRect(QRectF(_in(r, 0.45, 0.6), _in(r, 0.55, 1.0)))


def _siege(painter: QPainter, r: QRectF, ink: QColor) -> None:
    trench = ((0.02, 0.9), (0.2, 0.45), (0.34, 0.85), (0.5, 0.3), (0.64, 0.7), (0.8, 0.1), (0.98, 0.5))
    painter.drawPolyline(QPolygonF([_in(r, x, y) for x, y in trench]))


def _marker(painter: QPainter, r: QRectF, ink: QColor) -> None:
    painter.setBrush(ink)
    half = QPointF(r.height() * 0.5, 0)
    painter.drawPolygon(QPolygonF([_in(r, 0.5, 0), r.center() + half, _in(r, 0.5, 1), r.center() - half]))


def _wagon(painter: QPainter, r: QRectF, ink: QColor) -> None:
    tilt = QPainterPath(_in(r, 0.16, 0.66))
    tilt.quadTo(_in(r, 0.1, -0.1), _in(r, 0.34, 0.02))
    tilt.lineTo(_in(r, 0.66, 0.02))
    tilt.quadTo(_in(r, 0.9, -0.1), _in(r, 0.84, 0.66))
    tilt.closeSubpath()
    painter.setBrush(ink)
    painter.drawPath(tilt)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for x in (0.3, 0.7):
        painter.drawEllipse(_in(r, x, 0.84), r.height() * 0.19, r.height() * 0.19)


def _in(r: QRectF, x: float, y: float) -> QPointF:
    """Return a place in a rectangle, 0 to 1 across and down."""
    return QPointF(r.left() + x * r.width(), r.top() + y * r.height())


def star(middle: QPointF, radius: float, points: int = 5) -> QPolygonF:
    """Return a star with a point upwards."""
    corners = [
        middle + QPointF(sin(n * pi / points), -cos(n * pi / points)) * (radius if n % 2 == 0 else radius * 0.42)
        for n in range(2 * points)
    ]
    return QPolygonF(corners)


_SIGNS: Final[dict[Symbol, Callable[[QPainter, QRectF, QColor], None]]] = {
    "infantry": _infantry, "cavalry": _cavalry, "guard": _guard, "artillery": _artillery, "militia": _militia,
    "irregulars": _irregulars, "leader": _leader, "fleet": _fleet, "depot": _depot, "garrison": _garrison,
    "siege": _siege, "marker": _marker, "wagon": _wagon,
}  # fmt: skip
