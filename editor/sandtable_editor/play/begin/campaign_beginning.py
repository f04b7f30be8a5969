"""Begins a campaign for a dialog or the workspace: its first ply is worked out beside the window's thread."""

from __future__ import annotations

from functools import partial
from threading import Lock, get_ident
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QLabel, QProgressBar, QWidget

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable.play.table.breaking_off import break_off
from sandtable_editor.shell.pieces import fit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from sandtable.library.campaigns.beginning import PreparedCampaign
    from sandtable.play.begin.starts import Start
    from sandtable.play.table.sitting import Sitting, Wishes
    from sandtable_editor.shell.jobs import BackgroundJob, Jobs, Progress

TITLE: Final = "Beginning the campaign"


class CampaignBeginning(QObject):
    """Begins one campaign at a time; until it is through nothing is kept, so that it can be broken off at any moment.

    ``working``: it has been begun to work on one, or that has ended.
    """

    working = Signal()

    def __init__(self, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs = jobs
        self._job: BackgroundJob | None = None
        self._thread: int | None = None
        self._preparing = Lock()

    @property
    def is_busy(self) -> bool:
        """Whether one is being worked out."""
        return self._job is not None

    def begin(
        self,
        start: Start,
        wishes: Wishes,
        file: Path | None,
        then: Callable[[Sitting], object],
        failed: Callable[[BaseException], object],
    ) -> None:
        """Begin a campaign in a file, by default in a new one of the user's folder. What is soon through is waited for.

        ``failed`` hears of what is wrong with it, and of a rule that fails; no file is left then.
        """
        from sandtable.play.table.sitting import prepare  # brings the referee along, which takes its time

        def work(_: Progress) -> PreparedCampaign:
            with self._preparing:
                self._thread = get_ident()
            try:
                return prepare(start, wishes)
            finally:
                with self._preparing:
                    self._thread = None

        self.stop()
        job = self._job = self._jobs.run(
            TITLE, work, partial(self._keep, start, file, then, failed), partial(self._fail, failed)
        )
        job.stopping.connect(self.stop)
        self.working.emit()
        self._jobs.wait_for(job)

    def _keep(
        self,
        start: Start,
        file: Path | None,
        then: Callable[[Sitting], object],
        failed: Callable[[BaseException], object],
        prepared: PreparedCampaign,
    ) -> None:
        from sandtable.play.table.sitting import free_campaign, keep

        self._end()
        try:
            sitting = keep(prepared, file or free_campaign(start))
        except SandtableError as error:
            failed(error)
            return
        then(sitting)

    def _fail(self, failed: Callable[[BaseException], object], error: BaseException) -> None:
        self._end()
        failed(error)

    def _end(self) -> None:
        self._job = None
        self.working.emit()

    def stop(self) -> None:
        """Break off what is being worked out; no campaign has been begun then."""
        job, self._job = self._job, None
        if job is None:
            return
        job.cancel()
        with self._preparing:
            if self._thread is not None:
                break_off(self._thread)
        self.working.emit()


class BeginningDialog(QDialog):
    """A dialog that begins a campaign; when it is accepted, ``sitting`` is the campaign that was begun.

    While one is being begun, Cancel and Escape break that off, and what was chosen can be changed.
    """

    def __init__(self, jobs: Jobs, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.sitting: Sitting | None = None
        self.wrong = QLabel()
        self.wrong.setObjectName("bad")
        self.wrong.setWordWrap(True)
        self.wrong.hide()
        self.bar = QProgressBar()
        self.bar.setAccessibleName(TITLE)
        self.bar.setRange(0, 0)
        self.bar.hide()
        self._beginning = CampaignBeginning(jobs, self)
        self._beginning.working.connect(self._follow)

    @property
    def is_busy(self) -> bool:
        """Whether a campaign is being begun."""
        return self._beginning.is_busy

    def begin_campaign(self, start: Start, wishes: Wishes, file: Path | None = None) -> None:
        """Begin a campaign, and be accepted when it is there; else say what is wrong."""
        self.tell("")
        self._beginning.begin(start, wishes, file, self._take, self._say_why)

    def tell(self, says: str) -> None:
        """Say what is wrong."""
        self.wrong.setText(fit(says))
        self.wrong.setVisible(bool(says))

    def choices(self) -> Iterable[QWidget]:
        """Return what cannot be used while a campaign is being begun."""
        return ()

    def _follow(self) -> None:
        self.bar.setVisible(self.is_busy)
        for one in self.choices():
            one.setDisabled(self.is_busy)

    def _take(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.accept()

    def _say_why(self, error: BaseException) -> None:
        if not isinstance(error, SandtableError):
            raise error
        self.tell(sentence(str(error)))

    def reject(self) -> None:
        """Break off what is being begun, else close."""
        if self.is_busy:
            self._beginning.stop()
        else:
            super().reject()
