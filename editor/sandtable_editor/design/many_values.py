"""Several values in one cell of a table: a list that drops down at the cell, with a tick for each that is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout

from sandtable_editor.shell.pieces import faint, fit
from sandtable_editor.shell.theme import scaled

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtWidgets import QWidget

Tick = Qt.CheckState
VALUE: Final = Qt.ItemDataRole.UserRole
WIDE: Final = 200
ROWS: Final = 10
"""Values that are seen without scrolling."""
MARGIN: Final = 4


class ManyValues(QFrame):
    """Ticks for values; ``done`` gets those that are another than they were, once: what is ticked in part stays so.

    A click anywhere on a value, or Space, ticks it; Enter, or a click elsewhere, keeps what is ticked, Esc does not.
    """

    def __init__(
        self, parent: QWidget, title: str, ticks: Mapping[str, Tick], done: Callable[[dict[str, bool]], object]
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAccessibleName(title)
        self._was, self._done = dict(ticks), done
        self._kept, self._doubled = True, False
        self.list = TickedList(self)
        self.list.setAccessibleName(title)
        for value, tick in ticks.items():
            self._add(value, tick)
        self.list.setCurrentRow(0)
        self.list.itemDoubleClicked.connect(self._double)
        self.list.itemClicked.connect(self._click)
        self.another = QLineEdit()
        self.another.setPlaceholderText("Another…")
        self.another.setAccessibleName("Another value")
        self.another.returnPressed.connect(self._add_another)
        column = QVBoxLayout(self)
        column.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        column.setSpacing(MARGIN)
        column.addWidget(self.list, 1)
        column.addWidget(self.another)
        column.addWidget(faint("Space ticks · Enter keeps · Esc leaves"))

    def drop_from(self, cell: QRect, view: QWidget) -> None:
        """Open under a cell of a view, or over it where there is no room below."""
        high = min(self.list.count(), ROWS) * max(self.list.sizeHintForRow(0), 1) + 2 * self.list.frameWidth()
        self.list.setFixedHeight(high)
        self.resize(max(cell.width(), scaled(WIDE), self.sizeHint().width()), self.sizeHint().height())
        at = view.mapToGlobal(cell.bottomLeft() + QPoint(0, 1))
        room = view.screen().availableGeometry()
        if at.y() + self.height() > room.bottom():
            at.setY(max(room.top(), view.mapToGlobal(cell.topLeft()).y() - self.height()))
        self.move(max(room.left(), min(at.x(), room.right() - self.width())), at.y())
        self.show()
        self.list.setFocus()

    # -- the values

    def _add(self, value: str, tick: Tick) -> QListWidgetItem:
        item = QListWidgetItem(fit(value), self.list)
        item.setData(VALUE, value)
        item.setCheckState(tick)
        item.setFlags(Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable)  # a click on its words ticks, too
        return item

    def _add_another(self) -> None:
        """Tick what was written; nothing written keeps what is ticked."""
        value = self.another.text().strip()
        if not value:
            self.close()
            return
        found = [one for one in self.items() if one.data(VALUE) == value]
        item = found[0] if found else self._add(value, Tick.Checked)
        item.setCheckState(Tick.Checked)
        self.list.setCurrentItem(item)
        self.another.clear()

    def items(self) -> list[QListWidgetItem]:
        """Return a line for each value."""
        return [self.list.item(row) for row in range(self.list.count())]

    # -- ticking

    def _double(self, _: QListWidgetItem) -> None:
        self._doubled = True

    def _click(self, item: QListWidgetItem) -> None:
        """Turn a tick round; of a double click only the first counts, or nothing would come of it."""
        if not self._doubled:
            turn(item)
        self._doubled = False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._kept = False
        if event.key() in (Qt.Key.Key_Escape, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.close()
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: object) -> None:
        """It is over, however: hand over what is another now."""
        kept, self._kept = self._kept, False
        if not kept:
            return
        now = {str(item.data(VALUE)): item.checkState() for item in self.items()}
        changed = {value: tick == Tick.Checked for value, tick in now.items() if tick != self._was.get(value)}
        if changed:
            self._done(changed)


class TickedList(QListWidget):
    """A list of which Space ticks the line; Enter and Esc are left to whoever shows it."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and self.currentRow() >= 0:
            turn(self.currentItem())
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            event.ignore()
        else:
            super().keyPressEvent(event)


def turn(item: QListWidgetItem) -> None:
    """Turn the tick of a line round; one of a part becomes one of all."""
    item.setCheckState(Tick.Unchecked if item.checkState() == Tick.Checked else Tick.Checked)
