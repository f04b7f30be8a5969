"""Saving a design: into its library, as another one, or not at all; what others did meanwhile is shown first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar, Final, Protocol

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox

from sandtable.design.draft_on_disk import ChangedMeanwhile
from sandtable.engine.errors import Invalid, SandtableError
from sandtable.engine.words import sentence
from sandtable.library.files.report_words import count_of
from sandtable_editor.shell.asking import ask_text
from sandtable_editor.shell.pieces import fit

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from sandtable.design.draft_on_disk import DraftOnDisk
    from sandtable_editor.design.standing_design import StandingDesign
    from sandtable_editor.shell.workspace import Workbench

TOLD: Final = 12
"""So many differences are shown; the others are counted."""
WIDE: Final = 420
"""Logical pixels: its title is not cut."""


class KeyedDraft(Protocol):
    """A draft of something that has a key in its library."""

    @property
    def key(self) -> str: ...

    @property
    def library(self) -> Path: ...

    def save_as(self, key: str, title: str = "") -> None: ...

    def discard(self) -> None: ...


class DesignSaving(QObject):
    """Saves what is open. ``refused`` says what came of it, with a title; ``told`` what need not be read.

    ``what`` it is: a map, a scenario; ``work``: what one does to it.
    """

    refused = Signal(str, str)
    told = Signal(str)
    open_wanted = Signal(object, str)
    """Another one is to be opened: its library and its key."""
    can_merge: ClassVar[bool] = False
    """Whether what another program did can be merged with what was done here."""
    begun_anew = Signal(object)
    """The draft was discarded; this one begins with what is in the library."""

    def __init__(
        self,
        window: Workbench,
        design: StandingDesign,
        draft: KeyedDraft,
        title: Callable[[], str],
        begin: Callable[[Path, str], DraftOnDisk],
        *,
        what: str,
        work: str,
    ) -> None:
        super().__init__(design)
        self._window, self._design, self._draft = window, design, draft
        self._title, self._begin = title, begin
        self._what, self._work = what, work

    @property
    def name(self) -> tuple[Path, str]:
        """The library it belongs to, and its key there."""
        return self._draft.library, self._draft.key

    def save(self) -> bool:
        """Put it into the library; where another program has changed it there, ask what is to be done."""
        try:
            self._design.save()
        except ChangedMeanwhile as error:
            self._ask(error)
        except SandtableError as error:
            self.refused.emit(f"The {self._what} was not saved", sentence(str(error)))
        else:
            self.told.emit(f"Saved as {self._draft.key} in {self._draft.library.name}")
            return True
        return False

    def _ask(self, error: ChangedMeanwhile) -> None:
        """Show what another program did, and let it be saved as another one, be discarded, or be gone on with."""
        more = len(error.differences) - TOLD
        told = [*error.differences[:TOLD], *([f"and {more} more"] if more > 0 else [])]
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(f"The {self._what} was changed meanwhile")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(
            f"Another program has changed this {self._what} in its library. Nothing was saved, and nothing of yours "
            "is lost."
        )
        box.setInformativeText(fit("\n".join(f"• {one}" for one in told)))
        merge = box.addButton("Merge both…", QMessageBox.ButtonRole.AcceptRole) if self.can_merge else None
        other = box.addButton(f"Save as another {self._what}…", QMessageBox.ButtonRole.AcceptRole)
        drop = box.addButton("Discard mine…", QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(f"Go on {self._work}", QMessageBox.ButtonRole.RejectRole)

        def on_answer() -> None:
            clicked = box.clickedButton()
            box.deleteLater()
            if clicked is merge:
                self.merge()
            elif clicked is other:
                self.save_as()
            elif clicked is drop:
                self.ask_discard()

        box.finished.connect(on_answer)
        box.open()

    def merge(self) -> None:
        """Make one of both; only what ``can_merge`` is asked to."""
        raise NotImplementedError

    def save_as(self) -> None:
        """Ask for the title of another one, and save this one as that."""
        title, asks = f"Save as another {self._what}", f"Title of the other {self._what}:"
        ask_text(self._window, title, asks, self._save_as, f"{self._title()} (copy)").setMinimumWidth(WIDE)

    def _save_as(self, title: str) -> None:
        """Save under another title, and go on with the other one: this one stays in its draft as it is."""
        library, key = self._draft.library, key_of(title, self._what)
        try:
            self._draft.save_as(key, title.strip())
        except SandtableError as error:
            self.refused.emit(f"The {self._what} was not saved", sentence(str(error)))
            return
        self.open_wanted.emit(library, key)

    def ask_discard(self) -> None:
        """Ask whether what was done is to be forgotten."""
        many, title = count_of(len(self._design.entries), "edit"), self._title()
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle("Discard the draft")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(
            fit(
                f"Forget {many} of {title}, and go on with the {self._what} as it is in the library?"
                if self._design.has_unsaved
                else f"Forget the history of {title} ({many})? The {self._what} stays as it is saved."
            )
        )
        yes = box.addButton("Discard", QMessageBox.ButtonRole.DestructiveRole)
        box.addButton("Keep them", QMessageBox.ButtonRole.RejectRole)

        def on_answer() -> None:
            wanted = box.clickedButton() is yes
            box.deleteLater()
            if wanted:
                self._discard()

        box.finished.connect(on_answer)
        box.open()

    def _discard(self) -> None:
        library, key = self._draft.library, self._draft.key
        self._draft.discard()
        try:
            fresh = self._begin(library, key)
        except Invalid as error:
            self.refused.emit(f"The {self._what} cannot be opened", sentence(str(error)))
            return
        self.begun_anew.emit(fresh)


def key_of(title: str, otherwise: str) -> str:
    """Return the key that something of a title is kept under; ``otherwise`` for one without letters."""
    words = re.sub(r"[^\w]+", "-", title.strip().lower(), flags=re.ASCII).strip("-")
    return words or otherwise
