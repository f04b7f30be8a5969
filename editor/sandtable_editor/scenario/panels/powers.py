"""Sides, who plays them, and what each has: treasuries and whatever else a game keeps for a side, by form."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QLineEdit, QWidget

from sandtable.design.scenario.new_rows import new_row
from sandtable.design.scenario.row_forms import NOTHING_GIVEN, form_of
from sandtable.engine.state.rows import Seat, Side
from sandtable_editor.scenario.deleting_rows import ask_to_delete
from sandtable_editor.scenario.field_boxes import RowFieldBox
from sandtable_editor.scenario.panels.field_panel import FieldPanel
from sandtable_editor.shell.pieces import beside, bold, button, clear, faint, fit

if TYPE_CHECKING:
    from sandtable.engine.running.installed_game import InstalledGame
    from sandtable_editor.scenario.open_scenario import OpenScenario

HELP: Final = "A side without a seat is played by whoever begins the campaign, unless another side acts for it."
SIDE: Final = "Side"


class PowersPanel(FieldPanel):
    """A column for each side, a line for each thing that it has; seats below."""

    key, title, keys, order = "powers", "Sides and treasuries", "F8", 45

    def __init__(self, scenario: OpenScenario) -> None:
        super().__init__(scenario)
        self.grid, self.seats = QGridLayout(), QGridLayout()
        self.new_side, self.new_seat = QLineEdit(), QLineEdit()
        self.stacked.addLayout(self.grid)
        self.stacked.addWidget(faint(HELP))
        self.stacked.addLayout(self.seats)
        self.stacked.addWidget(
            beside(*self._adding(self.new_side, Side.stored), *self._adding(self.new_seat, Seat.stored))
        )
        self.stacked.addStretch(1)

    def _adding(self, line: QLineEdit, table: str) -> tuple[QWidget, QWidget]:
        line.setPlaceholderText(f"Id of a new {table.lower()}")
        line.setAccessibleName(f"Id of a new {table.lower()}")

        def add() -> None:
            if id := line.text().strip():
                line.clear()
                self.scenario.do(new_row(self.scenario.design, table, id, {"name": id} if table == "Seat" else None))

        line.returnPressed.connect(add)
        return line, button(f"Add a {table.lower()}", add)

    # -- what is shown

    @property
    def tables(self) -> list[str]:
        """The table of sides, and those that add to it: what has rows, and what a side may have by itself."""
        design = self.scenario.design
        beside_it = sorted(one.stored for one in design.family.schema.companions[Side])
        return [Side.stored, *(one for one in beside_it if design.ids(one) or _is_easy(design.family, one))]

    def refill(self) -> None:
        """Show what there is now; the form is built anew where there are other rows."""
        design = self.scenario.design
        named = [Side.stored, Seat.stored, *self.tables]
        there = {table: sorted(design.ids(table)) for table in named}
        if there != self._built:
            self._built = there
            self._build()
            return
        for box in self.boxes:
            box.show()

    def _build(self) -> None:
        for layout in (self.grid, self.seats):
            clear(layout)
        self.boxes = []
        sides = sorted(self.scenario.design.ids(Side.stored))
        for column, side in enumerate(sides, 1):
            head = bold(side)
            remove = button("×", partial(self._remove, Side.stored, side), f"Remove {side}")
            remove.setAccessibleName(fit(f"Remove {side}"))
            remove.setObjectName("small")  # high contrast would leave its sign no room
            remove.setFixedWidth(remove.fontMetrics().height() + 10)
            self.grid.addWidget(beside(head, remove), 0, column)
        row = 1
        for table in self.tables:
            row = self._add_table(table, sides, row)
        self.grid.setColumnStretch(len(sides) + 1, 1)
        self._add_seats()

    def _add_table(self, table: str, sides: list[str], row: int) -> int:
        """Add the fields of a table, a line each; a side that it lacks has a button that adds it."""
        design = self.scenario.design
        fields = form_of(design.family, table)
        for at, field in enumerate(fields):
            said = field.title if table == Side.stored else f"{table}: {field.title}"
            self.grid.addWidget(QLabel(fit(f"{said}:")), row + at, 0, Qt.AlignmentFlag.AlignRight)
            for column, side in enumerate(sides, 1):
                if design.row(table, side) is not None:
                    box = RowFieldBox(self.scenario, table, (side,), field, f"{said} of {side}")
                    self.boxes.append(box)
                    self.grid.addWidget(box.widget, row + at, column)
                elif at == 0:
                    self.grid.addWidget(self._add_button(table, side), row, column, max(len(fields), 1), 1)
        return row + len(fields)

    def _add_button(self, table: str, side: str) -> QWidget:
        made = button(f"Add {table}", lambda: self.scenario.do(new_row(self.scenario.design, table, side)))
        made.setToolTip(f"{fit(side)} has no {table}")
        made.setAccessibleName(f"Add {table} for {fit(side)}")
        return made

    def _remove(self, table: str, id: str) -> None:
        ask_to_delete(self.scenario, [(table, id)])

    def _add_seats(self) -> None:
        seats = sorted(self.scenario.design.ids(Seat.stored))
        for row, seat in enumerate(seats):
            self.seats.addWidget(QLabel(fit(f"Seat {seat}:")), row, 0)
            for column, field in enumerate(form_of(self.scenario.design.family, Seat.stored), 1):
                box = RowFieldBox(self.scenario, Seat.stored, (seat,), field, f"{field.title} of the seat {seat}")
                self.boxes.append(box)
                self.seats.addWidget(box.widget, row, column)
            remove = button("Remove", partial(self._remove, Seat.stored, seat))
            remove.setAccessibleName(f"Remove the seat {fit(seat)}")
            self.seats.addWidget(remove, row, 3)
        self.seats.setColumnStretch(4, 1)


def _is_easy(family: InstalledGame, table: str) -> bool:
    """Tell whether a row of a table wants nothing to be said."""
    return all(one.default is not NOTHING_GIVEN for one in form_of(family, table))


PANEL = PowersPanel
