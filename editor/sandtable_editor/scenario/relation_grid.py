"""Who stands how to whom, as a grid: a cell is written by a click, by Enter, or by the first letter of a relation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QAction, QBrush, QColor, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QMenu, QTableWidget, QTableWidgetItem

from sandtable_editor.shell.pieces import as_tip, fit
from sandtable_editor.shell.theme import is_dark, scaled, shades

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sandtable.present.set_up_forms import Relation

NARROWEST: Final = 90
TINT: Final = 60
"""How much of the colour of a relation, of 255, fills its cell."""


class RelationGrid(QTableWidget):
    """A row and a column for each party; ``toggled`` gives two of them and a relation, ``ended`` two."""

    toggled = Signal(str, str, str)
    ended = Signal(str, str)

    def __init__(self) -> None:
        super().__init__()
        self.relations: Sequence[Relation] = ()
        self.parties: list[str] = []
        self._held: Callable[[str, str], Sequence[str]] = lambda one, other: ()
        self.setAccessibleName("Who stands how to whom")
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 8)
        self.horizontalHeader().setMinimumSectionSize(scaled(NARROWEST))
        self.cellClicked.connect(self._open)

    def show_relations(
        self, relations: Sequence[Relation], parties: Sequence[str], held: Callable[[str, str], Sequence[str]]
    ) -> None:
        """Show what holds between each two of them."""
        at = (self.currentRow(), self.currentColumn())
        self.relations, self._held = relations, held
        if list(parties) != self.parties:
            self.parties = list(parties)
            self.setRowCount(len(parties))
            self.setColumnCount(len(parties))
            self.setHorizontalHeaderLabels([fit(one) for one in parties])
            self.setVerticalHeaderLabels([fit(one) for one in parties])
        for row, one in enumerate(self.parties):
            for column, other in enumerate(self.parties):
                self.setItem(row, column, self._item(one, other))
        self.resizeColumnsToContents()
        if at[0] >= 0:
            self.setCurrentCell(*at)

    def _item(self, one: str, other: str) -> QTableWidgetItem:
        if one == other:
            item = QTableWidgetItem("")
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            item.setBackground(QBrush(QColor(shades().faint), Qt.BrushStyle.BDiagPattern))
            return item
        keys = self._held(one, other)
        held = [relation for relation in self.relations if relation.key in keys]
        words = ", ".join(relation.title for relation in held)
        item = QTableWidgetItem(fit(words))
        item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, fit(f"{one} and {other}: {words or 'nothing between them'}"))
        item.setToolTip(
            as_tip(f"{one} and {other}: {words or 'nothing between them'}. Click, or Enter, to change that.")
        )
        if held and held[0].colour:
            colour = QColor(held[0].colour)
            colour.setAlpha(TINT + 40 * is_dark())
            item.setBackground(QBrush(colour))
        return item

    def pair(self) -> tuple[str, str] | None:
        """Return the two whose cell has the keyboard; ``None`` where there is none, or one and itself."""
        row, column = self.currentRow(), self.currentColumn()
        if row < 0 or column < 0 or row == column:
            return None
        return self.parties[row], self.parties[column]

    # -- changing

    def _open(self, row: int, column: int) -> None:
        """Open the menu of a cell."""
        if row == column or not self.relations:
            return
        menu = self.menu(self.parties[row], self.parties[column])
        place = self.visualRect(self.model().index(row, column))
        menu.popup(self.viewport().mapToGlobal(QPoint(place.left(), place.bottom())))

    def menu(self, one: str, other: str) -> QMenu:
        """Return what can hold between two; what holds is marked."""
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        keys = self._held(one, other)
        for relation in self.relations:
            action = QAction(fit(f"&{relation.title.capitalize()}"), menu)
            action.setCheckable(True)
            action.setChecked(relation.key in keys)
            action.triggered.connect(lambda _=False, key=relation.key: self.toggled.emit(one, other, key))
            menu.addAction(action)
        menu.addSeparator()
        nothing = menu.addAction("&Nothing between them")
        nothing.setEnabled(bool(keys))
        nothing.triggered.connect(lambda: self.ended.emit(one, other))
        return menu

    def keyPressEvent(self, event: QKeyEvent) -> None:
        pair = self.pair()
        letter = event.text().casefold()
        if pair is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._open(self.currentRow(), self.currentColumn())
        elif pair is not None and event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.ended.emit(*pair)
        elif pair is not None and letter and (key := self._meant(letter)):
            self.toggled.emit(*pair, key)
        else:
            super().keyPressEvent(event)

    def _meant(self, letter: str) -> str:
        """Return the relation that a letter stands for: by its key, else by its title."""
        for relation in self.relations:
            if relation.key[:1].casefold() == letter:
                return relation.key
        return next((one.key for one in self.relations if one.title[:1].casefold() == letter), "")
