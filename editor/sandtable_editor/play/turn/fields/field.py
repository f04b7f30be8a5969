"""What the widgets of all fields have in common, and the list that several of them use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelection,
    QModelIndex,
    QPersistentModelIndex,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFocusEvent, QFont, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QLineEdit,
    QListView,
    QScrollArea,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from sandtable_editor.shell.theme import shades

if TYPE_CHECKING:
    from sandtable.play.turn.entries import FieldValues
    from sandtable_editor.play.turn.action_draft import ActionDraft

ADVISED: Final = "The guide says"
RECOMMENDED: Final = "recommended by the guide"
SHOWN: Final = 9
"""So many rows of a list are seen at once, if there are as many."""
SHOWN_HIGH: Final = (4, 8)
"""So many where rows have two lines, at least and at most: as fit in half the height of the panel."""
FEW: Final = 4
"""So many rows of a list are seen however little room there is."""
GAP: Final = "    "
"""What stands between the name of a value and what is known of it."""
LONGEST: Final = 6
"""So many of the rows with most letters are measured: the widest is among them."""
LINE_SEPARATOR: Final = "\u2028"
Index = QModelIndex | QPersistentModelIndex
ROOT: Final = QModelIndex()


class Field(QWidget):
    """The widget of one field; what it holds is the hand's entry."""

    def __init__(self, draft: ActionDraft) -> None:
        super().__init__()
        self.draft = draft
        assert draft.entry is not None
        self._shown = draft.entry
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)

    @property
    def values(self) -> FieldValues:
        """What names the values of the field, and says what is known of them."""
        return self._shown.field

    def refresh(self) -> None:
        """Show the entry as it is now: somebody may have filled it on the map."""

    def point_at(self, value: object) -> None:
        """Show what the guide recommends for this field; ``None``: nothing, or it has nothing to say of it."""

    def take_focus(self) -> None:
        """Put the keyboard where one types."""
        self.setFocus()

    # -- where there is little room

    @property
    def given_up(self) -> int:
        """How much of its height it has given up, pixels."""
        return 0

    def spare(self) -> int:
        """Return how much of its height it can give up, pixels; of a list some rows are always seen."""
        return 0

    def give_up(self, pixels: int) -> None:
        """Be lower by so much than it would be, in whole rows, as far as it can."""


class ListingField(Field):
    """A field with a ``list`` to choose from, which gives up rows where there is little room."""

    list: ValueList

    @property
    def given_up(self) -> int:
        return self.list.given_up

    def spare(self) -> int:
        return self.list.spare()

    def give_up(self, pixels: int) -> None:
        self.list.give_up(pixels)


