"""Where outcomes come from: seeded, scripted, typed in, held back, enumerated.

Rules ask with ``await roll(...)`` and ``await pick(...)``; the referee answers from its source. A
source that has no outcome at hand (dice on the table, an opponent's file) makes the throw a prompt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import product
from typing import TYPE_CHECKING, Protocol, cast

from msgspec import Struct

from sandtable.engine.errors import Invalid
from sandtable.engine.running.dice import Dice, Outcome, parse

if TYPE_CHECKING:
    from random import Random


class Throw(Struct, frozen=True, gc=False):
    """What is thrown (a pick among n is one die of n sides), why and by which rule.

    ``seen_by`` names the sides that see it, ``None``: all. ``side`` is who throws, "" where no rule says so.
    """

    dice: Dice
    why: str
    rule: str
    seen_by: tuple[str, ...] | None = None
    side: str = ""

    def with_faces(self, faces: Outcome, changed: int | None = None) -> ThrowResult:
        """Return the throw with its outcome, before which its ply had changed so many rows."""
        return ThrowResult(str(self.dice), faces, self.why, self.rule, self.seen_by, self.side, changed)


class ThrowResult(Struct, frozen=True, gc=False, omit_defaults=True):
    """A throw with its outcome, as the journal keeps it.

    ``changed``: after so many changes of its ply it was thrown, ``None`` where that was not taken down.
    """

    dice: str
    faces: Outcome
    why: str
    rule: str
    seen_by: tuple[str, ...] | None = None
    side: str = ""
    changed: int | None = None

    @property
    def total(self) -> int:
        return sum(self.faces)

    @property
    def shown(self) -> str:
        """What each die shows, as it is read off the table."""
        dice = parse(self.dice)
        return " ".join(map(dice.say, self.faces))


class DiceSource(Protocol):
    """Gives outcomes; ``None`` means: somebody must enter it."""

    def throw(self, throw: Throw, ply: int, nth: int) -> Outcome | None:
        """Return the faces for the ``nth`` throw of ply ``ply``."""
        ...


class SeededDice:
    """Outcomes that follow from (seed, ply, nth throw): another ply throws anew, a repeated one the same.

    A ply's serial is never used twice, so taking back and playing again meets other dice.
    """

    def __init__(self, seed: str | int) -> None:
        self.seed = str(seed)

    def throw(self, throw: Throw, ply: int, nth: int) -> Outcome:
        dice = throw.dice
        return tuple(dice.lowest + self._below(dice.sides, ply, nth, die) for die in range(dice.count))

    def _below(self, sides: int, ply: int, nth: int, die: int) -> int:
        fair = (1 << 64) - (1 << 64) % sides
        for again in range(1000):
            key = f"{self.seed}|{ply}|{nth}|{die}|{again}".encode()
            value = int.from_bytes(blake2b(key, digest_size=8).digest(), "little")
            if value < fair:
                return value % sides
        raise AssertionError("a fair value turns up within a few tries")


class ScriptedDice:
    """Outcomes written down beforehand, a total for each throw (or its faces); running out is an error."""

    def __init__(self, *outcomes: int | Outcome) -> None:
        self.left: list[int | Outcome] = list(outcomes)

    def throw(self, throw: Throw, ply: int, nth: int) -> Outcome:
        if not self.left:
            raise Invalid(f"no scripted outcome is left for {throw.dice} ({throw.why})")
        outcome = self.left.pop(0)
        faces = outcome if isinstance(outcome, tuple) else faces_for(outcome, throw)
        if not throw.dice.may_show(faces):
            raise Invalid(f"the scripted outcome {outcome} does not fit {throw.dice} ({throw.why})")
        return faces


class EnteredDice:
    """Nobody throws here: each outcome is entered at a prompt (dice on the table, a file from the opponent)."""

    def throw(self, throw: Throw, ply: int, nth: int) -> None:
        return None


class OutcomeNeeded(BaseException):
    """An enumerated line of play has come to a throw that it has no outcome for yet."""

    def __init__(self, throw: Throw) -> None:
        self.throw = throw
        super().__init__(str(throw.dice))


class EnumeratedDice:
    """Outcomes along one branch of all that can happen; raises ``WantedOutcome`` where the branch ends."""

    def __init__(self, prefix: Iterable[Outcome]) -> None:
        self.left = list(prefix)

    def throw(self, throw: Throw, ply: int, nth: int) -> Outcome:
        if not self.left:
            raise OutcomeNeeded(throw)
        return self.left.pop(0)


def outcomes(throw: Throw) -> Iterator[Outcome]:
    """List every outcome of a throw, all equally likely."""
    return product(throw.dice.numbers, repeat=throw.dice.count)


def faces_for(total: int, throw: Throw) -> Outcome:
    """Return faces that add up to ``total``."""
    dice, faces = throw.dice, list[int]()
    for left in range(dice.count - 1, -1, -1):
        faces.append(max(dice.lowest, min(dice.highest, total - sum(faces) - left * dice.lowest)))
    if sum(faces) != total:
        raise Invalid(f"{total} cannot be thrown with {dice} ({throw.why})")
    return tuple(faces)


class DiceFaces:
    """The outcomes of dice, as a domain: what may be typed in."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, tuple):
            return False
        faces = cast("tuple[object, ...]", value)
        return all(type(face) is int for face in faces) and self.dice.may_show(cast("Outcome", faces))

    def __iter__(self) -> Iterator[Outcome]:
        return product(self.dice.numbers, repeat=self.dice.count)

    def sample(self, rng: Random) -> Outcome:
        return tuple(rng.randint(self.dice.lowest, self.dice.highest) for _ in range(self.dice.count))

    def count(self) -> int:
        return int(self.dice.sides**self.dice.count)

    def says(self) -> str:
        return self.dice.says()
