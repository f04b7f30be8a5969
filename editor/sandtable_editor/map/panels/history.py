"""What was done to the map: a line for each edit; one that is chosen selects and shows what it touched."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QVBoxLayout

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable.library.files.report_words import count_of
from sandtable_editor.design.history_list import HistoryList
from sandtable_editor.map.panels.panel import MapPanel
from sandtable_editor.map.touched import touched
from sandtable_editor.shell.asking import ask_where
from sandtable_editor.shell.pieces import beside, button

if TYPE_CHECKING:
    from sandtable.design.history import HistoryEntry
    from sandtable_editor.map.desk import MapDesk

BEGUN: Final = "The map as it was"


class HistoryPanel(MapPanel):
    """The history; a double click, or Enter, goes there."""

    key, title = "history", "History"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self.list = HistoryList(desk.design, desk.window.theme, BEGUN)
        self.list.looked.connect(self._look)
        self.go = button("&Go there", self.list.go_on, "Let the map be as it was after this, or is again (Enter)")
        self.copy = button("&Copy as a script", self._copy, "Copy it, to be done again by `sandtable map edit`")
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(self.list, 1)
        self.save = button("&Save as a script…", self._ask_where, "Write it into a file, with the images that it lays")
        column.addWidget(self.go)
        column.addWidget(beside(self.copy, self.save))
        self.setFocusProxy(self.list)
        desk.design.saved_changed.connect(self.renew)

    def refill(self) -> None:
        """Show what was done, and how much of it stands."""
        self.list.show_history()
        position = self.desk.design.position
        self.copy.setEnabled(position > 0)
        self.save.setEnabled(position > 0)

    def _look(self, entry: HistoryEntry) -> None:
        """Select and show what an entry touched."""
        patch, sheet = entry.patch, self.desk.design.map
        self.desk.selection.set(touched(patch, sheet))
        self.desk.look_at(patch.box(sheet))

    def _copy(self) -> None:
        from sandtable.design.script import lays_images, write_script

        history = self.desk.design.document.history
        QGuiApplication.clipboard().setText(write_script(history))
        notes = ["the history is in the clipboard, as a script for `sandtable map edit`"]
        if lays_images(history):
            notes.append("the images that it lays are not: Save as a script writes them too")
        self.desk.hints.note(notes)

    def _ask_where(self) -> None:
        """Ask where the script goes, and write it there."""
        draft = self.desk.design.draft
        begun = str(draft.library.with_name(f"{draft.key}.jsonl"))
        kinds = "Scripts of edits (*.jsonl);;All (*)"
        ask_where(self, "Save the history as a script", begun, kinds, "jsonl", self.save_as_script)

    def save_as_script(self, path: str) -> None:
        """Write what was done into a file, and beside it the images that it lays."""
        from sandtable.design.script import save_script

        try:
            script, *images = save_script(Path(path), self.desk.design.document.history)
        except SandtableError as error:
            self.desk.refuse(sentence(str(error)))
            return
        beside_it = f", with {count_of(len(images), 'image')} beside it" if images else ""
        self.desk.hints.note([f"the history is in {script}{beside_it}: `sandtable map edit` does it again"])


PANEL = HistoryPanel
