"""The sorts of shapes that a drawing has, and a choice for each of what it becomes."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPixmap
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QHeaderView, QLineEdit, QTableWidget, QTableWidgetItem

from sandtable.interchange.drawings import ShapeRule, SvgMapping, words_of
from sandtable_editor.shell.pieces import choice_box, fit
from sandtable_editor.shell.theme import shades

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.interchange.drawings import Sort
    from sandtable.interchange.drawings.mapping import Becomes

BECOMES: Final[dict[Becomes, str]] = {
    "area": "areas", "place": "places", "line": "lines", "label": "names", "terrain": "terrain", "nothing": "nothing",
}  # fmt: skip
KINDS: Final[dict[Becomes, tuple[str, ...]]] = {
    "area": ("land", "sea", "lake"), "place": ("city", "town", "port", "place"),
    "line": ("river", "road", "railway", "ridge"), "terrain": ("forest", "mountain", "marsh", "desert"),
}  # fmt: skip
COLUMNS: Final = ("Layer", "Shapes", "Look", "Become", "Kind", "Terrain")
LAYER, SHAPES, LOOK, BECOME, KIND, TERRAIN = range(6)


class SortTable(QTableWidget):
    """A row for each sort; ``mapping_changed`` when somebody has chosen otherwise, ``row_chosen`` gives a sort."""

    mapping_changed = Signal()
    row_chosen = Signal(object)

    def __init__(self, sorts: Sequence[Sort]) -> None:
        super().__init__(len(sorts), len(COLUMNS))
        self._sorts = list(sorts)
        self._base = SvgMapping()
        self._chosen: dict[int, ShapeRule] = {}
        self._filling = False
        self.setAccessibleName("What the drawing holds")
        self.setHorizontalHeaderLabels(list(COLUMNS))
        self.verticalHeader().hide()
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        for row, sort in enumerate(self._sorts):
            self._fill_row(row, sort)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(LOOK, QHeaderView.ResizeMode.Stretch)
        self.currentCellChanged.connect(self._row_changed)
        self.itemChanged.connect(self._item_changed)

    def _fill_row(self, row: int, sort: Sort) -> None:
        words = words_of(sort).partition(": ")[2]
        for column, text in ((LAYER, sort.layer or "—"), (SHAPES, f"{sort.many:,}"), (LOOK, words)):
            item = QTableWidgetItem(fit(text))
            item.setFlags(item.flags() & ~Qt.ItemFlag.ItemIsEditable)
            item.setToolTip(fit(text))
            self.setItem(row, column, item)
        shown = QColor(sort.fill if sort.fill not in ("none", "url") and sort.form != "line" else sort.stroke)
        if shown.isValid():
            self._cell(row, LOOK).setIcon(_swatch(shown))
        choice = choice_box(f"What {sort.layer or 'what is in no layer'}, {words}, become")
        for becomes, says in BECOMES.items():
            choice.addItem(says, becomes)
        choice.activated.connect(partial(self._becomes, row))
        self.setCellWidget(row, BECOME, choice)
        kind = choice_box(f"Kind of {sort.layer or 'what is in no layer'}, {words}")
        kind.setEditable(True)
        kind.activated.connect(partial(self._written, row))
        line = QLineEdit()
        kind.setLineEdit(line)
        line.editingFinished.connect(partial(self._written, row))
        self.setCellWidget(row, KIND, kind)
        self.setItem(row, TERRAIN, QTableWidgetItem(""))

    # -- the mapping

    def show_mapping(self, mapping: SvgMapping) -> None:
        """Show what a mapping says of each sort."""
        self._base, self._chosen = mapping, {}
        self._filling = True
        for row, sort in enumerate(self._sorts):
            rule = mapping.rule_of(sort.example)
            self._show_rule(row, rule or ShapeRule(becomes="nothing"))
        self._filling = False

    def rules(self) -> tuple[ShapeRule, ...]:
        """Return the rules: those of rows that were changed, the innermost layers first, before the others."""
        rows = sorted(self._chosen, key=lambda row: (-self._sorts[row].layer.count("/"), row))
        return (*(self._chosen[row] for row in rows), *self._base.rule)

    def becomes(self, row: int) -> Becomes:
        """Return what the shapes of a row become."""
        found: Becomes = self._box(row, BECOME).currentData()
        return found

    def _cell(self, row: int, column: int) -> QTableWidgetItem:
        item = self.item(row, column)
        assert item is not None
        return item

    def _box(self, row: int, column: int) -> QComboBox:
        box = self.cellWidget(row, column)
        assert isinstance(box, QComboBox)
        return box

    def _show_rule(self, row: int, rule: ShapeRule) -> None:
        choice, kind = self._box(row, BECOME), self._box(row, KIND)
        choice.setCurrentIndex(list(BECOMES).index(rule.becomes))
        kind.clear()
        kind.addItems(list(KINDS.get(rule.becomes, ())))
        kind.setEditText(fit(rule.kind))
        kind.setEnabled(rule.becomes in KINDS)
        item = self._cell(row, TERRAIN)
        item.setText(fit(str(rule.attributes.get("terrain", ""))))
        flags = item.flags() | Qt.ItemFlag.ItemIsEditable
        item.setFlags(flags if rule.becomes == "area" else flags & ~Qt.ItemFlag.ItemIsEditable)

    def _becomes(self, row: int, _: int) -> None:
        becomes = self.becomes(row)
        kinds = KINDS.get(becomes, ("",))
        self._filling = True
        self._show_rule(row, ShapeRule(becomes=becomes, kind=kinds[0]))
        self._filling = False
        self._written(row)

    def _item_changed(self, item: QTableWidgetItem) -> None:
        if item.column() == TERRAIN:
            self._written(item.row())

    def _written(self, row: int, _: int = 0) -> None:
        """Take what a row says as the word on its sort."""
        if self._filling:
            return
        terrain = self._cell(row, TERRAIN).text().strip()
        rule = replace(
            self._sorts[row].rule, becomes=self.becomes(row), kind=self._box(row, KIND).currentText().strip(),
            attributes={"terrain": terrain} if terrain and self.becomes(row) == "area" else {},
        )  # fmt: skip
        if self._chosen.get(row) != rule:
            self._chosen[row] = rule
            self.mapping_changed.emit()

    def _row_changed(self, row: int, *_: int) -> None:
        self.row_chosen.emit(self._sorts[row] if 0 <= row < len(self._sorts) else None)


def _swatch(colour: QColor) -> QPixmap:
    """Return a patch of a colour, with an edge that is seen on any ground."""
    swatch = QPixmap(12, 12)
    swatch.fill(QColor(shades().faint))
    painter = QPainter(swatch)
    painter.fillRect(1, 1, 10, 10, colour)
    painter.end()
    return swatch
