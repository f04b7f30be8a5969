"""Tables and matrices."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QFrame, QHeaderView, QLabel, QTableWidget, QTableWidgetItem, QVBoxLayout

from sandtable.present import Matrix, Table
from sandtable_editor.shell.pieces import as_tip
from sandtable_editor.shell.theme import shades

NARROW: Final = 320
"""Pixels there are for a grid where the window is at its narrowest; a wider one can be scrolled."""


COUNTS: Final = "counts now"


class GridView(QFrame):
    """A title over a grid; in a table a click on a row leads to its place."""

    place_clicked = Signal(str)

    def __init__(self, panel: Table | Matrix) -> None:
        super().__init__()
        self.setObjectName("card")
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 10, 8)
        title = QLabel(panel.title)
        title.setWordWrap(True)
        title.setFont(_bold(title.font()))
        column.addWidget(title)
        self.grid = QTableWidget()
        self.grid.setAccessibleName(panel.title)
        column.addWidget(self.grid)
        self._spaces = panel.spaces if isinstance(panel, Table) else ()
        cells = panel.rows if isinstance(panel, Table) else panel.cells
        self.grid.setColumnCount(len(panel.columns))
        self.grid.setHorizontalHeaderLabels(list(panel.columns))
        self.grid.setRowCount(len(cells))
        if isinstance(panel, Matrix):
            self.grid.setVerticalHeaderLabels(list(panel.heads))
        else:
            self.grid.verticalHeader().hide()
        for row, line in enumerate(cells):
            for at, text in enumerate(line):
                self.grid.setItem(row, at, self._item(text, row))
        if isinstance(panel, Matrix):
            self._light(panel)
        self._dress()

    def _item(self, text: str, row: int) -> QTableWidgetItem:
        item = QTableWidgetItem(text)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)
        leads = row < len(self._spaces) and self._spaces[row] is not None
        item.setToolTip(as_tip("Show on the map" if leads else text))
        return item

    def _light(self, panel: Matrix) -> None:
        """Light the rows and columns that count, to the eye and to who has it read out; where they meet, stronger."""
        for row, line in enumerate(panel.cells):
            for at, text in enumerate(line):
                by_row, by_column = row in panel.lit_rows, at in panel.lit_columns
                meets = (by_column and (by_row or not panel.lit_rows)) or (by_row and not panel.lit_columns)
                item = self.grid.item(row, at)
                if item is None or not (by_row or by_column):
                    continue
                item.setBackground(QColor(shades().accent if by_row and by_column else shades().tip))
                if by_row and by_column:
                    item.setForeground(QColor(shades().on_accent))
                if meets:
                    item.setFont(_bold(item.font()))
                    says = f"{panel.heads[row]}, {panel.columns[at]}: {text or 'nothing'}, {COUNTS}"
                    item.setData(Qt.ItemDataRole.AccessibleTextRole, says)
        lit = [self.grid.horizontalHeaderItem(at) for at in panel.lit_columns]
        lit += [self.grid.verticalHeaderItem(row) for row in panel.lit_rows]
        for head in lit:
            if head is not None:
                head.setFont(_bold(head.font()))
                head.setToolTip(as_tip(COUNTS))

    def _dress(self) -> None:
        grid = self.grid
        grid.setAlternatingRowColors(True)
        grid.setShowGrid(False)
        grid.setTabKeyNavigation(False)
        grid.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        grid.setWordWrap(False)
        grid.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        grid.horizontalHeader().setStretchLastSection(True)
        grid.horizontalHeader().setHighlightSections(False)
        grid.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        grid.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        grid.verticalHeader().setDefaultSectionSize(grid.fontMetrics().height() + 6)
        grid.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        height = grid.horizontalHeader().sizeHint().height() + 2 * grid.frameWidth() + 2
        height += sum(grid.rowHeight(row) for row in range(grid.rowCount()))
        columns = range(grid.columnCount())
        wide = sum(max(grid.sizeHintForColumn(at), grid.horizontalHeader().sectionSizeHint(at)) for at in columns)
        scrolls = wide > NARROW
        grid.setFixedHeight(height + (grid.horizontalScrollBar().sizeHint().height() if scrolls else 0))
        grid.itemClicked.connect(self._on_click)

    def _on_click(self, item: QTableWidgetItem) -> None:
        space = self._spaces[item.row()] if item.row() < len(self._spaces) else None
        if space is not None:
            self.place_clicked.emit(space)


def _bold(font: QFont) -> QFont:
    font.setBold(True)
    return font
