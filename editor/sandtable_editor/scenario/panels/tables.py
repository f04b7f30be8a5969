"""All rows of a table: sorted, chosen by a condition, many changed at once, filled from a spreadsheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QLineEdit, QVBoxLayout

from sandtable.design.scenario.new_rows import new_row
from sandtable.design.scenario.row_conditions import select_rows
from sandtable.design.scenario.row_edits import ChangeRows, RenameRow
from sandtable.design.scenario.row_forms import field_named, read_text
from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable.library.files.report_words import count_of
from sandtable_editor.design.spreadsheet import SortedRows, SpreadsheetView, fit_columns
from sandtable_editor.scenario.asked_text import ask_text
from sandtable_editor.scenario.deleting_rows import ask_to_delete
from sandtable_editor.scenario.panels.panel import ScenarioPanel
from sandtable_editor.scenario.paste_dialog import PasteDialog
from sandtable_editor.scenario.row_delegate import RowDelegate
from sandtable_editor.scenario.row_table import ROW, SpreadsheetRows
from sandtable_editor.shell.pieces import beside, button, choice_box, faint, fit

if TYPE_CHECKING:
    from sandtable.design.scenario.row_forms import RowField
    from sandtable.design.scenario.scenario_edits import ScenarioEdit
    from sandtable_editor.design.spreadsheet import Index
    from sandtable_editor.scenario.open_scenario import OpenScenario

OWN_MAKING: Final = ("Frame", "InForce", "Grants", "OnBoard", "Counter", "Later", "Proposal", "Ended", "DesignedChart")
"""Tables that laying out and play fill by themselves; the changed cells of charts have a panel of their own."""
HINT: Final = "Condition: side = France and infantry > 10, in andalusia, area ~ mad, not has leader"


class ScenarioTablesPanel(ScenarioPanel):
    """Rows of a table. What is written into a cell of several chosen rows is written into all of them."""

    key, title, keys, order = "tables", "Tables", "F6", 30

    def __init__(self, scenario: OpenScenario) -> None:
        super().__init__(scenario)
        self.model, self.sorted = SpreadsheetRows(), SortedRows()
        self.sorted.setSourceModel(self.model)
        self.tables = choice_box("Table")
        self.tables.activated.connect(self._choose)
        self.condition = QLineEdit()
        self.condition.setAccessibleName("Condition")
        self.condition.setPlaceholderText(HINT)
        self.condition.setClearButtonEnabled(True)
        self.condition.returnPressed.connect(self._find)
        self.condition.textChanged.connect(self._all_again)
        find = button(
            "&Select", self._find, "Select the rows that the condition is true of (Enter), and show only those"
        )
        self.adding = button("&Add…", self._add, "Add a row to this table")
        self.removing = button("&Remove", self._remove, "Take the chosen rows out (Del)")
        self.pasting = button("&Paste…", self._paste, "Lay a table from a spreadsheet onto these rows (Ctrl+V)")
        self.view = self._make_view()
        self.says = faint("")
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        row = beside(self.tables, self.condition, find, self.adding, self.removing, self.pasting, stretch=1)
        column.addWidget(row)
        column.addWidget(self.view, 1)
        column.addWidget(self.says)
        self.setFocusProxy(self.view)
        self._only: frozenset[str] | None = None
        self._quiet = False
        self.model.written.connect(self._write)
        scenario.changed.connect(self.renew)
        scenario.selected.connect(self._follow)

    def _make_view(self) -> SpreadsheetView:
        view = SpreadsheetView(self._copy, self._paste)
        view.setModel(self.sorted)
        view.setAccessibleName("Rows")
        view.setSortingEnabled(True)
        view.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        view.verticalHeader().hide()
        view.verticalHeader().setDefaultSectionSize(view.fontMetrics().height() + 8)
        view.setItemDelegate(RowDelegate(self.scenario, self._field_at, view))
        view.selectionModel().selectionChanged.connect(self._select)
        view.removing.connect(self._remove)
        return view

    # -- what is shown

    @property
    def table(self) -> str:
        """The table that is shown."""
        return self.model.table

    def show_table(self, table: str) -> None:
        """Show the rows of a table, and those that are selected among them."""
        if table != self.table:
            self._only = None
            self.condition.clear()
        self._fill(table)
        self._follow()

    def brought_forward(self) -> None:
        """Show the table of what is selected, and give the rows the keyboard."""
        if self.scenario.selection:
            self.show_table(self.scenario.selection[0][0])
        self.view.setFocus()

    def _choose(self) -> None:
        self.show_table(str(self.tables.currentData()))

    def _fill(self, table: str) -> None:
        self._fill_tables(table)
        other = table != self.table
        self._quiet = True
        self.model.show_rows(self.scenario.design, table, self._only)
        self._quiet = False
        if other:
            fit_columns(self.view)
        self._tell()

    def _fill_tables(self, table: str) -> None:
        """Name the tables, those with rows first."""
        design = self.scenario.design
        many = {one: len(design.ids(one)) for one in design.family.schema.kinds if one not in OWN_MAKING}
        there = sorted(many, key=lambda one: (not many[one], one))
        words = [f"{one} ({many[one]})" if many[one] else one for one in there]
        if words != [self.tables.itemText(at) for at in range(self.tables.count())]:
            self.tables.clear()
            for one, text in zip(there, words, strict=True):
                self.tables.addItem(fit(text), one)
        self.tables.setCurrentIndex(self.tables.findData(table))

    def _first_table(self) -> str:
        """Return the table that is shown at first: that of what is selected, else the fullest."""
        if self.scenario.selection:
            return self.scenario.selection[0][0]
        own = self.scenario.design.rows
        there = [one for one in own if one not in OWN_MAKING]
        return max(there, key=lambda one: len(own[one]), default="Side")

    def come_into_view(self) -> None:
        super().come_into_view()
        self._follow()

    def refill(self) -> None:
        """Show the rows of the table as they are now, and choose those that are selected."""
        self._fill(self.table or self._first_table())
        self._follow()

    def _tell(self) -> None:
        shown, there = len(self.model.ids), len(self.scenario.design.ids(self.table)) if self.table else 0
        self.says.setText(f"{count_of(shown, 'row')} of {there:,}" if shown != there else count_of(there, "row"))

    def _field_at(self, index: Index) -> RowField | None:
        return self.model.fields[index.column() - 1] if index.column() else None

    # -- what is selected

    def chosen(self) -> list[str]:
        """Return the ids of the rows that are chosen."""
        return [str(row.data(ROW)) for row in self.view.selectionModel().selectedRows()]

    def _find(self) -> None:
        """Select what the condition is true of, and show only that."""
        text = self.condition.text().strip()
        if not text or not self.table:
            return
        try:
            found = select_rows(self.scenario.design, self.table, text)
        except Invalid as error:
            self.says.setText(fit(sentence(str(error))))
            return
        self._only = frozenset(found)
        self._fill(self.table)
        self.scenario.select([(self.table, id) for id in found])
        self._follow()
        self.says.setText(f"{count_of(len(found), 'row')} found" if found else "No row is like that.")

    def _all_again(self, text: str) -> None:
        if not text.strip() and self._only is not None:
            self._only = None
            self._fill(self.table)
            self._follow()

    def _select(self) -> None:
        if not self._quiet:
            self._quiet = True
            self.scenario.select([(self.table, id) for id in self.chosen()])
            self._quiet = False

    def _follow(self, _: object = None) -> None:
        """Choose in the table what is selected."""
        if self._quiet or not self.is_seen:
            return
        self._quiet = True
        chosen, first = QItemSelection(), None
        for table, id in self.scenario.selection:
            at = self.model.row_of(id) if table == self.table else None
            index = self.sorted.mapFromSource(self.model.index(at, 0)) if at is not None else QModelIndex()
            if index.isValid():
                chosen.select(index, index)
                first = first or index
        flags = QItemSelectionModel.SelectionFlag
        self.view.selectionModel().select(chosen, flags.ClearAndSelect | flags.Rows)
        if first is not None:
            self.view.scrollTo(first)
        self._quiet = False

    # -- what is written

    def _write(self, id: str, column: str, text: str) -> None:
        """Write a value into the cell, or into that column of all rows that are chosen."""
        chosen = self.chosen()
        ids = tuple(chosen) if id in chosen else (id,)
        try:
            edit = self._edit(ids, column, text)
        except Invalid as error:
            self.scenario.refuse(sentence(str(error)))
            return
        self.scenario.do(edit)

    def _edit(self, ids: tuple[str, ...], column: str, text: str) -> ScenarioEdit:
        if column == "id":
            if len(ids) > 1:
                raise Invalid("two rows cannot have one id: choose one row to rename it")
            return RenameRow(self.table, next(iter(ids)), text.strip())
        design = self.scenario.design
        field = field_named(design, self.table, column)
        try:
            return ChangeRows(self.table, ids, {field.name: read_text(design, field, text)})
        except Invalid as error:
            who = f"{self.table} {ids[0]}" if len(ids) == 1 else f"{len(ids)} rows of {self.table}"
            raise Invalid(f"{who}: {field.title}: {error}") from error

    def _add(self) -> None:
        asks = f"Id of the new row of {self.table}:"
        ask_text(self.scenario.window, f"Add to {self.table}", asks, self.add_row)

    def add_row(self, id: str) -> None:
        """Add a row by its id; what it must hold is filled with the least that fits."""
        if self.scenario.do(new_row(self.scenario.design, self.table, id)) is not None:
            self._only = None
            self._fill(self.table)
            self.scenario.select([(self.table, id)])

    def _remove(self) -> None:
        ask_to_delete(self.scenario, [(self.table, id) for id in self.chosen()])

    # -- spreadsheets

    def _copy(self) -> None:
        """Copy the chosen rows, with a head, as a spreadsheet takes them."""
        rows = sorted(row.row() for row in self.view.selectionModel().selectedRows())
        columns = range(self.model.columnCount())
        lines = ["\t".join(self.model.heads)]
        lines += ["\t".join(str(self.sorted.index(row, at).data()) for at in columns) for row in rows]
        QGuiApplication.clipboard().setText("\n".join(lines))
        self.says.setText(f"{count_of(len(rows), 'row')} copied")

    def _paste(self) -> None:
        """Show what the table in the clipboard would do, and do it as one edit if that is wanted."""
        try:
            dialog = PasteDialog(self.scenario, self.table, QGuiApplication.clipboard().text(), self)
        except Invalid as error:
            self.scenario.refuse(sentence(str(error)))
            return
        dialog.finished.connect(dialog.deleteLater)
        dialog.accepted.connect(lambda: self._paste_found(dialog))
        dialog.open()

    def _paste_found(self, dialog: PasteDialog) -> None:
        found = dialog.found
        says = f"Paste {count_of(len(found.edits), 'row')} into {self.table}"
        if self.scenario.do_all(found.edits, says) is not None:
            self.scenario.select([(self.table, id) for id in (*found.changed, *found.fresh)])
            self.says.setText(f"{len(found.changed)} changed, {len(found.fresh)} new")


PANEL = ScenarioTablesPanel
