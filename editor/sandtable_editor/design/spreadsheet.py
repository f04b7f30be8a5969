"""A table as a spreadsheet has it: sorted with numbers as numbers, copied and pasted by the keys of the system."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QTableView

from sandtable_editor.shell.theme import scaled

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

Index = QModelIndex | QPersistentModelIndex
ORDER: Final = Qt.ItemDataRole.UserRole + 1
"""What a cell is sorted by."""
WIDEST: Final = 260
"""Logical pixels of a column that is as wide as what is in it."""
LOOKED_AT: Final = 200
"""Rows that are looked at for that."""


class SortedRows(QSortFilterProxyModel):
    """Sorts numbers as numbers, before words; empty cells come last."""

    def lessThan(self, left: Index, right: Index) -> bool:
        return _rank(left.data(ORDER)) < _rank(right.data(ORDER))


def _rank(value: Any) -> tuple[int, int, str]:
    if value is None:
        return 2, 0, ""
    return (0, int(value), "") if isinstance(value, int) else (1, 0, str(value).casefold())


def fit_columns(table: QTableView) -> None:
    """Make each column as wide as what is in it, up to a limit."""
    table.horizontalHeader().setResizeContentsPrecision(LOOKED_AT)
    table.resizeColumnsToContents()
    for column in range(table.model().columnCount()):
        table.setColumnWidth(column, min(table.columnWidth(column), scaled(WIDEST)))


def widen_columns(table: QTableView, but: Collection[int]) -> None:
    """Make columns wider, up to the limit, where what is in them has grown; ``but``: those that stay as they are."""
    for column in range(table.model().columnCount()):
        wide = min(table.sizeHintForColumn(column), scaled(WIDEST))
        if column not in but and wide > table.columnWidth(column):
            table.setColumnWidth(column, wide)


class SpreadsheetView(QTableView):
    """A table that copies and pastes by the keys of the system; ``removing``: Del was pressed."""

    removing = Signal()

    def __init__(self, copy: Callable[[], None], paste: Callable[[], None]) -> None:
        super().__init__()
        self._do_copy, self._do_paste = copy, paste

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self._do_copy()
        elif event.matches(QKeySequence.StandardKey.Paste):
            self._do_paste()
        elif event.matches(QKeySequence.StandardKey.Delete) and self.state() is not self.State.EditingState:
            self.removing.emit()
        else:
            super().keyPressEvent(event)
