"""Raising the whole board by so many levels, or lowering it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QDialog, QFormLayout, QSpinBox, QVBoxLayout

from sandtable.design.edits.edit import NothingChanges
from sandtable.design.edits.levels import HIGHEST, LOWEST, RaiseBoard
from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable_editor.map.desk_command import DeskCommand
from sandtable_editor.map.dialog_parts import line_of_words
from sandtable_editor.shell.dialog_buttons import do_or_cancel
from sandtable_editor.shell.theme import scaled

if TYPE_CHECKING:
    from sandtable_editor.map.desk import MapDesk

WIDE: Final = 420
HINT: Final = "Numbers below 0 lower it. Slopes stay as they are: all hexes are raised alike."


class RaiseBoardDialog(QDialog):
    """Asks by how much."""

    def __init__(self, desk: MapDesk) -> None:
        super().__init__(desk.view)
        self._desk = desk
        self.setWindowTitle("Raise or lower the board")
        self.by = QSpinBox()
        self.by.setAccessibleName("Levels")
        self.by.setRange(LOWEST - HIGHEST, HIGHEST - LOWEST)
        self.by.setValue(1)
        self.says = line_of_words()
        form = QFormLayout()
        form.addRow("Raise all hexes by this many &levels:", self.by)
        buttons, self.do = do_or_cancel(self, "Raise")
        column = QVBoxLayout(self)
        column.addLayout(form)
        column.addWidget(self.says)
        column.addWidget(buttons)
        self.by.valueChanged.connect(self.look)
        self.finished.connect(self.deleteLater)
        self.look()
        self.resize(scaled(WIDE), column.totalHeightForWidth(scaled(WIDE)))
        self.by.selectAll()

    @property
    def edit(self) -> RaiseBoard:
        """What would be done."""
        return RaiseBoard(self.by.value())

    def look(self, _: object = None) -> None:
        """Say what would come of it."""
        self.do.setText("Lower" if self.by.value() < 0 else "Raise")
        tried = self._desk.design.attempt(self.edit)
        self.do.setEnabled(not isinstance(tried, Invalid))
        if isinstance(tried, NothingChanges):
            self.says.setText(HINT)
        elif isinstance(tried, Invalid):
            self.says.setText(sentence(str(tried)))
        else:
            board = tried.patch.applied_to(self._desk.design.map).hexes
            levels = board.elevation[board.grid.present]
            low, high = int(levels.min()), int(levels.max())
            lie = f"All hexes will lie on level {low:,}." if low == high else f"Hexes will lie on {low:,} to {high:,}."
            self.says.setText(f"{lie} {HINT}")

    def accept(self) -> None:
        """Do it."""
        if self._desk.design.do(self.edit) is not None:
            super().accept()
            self._desk.view.setFocus()


def raise_board(desk: MapDesk) -> None:
    """Ask by how much the board is to be raised."""
    RaiseBoardDialog(desk).open()


COMMANDS: Final = (
    DeskCommand(
        "map_raise_board", "Map", "Raise or &lower the board…", raise_board,
        hint="Raise all hexes by so many levels, or lower them",
        may=lambda desk: desk.design.map.hexes is not None,
    ),
)  # fmt: skip
