"""What the window asks of a workspace (a middle, docks, commands, an undo of its own), and a workspace of it.

The window is one of these, and is painted before anything is loaded that takes its time: ``window.py`` says what.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMainWindow

if TYPE_CHECKING:
    from PySide6.QtCore import Qt
    from PySide6.QtWidgets import QDockWidget, QStackedWidget, QWidget

    from sandtable_editor.shell.commands import Commands
    from sandtable_editor.shell.errors import Reporter
    from sandtable_editor.shell.finder import Search, SearchHit
    from sandtable_editor.shell.jobs import Jobs
    from sandtable_editor.shell.settings import Settings
    from sandtable_editor.shell.status import Status
    from sandtable_editor.shell.theme import Theme


class Workbench(QMainWindow):
    """The window as workspaces and menus see it."""

    settings: Settings
    theme: Theme
    reporter: Reporter
    jobs: Jobs
    commands: Commands
    status: Status
    middle: QStackedWidget
    workspace: Workspace | None
    """The one that is in front."""

    def restore_layout(self) -> None:
        """Put the docks of the workspace where the user has left them."""
        raise NotImplementedError

    def keep_layout(self) -> None:
        """Remember where the docks are."""
        raise NotImplementedError

    def reset_layout(self) -> None:
        """Put all docks back where they belong."""
        raise NotImplementedError

    def ask_finder(self, hint: str, search: Search) -> None:
        """Open the box in which something is found by typing."""
        raise NotImplementedError

    def list_commands(self) -> None:
        """Make the menus anew: there are other commands."""
        raise NotImplementedError

    def show_workspace(self, workspace: Workspace) -> None:
        """Bring a workspace to the front."""
        raise NotImplementedError

    def add_dock(self, key: str, title: str, widget: QDockWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        """Add a dock under a name that its place is remembered by."""
        raise NotImplementedError


class Workspace(QObject):
    """One of the things the workbench is for; the window shows one at a time.

    A workspace makes its docks when it first has something to show in them: the window comes first.
    """

    key = ""
    title = ""
    keys: Sequence[tuple[str, str]] = ()
    """What keys do in it that are no command's."""
    menu_groups: Mapping[str, tuple[tuple[str, ...], ...]] = {}
    """What stands together in a menu while it is in front, by the menu: names of commands, and menus within it."""

    def __init__(self, window: Workbench) -> None:
        super().__init__(window)
        self.window = window

    def middle(self) -> QWidget:
        """Return what stands in the middle of the window."""
        raise NotImplementedError

    def docks(self) -> Iterable[QDockWidget]:
        """Return the docks there are now."""
        return ()

    def place_new(self, docks: Sequence[QDockWidget]) -> None:
        """Place docks that a layout that was kept does not know."""

    def arrange(self) -> None:
        """Put the docks where they stand when nobody has moved them."""

    def come_forward(self) -> None:
        """It is in front now: say where it is, and let be done what can be done."""

    def undo(self) -> None:
        """Take the last thing back."""

    def redo(self) -> None:
        """Do it again."""

    def why_not(self, command: str) -> str:
        """Say why ``undo`` or ``redo`` cannot be done now."""
        return f"There is nothing to {command}."

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

    def warn(self, title: str, says: str) -> None:
        """Tell something that must be read, and wait for nothing."""
        from sandtable_editor.shell.confirming import warn

        warn(self.window, title, says)
