"""What comes when: arrivals, recalls and whatever is due on the calendar of the game, dragged or typed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QMenu, QSpinBox, QVBoxLayout

from sandtable.design.scenario.new_rows import new_row
from sandtable.design.scenario.time_line import DatedRow, dated_rows, last_turn, move_to, undated_rows
from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable.present.presentation import named_round
from sandtable_editor.scenario.asked_text import ask_text
from sandtable_editor.scenario.declared import Declared
from sandtable_editor.scenario.deleting_rows import ask_to_delete
from sandtable_editor.scenario.panels.panel import ScenarioPanel
from sandtable_editor.scenario.time_strip import NEVER, TimeStrip
from sandtable_editor.shell.pieces import beside, button, faint, fit

if TYPE_CHECKING:
    from sandtable_editor.scenario.open_scenario import OpenScenario

MOST: Final = 9_999
BEYOND: Final = 1
"""So many rounds after the last are shown, so that something can be put there."""
SHORTEST: Final = 12
"""Rounds that are shown of a game that does not say how long it is."""
HELP: Final = "Drag to another turn. Arrows choose, Ctrl+Left and Ctrl+Right move, Enter types a turn, Del takes out."


class TimeLinePanel(ScenarioPanel):
    """The strip, and below it the turn of what is chosen."""

    key, title, keys, order = "time_line", "Time line", "Shift+F7", 42

    def __init__(self, scenario: OpenScenario) -> None:
        super().__init__(scenario)
        self.declared = Declared()
        self.strip = TimeStrip()
        self.says = faint(HELP)
        self.turn = QSpinBox()
        self.turn.setRange(NEVER, MOST)
        self.turn.setAccessibleName("Turn of what is chosen")
        self.turn.setKeyboardTracking(False)
        self.turn.setPrefix("Turn ")
        self.turn.setSpecialValueText("No date")
        self.turn.valueChanged.connect(self._type)
        self.turn.lineEdit().returnPressed.connect(self.strip.setFocus)  # where Ctrl+Z takes it back
        self.adding = button("&Add…", self._add, "Add something that happens in a turn")
        column = QVBoxLayout(self)
        column.setContentsMargins(4, 4, 4, 4)
        column.addWidget(self.strip, 1)
        column.addWidget(beside(self.says, self.turn, self.adding))
        self.setFocusProxy(self.strip)
        self._quiet = False
        self.strip.moved.connect(self._move)
        self.strip.chosen.connect(self._choose)
        self.strip.wanted.connect(self._want)
        self.strip.removing.connect(self._remove)
        scenario.changed.connect(self.follow)
        scenario.laid_changed.connect(self.follow)
        scenario.selected.connect(self._choose_selected)
        self._choose(None)

    # -- what is shown

    def refill(self) -> None:
        """Show what happens when, as it is now."""
        design = self.scenario.design
        self.declared.follow(design)
        fields = self.declared.dated
        rows = [*dated_rows(design, fields), *undated_rows(design, fields)]
        last = last_turn(design, fields)
        self._quiet = True
        self.strip.show_rows(rows, last + BEYOND if last is not None else SHORTEST, self.title_of)
        self._quiet = False
        self._tell(self.strip.current)

    def title_of(self, turn: int) -> str:
        """Return what the game calls a round; nothing while it cannot be asked."""
        game = self.scenario.laid
        try:
            return (named_round(game, turn) if game is not None else None) or ""
        except (Invalid, KeyError):
            return ""  # a scenario without its calendar: lint says so

    def _tell(self, row: DatedRow | None) -> None:
        self._quiet = True
        self.turn.setEnabled(row is not None)
        self.turn.setMinimum(NEVER if row is None or row.never is not None else 1)
        self.turn.setValue(row.turn if row is not None and row.has_date else self.turn.minimum())
        self.says.setText(fit(sentence(self.strip.words_of(row)) if row is not None else HELP))
        self._quiet = False

    # -- what is chosen

    def _choose(self, row: DatedRow | None) -> None:
        self._tell(row)
        if row is not None and not self._quiet:
            self._quiet = True
            self.scenario.select([(row.table, row.id)])
            self._quiet = False

    def _choose_selected(self, rows: object) -> None:
        """Choose what is selected elsewhere, if it has a date."""
        if self._quiet or not self.is_seen:
            return
        wanted = set(self.scenario.selection)
        known = self.strip.current
        if known is not None and (known.table, known.id) in wanted:
            return
        found = next((one.row for one in self.strip.chips if (one.row.table, one.row.id) in wanted), None)
        self._quiet = True
        self.strip.choose(found)
        self._quiet = False

    def _want(self, row: DatedRow) -> None:
        self.turn.setFocus()
        self.turn.selectAll()

    # -- what is changed

    def _type(self, turn: int) -> None:
        row = self.strip.current
        if row is not None and not self._quiet:
            self._move(row, turn)

    def _move(self, row: DatedRow, turn: int) -> None:
        try:
            edit = move_to(self.scenario.design, row, None if turn == NEVER else turn)
        except Invalid as error:
            self.scenario.refuse(sentence(str(error)))
            self._tell(row)
            return
        if self.scenario.do(edit) is None:
            self._tell(self.strip.current)

    def _remove(self, row: DatedRow) -> None:
        ask_to_delete(self.scenario, [(row.table, row.id)])

    def _add(self) -> None:
        """Ask for the table of what is added, then for its id."""
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        for table in dict.fromkeys(one.table for one in self.declared.dated if not one.last):
            menu.addAction(fit(f"{table}…"), partial(self._add_to, table))
        menu.popup(self.adding.mapToGlobal(self.adding.rect().bottomLeft()))

    def _add_to(self, table: str) -> None:
        asks = f"Id of the new row of {table}:"
        ask_text(self.scenario.window, f"Add to {table}", asks, partial(self.add_row, table))

    def add_row(self, table: str, id: str) -> None:
        """Add something in the turn of what is chosen, else in the first."""
        field = next(one for one in self.declared.dated if one.table == table)
        turn = self.strip.current.turn if self.strip.current is not None and self.strip.current.has_date else 1
        if self.scenario.do(new_row(self.scenario.design, table, id, {field.field: turn})) is not None:
            self.scenario.select([(table, id)])


PANEL = TimeLinePanel
