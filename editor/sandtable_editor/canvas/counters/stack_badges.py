"""How many counters lie in a closed stack and how strong they are together: a small badge under each stack."""

from __future__ import annotations

from collections import Counter as Times
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from sandtable_editor.canvas.geometry.palette import Palette, fade_colour, palette
from sandtable_editor.canvas.geometry.pills import lay_pill, pill_font, pill_look
from sandtable_editor.canvas.geometry.qt_exceptions import report_errors, restore_after

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sandtable.present import Counter
    from sandtable_editor.canvas.counters.stacks import Stack
    from sandtable_editor.canvas.geometry.geography import Place
    from sandtable_editor.canvas.geometry.shapes import Box

Z_BADGES: Final = 49_000.0
"""Over all closed stacks, under the signs of spaces and the stack that is fanned out."""
TOTAL_FROM: Final = 26
"""Logical pixels of counters from which the strength is told too; smaller ones have no numbers of their own."""
TOTAL_BESIDE_FROM: Final = 42
"""The same where stacks stand side by side: so much room such a badge takes."""
COUNT_FROM: Final = 16
HIGH: Final = 14.0
PRINT: Final = 10
"""Logical pixels of a badge's height, and of its letters."""


class StackBadge(NamedTuple):
    """The badge of one stack: where that stands on the canvas, how far beside it, and what it says."""

    place: Place
    beside: float
    pieces: int
    total: str
    has_neighbour: bool = False

    def words(self, size: float) -> str:
        """Return what is printed; the signs before the numbers tell them from the factors of one counter."""
        least = TOTAL_BESIDE_FROM if self.has_neighbour else TOTAL_FROM
        return f"×{self.pieces}  Σ{self.total}" if self.total and size >= least else f"×{self.pieces}"


def total_strength(counters: Iterable[Counter]) -> str:
    """Return the strength of counters together, with "+?" for those of which it is not known; "" where none has any.

    What is printed otherwise, as the ratings of a leader are ("4/3"), is no strength.
    """
    printed = [one.strength for one in counters if one.strength]
    known = [int(one) for one in printed if one.isdecimal()]
    if not known:
        return ""
    return f"{sum(known)}{'+?' if any('?' in one for one in printed) else ''}"


class StackBadges(QGraphicsItem):
    """The badges of a view; what they lie over is still what is pointed at."""

    def __init__(self, layer: QGraphicsItem) -> None:
        super().__init__(layer)
        self._rect = QRectF()
        self._badges: list[StackBadge] = []
        self._hidden: int | None = None
        self._others: set[StackBadge] = set()
        """Those that have come or gone since it was asked where."""
        self._at: list[int] = []
        self.palette: Palette = palette()
        self._size, self._gap = 24, 0.0
        self.setZValue(Z_BADGES)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)  # it tells what is exposed
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return self._rect

    def put(self, stacks: Sequence[Stack], counters: dict[str, Counter], rect: QRectF, gap: float) -> None:
        """Tell of these stacks and no others; one counter alone needs no badge. ``gap``: between stacks, pixels."""
        if rect != self._rect:
            self.prepareGeometryChange()
            self._rect = rect
        self._gap, self._hidden = gap, None
        before, several = (self._badges, [(at, stack) for at, stack in enumerate(stacks) if len(stack.pieces) > 1])
        there = Times(stack.place for stack in stacks)
        self._at = [at for at, _ in several]
        self._badges = [
            StackBadge(
                stack.place, stack.beside, len(stack.pieces),
                total_strength(counters[piece] for piece in stack.pieces), there[stack.place] > 1,
            )
            for _, stack in several
        ]  # fmt: skip
        self._others |= {*before} ^ {*self._badges}

    def all(self) -> list[StackBadge]:
        """Return the badges there are."""
        return self._badges

    def boxes(self, zoom: float) -> list[Box]:
        """Return where they lie at a zoom, in logical pixels from the canvas' 0, 0."""
        if self._size < COUNT_FROM:
            return []
        metrics = QFontMetricsF(pill_font(QFont(), PRINT))
        found = [
            self._box(badge, QPointF(*badge.place) * zoom, metrics.horizontalAdvance(badge.words(self._size)))
            for badge in self._badges
        ]
        return [(box.left(), box.top(), box.right(), box.bottom()) for box in found]

    def take_others(self, zoom: float) -> list[Box]:
        """Return the boxes of the canvas in which badges have come or gone since this was asked last."""
        others, self._others = self._others, set()
        metrics, letters = QFontMetricsF(pill_font(QFont(), self.palette.letters, PRINT)), self.palette.letters
        found: list[Box] = []
        for badge in others:
            words = badge.words(self._size / letters)
            box = self._box(badge, QPointF(*badge.place) * zoom, metrics.horizontalAdvance(words))
            found.append((box.left() / zoom, box.top() / zoom, box.right() / zoom, box.bottom() / zoom))
        return found

    def hide_for(self, stack: int | None) -> None:
        """Leave the badge of a stack away that is fanned out."""
        self._hidden = stack
        self.update()

    def at_zoom(self, size: int) -> None:
        """Fit them to the size of counters, logical pixels."""
        self._size = size

    @report_errors
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self._size < COUNT_FROM or not self._badges:
            return
        transform = painter.worldTransform()
        with restore_after(painter):
            painter.resetTransform()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            font = pill_font(painter.font(), self.palette.letters, PRINT)
            painter.setFont(font)
            metrics, window = QFontMetricsF(font), transform.mapRect(option.exposedRect)
            fill, rim = fade_colour(self.palette.panel, 0.94), fade_colour(QColor("#000000"), 0.55)
            look = pill_look(painter, fill, rim, ink=self.palette.panel_ink, width=1.0)
            for at, badge in zip(self._at, self._badges, strict=True):
                words = badge.words(self._size / self.palette.letters)
                rect = self._box(badge, transform.map(QPointF(*badge.place)), metrics.horizontalAdvance(words))
                if at != self._hidden and window.intersects(rect):
                    lay_pill(painter, words, rect, look)

    def _box(self, badge: StackBadge, middle: QPointF, wide: float) -> QRectF:
        """Return where a badge is whose stack stands around a place of the view: at its foot."""
        across = middle.x() + badge.beside * (self._size + self._gap)
        return QRectF(across - wide / 2 - 4, middle.y() + self._size / 2 - 1, wide + 8, HIGH * self.palette.letters)
