"""The spaces of a map as a table: a row each, a column for each attribute; a cell tells where its value comes from."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, Signal

from sandtable.board.spaces import SpaceId
from sandtable.design.attribute_values import value_text
from sandtable_editor.design.spreadsheet import ORDER
from sandtable_editor.shell.pieces import as_tip, fit

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import Space, Value
    from sandtable_editor.design.spreadsheet import Index

SPACE: Final = Qt.ItemDataRole.UserRole
OWN: Final = ("id", "name", "kind")


class SpaceTable(QAbstractTableModel):
    """Rows of spaces; what is written into a cell is asked for, and comes back with the map."""

    written = Signal(str, str, str)
    """A space, a column, and what was written there."""

    def __init__(self) -> None:
        super().__init__()
        self._sheet: Map | None = None
        self.spaces: list[Space] = []
        self.columns: list[str] = list(OWN)
        self._at: dict[SpaceId, int] = {}

    def show_spaces(self, sheet: Map, ids: Collection[SpaceId] | None) -> None:
        """Show these spaces of a map, or all."""
        self.beginResetModel()
        self._sheet = sheet
        self.spaces = [one for one in sheet.graph.spaces.values() if ids is None or one.id in ids]
        names = sorted({name for space in self.spaces for name, _ in space.attributes})
        self.columns = [*OWN, *names]
        self._at = {space.id: row for row, space in enumerate(self.spaces)}
        self.endResetModel()

    def row_of(self, id: SpaceId) -> int | None:
        """Return where a space stands, ``None`` where it is not shown."""
        return self._at.get(id)

    def value(self, row: int, column: int) -> Value | None:
        """Return what stands in a cell."""
        space, name = self.spaces[row], self.columns[column]
        return {"id": space.id, "name": space.name, "kind": space.kind}.get(name) if name in OWN else space.get(name)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (as Qt has it)
        return 0 if parent.isValid() else len(self.spaces)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (as Qt has it)
        return 0 if parent.isValid() else len(self.columns)

    def flags(self, index: Index) -> Qt.ItemFlag:
        kept = super().flags(index)
        return kept if self.columns[index.column()] == "id" else kept | Qt.ItemFlag.ItemIsEditable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        value = self.value(index.row(), index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return fit(value_text(value))
            case Qt.ItemDataRole.EditRole:
                return value_text(value)
            case Qt.ItemDataRole.ToolTipRole:
                return as_tip(self.source(index.row(), index.column()))
            case _ if role == SPACE:
                return self.spaces[index.row()].id
            case _ if role == ORDER:
                return value
            case _:
                return None

    def source(self, row: int, column: int) -> str:
        """Return where a value comes from, in words."""
        name = self.columns[column]
        if self._sheet is None or name == "id" or self.value(row, column) is None:
            return ""
        word = self._sheet.origin_of(self.spaces[row].id, name)
        if word is None:
            return "the map does not say where this value comes from"
        return "; ".join(filter(None, (word.origin, word.source, word.confidence and f"confidence: {word.confidence}")))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return fit(self.columns[section])
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or str(value) == value_text(self.value(index.row(), index.column())):
            return False
        self.written.emit(self.spaces[index.row()].id, self.columns[index.column()], str(value))
        return True
