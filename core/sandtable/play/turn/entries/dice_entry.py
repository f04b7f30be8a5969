"""What the dice on the table show."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from sandtable.engine.running.chance import DiceFaces
from sandtable.play.turn.entries.entry import BARE, NOTHING, FieldValues, TypedAnswer, TypedEntry
from sandtable.play.words.matching import typed_number


class DiceEntry(TypedEntry):
    """What the dice on the table show: a number for each, parted by anything; single digits by nothing (352).

    A die of 00-99 or of 1-100 is also entered as the digits that two ten-sided dice show, the tens first.
    """

    def __init__(self, domain: DiceFaces, field: FieldValues = BARE) -> None:
        super().__init__(field)
        self.domain = domain
        self.dice = domain.dice
        self.faces: list[int] = []
        self._digits = ""
        """What ten-sided dice have shown of the next number."""

    @property
    def shown(self) -> str:
        """What has been entered, as the dice show it."""
        return " ".join([*map(self.dice.say, self.faces), *([self._digits] if self._digits else [])])

    def result(self) -> Any:
        value = tuple(self.faces)
        return value if value in self.domain and not self._digits else NOTHING

    def lacks(self) -> str:
        dice = self.dice
        if any(face not in dice.numbers for face in self.faces):
            return f"a die shows {dice.say(dice.lowest)} to {dice.highest}"
        left = (dice.count - len(self.faces)) * max(1, dice.digits) - len(self._digits)
        return f"{left} to enter" if left > 0 else "too many numbers" if left else ""

    def parts(self) -> Iterable[Any]:
        if len(self.faces) >= self.dice.count:
            return ()
        return range(10) if self.dice.digits > 1 else self.dice.numbers

    def point(self, part: Any) -> bool:
        if part not in self.parts():
            return False
        if self.dice.digits > 1:
            self._add_digit(str(part))
        else:
            self.faces.append(part)
        return True

    def _add_digit(self, digit: str) -> None:
        self._digits += digit
        if len(self._digits) == self.dice.digits:
            self.faces.append(self._face(self._digits))
            self._digits = ""

    def _face(self, typed: str) -> int:
        """Return the number that a die shows: a nought on a die without one stands for its highest number."""
        dice = self.dice
        if dice.lowest and dice.digits and typed == "0" * dice.digits:
            return dice.highest
        number = typed_number(typed)
        return -1 if number is None else number

    def back(self) -> bool:
        if self._digits:
            self._digits = self._digits[:-1]
        elif not self.faces:
            return False
        else:
            face = self.faces.pop()
            if self.dice.digits > 1:
                self._digits = f"{face % self.dice.sides:0{self.dice.digits}}"[:-1]
        return True

    def read(self, text: str) -> TypedAnswer:
        """Take the numbers in a line, as many as there are, so that a line can be typed on."""
        one_digit = self.dice.highest <= 9 and text.strip().isdecimal()
        numbers = list(text.strip()) if one_digit else re.findall(r"\d+", text)
        self.faces, self._digits = [], ""
        if self.dice.digits > 1 and len(numbers) > self.dice.count and all(len(number) == 1 for number in numbers):
            for digit in numbers:
                self._add_digit(digit)
        else:
            self.faces = [self._face(number) for number in numbers]
        if not re.fullmatch(r"[\d\s,+]+", text):
            return TypedAnswer(wrong=f"type {self.domain.says()}")
        value = self.result()
        return TypedAnswer(wrong=self._cannot_be(text)) if value is NOTHING else TypedAnswer(value)

    def _cannot_be(self, text: str) -> str:
        return f"{text!r} is not possible: type {self.domain.says()}"

    def how_to_type(self) -> str:
        return f"what the dice show: {self.domain.says()}"
