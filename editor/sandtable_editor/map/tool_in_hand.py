"""A tool as the desk sees it: what it is called, what it says, and what it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt

from sandtable_editor.canvas.widget.tool import Tool

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QWidget

    from sandtable.board.shapes import Place

Held = Qt.KeyboardModifier


class ToolInHand(Tool):
    """What is done with the mouse and the keys on the map that is drawn; a real one overrides what it needs.

    ``pressed``, ``moved``, ``released``, ``double`` come from the left button and from the crosshair alike.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    letter: ClassVar[str] = ""
    """The key that takes it up while the map has the focus."""
    group: ClassVar[str]
    draws_in: ClassVar[tuple[str, ...]] = ()
    """The layers in which it draws: it does nothing while all of them are locked."""
    says: ClassVar[str] = ""
    """What it does, for its tip."""
    cursor = Qt.CursorShape.CrossCursor

    held = False
    """Whether the button is down."""
    at: Place | None = None
    """What the mouse or the crosshair points at; ``None`` while neither does."""

    # -- what a tool says and does

    def is_fit(self) -> bool:
        """Tell whether it is of any use on this map; else its button is grey."""
        return True

    def why_not(self) -> str:
        """Say why it can do nothing now, ``""`` where it can."""
        return ""

    def is_barred(self) -> bool:
        """Tell whether it can do nothing now, and say why."""
        return False

    def hint(self, modifiers: Held) -> str:
        """Say what click, Shift, Ctrl and Alt do now, with these held down."""
        return self.says

    def options(self) -> QWidget | None:
        """Return what can be chosen for it, to stand above the map while it is in hand; the desk keeps it."""
        return None

    def taken_up(self) -> None:
        """It is in hand now."""

    def pressed(self, at: Place, modifiers: Held) -> None:
        """The button went down at a place."""

    def moved(self, at: Place, modifiers: Held) -> None:
        """The mouse or the crosshair is at another place; ``held`` says whether the button is down."""

    def released(self, at: Place, modifiers: Held) -> None:
        """The button went up."""

    def double(self, at: Place) -> None:
        """The button went down for the second time; one that finishes what is drawn does so here."""
        self.finish()

    def right(self, at: Place, modifiers: Held, spot: QPoint) -> None:
        """The right button went down; ``spot`` is where on the screen. In tools that draw it finishes."""
        self.finish()

    def escape(self) -> bool:
        """Cancel the step that is under way; return whether there was one."""
        return False

    def finish(self) -> bool:
        """Finish what is being drawn; return whether there was anything."""
        return False

    def back(self) -> bool:
        """Take back the last vertex of what is being drawn; return whether there was one."""
        return False

    def modifiers_changed(self, modifiers: Held) -> None:
        """Shift, Ctrl or Alt went down or up: what is shown follows."""

    def go_to_place(self, at: Place) -> None:
        """Take the crosshair to a place that was typed."""

    def map_changed(self) -> None:
        """The map is another: what is kept of it is looked up again."""

    def step(self, at: Place, across: int, down: int, many: int) -> Place:
        """Return where arrows take the crosshair (``down`` as on the screen): ``many`` is 10 with Shift."""
        return at

    def target(self, at: Place, across: int, down: int) -> Place | None:
        """Return the next thing to snap to in a direction; Ctrl and an arrow go there."""
        return None
