"""Who answers for which side: people, bots, or the side that acts for it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFormLayout, QLineEdit, QMenu, QVBoxLayout, QWidget

from sandtable.engine.state.row import Row
from sandtable.engine.state.rows import Side
from sandtable.engine.words import fit
from sandtable.play.words.wording import side_name
from sandtable_editor.shell.pieces import beside, button, choice_box, faint

PERSON: Final = "A person"
BOT: Final = "A bot"
FORBIDDEN: Final = frozenset("=,+")


class Seats(NamedTuple):
    """A plan as ``Wishes`` takes it, and the sides that bots play."""

    plan: str
    bots: tuple[str, ...]


class SeatsForm(QWidget):
    """A line for each side. Sides with the same name share a seat: one person, who sees what all of them see."""

    changed = Signal()

    def __init__(self, rows: Sequence[Row]) -> None:
        super().__init__()
        self.sides = [row for row in rows if isinstance(row, Side) and not row.resting]
        self.kinds: dict[str, QComboBox] = {}
        self.names: dict[str, QLineEdit] = {}
        column = QVBoxLayout(self)
        one = button(
            "One player for all sides",
            lambda: self.seat(apart=False),
            "Nothing is hidden and the screen is never handed over",
        )
        each = button("One player per side", lambda: self.seat(apart=True), "The screen is handed over between players")
        says = "You play the side that you choose, bots play the others"
        self.against = button("One player against bots…", self._choose_alone, says)
        column.addWidget(beside(faint("Who plays which side?"), one, each, self.against))
        form = QFormLayout()
        for side in self.sides:
            form.addRow(f"{side_name(side)}:", self._line(side))
        column.addLayout(form)
        column.addWidget(faint("Sides with the same name share a seat: one player, who sees what all of them see."))
        column.addStretch(1)
        self.seat(apart=True)

    def _line(self, side: Side) -> QWidget:
        kind, name = choice_box(f"Who plays {side_name(side)}"), QLineEdit()
        name.setAccessibleName(f"Name of the player of {side_name(side)}")
        kind.addItems([PERSON, BOT])
        if side.deputy is not None:
            kind.addItem(f"Played by {fit(side.deputy)}")
            kind.setCurrentIndex(2 if side.seat is None else 0)
        kind.currentIndexChanged.connect(self._on_choice)
        name.textChanged.connect(self.changed)
        self.kinds[side.id], self.names[side.id] = kind, name
        return beside(kind, name, stretch=1)

    def _choose_alone(self) -> None:
        """Ask which side a person plays against bots."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName("The side that you play")
        for side in self.sides:
            menu.addAction(side_name(side), partial(self.seat_alone, side))
        menu.popup(self.against.mapToGlobal(self.against.rect().bottomLeft()))

    def _on_choice(self) -> None:
        for id, kind in self.kinds.items():
            self.names[id].setEnabled(kind.currentText() == PERSON)
        self.changed.emit()

    def seat(self, *, apart: bool) -> None:
        """Give each side a player of its own, or one to all of them."""
        for side in self.sides:
            self.names[side.id].setText(side_name(side) if apart else "The table")
            self._turn(side, BOT, PERSON)
        self._on_choice()

    def seat_alone(self, alone: Side) -> None:
        """Give one side to a person and the others to bots."""
        for side in self.sides:
            self._turn(side, PERSON, BOT)
        self.kinds[alone.id].setCurrentText(PERSON)
        self.names[alone.id].setText(side_name(alone))
        self._on_choice()

    def _turn(self, side: Side, was: str, kind: str) -> None:
        """Have another kind of player play a side that one kind plays; a side that another acts for stays with it."""
        if self.kinds[side.id].currentText() == was:
            self.kinds[side.id].setCurrentText(kind)

    def problem(self) -> str:
        """Say what is wrong with the seats, empty when nothing is."""
        for side in self.sides:
            name = self.names[side.id].text().strip()
            if self.kinds[side.id].currentText() == PERSON and (not name or FORBIDDEN & set(name)):
                return f"Name the player of {side_name(side)}; the name must not contain = , or +"
        return ""

    def seats(self) -> Seats:
        """Return what was chosen."""
        bots = tuple(id for id, kind in self.kinds.items() if kind.currentText() == BOT)
        people = {id: self.names[id].text().strip() for id, kind in self.kinds.items() if kind.currentText() == PERSON}
        plan: dict[str, list[str]] = {}
        for id in (*people, *bots):
            plan.setdefault(people.get(id, "bots"), []).append(id)
        return Seats(",".join(f"{name}={'+'.join(sides)}" for name, sides in plan.items()), bots)
