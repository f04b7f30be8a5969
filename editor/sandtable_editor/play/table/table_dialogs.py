"""What lies on the table: proposals that wait, and standing answers."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from sandtable.engine.actions.actions import Pass
from sandtable.engine.running.common_actions import EndStep, EnterThrow
from sandtable.engine.state.rows import Proposal, StandingAnswer
from sandtable.play.rules.proposals import describe_agreement, describe_proposal, describe_standing, waiting_for
from sandtable.play.words.objections import Objection
from sandtable.play.words.where import step_title
from sandtable.play.words.wording import side_title
from sandtable_editor.shell.pieces import beside, button, choice_box, clear, faint

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Action
    from sandtable.engine.journal.journal import Ply
    from sandtable.engine.referee.referee import Referee
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.play.table.table_council import TableCouncil

NEVER = 0


class _Dialog(QDialog):
    """A dialog with lines that are made anew whenever something changes."""

    def __init__(self, campaign: Campaign, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setMinimumWidth(560)
        self.campaign = campaign
        self.whole = QVBoxLayout(self)
        self.lines = QVBoxLayout()
        self.wrong = faint("")
        self.wrong.setObjectName("bad")
        self.whole.addLayout(self.lines)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.buttons.rejected.connect(self.reject)

    def finish(self) -> None:
        """Put what every such dialog ends with."""
        self.whole.addWidget(self.wrong)
        self.whole.addStretch(1)
        self.whole.addWidget(self.buttons)
        self.campaign.changed.connect(self.refresh)
        self.campaign.refused.connect(self._show_refusal)
        self.campaign.closed.connect(self.reject)
        self.refresh()

    def refresh(self) -> None:
        """Show how things are."""
        self.wrong.setText("")
        clear(self.lines)
        if self.campaign.view is None:
            self.reject()
            return
        self.list_lines()

    def list_lines(self) -> None:
        """Make the lines."""
        raise NotImplementedError

    def _show_refusal(self, found: Objection) -> None:
        self.wrong.setText(found.title)


class Proposals(_Dialog):
    """The proposals that wait for an answer or for their round."""

    def __init__(self, campaign: Campaign, council: TableCouncil, parent: QWidget) -> None:
        super().__init__(campaign, "Proposals", parent)
        self.council = council
        self.finish()

    def list_lines(self) -> None:
        game = self.campaign.game
        for proposal in game[Proposal]:
            line = QLabel(f"{describe_proposal(game, proposal)}\n{describe_agreement(game, proposal)}")
            line.setWordWrap(True)
            drop = button("Withdraw", partial(self.council.decline, self.council.speaker, proposal.id))
            vote = [button("Ask the table", self.council.vote)] if waiting_for(game, proposal) else []
            self.lines.addWidget(beside(line, *vote, drop))
        if not len(game[Proposal]):
            self.lines.addWidget(
                faint("There are no proposals. Proposed options, corrections and overrulings appear here.")
            )


class StandingAnswers(_Dialog):
    """Passes that a seat has left for offers it need not be asked about; only that seat knows them."""

    def __init__(self, campaign: Campaign, parent: QWidget) -> None:
        super().__init__(campaign, "Standing answers", parent)
        self.sides, self.kinds = choice_box("Side"), choice_box("Do not ask me about")
        for side in campaign.sides:
            self.sides.addItem(side_title(campaign.game, side), side)
        for kind in standing_kinds(campaign):
            self.kinds.addItem(kind.label(), kind)
        self.topic = QLineEdit()
        self.topic.setAccessibleName("Only for")
        self.topic.setPlaceholderText("always")
        self.topic.setToolTip("The place or unit that offers must be about, as the game names it; to end a step: which")
        self.below = QSpinBox()
        self.below.setAccessibleName("Limit")
        self.below.setRange(NEVER, 999)
        self.below.setSpecialValueText("any value")
        self.below.setToolTip("Pass only below this value; from it on you are asked")
        form = QFormLayout()
        form.addRow("Side:", self.sides)
        form.addRow("Do not ask me about:", self.kinds)
        form.addRow("Only for:", self.topic)
        form.addRow("Below:", self.below)
        self.leave = button("Save this answer", self._leave)
        self.leave.setEnabled(bool(self.sides.count() and self.kinds.count()))
        self._suggest()
        self.whole.addWidget(faint("These answers are given automatically. Only you can see them."))
        self.whole.addLayout(form)
        self.whole.addWidget(self.leave)
        self.finish()

    def _suggest(self) -> None:
        """Begin with what is offered just now."""
        ask = self.campaign.ask
        if ask is not None and ask.optional and ask.kinds:
            self.kinds.setCurrentIndex(max(0, self.kinds.findText(ask.kinds[0].label())))
            self.sides.setCurrentIndex(max(0, self.sides.findData(ask.side)))
        elif ask is not None and EndStep in ask.kinds:
            self.kinds.setCurrentIndex(max(0, self.kinds.findText(EndStep.label())))
            self.sides.setCurrentIndex(max(0, self.sides.findData(ask.side)))
            self.topic.setText(step_title(self.campaign.game, self.campaign.game.frame.step))

    def list_lines(self) -> None:
        campaign = self.campaign
        seat, rows = campaign.seat, [row for row in campaign.game[StandingAnswer] if row.side in campaign.sides]
        for row in rows:
            says = QLabel(describe_standing(campaign.game, row))
            if seat is not None:
                drop = button(
                    "Withdraw",
                    partial(campaign.do, partial(_withdraw_answer, seat, row.id)),
                )
                self.lines.addWidget(beside(says, drop))
        if not rows:
            self.lines.addWidget(faint("There are no standing answers."))

    def _leave(self) -> None:
        campaign, kind = self.campaign, self.kinds.currentData()
        seat, side = campaign.seat, self.sides.currentData()
        topic, below = self.topic.text().strip(), self.below.value() or None
        if seat is not None:
            campaign.do(lambda referee: referee.council.add_standing_answer(seat, side, kind, topic=topic, below=below))


def _withdraw_answer(seat: str, standing: str, referee: Referee) -> Ply:
    return referee.council.withdraw_standing_answer(seat, standing)


def standing_kinds(campaign: Campaign) -> list[type[Action]]:
    """Return the kinds of action that a standing answer can be about: those of the game, at a step or not."""
    kinds = campaign.referee.family.kinds
    return [kinds[name] for name in sorted(kinds) if kinds[name] not in (EnterThrow, Pass)]
