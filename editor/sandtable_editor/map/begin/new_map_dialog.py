"""The dialog that begins a map: of areas, or of hexes by paper or by columns and rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable_editor.map.saving import key_of
from sandtable_editor.shell.pieces import beside, choice_box, fit

if TYPE_CHECKING:
    from sandtable.board.maps import Map

AREAS, PAPER, COUNTED = "Areas", "Hexes, as many as the paper holds", "Hexes, by columns and rows"
FLAT, POINTY = "lie on a side", "stand on a point"
LARGEST = 1e9


class NewMapDialog(QDialog):
    """Asks what the map is to be; ``wanted`` gives it, still of no library."""

    wanted = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("New map")
        self.name, self.unit = QLineEdit("New map"), QLineEdit("km")
        self.kind = choice_box("What it is made of")
        self.kind.addItems([AREAS, PAPER, COUNTED])
        self.wide, self.high = _length("Width", 1000), _length("Height", 1000)
        self.hex = _length("Width of a hex", 40)
        self.columns, self.rows = _count("Columns", 24), _count("Rows", 18)
        self.lie = choice_box("How hexes lie")
        self.lie.addItems([FLAT, POINTY])
        self.even = QCheckBox("The first column is shifted down (of hexes on a point, the first row)")
        self.wrong = QLabel()
        self.wrong.setObjectName("bad")
        self.wrong.setWordWrap(True)
        self.form = QFormLayout()
        self.size_row, self.count_row = beside(self.wide, QLabel("by"), self.high), beside(self.columns, self.rows)
        for text, widget in (
            ("&Title:", self.name), ("&Unit of coordinates:", self.unit), ("&Made of:", self.kind),
            ("Size, in that unit:", self.size_row), ("&Hex, side to side:", self.hex),
            ("Columns and rows:", self.count_row), ("Hexes:", self.lie), ("", self.even),
        ):  # fmt: skip
            self.form.addRow(text, widget)
        self.name.setAccessibleName("Title")
        self.unit.setAccessibleName("Unit of coordinates")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.begin = buttons.addButton("Begin", QDialogButtonBox.ButtonRole.AcceptRole)
        self.begin.setDefault(True)
        buttons.accepted.connect(self._begin)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(self.form)
        column.addWidget(self.wrong)
        column.addWidget(buttons)
        self.wrong.hide()
        self.kind.currentTextChanged.connect(self._follow)
        self._follow()
        self.name.selectAll()

    def _follow(self) -> None:
        """Show what is to be said of the kind that is chosen."""
        kind = self.kind.currentText()
        self.form.setRowVisible(self.size_row, kind != COUNTED)
        self.form.setRowVisible(self.hex, kind != AREAS)
        self.form.setRowVisible(self.count_row, kind == COUNTED)
        self.form.setRowVisible(self.lie, kind != AREAS)
        self.form.setRowVisible(self.even, kind != AREAS)

    def _begin(self) -> None:
        try:
            made = self.blank()
        except Invalid as error:
            self.wrong.setText(fit(sentence(str(error))))
            self.wrong.show()
            return
        self.accept()
        self.wanted.emit(made)

    def blank(self) -> Map:
        """Return the map; raises ``Invalid`` for one that cannot be."""
        from sandtable.board.maps import MapInfo
        from sandtable.design.blank import blank_areas, blank_hexes, hexes_on_paper

        title = self.name.text().strip()
        if not title:
            raise Invalid("a map cannot be without a title: give it one")
        info = MapInfo(key_of(title), title, unit=self.unit.text().strip())
        size = self.wide.value(), self.high.value()
        if self.kind.currentText() == AREAS:
            return blank_areas(info, size)
        lie: Literal["flat", "pointy"] = "flat" if self.lie.currentText() == FLAT else "pointy"
        many = self.columns.value(), self.rows.value()
        if self.kind.currentText() == PAPER:
            many = hexes_on_paper(size, self.hex.value(), lie)
        return blank_hexes(info, *many, self.hex.value(), lie, even=self.even.isChecked())


def _length(name: str, value: float) -> QDoubleSpinBox:
    made = QDoubleSpinBox()
    made.setAccessibleName(name)
    made.setRange(0.001, LARGEST)
    made.setDecimals(3)
    made.setValue(value)
    made.setStepType(QDoubleSpinBox.StepType.AdaptiveDecimalStepType)
    return made


def _count(name: str, value: int) -> QSpinBox:
    made = QSpinBox()
    made.setAccessibleName(name)
    made.setRange(1, 4000)
    made.setValue(value)
    return made
