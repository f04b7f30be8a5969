"""How each kind of domain is shown and typed: lists, ranges, subsets, sums, ways, texts, dice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from sandtable.cli.talk.lines import StyledLine
from sandtable.engine.actions.domains import Choice, Domain, Path, Range, Subset, Sums, Text, every
from sandtable.engine.running.chance import DiceFaces
from sandtable.play.reasons import matches, whole_numbers
from sandtable.play.wording import describe

PAGE: Final = 20
LISTED: Final = 400
FEW: Final = 12
"""So many goals of a way are told with the way to each."""
NAMED: Final = 8
"""So many values that are not possible are named."""
NOTHING: Final = object()


@dataclass(frozen=True, slots=True)
class TypedAnswer:
    """What a typed line comes to: a value, or lines to show and another try, or what is wrong with it."""

    value: Any = NOTHING
    lines: tuple[StyledLine, ...] = ()
    wrong: str = ""


class TypedEntry(Protocol):
    """Takes a value for a field."""

    def show(self) -> list[StyledLine]:
        """Show what may be typed."""
        ...

    def read(self, text: str) -> TypedAnswer:
        """Read a typed line."""
        ...

    def names(self) -> Iterable[str]:
        """Return whole words that are values, so that they are not taken for commands."""
        ...


def same(one: str, other: str) -> bool:
    """Tell whether two texts are the same word, small letters or capitals."""
    return one.casefold() == other.casefold()


@dataclass
class TypedList:
    """Numbered values, those that are possible first; a number or (part of) a name chooses, long lists come in pages.

    What is not possible now has its number too, for ``?``, and is named in one line.
    """

    values: Sequence[Any]
    facts: Sequence[str]
    legal: Sequence[bool]
    first: int = 0
    shown: list[int] = field(default_factory=list[int])

    def __post_init__(self) -> None:
        order = sorted(range(len(self.values)), key=lambda at: not self.legal[at])
        self.values = [self.values[at] for at in order]
        self.facts = [self.facts[at] for at in order]
        self.legal = [self.legal[at] for at in order]

    def names(self) -> Iterable[str]:
        return map(describe, self.values)

    def show(self) -> list[StyledLine]:
        return [*self.page([at for at, legal in enumerate(self.legal) if legal]), *self._not_now()]

    def _not_now(self) -> list[StyledLine]:
        names = [describe(value) for value, legal in zip(self.values, self.legal, strict=True) if not legal]
        if not names:
            return []
        told = ", ".join(names[:NAMED]) + (f" and {len(names) - NAMED} more" if len(names) > NAMED else "")
        return [StyledLine(f"  not now: {told} (? says why)", "faint")]

    def page(self, places: list[int]) -> list[StyledLine]:
        """Show a page of these values with their numbers."""
        self.shown = places
        page = places[self.first : self.first + PAGE]
        if whole_numbers(self.values):
            said = ", ".join(describe(self.values[at]) for at in places)
            return [StyledLine(f"  {said}")] if said else []
        digits = len(str(max(page, default=0) + 1))
        longest = max((len(describe(self.values[at])) for at in page), default=0)
        lines = [self._line(at, digits, longest) for at in page]
        left = len(places) - self.first - len(page)
        return [*lines, StyledLine(f"  ... {left} more: type more, or part of a name", "faint")] if left > 0 else lines

    def _line(self, at: int, digits: int, longest: int) -> StyledLine:
        said = f"  {at + 1:>{digits}}  {describe(self.values[at]):{longest}}  {self.facts[at]}"
        return StyledLine(said.rstrip(), "plain" if self.legal[at] else "faint")

    def read(self, text: str) -> TypedAnswer:
        if same(text, "more"):
            self.first = self.first + PAGE if self.first + PAGE < len(self.shown) else 0
            return TypedAnswer(lines=tuple(self.page(self.shown)))
        found = matches(text, self.values)
        if len(possible := [at for at in found if self.legal[at]]) == 1 and not text.isdigit():
            found = possible
        if len(found) == 1:
            return TypedAnswer(self.values[found[0]])
        if found:
            self.first = 0
            return TypedAnswer(lines=tuple(self.page(found)))
        return TypedAnswer(wrong=f"{text} is none of them")


@dataclass
class TypedNumber:
    """A whole number of a range."""

    domain: Range

    def names(self) -> Iterable[str]:
        return ()

    def show(self) -> list[StyledLine]:
        return [StyledLine(f"  a number, {self.domain.says()}", "faint")]

    def read(self, text: str) -> TypedAnswer:
        try:
            return TypedAnswer(int(text))
        except ValueError:
            return TypedAnswer(wrong=f"{text} is no whole number; type one, {self.domain.says()}")


@dataclass
class TypedSubset:
    """Some of a list: numbers (``1 3 5-7``), names parted by commas, ``all`` or ``none``."""

    domain: Subset[Any]
    facts: Sequence[str]

    def names(self) -> Iterable[str]:
        return ("all", "none", *map(describe, self.domain.values))

    def show(self) -> list[StyledLine]:
        values = self.domain.values
        rows = TypedList(values, self.facts, [True] * len(values))
        how = f"  {self.domain.says()}: numbers like 1 3 5-7, names parted by commas, all or none"
        return (
            [*rows.page(list(range(len(values)))), StyledLine(how, "faint")]
            if len(values) <= PAGE
            else [*self._all(rows), StyledLine(how, "faint")]
        )

    def _all(self, rows: TypedList) -> list[StyledLine]:
        lines: list[StyledLine] = []
        for first in range(0, len(rows.values), PAGE):
            lines += rows.page(list(range(len(rows.values))[first : first + PAGE]))
        return lines

    def read(self, text: str) -> TypedAnswer:
        values = self.domain.values
        if same(text, "all"):
            return TypedAnswer(values)
        if same(text, "none"):
            return TypedAnswer(())
        chosen: set[int] = set()
        for word in _words(text):
            span = re.fullmatch(r"(\d+)\s*-\s*(\d+)", word)
            if span:
                chosen |= set(range(int(span[1]) - 1, int(span[2])))
                continue
            found = matches(word, values)
            if len(found) != 1:
                fault = (
                    f"{word} means {' or '.join(describe(values[at]) for at in found)}"
                    if found
                    else f"{word} is none of them"
                )
                return TypedAnswer(wrong=fault)
            chosen.add(found[0])
        if not all(0 <= at < len(values) for at in chosen):
            return TypedAnswer(wrong=f"the list has numbers 1 to {len(values)}")
        return TypedAnswer(tuple(values[at] for at in sorted(chosen)))


def _words(text: str) -> list[str]:
    """Part a line at its commas; at its blanks when all it holds are numbers."""
    if re.fullmatch(r"[\d\s,-]+", text):
        return re.findall(r"\d+\s*-\s*\d+|\d+", text)
    return [word.strip() for word in text.split(",") if word.strip()]


@dataclass
class TypedShares:
    """Shares of a total: one number for each part in order, or ``PART=NUMBER`` parted by commas."""

    domain: Sums[Any]

    def names(self) -> Iterable[str]:
        return map(describe, self.domain.limits)

    def show(self) -> list[StyledLine]:
        parts = list(self.domain.limits.items())
        longest = max((len(describe(part)) for part, _ in parts), default=0)
        lines = [
            StyledLine(f"  {at:>2}  {describe(part):{longest}}  at most {limit}")
            for at, (part, limit) in enumerate(parts, 1)
        ]
        how = (
            f"  {self.domain.total} in all: a share for each, or NAME=SHARE, ...; a name or number alone takes the rest"
        )
        return [*lines, StyledLine(how, "faint")]

    def read(self, text: str) -> TypedAnswer:
        parts = list(self.domain.limits)
        if numbers := re.findall(r"\d+", text) if re.fullmatch(r"[\d\s,]+", text) else []:
            if len(numbers) == 1 and len(parts) > 1 and 1 <= int(numbers[0]) <= len(parts):  # its place in the list
                part = parts[int(numbers[0]) - 1]
                return self._whole({part: min(self.domain.total, self.domain.limits[part])})
            if len(numbers) != len(parts):
                return TypedAnswer(wrong=f"type {len(parts)} numbers, or PART=NUMBER parted by commas")
            return self._whole(dict(zip(parts, map(int, numbers), strict=True)))
        shares: dict[Any, int] = dict.fromkeys(parts, 0)
        for pair in text.split(","):
            name, equals, number = (word.strip() for word in pair.partition("="))
            found = matches(name, parts)
            if len(found) > 1:
                return TypedAnswer(wrong=f"{name} means {' or '.join(describe(parts[at]) for at in found)}")
            if len(found) != 1 or not (number.isdigit() or not equals):
                return TypedAnswer(wrong=f"{pair.strip()} is no share: write PART=NUMBER, or PART for what is left")
            part = parts[found[0]]
            left = max(0, self.domain.total - sum(shares.values()))
            shares[part] = int(number) if equals else min(left, self.domain.limits[part])
        return self._whole(shares)

    def _whole(self, shares: dict[Any, int]) -> TypedAnswer:
        if sum(shares.values()) != self.domain.total:
            return TypedAnswer(wrong=f"that is {sum(shares.values())} and not {self.domain.total}")
        return TypedAnswer(tuple((part, share) for part, share in shares.items() if share))


@dataclass
class Way:
    """A way, step by step; ``done`` stops where one may halt, ``-`` takes a step back.

    Where the domain knows which ways end in the same place, the goal is named instead, and the cheapest way taken;
    ``via`` and the next area goes there first.
    """

    domain: Path[Any]
    facts_of: Callable[[object], str]
    way: tuple[Any, ...] = ()
    goals: dict[Any, tuple[Any, ...]] = field(default_factory=dict[Any, tuple[Any, ...]])

    def __post_init__(self) -> None:
        self._look_out()

    def _look_out(self) -> None:
        """Find where the way may end, and the cheapest way on to each."""
        self.goals = {}
        if self.domain.place is None:
            return
        for way in self._from_here():
            if self.domain.halts(way):
                self.goals.setdefault(way[-1], way)

    def _from_here(self) -> Iterator[tuple[Any, ...]]:
        """Go through the ways on from here, the cheapest to each place."""
        domain, so_far = self.domain, self.way
        if not so_far:
            return iter(domain)
        onward = Path(
            lambda way: domain.onward((*so_far, *way)),
            domain.most - len(so_far),
            lambda way: domain.halts((*so_far, *way)),
            place=domain.place,
            spent=lambda way: domain.spent((*so_far, *way)),
        )
        return ((*so_far, *way) for way in onward)

    def names(self) -> Iterable[str]:
        return ("done", "-", *map(describe, self._onward()), *map(describe, self.goals))

    def _onward(self) -> list[Any]:
        return list(self.domain.onward(self.way)) if len(self.way) < self.domain.most else []

    def _halts(self) -> bool:
        return bool(self.way) and bool(self.domain.halts(self.way))

    def show(self) -> list[StyledLine]:
        lines = [StyledLine(f"  so far: {describe(self.way)}", "prompt")] if self.way else []
        if len(self.goals) > FEW:
            lines += self._by_cost()
        elif self.goals:
            goals = list(self.goals)
            lines += TypedList(
                goals, [self._describe_way(way) for way in self.goals.values()], [True] * len(goals)
            ).show()
        else:
            steps = self._onward()
            lines += TypedList(steps, [self.facts_of(step) for step in steps], [True] * len(steps)).show()
        hints = [
            *(["done to stop here"] if self._halts() else []),
            *(["- for a step back"] if self.way else []),
            *(["via and a name to go there first"] if self.goals and len(self._onward()) > 1 else []),
        ]
        return [*lines, StyledLine(f"  {', '.join(hints)}", "faint")] if hints else lines

    def _by_cost(self) -> list[StyledLine]:
        """Name many goals, a line for each cost."""
        lines: dict[int, list[str]] = {}
        for number, (goal, way) in enumerate(self.goals.items(), 1):
            lines.setdefault(self.domain.spent(way), []).append(f"{number} {describe(goal)}")
        return [StyledLine(f"  cost {cost}: {', '.join(named)}") for cost, named in lines.items()]

    def _describe_way(self, way: tuple[Any, ...]) -> str:
        """Say what a way costs, and by what it leads."""
        cost = f"cost {self.domain.spent(way)}" if self.domain.spent is not len else ""
        between = way[len(self.way) : -1]
        return f"{cost}{f'  via {describe(between)}' if between else ''}".strip()

    def read(self, text: str) -> TypedAnswer:
        if text == "-" and self.way:
            return self._at(self.way[:-1])
        if same(text, "done"):
            return TypedAnswer(self.way) if self._halts() else TypedAnswer(wrong="the way may not stop here")
        first, _, rest = text.partition(" ")
        via = same(first, "via") and bool(rest)
        if self.goals and not via:
            return self._to(text)
        steps = self._onward()
        found = matches(rest.strip() if via else text, steps)
        if len(found) != 1:
            return TypedAnswer(
                wrong=f"{text} means {' or '.join(describe(steps[at]) for at in found)}"
                if found
                else f"no step leads to {rest if via else text}"
            )
        way = (*self.way, steps[found[0]])
        reading = self._at(way)
        return TypedAnswer(way) if self._halts() and not self._onward() else reading

    def _to(self, text: str) -> TypedAnswer:
        goals = list(self.goals)
        found = matches(text, goals)
        if len(found) == 1:
            return TypedAnswer(self.goals[goals[found[0]]])
        if found:
            return TypedAnswer(wrong=f"{text} means {' or '.join(describe(goals[at]) for at in found)}")
        return TypedAnswer(wrong=f"no way leads to {text}")

    def _at(self, way: tuple[Any, ...]) -> TypedAnswer:
        self.way = way
        self._look_out()
        return TypedAnswer(lines=tuple(self.show()))


@dataclass
class TypedText:
    """A text; quotes around it are left out (``""`` is the empty text)."""

    domain: Domain[Any]

    def names(self) -> Iterable[str]:
        return ()

    def show(self) -> list[StyledLine]:
        return [StyledLine(f'  {self.domain.says()} ("" for none)', "faint")]

    def read(self, text: str) -> TypedAnswer:
        return TypedAnswer(text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text)


@dataclass
class TypedDice:
    """What the dice on the table show."""

    domain: DiceFaces

    def names(self) -> Iterable[str]:
        return ()

    def show(self) -> list[StyledLine]:
        return [StyledLine(f"  what the dice show: {self.domain.says()}", "faint")]

    def read(self, text: str) -> TypedAnswer:
        one_digit = text.isdigit() and self.domain.sides <= 9 and len(text) == self.domain.dice
        numbers = list(text) if one_digit else re.split(r"[\s,+]+", text.strip())
        if not all(number.isdigit() for number in numbers):
            return TypedAnswer(wrong=f"type {self.domain.says()}")
        faces = tuple(map(int, numbers))
        return (
            TypedAnswer(faces)
            if faces in self.domain
            else TypedAnswer(wrong=f"{text} cannot be: type {self.domain.says()}")
        )


def entry(domain: object, facts: Callable[[object], str], legal: Callable[[Any], bool]) -> TypedEntry:
    """Return how a domain is typed."""
    any_domain: Any = domain
    match domain:
        case Subset():
            return TypedSubset(any_domain, [facts(value) for value in any_domain.values])
        case Sums():
            return TypedShares(any_domain)
        case Path():
            return Way(any_domain, facts)
        case Range():
            return TypedNumber(domain)
        case DiceFaces():
            return TypedDice(domain)
        case Text():
            return TypedText(domain)
        case Choice():
            values: Sequence[Any] | None = any_domain.values
        case _:
            values = every(any_domain, LISTED)
    if values is None:
        return TypedText(any_domain)
    return TypedList(values, [facts(value) for value in values], [legal(value) for value in values])
