"""Where outcomes come from: seeded, scripted, typed in, held back, enumerated.

Rules ask with ``await roll(...)`` and ``await pick(...)``; the referee answers from its source. A
source that has no outcome at hand (dice on the table, an opponent's file) makes the throw a prompt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import blake2b
from itertools import product
from typing import TYPE_CHECKING, Protocol, cast

from msgspec import Struct

from sandtable.engine.errors import Broken, Invalid

if TYPE_CHECKING:
    from random import Random

Outcome = tuple[int, ...]


class Throw(Struct, frozen=True, gc=False):
    """What is thrown: ``count`` dice of ``sides`` (a pick among n is one die of n sides), why and by which rule.

    ``seen_by`` names the sides that see it, ``None``: all.
    """

    count: int
    sides: int
    why: str
    rule: str
    seen_by: tuple[str, ...] | None = None

    @property
    def dice(self) -> str:
        """How the dice are written: ``2d6``."""
        return f"{self.count}d{self.sides}"

    def with_faces(self, faces: Outcome) -> ThrowResult:
        """Return the throw with its outcome."""
        return ThrowResult(self.dice, faces, self.why, self.rule, self.seen_by)


class ThrowResult(Struct, frozen=True, gc=False):
    """A throw with its outcome, as the journal keeps it."""

    dice: str
    faces: Outcome
    why: str
    rule: str
    seen_by: tuple[str, ...] | None = None

    @property
    def total(self) -> int:
        return sum(self.faces)


@cache
def parse(dice: str) -> tuple[int, int]:
    """Read ``"2d6"`` as (2, 6); raise ``Broken`` for anything else."""
    count, letter, sides = dice.partition("d")
    if letter and dice.isascii() and count.isdigit() and sides.isdigit() and int(count) and int(sides):
        return int(count), int(sides)
    raise Broken(f"{dice!r} is not a kind of dice: write 1d6, 2d10, 1d100")


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
        return tuple(self._face(throw.sides, ply, nth, die) for die in range(throw.count))

    def _face(self, sides: int, ply: int, nth: int, die: int) -> int:
        fair = (1 << 64) - (1 << 64) % sides
        for again in range(1000):
            key = f"{self.seed}|{ply}|{nth}|{die}|{again}".encode()
            value = int.from_bytes(blake2b(key, digest_size=8).digest(), "little")
            if value < fair:
                return value % sides + 1
        raise AssertionError("a fair value turns up within a few tries")


class ScriptedDice:
    """Outcomes written down beforehand, a total for each throw (or its faces); running out is an error."""

    def __init__(self, *outcomes: int | Outcome) -> None:
        self.left: list[int | Outcome] = list(outcomes)

    def throw(self, throw: Throw, ply: int, nth: int) -> Outcome:
        if not self.left:
            raise Invalid(f"no scripted outcome is left for {throw.count}d{throw.sides} ({throw.why})")
        outcome = self.left.pop(0)
        faces = outcome if isinstance(outcome, tuple) else faces_for(outcome, throw)
        if len(faces) != throw.count or not all(1 <= face <= throw.sides for face in faces):
            raise Invalid(f"the scripted outcome {outcome} does not fit {throw.count}d{throw.sides} ({throw.why})")
        return faces


class EnteredDice:
    """Nobody throws here: each outcome is entered at a prompt (dice on the table, a file from the opponent)."""

    def throw(self, throw: Throw, ply: int, nth: int) -> None:
        return None


class OutcomeNeeded(BaseException):
    """An enumerated line of play has come to a throw that it has no outcome for yet."""

    def __init__(self, throw: Throw) -> None:
        self.throw = throw
        super().__init__(f"{throw.count}d{throw.sides}")


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
    return product(range(1, throw.sides + 1), repeat=throw.count)


def faces_for(total: int, throw: Throw) -> Outcome:
    """Return faces that add up to ``total``."""
    faces: list[int] = []
    for left in range(throw.count, 0, -1):
        face = max(1, min(throw.sides, total - sum(faces) - (left - 1)))
        faces.append(face)
    if sum(faces) != total:
        raise Invalid(f"{total} cannot be thrown with {throw.count}d{throw.sides} ({throw.why})")
    return tuple(faces)


class DiceFaces:
    """The outcomes of so many dice, as a domain: what may be typed in."""

    def __init__(self, dice: int, sides: int) -> None:
        self.dice, self.sides = dice, sides

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, tuple):
            return False
        faces = cast("tuple[object, ...]", value)
        return len(faces) == self.dice and all(type(f) is int and 1 <= f <= self.sides for f in faces)

    def __iter__(self) -> Iterator[Outcome]:
        return product(range(1, self.sides + 1), repeat=self.dice)

    def sample(self, rng: Random) -> Outcome:
        return tuple(rng.randint(1, self.sides) for _ in range(self.dice))

    def count(self) -> int:
        return int(self.sides**self.dice)

    def says(self) -> str:
        return f"{self.dice} number{'s' if self.dice > 1 else ''} from 1 to {self.sides}"
