"""The one key that ends all steps in which there is nothing to do: what it comes to is known before it is pressed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from sandtable.engine.errors import SandtableError
from sandtable.engine.running.common_actions import EndStep
from sandtable.play.table.passing_on import PassingOn
from sandtable_editor.play.campaign.aside import PositionCopy

if TYPE_CHECKING:
    from sandtable.play.table.idle_steps import IdleSteps
    from sandtable_editor.play.campaign.campaign import Campaign
    from sandtable_editor.play.turn.action_draft import ActionDraft
    from sandtable_editor.shell.jobs import BackgroundJob, Jobs, Progress


class Idle(QObject):
    """The steps that whoever sits at the screen could end at once. ``changed``: they are known, or others.

    ``passed``: they have been ended. They are looked for in a copy beside the window's thread. ``told`` says what was
    passed, until whoever sits there does something else.
    """

    changed = Signal()
    passed = Signal()

    def __init__(self, campaign: Campaign, draft: ActionDraft, jobs: Jobs) -> None:
        super().__init__(campaign)
        self.campaign, self.draft, self._jobs = campaign, draft, jobs
        self.steps: IdleSteps | None = None
        self.told = ""
        self._passing = PassingOn(campaign.referee)
        self._further: PassingOn | None = None
        """As far as it will be when what is being worked out is done."""
        self._job: BackgroundJob | None = None
        self._looked: object = None
        self._waits = False
        self._told_at = 0
        campaign.changed.connect(self._follow)
        campaign.closed.connect(self._stop)
        draft.changed.connect(self._look)

    @property
    def seats(self) -> list[str]:
        """Return the seats for which whoever sits at the screen speaks: one's own, or all that one plays."""
        campaign = self.campaign
        return campaign.people() if campaign.alone else [campaign.seat] if campaign.seat is not None else []

    @property
    def has_something(self) -> bool:
        """Whether there are steps that can be ended now."""
        return self.steps is not None and bool(self.steps.steps)

    @property
    def is_busy(self) -> bool:
        """Whether it is being found out what could be passed."""
        return self._waits

    # -- looking ahead

    def _follow(self) -> None:
        self._take_over()
        last = self.campaign.referee.journal.at
        if last is not None and (last.id < self._told_at or (last.id > self._told_at and last.seat in self.seats)):
            self.told = ""
        if self._passing.is_on and self.campaign.turn_state != "bots":
            QTimer.singleShot(0, self, self._go_on)  # not within the answer before it

    def _look(self) -> None:
        """Have it found out what could be passed, once for each question."""
        campaign = self.campaign
        looked = (campaign.ask, campaign.game.state.version, campaign.turn_state, *self.seats)
        can_end = any(offer.kind is EndStep for offer in self.draft.open)
        if not can_end or campaign.turn_state != "asks" or self._passing.is_on:
            self._stop()
            self._know(None)
        elif looked != self._looked:
            self._stop()
            self._know(None)
            self._looked, self._waits = looked, True
            QTimer.singleShot(0, self, partial(self._start, looked))

    def _start(self, looked: object) -> None:
        """Begin once the question is on the screen."""
        if looked != self._looked:
            return  # another question is open by now
        from sandtable.play.table.idle_steps import Foresight  # brings the odds along

        family, seats = self.campaign.referee.family, self.seats
        copy, give_back = self._lend()

        def look(progress: Progress) -> IdleSteps:
            return Foresight(family, copy, seats).look(progress.check)

        def know(steps: IdleSteps) -> None:
            give_back()
            self._know(steps)

        self._job = self._jobs.run("Looking ahead", look, know, self._fail)

    def _lend(self) -> tuple[PositionCopy, Callable[[], object]]:
        """Return a copy of what these seats see, the hand's own if they see no more, and how it is given back."""
        campaign, copies = self.campaign, self.draft.questions.copies
        game = campaign.game
        view = game.seen_by_sides(frozenset(side for seat in self.seats for side in game.sides_of(seat)))
        if campaign.view is None or view.viewers != campaign.view.viewers:
            return PositionCopy(view), bool
        copies.follow()
        copy = copies.lend(view)
        return copy, partial(copies.take_back, copy, copies.position)

    def _know(self, steps: IdleSteps | None) -> None:
        self._job, self._waits = None, False
        if steps != self.steps:
            self.steps = steps
            self.changed.emit()

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
        self._job, self._looked, self._waits = None, None, False

    def _fail(self, error: BaseException) -> None:
        """Let a rule that fails in the copy be: it will say so when it is asked in earnest."""
        self._know(None)
        if not isinstance(error, SandtableError):
            raise error

    # -- passing

    def pass_on(self) -> None:
        """End them, one after the other, up to what needs an answer."""
        if self.steps is not None and self.has_something and not self.campaign.is_playing:
            self._passing.begin(self.steps, self.seats)
            self._go_on()

    def _go_on(self) -> None:
        """End what can be ended now, worked out as one deed: broken off, none of it is done."""
        if not self._passing.is_on or self.campaign.turn_state == "bots":
            return
        self._further = self._passing.copy()
        self.campaign.do(self._further.go_on, self._end)

    def _take_over(self) -> None:
        """Be as far as what was worked out."""
        if self._further is not None and not self.campaign.is_playing:
            self._passing, self._further = self._further, None
            if not self._passing.is_on:
                self.told, self._told_at = self._passing.describe(), self.campaign.referee.journal.head
                self.passed.emit()

    def _end(self, done: bool) -> None:
        if not done:
            self._further = None
            self._passing.clear()
