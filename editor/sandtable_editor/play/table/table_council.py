"""The table's affairs: consent to go back, proposals and their votes, overruling, taking a sealed answer back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog, QMessageBox

from sandtable.engine.rules.options import Choices
from sandtable.engine.running import switching
from sandtable.engine.state.rows import Proposal
from sandtable.play.rules.proposals import describe_proposal
from sandtable.play.table import going_back
from sandtable.play.words.wording import seat_title
from sandtable_editor.shell.confirming import confirm

if TYPE_CHECKING:
    from sandtable.engine.errors import NeedsAgreement
    from sandtable.engine.referee.adoption import AdoptedMap
    from sandtable.engine.referee.referee import Referee
    from sandtable.engine.state.row import Row
    from sandtable.play.table.adoption_preview import AdoptionPreview
    from sandtable.play.words.objections import Objection
    from sandtable_editor.play.campaign.campaign import AskTable, Campaign
    from sandtable_editor.shell.workspace import Workbench

Then = Callable[[], object]


class GoBack(Protocol):
    """Goes back; ``ask_table`` hears why everybody has to agree first."""

    def __call__(self, *, agreed: bool = False, ask_table: AskTable | None = None) -> object: ...


class TableCouncil(QObject):
    """Asks the table, seat by seat; nothing waits for the answers."""

    def __init__(self, campaign: Campaign, window: Workbench) -> None:
        super().__init__(campaign)
        self.campaign, self.window = campaign, window
        self.box: QDialog | None = None

    @property
    def speaker(self) -> str:
        """The seat that speaks: the one at the screen."""
        return self.campaign.speaker

    # -- asking

    def ask(self, seat: str, question: str, details: str, yes: Then, no: Then) -> None:
        """Ask one seat to agree."""
        name = seat_title(self.campaign.game, seat)
        box = QMessageBox(
            QMessageBox.Icon.Question, "A question to the table", f"{name}: {question}", parent=self.window
        )
        box.setInformativeText(details)
        agrees = box.addButton("I &agree", QMessageBox.ButtonRole.YesRole)
        declines = box.addButton("I &disagree", QMessageBox.ButtonRole.NoRole)
        box.setDefaultButton(agrees)
        box.setEscapeButton(declines)
        self.box = box

        def on_answer() -> None:
            agreed = box.clickedButton() is agrees
            self.box = None
            box.deleteLater()
            if agreed:
                yes()
            else:
                no()

        box.finished.connect(on_answer)
        self.campaign.closed.connect(box.deleteLater)  # unanswered
        box.open()

    def all_agree(self, question: str, details: str, then: Then, seats: Sequence[str] | None = None) -> None:
        """Ask every seat but the one that speaks; when all agree, go on."""
        left = [one for one in switching.voters(self.campaign.game) if one != self.speaker] if seats is None else seats
        if not left:
            then()
            return
        seat, *others = left
        name = seat_title(self.campaign.game, seat)
        self.ask(
            seat,
            question,
            details,
            lambda: self.all_agree(question, details, then, others),
            lambda: self.campaign.message.emit(f"{name} disagrees; nothing was done."),
        )

    # -- going back

    def go_back(self, what: str, act: GoBack) -> None:
        """Go back in a way that may need everybody's agreement; then the table is asked for it."""
        if self.campaign.is_playing:
            self.campaign.break_off()
            return

        def ask_table(error: NeedsAgreement) -> None:
            self.all_agree(f"agree to {what}?", str(error), lambda: act(agreed=True))

        act(ask_table=ask_table)

    def undo(self) -> None:
        """Take the last answer back; first say so where many answers of bots go with it."""
        found = going_back.question_before_undo(self.campaign.referee, self.campaign.sides)
        if found is None:
            self._undo()
            return
        earlier = self.window.commands.way_to("earlier")
        instead = f"To see how things stood, look back instead ({earlier}): that undoes nothing."
        self.confirm(found.question, f"{found.details} {instead}", "&Undo it", self._undo)

    def _undo(self) -> None:
        self.go_back("take it back", self.campaign.undo)

    def confirm(self, question: str, details: str, yes: str, then: Then) -> None:
        """Ask whoever sits at the screen whether it is meant."""
        box = confirm(self.window, "Sandtable", question, details, yes, then)
        self.campaign.closed.connect(box.deleteLater)

    def redo(self) -> None:
        """Do again what was taken back."""
        self.campaign.redo()

    def goto(self, ply: int) -> None:
        """Go to the position after a ply."""
        self.go_back(f"go to ply {ply}", partial(self.campaign.goto, ply))

    # -- proposals

    def propose_options(self, choices: Choices, from_round: int | None = None) -> None:
        """Propose other options, and put them to the vote."""
        speaker = self.speaker
        self._propose(lambda referee: referee.council.propose_options(speaker, choices, from_round))

    def propose_correction(self, row: Row, fields: dict[str, Any]) -> None:
        """Propose to correct a row, and put it to the vote."""
        speaker = self.speaker
        self._propose(lambda referee: referee.council.propose_correction(speaker, row, **fields))

    def propose_adoption(self, preview: AdoptionPreview, *, earlier: bool = False) -> None:
        """Propose to play on another revision of the map, which would do this, and put it to the vote."""
        from sandtable.play.table.adopting import keep_revision  # brings the geometry along, which takes its time

        campaign, speaker = self.campaign, self.speaker
        found: list[AdoptedMap] = []
        if campaign.act_quietly(lambda: found.append(keep_revision(campaign.sitting, preview, earlier=earlier))):
            self._propose(lambda referee: referee.council.propose_adoption(speaker, found[0]))

    def overrule(self, objection: Objection) -> None:
        """Ask the table to allow what was refused."""
        action, speaker = objection.action, self.speaker
        if action is not None:
            self._propose(lambda referee: referee.council.propose_overruling(speaker, action, objection.side))

    def _propose(self, proposing: Callable[[Referee], object]) -> None:
        """Put something to the table, and to the vote when it lies there."""
        self.campaign.do(proposing, self._vote_on)

    def _vote_on(self, goes_on: bool) -> None:
        if goes_on:
            self.vote()

    def vote(self) -> None:
        """Ask each seat that has not agreed to the newest proposal."""
        game = self.campaign.game
        proposal = game[Proposal].last()
        waits = [seat for seat in switching.voters(game) if proposal is not None and seat not in proposal.agreed]
        if proposal is None or not waits or self.box is not None:
            return
        id, seat = proposal.id, waits[0]
        if proposal.what == "adopt":
            self._ask_about_map(seat, proposal)
            return
        self.ask(
            seat,
            "agree to this?",
            describe_proposal(game, proposal),
            lambda: self._agree(seat, id),
            lambda: self.decline(seat, id),
        )

    def _ask_about_map(self, seat: str, proposal: Proposal) -> None:
        """Ask one seat to agree to another map, and show it what that would do."""
        from sandtable_editor.play.table.adoption_vote import AdoptionVote  # brings the map along

        box = AdoptionVote(self.campaign, seat, proposal, self.window.jobs, self.window)
        self.box = box

        def on_answer(answer: int) -> None:
            self.box = None
            box.deleteLater()
            if answer == QDialog.DialogCode.Accepted:
                self._agree(seat, proposal.id)
            else:
                self.decline(seat, proposal.id)

        box.finished.connect(on_answer)
        self.campaign.closed.connect(box.deleteLater)  # unanswered
        box.open()

    def _agree(self, seat: str, proposal: str) -> None:
        self.campaign.do(lambda referee: referee.council.agree(seat, proposal), self._vote_on)

    def decline(self, seat: str, proposal: str) -> None:
        """Take a proposal off the table."""
        name = seat_title(self.campaign.game, seat)

        def tell(done: bool) -> None:
            if done:
                self.campaign.message.emit(f"{name} declines; it is off the table.")

        self.campaign.do(lambda referee: referee.council.decline(seat, proposal), tell)

    # -- sealed answers

    def withdraw(self, side: str) -> None:
        """Take a sealed answer back before it is revealed."""
        self.campaign.do(lambda referee: referee.withdraw(side))
