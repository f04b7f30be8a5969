"""The odds of what is being fought, or would be begun: tried out in the background for the seat at the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable.lab.odds import Odds, Trials
from sandtable.play.words import odds_report
from sandtable_editor.play.panels.stack import PanelStack
from sandtable_editor.shell.pieces import clear, faint

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable.present import Contest
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.play.turn.contests_at_hand import ContestsAtHand
    from sandtable_editor.shell.jobs import BackgroundJob, Jobs


class OddsBox(QWidget):
    """A button, and what comes of it. ``odds_ready``: the odds are there; ``left``: it is gone, and had the keyboard.

    It is there as long as there is something to try out: by default what is being fought.
    """

    odds_ready = Signal()
    left = Signal()

    def __init__(
        self,
        campaign: Campaign,
        jobs: Jobs,
        contests: ContestsAtHand,
        contest: Callable[[], Contest | None] | None = None,
    ) -> None:
        super().__init__()
        self.campaign, self._jobs, self.contests = campaign, jobs, contests
        self._find = contest or self._being_fought
        self._contest: Contest | None = None
        self._job: BackgroundJob | None = None
        self.button = QPushButton("&Odds")
        self.button.setToolTip("Estimate the odds by playing this out many times from what your side can see")
        self.button.clicked.connect(self._on_click)
        row = QHBoxLayout()
        row.setContentsMargins(8, 4, 8, 8)
        row.addWidget(self.button)
        row.addStretch(1)
        self.tables = PanelStack(name="Odds")
        self.notes = QVBoxLayout()
        self.notes.setContentsMargins(8, 0, 8, 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.tables)
        column.addLayout(self.notes)
        column.addLayout(row)
        self._show(None)

    @property
    def running(self) -> bool:
        """Whether they are being tried out."""
        return self._job is not None

    def refresh(self) -> None:
        """Forget the odds of the position before; be there where something is fought out."""
        self.stop()
        self._show(None)
        self._contest = self._find()
        had_keyboard = self.button.hasFocus()
        self.setVisible(self._contest is not None)
        if had_keyboard and self._contest is None:
            self.left.emit()

    def follow(self) -> None:
        """Be there for what would be begun now; odds of the same are kept."""
        if self._find() != self._contest:
            self.refresh()

    def _being_fought(self) -> Contest | None:
        fought = self.contests.fought()
        return fought[-1] if fought else None

    def stop(self) -> None:
        """Break trying off."""
        if self._job is not None:
            self._job.cancel()
        self._job = None
        self.button.setText("&Odds")

    def _on_click(self) -> None:
        if self._job is not None:
            self.stop()
            return
        about = self._contest.title if self._contest is not None else ""
        trials = Trials(self.campaign.referee, self.campaign.seat or "", about)
        job = self._jobs.run(f"Odds of {about}", trials.run, self._on_odds, self._on_failure)
        job.progressed.connect(self._progress)
        self._job = job
        self._progress(0, 1, "")

    def _progress(self, done: int, total: int, says: str) -> None:
        if self._job is not None:
            self.button.setText(f"Stop ({100 * done // max(total, 1)}%)")

    def _on_odds(self, odds: Odds) -> None:
        self.stop()
        self._show(odds)

    def _on_failure(self, error: BaseException) -> None:
        self.stop()
        if not isinstance(error, SandtableError):
            raise error
        self._say(sentence(str(error)))

    def _show(self, odds: Odds | None) -> None:
        self.tables.put(odds_report.panels(odds) if odds is not None else ())
        self.tables.setVisible(odds is not None)
        clear(self.notes)
        if odds is not None:
            for words in (odds_report.events(odds.results), odds_report.basis(odds)):
                if words:
                    self.notes.addWidget(faint(words))
            self.tables.setMinimumHeight(min(260, self.tables.inside.sizeHint().height() + 4))
            self.odds_ready.emit()

    def _say(self, words: str) -> None:
        clear(self.notes)
        self.notes.addWidget(faint(words))
