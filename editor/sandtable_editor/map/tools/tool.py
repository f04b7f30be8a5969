"""A tool of the Map workspace: it gets places of the map, whether from the mouse or the crosshair, and makes edits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt

from sandtable_editor.map import map_keys
from sandtable_editor.map.tool_in_hand import Held, ToolInHand

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent

    from sandtable.board.shapes import Place
    from sandtable_editor.map.desk import MapDesk

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


__all__ = ["LEFT", "RIGHT", "Held", "MapTool"]


class MapTool(ToolInHand):
    """A tool for one desk, for which it is made once.

    It gives edits to ``desk.design.do`` and changes nothing by itself; events come to it as places of the map.
    """

    def __init__(self, desk: MapDesk) -> None:
        self.desk = desk

    def step(self, at: Place, across: int, down: int, many: int) -> Place:
        return self.desk.crosshair.step(across, down, many)

    def target(self, at: Place, across: int, down: int) -> Place | None:
        return self.desk.next_target(at, across, down)

    def why_not(self) -> str:
        """Say why it can do nothing now, ``""`` where it can."""
        return self.desk.layers.why_locked(*self.draws_in)

    def is_barred(self) -> bool:
        """Tell whether it can do nothing now, and say why."""
        why = self.why_not()
        if why:
            self.desk.refuse(why)
        return bool(why)

    # -- the mouse

    def on_press(self, event: QMouseEvent) -> None:
        self.desk.design.end_nudging()
        self.desk.begin_step()
        at, held = self.desk.view.place_at(event.position()), event.modifiers()
        self.at = at
        self.desk.know_modifiers(held)
        if event.button() == LEFT:
            self.desk.crosshair.put_away()
            if self.is_barred():
                return
            self.held = True
            self.pressed(at, held)
        elif event.button() == RIGHT:
            self.right(at, held, event.globalPosition().toPoint())
        self.desk.say_hint()

    def on_move(self, event: QMouseEvent) -> None:
        self._move(self.desk.view.place_at(event.position()), event.modifiers())
        self.desk.view.navigation.near_edge(event.position() if self.held else None)

    def on_release(self, event: QMouseEvent) -> None:
        if event.button() != LEFT or not self.held:
            return
        self.held = False
        self.desk.view.navigation.near_edge(None)
        self.desk.know_modifiers(event.modifiers())
        self.released(self.desk.view.place_at(event.position()), event.modifiers())
        self.desk.say_hint()

    def on_double_click(self, event: QMouseEvent) -> None:
        if event.button() == LEFT:
            self.desk.begin_step()
            self.desk.know_modifiers(event.modifiers())
            if self.is_barred():
                return
            self.double(self.desk.view.place_at(event.position()))
            self.desk.say_hint()

    def on_scroll(self, at: QPointF) -> None:
        if self.held:
            self._move(self.desk.view.place_at(at), self.desk.modifiers())

    def on_leave(self) -> None:
        self.at = self.desk.crosshair.at
        self.desk.say_where(None)
        self.desk.say_hint()

    def _move(self, at: Place, modifiers: Held) -> None:
        self.at = at
        self.desk.say_where(at)
        self.desk.know_modifiers(modifiers)
        self.moved(at, modifiers)
        self.desk.say_hint()

    def modifiers_changed(self, modifiers: Held) -> None:
        if self.at is not None and not self.why_not():
            self.moved(self.at, modifiers)

    # -- the keys

    def on_key(self, event: QKeyEvent) -> bool:
        return map_keys.press(self.desk, self, event)

    def on_space(self, modifiers: Held) -> None:
        map_keys.click(self.desk, self, modifiers)

    def go_to_place(self, at: Place) -> None:
        map_keys.go_to(self.desk, self, at)

    def cancel(self) -> None:
        """Another tool is taken up: let go of what was begun."""
        self.held = False
        self.at = None
        self.desk.view.navigation.near_edge(None)
        self.escape()
        self.desk.guides.clear()
