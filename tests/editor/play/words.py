"""What the words in the text of a sitting mean: which offer, which value, which place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sandtable.play.table.sitting import Wishes
from sandtable.play.turn.entries import (
    DiceEntry,
    Entry,
    FieldValues,
    ListEntry,
    NumberEntry,
    SharesEntry,
    SubsetEntry,
    TextEntry,
    WayEntry,
)
from sandtable.play.turn.places import Places
from sandtable.play.words.wording import describe
from sandtable_editor.canvas.widget.find import plain

ACT = re.compile(r"(refused )?(mouse|keys|map) ([^:]+?)(?:: (.*))?$")
DRAG = re.compile(r"(drag|carry) (.+?) -> (.+?)(?: as (.+))?$")
LEAD = re.compile(r"lead (.+?) by (.+?) -> (.+?)(?: as (.+))?$")
NONE = "none"


class Wording:
    """The words of one field: ``field`` says what its values are called, ``place`` what a name on the map means."""

    def __init__(self, field: FieldValues, places: Places, place: Callable[[str], str]) -> None:
        self.field, self.places, self.place = field, places, place

    def value(self, entry: Entry, word: str) -> Any:
        """Return the value that is meant."""
        match entry:
            case ListEntry():
                return self._one_of(entry.values, word)
            case NumberEntry():
                return int(word)
            case SubsetEntry():
                picked = (
                    [] if same(word, NONE) else [self._one_of(entry.domain.values, one) for one in parts(word, ",")]
                )
                return tuple(value for value in entry.domain.values if value in picked)
            case SharesEntry():
                return self._shares(entry, word)
            case WayEntry():
                return self._way(entry, word)
            case DiceEntry():
                return tuple(map(int, word.split()))
            case TextEntry():
                return word
            case _:
                raise AssertionError(f"no words for {entry}")

    def _one_of(self, values: Sequence[Any], text: str) -> Any:
        return values[choose_index(text, [[self.field.name(value), describe(value), str(value)] for value in values])]

    def _shares(self, entry: SharesEntry, word: str) -> tuple[tuple[Any, int], ...]:
        shares: dict[Any, int] = {}
        limits = list(entry.domain.limits)
        for part in parts(word, ","):
            name, equals, number = part.partition("=")
            meant = self._one_of(limits, name.strip())
            left = entry.domain.total - sum(shares.values())
            shares[meant] = int(number) if equals else min(left, entry.domain.limits[meant])
        return tuple((one, shares[one]) for one in limits if shares.get(one))

    def _way(self, entry: WayEntry, word: str) -> tuple[Any, ...]:
        way = WayEntry(entry.domain)
        for step in parts(word, ">"):
            onward = way.onward()
            names = [[self.field.name(one), str(one)] for one in onward]
            if any(same(step, name) for those in names for name in those):
                way.point(self._one_of(onward, step))
            else:
                assert way.lead_to(self.place(step), self.places.spot), f"no way leads to {step!r}"
        return way.way


def same(one: str, other: str) -> bool:
    """Compare words as somebody reads them."""
    return plain(one) == plain(other)


def choose_index(text: str, names: Sequence[Sequence[str]]) -> int:
    """Return which of some things is meant: that of just this name, the only one that begins so, or has it within."""
    wanted = plain(text)
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [at for at, those in enumerate(names) if any(fits(plain(name), wanted) for name in those)]
        if found and (len(found) == 1 or fits is str.__eq__):
            return found[0]
    raise AssertionError(
        f"{text!r} is not there, or not the only one; there is {', '.join(those[0] for those in names)}"
    )


def parts(text: str, by: str) -> list[str]:
    """Return the parts of a text, without what is empty."""
    return [part.strip() for part in text.split(by) if part.strip()]


def scenario(lines: Iterable[str]) -> str:
    """Return the scenario that a sitting is of: the first word after ``begin``."""
    return next(line for line in lines if line.startswith("begin")).split()[1]


def wishes(lines: Iterable[str]) -> Wishes:
    """Return how a campaign is begun: the words of the line ``begin``."""
    line = next(line for line in lines if line.startswith("begin"))
    _, *words = re.split(r"\s(seed|seats|on|off|set|bots|take_back)=", line.partition("#")[0])
    given = dict(zip(words[::2], map(str.strip, words[1::2]), strict=True))
    take_back: Any = given.get("take_back")
    on, off, values, bots = (tuple(parts(given.get(name, ""), ",")) for name in ("on", "off", "set", "bots"))
    seed, seats = given.get("seed", "1"), given.get("seats", "")
    return Wishes(seed=seed, seats=seats, take_back=take_back, on=on, off=off, values=values, bots=bots)


def parts_of(lines: Sequence[str]) -> list[list[str]]:
    """Return the lines of a sitting by its parts: each begins at a line ``part TITLE``."""
    found: list[list[str]] = [[]]
    for line in lines:
        if line.startswith("part "):
            found.append([])
        else:
            found[-1].append(line)
    return found
