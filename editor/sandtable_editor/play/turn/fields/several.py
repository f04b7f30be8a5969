"""Some of a list: a check list, with a live count."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QKeyEvent
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem

from sandtable.play.turn.entries import SubsetEntry
from sandtable_editor.play.turn.fields.field import FEW, RECOMMENDED, SHOWN, Field
from sandtable_editor.shell.pieces import as_tip, beside, button
from sandtable_editor.shell.theme import shades

if TYPE_CHECKING:
    from sandtable_editor.play.turn.action_draft import ActionDraft


class CheckList(QListWidget):
    """A list whose rows a click or the space bar flips."""

    flipped = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.itemClicked.connect(self._on_click)

    def _on_click(self, item: QListWidgetItem) -> None:
        self.flipped.emit(self.row(item))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and self.currentRow() >= 0:
            self.flipped.emit(self.currentRow())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Backspace) or event.text().isdigit():
            event.ignore()
        else:
            super().keyPressEvent(event)


def mark_item(item: QListWidgetItem, is_meant: bool) -> None:
    """Have a row stand out at which the guide points, to the eye and to who has it read out."""
    font = item.font()
    font.setBold(is_meant)
    item.setFont(font)
    item.setBackground(QColor(shades().tip) if is_meant else QBrush())
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{item.text()}, {RECOMMENDED}" if is_meant else item.text())


class SeveralField(Field):
    """A list with a box to check for each; a click anywhere in a row checks it."""

    def __init__(self, draft: ActionDraft, entry: SubsetEntry) -> None:
        super().__init__(draft)
        self.entry = entry
        self.list = CheckList()
        self.list.setUniformItemSizes(True)
        self.list.setAlternatingRowColors(True)
        for value in entry.domain.values:
            facts = self.values.facts(value)
            item = QListWidgetItem(f"{self.values.name(value)}    {facts}" if facts else self.values.name(value))
            item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
            item.setToolTip(as_tip(item.text()))
            self.list.addItem(item)
        self.list.flipped.connect(self._toggle)
        self.count = QLabel()
        self.column.addWidget(self.list)
        self.column.addWidget(beside(self.count, button("All", self._all), button("None", self._none)))
        self.refresh()
        size = QSize(1, self.list.sizeHintForRow(0))  # as wide as the list: else long ones are cut without a sign
        for row in range(self.list.count()):
            self.list.item(row).setSizeHint(size)
        self._rows = self._all_rows = max(1, min(SHOWN, self.list.count()))
        self._show_rows(self._rows)
        self.list.setCurrentRow(0)

    # -- where there is little room

    @property
    def given_up(self) -> int:
        return (self._all_rows - self._rows) * self._row_height()

    def spare(self) -> int:
        return max(0, self._all_rows - FEW) * self._row_height()

    def give_up(self, pixels: int) -> None:
        wanted = self._all_rows - -(-min(pixels, self.spare()) // self._row_height())
        if wanted != self._rows:
            self._show_rows(wanted)
            self.list.scrollToItem(self.list.currentItem())

    def _show_rows(self, rows: int) -> None:
        self._rows = rows
        self.list.setFixedHeight(rows * self._row_height() + 2 * self.list.frameWidth() + 2)

    def _row_height(self) -> int:
        return max(self.list.sizeHintForRow(0), self.fontMetrics().height() + 4)

    def point_at(self, value: object) -> None:
        """Have those rows stand out that are recommended: ``value`` holds them; ``None``: nothing is."""
        pointed = cast("tuple[object, ...]", value) if isinstance(value, tuple) else ()
        for row, one in enumerate(self.entry.domain.values):
            mark_item(self.list.item(row), one in pointed)

    def _toggle(self, row: int) -> None:
        self.entry.point(self.entry.domain.values[row])
        self.draft.entry_changed()

    def _all(self) -> None:
        self.entry.choose_all()
        self.draft.entry_changed()

    def _none(self) -> None:
        self.entry.choose_none()
        self.draft.entry_changed()

    def refresh(self) -> None:
        for row, value in enumerate(self.entry.domain.values):
            checked = value in self.entry.chosen
            self.list.item(row).setCheckState(Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked)
        self.count.setText(f"{len(self.entry.chosen)} of {len(self.entry.domain.values)} chosen")

    def take_focus(self) -> None:
        self.list.setFocus()
