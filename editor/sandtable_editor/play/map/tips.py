"""The tip beside a space of the map that is pointed at, by mouse or by keys: it stays while that is pointed at."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QLabel, QToolTip, QWidget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.board.spaces import SpaceId
    from sandtable_editor.canvas import MapView

LASTING: Final = 24 * 60 * 60 * 1000
"""Milliseconds: Qt would take it away by itself while somebody still reads."""


OFFSET: Final = QPoint(2, 16)
"""Logical pixels by which Qt puts a tip off the spot that it is shown for."""
GAP: Final = 4
"""Logical pixels between a card and the tip below it."""


def _size_of(words: str) -> QSize:
    """Return how large a tip with these words becomes."""
    label = QLabel(words)
    label.setFont(QToolTip.font())
    label.setWordWrap(True)
    label.setMargin(12)
    return label.sizeHint()


def place_clear(spot: QPoint, size: QSize, card: QRect, screen: QRect) -> QPoint:
    """Return the spot for which a tip of a size is shown: where it would lie over a card below that, or above it."""
    if not QRect(spot + OFFSET, size).intersects(card):
        return spot
    below = card.bottom() + 1 + GAP
    top = below if below + size.height() <= screen.bottom() else card.top() - GAP - size.height()
    return QPoint(card.left(), top) - OFFSET


class MapTip:
    """The tip of one map."""

    def __init__(self, view: MapView) -> None:
        self._view = view
        self._card: QWidget | None = None

    def keeps_off(self, card: QWidget) -> None:
        """Say what it shall not lie over while that is shown."""
        self._card = card

    def tell(
        self, space: SpaceId, name: str, price: str, paid: str, reasons: Sequence[str], signs: Sequence[str]
    ) -> None:
        """Say what a space costs and for what, or why it cannot be, and what is the matter with it.

        Nothing to say hides the tip.
        """
        lines = f"<br>{escape(paid)}" if paid else ""
        lines += "".join(f"<br>• {escape(one)}" for one in reasons) + "".join(f"<br>{escape(one)}" for one in signs)
        if not (price or lines):
            self.hide()
            return
        words = f"<b>{escape(name)}</b>{': ' + escape(price) if price else ''}{lines}"
        spot = self._view.screen_spot(space)
        foot = self._foot_of_ghost(space)
        if foot is not None and foot > spot.y():
            spot.setY(foot)
        spot = self._clear_of_card(spot, words)
        words += f"<!--{spot.x()},{spot.y()}-->"  # Qt moves a tip that is shown for other words alone
        QToolTip.showText(spot, words, self._view, QRect(), LASTING)

    def _foot_of_ghost(self, space: SpaceId) -> int | None:
        """Return how far down the screen the ghost comes that is shown in a space, ``None`` without one."""
        ghost = self._view.display.ghost
        if ghost.posed is None or space not in ghost.posed.spaces:
            return None
        return self._view.viewport().mapToGlobal(ghost.foot(self._view)).y()

    def _clear_of_card(self, spot: QPoint, words: str) -> QPoint:
        """Return where a tip is put so that it does not lie over the card."""
        if self._card is None or not self._card.isVisible():
            return spot
        card = QRect(self._card.mapToGlobal(QPoint(0, 0)), self._card.size())
        return place_clear(spot, _size_of(words), card, self._card.screen().availableGeometry())

    def hide(self) -> None:
        """Take it away."""
        QToolTip.hideText()
