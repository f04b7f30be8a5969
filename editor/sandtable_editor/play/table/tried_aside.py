"""What a dialog tells before something is done: tried out beside the window's thread; who asks again breaks it off."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeVar
from weakref import ref

import shiboken6
from PySide6.QtCore import QObject

from sandtable.engine.errors import SandtableError

if TYPE_CHECKING:
    from sandtable_editor.shell.jobs import BackgroundJob, Jobs, Progress

T = TypeVar("T")
TITLE: Final = "Trying out what it would do"


class TriedAside:
    """One thing is tried out at a time, and told as long as the widget it is told in is there."""

    def __init__(self, jobs: Jobs, widget: QObject) -> None:
        self._jobs, self._widget = jobs, ref(widget)
        self._job: BackgroundJob | None = None

    @property
    def is_busy(self) -> bool:
        """Whether something is being tried out."""
        return self._job is not None and self._job.running

    def try_out(
        self, trial: Callable[[], T], tell: Callable[[T], object], fail: Callable[[SandtableError], object]
    ) -> None:
        """Try something out in a copy of the position, and tell what it comes to; what is soon known is waited for."""
        self.stop()

        def work(_: Progress) -> T:
            return trial()

        def take(found: T) -> None:
            if self._is_there():
                tell(found)

        def say(error: BaseException) -> None:
            if not isinstance(error, SandtableError):
                raise error
            if self._is_there():
                fail(error)

        self._job = self._jobs.run(TITLE, work, take, say)
        self._jobs.wait_for(self._job)

    def _is_there(self) -> bool:
        widget = self._widget()
        return widget is not None and shiboken6.isValid(widget)

    def stop(self) -> None:
        """Break off what is being tried out."""
        if self._job is not None and self._job.running:
            self._job.cancel()
        self._job = None
