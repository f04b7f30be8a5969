"""Which side somebody plays who has never played: bots play the others, and the guide goes along."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from sandtable_editor.play.begin.campaign_beginning import BeginningDialog
from sandtable_editor.shell.dialog_buttons import do_or_cancel
from sandtable_editor.shell.pieces import as_tip, faint, fit
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
        self.list = QListWidget()
        self.list.setAccessibleName("Scenarios and sides")
        self.list.ensurePolished()  # or rows are laid out before they have their height, and lie over each other
        for turn in self.turns:
            item = QListWidgetItem(fit(turn.title))
            item.setToolTip(as_tip(turn.start.scenario.says))
            self.list.addItem(item)
        self.list.currentRowChanged.connect(self._tell)
        self.list.itemActivated.connect(self.begin)
        self.says = faint("")
        buttons, self._begins = do_or_cancel(self, "Begin", self.begin)
        self._begins.setEnabled(bool(self.turns))
        column = QVBoxLayout(self)
        for widget in (faint(SAYS), self.list, self.says, self.wrong, self.bar, buttons):
            column.addWidget(widget)
        self.list.setCurrentRow(0)

    def _tell(self, row: int) -> None:
        self.says.setText(fit(self.turns[row].start.scenario.says) if row >= 0 else "")

    def choices(self) -> Iterable[QWidget]:
        return self.list, self._begins

    def begin(self) -> None:
        """Begin what is chosen."""
        if not self.is_busy:
            turn = self.turns[self.list.currentRow()]
            self.begin_campaign(turn.start, turn.wishes)
