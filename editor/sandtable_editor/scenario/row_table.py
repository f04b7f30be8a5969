"""The rows of one table of a scenario: a row each, a column for each field; whose a row is stands in its tip."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QColor

from sandtable.design.scenario.row_forms import form_of, text_of, value_in
from sandtable_editor.design.spreadsheet import ORDER
from sandtable_editor.shell.pieces import as_tip, fit
from sandtable_editor.shell.theme import shades

if TYPE_CHECKING:
    from collections.abc import Collection

    from sandtable.design.scenario.designed import DesignedScenario, Document
    from sandtable.design.scenario.row_forms import RowField
    from sandtable_editor.design.spreadsheet import Index

ROW: Final = Qt.ItemDataRole.UserRole
OF_MAP: Final = "laid out from the map; once something of it is changed, it is the scenario's own"
OF_BASE: Final = "of the scenario that this one extends"


class SpreadsheetRows(QAbstractTableModel):
    """Rows of a table; what is written into a cell is asked for, and comes back with the scenario."""

    written = Signal(str, str, str)
    """A row, the name of a field ("id" its id), and what was written there."""

    def __init__(self) -> None:
        super().__init__()
        self.design: DesignedScenario | None = None
        self.table = ""
        self.ids: list[str] = []
        self.fields: tuple[RowField, ...] = ()
        self._at: dict[str, int] = {}
        self._rows: dict[str, Document | None] = {}

    def show_rows(self, design: DesignedScenario, table: str, only: Collection[str] | None) -> None:
        """Show these rows of a table, or all."""
        same = table == self.table and self.ids == _ids(design, table, only)
        if same:
            self._refill(design)
            return
        self.beginResetModel()
        self.design, self.table = design, table
        self.fields = form_of(design.family, table) if table else ()
        self.ids = _ids(design, table, only)
        self._at = {id: row for row, id in enumerate(self.ids)}
        self._rows = {id: design.row(table, id) for id in self.ids}
        self.endResetModel()

    def _refill(self, design: DesignedScenario) -> None:
        """Show the same rows as they are now; a cell that is being written stays open."""
        self.design = design
        before, self._rows = self._rows, {id: design.row(self.table, id) for id in self.ids}
        changed = [self._at[id] for id, row in self._rows.items() if row != before.get(id)]
        for row in changed:
            self.dataChanged.emit(self.index(row, 0), self.index(row, self.columnCount() - 1))

    def row_of(self, id: str) -> int | None:
        """Return where a row stands, ``None`` where it is not shown."""
        return self._at.get(id)

    @property
    def heads(self) -> list[str]:
        """What the columns are called in a spreadsheet."""
        return ["id", *(one.name for one in self.fields)]

    def text(self, row: int, column: int) -> str:
        """Return what stands in a cell."""
        if column == 0:
            return self.ids[row]
        assert self.design is not None
        field = self.fields[column - 1]
        return text_of(self.design, field, value_in(self._rows[self.ids[row]], field))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (as Qt has it)
        return 0 if parent.isValid() else len(self.ids)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (as Qt has it)
        return 0 if parent.isValid() or not self.table else 1 + len(self.fields)

    def flags(self, index: Index) -> Qt.ItemFlag:
        return super().flags(index) | Qt.ItemFlag.ItemIsEditable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row, column = index.row(), index.column()
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return fit(self.text(row, column))
            case Qt.ItemDataRole.EditRole:
                return self.text(row, column)
            case Qt.ItemDataRole.ToolTipRole:
                return as_tip(self.whose(row))
            case Qt.ItemDataRole.ForegroundRole:
                return None if self._is_own(row) else QColor(shades().faint)
            case _ if role == ROW:
                return self.ids[row]
            case _ if role == ORDER:
                return self._order(row, column)
            case _:
                return None

    def _order(self, row: int, column: int) -> Any:
        field = self.fields[column - 1] if column else None
        if field is not None and field.kind == "number" and not field.many:
            return value_in(self._rows[self.ids[row]], field)
        return self.text(row, column) or None

    def _is_own(self, row: int) -> bool:
        assert self.design is not None
        return self.ids[row] in self.design.document.rows.get(self.table, {})

    def whose(self, row: int) -> str:
        """Say where a row that is not the scenario's own comes from."""
        if self._is_own(row):
            return ""
        assert self.design is not None
        based = self.ids[row] in self.design.rows.get(self.table, {})
        return f"{self.ids[row]} is {OF_BASE if based else OF_MAP}"

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation != Qt.Orientation.Horizontal:
            return None
        field = self.fields[section - 1] if section else None
        if role == Qt.ItemDataRole.DisplayRole:
            return fit(field.title) if field is not None else "Id"
        if role == Qt.ItemDataRole.ToolTipRole and field is not None:
            says = f"{field.says}: {field.wants}" if field.says else field.wants
            return as_tip(f"{field.name}: {says}")
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or str(value) == self.text(index.row(), index.column()):
            return False
        field = self.fields[index.column() - 1].name if index.column() else "id"
        self.written.emit(self.ids[index.row()], field, str(value))
        return True


def _ids(design: DesignedScenario, table: str, only: Collection[str] | None) -> list[str]:
    return [id for id in sorted(design.ids(table)) if only is None or id in only] if table else []
