"""Saving a map: into its library, as another one, or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from sandtable.design.draft import MapDraft
from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable.library.files.report_words import count_of
from sandtable_editor.design import saving
from sandtable_editor.shell.pieces import fit

if TYPE_CHECKING:
    from sandtable.design.edits.merged import TakeChanges
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.shell.workspace import Workbench


class MapSaving(saving.DesignSaving):
    """Saves the map of one desk."""

    def __init__(self, window: Workbench, desk: MapDesk) -> None:
        design = self._map_design = desk.design
        super().__init__(
            window, design, design.draft, lambda: design.map.title, MapDraft.begin, what="map", work="drawing"
        )

    can_merge = True

    def merge(self) -> None:
        """Take in what another program did, as one edit; where both have changed the same, ask whose is to stand."""
        try:
            edit, conflicts = self._map_design.draft.merged()
        except SandtableError as error:
            self.refused.emit("The maps were not merged", sentence(str(error)))
            return
        if conflicts:
            self._ask_whose(edit, [one.words for one in conflicts])
        else:
            self._take_in(edit)

    def _ask_whose(self, mine: TakeChanges, conflicts: list[str]) -> None:
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle("Merge both maps")
        box.setTextFormat(Qt.TextFormat.PlainText)
        many = count_of(len(conflicts), "thing was", "things were")
        box.setText(f"{many} changed by both, each in another way. All else goes into the one map. Whose stands there?")
        more = len(conflicts) - saving.TOLD
        told = [*conflicts[: saving.TOLD], *([f"and {more} more"] if more > 0 else [])]
        box.setInformativeText(fit("\n".join(f"• {one}" for one in told)))
        keep = box.addButton("Keep mine there", QMessageBox.ButtonRole.AcceptRole)
        take = box.addButton("Take theirs there", QMessageBox.ButtonRole.AcceptRole)
        box.addButton("Do not merge", QMessageBox.ButtonRole.RejectRole)

        def on_answer() -> None:
            clicked = box.clickedButton()
            box.deleteLater()
            if clicked is keep:
                self._take_in(mine)
            elif clicked is take:
                self._take_in(self._map_design.draft.merged(prefer_theirs=True)[0])

        box.finished.connect(on_answer)
        box.open()

    def _take_in(self, edit: TakeChanges) -> None:
        """Do it: Ctrl+S saves the one map, Ctrl+Z takes it back."""
        if self._map_design.do(edit) is not None:
            self.told.emit("Both are in this map now: look at it, and save it")


def key_of(title: str) -> str:
    """Return the key that a map of a title is kept under."""
    return saving.key_of(title, "map")
