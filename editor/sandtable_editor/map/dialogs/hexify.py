"""Hexes made of geography by rules, again if need be, with a look on the map at which of them would change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import shapely
from PySide6.QtWidgets import QFormLayout, QVBoxLayout

from sandtable.design.edits.edit import NothingChanges
from sandtable.design.edits.hexified import Hexify
from sandtable.design.last_run import read_last_run, run_at
from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable.library.files.report_words import count_of
from sandtable_editor.map.desk_command import DeskCommand
from sandtable_editor.map.dialog_parts import beside_the_map, line_of_words
from sandtable_editor.map.geography_files import GeographyFilesDialog
from sandtable_editor.map.guides import EditGhost
from sandtable_editor.map.interchange.arriving import make_hexes
from sandtable_editor.shell.dialog_buttons import do_or_cancel
from sandtable_editor.shell.pieces import fit
from sandtable_editor.shell.theme import scaled

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from sandtable.design.patch import MapPatch
    from sandtable_editor.map.desk import MapDesk
    from sandtable_editor.shell.jobs import BackgroundJob, Progress

LAYER: Final = "hexify"
MOST: Final = 3_000
"""Hexes that are shown one by one; of more the box around them is."""
BEGIN: Final = "Choose files of geography, and the rules that say what becomes of them."


class HexifyDialog(GeographyFilesDialog):
    """Asks for files and rules; when both are there the hexes are made, and the map shows which would change."""

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk.view, "Hexify")
        self._desk = desk
        self._job: BackgroundJob | None = None
        self.edit: Hexify | None = None
        """What would be done, once the hexes are made."""
        self.setModal(False)
        self.says = line_of_words(BEGIN)
        form = QFormLayout()
        self.add_files_to(form)
        buttons, self.do = do_or_cancel(self, "Hexify")
        self.do.setEnabled(False)
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.says)
        column.addWidget(buttons)
        self.finished.connect(self._end)
        desk.design.changed.connect(self.look)
        self.resize(scaled(420), self.sizeHint().height())

    def make(self) -> None:
        """Make the hexes, in a job that can be stopped."""
        files, rules = self.files, self.rules
        if not files or rules is None:
            return
        self._stop()
        self.edit = None
        self.look()
        self.says.setText("The hexes are being made…")

        def work(progress: Progress) -> bytes:
            return make_hexes(files, rules, progress)

        self._job = self._desk.window.jobs.run("Making hexes", work, self._made, self._failed)

    def _made(self, made: bytes) -> None:
        self._job = None
        draft = self._desk.design.draft
        try:
            last = run_at(self._desk.design.document.history)
            self.edit = Hexify(made, read_last_run(draft.library, draft.key) if last is None else last)
        except Invalid as error:
            self.says.setText(fit(sentence(str(error))))
            return
        self.look()

    def _failed(self, error: BaseException) -> None:
        self._job = None
        if not isinstance(error, Invalid):
            self._desk.window.jobs.failed(error)
            return
        self.says.setText(fit(sentence(str(error))))

    def look(self, _: object = None) -> None:
        """Show what would come of it."""
        self._desk.guides.clear(LAYER)
        self.do.setEnabled(False)
        if self.edit is None:
            return
        tried = self._desk.design.attempt(self.edit)
        if isinstance(tried, NothingChanges):
            self.says.setText("Nothing would change: the map is so already.")
        elif isinstance(tried, Invalid):
            self.says.setText(fit(sentence(str(tried))))
        else:
            many = self._show(tried.patch)
            told = [f"{count_of(many, 'hex', 'hexes')} would change", *map(sentence, tried.notes)]
            if not self.edit.last:
                told.append("No run before is known: nothing counts as changed by hand")
            self.says.setText(". ".join(told) + ".")
            self.do.setEnabled(True)

    def _show(self, patch: MapPatch) -> int:
        """Show the hexes that would change; return how many these are."""
        board = self._desk.design.map.hexes
        if board is None or patch.hexes is None:
            return 0
        cells = sorted(patch.hexes.cells(board))
        outlines = board.grid.outlines(cells)
        if not self._desk.view.geography.downwards:
            outlines = outlines * np.array([1.0, -1.0])
        whole: BaseGeometry = shapely.MultiPoint(outlines.reshape(-1, 2)).envelope
        if len(cells) <= MOST:
            whole = shapely.union_all(shapely.polygons(outlines), grid_size=board.grid.hex_width * 1e-6)
        self._desk.guides.show_guides([EditGhost(whole, "accent")], LAYER)
        return len(cells)

    def accept(self) -> None:
        """Do it."""
        edit, self.edit = self.edit, None
        if edit is None:
            return
        if self._desk.design.do(edit) is None:
            self.edit = edit
            self.look()
            return
        super().accept()

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _end(self) -> None:
        self._stop()
        self._desk.guides.clear(LAYER)
        self._desk.view.setFocus()


def hexify(desk: MapDesk) -> HexifyDialog:
    """Open the dialog beside the map."""
    return beside_the_map(HexifyDialog(desk))


COMMANDS: Final = (
    DeskCommand(
        "map_hexify", "Map", "He&xify…", hexify, may=lambda desk: desk.design.map.hexes is not None,
        hint="Make the hexes of files of geography by rules; what was changed by hand since the last run stays",
    ),
)  # fmt: skip
