"""The tool for looking and playing: hover, click, drag counters, fan stacks; keys go to ``KeyFocus``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, Qt, QTimer
from PySide6.QtWidgets import QApplication

from sandtable_editor.canvas.widget.carrying import Carrying
from sandtable_editor.canvas.widget.keys import KeyFocus
from sandtable_editor.canvas.widget.tool import Tool

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent

    from sandtable.board.spaces import SpaceId
    from sandtable_editor.canvas.widget.shown_map import ShownMap

DWELL: Final = 220
"""Milliseconds over a stack before it fans out."""
NEAR_FAN: Final = 14.0
"""Pixels beside a fan within which it stays open."""


class Pointer(Tool):
    """Points at spaces and counters."""

    def __init__(self, view: ShownMap) -> None:
        self.view = view
        self.carrying = Carrying(view)
        self.keys = KeyFocus(view, self.carrying)
        self._pressed: QPointF | None = None
        self._piece: str | None = None
        self._over: tuple[str, str] = ("", "")
        self._pinned = False
        self._dwell = QTimer(view)
        self._dwell.setSingleShot(True)
        self._dwell.setInterval(DWELL)
        self._dwell.timeout.connect(self._fan_out)
        self._at = QPointF()

    # --- mouse --------------------------------------------------------------------------------------------------

    def on_press(self, event: QMouseEvent) -> None:
        self._dwell.stop()
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.position()
            self._piece = self.view.counters.at(self.view.on_canvas(event.position()))
        elif event.button() == Qt.MouseButton.RightButton:
            space = self.view.space_at(event.position())
            self.view.space_context.emit(space or "", event.globalPosition().toPoint())

    def on_move(self, event: QMouseEvent) -> None:
        self._at = event.position()
        if self._pressed is None:
            self.hover(event.position())
            return
        far = (event.position() - self._pressed).manhattanLength() >= QApplication.startDragDistance()
        if not self.carrying.active and self._piece is not None and far:
            self._dwell.stop()
            self.carrying.pick(self._drag_pieces(self._piece), self.view.space_of(self._piece, self._pressed))
        if self.carrying.active:
            self.carrying.over(event.position())
            self.view.navigation.near_edge(event.position())
            self._say_space(self.view.target_at(event.position(), self.carrying.pieces), None)

    def _drag_pieces(self, piece: str) -> tuple[str, ...]:
        """Return what a drag that begins on a piece takes: the selection it is in, all of a closed stack, or itself."""
        counters = self.view.counters
        if piece in counters.selection:
            return counters.selection
        stack = counters.stack_of(piece)
        return (piece,) if counters.fan == stack else stack.pieces

    def on_release(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._pressed is None:
            return
        self._pressed = None
        self.view.navigation.near_edge(None)
        if self.carrying.active:
            carried, at = self.carrying.pieces, event.position()
            onto = self.view.counters.at(self.view.on_canvas(at))
            self.carrying.drop(self.view.target_at(at, carried), onto if onto and onto not in carried else "")
            self.hover(event.position())
        else:
            self._on_click(event)

    def _on_click(self, event: QMouseEvent) -> None:
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        piece = self._piece
        self._say_where(event.position(), self.view.counters.at(self.view.on_canvas(event.position())))
        if piece is not None and piece in self.view.counters:
            self.keys.goto(piece, quietly=True)
            self._choose(piece, add=control, whole=shift)
            self._pin(piece)
            self.view.counter_clicked.emit(piece)
            return
        self._pinned = False
        self.view.close_fan()
        space = self.view.space_at(event.position())
        if space is not None:
            self.keys.go_to_space(space, quietly=True)
            self.view.space_clicked.emit(space)
        elif not control:
            self.view.select(())

    def _choose(self, piece: str, *, add: bool, whole: bool) -> None:
        """Select a piece; Ctrl adds or takes it away, Shift takes its whole stack."""
        before = self.view.counters.selection
        taken = self.view.counters.stack_of(piece).pieces if whole else (piece,)
        if not add:
            self.view.select(taken)
        elif set(taken) <= set(before):
            self.view.select(tuple(one for one in before if one not in taken))
        else:
            self.view.select((*before, *(one for one in taken if one not in before)))

    def _pin(self, piece: str) -> None:
        """Keep the stack of a clicked piece fanned out."""
        self.view.open_fan(piece)
        self._pinned = True

    def on_double_click(self, event: QMouseEvent) -> None:
        """Select a whole stack."""
        piece = self.view.counters.at(self.view.on_canvas(event.position()))
        if event.button() == Qt.MouseButton.LeftButton and piece is not None:
            self._choose(piece, add=False, whole=True)

    # --- hover --------------------------------------------------------------------------------------------------

    def hover(self, at: QPointF) -> None:
        """Say what lies under the mouse, and fan out a stack it stays on."""
        self._at = at
        point = self.view.on_canvas(at)
        piece = self.view.counters.at(point)
        self._say_where(at, piece)
        if self.view.counters.fan is not None and not self._pinned and not self.view.counters.on_fan(point, NEAR_FAN):
            self.view.close_fan()
        stack = self.view.counters.stack_of(piece) if piece is not None else None
        if stack is not None and len(stack.pieces) > 1 and stack != self.view.counters.fan:
            self._dwell.start()
        else:
            self._dwell.stop()

    def _say_where(self, at: QPointF, piece: str | None) -> None:
        self._say_space(self.view.space_of(piece, at) if piece is not None else self.view.space_at(at), piece)

    def _say_space(self, space: SpaceId | None, piece: str | None) -> None:
        before, self._over = self._over, (space or "", piece or "")
        if before[0] != self._over[0]:
            self.view.space_hovered.emit(self._over[0])
        if before[1] != self._over[1]:
            self.view.counter_hovered.emit(self._over[1])

    def _fan_out(self) -> None:
        piece = self.view.counters.at(self.view.on_canvas(self._at))
        if piece is not None and not self.carrying.active:
            self._pinned = False
            self.view.open_fan(piece)

    def on_leave(self) -> None:
        self._dwell.stop()
        if not self._pinned:
            self.view.close_fan()
        before, self._over = self._over, ("", "")
        if before[0]:
            self.view.space_hovered.emit("")
        if before[1]:
            self.view.counter_hovered.emit("")

    def on_focus_out(self) -> None:
        """Point at what the mouse is over, where the keys pointed at something else."""
        if self.keys.point and not self.carrying.active:
            self.keys.point = False
            if not self._pinned:
                self.view.close_fan()
            self.view.space_hovered.emit(self._over[0])
            self.view.counter_hovered.emit(self._over[1])

    def on_scroll(self, at: QPointF) -> None:
        if self.carrying.active:
            self.carrying.over(at)

    # --- keys ---------------------------------------------------------------------------------------------------

    def on_key(self, event: QKeyEvent) -> bool:
        if event.key() == Qt.Key.Key_Escape and self._pressed is not None:
            self._pressed = None
            self.view.navigation.near_edge(None)
        return self.keys.key(event)

    def on_change(self) -> None:
        counters = self.view.counters
        if any(piece not in counters for piece in self.carrying.pieces):
            self.carrying.let_go()
        if self._piece is not None and self._piece not in counters:
            self._piece = None

    def on_ghost(self, *, shown: bool) -> None:
        self.carrying.stand_in(shown=shown)

    def next(self, way: int) -> bool:
        return self.keys.next(way)

    def go_to(self, piece: str) -> None:
        self.keys.goto(piece)

    def go_to_space(self, space: SpaceId) -> None:
        self.keys.go_to_space(space)

    @property
    def focused_space(self) -> SpaceId | None:
        return self.keys.space

    def let_go(self) -> None:
        self.carrying.let_go()

    def cancel(self) -> None:
        self._dwell.stop()
        self._pressed, self._pinned = None, False
        self.view.navigation.near_edge(None)
        self.carrying.let_go()
        self.keys.forget()
