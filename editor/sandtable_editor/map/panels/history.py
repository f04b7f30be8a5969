"""What was done to the map: a line for each edit; one that is chosen selects and shows what it touched."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QListWidget, QListWidgetItem, QVBoxLayout

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable.library.files.report_words import count_of
from sandtable_editor.map.panels.panel import MapPanel
from sandtable_editor.map.touched import touched
from sandtable_editor.shell.pieces import as_tip, beside, button, fit
from sandtable_editor.shell.theme import shades

if TYPE_CHECKING:
    from sandtable.design.history import HistoryEntry
    from sandtable_editor.map.desk import MapDesk

SAVED: Final = "●  "
"""The mark of what is in the library."""
BEGUN: Final = "The map as it was"


class LineLook(NamedTuple):
    """How a line looks."""

    text: str
    colour: str
    bold: bool


class HistoryPanel(MapPanel):
    """The history; a double click, or Enter, goes there."""

    key, title = "history", "History"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self.list = QListWidget()
        self.list.setAccessibleName("History")
        self.list.setUniformItemSizes(True)
        self.list.itemClicked.connect(self._look)
        self.list.itemActivated.connect(self._go)
        self.go = button("&Go there", self._go_on, "Let the map be as it was after this, or is again (Enter)")
        self.copy = button("&Copy as a script", self._copy, "Copy it, to be done again by `sandtable map edit`")
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(self.list, 1)
        self.save = button("&Save as a script…", self._ask_where, "Write it into a file, with the images that it lays")
        column.addWidget(self.go)
        column.addWidget(beside(self.copy, self.save))
        self.setFocusProxy(self.list)
        self._shown: tuple[HistoryEntry, ...] | None = None
        self._looks: list[LineLook] = []
        desk.design.saved_changed.connect(self.show_history)
        desk.window.theme.changed.connect(self._mark_all)
        self.show_history()

    def show_history(self) -> None:
        """Show what was done, and how much of it stands."""
        entries = self.desk.design.entries
        known = self._shown or ()
        same = 0
        while self._shown is not None and same < min(len(known), len(entries)) and known[same] is entries[same]:
            same += 1
        while self.list.count() > same + 1:
            self.list.takeItem(self.list.count() - 1)
        del self._looks[same + 1 :]
        if self._shown is None:
            self.list.addItem(QListWidgetItem(BEGUN))
        for entry in entries[same:]:
            self.list.addItem(_item(entry))
        self._shown = entries
        self._mark()

    def _mark(self) -> None:
        """Show what stands and what is saved; there may be thousands: only lines that change are touched."""
        position, saved = self.desk.design.position, self.desk.design.draft.saved_position
        says = (BEGUN, *(entry.says for entry in self.desk.design.entries))
        colours = (QColor(shades().text), QColor(shades().faint))
        looks = [
            LineLook((SAVED if row == saved else "") + words, colours[row > position].name(), row == position)
            for row, words in enumerate(says)
        ]
        for row, look in enumerate(looks):
            if row >= len(self._looks) or self._looks[row] != look:
                self._dress(self.list.item(row), look)
        self._looks = looks
        self.list.setCurrentRow(position)
        self.copy.setEnabled(position > 0)
        self.save.setEnabled(position > 0)

    def _mark_all(self) -> None:
        self._looks.clear()
        self._mark()

    def _dress(self, item: QListWidgetItem, look: LineLook) -> None:
        item.setText(fit(look.text))
        item.setForeground(QColor(look.colour))
        font = QFont(self.list.font())
        font.setBold(look.bold)
        item.setFont(font)

    def _look(self, item: QListWidgetItem) -> None:
        """Select and show what an entry touched."""
        row = self.list.row(item)
        if row == 0:
            return
        patch, sheet = self.desk.design.entries[row - 1].patch, self.desk.design.map
        self.desk.selection.set(touched(patch, sheet))
        self.desk.look_at(patch.box(sheet))

    def _go(self, item: QListWidgetItem) -> None:
        self.desk.design.go_to(self.list.row(item))

    def _go_on(self) -> None:
        self.desk.design.go_to(max(0, self.list.currentRow()))

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
        dialog = QFileDialog(self, "Save the history as a script", begun, "Scripts of edits (*.jsonl);;All (*)")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("jsonl")
        dialog.fileSelected.connect(self.save_as_script)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

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


def _item(entry: HistoryEntry) -> QListWidgetItem:
    made = QListWidgetItem(fit(entry.says))
    made.setToolTip(as_tip("\n".join((entry.says, *entry.notes))))
    made.setData(Qt.ItemDataRole.AccessibleDescriptionRole, fit("; ".join(entry.notes)))
    return made


PANEL = HistoryPanel
