"""A text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sandtable.engine.actions.domains import Text
from sandtable.play.turn.entries.entry import BARE, NOTHING, FieldValues, TypedAnswer, TypedEntry


class TextEntry(TypedEntry):
    """A text; quotes around a typed line are left out (``""`` is the empty text)."""

    def __init__(self, domain: Text, field: FieldValues = BARE) -> None:
        super().__init__(field)
        self.domain = domain
        self.text = ""

    def result(self) -> Any:
        return self.text if self.text in self.domain else NOTHING

    def lacks(self) -> str:
        return "" if self.text in self.domain else f"{len(self.text) - self.domain.most} characters too many"

    def parts(self) -> Iterable[Any]:
        return ()

    def point(self, part: Any) -> bool:
        return False

    def back(self) -> bool:
        return False

    def read(self, text: str) -> TypedAnswer:
        self.text = text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text
        return TypedAnswer(self.text)

    def how_to_type(self) -> str:
        return f'{self.domain.says()} ("" for none)'
