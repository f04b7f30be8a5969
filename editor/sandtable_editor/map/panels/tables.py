"""All spaces in a table: sorted, chosen by a condition, many edited at once, filled from a spreadsheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLineEdit, QVBoxLayout

from sandtable.board.spaces import SpaceId
from sandtable.design.attribute_values import read_value
from sandtable.design.conditions import select_spaces
from sandtable.design.edits.fields import SetFields
from sandtable.design.pasting import read_table
from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable.library.files.report_words import count_of, join_names
from sandtable_editor.design.spreadsheet import SortedRows, SpreadsheetView
from sandtable_editor.map.panels.rows import RowsPanel
from sandtable_editor.map.selection import Selected
from sandtable_editor.map.space_table import OWN, SPACE, SpaceTable
from sandtable_editor.shell.pieces import as_tip, beside, button, faint, fit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sandtable.design.patch import MapPatch
    from sandtable_editor.map.desk import MapDesk

TOLD = 3


class TablePanel(RowsPanel):
    """Spaces as rows. What is written into a cell of several selected rows is written into all of them."""

    key, title, side, keys = "tables", "Table of spaces", "bottom", "F6"
    shown_at_first = False

    def __init__(self, desk: MapDesk) -> None:
        self.model, rows = SpaceTable(), SortedRows()
        rows.setSourceModel(self.model)
        super().__init__(desk, SpreadsheetView(self._copy, self._paste), rows, "Spaces")
        self.table.selectionModel().currentChanged.connect(self._say_source)
        self.model.written.connect(self._write)
        self.condition = QLineEdit()
        self.condition.setAccessibleName("Condition")
        self.condition.setPlaceholderText("Condition: kind = land and money > 2, in spain, name ~ bur, not has port")
        self.condition.setClearButtonEnabled(True)
        self.condition.returnPressed.connect(self._find)
        self.condition.textChanged.connect(self._all_again)
        self.choose = button("Select", self._find, "Select what the condition is true of (Enter), and show only that")
        self.paste = button("Paste", self._paste, "Lay a table from a spreadsheet onto the map (Ctrl+V)")
        self.says = faint("")
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(beside(self.condition, self.choose, self.paste))
        column.addWidget(self.table, 1)
        column.addWidget(self.says)
        self._only: frozenset[SpaceId] | None = None
        desk.shown_changed.connect(self._show_after)
        desk.condition_wanted.connect(self._ask_condition)

    # -- what is shown

    def fill(self) -> None:
        self.model.show_spaces(self.desk.design.map, self._only)
        self._tell()

    def _show_after(self, patch: MapPatch) -> None:
        if patch.spaces or patch.provenance:
            self.show_rows()

    def _tell(self) -> None:
        shown, there = len(self.model.spaces), len(self.desk.design.map.graph.spaces)
        self.says.setText(f"{count_of(shown, 'space')} of {there:,}" if shown != there else count_of(there, "space"))

    def _say_source(self, now: QModelIndex, _: QModelIndex) -> None:
        """Say where the value in the cell comes from."""
        cell = self.sorted.mapToSource(now)
        source = self.model.source(cell.row(), cell.column()) if cell.isValid() else ""
        if source:
            space, column = self.model.spaces[cell.row()], self.model.columns[cell.column()]
            self.says.setText(fit(f"{space.name or space.id}, {column}: {source}"))
        else:
            self._tell()

    # -- what is selected

    def _ask_condition(self) -> None:
        self.condition.setFocus()
        self.condition.selectAll()

    def _find(self) -> None:
        """Select what the condition is true of, and show only that."""
        text = self.condition.text().strip()
        if not text:
            return
        try:
            found = select_spaces(self.desk.design.map, text)
        except Invalid as error:
            self.says.setText(fit(sentence(str(error))))
            return
        sheet = self.desk.design.map
        hexes = tuple(id for id in found if id not in sheet.graph.spaces)
        spaces = tuple(id for id in found if id in sheet.graph.spaces)
        self._only = frozenset(spaces)
        self.desk.selection.set(Selected(spaces=spaces, hexes=hexes))
        self.show_rows()
        self.says.setText(f"{count_of(len(found), 'space')} found" if found else "Nothing is like that.")

    def _all_again(self, text: str) -> None:
        if not text.strip() and self._only is not None:
            self._only = None
            self.show_rows()

    def select(self, chosen: Sequence[QModelIndex]) -> None:
        self.desk.selection.set(Selected(spaces=tuple(SpaceId(row.data(SPACE)) for row in chosen)))

    def selected_rows(self) -> Iterable[int | None]:
        return map(self.model.row_of, self.desk.selection.spaces)

    # -- what is written

    def _write(self, space: str, column: str, text: str) -> None:
        """Write a value into the cell, or into that column of all rows that are chosen."""
        chosen = tuple(SpaceId(row.data(SPACE)) for row in self.table.selectionModel().selectedRows())
        ids = chosen if space in chosen else (SpaceId(space),)
        try:
            edit = self._edit(ids, column, text)
        except Invalid as error:
            self.desk.refuse(sentence(str(error)))
            return
        self.desk.design.do(edit)

    def _edit(self, ids: tuple[SpaceId, ...], column: str, text: str) -> SetFields:
        if column in OWN:
            return SetFields(ids, name=text) if column == "name" else SetFields(ids, kind=text)
        held = [one.get(column) for one in self.desk.design.map.graph.spaces.values()]
        return SetFields(ids, attributes={column: read_value(text, held)})

    def _copy(self) -> None:
        """Copy the chosen rows, with a head, as a spreadsheet takes them."""
        rows = sorted(row.row() for row in self.table.selectionModel().selectedRows())
        columns = range(len(self.model.columns))
        lines = ["\t".join(self.model.columns)]
        lines += ["\t".join(str(self.sorted.index(row, at).data()) for at in columns) for row in rows]
        QGuiApplication.clipboard().setText("\n".join(lines))
        self.says.setText(f"{count_of(len(rows), 'row')} copied")

    def _paste(self) -> None:
        """Lay the table in the clipboard onto the map, as one edit; what fits nothing is listed."""
        try:
            found = read_table(self.desk.design.map, QGuiApplication.clipboard().text())
        except Invalid as error:
            self.desk.refuse(sentence(str(error)))
            return
        if found.edits:
            self.desk.design.do_all(found.edits, f"Paste {count_of(len(found.edits), 'row')}")
        self.says.setText(fit(_pasted(len(found.edits), found.rows, found.missed)))
        self.says.setToolTip(as_tip("\n".join(found.missed)))


def _pasted(changed: int, rows: int, missed: Sequence[str]) -> str:
    same = rows - changed - len(missed)
    words = [f"{count_of(changed, 'row')} changed the map"]
    words += [f"{same} changed nothing"] if same else []
    words += [f"{len(missed)} did not fit: {join_names(missed, TOLD)}"] if missed else []
    return "; ".join(words)


PANEL = TablePanel
