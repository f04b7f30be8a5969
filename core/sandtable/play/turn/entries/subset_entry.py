"""Some of a list."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from sandtable.engine.actions.domains import Subset
from sandtable.play.turn.entries.entry import BARE, NOTHING, FieldValues, TypedAnswer, TypedEntry, same_word
from sandtable.play.words.matching import matching_places, parted, which_is_meant


class SubsetEntry(TypedEntry):
    """Some of a list, kept in the order of the list. A line has numbers (``1 3 5-7``), names, ``all`` or ``none``."""

    def __init__(self, domain: Subset[Any], field: FieldValues = BARE) -> None:
        super().__init__(field)
        self.domain = domain
        self.chosen: list[Any] = list(domain.values) if domain.least == len(domain.values) else []

    def result(self) -> Any:
        value = tuple(one for one in self.domain.values if one in self.chosen)
        return value if value in self.domain else NOTHING

    def lacks(self) -> str:
        least, most, many = self.domain.least, self.domain.most, len(self.chosen)
        if least > most:
            return "there are not enough to choose from"
        return "" if least <= many <= most else f"{many} chosen, choose {self.domain.span()}"

    def parts(self) -> Iterable[Any]:
        return self.domain.values

    def point(self, part: Any) -> bool:
        if part not in self.domain.values:
            return False
        if part in self.chosen:
            self.chosen.remove(part)
        else:
            self.chosen.append(part)
        return True

    def choose_all(self) -> None:
        """Choose the whole list."""
        self.chosen = list(self.domain.values)

    def choose_none(self) -> None:
        """Choose nothing."""
        self.chosen = []

    def back(self) -> bool:
        if self.chosen:
            self.chosen.pop()
            return True
        return False

    def read(self, text: str) -> TypedAnswer:
        places: set[int] = set()
        if same_word(text, "all"):
            places = set(range(len(self.domain.values)))
        elif not same_word(text, "none"):
            for word in _words(text, map(self.field.name, self.domain.values)):
                if span := re.fullmatch(r"(\d{1,9})\s*-\s*(\d{1,9})", word):
                    places |= set(self._span(int(span[1]), int(span[2])))
                    continue
                found = matching_places(word, self.domain.values, self.field.name)
                if len(found) != 1:
                    return TypedAnswer(
                        wrong=which_is_meant(word, [self.domain.values[at] for at in found], self.field.name)
                    )
                places.add(found[0])
        if not all(0 <= at < len(self.domain.values) for at in places):
            return TypedAnswer(wrong=f"the list has numbers 1 to {len(self.domain.values)}")
        self.chosen = [self.domain.values[at] for at in sorted(places)]
        return TypedAnswer(tuple(self.chosen))

    def _span(self, first: int, last: int) -> range:
        """Return the places of a span of numbers; of one that goes past the list no more than one too many."""
        return range(first - 1, min(last, len(self.domain.values) + 1))

    def how_to_type(self) -> str:
        return f"{self.domain.says()}: numbers like 1 3 5-7, names separated by commas, all or none"

    def names(self) -> Iterable[str]:
        return ("all", "none", *map(self.field.name, self.domain.values))


def _words(text: str, names: Iterable[str]) -> list[str]:
    """Part a line at the commas between names; at its blanks when all it holds are numbers."""
    if re.fullmatch(r"[\d\s,-]+", text):
        return re.findall(r"\d+\s*-\s*\d+|\d+", text)
    return [word for word in parted(text, names) if word]
