"""Which dice are thrown: how many, what each of them shows, and how that is written."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from msgspec import Struct

from sandtable.engine.errors import Broken

Outcome = tuple[int, ...]
"""What dice show, a number for each."""
_COUNTED: Final = re.compile(r"([0-9]+)d([0-9]+)")
_FROM_NOUGHT: Final = re.compile(r"([0-9]+)d(0+)-(9+)")


class Dice(Struct, frozen=True, gc=False):
    """How many dice are thrown, how many sides each has, and the ``lowest`` number on it: 1, or 0 on a die of digits.

    A die of 0-9, 00-99, 000-999 is thrown with one, two, three ten-sided dice, a digit each, and is one number.
    """

    count: int
    sides: int
    lowest: int = 1

    @property
    def highest(self) -> int:
        return self.lowest + self.sides - 1

    @property
    def numbers(self) -> range:
        """What one of the dice may show."""
        return range(self.lowest, self.highest + 1)

    @property
    def digits(self) -> int:
        """With how many ten-sided dice one of them may be thrown, a digit each; 0 where it may not."""
        text = str(self.sides)
        return len(text) - 1 if self.sides > 1 and text.strip("0") == "1" else 0

    @property
    def kind(self) -> str:
        """How one die is written: ``d6``, ``d00-99``."""
        return f"d{self.sides}" if self.lowest else f"d{self.say(0)}-{self.highest}"

    def __str__(self) -> str:
        return f"{self.count}{self.kind}"

    def say(self, face: int) -> str:
        """Say what one die shows as it is read off the table: ``5``, ``05`` for a die of 00-99."""
        return str(face) if self.lowest else f"{face:0{self.digits}}"

    def may_show(self, faces: Outcome) -> bool:
        """Tell whether these dice can show this."""
        return len(faces) == self.count and all(face in self.numbers for face in faces)

    def says(self) -> str:
        """Say what may be typed for them."""
        numbers = f"{self.count} number{'s' if self.count > 1 else ''} from {self.say(self.lowest)} to {self.highest}"
        if self.digits < 2:
            return numbers
        each = "" if self.count == 1 else " for each"
        nought = "" if not self.lowest else f", {'0' * self.digits} for {self.highest}"
        return f"{numbers}, or what {self.digits} ten-sided dice show{each}{nought}"


@cache
def parse(dice: str) -> Dice:
    """Read ``2d6``, or dice of digits: ``1d0-9``, ``1d00-99``; raise ``Broken`` for anything else."""
    if (counted := _COUNTED.fullmatch(dice)) and int(counted[1]) and int(counted[2]):
        return Dice(int(counted[1]), int(counted[2]))
    if (digits := _FROM_NOUGHT.fullmatch(dice)) and int(digits[1]) and len(digits[2]) == len(digits[3]):
        return Dice(int(digits[1]), 10 ** len(digits[2]), 0)
    raise Broken(f"{dice!r} is not a kind of dice: write 1d6, 2d10, 1d100, or 1d0-9 and 1d00-99 for dice with a nought")
