"""The cells of a chart under the keys of its axes: each can be changed, the axes stay as rules know them."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtWidgets import QTableWidget, QTableWidgetItem

from sandtable.play.table.correcting import NUMBER
from sandtable_editor.play.forms.forms import Editor
from sandtable_editor.shell.pieces import fit

if TYPE_CHECKING:
    from sandtable.engine.state.charts import Chart

HIGH: Final = 220
"""Pixels at most; a longer chart is scrolled."""


class ChartEditor(Editor):
    """A table with the last axis as its columns and those before as its rows."""

    def __init__(self, chart: Chart) -> None:
        super().__init__()
        *others, last = chart.axes
        rows = [", ".join(keys) for keys in product(*(axis.keys for axis in others))]
        self.table = QTableWidget(len(rows), len(last.keys))
        self.table.setHorizontalHeaderLabels([fit(key) for key in last.keys])
        self.table.setVerticalHeaderLabels([fit(row) for row in rows])
        if not others:
            self.table.verticalHeader().hide()
        self.table.setToolTip(" / ".join(fit(axis.title) for axis in chart.axes))
        self.table.setMinimumHeight(min(HIGH, 40 + 30 * len(rows)))
        self.table.setMaximumHeight(HIGH)
        self.row.addWidget(self.table)
        self.table.cellChanged.connect(self.changed)

    def put(self, value: Any) -> None:
        self.table.blockSignals(True)
        for at, cell in enumerate(value):
            row, column = divmod(at, self.table.columnCount())
            self.table.setItem(row, column, QTableWidgetItem("" if cell is None else fit(str(cell))))
        self.table.blockSignals(False)
        self.table.resizeColumnsToContents()

    def value(self) -> Any:
        spots = product(range(self.table.rowCount()), range(self.table.columnCount()))
        return [self._cell(row, column) for row, column in spots]

    def _cell(self, row: int, column: int) -> int | str | None:
        item = self.table.item(row, column)
        text = item.text().strip() if item is not None else ""
        return int(text) if NUMBER.fullmatch(text) else text or None