class Values(QAbstractListModel):
    """Values with their names and facts; those that are known not to be possible now are faint."""

    def __init__(self, name: Callable[[Any], str], facts: Callable[[Any], str], legal: Callable[[Any], bool]) -> None:
        super().__init__()
        self._name, self._facts, self._legal = name, facts, legal
        self.values: list[Any] = []
        self._lines: list[str] = []
        self._pointed: object = None
        self._ticked: Sequence[Any] | None = None
        self._can_tick: Sequence[Any] = ()

    def tick(self, ticked: Sequence[Any], among: Sequence[Any]) -> None:
        """Show a box before each value that can be ticked, and which are."""
        self._ticked, self._can_tick = list(ticked), among
        self.dataChanged.emit(self.index(0), self.index(max(0, len(self.values) - 1)))

    def point_at(self, value: object) -> None:
        """Have a value stand out that is recommended; ``None``: none is."""
        if value != self._pointed:
            self._pointed = value
            self.dataChanged.emit(self.index(0), self.index(max(0, len(self.values) - 1)))

    def put(self, values: Sequence[Any]) -> None:
        """Show other values."""
        self.beginResetModel()
        self.values = list(values)
        self._lines = [self._line(value) for value in self.values]
        self.endResetModel()

    def _line(self, value: Any) -> str:
        facts = self._facts(value)
        return f"{self._name(value)}{GAP}{facts}" if facts else self._name(value)

    def longest(self) -> list[str]:
        """Return the rows with most letters of those that tell more than a name."""
        return sorted((line for line in self._lines if GAP in line), key=len)[-LONGEST:]

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self.values)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return self._lines[index.row()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._lines[index.row()] + (
                "" if self.legal(index.row()) else " — not available: choose it to see why"
            )
        if role == Qt.ItemDataRole.ForegroundRole and not self.legal(index.row()):
            return QColor(shades().faint)
        if role == Qt.ItemDataRole.CheckStateRole and self._ticked is not None:
            return self._check_state(self.values[index.row()])
        if self._pointed is not None and self.values[index.row()] == self._pointed:
            return self._as_pointed(index.row(), role)
        return None

    def _check_state(self, value: object) -> Qt.CheckState | None:
        if self._ticked is None or value not in self._can_tick:
            return None
        return Qt.CheckState.Checked if value in self._ticked else Qt.CheckState.Unchecked

    def _as_pointed(self, row: int, role: int) -> Any:
        """Return how a value looks and is read that is recommended."""
        if role == Qt.ItemDataRole.FontRole:
            bold = QFont()
            bold.setBold(True)
            return bold
        if role == Qt.ItemDataRole.BackgroundRole:
            return QColor(shades().tip)
        return f"{self._lines[row]}, {RECOMMENDED}" if role == Qt.ItemDataRole.AccessibleTextRole else None

    def legal(self, row: int) -> bool:
        """Tell whether a value is possible now, as far as that is known."""
        return self._legal(self.values[row])

    def renew(self) -> None:
        """Show what has become known of the values."""
        if self.values:
            self.dataChanged.emit(self.index(0), self.index(len(self.values) - 1))

    def first_legal(self, among: int) -> int:
        """Return the first of so many rows whose value is possible now, the very first if none is."""
        return next((row for row in range(min(among, len(self.values))) if self.legal(row)), 0)


class LineInput(QLineEdit):
    """A line that keeps Enter to itself: what lies around it would take it as the word for the next thing."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            event.accept()


class ListedRows(QStyledItemDelegate):
    """Rows are as wide as the list; what is known of a value stands beside its name, or below it (``high``).

    What does not fit even so is cut with an ellipsis, and stands in full in the tooltip.
    """

    high = False

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        is_low = self.high and GAP not in str(index.data())
        more = option.fontMetrics.lineSpacing() if is_low else 0
        return QSize(1, super().sizeHint(option, index).height() + more)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        super().initStyleOption(option, index)
        if self.high:
            option.text = option.text.replace(GAP, LINE_SEPARATOR, 1)


class ValueList(QListView):
    """A list to choose from: a row is ``marked``, ``chosen`` by a click, ``entered`` with Enter, or ``clicked_twice``.

    ``flipped``: its box was clicked, or the space bar typed; only where rows have boxes.

    The second half of a double click that began in another list means nothing here.
    """

    marked = Signal(int)
    chosen = Signal(int)
    entered_row = Signal(int)
    clicked_twice = Signal(int)
    flipped = Signal(int)

    def __init__(self, model: Values) -> None:
        super().__init__()
        self.setModel(model)
        self._values, self._delegate = model, ListedRows(self)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setAlternatingRowColors(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMinimumWidth(120)
        self._pressed = False
        self._rows = self._all_rows = 1
        self._row_height = self._given_up = 0

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = True
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        index = self.indexAt(event.position().toPoint())
        if self._pressed and index.isValid() and event.button() == Qt.MouseButton.LeftButton:
            on_box = event.position().x() < self._box_width() and self._has_box(index)
            (self.flipped if on_box else self.chosen).emit(index.row())

    def _has_box(self, index: QModelIndex) -> bool:
        return index.data(Qt.ItemDataRole.CheckStateRole) is not None

    def _box_width(self) -> int:
        style = self.style()
        margin = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, self)
        return style.pixelMetric(QStyle.PixelMetric.PM_IndicatorWidth, None, self) + 2 * (margin + 2)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if self._pressed and index.isValid():
            self._pressed = False
            self.clicked_twice.emit(index.row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        plain = event.modifiers() in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain and self.currentIndex().isValid():
            self.entered_row.emit(self.currentIndex().row())
            return
        if event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            index = self.currentIndex()
            (self.flipped if self._has_box(index) else self.chosen).emit(index.row())
            return
        if event.text().isdigit() or event.key() == Qt.Key.Key_Backspace:
            event.ignore()  # the numbers choose among offers, and Backspace goes a step back
            return
        super().keyPressEvent(event)

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        super().selectionChanged(selected, deselected)
        rows = selected.indexes()
        if rows:
            self.marked.emit(rows[0].row())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Have the keyboard without a row that looks chosen: Qt would go to the first."""
        super().focusInEvent(event)
        if not self.selectionModel().hasSelection():
            self.selectionModel().clearCurrentIndex()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._delegate.high or self._wants_height():
            self.fit()

    def _wants_height(self) -> bool:
        """Tell whether a row is too wide to stand on one line."""
        box = self._box_width() if self._has_box(self.model().index(0, 0)) else 0
        margin = self.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, self) + 1
        metrics, room = self.fontMetrics(), self.viewport().width() - box - 6 * margin
        return any(metrics.horizontalAdvance(line) > room for line in self._values.longest())

    def fit(self) -> None:
        """Be as high as a few rows are, and never less high than before: what stands below stays where it is."""
        rows = self._rows = max(self._rows, min(SHOWN, self.model().rowCount()))
        self._delegate.high = self._wants_height()
        self.scheduleDelayedItemsLayout()  # it keeps the height of a row
        height = max(self.sizeHintForRow(0), self.fontMetrics().height() + 4)
        self._row_height = height
        self._all_rows = min(rows, self._most_high(height)) if self._delegate.high else rows
        self._be_high()

    def _be_high(self) -> None:
        rows = self._all_rows - min(self._given_up, self._spare_rows())
        self.setFixedHeight(rows * self._row_height + 2 * self.frameWidth() + 2 if rows else 0)

    def _spare_rows(self) -> int:
        """Return how many rows need not be seen: some always are, but of an empty list none is."""
        return max(0, self._all_rows - (FEW if self.model().rowCount() else 0))

    @property
    def given_up(self) -> int:
        """How much of its height it has given up, pixels."""
        return min(self._given_up, self._spare_rows()) * self._row_height

    def spare(self) -> int:
        """Return how much of its height it can give up, pixels."""
        return self._spare_rows() * self._row_height

    def give_up(self, pixels: int) -> None:
        """Be lower by so much than it would be, in whole rows, as far as it can."""
        rows = -(-min(pixels, self.spare()) // self._row_height) if self._row_height else 0
        if rows != self._given_up:
            self._given_up = rows
            self._be_high()
            self.scrollTo(self.currentIndex())

    def _most_high(self, height: int) -> int:
        """Return how many rows of two lines are seen at once, each of this height."""
        around = self.parentWidget()
        while around is not None and not isinstance(around, QScrollArea):
            around = around.parentWidget()
        least, most = SHOWN_HIGH
        return max(least, min(most, around.viewport().height() // 2 // height)) if around is not None else least

    def sizeHint(self) -> QSize:
        return QSize(220, super().sizeHint().height())
