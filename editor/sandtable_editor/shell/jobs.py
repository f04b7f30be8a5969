"""Long work in a thread of its own, with progress and cancel; what comes of it is handed to the window's thread."""

from __future__ import annotations

from collections.abc import Callable
from threading import Event, Thread, get_ident
from time import monotonic
from typing import Any, Final, TypeVar

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Signal
from shiboken6 import isValid

from sandtable_editor.shell.collecting import Collector

T = TypeVar("T")
OFTEN: Final = 0.05
"""Seconds between two reports that are passed on: the window has other things to do."""
SOON: Final = 0.03
"""Seconds that the window may stand still for an answer that somebody waits for."""
SHUT_DOWN: Final = 5.0
"""Seconds that closing waits for work which was told to stop."""


class JobCancelled(Exception):  # a way out of the work, no error
    """The work was told to stop."""


class Progress:
    """What the work tells from its thread: how far it is. Raises ``Cancelled`` when it shall stop."""

    def __init__(self, tell: Callable[[int, int, str], None], stop: Event) -> None:
        self._tell, self._stop, self._reported, self._thread = tell, stop, 0.0, get_ident()

    def __call__(self, done: int, total: int = 0, says: str = "") -> None:
        """Tell how much is done, of how much (0: nobody knows); it may be called as often as one likes."""
        self.check()
        if monotonic() - self._reported >= OFTEN or done == total:
            self._reported = monotonic()
            self._tell(done, total, says)

    @property
    def is_stopped(self) -> bool:
        """Whether the work shall stop, for those who are asked and do not tell."""
        return self._stop.is_set()

    def check(self) -> None:
        """Raise ``Cancelled`` when the work shall stop; in another thread than the work's it does nothing."""
        if self._stop.is_set() and get_ident() == self._thread:
            raise JobCancelled


class BackgroundJob(QObject):
    """A piece of work; its signals are heard in the window's thread."""

    progressed = Signal(int, int, str)
    stopping = Signal()
    ended = Signal()
    _tells = Signal(int, int, str)

    def __init__(
        self,
        title: str,
        work: Callable[[Progress], Any],
        then: Callable[[Any], object],
        failed: Callable[[BaseException], object],
    ) -> None:
        super().__init__()
        self.title, self.running = title, True
        self.progress: tuple[int, int, str] = (0, 0, "")
        """What was told last of how far it is: done, of how much (0: nobody knows), in words."""
        self._work, self._then, self._failed = work, then, failed
        self._stop = Event()
        self._tells.connect(self._tell)

    def cancel(self) -> None:
        """Have the work stop where it next tells its progress; nothing comes of it."""
        self._stop.set()
        self._then = self._failed = _let_go  # whoever waited for it may be gone before the work heeds
        if isValid(self):  # or the window is gone, and Qt with it
            self.stopping.emit()

    @property
    def cancelled(self) -> bool:
        return self._stop.is_set()

    def work(self) -> tuple[Any, BaseException | None]:
        """Do the work, in the thread that calls; return what came of it, or the exception it ended with."""
        try:
            return self._work(Progress(self._tells.emit, self._stop)), None
        except BaseException as error:  # noqa: BLE001  # it is handed to the window's thread whatever it is
            return None, error

    def end(self, result: Any, error: BaseException | None) -> None:
        """Hand over what came of it, in the window's thread."""
        self.running = False
        then, failed = self._then, self._failed
        self._work = self._then = self._failed = _let_go
        try:
            if self.cancelled or isinstance(error, JobCancelled):
                return
            if error is not None:
                failed(error)
            else:
                then(result)
        finally:
            self.ended.emit()
            self.deleteLater()  # who heard of its end by a function that names it would keep it for good

    def _tell(self, done: int, total: int, says: str) -> None:
        if not self.cancelled:
            self.progress = done, total, says
            self.progressed.emit(done, total, says)


def _let_go(_: object) -> None:
    """Stand where work, and what was to come of it, is held no longer."""


class Jobs(QObject):
    """The work that is under way. ``begun`` gives each job as it starts, for a place to show it.

    Whatever belongs to Qt must die in the window's thread. So a job is let go only after its thread has ended, and
    while any runs, Python's collector works in the window's thread alone. Work that does not heed may outlive the
    window; then nothing comes of it, and this stays until it has ended.
    """

    begun = Signal(object)
    _came = Signal(object, object, object)

    def __init__(self, failed: Callable[[BaseException], object], window: QObject | None = None) -> None:
        """``window``: when it is gone, all of the work is told to stop."""
        super().__init__()
        self.failed, self.soon = failed, SOON
        self._collector = Collector(self)
        self._threads: dict[BackgroundJob, Thread] = {}
        self._came.connect(self._end)
        if window is not None:
            window.destroyed.connect(self.stop)

    @property
    def running(self) -> list[BackgroundJob]:
        """The jobs that are not over yet, the oldest first."""
        return list(self._threads)

    def run(
        self,
        title: str,
        work: Callable[[Progress], T],
        then: Callable[[T], object],
        failed: Callable[[BaseException], object] | None = None,
    ) -> BackgroundJob:
        """Start a piece of work; ``then`` gets its result, ``failed`` its exception, both in the window's thread.

        The work must not touch a widget, nor a campaign that is being played.
        """
        job = BackgroundJob(title, work, then, failed or self.failed)
        self._collector.hold()
        _BUSY.add(self)
        self._threads[job] = Thread(target=self._carry, args=(job,), name=title)
        self.begun.emit(job)
        self._threads[job].start()
        return job

    def wait_for(self, job: BackgroundJob) -> None:
        """Wait a little for a piece of work; what came of it is handed over if it is done by then."""
        thread = self._threads.get(job)
        if thread is None:
            return
        thread.join(self.soon)
        if not thread.is_alive():
            QCoreApplication.sendPostedEvents(self, QEvent.Type.MetaCall)

    def _carry(self, job: BackgroundJob) -> None:
        self._came.emit(job, *job.work())

    def _end(self, job: BackgroundJob, result: Any, error: BaseException | None) -> None:
        self._threads[job].join()  # it has only to return: then nothing of the job is left in its hands
        del self._threads[job]
        if not self._threads:
            self._collector.release()
            _BUSY.discard(self)
        job.end(result, error)

    def stop(self) -> None:
        """Tell all of it to stop."""
        for job in self._threads:
            job.cancel()

    def close(self) -> None:
        """Stop all of it, and wait a little for it."""
        self.stop()
        until = monotonic() + SHUT_DOWN
        for thread in self._threads.values():
            thread.join(max(0.0, until - monotonic()))


_BUSY: Final[set[Jobs]] = set()
"""Those with work under way: a thread that comes back with what it did must find them."""
