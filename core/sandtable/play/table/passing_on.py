"""Steps that were told before are ended one after the other; whatever comes otherwise than it was told stops it.

It goes on as long as nothing needs an answer: no duty, no question, no contest, no deed of another seat, and nothing
that may be done and was not among what was told. All of it is taken back with one word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandtable.engine.actions.actions import Pass
from sandtable.engine.running.common_actions import EndStep
from sandtable.engine.words import in_a_row, sentence
from sandtable.play.record.log_lines import summarize_ply
from sandtable.play.table.idle_steps import IdleStep, describe_passed, idle_step, open_ask, what_comes
from sandtable.play.words.wording import side_title

if TYPE_CHECKING:
    from collections.abc import Collection

    from sandtable.engine.journal.journal import Ply
    from sandtable.engine.referee.referee import Referee
    from sandtable.play.table.idle_steps import IdleSteps


class PassingOn:
    """Ends steps for some seats. Bots answer in between; whoever leads the table has it go on when they have.

    ``go_on`` may be given a referee that stands in for that of the table; what it has done counts when it was taken
    over, and ``copy`` gives another one to begin anew with where it was not.
    """

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._left: list[IdleStep] = []
        self._seats: frozenset[str] = frozenset()
        self._round = self._first = self._seen = 0
        self.passed: list[IdleStep] = []
        """What has been ended; ``stopped``: why it went no further, no text where all that was told is done."""
        self.stopped = ""
        self.is_on = False

    def begin(self, idle: IdleSteps, seats: Collection[str]) -> None:
        """Take these steps up; ``go_on`` ends the first."""
        self._left, self._seats = list(idle.steps), frozenset(seats)
        self._round, self._first, self._seen = self._referee.game.round, 0, self._referee.journal.head
        self.passed, self.stopped, self.is_on = [], "", True

    def clear(self) -> None:
        """Pass no more."""
        self.is_on = False

    def copy(self) -> PassingOn:
        """Return one that is as far as this one, for itself."""
        twin = PassingOn(self._referee)
        vars(twin).update(vars(self), _left=list(self._left), passed=list(self.passed))
        return twin

    def go_on(self, referee: Referee | None = None) -> None:
        """End what can be ended now: up to a bot's question, or what stops it."""
        self._referee = referee or self._referee
        while self.is_on and (step := self._next_step()) is not None:
            ply = self._referee.play(EndStep(), step.side, goes_with=self._first)
            self._first, self._seen = self._first or ply.id, ply.id
            self.passed.append(step)

    def _next_step(self) -> IdleStep | None:
        """Return the step to be ended now; ``None``: a bot is asked first, or it is over."""
        stops = self._what_stops()
        if stops or not self._left:
            self.stopped, self.is_on = stops, False
            return None
        ask = open_ask(self._referee)
        if ask is None or self._referee.game.seat_of(ask.side) not in self._seats:
            return None
        step = idle_step(self._referee.view(ask.side), ask)
        told = next((one for one in self._left if (one.side, one.key) == (step.side, step.key)), None)
        new = [label for label in step.leaves if told is None or label not in told.leaves]
        if told is None and not new:
            return step
        if told is None or new:
            side = side_title(self._referee.game, step.side)
            self.stopped, self.is_on = f"{side} may do something new: {in_a_row(new)}.", False
            return None
        del self._left[: self._left.index(told) + 1]
        return step

    def _what_stops(self) -> str:
        """Say what needs whoever began it; no text where nothing does."""
        journal = self._referee.journal
        line = journal.line()
        if self._seen and self._seen not in {ply.id for ply in line}:
            return "Something was taken back."
        deeds = [ply for ply in line if ply.id > self._seen and self._is_deed(ply)]
        if deeds:
            game, sides = self._referee.game, [side for seat in self._seats for side in self._sides_of(seat)]
            says = summarize_ply(game, journal, deeds[-1], sides)
            return f"{side_title(game, deeds[-1].side)} has acted: {says}."
        comes = what_comes(self._referee, self._round, self._seats)
        return f"{sentence(comes)}." if comes else ""

    def _sides_of(self, seat: str) -> tuple[str, ...]:
        return self._referee.game.sides_of(seat)

    def _is_deed(self, ply: Ply) -> bool:
        """Tell whether another seat has done something in a ply that is more than to pass."""
        return ply.action is not None and ply.seat not in self._seats and not isinstance(ply.action, Pass | EndStep)

    def describe(self) -> str:
        """Say what was passed, and why it went no further."""
        return describe_passed(self._referee.game, self.passed, self.stopped)
