"""Which side somebody plays who has never played: bots play the others, and the guide goes along."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QVBoxLayout, QWidget

from sandtable_editor.play.begin.campaign_beginning import BeginningDialog
from sandtable_editor.play.begin.game_list import GameList
from sandtable_editor.shell.dialog_buttons import do_or_cancel
from sandtable_editor.shell.pieces import faint, fit
from sandtable_editor.shell.theme import roomy

if TYPE_CHECKING:
    from sandtable.play.guide.first_turns import FirstTurn
    from sandtable_editor.shell.jobs import Jobs

SAYS: Final = "Choose whom you play. Bots play the others, and a guide explains every question."


class FirstTurnDialog(BeginningDialog):
    """The dialog: a list of scenarios and sides."""

    def __init__(self, turns: Sequence[FirstTurn], jobs: Jobs, parent: QWidget | None = None) -> None:
        super().__init__(jobs, parent)
        self.setWindowTitle("A guided first turn")
        self.resize(roomy(self, 560, 380))
        self.turns = list(turns)
        self.list = GameList()
        self.list.setAccessibleName("Scenarios and sides, by game")
        self.list.ensurePolished()  # or rows are laid out before they have their height, and lie over each other
        for at, turn in enumerate(self.turns):
            self.list.add(turn.start.family.system.title, turn.title, turn.start.scenario.says, at)
        self.list.currentRowChanged.connect(self._tell)
        self.list.itemActivated.connect(self.begin)
        self.says = faint("")
        buttons, self._begins = do_or_cancel(self, "Begin", self.begin)
        self._begins.setEnabled(bool(self.turns))
        column = QVBoxLayout(self)
        for widget in (faint(SAYS), self.list, self.says, self.wrong, self.bar, buttons):
            column.addWidget(widget)
        if self.turns:
            self.list.choose(0)

    @property
    def turn(self) -> FirstTurn | None:
        """The side of a scenario that is chosen."""
        return self.turns[self.list.chosen] if self.list.chosen is not None else None

    def _tell(self) -> None:
        self.says.setText(fit(self.turn.start.scenario.says) if self.turn is not None else "")

    def choices(self) -> Iterable[QWidget]:
        return self.list, self._begins

    def begin(self) -> None:
        """Begin what is chosen."""
        if not self.is_busy and self.turn is not None:
            self.begin_campaign(self.turn.start, self.turn.wishes)
