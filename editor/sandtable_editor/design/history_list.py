"""What was done: a line for each edit, what stands, what is saved; a double click, or Enter, goes there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from sandtable_editor.shell.pieces import as_tip, fit
from sandtable_editor.shell.theme import shades

if TYPE_CHECKING:
    from sandtable.design.history import HistoryEntry
    from sandtable_editor.design.standing_design import StandingDesign
    from sandtable_editor.shell.theme import Theme

SAVED: Final = "●  "
"""The mark of what is in the library."""


class LineLook(NamedTuple):
    """How a line looks."""

    text: str
    colour: str
    bold: bool


class HistoryList(QListWidget):
    """The history of a design, as its panel has it shown. ``looked``: an entry was clicked, to be shown."""

    looked = Signal(object)
    """The ``HistoryEntry``."""

    def __init__(self, design: StandingDesign, theme: Theme, begun: str) -> None:
        """``begun``: what the line before all edits says."""
        super().__init__()
        self._design, self._begun = design, begun
        self.setAccessibleName("History")
        self.setUniformItemSizes(True)
        self._shown: tuple[HistoryEntry, ...] | None = None
        self._looks: list[LineLook] = []
        self.itemClicked.connect(self._look)
        self.itemActivated.connect(self._go)
        theme.changed.connect(self._mark_all)
        self.show_history()

    def show_history(self) -> None:
        """Show what was done, and how much of it stands."""
        entries = self._design.entries
        known = self._shown or ()
        same = 0
        while self._shown is not None and same < min(len(known), len(entries)) and known[same] is entries[same]:
            same += 1
        while self.count() > same + 1:
            self.takeItem(self.count() - 1)
        del self._looks[same + 1 :]
        if self._shown is None:
            self.addItem(QListWidgetItem(self._begun))
        for entry in entries[same:]:
            self.addItem(_item(entry))
        self._shown = entries
        self._mark()

    def _mark(self) -> None:
        """Show what stands and what is saved; there may be thousands: only lines that change are touched."""
        position, saved = self._design.position, self._design.saved_position
        says = (self._begun, *(entry.says for entry in self._design.entries))
        colours = (QColor(shades().text), QColor(shades().faint))
        looks = [
            LineLook((SAVED if row == saved else "") + words, colours[row > position].name(), row == position)
            for row, words in enumerate(says)
        ]
        for row, look in enumerate(looks):
            if row >= len(self._looks) or self._looks[row] != look:
                self._dress(self.item(row), look)
        self._looks = looks
        self.setCurrentRow(position)

    def _mark_all(self) -> None:
        self._looks.clear()
        self._mark()

    def _dress(self, item: QListWidgetItem, look: LineLook) -> None:
        item.setText(fit(look.text))
        item.setForeground(QColor(look.colour))
        font = QFont(self.font())
        font.setBold(look.bold)
        item.setFont(font)

    def _look(self, item: QListWidgetItem) -> None:
        row = self.row(item)
        if row > 0:
            self.looked.emit(self._design.entries[row - 1])

    def _go(self, item: QListWidgetItem) -> None:
        self._design.go_to(self.row(item))

    def go_on(self) -> None:
        """Go where the chosen line is."""
        self._design.go_to(max(0, self.currentRow()))


def _item(entry: HistoryEntry) -> QListWidgetItem:
    made = QListWidgetItem(fit(entry.says))
    made.setToolTip(as_tip("\n".join((entry.says, *entry.notes))))
    made.setData(Qt.ItemDataRole.AccessibleDescriptionRole, fit("; ".join(entry.notes)))
    return made
