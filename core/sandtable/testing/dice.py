"""Dice for tests: written down in order or by reason, and throws that tell why they were made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, cast

from sandtable.engine.errors import Invalid
from sandtable.engine.running.chance import ScriptedDice, SeededDice

if TYPE_CHECKING:
    from sandtable.engine.running.chance import Throw, ThrowResult
    from sandtable.engine.running.dice import Outcome

Scripted = int | tuple[int, ...]
"""The outcome of a throw: its total, or its faces."""
Dice = Iterable[Scripted] | Mapping[str, Scripted | list[Scripted]]
"""Outcomes in the order of the throws, or by words of their reasons, one or several for each."""


class Total(int):
    """The total of a throw; ``why``, ``rule`` and ``faces`` tell what was thrown."""

    why: str
    rule: str
    faces: Outcome

    def __new__(cls, total: int, why: str, rule: str = "", faces: Outcome = ()) -> Total:
        made = super().__new__(cls, total)
        made.why, made.rule, made.faces = why, rule, faces
        return made

    @classmethod
    def of(cls, throw: ThrowResult) -> Total:
        """Return what a throw came to."""
        return cls(throw.total, throw.why, throw.rule, throw.faces)

    def __repr__(self) -> str:
        return f"{int(self)} ({', '.join(filter(None, (self.why, self.rule)))})"


class DiceScript:
    """Outcomes written down beforehand, in order or by reason; where none is left, a seed throws, or it is an error.

    A throw takes the next outcome of the longest key that its reason contains and that has one left. What is written
    down in order has the key ``""``, which every reason contains.
    """

    def __init__(self, dice: Dice = ()) -> None:
        self.by_reason: dict[str, list[Scripted]] = {}
        self.beyond: SeededDice | None = None
        """Who throws what is not written down."""
        self.add(dice)

    def add(self, dice: Dice) -> None:
        """Add outcomes to come."""
        if not isinstance(dice, Mapping):
            dice = {"": list(dice)}
        for reason, outcomes in cast("Mapping[str, Scripted | list[Scripted]]", dice).items():
            self.by_reason.setdefault(reason, []).extend(outcomes if isinstance(outcomes, list) else [outcomes])

    @property
    def left(self) -> list[Scripted]:
        """The outcomes that have not been thrown; totals that were written down by reason tell it."""
        return [
            Total(outcome, reason) if reason and isinstance(outcome, int) else outcome
            for reason, outcomes in self.by_reason.items()
            for outcome in outcomes
        ]

    def throw(self, throw: Throw, ply: int, nth: int) -> Outcome:
        fitting = [reason for reason, outcomes in self.by_reason.items() if outcomes and reason in throw.why]
        if fitting:
            return ScriptedDice(self.by_reason[max(fitting, key=len)].pop(0)).throw(throw, ply, nth)
        if self.beyond is not None:
            return self.beyond.throw(throw, ply, nth)
        left = ", ".join(f"{reason}: {', '.join(map(str, found))}" for reason, found in self.by_reason.items() if found)
        raise Invalid(
            f"no scripted outcome is left for {throw.dice} ({throw.why})"
            f"{f'; these are left: {left}' if left else ''}; script more dice, or give a seed where one can be given"
        )
