"""The tip beside a space of the map that is pointed at, by mouse or by keys: it stays while that is pointed at."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QToolTip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.board.spaces import SpaceId
    from sandtable_editor.canvas import MapView

LASTING: Final = 24 * 60 * 60 * 1000
"""Milliseconds: Qt would take it away by itself while somebody still reads."""


class MapTip:
    """The tip of one map."""

    def __init__(self, view: MapView) -> None:
        self._view = view

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
            words += f"<!--{foot}-->"  # Qt moves a tip that is shown for other words alone
        QToolTip.showText(spot, words, self._view, QRect(), LASTING)

    def _foot_of_ghost(self, space: SpaceId) -> int | None:
        """Return how far down the screen the ghost comes that is shown in a space, ``None`` without one."""
        ghost = self._view.display.ghost
        if ghost.posed is None or space not in ghost.posed.spaces:
            return None
        return self._view.viewport().mapToGlobal(ghost.foot(self._view)).y()

    def hide(self) -> None:
        """Take it away."""
        QToolTip.hideText()
