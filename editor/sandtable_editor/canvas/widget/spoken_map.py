"""The map as somebody hears it: its counters and spaces are children of the view that have names, and can be used.

What a screen reader asks for is made when it asks: without one this costs nothing. Each counter and space is spoken
for by a hidden widget, for Qt keeps and frees what speaks for a widget, and only for that has it actions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QPointF, QRect, Qt
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

from sandtable.board.spaces import SpaceId

if TYPE_CHECKING:
    from sandtable_editor.canvas.widget.shown_map import ShownMap

PRESS, FOCUS, MENU = (
    QAccessibleActionInterface.pressAction(), QAccessibleActionInterface.setFocusAction(),
    QAccessibleActionInterface.showMenuAction(),
)  # fmt: skip
AREA: Final = 16
"""Logical pixels that what has no size on the screen is said to have."""


class SpokenPart(QWidget):
    """Speaks for one counter (``piece``) or one space of a map; it is never seen."""

    def __init__(self, view: ShownMap, piece: str = "", space: SpaceId | None = None) -> None:
        super().__init__(view)
        self.hide()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.view, self.piece, self.space = view, piece, space

    @property
    def is_there(self) -> bool:
        """Whether what it speaks for is still on the map."""
        if self.space is not None:
            return self.view.geography.knows(self.space)
        return self.piece in self.view.counters

    def words(self) -> str:
        """Return what is said of it."""
        if not self.is_there:
            return ""
        return self.view.words_of(self.piece) if self.space is None else self.view.words_of_space(self.space)

    def box(self) -> QRect:
        """Return where it is on the screen."""
        view = self.view
        if not self.is_there:
            return QRect()
        if self.space is None:
            middle, half = view.on_view(view.counters.middle(self.piece)), view.counters.size / 2
            corners = QPointF(middle.x() - half, middle.y() - half), QPointF(middle.x() + half, middle.y() + half)
        elif (edges := view.geography.box_of(self.space)) is not None:
            corners = view.on_view(QPointF(*edges[:2])), view.on_view(QPointF(*edges[2:]))
        else:
            place = view.on_view(QPointF(*(view.geography.place(self.space) or (0.0, 0.0))))
            corners = place, place + QPointF(AREA, AREA)
        shown = QRect(corners[0].toPoint(), corners[1].toPoint()).intersected(view.viewport().rect())
        return QRect(view.viewport().mapToGlobal(shown.topLeft()), shown.size())

    def press(self) -> None:
        """Do what a click on it does."""
        view = self.view
        self.go_to()
        if self.space is None:
            view.select((self.piece,))
            view.counter_clicked.emit(self.piece)
        else:
            view.space_clicked.emit(self.space)

    def go_to(self) -> None:
        """Give it the focus of the keys."""
        self.view.setFocus()
        if self.space is None:
            self.view.tool.go_to(self.piece)
        else:
            self.view.tool.go_to_space(self.space)

    def open_menu(self) -> None:
        """Ask for the menu of its space."""
        space = self.space if self.space is not None else self.view.counters[self.piece].space
        self.view.space_context.emit(space, self.box().center())


class SpokenParts(QObject):
    """The counters and spaces of one view as children, in a fixed order: counters first, then spaces."""

    def __init__(self, view: ShownMap) -> None:
        super().__init__(view)
        self._view = view
        self._made: dict[tuple[str, SpaceId | None], SpokenPart] = {}
        view.counters_changed.connect(self.forget_gone)
        view.selection_changed.connect(self.say_selected)
        view.focus_moved.connect(self.say_focus)

    def keys(self) -> list[tuple[str, SpaceId | None]]:
        """Return what there is to hear of: on hexes, of which there are very many, spaces with a name or a counter."""
        view, geography = self._view, self._view.geography
        spaces = dict.fromkeys((*geography.ids, *geography.marks))
        if geography.hexes is not None:
            board = geography.hexes
            named = [SpaceId(board.numbers.of(hex)) for hex in sorted(board.names)]
            at = [view.tool.focused_space] if view.tool.focused_space is not None else []
            spaces = dict.fromkeys((*spaces, *named, *sorted(view.counters.occupied_spaces()), *view.lit, *at))
        return [*((piece, None) for piece in view.counters.pieces()), *(("", space) for space in spaces)]

    def part(self, piece: str = "", space: SpaceId | None = None) -> SpokenPart:
        """Return who speaks for a counter or a space."""
        key = piece, space
        if key not in self._made:
            self._made[key] = SpokenPart(self._view, piece, space)
        return self._made[key]

    def forget_gone(self) -> None:
        """Let go of those whose counters and spaces are no longer there."""
        gone = [key for key, part in self._made.items() if not part.is_there]
        for key in gone:
            self._made.pop(key).deleteLater()
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleEvent(self._view, QAccessible.Event.ObjectReorder))

    def say_focus(self, piece: str, space: str) -> None:
        """Tell a screen reader that a counter, else a space, has the focus now."""
        if QAccessible.isActive():
            part = self.part(piece) if piece else self.part(space=SpaceId(space))
            QAccessible.updateAccessibility(QAccessibleEvent(part, QAccessible.Event.Focus))

    def say_selected(self, pieces: tuple[str, ...]) -> None:
        """Tell a screen reader which counters are selected now."""
        for piece in pieces if QAccessible.isActive() else ():
            QAccessible.updateAccessibility(QAccessibleEvent(self.part(piece), QAccessible.Event.Selection))


class SpokenMap(QAccessibleWidget):
    """What a screen reader is told of a view: a list of its counters and its spaces."""

    def __init__(self, view: ShownMap, parts: SpokenParts) -> None:
        super().__init__(view, QAccessible.Role.List, view.accessibleName())
        self._view, self._parts = view, parts

    def childCount(self) -> int:
        return len(self._parts.keys())

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        keys = self._parts.keys()
        return _speaker(self._parts.part(*keys[index])) if 0 <= index < len(keys) else None

    def indexOfChild(self, child: QAccessibleInterface | None) -> int:
        part = child.object() if child is not None else None
        keys = self._parts.keys()
        key = (part.piece, part.space) if isinstance(part, SpokenPart) else None
        return keys.index(key) if key in keys else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        at = QPointF(self._view.viewport().mapFromGlobal(QPointF(x, y)))
        piece, space = self._view.counters.at(self._view.on_canvas(at)), self._view.space_at(at)
        if piece is None and space is None:
            return None
        return _speaker(self._parts.part(piece) if piece is not None else self._parts.part(space=space))

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        view = self._view
        if not view.hasFocus():
            return None
        piece, space = view.counters.focus, view.tool.focused_space
        if piece is None and space is None:
            return None
        return _speaker(self._parts.part(piece) if piece is not None else self._parts.part(space=space))


class SpokenPiece(QAccessibleWidget):
    """What a screen reader is told of one counter or one space."""

    def __init__(self, part: SpokenPart) -> None:
        super().__init__(part, QAccessible.Role.ListItem)
        self._part = part

    def text(self, t: QAccessible.Text) -> str:
        return self._part.words() if t == QAccessible.Text.Name else ""

    def parent(self) -> QAccessibleInterface:
        return _speaker(self._part.view)

    def rect(self) -> QRect:
        return self._part.box()

    def state(self) -> QAccessible.State:
        state, part, view = QAccessible.State(), self._part, self._part.view
        state.focusable = state.selectable = 1
        if not part.is_there:
            state.invalid = 1
            return state
        focus = view.counters.focus
        at = part.piece == focus if part.space is None else focus is None and part.space == view.tool.focused_space
        state.focused = int(at and view.hasFocus())
        state.selected = int(part.space is None and part.piece in view.counters.selection)
        state.offscreen = int(part.box().isEmpty())
        return state

    def actionNames(self) -> list[str]:
        return [PRESS, FOCUS, MENU]

    def doAction(self, actionName: str) -> None:
        if self._part.is_there:
            do = {PRESS: self._part.press, FOCUS: self._part.go_to, MENU: self._part.open_menu}.get(actionName)
            if do is not None:
                do()

    def keyBindingsForAction(self, actionName: str) -> list[str]:
        return ["Return"] if actionName == PRESS else []


def _speaker(widget: QWidget) -> QAccessibleInterface:
    return QAccessible.queryAccessibleInterface(widget)


def _speak_for(name: str, thing: QObject | None) -> QAccessibleInterface | None:
    """Return what speaks for a thing of a class: Qt asks for its own class first, then for those it is made of."""
    if name == "ShownMap" and thing is not None and (parts := thing.findChild(SpokenParts)) is not None:
        return SpokenMap(thing, parts)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    if name == "SpokenPart" and isinstance(thing, SpokenPart):
        return SpokenPiece(thing)
    return None


QAccessible.installFactory(_speak_for)
