"""Questions about the position on the screen that are answered beside the window's thread, and kept while it stands."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import QObject, Signal

from sandtable.engine.errors import Broken, SandtableError
from sandtable.engine.running.game import RunningGame

if TYPE_CHECKING:
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.shell.jobs import BackgroundJob, Jobs, Progress

T = TypeVar("T")


class PositionCopy(RunningGame):
    """A position as it is now, in the same eyes, for another thread: it follows nothing, and nothing follows it.

    Who works something out in it can be stopped: ``check`` is called whenever rows are asked for, and may raise.
    """

    def __init__(self, game: RunningGame) -> None:
        super().__init__(game.family, game.state.clone(), game.viewers)
        self.check: Callable[[], object] = bool

    def __getitem__(self, kind: Any) -> Any:
        self.check()
        return super().__getitem__(kind)


class AskedAside(QObject, Generic[T]):
    """The answers to one kind of question in the position on the screen, by what it is asked about.

    One is worked out at a time: who asks another has the one before broken off. ``came``: the one asked for is known.
    """

    came = Signal()

    def __init__(self, campaign: Campaign, jobs: Jobs, title: str) -> None:
        super().__init__()
        self.campaign, self.title, self._jobs = campaign, title, jobs
        self._job: BackgroundJob | None = None
        self._wanted: Hashable = None
        self._position: tuple[object, ...] = ()
        self._known: dict[Hashable, T | None] = {}
        campaign.closed.connect(self.stop)

    @property
    def is_busy(self) -> bool:
        """Whether one is being worked out."""
        return self._job is not None and self._job.running

    def is_known(self, about: Hashable) -> bool:
        """Tell whether it is known, be it that there is nothing to tell."""
        return about in self._known

    def at_hand(self, about: Hashable) -> T | None:
        """Return what is known; nothing is worked out for it."""
        return self._known.get(about)

    def follow(self) -> None:
        """Forget what was asked in another position, or for other eyes."""
        position = (self.campaign.seat, self.campaign.ask, self.campaign.game.state.version)
        if position != self._position:
            self._position, self._known = position, {}
            self.stop()

    def want(self, about: Hashable, question: Callable[[RunningGame], T | None]) -> T | None:
        """Return the answer if it is known; else have it worked out, and no other."""
        if about in self._known:
            self.stop()
            return self._known[about]
        view = self.campaign.view
        if view is not None and about != self._wanted:
            self.stop()
            self._start(PositionCopy(view), about, question)
        return None

    def stop(self) -> None:
        """Break off what is being worked out."""
        if self._job is not None:
            self._job.cancel()
        self._job, self._wanted = None, None

    def _start(self, game: PositionCopy, about: Hashable, question: Callable[[RunningGame], T | None]) -> None:
        def work(progress: Progress) -> T | None:
            game.check = progress.check
            return question(game)

        self._wanted = about
        self._job = self._jobs.run(self.title, work, partial(self._keep, about), partial(self._fail, about))

    def _keep(self, about: Hashable, answer: T | None) -> None:
        self._known[about] = answer
        self._job, self._wanted = None, None
        self.came.emit()

    def _fail(self, about: Hashable, error: BaseException) -> None:
        """Tell of a rule that failed; nothing is known then, and it is not asked again in this position."""
        self._keep(about, None)
        if isinstance(error, Broken):
            self.campaign.fault_found(error)
        elif not isinstance(error, SandtableError):
            raise error
