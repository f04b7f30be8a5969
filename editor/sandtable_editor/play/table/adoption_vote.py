"""What a seat is shown that is asked to agree to another map: what it would change, in words and on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout, QWidget

from sandtable.engine.errors import SandtableError
from sandtable.play.rules.proposals import describe_proposal
from sandtable.play.table.adoption_preview import ready_proposal
from sandtable.play.words.wording import seat_title
from sandtable_editor.play.table.adoption_view import AdoptionView
from sandtable_editor.play.table.tried_aside import TriedAside
from sandtable_editor.shell.pieces import fit
from sandtable_editor.shell.theme import roomy

if TYPE_CHECKING:
    from sandtable.engine.state.rows import Proposal
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.shell.jobs import Jobs


class AdoptionVote(QDialog):
    """A question to one seat: does it agree to play on this map? To close it is to disagree."""

    def __init__(self, campaign: Campaign, seat: str, proposal: Proposal, jobs: Jobs, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("A question to the table")
        self.resize(roomy(self, 760, 640))
        game = campaign.game
        self.question = QLabel(fit(f"{seat_title(game, seat)}: agree to this?\n\n{describe_proposal(game, proposal)}"))
        self.question.setTextFormat(Qt.TextFormat.PlainText)
        self.question.setWordWrap(True)
        self.shown = AdoptionView()
        buttons = QDialogButtonBox()
        self.agrees = buttons.addButton("I &agree", QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton("I &disagree", QDialogButtonBox.ButtonRole.RejectRole)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.question)
        column.addWidget(self.shown, 1)
        column.addWidget(buttons)
        self.tried = TriedAside(jobs, self)
        self._preview(campaign, proposal)

    def _preview(self, campaign: Campaign, proposal: Proposal) -> None:
        try:
            self.tried.try_out(ready_proposal(campaign.sitting, proposal), self.shown.show_preview, self._refuse)
        except SandtableError as error:
            self._refuse(error)

    def _refuse(self, error: SandtableError) -> None:
        self.shown.say("What it would do cannot be shown", str(error))
