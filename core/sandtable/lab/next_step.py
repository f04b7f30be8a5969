"""The next step of play, under two sets of options, on dice and choices of its own, from what one seat may see.

Nothing of the campaign is used but its position: not its dice, not what others have answered and sealed.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from sandtable.engine.errors import Broken, Illegal
from sandtable.engine.referee.referee import Referee, Refused
from sandtable.engine.referee.tried_out import switch_at_once
from sandtable.engine.running.chance import DiceFaces
from sandtable.engine.running.game import RunningGame
from sandtable.engine.state.rows import IdCounter, InForce
from sandtable.lab.bots import EvenBot
from sandtable.lab.odds import blindfold
from sandtable.present import presentation

if TYPE_CHECKING:
    from sandtable.engine.rules.options import Choices
    from sandtable.engine.running.chance import Throw
    from sandtable.engine.running.dice import Outcome as Faces

KEYS: Final = 20
"""So many times the step is played."""
LONGEST: Final = 300
"""Answers after which a step that has not ended is left as it stands then."""
Measured = dict[tuple[str, str], "int | Fraction"]
"""What a side has of a measure, by the titles of both."""


class StepsCompared(NamedTuple):
    """How the step went under both: in how many tries it came out otherwise, and what each side has on average."""

    tries: int
    otherwise: int
    before: dict[tuple[str, str], float]
    after: dict[tuple[str, str], float]
    is_after_another: bool = False
    """Whether something was under way, which was ended first in each try."""

    def differences(self) -> list[tuple[str, str, float, float]]:
        """Return measure, side, and what it is on average under the one and under the other, where that differs."""
        return [
            (*key, self.before.get(key, 0.0), self.after.get(key, 0.0))
            for key in sorted({*self.before, *self.after})
            if abs(self.before.get(key, 0.0) - self.after.get(key, 0.0)) > 1e-9
        ]


class NextStep:
    """The step that is about to be played, tried out; make it in the referee's thread, ``compare`` in any.

    Other options come into force when nothing is under way: what is, is played to its end first, in each try anew.
    """

    def __init__(self, referee: Referee, seat: str, keys: int = KEYS) -> None:
        """Raise ``Illegal`` where the game has ended, and where others have answered what nobody may see yet."""
        at, prompt = referee.journal.at, referee.prompt
        if prompt is not None and prompt.purpose == "sealed":
            raise Illegal("sealed answers are being given: what follows from them is not known yet")
        if referee.game.ended:
            raise Illegal("the game has ended: there is no next step")
        self.seat, self.keys = seat, keys
        self._under_way = at is not None and not at.is_save_point
        self._chance = SandboxDice()
        self._bot = EvenBot(Random(0))
        self._twin = referee.sandbox(self._chance)

    def compare(self, choices: Choices, tick: Callable[[int, int], object] | None = None) -> StepsCompared:
        """Play the step under the options in force and under others, on the same keys; ``tick`` may break it off."""
        twin = self._twin
        apart = RunningGame(twin.family, twin.game.state.clone())
        seed = blindfold(twin, self._view(apart))
        base = changed = twin.journal.head
        ends: tuple[list[tuple[int, Measured]], list[tuple[int, Measured]]] = ([], [])
        for nth in range(self.keys):
            begins = self._end_what_is_under_way(base, f"{seed}|{nth}")
            if nth == 0 or self._under_way:
                changed = self._switch(begins, choices)
            for way, head in enumerate((begins, changed)):
                if tick is not None:
                    tick(2 * nth + way, 2 * self.keys)
                ends[way].append(self._play(head, f"{seed}|{nth}"))
        otherwise = sum(one[0] != other[0] for one, other in zip(*ends, strict=True))
        return StepsCompared(self.keys, otherwise, _mean(ends[0]), _mean(ends[1]), self._under_way)

    def _view(self, game: RunningGame) -> RunningGame:
        return game.seen_by(self.seat) if self.seat else game.seen_by_sides(frozenset())

    def _end_what_is_under_way(self, base: int, seed: str) -> int:
        """Play on from a ply until nothing is under way; return the ply then."""
        self._take_up(base, f"{seed}|before")
        if self._under_way:
            self._play_until(lambda: (at := self._twin.journal.at) is not None and at.is_save_point)
        return self._twin.journal.head

    def _switch(self, head: int, choices: Choices) -> int:
        """Bring other options into force after a ply; return the ply then."""
        self._take_up(head, "")
        if not self._twin.game.ended:
            self._twin.table("other options", lambda game: switch_at_once(game, choices))
        return self._twin.journal.head

    def _play(self, head: int, seed: str) -> tuple[int, Measured]:
        """Play on from a ply until the step is over; return what the position is then, but for the options."""
        twin = self._twin
        self._take_up(head, seed)
        begun = self._where(twin.game)
        self._play_until(lambda: self._where(twin.game) != begun)
        view = self._view(twin.game)
        measured: Measured = {
            (one.title, str(side)): value for one in presentation.measures(view) for side, value in one.values.items()
        }
        return _without_options(twin.game), measured

    def _take_up(self, head: int, seed: str) -> None:
        self._twin.history.return_to(head)
        self._chance.rng = Random(f"{seed}|dice")
        self._bot = EvenBot(Random(f"{seed}|choices"))

    def _play_until(self, is_over: Callable[[], bool]) -> None:
        """Answer for everybody until something is so, the game has ended, or it has taken too long."""
        twin = self._twin
        for _ in range(LONGEST):
            prompt = twin.prompt
            if prompt is None or is_over():
                return
            ask = prompt.open[0]
            action = self._bot.answer(twin, ask)
            if action is None:
                raise Broken(f"dead end: {ask.side} has no legal answer to {ask.why!r} ({ask.rule})")
            try:
                twin.play(action, ask.side)
            except Refused:  # a discovery: what could not be seen stands against it
                continue

    @staticmethod
    def _where(game: RunningGame) -> tuple[object, ...]:
        if game.ended:
            return ("ended",)
        frame = game.frames[0]
        return frame.round, frame.phase, frame.step, frame.side


def _without_options(game: RunningGame) -> int:
    """Return the hash of what a step has come to, whatever the options in force."""
    copy = RunningGame(game.family, game.state.clone())
    copy.gate.open = True
    for kind in (InForce, IdCounter):
        for row in list(copy[kind]):
            copy.remove(row)
    copy.gate.open = False
    return copy.state.hash


def _mean(ends: list[tuple[int, Measured]]) -> dict[tuple[str, str], float]:
    keys = {key for _, measured in ends for key in measured}
    return {key: sum(float(one.get(key, 0)) for _, one in ends) / len(ends) for key in keys}


class SandboxDice:
    """Outcomes from a chance of their own, set anew for each try."""

    def __init__(self) -> None:
        self.rng = Random(0)

    def throw(self, throw: Throw, ply: int, nth: int) -> Faces:
        """Return faces of the dice."""
        return DiceFaces(throw.dice).sample(self.rng)
