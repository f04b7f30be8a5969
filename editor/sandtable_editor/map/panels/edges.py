"""All edges in a table, and the form of those that are selected."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QSortFilterProxyModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QHBoxLayout, QHeaderView, QLineEdit, QTableView, QVBoxLayout

from sandtable_editor.map.edge_form import EdgeForm
from sandtable_editor.map.edge_table import PAIR, EdgeTable
from sandtable_editor.map.panels.panel import MapPanel
from sandtable_editor.map.selection import Selected
from sandtable_editor.shell.pieces import beside, choice_box, faint

if TYPE_CHECKING:
    from sandtable.design.patch import MapPatch
    from sandtable_editor.map.desk import MapDesk

ALL = "All"


class EdgesPanel(MapPanel):
    """The edges of the map; a row that is chosen is selected on the map, Enter goes there."""

    key, title, side, keys = "edges", "Edges", "bottom", "Shift+F6"

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk)
        self.model = EdgeTable()
        self.sorted = QSortFilterProxyModel(self)
        self.sorted.setSourceModel(self.model)
        self.sorted.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.sorted.setFilterKeyColumn(-1)
        self.sorted.setSortCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.filter = QLineEdit()
        self.filter.setPlaceholderText("Only edges with these words: a name, river, forbidden…")
        self.filter.setAccessibleName("Which edges are shown")
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._narrow)
        self.status = choice_box("Which edges by what is known of them")
        self.status.addItems([ALL, "derived", "confirmed", "added", "forbidden", "corner"])
        self.status.currentTextChanged.connect(self._narrow)
        self.count = faint("")
        self.table = self._make_table()
        self.form = EdgeForm(desk)
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(beside(self.filter, self.status, self.count))
        row = QHBoxLayout()
        row.addWidget(self.table, 3)
        row.addWidget(self.form, 2)
        column.addLayout(row, 1)
        self.setFocusProxy(self.table)
        self._quiet = False
        desk.shown_changed.connect(self._show_after)
        desk.selection.changed.connect(self._follow)
        self.show_edges()

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setModel(self.sorted)
        table.setAccessibleName("Edges")
        table.setSortingEnabled(True)
        table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + 8)
        table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        table.horizontalHeader().setStretchLastSection(True)
        table.selectionModel().selectionChanged.connect(self._select)
        table.activated.connect(self.desk.look_at_selection)
        return table

    # -- what is shown

    def show_edges(self) -> None:
        """Show the edges as they are now."""
        self._quiet = True
        self.model.show_edges(self.desk.design.map)
        self._quiet = False
        self._tell()
        self._follow()

    def _show_after(self, patch: MapPatch) -> None:
        if patch.edges or patch.spaces:
            self.show_edges()
        else:
            self.form.show_edges(self.desk.selection.edges)

    def _narrow(self) -> None:
        words, status = self.filter.text().strip(), self.status.currentText()
        self.model.show_only("" if status == ALL else status)
        self.sorted.setFilterFixedString(words)
        self._tell()
        self._follow()

    def _tell(self) -> None:
        shown, there = self.sorted.rowCount(), len(self.desk.design.map.graph.edges)
        self.count.setText(f"{shown:,} of {there:,}")

    # -- what is selected

    def _select(self) -> None:
        """Select on the map what is chosen in the table."""
        if self._quiet:
            return
        rows = self.table.selectionModel().selectedRows()
        self._quiet = True
        self.desk.selection.set(Selected(edges=tuple(row.data(PAIR) for row in rows)))
        self._quiet = False
        self.form.show_edges(self.desk.selection.edges)

    def _follow(self) -> None:
        """Choose in the table what is selected on the map."""
        self.form.show_edges(self.desk.selection.edges)
        if self._quiet:
            return
        self._quiet = True
        chosen, first = QItemSelection(), None
        for pair in self.desk.selection.edges:
            row = self.model.row_of(pair)
            index = self.sorted.mapFromSource(self.model.index(row, 0)) if row is not None else None
            if index is not None and index.isValid():
                chosen.select(index, index)
                first = first or index
        flags = QItemSelectionModel.SelectionFlag
        self.table.selectionModel().select(chosen, flags.ClearAndSelect | flags.Rows)
        if first is not None:
            self.table.scrollTo(first)
        self._quiet = False


PANEL = EdgesPanel
