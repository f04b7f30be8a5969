"""What the window asks of a workspace: a middle, docks, commands, and an undo of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDockWidget, QWidget

from sandtable_editor.shell.finder import SearchHit

if TYPE_CHECKING:
    from sandtable_editor.shell.window import Window


class Workspace(QObject):
    """One of the things the workbench is for; the window shows one at a time.

    A workspace makes its docks when it first has something to show in them: the window comes first.
    """

    key = ""
    title = ""
    keys: Sequence[tuple[str, str]] = ()
    """What keys do in it that are no command's."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.window = window

    def middle(self) -> QWidget:
        """Return what stands in the middle of the window."""
        raise NotImplementedError

    def docks(self) -> Iterable[QDockWidget]:
        """Return the docks there are now."""
        return ()

    def arrange(self) -> None:
        """Put the docks where they stand when nobody has moved them."""

    def undo(self) -> None:
        """Take the last thing back."""

    def redo(self) -> None:
        """Do it again."""

    def escape(self) -> None:
        """Leave what was begun."""

    def find(self, text: str) -> Iterable[SearchHit]:
        """Find places by name."""
        return ()

    def may_close(self) -> bool:
        """Tell whether the window may be closed now, having asked if need be."""
        return True

    def release_files(self) -> None:
        """The window is closing: let go of files."""
