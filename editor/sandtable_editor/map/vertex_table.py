"""The vertices of an area or a line as a table: its number, the ring that it is of, x and y, which can be written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt, Signal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.board.shapes import Place
    from sandtable.design.vertex_rows import VertexRow

Index = QModelIndex | QPersistentModelIndex
PLACE: Final = Qt.ItemDataRole.UserRole
ORDER: Final = Qt.ItemDataRole.UserRole + 1
HEADS: Final = ("#", "Of", "x", "y")
ACROSS, UP = 2, 3


class VertexTable(QAbstractTableModel):
    """A row for each vertex; ``PLACE`` gives its place. What is written is asked for, and comes back with the map."""

    written = Signal(int, int, str)
    """A row, whether across (0) or up (1), and what was written there."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[VertexRow] = []
        self._at: dict[Place, int] = {}

    def show_rows(self, rows: Sequence[VertexRow]) -> None:
        """Show these vertices."""
        self.beginResetModel()
        self.rows = list(rows)
        self._at = {row.at: at for at, row in reversed(list(enumerate(self.rows)))}
        self.endResetModel()

    def row_of(self, at: Place) -> int | None:
        """Return where a vertex stands, ``None`` where it is not shown."""
        return self._at.get(at)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (as Qt has it)
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (as Qt has it)
        return 0 if parent.isValid() else len(HEADS)

    def flags(self, index: Index) -> Qt.ItemFlag:
        kept = super().flags(index)
        return kept | Qt.ItemFlag.ItemIsEditable if index.column() >= ACROSS else kept

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self.rows[index.row()]
        values = (row.number, row.of, *row.at)
        value = values[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return coordinate(value) if isinstance(value, float) else value
            case Qt.ItemDataRole.TextAlignmentRole if not isinstance(value, str):
                return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            case _ if role == PLACE:
                return row.at
            case _ if role == ORDER:
                return value
            case _:
                return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return HEADS[section]
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.EditRole or str(value).strip() == str(index.data(role)):
            return False
        self.written.emit(index.row(), index.column() - ACROSS, str(value))
        return True


def coordinate(value: float) -> str:
    """Return a coordinate in as many digits as it has."""
    return f"{value:.12g}"
