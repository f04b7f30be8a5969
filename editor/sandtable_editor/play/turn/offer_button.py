"""The button of a kind of action: its number and name, and under it what it does or what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QStyle, QStyleOptionButton, QStylePainter

from sandtable.engine.words import sentence
from sandtable.play.turn.offer_list import describe_offer
from sandtable.play.words.objections import NOT_POSSIBLE
from sandtable_editor.shell.pieces import as_tip, fit
from sandtable_editor.shell.theme import scaled, shades

if TYPE_CHECKING:
    from sandtable.play.turn.offer_list import ListedOffer

BESIDE: Final = 11
"""Pixels left and right of the words."""
ABOVE: Final = 5
"""Pixels above and below them."""
KEYS: Final = 9
"""The highest number that is a key."""
LEFT: Final = Qt.AlignmentFlag.AlignLeft.value
WRAPPED: Final = Qt.TextFlag.TextWordWrap.value | LEFT
ELIDED: Final = Qt.TextElideMode.ElideRight


class ChoiceButton(QPushButton):
    """A button with a number or a sign before its name, and under the name what comes of it."""

    def __init__(self, sign: str, label: str, says: str, act: Callable[[], object], *, is_possible: bool) -> None:
        super().__init__(fit(f"{sign}   {label}"))
        self.says, self.act, self.is_possible = fit(says), act, is_possible
        self._written: dict[int, QRect] = {}
        """Where what it does is written, by the width: layouts ask for it many times over."""
        self._heights: dict[int, int] = {}
        self.setObjectName("offer" if is_possible else "shut")
        self.setAutoDefault(False)
        room = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        room.setHeightForWidth(True)
        self.setSizePolicy(room)

        def do() -> None:  # Qt would hand it whether it is checked
            self.act()

        self.clicked.connect(do)

    def say(self, sign: str, label: str, says: str, act: Callable[[], object]) -> None:
        """Stand for something else, which is as possible as what it stood for."""
        written = fit(f"{sign}   {label}"), fit(says)
        self.act = act
        if written != (self.text(), self.says):
            self.says = written[1]
            self._written, self._heights = {}, {}
            self.setText(written[0])
            self.updateGeometry()
            self.update()

    def explain(self, tip: str, key: str = "") -> None:
        """Say more than there is room for: to who points at it, and to who has it read out."""
        self.setToolTip(as_tip(f"{tip} ({key})" if key else tip))
        self.setAccessibleDescription(tip)

    # -- how high it is

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = 2 * scaled(ABOVE) + self.fontMetrics().height() + self._said_in(width).height()
        return self._heights[width]

    def changeEvent(self, event: QEvent) -> None:
        """Measure anew what is written in other letters."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._written, self._heights = {}, {}

    def sizeHint(self) -> QSize:
        width = 2 * scaled(BESIDE) + self.fontMetrics().horizontalAdvance(self.text())
        return QSize(width, self.heightForWidth(max(width, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.heightForWidth(self.width()))

    def _indent(self) -> int:
        return self.fontMetrics().horizontalAdvance("00   ")

    def _said_in(self, width: int) -> QRect:
        """Return where what it does is written, below the name, on a button of this width."""
        if width not in self._written:
            self._written[width] = self._write_in(width)
        return self._written[width]

    def _write_in(self, width: int) -> QRect:
        left, top = scaled(BESIDE) + self._indent(), scaled(ABOVE) + self.fontMetrics().height()
        if not self.says:
            return QRect(left, top, 0, 0)
        room = QRect(left, top, max(1, width - left - scaled(BESIDE)), 10_000)
        return self.fontMetrics().boundingRect(room, WRAPPED, self.says)

    # -- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = ""
        painter = QStylePainter(self)
        try:
            painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
            number, _, label = self.text().partition("   ")
            left, high = scaled(BESIDE) + self._indent(), self.fontMetrics().height()
            faint = QColor(shades().faint)
            painter.setPen(faint if not self.is_possible else self.palette().buttonText().color())
            room = self.width() - left - scaled(BESIDE)
            painter.drawText(QRect(scaled(BESIDE), scaled(ABOVE), left, high), LEFT, number)
            painter.drawText(
                QRect(left, scaled(ABOVE), room, high), LEFT, self.fontMetrics().elidedText(label, ELIDED, room)
            )
            if self.says:
                painter.setPen(faint)
                painter.drawText(self._said_in(self.width()), WRAPPED, self.says)
        finally:
            painter.end()


class OfferButton(ChoiceButton):
    """Takes a kind of action up, or asks why it is not possible now."""

    def __init__(self, listed: ListedOffer, act: Callable[[], object]) -> None:
        super().__init__(f"{listed.number}", listed.offer.label, _says(listed), act, is_possible=listed.is_possible)
        self._number(listed)

    def offer(self, listed: ListedOffer, act: Callable[[], object]) -> None:
        """Stand for another kind of action, which is as possible."""
        self.say(f"{listed.number}", listed.offer.label, _says(listed), act)
        self._number(listed)

    def _number(self, listed: ListedOffer) -> None:
        self.number = listed.number
        tip = (self.says or listed.offer.label) if listed.is_possible else f"{sentence(NOT_POSSIBLE)}: click to see why"
        self.explain(tip, f"{self.number}" if self.number <= KEYS else "")


def _says(listed: ListedOffer) -> str:
    return describe_offer(listed.offer) if listed.is_possible else ""
