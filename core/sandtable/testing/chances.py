"""The exact chances of what an action comes to."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from sandtable.engine.running.chance import EnumeratedDice, OutcomeNeeded, outcomes

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable.engine.actions.actions import Action
    from sandtable.engine.running.dice import Outcome
    from sandtable.engine.running.game import RunningGame
    from sandtable.testing.play import Play

T = TypeVar("T")


def distribution(
    play: Play, action: Action, measure: Callable[[RunningGame], T], side: str | None = None
) -> dict[T, Fraction]:
    """Return how likely each measured result of an action is, over all its outcomes, exactly."""
    found: dict[T, Fraction] = {}

    def follow(prefix: list[Outcome], chance: Fraction) -> None:
        twin = play.referee.sandbox(EnumeratedDice(prefix))
        try:
            twin.play(action, side)
        except OutcomeNeeded as wanted:
            branches = list(outcomes(wanted.throw))
            for outcome in branches:
                follow([*prefix, outcome], chance / len(branches))
            return
        value = measure(twin.game)
        found[value] = found.get(value, Fraction(0)) + chance

    follow([], Fraction(1))
    return found
