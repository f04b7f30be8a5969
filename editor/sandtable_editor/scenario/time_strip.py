"""A strip of rounds with what happens in each, a line for each side; dragged to another round, or moved by keys."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractScrollArea, QToolTip

from sandtable_editor.shell.pieces import as_tip, fit
from sandtable_editor.shell.theme import scaled, shades

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sandtable.design.scenario.time_line import DatedRow

WIDE, SIDES = 164, 96
"""How wide a round is, and what names the sides."""
PAD: Final = 3
NEVER: Final = 0
"""The column of what happens in no round."""


class Chip(NamedTuple):
    """Something on the strip: where it lies in the whole of it."""

    row: DatedRow
    place: QRect


class TimeStrip(QAbstractScrollArea):
    """``moved`` gives something and the round that it is to happen in (0 none), ``chosen`` what is chosen now."""

    moved = Signal(object, int)
    chosen = Signal(object)
    wanted = Signal(object)
    """Its date is to be typed."""
    removing = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.chips: list[Chip] = []
        self.current: DatedRow | None = None
        self._sides: list[tuple[str, int, int]] = []
        self._last, self._first = 1, 1
        self._title: Callable[[int], str] = str
        self._pressed: QPoint | None = None
        self._over: int | None = None
        self.setAccessibleName("Time line")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setMouseTracking(True)

    # -- what is shown

    def show_rows(self, rows: Sequence[DatedRow], last: int, title: Callable[[int], str]) -> None:
        """Show what happens, up to a last round at least; ``title`` says what a round is called."""
        self._title = title
        self._first = NEVER if any(one.never is not None for one in rows) else 1
        self._last = max([last, *(one.turn for one in rows)])
        known = self.current
        self.current = next((one for one in rows if known is not None and _same(one, known)), None)
        self._lay(rows)
        self._measure()
        self._tell()
        self.viewport().update()

    def _lay(self, rows: Sequence[DatedRow]) -> None:
        """Give everything a place: below each other what happens to one side in one round."""
        high = self._chip_height + PAD
        by_side: dict[str, dict[int, list[DatedRow]]] = defaultdict(lambda: defaultdict(list))
        for one in rows:
            by_side[one.side][one.turn if one.has_date else NEVER].append(one)
        self.chips, self._sides, top = [], [], 0
        for side in sorted(by_side, key=lambda one: (not one, one)):
            most = max(len(some) for some in by_side[side].values())
            self._sides.append((side, top, most * high + PAD))
            for turn, some in by_side[side].items():
                left = self._left_of(turn)
                for at, one in enumerate(some):
                    place = QRect(left + PAD, top + PAD + at * high, scaled(WIDE) - 2 * PAD, self._chip_height)
                    self.chips.append(Chip(one, place))
            top += most * high + PAD
        self.chips.sort(key=lambda one: (one.place.top(), one.place.left()))

    @property
    def _chip_height(self) -> int:
        return self.fontMetrics().height() + 6

    @property
    def _head(self) -> int:
        """How high the names of the rounds stand."""
        return self.fontMetrics().height() + 8

    def _left_of(self, turn: int) -> int:
        return (turn - self._first) * scaled(WIDE)

    def _measure(self) -> None:
        view = self.viewport().size()
        wide = (self._last - self._first + 1) * scaled(WIDE) + scaled(SIDES)
        high = sum(one[2] for one in self._sides) + self._head
        self.horizontalScrollBar().setRange(0, max(0, wide - view.width()))
        self.horizontalScrollBar().setPageStep(view.width())
        self.horizontalScrollBar().setSingleStep(scaled(WIDE))
        self.verticalScrollBar().setRange(0, max(0, high - view.height()))
        self.verticalScrollBar().setPageStep(view.height())
        self.verticalScrollBar().setSingleStep(self._chip_height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._measure()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._lay([one.row for one in self.chips])
            self._measure()

    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(SIDES + WIDE), self._head + self._chip_height)

    # -- where things are

    def _offset(self) -> QPoint:
        """Where the whole strip begins in the view."""
        return QPoint(scaled(SIDES) - self.horizontalScrollBar().value(), self._head - self.verticalScrollBar().value())

    def chip_at(self, place: QPoint) -> DatedRow | None:
        """Return what lies at a place of the view."""
        if place.x() < scaled(SIDES) or place.y() < self._head:
            return None
        at = place - self._offset()
        return next((one.row for one in self.chips if one.place.contains(at)), None)

    def turn_at(self, place: QPoint) -> int:
        """Return the round at a place of the view."""
        at = (place.x() - self._offset().x()) // scaled(WIDE) + self._first
        return max(self._first, min(self._last, at))

    def place_of(self, row: DatedRow) -> QPoint:
        """Return where the middle of something lies in the view."""
        chip = next(one for one in self.chips if _same(one.row, row))
        return chip.place.center() + self._offset()

    def choose(self, row: DatedRow | None) -> None:
        """Choose something, and let it be seen."""
        self.current = row
        if row is not None:
            self._let_see(row)
        self._tell()
        self.viewport().update()
        self.chosen.emit(row)

    def _let_see(self, row: DatedRow) -> None:
        chip = next((one for one in self.chips if _same(one.row, row)), None)
        if chip is None:
            return
        across, down = self.horizontalScrollBar(), self.verticalScrollBar()
        wide, high = self.viewport().width() - scaled(SIDES), self.viewport().height() - self._head
        across.setValue(max(chip.place.right() - wide + PAD, min(across.value(), chip.place.left() - PAD)))
        down.setValue(max(chip.place.bottom() - high + PAD, min(down.value(), chip.place.top() - PAD)))

    def words_of(self, row: DatedRow) -> str:
        """Say what happens when, in a sentence's words."""
        when = f"in turn {row.turn}, {self._title(row.turn)}" if row.has_date else "in no turn"
        side = f" ({row.side})" if row.side else ""
        return f"{row.words}{side} {when}" + (f": {row.about}" if row.about and row.about != row.id else "")

    def _tell(self) -> None:
        self.setAccessibleDescription(fit(self.words_of(self.current)) if self.current is not None else "")

    # -- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        theme, offset = shades(), self._offset()
        view, left, head = self.viewport().rect(), scaled(SIDES), self._head
        painter.fillRect(view, QColor(theme.base))
        painter.setClipRect(QRect(left, head, view.width(), view.height()))
        for turn in range(self._first, self._last + 1):
            x = self._left_of(turn) + offset.x()
            if turn == self._over:
                painter.fillRect(QRect(x, head, scaled(WIDE), view.height()), QColor(theme.alternate))
            painter.setPen(QColor(theme.line))
            painter.drawLine(x, head, x, view.height())
        for _, top, high in self._sides:
            y = top + high + offset.y()
            painter.setPen(QColor(theme.line))
            painter.drawLine(left, y, view.width(), y)
        for chip in self.chips:
            self._paint_chip(painter, chip, offset)
        self._paint_heads(painter, offset)
        painter.end()

    def _paint_chip(self, painter: QPainter, chip: Chip, offset: QPoint) -> None:
        theme, chosen = shades(), self.current is not None and _same(chip.row, self.current)
        place = chip.place.translated(offset)
        painter.setBrush(QColor(theme.accent if chosen else theme.button))
        painter.setPen(QColor(theme.text if chosen and self.hasFocus() else theme.line))
        painter.drawRoundedRect(place, 3, 3)
        painter.setPen(QColor(theme.on_accent if chosen else theme.text))
        words = self.fontMetrics().elidedText(fit(chip.row.words), Qt.TextElideMode.ElideRight, place.width() - 8)
        painter.drawText(place.adjusted(4, 0, -4, 0), Qt.AlignmentFlag.AlignVCenter, words)

    def _paint_heads(self, painter: QPainter, offset: QPoint) -> None:
        """Paint the rounds above and the sides at the left, over what has been scrolled there."""
        theme, view, left, head = shades(), self.viewport().rect(), scaled(SIDES), self._head
        painter.setClipRect(QRect(left, 0, view.width(), head))
        painter.fillRect(QRect(0, 0, view.width(), head), QColor(theme.window))
        for turn in range(self._first, self._last + 1):
            place = QRect(self._left_of(turn) + offset.x(), 0, scaled(WIDE), head)
            words = "no date" if turn == NEVER else f"{turn}  {self._title(turn)}"
            painter.setPen(QColor(theme.accent if turn == self._over else theme.text))
            words = self.fontMetrics().elidedText(fit(words), Qt.TextElideMode.ElideRight, place.width() - 8)
            painter.drawText(place.adjusted(5, 0, -3, 0), Qt.AlignmentFlag.AlignVCenter, words)
        painter.setClipRect(QRect(0, head, left, view.height()))
        painter.fillRect(QRect(0, head, left, view.height()), QColor(theme.window))
        painter.setPen(QColor(theme.text))
        for side, top, high in self._sides:
            seen = max(top + offset.y(), head)  # the name stays in view while any of its line does
            place = QRect(5, min(seen, top + high + offset.y() - self._chip_height) + PAD, left - 8, self._chip_height)
            words = self.fontMetrics().elidedText(fit(side or "All"), Qt.TextElideMode.ElideRight, place.width())
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, words)
        painter.setClipping(False)
        painter.fillRect(QRect(0, 0, left, head), QColor(theme.window))

    # -- mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        row = self.chip_at(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position().toPoint() if row is not None else None
            self.choose(row)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        place = event.position().toPoint()
        if self._pressed is None or self.current is None:
            over = self.chip_at(place)
            self.viewport().setCursor(Qt.CursorShape.OpenHandCursor if over is not None else Qt.CursorShape.ArrowCursor)
            return
        if self._over is None and (place - self._pressed).manhattanLength() < 6:
            return
        self._scroll_near(place)
        turn = self.turn_at(place)
        if turn != self._over:
            self._over = turn
            self.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
            self.viewport().update()

    def _scroll_near(self, place: QPoint) -> None:
        """Go on where the mouse is near an end."""
        across = self.horizontalScrollBar()
        if place.x() > self.viewport().width() - 24:
            across.setValue(across.value() + scaled(WIDE) // 4)
        elif place.x() < scaled(SIDES) + 24:
            across.setValue(across.value() - scaled(WIDE) // 4)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        over, self._over, self._pressed = self._over, None, None
        self.viewport().setCursor(Qt.CursorShape.ArrowCursor)
        self.viewport().update()
        if over is not None and self.current is not None:
            self._move(self.current, over)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if (row := self.chip_at(event.position().toPoint())) is not None:
            self._pressed = None
            self.wanted.emit(row)

    def _move(self, row: DatedRow, turn: int) -> None:
        if turn != (row.turn if row.has_date else NEVER):
            self.moved.emit(row, turn)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            row = self.chip_at(event.pos())
            QToolTip.showText(event.globalPos(), as_tip(self.words_of(row)) if row is not None else "", self)
            return True
        return super().viewportEvent(event)

    # -- keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, row = event.key(), self.current
        way = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(key), 0)
        with_control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if key == Qt.Key.Key_Escape and self._over is not None:
            self._over = self._pressed = None
            self.viewport().update()
        elif way and with_control and row is not None:
            self._move(row, max(self._first, (row.turn if row.has_date else NEVER) + way))
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
            self._step(Qt.Key(key))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and row is not None:
            self.wanted.emit(row)
        elif key == Qt.Key.Key_Delete and row is not None:
            self.removing.emit(row)
        else:
            super().keyPressEvent(event)

    def _step(self, key: Qt.Key) -> None:
        """Choose what lies next in a direction."""
        if not self.chips:
            return
        here = next((one for one in self.chips if self.current is not None and _same(one.row, self.current)), None)
        if here is None:
            self.choose(self.chips[0].row)
            return
        near = [(far, one) for one in self.chips if (far := _far(key, here.place, one.place)) is not None]
        if near:
            self.choose(min(near, key=_first)[1].row)


def _first(near: tuple[int, Chip]) -> int:
    return near[0]


def _far(key: Qt.Key, here: QRect, there: QRect) -> int | None:
    """Return how far away something is for an arrow key, ``None`` for what does not lie there."""
    across, down = there.center().x() - here.center().x(), there.center().y() - here.center().y()
    ahead, aside = {
        Qt.Key.Key_Left: (-across, down), Qt.Key.Key_Right: (across, down),
        Qt.Key.Key_Up: (-down, across), Qt.Key.Key_Down: (down, across),
    }[key]  # fmt: skip
    return ahead + 2 * abs(aside) if ahead > 0 else None


def _same(one: DatedRow, other: DatedRow) -> bool:
    """Tell whether two say the same thing of the same row, whenever it happens."""
    return (one.table, one.id, one.field) == (other.table, other.id, other.field)
