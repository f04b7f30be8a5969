"""One of a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import le
from typing import Any

from sandtable.play.turn.entries.entry import BARE, NOTHING, FieldValues, TypedAnswer, TypedEntry
from sandtable.play.words.matching import matching_places, plain, typed_number, which_is_meant


def in_reading_order(values: Sequence[Any], name: Callable[[object], str]) -> tuple[Any, ...]:
    """Return values as they are listed: ids that stand in their order by name, any other order is meant."""
    ids = all(isinstance(value, str) for value in values) and all(map(le, values, values[1:]))
    return tuple(sorted(values, key=lambda value: plain(name(value))) if ids else values)


class ListEntry(TypedEntry):
    """One of a list. A line chooses by a number of the list, a name, or a part of one.

    ``more``: the domain has more values than were listed; those are typed whole.
    """

    def __init__(self, values: Sequence[Any], field: FieldValues = BARE, *, more: bool = False) -> None:
        super().__init__(field)
        self.values, self.more = in_reading_order(values, field.name), more
        self.chosen: Any = NOTHING
        self.known_possible: tuple[Any, ...] = ()
        """Those of the values that are known to be possible."""
        self.not_now: tuple[Any, ...] = ()
        """The last of the values: those that are known not to be possible."""
        self._was_sorted = self._all_asked = False

    def put_possible_first(self, most: int) -> None:
        """Sort what is not possible to the end of the list, once; of more than so many values the rest is not asked."""
        if self._was_sorted:
            return
        self._was_sorted = True
        self._all_asked = len(self.values) <= most
        asked = self.values[:most]
        shut = {value for value in asked if not self.field.is_possible(value)}
        self.known_possible = tuple(value for value in asked if value not in shut)
        self.not_now = tuple(value for value in self.values if value in shut)
        self.values = (*(value for value in self.values if value not in shut), *self.not_now)

    @property
    def possible(self) -> tuple[Any, ...]:
        """The values that are possible, as far as was asked."""
        return self.values[: len(self.values) - len(self.not_now)]

    @property
    def is_settled(self) -> bool:
        """Whether it is known of each value whether it is possible, and just one is."""
        return self._all_asked and len(self.possible) == 1

    def result(self) -> Any:
        return self.chosen

    def lacks(self) -> str:
        if self.chosen is not NOTHING:
            return ""
        return "choose one" if self.values else "there is nothing to choose"

    def parts(self) -> Iterable[Any]:
        return self.values

    def point(self, part: Any) -> bool:
        if part not in self.values:
            return False
        self.chosen = part
        return True

    def back(self) -> bool:
        had, self.chosen = self.chosen, NOTHING
        return had is not NOTHING

    def narrow(self, words: str) -> list[Any]:
        """Return the values that have all these words, or parts of words, in their name or in what is known of them."""
        wanted = words.casefold().split()
        return [value for value in self.values if all(word in self._said_of(value) for word in wanted)]

    def _said_of(self, value: Any) -> str:
        return f"{self.field.name(value)} {value} {self.field.facts(value)}".casefold()

    def read(self, text: str) -> TypedAnswer:
        found = [self.values[at] for at in matching_places(text, self.values, self.field.name)]
        possible = [value for value in found if value not in self.not_now]
        if len(possible) == 1 and typed_number(text) is None:
            found = possible
        if len(found) > 1:
            return TypedAnswer(several=tuple(found))
        if not found and not self.more:
            return TypedAnswer(wrong=which_is_meant(text, ()))
        self.chosen = found[0] if found else text
        return TypedAnswer(self.chosen)

    def how_to_type(self) -> str:
        return "a number, a name, or part of one"

    def names(self) -> Iterable[str]:
        return map(self.field.name, self.values)
