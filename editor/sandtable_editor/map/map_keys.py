"""The map drawn by keys: arrows move the crosshair, Enter or Space clicks, G holds the button down, letters take tools.

Ins holds it down, too. What either is pressed with, Shift, Ctrl or Alt, is held with it; but Ctrl+G is the grid's.
Typed numbers go to a place: "12, 34", or the number of a hex.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QKeyCombination, QPoint, Qt
from PySide6.QtGui import QKeySequence

from sandtable_editor.map.grips import is_grip

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from sandtable.board.shapes import Place
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.map.tool_in_hand import Held, ToolInHand

ARROWS: Final = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip
ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
FAR: Final = 10
FINISH: Final = Qt.Key.Key_F
COMMANDS: Final = (
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
)
SHIFT: Final = Qt.KeyboardModifier.ShiftModifier
HELD: Final = SHIFT | Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
HOLDING: Final = (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt)


def press(desk: MapDesk, tool: ToolInHand, event: QKeyEvent) -> bool:
    """Act on a key; return whether it meant anything."""
    key, held = Qt.Key(event.key()), event.modifiers()
    desk.know_modifiers(held)
    if key in ARROWS:
        return _arrow(desk, tool, ARROWS[key], held)
    if key in ENTER:
        return _enter(desk, tool, held)
    if key not in HOLDING:
        desk.crosshair.clicked = None
    match key:
        case Qt.Key.Key_Escape:
            return _escape(desk, tool)
        case Qt.Key.Key_Backspace:
            return _say(desk, tool.back())
        case Qt.Key.Key_Delete:
            return desk.delete_selected()
        case Qt.Key.Key_Menu:
            return _menu(desk, tool, held)
        case Qt.Key.Key_F10 if held & SHIFT:
            return _menu(desk, tool, held)
        case _ if is_grip(key, held):
            return _grip(desk, tool, held & HELD)
        case _:
            return _letter(desk, tool, event)


# -- the crosshair


def _arrow(desk: MapDesk, tool: ToolInHand, way: tuple[int, int], held: Held) -> bool:
    desk.crosshair.clicked = None
    at: Place | None = desk.crosshair.at
    if at is None:
        at = desk.crosshair.here()
    elif held & Qt.KeyboardModifier.ControlModifier:
        at = tool.target(at, *way)
    else:
        at = tool.step(at, *way, FAR if held & SHIFT else 1)
    if at is not None:
        desk.know_modifiers(held & Qt.KeyboardModifier.AltModifier)  # Shift and Ctrl say how far the crosshair goes
        _point(desk, tool, at)
        desk.know_modifiers(held)
    return True


def _point(desk: MapDesk, tool: ToolInHand, at: Place) -> None:
    desk.crosshair.go_to(at)
    desk.say_where(at)
    tool.at = at
    if not tool.why_not():
        tool.moved(at, desk.modifiers())
    desk.say_hint()


def go_to(desk: MapDesk, tool: ToolInHand, at: Place) -> None:
    """Go to a place that was typed."""
    desk.crosshair.clicked = None
    _point(desk, tool, at)


def _enter(desk: MapDesk, tool: ToolInHand, held: Held) -> bool:
    if desk.crosshair.at is None:
        return _say(desk, tool.finish())
    click(desk, tool, held)
    return True


def click(desk: MapDesk, tool: ToolInHand, held: Held) -> None:
    """Click where the crosshair is; a second time at the same place is a double click."""
    crosshair = desk.crosshair
    at = tool.at = crosshair.here()
    desk.begin_step()
    if crosshair.gripped:
        _let_go(desk, tool, at)
    elif tool.is_barred():
        return
    elif crosshair.clicked == at:
        crosshair.clicked = None
        tool.double(at)
    else:
        crosshair.clicked = at
        tool.pressed(at, held)
        tool.released(at, held)
    desk.say_hint()


def _grip(desk: MapDesk, tool: ToolInHand, held: Held) -> bool:
    """Hold the button down at the crosshair, with these keys all the while, or let it go."""
    at = tool.at = desk.crosshair.here()
    desk.begin_step()
    if desk.crosshair.gripped:
        _let_go(desk, tool, at)
    elif not tool.is_barred():
        desk.crosshair.grip(held)
        tool.held = True
        tool.pressed(at, held)
    desk.say_hint()
    return True


def _let_go(desk: MapDesk, tool: ToolInHand, at: Place) -> None:
    held = desk.modifiers()
    desk.crosshair.let_go()
    tool.held = False
    tool.released(at, held)


# -- everything else


def _escape(desk: MapDesk, tool: ToolInHand) -> bool:
    desk.crosshair.let_go()
    desk.begin_step()
    tool.held = False
    if tool.escape():
        desk.say_hint()
        return True
    if desk.selection:
        desk.selection.clear()
        return True
    return False


def _menu(desk: MapDesk, tool: ToolInHand, held: Held) -> bool:
    at = desk.crosshair.at
    at = desk.place_of_selection() if at is None else at
    at = desk.crosshair.here() if at is None else at
    spot: QPoint = desk.view.viewport().mapToGlobal(desk.view.spot_of(at).toPoint())
    tool.right(at, held & ~SHIFT, spot)
    return True


def _letter(desk: MapDesk, tool: ToolInHand, event: QKeyEvent) -> bool:
    text, held = event.text(), event.modifiers()
    if not held & COMMANDS and text and text in "0123456789.-":
        desk.ask_place(text)
        return True
    if event.key() == FINISH and not held & COMMANDS and tool.finish():
        return _say(desk, done=True)
    return desk.do_by_key(sequence_of(event))


def sequence_of(event: QKeyEvent) -> QKeySequence:
    """Return a key as commands have it: Shift counts, CapsLock and the keypad do not."""
    return QKeySequence(QKeyCombination(event.modifiers() & (COMMANDS | SHIFT), Qt.Key(event.key())))


def _say(desk: MapDesk, done: bool) -> bool:
    desk.say_hint()
    return done
