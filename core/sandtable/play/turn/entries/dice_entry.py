"""What the dice on the table show."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from sandtable.engine.running.chance import DiceFaces
from sandtable.play.turn.entries.entry import BARE, NOTHING, FieldValues, TypedAnswer, TypedEntry
from sandtable.play.words.matching import typed_number


class DiceEntry(TypedEntry):
    """What the dice on the table show: a number for each, parted by anything; small ones by nothing (352)."""

    def __init__(self, domain: DiceFaces, field: FieldValues = BARE) -> None:
        super().__init__(field)
        self.domain = domain
        self.faces: list[int] = []

    def result(self) -> Any:
        value = tuple(self.faces)
        return value if value in self.domain else NOTHING

    def lacks(self) -> str:
        if any(not 1 <= face <= self.domain.sides for face in self.faces):
            return f"a die shows 1 to {self.domain.sides}"
        left = self.domain.dice - len(self.faces)
        return f"{left} to enter" if left > 0 else "too many numbers" if left else ""

    def parts(self) -> Iterable[Any]:
        return range(1, self.domain.sides + 1) if len(self.faces) < self.domain.dice else ()

    def point(self, part: Any) -> bool:
        if part not in self.parts():
            return False
        self.faces.append(part)
        return True

    def back(self) -> bool:
        if self.faces:
            self.faces.pop()
            return True
        return False

    def read(self, text: str) -> TypedAnswer:
        """Take the numbers in a line, as many as there are, so that a line can be typed on."""
        one_digit = self.domain.sides <= 9 and text.strip().isdecimal()
        numbers = list(text.strip()) if one_digit else re.findall(r"\d+", text)
        faces = tuple(typed_number(number) or 0 for number in numbers)
        self.faces = list(faces)
        if not re.fullmatch(r"[\d\s,+]+", text):
            return TypedAnswer(wrong=f"type {self.domain.says()}")
        return TypedAnswer(faces) if faces in self.domain else TypedAnswer(wrong=self._cannot_be(text))

    def _cannot_be(self, text: str) -> str:
        return f"{text!r} is not possible: type {self.domain.says()}"

    def how_to_type(self) -> str:
        return f"what the dice show: {self.domain.says()}"
