"""All edges in a table, and the form of those that are selected."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QLineEdit,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from sandtable.library.files.report_words import count_of
from sandtable_editor.design.many_values import ManyValues, Tick
from sandtable_editor.map.edge_form import KINDS, EdgeForm, kinds_there, laid, with_kinds
from sandtable_editor.map.edge_table import LIES, PAIR, EdgeTable
from sandtable_editor.map.panels.rows import RowsPanel
from sandtable_editor.map.selection import Selected
from sandtable_editor.shell.pieces import beside, choice_box, faint, scrolling

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sandtable.design.patch import MapPatch
    from sandtable_editor.map.desk import MapDesk

ALL = "All"


class EdgesPanel(RowsPanel):
    """The edges of the map; a row that is chosen is selected on the map, Enter goes there."""

    key, title, side, keys = "edges", "Edges", "bottom", "Shift+F6"
    shown_at_first = False

    def __init__(self, desk: MapDesk) -> None:
        self.model = EdgeTable()
        rows = QSortFilterProxyModel()
        rows.setSourceModel(self.model)
        rows.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        rows.setFilterKeyColumn(-1)
        rows.setSortCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        super().__init__(desk, QTableView(), rows, "Edges")
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.horizontalHeader().setStretchLastSection(True)
        self.table.activated.connect(self._activate)
        self.filter = QLineEdit()
        self.filter.setPlaceholderText("Only edges with these words: a name, river, forbidden…")
        self.filter.setAccessibleName("Which edges are shown")
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._narrow)
        self.status = choice_box("Which edges by what is known of them")
        self.status.addItems([ALL, "derived", "confirmed", "added", "forbidden", "corner"])
        self.status.currentTextChanged.connect(self._narrow)
        self.count = faint("")
        self.form = EdgeForm(desk)
        whole = QWidget()  # the form is hidden while nothing is selected: a hidden one in the frame would leave a bar
        inner = QVBoxLayout(whole)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.addWidget(self.form)
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(beside(self.filter, self.status, self.count))
        row = QHBoxLayout()
        row.addWidget(self.table, 3)
        # or the dock would grow with what there is to say of an edge, and the map would move
        around = scrolling(whole, "The edges that are selected")
        around.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        around.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        row.addWidget(around, 2)
        column.addLayout(row, 1)
        desk.shown_changed.connect(self._show_after)

    # -- what is shown

    def fill(self) -> None:
        self.model.show_edges(self.desk.design.map)
        self._tell()

    def _show_after(self, patch: MapPatch) -> None:
        if patch.edges or patch.spaces:
            self.show_rows()
        elif self.is_seen:
            self.form.show_edges(self.desk.selection.edges)

    def _narrow(self) -> None:
        words, status = self.filter.text().strip(), self.status.currentText()
        self.model.show_only("" if status == ALL else status)
        self.sorted.setFilterFixedString(words)
        self._tell()
        self.follow()

    def _tell(self) -> None:
        shown, there = self.sorted.rowCount(), len(self.desk.design.map.graph.edges)
        self.count.setText(f"{shown:,} of {there:,}")

    # -- what lies there

    def _activate(self, cell: QModelIndex) -> None:
        """Go where the edge is; in a cell of what lies there, let that be chosen."""
        if cell.column() in LIES:
            self._choose(cell)
        else:
            self.desk.look_at_selection()

    def _choose(self, cell: QModelIndex) -> None:
        """Drop down what may lie along or across the edges that are chosen, with a tick for what does."""
        lies = LIES.get(cell.column())
        if lies is None or not cell.isValid():
            return
        pairs, sheet = self.desk.selection.edges or (cell.data(PAIR),), self.desk.design.map
        there = kinds_there(sheet, pairs, lies)
        ticks = {kind: _tick([kind in one for one in there]) for kind in sorted({*KINDS[lies], *chain(*there)})}

        def say(said: dict[str, bool]) -> None:
            edits = laid(self.desk.design.map, pairs, lies, with_kinds(said))
            words = f"Say what lies {lies} {count_of(len(pairs), 'edge')}"
            self.desk.design.do_all(edits, words)

        what = f"What lies {lies} {count_of(len(pairs), 'edge')}"
        ManyValues(self.table, what, ticks, say).drop_from(self.table.visualRect(cell), self.table.viewport())

    # -- what is selected

    def select(self, chosen: Sequence[QModelIndex]) -> None:
        self.desk.selection.set(Selected(edges=tuple(row.data(PAIR) for row in chosen)))
        self.form.show_edges(self.desk.selection.edges)

    def selected_rows(self) -> Iterable[int | None]:
        return map(self.model.row_of, self.desk.selection.edges)

    def follow(self) -> None:
        if self.is_seen:
            self.form.show_edges(self.desk.selection.edges)
        super().follow()


def _tick(each: Sequence[bool]) -> Qt.CheckState:
    """Return the tick for what lies at all edges, at none, or at some."""
    return Tick.Checked if all(each) else Tick.PartiallyChecked if any(each) else Tick.Unchecked


PANEL = EdgesPanel
