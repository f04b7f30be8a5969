"""Who threw what, and how that compares with what dice show on average: luck, in exact numbers."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

from sandtable.engine.journal.log import read_ply
from sandtable.engine.running.dice import Dice, parse
from sandtable.engine.state.rows import Side
from sandtable.play.words.wording import is_named_first, side_name, side_title

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from sandtable.engine.journal.journal import Journal, Ply
    from sandtable.engine.running.chance import ThrowResult
    from sandtable.engine.running.game import RunningGame

MOST_SIDES_OF_DICE: Final = 2_400
"""Of more dice than have so many sides together it is not counted how likely their sum is."""
COLUMNS: Final = ("Side", "Dice", "Thrown", "Expected", "Difference", "This or higher")


class SideThrow(NamedTuple):
    """A throw with the ply it belongs to and the side that threw, "" where nobody in particular did."""

    ply: int
    side: str
    throw: ThrowResult


def throws_of(game: RunningGame, journal: Journal, sides: Collection[str]) -> Iterator[SideThrow]:
    """Yield all throws that these sides may see, the first one first."""
    for ply in journal.line():
        if ply.throws:
            for throw in read_ply(journal, ply, sides).throws:
                yield SideThrow(ply.id, thrower_of(game, ply, throw), throw)


def thrower_of(game: RunningGame, ply: Ply, throw: ThrowResult) -> str:
    """Return the side that threw: whom the rule says, else whom the throw's reason names first, else who played."""
    if throw.side:
        return throw.side
    named = (side.id for side in game[Side] if is_named_first(side_name(side), throw.why))
    return next(named, "") or ply.side


class Luck(Struct, frozen=True):
    """The dice of one kind that a side has thrown: how many, their sum, and what they show on average."""

    side: str
    die: Dice
    count: int
    thrown: int

    @property
    def expected(self) -> Fraction:
        return Fraction(self.count * (self.die.lowest + self.die.highest), 2)

    @property
    def difference(self) -> Fraction:
        return self.thrown - self.expected

    @property
    def as_high(self) -> Fraction | None:
        """How likely so many dice show this sum or more; ``None`` of too many dice."""
        if self.count * self.die.sides > MOST_SIDES_OF_DICE:
            return None
        ways = _ways(self.count, self.die.sides)
        return Fraction(sum(ways[self.thrown - self.count * self.die.lowest :]), self.die.sides**self.count)


def luck_of(throws: Iterable[SideThrow]) -> list[Luck]:
    """Return the luck of each side with each kind of die, by side and kind."""
    faces: dict[tuple[str, int, int], list[int]] = defaultdict(list)
    for one in throws:
        dice = parse(one.throw.dice)
        faces[one.side, dice.sides, dice.lowest] += one.throw.faces
    return [
        Luck(side, Dice(1, sides, lowest), len(found), sum(found))
        for (side, sides, lowest), found in sorted(faces.items())
    ]


@lru_cache(maxsize=32)
def _ways(count: int, sides: int) -> tuple[int, ...]:
    """Return in how many ways dice of 0 to ``sides - 1`` add up to each sum."""
    ways: tuple[int, ...] = (1,)
    for _ in range(count):
        below = list(accumulate(ways, initial=0))
        ways = tuple(
            below[min(total, len(ways) - 1) + 1] - below[max(0, total - sides + 1)]
            for total in range(len(ways) + sides - 1)
        )
    return ways


def luck_rows(game: RunningGame, luck: Iterable[Luck]) -> list[tuple[str, ...]]:
    """Return luck as the rows of a table, under ``COLUMNS``."""
    return [
        (
            side_title(game, one.side) if one.side else "Nobody",
            f"{one.count} {one.die.kind}",
            str(one.thrown),
            decimal(one.expected),
            f"{'+' if one.difference > 0 else ''}{decimal(one.difference)}",
            "" if one.as_high is None else per_cent(one.as_high),
        )
        for one in luck
    ]


def decimal(value: Fraction) -> str:
    """Say a number of halves exactly: 10.5, -3."""
    sign, twice = "-" if value < 0 else "", abs(value.numerator) * 2 // value.denominator
    return f"{sign}{twice // 2}{'.5' if twice % 2 else ''}"


def per_cent(share: Fraction) -> str:
    """Say a share in tenths of a per cent, rounded: 12.3%."""
    tenths = (share.numerator * 2000 + share.denominator) // (2 * share.denominator)
    return f"{tenths // 10}.{tenths % 10}%"
