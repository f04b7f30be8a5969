"""A panel of a workspace that changes a design: what it is, and where it stands."""

from __future__ import annotations

from typing import ClassVar, Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

Side = Literal["left", "right", "bottom"]


class DesignPanel(QWidget):
    """Shows something of what is open; made once for it, and put into a dock."""

    key: ClassVar[str]
    title: ClassVar[str]
    side: ClassVar[Side] = "right"
    keys: ClassVar[str] = ""
    """The key that brings it forward, as it is printed."""
    shown_at_first: ClassVar[bool] = True
    comes_by_itself: ClassVar[bool] = False
    """It is hidden while it has nothing to show, and comes by itself when it has."""

    filled = Signal()
    """It has something to show, and had nothing."""

    def has_something(self) -> bool:
        """Tell whether there is anything to be seen in it."""
        return True

    def brought_forward(self) -> None:
        """Somebody has asked for it by its key."""
        self.setFocus()
