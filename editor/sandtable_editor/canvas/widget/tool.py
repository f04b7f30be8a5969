"""What the mouse and the keys do on a map: one tool at a time. Panning and zooming work in all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF
    from PySide6.QtGui import QKeyEvent, QMouseEvent

    from sandtable.board.spaces import SpaceId


class Tool:
    """A tool that does nothing; a real one overrides what it needs. Positions are logical pixels of the view."""

    cursor = Qt.CursorShape.ArrowCursor

    def on_press(self, event: QMouseEvent) -> None:
        """A button went down."""

    def on_move(self, event: QMouseEvent) -> None:
        """The mouse moved, with or without a button down."""

    def on_release(self, event: QMouseEvent) -> None:
        """A button went up."""

    def on_double_click(self, event: QMouseEvent) -> None:
        """A button went down for the second time."""

    def on_key(self, event: QKeyEvent) -> bool:
        """Act on a key; return whether it meant anything."""
        return False

    def on_space(self, modifiers: Qt.KeyboardModifier) -> None:
        """Space was pressed and let go, and the map was not moved with it."""

    def on_change(self) -> None:
        """Counters have come, gone or moved."""

    def on_ghost(self, *, shown: bool) -> None:
        """The map shows how a piece would stand, or does so no more."""

    def let_go(self) -> None:
        """Leave where they are the counters that are carried."""

    def next(self, way: int) -> bool:
        """Go on to the next thing (1) or back (-1) on Tab; return whether there is one."""
        return False

    def go_to(self, piece: str) -> None:
        """Give a counter the focus."""

    def go_to_space(self, space: SpaceId) -> None:
        """Give a space the focus."""

    @property
    def focused_space(self) -> SpaceId | None:
        """The space that has the focus, or the counter in it."""
        return None

    def on_leave(self) -> None:
        """The mouse has left the view."""

    def on_focus_out(self) -> None:
        """The keys act elsewhere now."""

    def on_scroll(self, at: QPointF) -> None:
        """The map has moved under the mouse."""

    def cancel(self) -> None:
        """Let go of what was begun: another tool is taken up, another map is shown."""
