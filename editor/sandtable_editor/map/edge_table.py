"""The edges of a map as rows: from, to, what is known, how they touch, which way, what lies along and across."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from sandtable_editor.map.edge_marks import standing
from sandtable_editor.shell.pieces import as_tip

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import Edge, Feature, Pair
    from sandtable_editor.map.edge_form import Lies

PAIR: Final = Qt.ItemDataRole.UserRole
HEADS: Final = ("From", "To", "Known as", "Touch", "Ways", "Along", "Across")
LIES: Final[dict[int, Lies]] = {HEADS.index("Along"): "along", HEADS.index("Across"): "across"}
"""The columns of what lies there: a cell may have several."""
Index = QModelIndex | QPersistentModelIndex


class EdgeTable(QAbstractTableModel):
    """A row for each edge; ``PAIR`` gives its two ends."""

    def __init__(self) -> None:
        super().__init__()
        self._all: list[tuple[Edge, tuple[str, ...]]] = []
        self._rows: list[tuple[Edge, tuple[str, ...]]] = []
        self._at: dict[Pair, int] = {}
        self._only = ""

    def show_edges(self, sheet: Map) -> None:
        """Show the edges of a map."""
        self._all = [(edge, _cells(sheet, edge)) for edge in sheet.graph.edges.values()]
        self._reset()

    def show_only(self, known: str) -> None:
        """Show only those of which this is known ("" all)."""
        if known != self._only:
            self._only = known
            self._reset()

    def _reset(self) -> None:
        self.beginResetModel()
        self._rows = [row for row in self._all if not self._only or standing(row[0]) == self._only]
        self._at = {edge.pair: at for at, (edge, _) in enumerate(self._rows)}
        self.endResetModel()

    def row_of(self, pair: Pair) -> int | None:
        """Return where an edge stands, ``None`` where it is not shown."""
        return self._at.get(pair)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (as Qt has it)
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  (as Qt has it)
        return 0 if parent.isValid() else len(HEADS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        edge, cells = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return cells[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return as_tip(cells[index.column()])
        return edge.pair if role == PAIR else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return HEADS[section]
        return None


def _cells(sheet: Map, edge: Edge) -> tuple[str, ...]:
    ways = "one way" if edge.one_way else "both"
    along, across = (_features(sheet, features) for features in (edge.along, edge.across))
    return sheet.name(edge.a), sheet.name(edge.b), standing(edge), edge.contact, ways, along, across


def _features(sheet: Map, features: tuple[Feature, ...]) -> str:
    return ", ".join(one.kind + (f" (on {sheet.name(one.side)}'s side)" if one.side else "") for one in features)
