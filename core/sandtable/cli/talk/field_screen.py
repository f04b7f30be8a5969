"""What the terminal shows of a field that is to be filled, and what it makes of a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

from sandtable.cli.talk.lines import StyledLine
from sandtable.play.turn.entries import NOTHING, ListEntry, SharesEntry, SubsetEntry, TypedEntry
from sandtable.play.turn.entries.entry import same_word
from sandtable.play.words.matching import are_whole_numbers, begin_with_numbers
from sandtable.play.words.objections import NOT_POSSIBLE

if TYPE_CHECKING:
    from sandtable.engine.actions.actions import Action

PAGE: Final = 20
NAMED: Final = 8
"""So many values that are not possible are named."""


@dataclass(frozen=True, slots=True)
class FieldAnswer:
    """What a line comes to: a value, or lines to show and another try, or what is wrong with it and why.

    ``kind``: the action that the value is for, where it is another than the one that is being filled.
    """

    value: Any = NOTHING
    lines: tuple[StyledLine, ...] = ()
    wrong: str = ""
    because: tuple[str, ...] = ()
    kind: type[Action] | None = None


class FieldScreen(Protocol):
    """Shows a field, and reads lines for it."""

    def show(self) -> list[StyledLine]:
        """Show what may be typed."""
        ...

    def read(self, text: str) -> FieldAnswer:
        """Read a typed line."""
        ...

    def names(self) -> Iterable[str]:
        """Return whole words that are values, so that they are not taken for commands."""
        ...


class NumberedList:
    """Values with their numbers, their names and what is known of them; a long list comes in pages.

    Values whose names begin with numbers have no others: those are typed. Of whole numbers nothing is known, as a rule:
    then they stand in one line.
    """

    def __init__(
        self, values: Sequence[Any], name: Callable[[Any], str], facts: Callable[[Any], str],
        not_now: Sequence[Any] = (),
    ) -> None:  # fmt: skip
        self.values, self.name, self.facts, self.not_now = values, name, facts, not_now
        self._first = 0
        self._shown: Sequence[Any] = values

    def page(self, shown: Sequence[Any], first: int | None = None) -> list[StyledLine]:
        """Show a page of these values."""
        self._shown, self._first = shown, self._first if first is None else first
        if are_whole_numbers(self.values) and not any(map(self.facts, shown)):
            said = ", ".join(map(self.name, shown))
            return [StyledLine(f"  {said}")] if said else []
        page = shown[self._first : self._first + PAGE]
        own = are_whole_numbers(self.values) or begin_with_numbers(map(self.name, self.values))
        numbers = {value: "" if own else f"{number}  " for number, value in enumerate(self.values, 1)}
        digits = max((len(numbers[value]) for value in page), default=0)
        longest = max((len(self.name(value)) for value in page), default=0)
        lines = [
            StyledLine(
                f"  {numbers[value]:>{digits}}{self.name(value):{longest}}  {self.facts(value)}".rstrip(),
                "faint" if value in self.not_now else "plain",
            )
            for value in page
        ]
        left = len(shown) - self._first - len(page)
        more = StyledLine(f"  ... {left} more: type more, or part of a name", "faint")
        return [*lines, more] if left > 0 else lines

    def all_pages(self) -> list[StyledLine]:
        """Show the whole list."""
        return [
            line for first in range(0, len(self.values), PAGE) for line in self.page(self.values[first : first + PAGE])
        ]

    def next_page(self) -> list[StyledLine]:
        """Show what follows what was shown last; after the end the beginning again."""
        following = self._first + PAGE
        return self.page(self._shown, following if following < len(self._shown) else 0)


class EntryScreen:
    """An entry at the terminal. Of a list what is possible is numbered first; the rest has numbers too, for ``?``."""

    def __init__(self, entry: TypedEntry) -> None:
        self.entry = entry
        field = entry.field
        match entry:
            case ListEntry():
                self._list = NumberedList(entry.values, field.name, field.facts, entry.not_now)
            case SubsetEntry():
                self._list = NumberedList(entry.domain.values, field.name, field.facts)
            case _:
                self._list = NumberedList((), field.name, field.facts)

    def names(self) -> Iterable[str]:
        return self.entry.names()

    def show(self) -> list[StyledLine]:
        hint = StyledLine(f"  {self.entry.how_to_type()}", "faint")
        match self.entry:
            case ListEntry() as entry:
                return [*self._list.page(entry.possible), *self._not_now(entry)]
            case SubsetEntry():
                return [*self._list.all_pages(), hint]
            case SharesEntry() as entry:
                return [*self._parts(entry), hint]
            case _:
                return [hint]

    def _not_now(self, entry: ListEntry) -> list[StyledLine]:
        if not entry.not_now:
            return []
        named = ", ".join(map(entry.field.name, entry.not_now[:NAMED]))
        more = f" and {len(entry.not_now) - NAMED} more" if len(entry.not_now) > NAMED else ""
        return [StyledLine(f"  {NOT_POSSIBLE}: {named}{more} (? says why)", "faint")]

    def _parts(self, entry: SharesEntry) -> list[StyledLine]:
        limits = entry.domain.limits
        longest = max((len(entry.field.name(part)) for part in limits), default=0)
        return [
            StyledLine(f"  {number:>2}  {entry.field.name(part):{longest}}  at most {limit}")
            for number, (part, limit) in enumerate(limits.items(), 1)
        ]

    def read(self, text: str) -> FieldAnswer:
        if isinstance(self.entry, ListEntry) and same_word(text, "more"):
            return FieldAnswer(lines=tuple(self._list.next_page()))
        answer = self.entry.read(text)
        return FieldAnswer(
            answer.value, tuple(self._list.page(answer.several, 0) if answer.several else ()), answer.wrong
        )
