"""What is the matter with spaces (a siege): a badge over the counters there, always at its own size."""

from __future__ import annotations

from collections import Counter as Counted
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from sandtable_editor.canvas.counters import counter_symbols
from sandtable_editor.canvas.geometry.palette import Palette, mix_colours, palette
from sandtable_editor.canvas.geometry.qt_exceptions import report_errors, restore_after

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.board.spaces import SpaceId
    from sandtable.present import Sign
    from sandtable_editor.canvas.geometry.geography import CanvasGeography

Z_SIGNS: Final = 50_000.0
"""Over all closed stacks, under the one that is fanned out."""
LEAST, GREATEST = 15.0, 26.0
"""Logical pixels of a badge's height."""
BESIDE: Final = 3.0
"""Pixels between two signs of one space."""


class BadgeSize(NamedTuple):
    """How wide and high a badge is beside counters of a size, and how far its middle lies above theirs; pixels."""

    wide: float
    high: float
    rise: float


def badge_size(counter: float) -> BadgeSize:
    """Return the size of a badge over counters of this size, logical pixels."""
    high = max(LEAST, min(GREATEST, counter * 0.6))
    return BadgeSize(high * 1.4, high, counter / 2 + high / 2 + 2)


class StatusSymbols(QGraphicsItem):
    """The signs of a view; what they lie over is still what is pointed at."""

    def __init__(self, layer: QGraphicsItem) -> None:
        super().__init__(layer)
        self._rect = QRectF()
        self._placed: list[tuple[QPointF, Sign, int]] = []
        """Where each stands on the canvas, and how many stand before it in that space."""
        self.palette: Palette = palette()
        self._counter = 24.0
        self.setZValue(Z_SIGNS)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return self._rect

    def put(self, signs: Sequence[Sign], geography: CanvasGeography) -> bool:
        """Show these signs and no others, but for those of spaces without a place; return whether others are shown."""
        if geography.rect != self._rect:
            self.prepareGeometryChange()
            self._rect = geography.rect
        was = self._placed
        stands = geography.stands(list(dict.fromkeys(sign.space for sign in signs)))
        before: dict[SpaceId, int] = {}
        self._placed = []
        for sign in signs:
            stand = stands.get(sign.space)
            if stand is not None:
                nth = before[sign.space] = before.get(sign.space, -1) + 1
                self._placed.append((QPointF(*stand), sign, nth))
        return self._placed != was

    def all(self) -> list[Sign]:
        """Return the signs that are shown."""
        return [sign for _, sign, _ in self._placed]

    def by_space(self) -> dict[SpaceId, int]:
        """Return how many stand over each space."""
        return dict(Counted(sign.space for _, sign, _ in self._placed))

    def at_zoom(self, counter: float) -> None:
        """Fit them to the size of counters, logical pixels."""
        self._counter = counter

    @property
    def height(self) -> float:
        """How high a badge is, logical pixels."""
        return badge_size(self._counter).high

    def badge(self, middle: QPointF, nth: int = 0) -> QRectF:
        """Return where the badge of a space is whose counters stand around a place of the view: above them."""
        wide, high, rise = badge_size(self._counter)
        return QRectF(middle.x() - wide / 2 + nth * (wide + BESIDE), middle.y() - rise - high / 2, wide, high)

    @report_errors
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        transform = painter.worldTransform()
        with restore_after(painter):
            painter.resetTransform()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            window = QRectF(painter.viewport())
            for place, sign, nth in self._placed:
                rect = self.badge(transform.map(place), nth)
                if window.intersects(rect):
                    self._draw(painter, rect, sign)

    def _draw(self, painter: QPainter, rect: QRectF, sign: Sign) -> None:
        """Draw a badge: the sign on its colour, with a rim that stands out by day and by night."""
        colour, round_by = QColor(sign.colour), rect.height() * 0.28
        rim = QColor("#ffffff") if not self.palette.dark else self.palette.ink
        edge = rect.adjusted(-1.6, -1.6, 1.6, 1.6)
        painter.setPen(QPen(mix_colours(colour, QColor("#000000"), 0.7), 1.2))
        painter.setBrush(rim)
        painter.drawRoundedRect(edge, round_by + 1.6, round_by + 1.6)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(rect, round_by, round_by)
        inside = rect.adjusted(rect.width() * 0.14, rect.height() * 0.2, -rect.width() * 0.14, -rect.height() * 0.2)
        counter_symbols.draw(painter, sign.symbol, inside, QColor(sign.ink), colour)
