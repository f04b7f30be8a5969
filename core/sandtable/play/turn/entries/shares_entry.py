"""Shares of a total."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from sandtable.engine.actions.domains import Sums
from sandtable.play.turn.entries.entry import BARE, NOTHING, FieldValues, TypedAnswer, TypedEntry
from sandtable.play.words.matching import matching_places, parted, typed_number, which_is_meant


class SharesEntry(TypedEntry):
    """Shares of a total. A line has one number for each part in order, or ``PART=NUMBER`` separated by commas."""

    def __init__(self, domain: Sums[Any], field: FieldValues = BARE) -> None:
        super().__init__(field)
        self.domain = domain
        self.shares: dict[Any, int] = dict.fromkeys(domain.limits, 0)
        if sum(domain.limits.values()) == domain.total:
            self.shares = dict(domain.limits)
        self._last: list[Any] = []

    @property
    def total(self) -> int:
        """What has been shared out so far."""
        return sum(self.shares.values())

    @property
    def left(self) -> int:
        """What is still to be shared out; below nothing where it is too much."""
        return self.domain.total - self.total

    def result(self) -> Any:
        value = tuple((part, share) for part, share in self.shares.items() if share)
        return value if value in self.domain else NOTHING

    def lacks(self) -> str:
        limits = self.domain.limits
        room = sum(limits.values())
        if room < self.domain.total:
            return f"only {room} can be shared, {self.domain.total} must be"
        if self.left:
            return f"{self.left} still to share" if self.left > 0 else f"{-self.left} too many"
        over = next((part for part, share in self.shares.items() if share > limits[part]), None)
        return "" if over is None else f"{self.field.name(over)} can bear {limits[over]} at most"

    def parts(self) -> Iterable[Any]:
        return self.domain.limits

    def point(self, part: Any) -> bool:
        """Give one more to a part; with nothing left to give, or no room, begin with it again."""
        if part not in self.shares:
            return False
        room = self.shares[part] < self.domain.limits[part] and self.left > 0
        self.put(part, self.shares[part] + 1 if room else 0)
        return True

    def put(self, part: Any, share: int) -> None:
        """Give a part its share."""
        self.shares[part] = share
        self._last.append(part)

    def fill_up(self) -> None:
        """Give what is left to the first that have room."""
        for part, limit in self.domain.limits.items():
            share = min(limit - self.shares[part], self.left)
            if share > 0:
                self.put(part, self.shares[part] + share)

    def clear(self) -> None:
        """Begin again: nothing is shared out."""
        self.shares = dict.fromkeys(self.domain.limits, 0)

    def back(self) -> bool:
        while self._last:
            part = self._last.pop()
            if self.shares[part]:
                self.shares[part] -= 1
                return True
        return False

    def read(self, text: str) -> TypedAnswer:
        read = self._read_numbers if re.fullmatch(r"[\d\s,]*\d[\d\s,]*", text) else self._read_pairs
        shares = read(text)
        if isinstance(shares, str):
            return TypedAnswer(wrong=shares)
        shared = sum(shares.values())
        if shared != self.domain.total:
            return TypedAnswer(wrong=f"that is {shared} and not {self.domain.total}")
        self.shares = shares
        return TypedAnswer(tuple((part, share) for part, share in shares.items() if share))

    def _read_numbers(self, text: str) -> dict[Any, int] | str:
        """Read a number for each part, or the place of the one that bears all of it; else say what is wrong."""
        parts, numbers = list(self.domain.limits), [typed_number(number) or 0 for number in re.findall(r"\d+", text)]
        if len(numbers) == len(parts):
            return dict(zip(parts, numbers, strict=True))
        if len(numbers) == 1 and 1 <= numbers[0] <= len(parts):
            part = parts[numbers[0] - 1]
            return {**dict.fromkeys(parts, 0), part: min(self.domain.total, self.domain.limits[part])}
        return f"type {len(parts)} numbers, or PART=NUMBER separated by commas"

    def _read_pairs(self, text: str) -> dict[Any, int] | str:
        """Read ``PART=NUMBER`` separated by commas, a part alone takes what is left; else say what is wrong."""
        parts, shares = list(self.domain.limits), dict.fromkeys(self.domain.limits, 0)
        for pair in parted(text, map(self.field.name, parts)):
            name, equals, number = (word.strip() for word in pair.partition("="))
            found = matching_places(name, parts, self.field.name)
            if len(found) > 1:
                return which_is_meant(name, [parts[at] for at in found], self.field.name)
            share = typed_number(number)
            if not found or (equals and share is None):
                return f"{pair.strip()} is not a share: write PART=NUMBER, or PART for what is left"
            part = parts[found[0]]
            left = max(0, self.domain.total - sum(shares.values()))
            shares[part] = share if share is not None else min(left, self.domain.limits[part])
        return shares

    def how_to_type(self) -> str:
        total = self.domain.total
        return f"{total} in all: a share for each, or NAME=SHARE, ...; a name or number alone takes the rest"

    def names(self) -> Iterable[str]:
        return map(self.field.name, self.domain.limits)
