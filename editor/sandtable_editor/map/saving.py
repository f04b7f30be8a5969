"""Saving a map: into its library, as another one, or not at all; what another program did meanwhile is shown first."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QInputDialog, QMessageBox

from sandtable.design.draft import MapDraft
from sandtable.design.draft_on_disk import ChangedMeanwhile
from sandtable.engine.errors import Invalid, SandtableError
from sandtable.engine.words import sentence
from sandtable.library.files.report_words import count_of
from sandtable_editor.shell.pieces import fit

if TYPE_CHECKING:
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.shell.workspace import Workbench

TOLD = 12
"""So many differences are shown; the others are counted."""


class MapSaving(QObject):
    """Saves the map of one desk. ``refused`` says what came of it, with a title; ``told`` what need not be read."""

    refused = Signal(str, str)
    told = Signal(str)
    open_wanted = Signal(object, str)
    """Another map is to be on the desk: its library and its key."""
    begun_anew = Signal(object)
    """The draft was discarded; this one begins with the map of the library."""

    def __init__(self, window: Workbench, desk: MapDesk) -> None:
        super().__init__(desk)
        self._window, self._desk = window, desk

    def save(self) -> None:
        """Put the map into its library; where another program has changed it there, ask what is to be done."""
        try:
            self._desk.design.save()
        except ChangedMeanwhile as error:
            self._ask(error)
        except SandtableError as error:
            self.refused.emit("The map was not saved", sentence(str(error)))
        else:
            self.told.emit(f"Saved as {self._desk.design.draft.key} in {self._desk.design.draft.library.name}")

    def _ask(self, error: ChangedMeanwhile) -> None:
        """Show what another program did, and let it be saved as another map, be discarded, or be gone on with."""
        more = len(error.differences) - TOLD
        told = [*error.differences[:TOLD], *([f"and {more} more"] if more > 0 else [])]
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle("The map was changed meanwhile")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(
            "Another program has changed this map in its library. Nothing was saved, and nothing of yours is lost."
        )
        box.setInformativeText(fit("\n".join(f"• {one}" for one in told)))
        other = box.addButton("Save as another map…", QMessageBox.ButtonRole.AcceptRole)
        drop = box.addButton("Discard mine…", QMessageBox.ButtonRole.DestructiveRole)
        box.addButton("Go on drawing", QMessageBox.ButtonRole.RejectRole)

        def on_answer() -> None:
            clicked = box.clickedButton()
            box.deleteLater()
            if clicked is other:
                self.save_as()
            elif clicked is drop:
                self.ask_discard()

        box.finished.connect(on_answer)
        box.open()

    def save_as(self) -> None:
        """Ask for the title of another map, and save this one as that."""
        dialog = QInputDialog(self._window)
        dialog.setWindowTitle("Save as another map")
        dialog.setLabelText("Title of the other map:")
        dialog.setTextValue(f"{self._desk.design.map.title} (copy)")
        dialog.textValueSelected.connect(self._save_as)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _save_as(self, title: str) -> None:
        """Save under another title, and go on with the other map: this one stays in its draft as it is."""
        draft = self._desk.design.draft
        library, key = draft.library, key_of(title)
        try:
            draft.save_as(key, title.strip())
        except SandtableError as error:
            self.refused.emit("The map was not saved", sentence(str(error)))
            return
        self.open_wanted.emit(library, key)

    def ask_discard(self) -> None:
        """Ask whether what was done is to be forgotten."""
        design = self._desk.design
        many = count_of(len(design.entries), "edit")
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle("Discard the draft")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(
            fit(
                f"Forget {many} of {design.map.title}, and go on with the map as it is in the library?"
                if design.draft.has_unsaved
                else f"Forget the history of {design.map.title} ({many})? The map stays as it is saved."
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
        draft = self._desk.design.draft
        library, key = draft.library, draft.key
        draft.discard()
        try:
            fresh = MapDraft.begin(library, key)
        except Invalid as error:
            self.refused.emit("The map cannot be opened", sentence(str(error)))
            return
        self.begun_anew.emit(fresh)


def key_of(title: str) -> str:
    """Return the key that a map of a title is kept under."""
    words = re.sub(r"[^\w]+", "-", title.strip().lower(), flags=re.ASCII).strip("-")
    return words or "map"
