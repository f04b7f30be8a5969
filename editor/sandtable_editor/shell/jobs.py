"""Long work in a thread of its own, with progress and cancel; what comes of it is handed to the window's thread."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event
from time import monotonic
from typing import Any, Final, TypeVar

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal

T = TypeVar("T")
OFTEN: Final = 0.05
"""Seconds between two reports that are passed on: the window has other things to do."""
SHUT_DOWN: Final = 5_000
"""Milliseconds that closing waits for work which was told to stop."""


class Cancelled(Exception):  # a way out of the work, no error
    """The work was told to stop."""


class Progress:
    """What the work tells from its thread: how far it is. Raises ``Cancelled`` when it shall stop."""

    def __init__(self, tell: Callable[[int, int, str], None], stop: Event) -> None:
        self._tell, self._stop, self._told = tell, stop, 0.0

    def __call__(self, done: int, total: int = 0, says: str = "") -> None:
        """Tell how much is done, of how much (0: nobody knows); it may be called as often as one likes."""
        self.check()
        if monotonic() - self._told >= OFTEN or done == total:
            self._told = monotonic()
            self._tell(done, total, says)

    def check(self) -> None:
        """Raise ``Cancelled`` when the work shall stop."""
        if self._stop.is_set():
            raise Cancelled


class Job(QObject):
    """A piece of work; its signals are heard in the window's thread."""

    progressed = Signal(int, int, str)
    ended = Signal()
    _told = Signal(int, int, str)
    _came = Signal(object, object)

    def __init__(self, title: str, then: Callable[[Any], object], failed: Callable[[BaseException], object]) -> None:
        super().__init__()
        self.title, self.running = title, True
        self._then, self._failed = then, failed
        self._stop = Event()
        self._told.connect(self._tell)
        self._came.connect(self._end)

    def cancel(self) -> None:
        """Have the work stop where it next tells its progress; nothing comes of it."""
        self._stop.set()

    @property
    def cancelled(self) -> bool:
        return self._stop.is_set()

    def work(self, work: Callable[[Progress], Any]) -> None:
        """Do the work, in the thread that calls; whatever comes of it is handed over."""
        result, error = None, None
        try:
            result = work(Progress(self._told.emit, self._stop))
        except BaseException as raised:  # noqa: BLE001  # it is handed to the window's thread whatever it is
            error = raised
        self._came.emit(result, error)

    def _tell(self, done: int, total: int, says: str) -> None:
        if not self.cancelled:
            self.progressed.emit(done, total, says)

    def _end(self, result: Any, error: BaseException | None) -> None:
        self.running = False
        try:
            if self.cancelled or isinstance(error, Cancelled):
                return
            if error is not None:
                self._failed(error)
            else:
                self._then(result)
        finally:
            self.ended.emit()


class _Run(QRunnable):
    def __init__(self, job: Job, work: Callable[[Progress], Any]) -> None:
        super().__init__()
        self._job, self._work = job, work

    def run(self) -> None:
        self._job.work(self._work)


class Jobs(QObject):
    """The work that is under way. ``begun`` gives each job as it starts, for a place to show it."""

    begun = Signal(object)

    def __init__(self, failed: Callable[[BaseException], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.failed = failed
        self._pool = QThreadPool(self)
        self.running: list[Job] = []

    def run(
        self,
        title: str,
        work: Callable[[Progress], T],
        then: Callable[[T], object],
        failed: Callable[[BaseException], object] | None = None,
    ) -> Job:
        """Start a piece of work; ``then`` gets its result, ``failed`` its exception, both in the window's thread.

        The work must not touch a widget, nor a campaign that is being played.
        """
        job = Job(title, then, failed or self.failed)
        self.running.append(job)
        job.ended.connect(self._over)
        self.begun.emit(job)
        self._pool.start(_Run(job, work))
        return job

    def _over(self) -> None:
        self.running = [job for job in self.running if job.running]

    def close(self) -> None:
        """Stop all of it, and wait a little for it."""
        for job in self.running:
            job.cancel()
        self._pool.waitForDone(SHUT_DOWN)
