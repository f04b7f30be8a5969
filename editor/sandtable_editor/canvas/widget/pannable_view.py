"""A view that can be moved about and has one tool in hand; what it shows is the affair of a subclass."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from sandtable_editor.canvas.widget.canvas_view import CanvasView
from sandtable_editor.canvas.widget.navigation import Navigation
from sandtable_editor.canvas.widget.tool import Tool


class PannableView(CanvasView):
    """The part of the map view that knows no map."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.navigation = Navigation(self)
        self._tool = Tool()
        self._size = QSize()
        """How large it was when it last heard of it: what happens while it is hidden Qt tells without that."""

    # --- where one looks ----------------------------------------------------------------------------------------

    @property
    def zoom(self) -> float:
        """Logical pixels per canvas unit."""
        return self.navigation.zoom

    def fit(self) -> None:
        """Show all of it."""
        self.navigation.fit()

    def zoom_by(self, factor: float) -> None:
        """Zoom in (more than 1) or out round the middle of the view."""
        self.navigation.zoom_by(factor)

    def look_like(self, other: PannableView) -> None:
        """Show what another view of the same map shows, as large as there."""
        self.navigation.to_step(other.navigation.step)
        self.navigation.centre(other.on_canvas(QPointF(other.viewport().rect().center())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        before, self._size = self._size, event.size()
        middle = self.on_canvas(QPointF(before.width() / 2, before.height() / 2))
        super().resizeEvent(event)
        if self.navigation.fitted:
            self.navigation.fit()
        elif before.isValid():
            self.navigation.make_room()
            self.navigation.centre(middle)
        else:
            self.navigation.make_room()
            self.refit()

    # --- the tool -----------------------------------------------------------------------------------------------

    @property
    def tool(self) -> Tool:
        """What the mouse and the keys do."""
        return self._tool

    def set_tool(self, tool: Tool) -> None:
        """Take up another tool."""
        self._tool.cancel()
        self._tool = tool
        self.show_cursor()

    def show_cursor(self) -> None:
        """Show by the cursor what a press would do."""
        shape = self._tool.cursor
        if self.navigation.panning:
            shape = Qt.CursorShape.ClosedHandCursor
        elif self.navigation.space_down:
            shape = Qt.CursorShape.OpenHandCursor
        self.viewport().setCursor(shape)

    def moved_under_mouse(self) -> None:
        """Tell the tool that the map has moved under the mouse."""
        self._tool.on_scroll(QPointF(self.viewport().mapFromGlobal(self.cursor().pos())))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.navigation.wants(event):
            self.navigation.take(event)
        elif not self.navigation.panning:
            self._tool.on_press(event)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.navigation.panning:
            self.navigation.drag(event)
        else:
            self._tool.on_move(event)
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.navigation.panning:
            self.navigation.let_go()
        else:
            self._tool.on_release(event)
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.navigation.wants(event):
            self.navigation.take(event)
        else:
            self._tool.on_double_click(event)
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.navigation.wheel(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.setAccepted(self.navigation.key(event) or self._tool.on_key(event))

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        event.setAccepted(self.navigation.key_up(event))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.navigation.space_down = False
        self.show_cursor()
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self._tool.on_focus_out()
        super().focusOutEvent(event)

    def focusNextPrevChild(self, onwards: bool) -> bool:
        """Go through the counters first; after the last of them the focus leaves the map."""
        return self._tool.next(1 if onwards else -1) or super().focusNextPrevChild(onwards)

    def leaveEvent(self, event: QEvent) -> None:
        self._tool.on_leave()
        super().leaveEvent(event)
