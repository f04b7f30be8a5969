"""The scenario that is worked on, laid out as a game, always as it is now: at once where rows alone have changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer, Signal

from sandtable.design.scenario.laid_game import laid_after, laid_game
from sandtable.engine.errors import SandtableError

if TYPE_CHECKING:
    from sandtable.design.scenario.designed import DesignedScenario
    from sandtable.engine.running.game import RunningGame
    from sandtable_editor.shell.jobs import BackgroundJob, Jobs, Progress

PAUSE: Final = 700
"""Milliseconds after the last edit before the scenario is laid out anew: what rules make of rows is known then."""


class StandingPosition(QObject):
    """Lays a scenario out. ``changed``: the position is another, or there is none and ``wrong`` says why.

    Rows that an edit has changed are put in place at once; all of it is laid out anew, beside the window's thread, when
    nothing has been done for a while, and at once where more hangs together than rows.
    """

    changed = Signal()

    def __init__(self, design: DesignedScenario, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs, self._design = jobs, design
        self._job: BackgroundJob | None = None
        self._later = QTimer(self, singleShot=True, interval=PAUSE)
        self._later.timeout.connect(self._lay_out)
        self.game: RunningGame | None = None
        self.wrong = ""
        """Why it cannot be laid out."""
        self.is_settled = False
        """Whether it is laid out as it stands, by all rules."""
        self._lay_out()

    def follow(self, design: DesignedScenario) -> None:
        """Go on with the scenario as it is now."""
        before, self._design = self._design, design
        self.is_settled = False
        self._stop()
        quick = laid_after(self.game, before, design) if self.game is not None and not self.wrong else None
        if quick is None:
            self._lay_out()
            return
        self.game = quick
        self.changed.emit()
        self._later.start()

    def _lay_out(self) -> None:
        design = self._design

        def work(progress: Progress) -> RunningGame:
            progress.check()
            return laid_game(design)

        self._stop()
        self._job = self._jobs.run("Laying the scenario out", work, self._take, self._fail)

    def _take(self, game: RunningGame) -> None:
        self._job, self.is_settled = None, True
        known = self.game
        if known is not None and not self.wrong and known.state.hash == game.state.hash:
            return
        self.game, self.wrong = game, ""
        self.changed.emit()

    def _fail(self, error: BaseException) -> None:
        self._job, self.is_settled = None, True
        if not isinstance(error, SandtableError):
            raise error
        self.wrong = str(error)
        self.changed.emit()

    def _stop(self) -> None:
        self._later.stop()
        if self._job is not None and self._job.running:
            self._job.cancel()
        self._job = None

    def close(self) -> None:
        """Have nothing more worked out."""
        self._stop()
