"""The dialog that begins a map: of areas, or of hexes by paper or by columns and rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDoubleSpinBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from sandtable.design.blank import LANDSCAPE, paper_size
from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable.interchange.svg.print_plan import PAPERS
from sandtable_editor.map.saving import key_of
from sandtable_editor.shell.dialog_buttons import do_or_cancel
from sandtable_editor.shell.pieces import beside, choice_box, fit

if TYPE_CHECKING:
    from sandtable.board.maps import Map

OWN_SIZE = "of a size of its own"
"""What is chosen where no paper is."""
COLUMN_FIRST, ROW_FIRST = "the column first", "the row first"
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
        self.paper = choice_box("Paper")
        self.paper.addItem(OWN_SIZE)
        self.paper.addItems([f"{name}{lies}" for name in PAPERS for lies in ("", f" {LANDSCAPE}")])
        self.hex = _length("Width of a hex", 40)
        self.columns, self.rows = _count("Columns", 24), _count("Rows", 18)
        self.lie = choice_box("How hexes lie")
        self.lie.addItems([FLAT, POINTY])
        self.even = QCheckBox("The first column is shifted down (of hexes on a point, the first row)")
        self.number, self.first = QLineEdit("0101"), choice_box("What numbers begin with")
        self.first.addItems([COLUMN_FIRST, ROW_FIRST])
        self.wrong = QLabel()
        self.wrong.setObjectName("bad")
        self.wrong.setWordWrap(True)
        self.form = QFormLayout()
        self.size_row, self.count_row = beside(self.wide, QLabel("by"), self.high), beside(self.columns, self.rows)
        self.number_row = beside(self.number, self.first)
        for text, widget in (
            ("&Title:", self.name), ("&Unit of coordinates:", self.unit), ("&Made of:", self.kind),
            ("&Paper:", self.paper), ("Size, in that unit:", self.size_row), ("&Hex, side to side:", self.hex),
            ("Columns and rows:", self.count_row), ("Hexes:", self.lie), ("", self.even),
            ("First &number:", self.number_row),
        ):  # fmt: skip
            self.form.addRow(text, widget)
        self.name.setAccessibleName("Title")
        self.unit.setAccessibleName("Unit of coordinates")
        self.number.setAccessibleName("Number of the upper left hex")
        self.number.setToolTip(
            "The number of the upper left hex, as 0101, A1 or 1.01: the others are counted on from it"
        )
        buttons, self.begin = do_or_cancel(self, "Begin", self._begin)
        column = QVBoxLayout(self)
        column.addLayout(self.form)
        column.addWidget(self.wrong)
        column.addWidget(buttons)
        self.wrong.hide()
        self.kind.currentTextChanged.connect(self._follow)
        self.paper.textActivated.connect(self._lay_paper)
        self.wide.valueChanged.connect(self._leave_paper)
        self.high.valueChanged.connect(self._leave_paper)
        self.unit.textEdited.connect(self._leave_paper)
        self._follow()
        self.name.setFocus()
        self.name.selectAll()

    def _follow(self) -> None:
        """Show what is to be said of the kind that is chosen."""
        kind = self.kind.currentText()
        self.form.setRowVisible(self.paper, kind == PAPER)
        self.form.setRowVisible(self.size_row, kind != COUNTED)
        self.form.setRowVisible(self.hex, kind != AREAS)
        self.form.setRowVisible(self.count_row, kind == COUNTED)
        self.form.setRowVisible(self.lie, kind != AREAS)
        self.form.setRowVisible(self.even, kind != AREAS)
        self.form.setRowVisible(self.number_row, kind != AREAS)

    def _lay_paper(self, name: str) -> None:
        """Take the size of a paper, in millimetres."""
        if name == OWN_SIZE:
            return
        wide, high = paper_size(name)
        self.unit.setText("mm")
        self.wide.setValue(wide)
        self.high.setValue(high)
        self.paper.setCurrentText(name)

    def _leave_paper(self) -> None:
        """Another size, or another unit, is that of no paper."""
        self.paper.setCurrentText(OWN_SIZE)

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
        from sandtable.design.blank import blank_areas, blank_hexes, hexes_on_paper, numbering_from

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
        first: Literal["column", "row"] = "column" if self.first.currentText() == COLUMN_FIRST else "row"
        said = self.number.text().strip()
        numbering = None if said == "0101" and first == "column" else numbering_from(said, first)
        return blank_hexes(info, *many, self.hex.value(), lie, even=self.even.isChecked(), numbering=numbering)


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
