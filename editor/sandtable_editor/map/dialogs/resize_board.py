"""Making a board of hexes larger or smaller at any of its sides, with a look at what would come of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QDialog, QFormLayout, QLineEdit, QSpinBox, QVBoxLayout

from sandtable.design.edits.edit import NothingChanges
from sandtable.design.edits.hex_boards import ResizeBoard
from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable_editor.map.desk_command import DeskCommand
from sandtable_editor.map.dialog_parts import line_of_words
from sandtable_editor.shell.dialog_buttons import do_or_cancel
from sandtable_editor.shell.theme import scaled

if TYPE_CHECKING:
    from sandtable_editor.map.desk import MapDesk

SIDES: Final = {"left": "Columns at the left", "right": "Columns at the right", "top": "Rows at the top",
                "bottom": "Rows at the bottom"}  # fmt: skip
MOST: Final = 1_000


class ResizeBoardDialog(QDialog):
    """Asks how many columns and rows come to each side; numbers below 0 cut them off."""

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk.view)
        self._desk = desk
        self.setWindowTitle("Resize the board")
        form = QFormLayout()
        self.boxes: dict[str, QSpinBox] = {}
        for side, title in SIDES.items():
            box = self.boxes[side] = QSpinBox()
            box.setAccessibleName(title)
            box.setRange(-MOST, MOST)
            box.setValue(0)  # or Qt writes nothing yet, and nothing is selected below
            box.valueChanged.connect(self.look)
            form.addRow(f"{title}:", box)
        self.terrain = QLineEdit()
        self.terrain.setAccessibleName("Terrain of the new hexes")
        self.terrain.textChanged.connect(self.look)
        form.addRow("Terrain of the new hexes:", self.terrain)
        self.says = line_of_words()
        buttons, self.do = do_or_cancel(self, "Resize")
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.says)
        column.addWidget(buttons)
        self.finished.connect(self.deleteLater)
        self.resize(scaled(400), self.sizeHint().height())
        self.look()
        self.boxes["left"].selectAll()

    @property
    def edit(self) -> ResizeBoard:
        """What would be done."""
        left, right, top, bottom = (self.boxes[side].value() for side in ("left", "right", "top", "bottom"))
        terrain = self.terrain.text().strip()
        return ResizeBoard(left, top, right, bottom, (terrain,) if terrain else ())

    def look(self, _: object = None) -> None:
        """Say what would come of it."""
        tried = self._desk.design.attempt(self.edit)
        self.do.setEnabled(not isinstance(tried, Invalid))
        if isinstance(tried, NothingChanges):
            self.says.setText("Numbers below 0 cut columns and rows off. The other hexes keep their numbers.")
        elif isinstance(tried, Invalid):
            self.says.setText(sentence(str(tried)))
        else:
            grid = tried.patch.applied_to(self._desk.design.map).hexes.grid
            kept = " ".join(map(sentence, tried.notes)) or "The other hexes keep their numbers."
            self.says.setText(f"The board will have {grid.columns:,} columns and {grid.rows:,} rows. {kept}")

    def accept(self) -> None:
        """Do it."""
        if self._desk.design.do(self.edit) is not None:
            super().accept()
            self._desk.view.setFocus()


def resize_board(desk: MapDesk) -> None:
    """Ask how the board is to be resized."""
    ResizeBoardDialog(desk).open()


COMMANDS: Final = (
    DeskCommand(
        "map_resize_board", "Map", "Resi&ze the board…", resize_board,
        hint="Add columns and rows of hexes, or cut them off",
        may=lambda desk: desk.design.map.hexes is not None,
    ),
)  # fmt: skip
