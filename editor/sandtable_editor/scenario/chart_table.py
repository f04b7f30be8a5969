"""A chart as a table: the last axis across, the others down; a cell shows what counts, and tells what lies under it."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFont

from sandtable.design.scenario.chart_cells import cell_text
from sandtable_editor.shell.pieces import as_tip, fit
from sandtable_editor.shell.theme import shades

if TYPE_CHECKING:
    from sandtable.design.scenario.chart_cells import ChartCell, Keys
    from sandtable.engine.state.charts import Chart
    from sandtable_editor.design.spreadsheet import Index

VALUE: Final = "Value"
TINT: Final = 70


class ChartTable(QAbstractTableModel):
    """The cells of one chart; ``written`` gives the keys of one and what was written there."""

    written = Signal(object, str)

    def __init__(self) -> None:
        super().__init__()
        self.chart: Chart | None = None
        self.cells: dict[Keys, ChartCell] = {}
        self._down: list[Keys] = []
        self._across: tuple[str, ...] = ()

    def show_chart(self, chart: Chart | None, cells: dict[Keys, ChartCell]) -> None:
        """Show a chart with its cells."""
        if chart is not None and self.chart is not None and chart.axes == self.chart.axes and chart.id == self.chart.id:
            self.chart, self.cells = chart, cells
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))
            return
        self.beginResetModel()
        self.chart, self.cells = chart, cells
        axes = chart.axes if chart is not None else ()
        if len(axes) == 1:
            self._down, self._across = [(key,) for key in axes[0].keys], ()
        else:
            self._down = list(product(*(axis.keys for axis in axes[:-1]))) if axes else []
            self._across = axes[-1].keys if axes else ()
        self.endResetModel()

    def keys_at(self, row: int, column: int) -> Keys:
        """Return the keys of a cell."""
        return (*self._down[row], *self._across[column : column + 1])

    def cell_at(self, index: Index) -> ChartCell:
        """Return what lies in a cell."""
        return self.cells[self.keys_at(index.row(), index.column())]

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (as Qt has it)
        return 0 if parent.isValid() else len(self._down)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (as Qt has it)
        return 0 if parent.isValid() or self.chart is None else max(1, len(self._across))

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        cell = self.cell_at(index)
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return fit(cell_text(cell.cell))
            case Qt.ItemDataRole.EditRole:
                return cell_text(cell.designed.cell if cell.designed is not None else cell.printed)
            case Qt.ItemDataRole.ToolTipRole:
                return as_tip(f"{', '.join(cell.keys)}: {cell.words}")
            case Qt.ItemDataRole.AccessibleTextRole:
                return fit(f"{', '.join(cell.keys)}: {cell_text(cell.cell) or 'nothing'}, {cell.whence}")
            case Qt.ItemDataRole.FontRole:
                return _font(cell)
            case Qt.ItemDataRole.BackgroundRole:
                return _colour(cell)
            case Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignCenter
            case _:
                return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role != Qt.ItemDataRole.DisplayRole or self.chart is None:
            return None
        if orientation == Qt.Orientation.Horizontal:
            return fit(self._across[section]) if self._across else VALUE
        return fit(" / ".join(self._down[section]))

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or str(value) == self.data(index, Qt.ItemDataRole.EditRole):
            return False
        self.written.emit(self.keys_at(index.row(), index.column()), str(value))
        return True


def _font(cell: ChartCell) -> QFont | None:
    """Return how a cell is written: bold what the designer has changed, slanted what an option puts there."""
    if cell.designed is None and not cell.option:
        return None
    font = QFont()
    font.setBold(cell.designed is not None)
    font.setItalic(bool(cell.option))
    return font


def _colour(cell: ChartCell) -> QBrush | None:
    if cell.designed is None and not cell.option:
        return None
    colour = QColor(shades().warm if cell.meets else shades().accent if cell.designed is not None else shades().good)
    colour.setAlpha(TINT)
    return QBrush(colour)
