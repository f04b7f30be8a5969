"""A panel of a workspace that changes a design: what it is, and where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

Side = Literal["left", "right", "bottom"]


class DesignPanel(QWidget):
    """Shows something of what is open; made once for it, and put into a dock.

    What has changed while nobody saw it, for it is hidden or another panel of its place stands before it, it shows when
    somebody looks: Qt calls it visible all the while.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    side: ClassVar[Side] = "right"
    keys: ClassVar[str] = ""
    """The key that brings it forward, as it is printed."""
    shown_at_first: ClassVar[bool] = True
    comes_by_itself: ClassVar[bool] = False
    """It is hidden while it has nothing to show, and comes by itself when it has."""
    can_wait: ClassVar[bool] = False
    """Nobody writes what it shows: what an edit makes of it may come after the frame that shows the edit elsewhere."""

    filled = Signal()
    """It has something to show, and had nothing."""

    _is_behind = False
    """Whether another panel of its place stands before it."""
    _is_stale = True
    """Whether something has changed that it does not show yet."""

    def __init__(self) -> None:
        super().__init__()
        self._soon = QTimer(self, singleShot=True, interval=0)  # ``QTimer.singleShot`` would come before the frame
        self._soon.timeout.connect(self.catch_up)

    # -- what is shown

    @property
    def is_seen(self) -> bool:
        """Whether it is there and nothing of its place stands before it."""
        return self.isVisible() and not self._is_behind

    def refill(self) -> None:
        """Show what there is now."""

    def renew(self, *_: object) -> None:
        """Show what there is now, or as soon as somebody looks."""
        self._is_stale = True
        if self.can_wait:
            self._soon.start()
        else:
            self.catch_up()

    def catch_up(self) -> None:
        """Show what has changed and is not shown yet, if it is seen."""
        if self._is_stale and self.is_seen:
            self._is_stale = False
            self.refill()

    def come_into_view(self) -> None:
        """Notice that it is seen again."""
        self.catch_up()

    def stand_before(self, seen: bool) -> None:
        """Take notice of whether its dock is the one of its place that is seen."""
        was, self._is_behind = self.is_seen, not seen
        if self.is_seen and not was:
            self.come_into_view()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.is_seen:
            self.come_into_view()

    def has_something(self) -> bool:
        """Tell whether there is anything to be seen in it."""
        return True

    def brought_forward(self) -> None:
        """Somebody has asked for it by its key."""
        self.setFocus()
