"""The prices of a reach, printed in the spaces: always at their own size."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from sandtable.present.label_placing import Room
from sandtable_editor.canvas.geometry.palette import Palette, fade_colour, palette
from sandtable_editor.canvas.geometry.pills import lay_pill, pill_font, pill_look
from sandtable_editor.canvas.geometry.qt_exceptions import report_errors, restore_after

if TYPE_CHECKING:
    from sandtable.board.spaces import SpaceId
    from sandtable.present import Reach
    from sandtable_editor.canvas.geometry.geography import CanvasGeography
    from sandtable_editor.canvas.geometry.shapes import Box

Z_PRICES: Final = 60.0
FROM: Final = 22.0
"""Logical pixels of a typical space from which on prices are shown."""
HIGH: Final = 18.0
"""Logical pixels of a price's height, and of the width of one digit."""
ASIDE: Final = 10.0
"""How far from the middle of its space a price may stand, logical pixels."""
KEPT: Final = 32
"""Reaches of which it is kept where their prices stand."""


class Price(NamedTuple):
    """What a space costs; ``crowded``: counters stand there; ``plain``: it is within reach without a risk."""

    place: QPointF
    text: str
    crowded: bool
    plain: bool


class Prices(QGraphicsItem):
    """What each space within reach costs. Where they would lie over each other some are left out."""

    def __init__(self, geography: CanvasGeography) -> None:
        super().__init__()
        self._geography, self._rect = geography, geography.rect
        self._prices: list[Price] = []
        self._reach: tuple[Reach | None, frozenset[SpaceId]] = None, frozenset()
        self._placed: OrderedDict[tuple[object, ...], tuple[Reach | None, list[tuple[Price, QRectF]]]] = OrderedDict()
        """Where the prices of the reaches shown last stand, each for a zoom; with the reach, for its id is the key."""
        self.palette: Palette = palette()
        self.zoom = 1.0
        self.clear_of = 0.0
        """How far below its place a price stands where counters are, logical pixels."""
        self.taken: Callable[[float], Iterable[Box]] = lambda zoom: ()
        """What no price may lie on, at a zoom: boxes in logical pixels from the canvas' 0, 0."""
        self.setZValue(Z_PRICES)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)  # it tells what is exposed

    def boundingRect(self) -> QRectF:
        return self._rect

    def show_reach(self, reach: Reach | None, occupied: frozenset[SpaceId]) -> None:
        """Print these prices and no others; whoever shows a reach paints what it touches."""
        prices = {**reach.further, **reach.costs} if reach else {}
        stands = self._geography.stands(list(prices))
        self._prices = [
            Price(QPointF(*stand), prices[id], id in occupied, reach is not None and id in reach.costs)
            for id, stand in stands.items()
            if stand
        ]
        self._reach = reach, occupied

    def place_anew(self) -> None:
        """Forget where prices stand: what they may not lie on is somewhere else."""
        self._placed.clear()

    def pills(self, font: QFont) -> list[tuple[Price, QRectF]]:
        """Return where the prices stand at this zoom, in logical pixels from the canvas' 0, 0; none lies over another.

        Those in empty spaces come first, for they are where one looks for them.
        """
        reach, occupied = self._reach
        key = id(reach), occupied, self.zoom, self.clear_of, font.key()
        if key not in self._placed:
            self._placed[key] = reach, self._place_all(font)
            if len(self._placed) > KEPT:
                self._placed.popitem(last=False)
        return self._placed[key][1]

    def _place_all(self, font: QFont) -> list[tuple[Price, QRectF]]:
        metrics, room = QFontMetricsF(font), Room()
        for box in self.taken(self.zoom):
            room.put(box)
        return [
            (price, pill)
            for price in sorted(self._prices, key=lambda price: price.crowded)
            if (pill := self._place(price, self._size(price, metrics), room)) is not None
        ]

    def _size(self, price: Price, metrics: QFontMetricsF) -> QSizeF:
        high = HIGH * self.palette.letters
        return QSizeF(max(high, metrics.horizontalAdvance(price.text) + 9), high)

    def _place(self, price: Price, size: QSizeF, room: Room) -> QRectF | None:
        for aside in _tries(self.clear_of if price.crowded else 0.0):
            pill = QRectF(price.place * self.zoom + aside - QPointF(size.width() / 2, size.height() / 2), size)
            if room.add((pill.left(), pill.top(), pill.right(), pill.bottom())):
                return pill
        return None

    @report_errors
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if not self._prices or self._geography.size * self.zoom < FROM:
            return
        transform = painter.worldTransform()
        with restore_after(painter):
            painter.resetTransform()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            font = pill_font(painter.font(), self.palette.letters)
            painter.setFont(font)
            window, origin = transform.mapRect(option.exposedRect), transform.map(QPointF())
            rim = fade_colour(QColor("#ffffff"), 0.9)
            plain, further = (pill_look(painter, ink, rim) for ink in (self.palette.within, self.palette.further))
            for price, pill in self.pills(font):
                there = pill.translated(origin)
                if window.intersects(there):
                    lay_pill(painter, price.text, there, plain if price.plain else further)


def _tries(clear_of: float) -> Iterator[QPointF]:
    """Yield how far from its place a price may stand: in the middle, or clear of the counters there."""
    if clear_of:
        yield from (QPointF(0, clear_of), QPointF(0, clear_of + HIGH))
        yield from (QPointF(clear_of, 0), QPointF(-clear_of, 0), QPointF(0, -clear_of))
    else:
        yield from (QPointF(), QPointF(0, ASIDE), QPointF(0, -ASIDE), QPointF(ASIDE, 0), QPointF(-ASIDE, 0))
