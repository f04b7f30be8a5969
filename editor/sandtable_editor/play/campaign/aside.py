"""Questions about the position on the screen that are answered beside the window's thread, and kept while it stands."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import QObject, Signal

from sandtable.engine.errors import Broken, SandtableError
from sandtable.engine.running.game import RunningGame
from sandtable.play.words.objections import Objection

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


class PositionCopies:
    """Copies of the position on the screen, lent to one question at a time; what one has searched, the next finds."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign = campaign
        self._position: tuple[object, ...] = ()
        self._free: list[PositionCopy] = []

    def follow(self) -> bool:
        """Let go of copies of another position, or for other eyes; tell whether it is another one."""
        position = (self.campaign.seat, self.campaign.ask, self.campaign.game.state.version)
        is_other = position != self._position
        if is_other:
            self._position, self._free = position, []
        return is_other

    def lend(self, view: RunningGame) -> PositionCopy:
        """Return a copy that nobody else has."""
        return self._free.pop() if self._free else PositionCopy(view)

    def take_back(self, copy: PositionCopy, lent_in: tuple[object, ...]) -> None:
        """Take a copy back from a question that has been answered."""
        if lent_in == self._position:
            self._free.append(copy)

    @property
    def position(self) -> tuple[object, ...]:
        return self._position


class AskedAside(QObject, Generic[T]):
    """The answers to one kind of question in the position on the screen, by what it is asked about.

    One is worked out at a time: who asks another has the one before broken off; of a ``patient`` kind, whose questions
    rest on one search, that is worked out to its end first. ``came``: one is known.
    """

    came = Signal()

    def __init__(
        self, campaign: Campaign, jobs: Jobs, title: str, copies: PositionCopies | None = None, *, patient: bool = False
    ) -> None:
        super().__init__()
        self.campaign, self.title, self._jobs, self._patient = campaign, title, jobs, patient
        self._copies = copies if copies is not None else PositionCopies(campaign)
        self._job: BackgroundJob | None = None
        self._wanted: Hashable = None
        self._next: tuple[Hashable, Callable[[RunningGame], T | None]] | None = None
        self._then: tuple[Hashable, Callable[[T | None], object]] | None = None
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

    def is_awaited(self, about: Hashable) -> bool:
        """Tell whether it is being worked out, or will be next."""
        return about is not None and (about == self._wanted or (self._next is not None and about == self._next[0]))

    def at_hand(self, about: Hashable) -> T | None:
        """Return what is known; nothing is worked out for it."""
        return self._known.get(about)

    def follow(self) -> None:
        """Forget what was asked in another position, or for other eyes."""
        self._copies.follow()
        if self._copies.position != self._position:
            self._position, self._known = self._copies.position, {}
            self.stop()

    def want(self, about: Hashable, question: Callable[[RunningGame], T | None]) -> T | None:
        """Return the answer if it is known; else have it worked out, and no other."""
        if about in self._known:
            if not self._patient:
                self.stop()
            return self._known[about]
        if about != self._wanted and self.campaign.view is not None:
            if self._patient and self.is_busy:
                if self._then is None:  # what somebody waits for comes before what is only looked at
                    self._next = about, question
            else:
                self._break_off()
                self._start(about, question)
        return None

    def ask(
        self,
        about: Hashable,
        question: Callable[[RunningGame], T | None],
        then: Callable[[T | None], object],
        *,
        soon: bool = False,
    ) -> None:
        """Do something with the answer: at once if it is known, else when it comes.

        ``soon``: it is waited for a little, so that what is quickly known is done at once. It is not done if the
        position is another one by then, or something else is asked, or nobody waits any more.
        """
        self._then = None
        if about in self._known:
            then(self._known[about])
            return
        self.want(about, question)
        self._then = about, then
        if soon and self._job is not None:
            self._jobs.wait_for(self._job)

    def wait_no_more(self) -> None:
        """Do nothing with the answer that somebody waits for."""
        self._then = None

    @property
    def is_waited_for(self) -> bool:
        """Whether something will be done when an answer comes."""
        return self._then is not None

    def stop(self) -> None:
        """Break off what is being worked out."""
        self._then = None
        self._break_off()

    def _break_off(self) -> None:
        if self._job is not None:
            self._job.cancel()
        self._job, self._wanted, self._next = None, None, None

    def _start(self, about: Hashable, question: Callable[[RunningGame], T | None]) -> None:
        view = self.campaign.view
        if view is None:
            return
        self._copies.follow()
        game, lent_in = self._copies.lend(view), self._copies.position

        def work(progress: Progress) -> T | None:
            game.check = progress.check
            return question(game)

        def keep(answer: T | None) -> None:
            self._copies.take_back(game, lent_in)
            self._keep(about, answer)

        self._wanted = about
        job = self._job = self._jobs.run(self.title, work, keep, partial(self._fail, about))
        job.ended.connect(partial(self._go_on, job))

    def _keep(self, about: Hashable, answer: T | None) -> None:
        self._known[about] = answer
        self._job, self._wanted = None, None
        then, self._then = self._then, None
        if then is not None and then[0] != about:
            self._then = then
        self.came.emit()
        if then is not None and then[0] == about:
            then[1](answer)

    def _go_on(self, job: BackgroundJob) -> None:
        """Begin with what is wanted next, also after somebody has stopped the work."""
        if self._job is job:
            self._job, self._wanted = None, None
        if self._next is not None and not self.is_busy:
            (about, question), self._next = self._next, None
            if about not in self._known:
                self._start(about, question)

    def _fail(self, about: Hashable, error: BaseException) -> None:
        """Tell of a rule that failed; nothing is known then, and it is not asked again in this position."""
        is_waited_for = self._then is not None and self._then[0] == about
        self._keep(about, None)
        if isinstance(error, Broken):
            self.campaign.fault_found(error)
        elif not isinstance(error, SandtableError):
            raise error
        elif is_waited_for:
            self.campaign.refused.emit(Objection.from_words(str(error)))


class QuestionsAside:
    """Kinds of questions that belong together; a subclass names them in ``all``."""

    @property
    def all(self) -> tuple[AskedAside[Any], ...]:
        """All of them."""
        raise NotImplementedError

    @property
    def is_busy(self) -> bool:
        """Whether something that will be shown is being worked out."""
        return any(aside.is_busy for aside in self.all)

    def follow(self) -> None:
        """Forget what was asked in another position."""
        for aside in self.all:
            aside.follow()
