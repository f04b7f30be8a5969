"""What was done to the map: a line for each edit; one that is chosen selects and shows what it touched."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QFont, QGuiApplication
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout

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
        column.addWidget(beside(self.go, self.copy))
        self.setFocusProxy(self.list)
        self._shown: tuple[HistoryEntry, ...] | None = None
        desk.design.saved_changed.connect(self.show_history)
        desk.window.theme.changed.connect(self._mark)
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
        if self._shown is None:
            self.list.addItem(QListWidgetItem(BEGUN))
        for entry in entries[same:]:
            self.list.addItem(_item(entry))
        self._shown = entries
        self._mark()

    def _mark(self) -> None:
        position, saved = self.desk.design.position, self.desk.design.draft.saved_position
        for row in range(self.list.count()):
            item = self.list.item(row)
            says = BEGUN if row == 0 else fit(self.desk.design.entries[row - 1].says)
            text = (SAVED if row == saved else "") + says
            if item.text() != text:
                item.setText(text)
            item.setForeground(QColor(shades().text if row <= position else shades().faint))
            font = QFont(self.list.font())
            font.setBold(row == position)
            item.setFont(font)
        self.list.setCurrentRow(position)
        self.copy.setEnabled(position > 0)

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
        from sandtable.design.script import write_script

        QGuiApplication.clipboard().setText(write_script(self.desk.design.document.history))
        self.desk.hints.note(["the history is in the clipboard, as a script for `sandtable map edit`"])


def _item(entry: HistoryEntry) -> QListWidgetItem:
    made = QListWidgetItem(fit(entry.says))
    made.setToolTip(as_tip("\n".join((entry.says, *entry.notes))))
    made.setData(Qt.ItemDataRole.AccessibleDescriptionRole, fit("; ".join(entry.notes)))
    return made


PANEL = HistoryPanel
