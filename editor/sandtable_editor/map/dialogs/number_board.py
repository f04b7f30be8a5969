"""Numbering the hexes of the board otherwise, straight or along the slant of their rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace
from PySide6.QtWidgets import QDialog, QFormLayout, QLineEdit, QVBoxLayout

from sandtable.design.blank import numbering_from
from sandtable.design.edits.edit import NothingChanges
from sandtable.design.edits.hex_boards import SetNumbering
from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable_editor.map.desk_command import DeskCommand
from sandtable_editor.map.dialog_parts import line_of_words
from sandtable_editor.shell.dialog_buttons import do_or_cancel
from sandtable_editor.shell.pieces import choice_box, fit
from sandtable_editor.shell.theme import scaled

if TYPE_CHECKING:
    from PySide6.QtWidgets import QComboBox

    from sandtable.board.hex_board import HexBoard
    from sandtable.board.numbering import Numbering
    from sandtable_editor.map.desk import MapDesk

WIDE: Final = 440
ORDERS: Final = {"the column first": "column", "the row first": "row"}
SLANTS: Final = {
    "straight across": "straight", "slanting, down to the right": "falling", "slanting, up to the right": "rising",
}  # fmt: skip
WAYS: Final = {"up": 1, "down": -1}


class NumberBoardDialog(QDialog):
    """Asks for the number of the upper left hex, and how the others follow; shows those at the corners."""

    def __init__(self, desk: MapDesk, board: HexBoard) -> None:
        super().__init__(desk.view)
        self._desk, self._now = desk, board.numbering
        self.setWindowTitle("Number the hexes")
        self.number = QLineEdit(_first_of(self._now))
        self.number.setAccessibleName("Number of the upper left hex")
        self.order = _choice("Which comes first", ORDERS, self._now.first)
        self.slant = _choice("How rows run", SLANTS, self._now.slant)
        self.columns = _choice("Columns count", WAYS, self._now.column.step)
        self.rows = _choice("Rows count", WAYS, self._now.row.step)
        self.says = line_of_words()
        form = QFormLayout()
        form.addRow("&Upper left hex:", self.number)
        form.addRow("A number has:", self.order)
        form.addRow("Rows run:" if board.grid.orientation == "flat" else "Columns run:", self.slant)
        form.addRow("Columns count:", self.columns)
        form.addRow("Rows count:", self.rows)
        buttons, self.do = do_or_cancel(self, "Number")
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.says)
        column.addWidget(buttons)
        self.number.textChanged.connect(self.look)
        for box in (self.order, self.slant, self.columns, self.rows):
            box.currentIndexChanged.connect(self.look)
        self.finished.connect(self.deleteLater)
        self.look()
        self.resize(scaled(WIDE), column.totalHeightForWidth(scaled(WIDE)))
        self.number.selectAll()

    @property
    def edit(self) -> SetNumbering:
        """What would be done; raises ``Invalid`` for what is no number."""
        text, first, now = self.number.text(), self.order.currentData(), self._now
        made = now
        if (text, first) != (_first_of(now), now.first):
            made = replace(numbering_from(text, first), prefix=now.prefix)
        column = replace(made.column, step=self.columns.currentData())
        row = replace(made.row, step=self.rows.currentData())
        return SetNumbering(replace(made, column=column, row=row, slant=self.slant.currentData()))

    def look(self, _: object = None) -> None:
        """Say what the hexes at the corners would be called."""
        try:
            tried = self._desk.design.attempt(self.edit)
        except Invalid as error:
            tried = error
        self.do.setEnabled(not isinstance(tried, Invalid))
        if isinstance(tried, NothingChanges):
            self.says.setText("They are numbered so.")
        elif isinstance(tried, Invalid):
            self.says.setText(fit(sentence(str(tried))))
        else:
            board = tried.patch.applied_to(self._desk.design.map).hexes
            self.says.setText(fit(f"The hexes at the corners will be {', '.join(_corners(board))}."))

    def accept(self) -> None:
        """Do it."""
        if self._desk.design.do(self.edit) is not None:
            super().accept()
            self._desk.view.setFocus()


def _choice(name: str, choices: dict[str, str] | dict[str, int], now: object) -> QComboBox:
    box = choice_box(name)
    for words, value in choices.items():
        box.addItem(words, value)
    if box.findData(now) < 0:
        box.addItem(f"in steps of {now}", now)
    box.setCurrentIndex(box.findData(now))
    return box


def _first_of(numbering: Numbering) -> str:
    """Return the number of the hex from which all are counted, without the prefix."""
    counts = [numbering.column, numbering.row]
    texts = [count.text(count.start) for count in (counts if numbering.first == "column" else counts[::-1])]
    return numbering.separator.join(texts)


def _corners(board: HexBoard) -> list[str]:
    """Return the numbers at the corners of the board, those that are there."""
    grid = board.grid
    cells = [(column, row) for row in (0, grid.rows - 1) for column in (0, grid.columns - 1)]
    hexes = dict.fromkeys(grid.hex_of(*cell) for cell in cells)
    return [board.numbers.of(hex) for hex in hexes if hex in grid]


def number_board(desk: MapDesk) -> None:
    """Ask how the hexes are to be numbered."""
    board = desk.design.map.hexes
    if board is not None:
        NumberBoardDialog(desk, board).open()


COMMANDS: Final = (
    DeskCommand(
        "map_number_board", "Map", "&Number the hexes…", number_board,
        hint="Number the hexes otherwise; whatever names one by its number follows",
        may=lambda desk: desk.design.map.hexes is not None,
    ),
)  # fmt: skip
