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

    def tell(self, space: SpaceId, name: str, price: str, reasons: Sequence[str], signs: Sequence[str]) -> None:
        """Say what a space costs, or why it cannot be, and what is the matter with it; nothing to say hides the tip."""
        lines = "".join(f"<br>• {escape(one)}" for one in reasons) + "".join(f"<br>{escape(one)}" for one in signs)
        if not (price or lines):
            self.hide()
            return
        words = f"<b>{escape(name)}</b>{': ' + escape(price) if price else ''}{lines}"
        QToolTip.showText(self._view.screen_spot(space), words, self._view, QRect(), LASTING)

    def hide(self) -> None:
        """Take it away."""
        QToolTip.hideText()
