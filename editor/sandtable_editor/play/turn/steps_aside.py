"""The steps in which an offer is filled, worked out beside the window's thread one at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from sandtable.engine.errors import Broken, SandtableError
from sandtable.play.words.objections import Objection

if TYPE_CHECKING:
    from sandtable.engine.running.game import RunningGame
    from sandtable.play.turn.draft_steps import DraftStep
    from sandtable_editor.play.campaign.aside import PositionCopies, PositionCopy
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.shell.jobs import BackgroundJob, Jobs, Progress

TITLE: Final = "Working out what follows"


class StepsAside:
    """Takes a step at a time; who takes another has the one before broken off.

    The copy of the position in which a draft was made is its own for as long as it is held: what is shown of the draft
    is read there, while the next step is worked out in another.
    """

    def __init__(self, campaign: Campaign, jobs: Jobs, copies: PositionCopies) -> None:
        self.campaign, self._jobs, self._copies = campaign, jobs, copies
        self._job: BackgroundJob | None = None
        self._own: tuple[PositionCopy, tuple[object, ...]] | None = None
        campaign.closed.connect(self.stop)

    @property
    def is_busy(self) -> bool:
        """Whether a step is being worked out."""
        return self._job is not None and self._job.running

    def take(self, step: Callable[[RunningGame], DraftStep], then: Callable[[DraftStep], object]) -> None:
        """Do something with what a step comes to; what is soon known is waited for."""
        self.stop()
        view = self.campaign.view
        if view is None:
            return
        self._copies.follow()
        game, lent_in = self._copies.lend(view), self._copies.position

        def work(progress: Progress) -> DraftStep:
            game.check = progress.check
            return step(game)

        def keep(found: DraftStep) -> None:
            self._job = None
            game.check = bool
            if found.draft is None:
                self._copies.take_back(game, lent_in)
            else:
                self.let_go()
                self._own = game, lent_in
            then(found)

        self._job = self._jobs.run(TITLE, work, keep, self._fail)
        self._jobs.wait_for(self._job)

    def let_go(self) -> None:
        """Hold no draft any more: its copy is free for other questions."""
        if self._own is not None:
            self._copies.take_back(*self._own)
            self._own = None

    def stop(self) -> None:
        """Break off what is being worked out."""
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def _fail(self, error: BaseException) -> None:
        """Tell of a rule that failed; the draft stays as it was."""
        self._job = None
        if isinstance(error, Broken):
            self.campaign.fault_found(error)
        elif isinstance(error, SandtableError):
            self.campaign.refused.emit(Objection.from_words(str(error)))
        else:
            raise error
