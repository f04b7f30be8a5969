"""The order of battle as a tree: who belongs to whom, where each stands, who is still to be placed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QMimeData, QPoint, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QDropEvent, QFont
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem

from sandtable_editor.scenario.carried_rows import as_mime, rows_in
from sandtable_editor.shell.pieces import fit
from sandtable_editor.shell.theme import scaled, shades

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sandtable.board.spaces import SpaceId
    from sandtable.present.set_up import Branch
    from sandtable_editor.scenario.open_scenario import RowName

BRANCH: Final = Qt.ItemDataRole.UserRole
TO_PLACE: Final = "still to place"


class OrderTree(QTreeWidget):
    """Shows the branches that it is told. ``joined``: rows were dropped on another; ``chosen``: rows were selected."""

    joined = Signal(object, object)
    """Rows, and the row that they were dropped on."""
    chosen = Signal(object)

    def __init__(self, name: Callable[[SpaceId], str]) -> None:
        """``name`` returns what a space is called."""
        super().__init__()
        self._name = name
        self._items: dict[str, QTreeWidgetItem] = {}
        self._shape: list[tuple[str, str]] = []
        self._marking = False
        self.setAccessibleName("Order of battle")
        self.setHeaderLabels(["Who", "Where"])
        self.setIndentation(scaled(12))
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setUniformRowHeights(True)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.itemSelectionChanged.connect(self._choose)

    # -- what is shown

    def show_branches(self, branches: Sequence[Branch]) -> None:
        """Show these lines; what was open stays open, and lines that are as they were are not touched."""
        shape = [(one.id, one.under) for one in branches]
        if shape != self._shape:
            self._build(branches)
            self._shape = shape
        written = [self._dress(self._items[one.id], one) for one in branches]
        if any(written):
            for at in (1, 0):
                self.resizeColumnToContents(at)

    def _build(self, branches: Sequence[Branch]) -> None:
        closed = {id for id, item in self._items.items() if item.childCount() and not item.isExpanded()}
        self._marking = True
        self.clear()
        self._items = {}
        for one in branches:
            above = self._items.get(one.under)
            self._items[one.id] = QTreeWidgetItem(above) if above is not None else QTreeWidgetItem(self)
        for id, item in self._items.items():
            item.setExpanded(id not in closed)
        self._marking = False

    def _dress(self, item: QTreeWidgetItem, branch: Branch) -> bool:
        """Write a line anew; return whether it is another."""
        if item.data(0, BRANCH) == branch:
            return False
        item.setData(0, BRANCH, branch)
        item.setText(0, fit(branch.title))
        item.setText(1, fit(self._where(branch)))
        font = QFont(self.font())
        font.setBold(branch.to_place)
        colour = QColor(shades().warm if branch.to_place else shades().text)
        for at in (0, 1):
            item.setFont(at, font)
            item.setForeground(at, QBrush(colour))
        item.setToolTip(0, fit(f"{branch.table} {branch.row}" if branch.row else branch.title))
        return True

    def _where(self, branch: Branch) -> str:
        if branch.to_place:
            return TO_PLACE
        if branch.waits:
            return f"waits for {branch.waits}"
        return self._name(branch.space) if branch.space is not None else ""

    def wear(self) -> None:
        """Take the colours of the theme."""
        branches: list[Branch] = [item.data(0, BRANCH) for item in self._items.values()]
        for item in self._items.values():
            item.setData(0, BRANCH, None)
        self.show_branches(branches)

    # -- what is selected

    @property
    def rows(self) -> list[RowName]:
        """The rows of the lines that are selected."""
        return [row for item in self.selectedItems() if (row := _row_of(item)) is not None]

    @property
    def branch(self) -> Branch | None:
        """The line that has the focus."""
        item = self.currentItem()
        found: Branch | None = item.data(0, BRANCH) if item is not None else None
        return found

    def _choose(self) -> None:
        if not self._marking:
            self.chosen.emit(self.rows)

    def mark(self, rows: Sequence[RowName]) -> None:
        """Select the lines of these rows."""
        if set(rows) == set(self.rows):
            return
        wanted = set(rows)
        self._marking = True
        self.clearSelection()
        first = True
        for item in self._items.values():
            if _row_of(item) in wanted:
                if first:
                    self.setCurrentItem(item)
                    self.scrollToItem(item)
                    first = False
                item.setSelected(True)
        self._marking = False

    def go_to_next(self, branches: Sequence[Branch]) -> bool:
        """Select the next line that is still to be placed; return whether there is one."""
        waiting = [one for one in branches if one.to_place]
        if not waiting:
            return False
        now = self.branch
        at = next((n for n, one in enumerate(waiting) if now is not None and one.id == now.id), -1)
        item = self._items[waiting[(at + 1) % len(waiting)].id]
        self.clearSelection()
        self.setCurrentItem(item)
        self.scrollToItem(item)
        return True

    # -- what is carried

    def mimeData(self, items: Sequence[QTreeWidgetItem]) -> QMimeData:
        return as_mime([row for item in items if (row := _row_of(item)) is not None])

    def dropEvent(self, event: QDropEvent) -> None:
        """Let what is dropped on a line belong to that; the tree follows when the scenario has changed."""
        at: QPoint = event.position().toPoint()
        target = self.itemAt(at)
        owner = _row_of(target) if target is not None else None
        rows = rows_in(event.mimeData())
        event.setDropAction(Qt.DropAction.CopyAction)  # or Qt would take the lines out by itself
        event.accept()
        if owner is not None and rows and owner not in rows:
            self.joined.emit(rows, owner)

    def mimeTypes(self) -> list[str]:
        from sandtable_editor.scenario.carried_rows import ROWS

        return [ROWS]


def _row_of(item: QTreeWidgetItem) -> RowName | None:
    branch: Branch | None = item.data(0, BRANCH)
    return (branch.table, branch.row) if branch is not None and branch.row else None
