"""How each kind of domain is shown and typed: lists, ranges, subsets, sums, ways, texts, dice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from sandtable.cli.talk.lines import Line
from sandtable.engine.chance import Faces
from sandtable.engine.domains import Choice, Domain, Path, Range, Subset, Sums, Text, every
from sandtable.play.reasons import matches, whole_numbers
from sandtable.play.worded import worded

PAGE: Final = 20
LISTED: Final = 400
NOTHING: Final = object()


@dataclass(frozen=True, slots=True)
class Reading:
    """What a typed line comes to: a value, or lines to show and another try, or what is wrong with it."""

    value: Any = NOTHING
    lines: tuple[Line, ...] = ()
    wrong: str = ""


class Entry(Protocol):
    """Takes a value for a field."""

    def show(self) -> list[Line]:
        """Show what may be typed."""
        ...

    def read(self, text: str) -> Reading:
        """Read a typed line."""
        ...

    def names(self) -> Iterable[str]:
        """Return whole words that are values, so that they are not taken for commands."""
        ...


def same(one: str, other: str) -> bool:
    """Tell whether two texts are the same word, small letters or capitals."""
    return one.casefold() == other.casefold()


@dataclass
class Listed:
    """Numbered values; a number or (part of) a name chooses, long lists come in pages."""

    values: Sequence[Any]
    facts: Sequence[str]
    legal: Sequence[bool]
    first: int = 0
    shown: list[int] = field(default_factory=list[int])

    def names(self) -> Iterable[str]:
        return map(worded, self.values)

    def show(self) -> list[Line]:
        return self.page(list(range(len(self.values))))

    def page(self, places: list[int]) -> list[Line]:
        """Show a page of these values with their numbers."""
        self.shown = places
        page = places[self.first : self.first + PAGE]
        digits = len(str(max(page, default=0) + 1))
        plain = whole_numbers(self.values)
        longest = max((len(worded(self.values[at])) for at in page), default=0)
        lines = [self._line(at, digits, longest, plain) for at in page]
        left = len(places) - self.first - len(page)
        return [*lines, Line(f"  ... {left} more: type more, or part of a name", "faint")] if left > 0 else lines

    def _line(self, at: int, digits: int, longest: int, plain: bool) -> Line:
        number = "" if plain else f"{at + 1:>{digits}}  "
        facts = self.facts[at] + (
            ""
            if self.legal[at]
            else f"{'; ' if self.facts[at] else ''}not now: ? {worded(self.values[at]) if plain else at + 1}"
        )
        return Line(
            f"  {number}{worded(self.values[at]):{longest}}  {facts}".rstrip(), "plain" if self.legal[at] else "faint"
        )

    def read(self, text: str) -> Reading:
        if same(text, "more"):
            self.first = self.first + PAGE if self.first + PAGE < len(self.shown) else 0
            return Reading(lines=tuple(self.page(self.shown)))
        found = matches(text, self.values)
        if len(found) == 1:
            return Reading(self.values[found[0]])
        if found:
            self.first = 0
            return Reading(lines=tuple(self.page(found)))
        return Reading(wrong=f"{text} is none of them")


@dataclass
class Between:
    """A whole number of a range."""

    domain: Range

    def names(self) -> Iterable[str]:
        return ()

    def show(self) -> list[Line]:
        return [Line(f"  a number, {self.domain.says()}", "faint")]

    def read(self, text: str) -> Reading:
        try:
            return Reading(int(text))
        except ValueError:
            return Reading(wrong=f"{text} is no whole number; type one, {self.domain.says()}")


@dataclass
class Several:
    """Some of a list: numbers (``1 3 5-7``), names parted by commas, ``all`` or ``none``."""

    domain: Subset[Any]
    facts: Sequence[str]

    def names(self) -> Iterable[str]:
        return ("all", "none", *map(worded, self.domain.values))

    def show(self) -> list[Line]:
        values = self.domain.values
        rows = Listed(values, self.facts, [True] * len(values))
        how = f"  {self.domain.says()}: numbers like 1 3 5-7, names parted by commas, all or none"
        return (
            [*rows.page(list(range(len(values)))), Line(how, "faint")]
            if len(values) <= PAGE
            else [*self._all(rows), Line(how, "faint")]
        )

    def _all(self, rows: Listed) -> list[Line]:
        lines: list[Line] = []
        for first in range(0, len(rows.values), PAGE):
            lines += rows.page(list(range(len(rows.values))[first : first + PAGE]))
        return lines

    def read(self, text: str) -> Reading:
        values = self.domain.values
        if same(text, "all"):
            return Reading(values)
        if same(text, "none"):
            return Reading(())
        chosen: set[int] = set()
        for word in _words(text):
            span = re.fullmatch(r"(\d+)\s*-\s*(\d+)", word)
            if span:
                chosen |= set(range(int(span[1]) - 1, int(span[2])))
                continue
            found = matches(word, values)
            if len(found) != 1:
                fault = (
                    f"{word} means {' or '.join(worded(values[at]) for at in found)}"
                    if found
                    else f"{word} is none of them"
                )
                return Reading(wrong=fault)
            chosen.add(found[0])
        if not all(0 <= at < len(values) for at in chosen):
            return Reading(wrong=f"the list has numbers 1 to {len(values)}")
        return Reading(tuple(values[at] for at in sorted(chosen)))


def _words(text: str) -> list[str]:
    """Part a line at its commas; at its blanks when all it holds are numbers."""
    if re.fullmatch(r"[\d\s,-]+", text):
        return re.findall(r"\d+\s*-\s*\d+|\d+", text)
    return [word.strip() for word in text.split(",") if word.strip()]


@dataclass
class Shared:
    """Shares of a total: one number for each part in order, or ``PART=NUMBER`` parted by commas."""

    domain: Sums[Any]

    def names(self) -> Iterable[str]:
        return map(worded, self.domain.limits)

    def show(self) -> list[Line]:
        parts = list(self.domain.limits.items())
        longest = max((len(worded(part)) for part, _ in parts), default=0)
        lines = [
            Line(f"  {at:>2}  {worded(part):{longest}}  at most {limit}") for at, (part, limit) in enumerate(parts, 1)
        ]
        how = f"  {self.domain.total} to share: a number for each in order, or 1=2, 3=1"
        return [*lines, Line(how, "faint")]

    def read(self, text: str) -> Reading:
        parts = list(self.domain.limits)
        shares: dict[Any, int] = dict.fromkeys(parts, 0)
        if "=" not in text:
            numbers = text.replace(",", " ").split()
            if not all(number.isdigit() for number in numbers) or len(numbers) != len(parts):
                return Reading(wrong=f"type {len(parts)} numbers, or PART=NUMBER parted by commas")
            shares = dict(zip(parts, map(int, numbers), strict=True))
        for pair in text.split(",") if "=" in text else ():
            name, _, number = (word.strip() for word in pair.partition("="))
            found = matches(name, parts)
            if len(found) != 1 or not number.isdigit():
                return Reading(wrong=f"{pair.strip()} is no share: write PART=NUMBER")
            shares[parts[found[0]]] = int(number)
        if sum(shares.values()) != self.domain.total:
            return Reading(wrong=f"that is {sum(shares.values())}; {self.domain.total} are to be shared")
        return Reading(tuple((part, share) for part, share in shares.items() if share))


@dataclass
class Way:
    """A way, step by step; ``done`` stops where one may halt, ``-`` takes a step back."""

    domain: Path[Any]
    facts_of: Callable[[object], str]
    way: tuple[Any, ...] = ()

    def names(self) -> Iterable[str]:
        return ("done", "-", *map(worded, self._onward()))

    def _onward(self) -> list[Any]:
        return list(self.domain.onward(self.way)) if len(self.way) < self.domain.most else []

    def _halts(self) -> bool:
        return bool(self.way) and bool(self.domain.halts(self.way))

    def show(self) -> list[Line]:
        steps = self._onward()
        lines = [Line(f"  so far: {worded(self.way)}", "prompt")] if self.way else []
        lines += Listed(steps, [self.facts_of(step) for step in steps], [True] * len(steps)).show()
        hints = [*(["done to stop here"] if self._halts() else []), *(["- for a step back"] if self.way else [])]
        return [*lines, Line(f"  {', '.join(hints)}", "faint")] if hints else lines

    def read(self, text: str) -> Reading:
        if text == "-" and self.way:
            self.way = self.way[:-1]
            return Reading(lines=tuple(self.show()))
        if same(text, "done"):
            return Reading(self.way) if self._halts() else Reading(wrong="the way may not stop here")
        steps = self._onward()
        found = matches(text, steps)
        if len(found) != 1:
            return Reading(
                wrong=f"{text} means {' or '.join(worded(steps[at]) for at in found)}"
                if found
                else f"no step leads to {text}"
            )
        self.way = (*self.way, steps[found[0]])
        if self._halts() and not self._onward():
            return Reading(self.way)
        return Reading(lines=tuple(self.show()))


@dataclass
class Free:
    """A text; quotes around it are left out (``""`` is the empty text)."""

    domain: Domain[Any]

    def names(self) -> Iterable[str]:
        return ()

    def show(self) -> list[Line]:
        return [Line(f'  {self.domain.says()} ("" for none)', "faint")]

    def read(self, text: str) -> Reading:
        return Reading(text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text)


@dataclass
class Dice:
    """What the dice on the table show."""

    domain: Faces

    def names(self) -> Iterable[str]:
        return ()

    def show(self) -> list[Line]:
        return [Line(f"  what the dice show: {self.domain.says()}", "faint")]

    def read(self, text: str) -> Reading:
        one_digit = text.isdigit() and self.domain.sides <= 9 and len(text) == self.domain.dice
        numbers = list(text) if one_digit else re.split(r"[\s,+]+", text.strip())
        if not all(number.isdigit() for number in numbers):
            return Reading(wrong=f"type {self.domain.says()}")
        faces = tuple(map(int, numbers))
        return Reading(faces) if faces in self.domain else Reading(wrong=f"{text} cannot be: type {self.domain.says()}")


def entry(domain: object, facts: Callable[[object], str], legal: Callable[[Any], bool]) -> Entry:
    """Return how a domain is typed."""
    any_domain: Any = domain
    match domain:
        case Subset():
            return Several(any_domain, [facts(value) for value in any_domain.values])
        case Sums():
            return Shared(any_domain)
        case Path():
            return Way(any_domain, facts)
        case Range():
            return Between(domain)
        case Faces():
            return Dice(domain)
        case Text():
            return Free(domain)
        case Choice():
            values: Sequence[Any] | None = any_domain.values
        case _:
            values = every(any_domain, LISTED)
    if values is None:
        return Free(any_domain)
    return Listed(values, [facts(value) for value in values], [legal(value) for value in values])
