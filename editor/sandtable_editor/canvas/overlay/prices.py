"""The prices of a reach, printed in the spaces: always at their own size."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from sandtable_editor.canvas.geometry.palette import Palette, fade_colour, palette, readable_on
from sandtable_editor.canvas.geometry.pills import pill_font
from sandtable_editor.canvas.geometry.qt_exceptions import report_errors, restore_after

if TYPE_CHECKING:
    from sandtable.board.spaces import SpaceId
    from sandtable.present import Reach
    from sandtable_editor.canvas.geometry.geography import CanvasGeography

Z_PRICES: Final = 60.0
FROM: Final = 22.0
"""Logical pixels of a typical space from which on prices are shown."""


class Prices(QGraphicsItem):
    """What each space within reach costs."""

    def __init__(self, geography: CanvasGeography) -> None:
        super().__init__()
        self._geography, self._rect = geography, geography.rect
        self._prices: list[tuple[QPointF, str, bool, bool]] = []
        self.palette: Palette = palette(dark=False)
        self.zoom = 1.0
        self.clear_of = 0.0
        """How far below its place a price stands where counters are, logical pixels."""
        self.setZValue(Z_PRICES)

    def boundingRect(self) -> QRectF:
        return self._rect

    def show_reach(self, reach: Reach | None, occupied: frozenset[SpaceId]) -> None:
        """Print these prices and no others."""
        prices = {**reach.further, **reach.costs} if reach else {}
        stands = self._geography.stands(list(prices))
        self._prices = [
            (QPointF(*stand), prices[id], id in occupied, reach is not None and id in reach.costs)
            for id, stand in stands.items()
            if stand
        ]
        self.update()

    @report_errors
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if not self._prices or self._geography.size * self.zoom < FROM:
            return
        transform = painter.worldTransform()
        with restore_after(painter):
            painter.resetTransform()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            font = pill_font(painter.font())
            painter.setFont(font)
            metrics, window = QFontMetricsF(font), QRectF(painter.viewport()).adjusted(-20, -20, 20, 20)
            for place, text, crowded, plain in self._prices:
                spot = transform.map(place) + QPointF(0, self.clear_of if crowded else 0)
                colour = self.palette.within if plain else self.palette.further
                if window.contains(spot):
                    self._pill(painter, spot, text, max(18.0, metrics.horizontalAdvance(text) + 9), colour)

    def _pill(self, painter: QPainter, spot: QPointF, text: str, wide: float, colour: QColor) -> None:
        pill = QRectF(spot.x() - wide / 2, spot.y() - 9, wide, 18)
        painter.setPen(QPen(fade_colour(QColor("#ffffff"), 0.9), 1.4))
        painter.setBrush(colour)
        painter.drawRoundedRect(pill, 9, 9)
        painter.setPen(readable_on(colour))
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, text)
