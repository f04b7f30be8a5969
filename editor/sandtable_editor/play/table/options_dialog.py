"""The options of a running campaign: looked at, changed by agreement, with what a change would do."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QSpinBox, QSplitter, QVBoxLayout, QWidget

from sandtable.engine.referee import changes
from sandtable.engine.words import sentence
from sandtable.play.rules.option_words import parameters_by_key
from sandtable.play.rules.proposals import impact_lines
from sandtable.play.words.present_words import round_title
from sandtable_editor.play.campaign.aside import PositionCopy
from sandtable_editor.play.forms.options_form import OptionsForm
from sandtable_editor.play.table.tried_aside import TriedAside
from sandtable_editor.shell.pieces import Sentence, beside, clear
from sandtable_editor.shell.theme import roomy

if TYPE_CHECKING:
    from sandtable.engine.errors import SandtableError
    from sandtable.engine.rules.options import Choices
    from sandtable.engine.running.game import RunningGame
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.play.table.table_council import TableCouncil
    from sandtable_editor.shell.jobs import Jobs

PAUSE: Final = 250


class OptionsDialog(QDialog):
    """What is on, and what the table may propose instead."""

    def __init__(self, campaign: Campaign, council: TableCouncil, jobs: Jobs, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle("Options of this campaign")
        self.resize(roomy(self, 940, 640))
        self.campaign, self.council = campaign, council
        campaign.closed.connect(self.reject)
        game = campaign.game
        self.tried = TriedAside(jobs, self)
        self.was = game.rulebook.choices
        options = game.family.options
        locked = [key for key, one in options.items() if one.option is not None and one.option.changeable == "setup"]
        locked += [key for key, one in parameters_by_key(game.family).items() if one.changeable == "setup"]
        self.form = OptionsForm(game.family, self.was, jobs, locked=locked)
        self.impact = QWidget()
        self._lines = QVBoxLayout(self.impact)
        self.round = Rounds(game)
        self.round.setAccessibleName("Round from which it holds")
        self.round.setRange(game.round, game.round + 999)
        self.round.setToolTip("When the change takes effect, at the next step")
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.buttons.rejected.connect(self.reject)
        self.propose = self.buttons.addButton("Propose to the table", QDialogButtonBox.ButtonRole.ActionRole)
        self.propose.clicked.connect(self._propose)
        split = QSplitter(Qt.Orientation.Vertical)
        split.addWidget(self.form)
        split.addWidget(self.impact)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 1)
        column = QVBoxLayout(self)
        column.addWidget(split, 1)
        column.addWidget(beside(QLabel("Takes effect from"), self.round, self.buttons, stretch=2))
        self._soon = QTimer(self, singleShot=True, interval=PAUSE)
        self._soon.timeout.connect(self._preview)
        self.form.changed.connect(self._soon.start)
        self._preview()

    def _preview(self) -> None:
        """Say what the change would do to the position on the table, as the seat at the screen sees it."""
        view = self.campaign.view
        if view is None:
            self.reject()
            return
        copy, choices = PositionCopy(view), self.form.choices
        self.propose.setEnabled(False)
        self.tried.try_out(partial(_try_out, copy, choices), self._show, self._refuse)

    def _refuse(self, error: SandtableError) -> None:
        self._show(([escape(sentence(str(error)))], False))

    def _show(self, told: tuple[list[str], bool]) -> None:
        lines, sound = told
        clear(self._lines)
        self.propose.setEnabled(sound)
        title = "What it would do" if lines else "These are the options in force. Change one to see what it would do."
        self._lines.addWidget(Sentence(f"<b>{title}</b>"))
        for line in lines:
            self._lines.addWidget(Sentence(line))
        self._lines.addStretch(1)

    def _propose(self) -> None:
        choices, when = self.form.choices, self.round.value()
        self.accept()
        self.council.propose_options(choices, when)


def _try_out(copy: PositionCopy, choices: Choices) -> tuple[list[str], bool]:
    """Say what other options would do, a line each, and whether they can be proposed."""
    impact = changes.impact(copy, choices)
    lines = [f"<b>{escape(one.lead)}:</b> {escape(one.says)}" for one in impact_lines(impact, copy)]
    return lines, bool(impact.changes) and not impact.problems


class Rounds(QSpinBox):
    """A round of the main sequence, as the game calls it."""

    def __init__(self, game: RunningGame) -> None:
        super().__init__()
        self._game = game
        self.lineEdit().setReadOnly(True)  # a month cannot be typed; arrows and the wheel go through them
        self.setMinimumWidth(170)

    def textFromValue(self, value: int) -> str:
        return round_title(self._game, value)
