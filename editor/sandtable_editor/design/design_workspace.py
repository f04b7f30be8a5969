"""A workspace for one design at a time: a first page while none is open, then its desk; opening, saving, closing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from PySide6.QtCore import QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDockWidget, QWidget

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable_editor.design.design_desk import DesignDesk
from sandtable_editor.shell.collecting import set_aside, take_back
from sandtable_editor.shell.page_stack import PageStack
from sandtable_editor.shell.pieces import fit
from sandtable_editor.shell.workspace import Workspace

if TYPE_CHECKING:
    from sandtable_editor.design.beginning import DesignBeginning
    from sandtable_editor.design.designs_page import DesignsPage
    from sandtable_editor.shell.workspace import Workbench

Desk = TypeVar("Desk", bound=DesignDesk)
Open = Callable[[Path, str], object]
"""Opens one of a library, by its key."""


class OpenedDraft(Protocol):
    """A draft that was opened, with what must be told of it."""

    @property
    def harm(self) -> Sequence[str]: ...

    @property
    def meanwhile(self) -> str: ...


class DesignWorkspace(Workspace, Generic[Desk]):
    """Works on one design. Its ``key`` says what that is, a map or a scenario, and begins the names of its commands."""

    done: ClassVar[str]
    """How the design came to be as it is: drawn, laid out."""
    for_open: ClassVar[tuple[str, ...]] = ()
    """The commands that a design must be open for, beside those that open, save and close it."""

    def __init__(self, window: Workbench) -> None:
        super().__init__(window)
        self.pages = PageStack()
        self.on_desk: Desk | None = None
        self._ends = False
        """Whether the window is closing."""

    @property
    def first_page(self) -> DesignsPage[Any]:
        """What is shown while no design is open."""
        raise NotImplementedError

    # -- the workspace as the window sees it

    def middle(self) -> QWidget:
        return self.pages

    def docks(self) -> Iterable[QDockWidget]:
        return self.on_desk.docks.docks.values() if self.on_desk is not None else ()

    def arrange(self) -> None:
        if self.on_desk is not None:
            self.on_desk.docks.arrange()

    def place_new(self, docks: Sequence[QDockWidget]) -> None:
        if self.on_desk is not None:
            if docks:
                self.on_desk.docks.place_new(docks)
            self.on_desk.docks.come_and_go()

    def come_forward(self) -> None:
        if self.on_desk is None:
            self._show_first_page()
        self.follow()

    def undo(self) -> None:
        if self.on_desk is not None:
            self.on_desk.standing.undo()

    def redo(self) -> None:
        if self.on_desk is not None:
            self.on_desk.standing.redo()

    def escape(self) -> None:
        if self.on_desk is not None:
            self.on_desk.escape()

    def release_files(self) -> None:
        self._ends = True
        self.close_design()

    # -- commands

    def add_file_commands(self) -> None:
        """Add what saves and closes the design that is open; its menu bears the title of the workspace."""
        what, keys = self.key, QKeySequence.StandardKey
        add = partial(self.window.commands.add, within=what)
        add(
            f"{what}_save", self.title, "&Save", self.save, keys.Save,
            hint=f"Put the {what} as it is {self.done} into its library",
        )  # fmt: skip
        add(
            f"{what}_save_as", self.title, "Save &as…", self.save_as, (keys.SaveAs, "Ctrl+Shift+S"),
            hint=f"Put the {what} into its library as another one",
        )  # fmt: skip
        add(
            f"{what}_discard", self.title, "&Discard the draft…", self.discard,
            hint=f"Let the {what} be as it is in the library, and forget what was done to it",
        )  # fmt: skip
        add(
            f"{what}_close", self.title, "&Close", self.close_design, (keys.Close, "Ctrl+W"),
            hint=f"Close the {what}; what is not saved stays in its draft",
        )  # fmt: skip

    def follow(self) -> None:
        """Let be done what can be done now, and say where we are."""
        desk, commands = self.on_desk, self.window.commands
        files = (f"{self.key}_{one}" for one in ("save", "save_as", "close"))
        for key in (*files, *self.for_open):
            commands[key].setEnabled(desk is not None)
        has_draft = desk is not None and (bool(desk.standing.entries) or desk.standing.has_unsaved)
        commands[f"{self.key}_discard"].setEnabled(has_draft)
        if self.window.workspace is not self:
            return
        commands["undo"].setEnabled(desk is not None and desk.standing.document.can_undo)
        commands["redo"].setEnabled(desk is not None and desk.standing.document.can_redo)
        commands["find"].setEnabled(desk is not None and desk.has_places)
        self._say()

    def _say(self) -> None:
        """Say in the title and at the foot of the window which design is open, and whether it is saved."""
        desk, status = self.on_desk, self.window.status
        if self.window.workspace is not self:
            return
        if desk is None:
            self.window.setWindowTitle("Sandtable")
            status.say_where("")
            status.hint.clear()
            return
        unsaved = desk.standing.has_unsaved
        self.window.setWindowTitle(fit(f"{desk.title}{'*' if unsaved else ''} — Sandtable"))
        status.say_where(fit(" · ".join(filter(None, (desk.where, "not saved" if unsaved else "saved")))))
        status.hint.setText(desk.hints.line)

    # -- opening and closing

    def begin_with(self, page: DesignsPage[Any], beginning: DesignBeginning, open_it: Open) -> None:
        """Take a first page in, with what does what it asks for."""
        beginning.open_wanted.connect(open_it)
        beginning.refused.connect(self.warn)
        self.pages.addWidget(page)

    def _show_first_page(self, chosen: tuple[Path, str] | None = None) -> None:
        page = self.first_page
        page.look(chosen)
        self.pages.setCurrentWidget(page)
        page.list.setFocus()

    def show_desk(self, desk: Desk, draft: OpenedDraft, open_it: Open) -> None:
        """Bring a design forward that was put on the desk; what must be told of its draft is told."""
        self.on_desk = desk
        desk.saving.refused.connect(self.warn)
        desk.saving.open_wanted.connect(open_it)
        desk.said.connect(self._say)
        desk.standing.saved_changed.connect(self.follow)
        self.pages.addWidget(desk.page)
        self.pages.setCurrentWidget(desk.page)
        self.window.show_workspace(self)
        self.window.list_commands()
        self.window.restore_layout()
        self.follow()
        desk.take_keys()
        QTimer.singleShot(0, desk, set_aside)
        if draft.harm:
            self.warn("Damaged draft", "\n".join(map(sentence, draft.harm)))
        if draft.meanwhile:
            self.warn(f"The {self.key} was changed meanwhile", sentence(draft.meanwhile))

    def close_design(self) -> None:
        """Put the design away; what is not saved stays in its draft."""
        if self.on_desk is None:
            return
        closed = self.on_desk.saving.name
        self.put_away()
        if self.window.workspace is self and not self._ends:
            self._show_first_page(closed)
        self.follow()

    def put_away(self) -> None:
        """Clear the desk, for another design or for none."""
        desk = self.on_desk
        if desk is None:
            return
        take_back()
        self.window.keep_layout()
        self.on_desk = None
        self.pages.removeWidget(desk.page)
        try:
            desk.close()
        except SandtableError as error:  # the desk has gone all the same
            self.warn("The draft", sentence(str(error)))

    # -- saving

    def save(self) -> None:
        """Put the design into its library."""
        if self.on_desk is not None:
            self.on_desk.saving.save()

    def save_as(self) -> None:
        """Put the design into its library as another one."""
        if self.on_desk is not None:
            self.on_desk.saving.save_as()

    def discard(self) -> None:
        """Forget what was done and not saved, once the user has said so again."""
        if self.on_desk is not None:
            self.on_desk.saving.ask_discard()
