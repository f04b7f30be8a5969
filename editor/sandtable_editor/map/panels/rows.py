"""A panel with a table: rows that are chosen are selected on the map, what is selected there is chosen here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QModelIndex, QSortFilterProxyModel, Qt
from PySide6.QtWidgets import QAbstractItemView, QTableView

from sandtable_editor.design.spreadsheet import fit_columns, widen_columns
from sandtable_editor.map.panels.panel import MapPanel

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sandtable_editor.map.desk import MapDesk


class RowsPanel(MapPanel):
    """Keeps its rows while it is seen; what has changed meanwhile it shows when it is seen again."""

    def __init__(self, desk: MapDesk, table: QTableView, rows: QSortFilterProxyModel, name: str) -> None:
        super().__init__(desk)
        self.table, self.sorted = table, rows
        self._quiet = False
        self._fitted: list[object] = []
        """The columns that were made as wide as what is in them."""
        self._own: set[int] = set()
        """Those that somebody has made wider or narrower: they stay so."""
        self._fits = False
        table.setModel(rows)
        table.setAccessibleName(name)
        table.setSortingEnabled(True)
        table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + 8)
        table.selectionModel().selectionChanged.connect(self._select)
        table.horizontalHeader().sectionResized.connect(self._resized)
        self.setFocusProxy(table)
        desk.selection.changed.connect(self.follow)

    # -- what a real one says

    def fill(self) -> None:
        """Put what there is now into the rows."""
        raise NotImplementedError

    def selected_rows(self) -> Iterable[int | None]:
        """Return the rows of the model of what is selected on the map; ``None`` for what is not shown."""
        raise NotImplementedError

    def select(self, chosen: Sequence[QModelIndex]) -> None:
        """Select on the map what these rows stand for."""
        raise NotImplementedError

    # -- what is shown

    def show_rows(self) -> None:
        """Show the rows as they are now, or as soon as they are seen."""
        self.renew()

    def refill(self) -> None:
        self._quiet = True
        self.fill()
        self._quiet = False
        self._fit_new()
        self.follow()

    def _fit_new(self) -> None:
        """Make columns as wide as what is in them where they are others than before; wider where more is in them."""
        across, titles = Qt.Orientation.Horizontal, self.sorted.headerData
        there = [titles(at, across) for at in range(self.sorted.columnCount())]
        if not self.sorted.rowCount():
            return
        self._fits = True
        if there != self._fitted:
            self._fitted, self._own = there, set()
            fit_columns(self.table)
        else:
            widen_columns(self.table, self._own)
        self._fits = False

    def _resized(self, column: int, *_: int) -> None:
        if not self._fits:
            self._own.add(column)

    def come_into_view(self) -> None:
        super().come_into_view()
        self.follow()

    # -- what is selected

    def _select(self) -> None:
        if not self._quiet:
            self._quiet = True
            self.select(self.table.selectionModel().selectedRows())
            self._quiet = False

    def follow(self) -> None:
        """Choose in the table what is selected on the map."""
        if self._quiet or not self.is_seen:
            return
        self._quiet = True
        chosen, first = QItemSelection(), None
        model = self.sorted.sourceModel()
        for row in self.selected_rows():
            index = self.sorted.mapFromSource(model.index(row, 0)) if row is not None else QModelIndex()
            if index.isValid():
                chosen.select(index, index)
                first = first or index
        flags = QItemSelectionModel.SelectionFlag
        self.table.selectionModel().select(chosen, flags.ClearAndSelect | flags.Rows)
        if first is not None:
            self.table.scrollTo(first)
        self._quiet = False
