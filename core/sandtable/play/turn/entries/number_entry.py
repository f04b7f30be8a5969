"""A whole number of a range."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from sandtable.engine.actions.domains import Range
from sandtable.play.turn.entries.entry import BARE, NOTHING, FieldValues, TypedAnswer, TypedEntry

POINTED_AT: Final = 2_000
"""The numbers of a longer range are typed, not pointed at."""


class NumberEntry(TypedEntry):
    """A whole number of a range."""

    def __init__(self, domain: Range, field: FieldValues = BARE) -> None:
        super().__init__(field)
        self.domain = domain
        self.value = domain.usual

    def result(self) -> Any:
        return self.value if self.value in self.domain else NOTHING

    def lacks(self) -> str:
        return "" if self.value in self.domain else f"{self.value} is not {self.domain.says()}"

    def parts(self) -> Iterable[Any]:
        return () if self.domain.count() > POINTED_AT else tuple(self.domain)

    def point(self, part: Any) -> bool:
        if part not in self.domain:
            return False
        self.value = part
        return True

    def back(self) -> bool:
        return False

    def read(self, text: str) -> TypedAnswer:
        try:
            self.value = int(text)
        except ValueError:
            return TypedAnswer(wrong=f"{text!r} is not a whole number; type one, {self.domain.says()}")
        return TypedAnswer(self.value)

    def how_to_type(self) -> str:
        return f"a number, {self.domain.says()}"
