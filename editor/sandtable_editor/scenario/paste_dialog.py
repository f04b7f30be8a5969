"""What a table from a spreadsheet would do, before it is done: what changes, what is new, what fits nothing and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from sandtable.design.scenario.row_pasting import PastedRows, read_rows
from sandtable.engine.words import sentence
from sandtable.library.files.report_words import count_of, join_names
from sandtable_editor.shell.dialog_buttons import do_or_cancel
from sandtable_editor.shell.pieces import as_tip, faint, fit, name_box
from sandtable_editor.shell.theme import roomy, scaled

if TYPE_CHECKING:
    from sandtable.design.scenario.row_pasting import Miss
    from sandtable_editor.scenario.open_scenario import OpenScenario

HEADS: Final = ("Row", "Which", "Column", "Written", "Why it fits nothing", "Read instead")
LEAVE_OUT: Final = "Leave the row out"
WRITTEN: Final = 3
TOLD: Final = 4


class PasteDialog(QDialog):
    """Asks whether to paste; what fits nothing can be read as what was meant, or is left out."""

    def __init__(self, scenario: OpenScenario, table: str, text: str, parent: QWidget) -> None:
        """Raises ``Invalid`` for a text that is no table of these rows."""
        super().__init__(parent)
        self.scenario, self._table, self._text = scenario, table, text
        self.instead: dict[tuple[int, str], str] = {}
        self.found: PastedRows = read_rows(scenario.design, table, text)
        self.setWindowTitle(f"Paste into {table}")
        self.says = QLabel()
        self.says.setWordWrap(True)
        self.fresh = faint("")
        self.misses = QTableWidget(0, len(HEADS))
        self.misses.setAccessibleName("What fits nothing")
        self.misses.setHorizontalHeaderLabels(HEADS)
        self.misses.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.misses.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.misses.verticalHeader().hide()
        self.misses.setWordWrap(True)
        self.misses.setTabKeyNavigation(False)
        self.buttons, self.paste = do_or_cancel(self, "&Paste")
        column = QVBoxLayout(self)
        column.addWidget(self.says)
        column.addWidget(self.fresh)
        column.addWidget(self.misses, 1)
        column.addWidget(self.buttons)
        self._show()
        self.resize(roomy(self, 820, 420 if self.found.missed else 160))

    def _show(self) -> None:
        found = self.found
        self.says.setText(fit(_summary(found)))
        words = [f"{id} (there is {like})" for id, like in found.like]
        words += [id for id in found.fresh if id not in dict(found.like)]
        self.fresh.setText(fit(f"New: {join_names(words, TOLD)}") if words else "")
        self.fresh.setToolTip(as_tip("\n".join(words)))
        self.fresh.setVisible(bool(words))
        self.misses.setRowCount(0)
        for miss in found.missed:
            self._add(miss)
        self.misses.resizeColumnsToContents()
        self.misses.setColumnWidth(4, scaled(300))
        self.misses.resizeRowsToContents()
        self.misses.setVisible(bool(found.missed))
        self.paste.setEnabled(bool(found.edits))
        many = len(found.edits)
        self.paste.setText(f"&Paste {count_of(many, 'row')}" if many else "&Paste")

    def _add(self, miss: Miss) -> None:
        row = self.misses.rowCount()
        self.misses.insertRow(row)
        told = (str(miss.row or "head"), miss.who, miss.column, miss.written, sentence(miss.why))
        for column, words in enumerate(told):
            item = QTableWidgetItem(fit(words))
            item.setToolTip(as_tip(words))
            item.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
            self.misses.setItem(row, column, item)
        if miss.row and miss.column and miss.written:
            self.misses.setCellWidget(row, len(HEADS) - 1, self._box(miss))

    def _box(self, miss: Miss) -> QComboBox:
        """Return a box that says what to read in place of a word: something near, or whatever is written there."""
        box = QComboBox()
        name_box(box, f"What to read in place of {miss.written} in row {miss.row}")
        box.setEditable(True)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        box.addItems([LEAVE_OUT, *(fit(one) for one in miss.near)])
        box.setCurrentIndex(0)

        def read() -> None:
            if (text := box.currentText().strip()) and text != LEAVE_OUT:
                self.read_instead(miss, text)

        box.activated.connect(read)
        line = box.lineEdit()
        if line is not None:
            line.returnPressed.connect(read)
        return box

    def read_instead(self, miss: Miss, text: str) -> None:
        """Read a word in place of one that fits nothing."""
        self.instead[miss.row, miss.column] = text
        self.found = read_rows(self.scenario.design, self._table, self._text, self.instead)
        self._show()


def _summary(found: PastedRows) -> str:
    left = len({one.row for one in found.missed if one.row})
    parts = [f"{count_of(found.rows, 'row')} in the table"]
    parts += [f"{len(found.changed)} to change"] if found.changed else []
    parts += [f"{len(found.fresh)} new"] if found.fresh else []
    parts += [f"{found.same} as they stand already"] if found.same else []
    parts += [f"{left} left out, for they fit nothing"] if left else []
    return f"{parts[0]}: {', '.join(parts[1:])}." if parts[1:] else f"{parts[0]}."
