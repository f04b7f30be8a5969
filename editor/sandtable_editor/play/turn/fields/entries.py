"""What has been said so far of one field, for each kind of domain. No Qt: a click, a key and a test fill it alike.

An entry holds ``given()``, the value that it comes to, ``NOTHING`` while it is unfinished; ``lacks()`` says in words
what is missing. ``parts()`` are the things that may be pointed at (on the map, in a list), ``point`` takes one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from heapq import heappop, heappush
from itertools import islice
from typing import Any, Final, Protocol, cast

from msgspec import Struct, structs

from sandtable.engine.actions.domains import Choice, Domain, Path, Range, Rows, Subset, Sums, Text, every
from sandtable.engine.running.chance import DiceFaces
from sandtable.play.wording import describe

NOTHING: Final = object()
LISTED: Final = 2_000
"""A domain that is no plain list is listed up to so many values."""


class Entry(Protocol):
    """Takes a value for a field."""

    def result(self) -> Any:
        """Return the value, ``NOTHING`` while it is unfinished."""
        ...

    def lacks(self) -> str:
        """Say what is missing or too much; empty when nothing is."""
        ...

    def parts(self) -> Iterable[Any]:
        """Return what may be pointed at now."""
        ...

    def point(self, part: Any) -> bool:
        """Take what was pointed at; tell whether it meant something."""
        ...

    def back(self) -> bool:
        """Take the last step back; tell whether there was one."""
        ...


class Listed:
    """One of a list."""

    def __init__(self, values: Sequence[Any], *, more: bool = False) -> None:
        self.values, self.more = tuple(values), more
        self.chosen: Any = NOTHING

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


class Number:
    """A whole number of a range."""

    def __init__(self, domain: Range) -> None:
        self.domain = domain
        self.value = domain.low

    def result(self) -> Any:
        return self.value if self.value in self.domain else NOTHING

    def lacks(self) -> str:
        return "" if self.value in self.domain else f"{self.value} is not {self.domain.says()}"

    def parts(self) -> Iterable[Any]:
        return () if self.domain.count() > LISTED else tuple(self.domain)

    def point(self, part: Any) -> bool:
        if part not in self.domain:
            return False
        self.value = part
        return True

    def back(self) -> bool:
        return False


class Several:
    """Some of a list, kept in the order of the list."""

    def __init__(self, domain: Subset[Any]) -> None:
        self.domain = domain
        self.chosen: list[Any] = list(domain.values) if domain.least == len(domain.values) else []

    def result(self) -> Any:
        value = tuple(one for one in self.domain.values if one in self.chosen)
        return value if value in self.domain else NOTHING

    def lacks(self) -> str:
        least, most, many = self.domain.least, self.domain.most, len(self.chosen)
        if least > most:
            return "there are not enough to choose from"
        wanted = f"{least}" if least == most else f"{least} to {most}"
        return "" if least <= many <= most else f"{many} chosen, choose {wanted}"

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

    def back(self) -> bool:
        if self.chosen:
            self.chosen.pop()
            return True
        return False


class Shared:
    """Shares of a total."""

    def __init__(self, domain: Sums[Any]) -> None:
        self.domain = domain
        self.shares: dict[Any, int] = dict.fromkeys(domain.limits, 0)
        if sum(domain.limits.values()) == domain.total:
            self.shares = dict(domain.limits)
        self._last: list[Any] = []

    @property
    def total(self) -> int:
        """What has been shared out so far."""
        return sum(self.shares.values())

    def result(self) -> Any:
        value = tuple((part, share) for part, share in self.shares.items() if share)
        return value if value in self.domain else NOTHING

    def lacks(self) -> str:
        left = self.domain.total - self.total
        room = sum(self.domain.limits.values())
        if room < self.domain.total:
            return f"only {room} can be shared, {self.domain.total} must be"
        if left == 0:
            over = [part for part, share in self.shares.items() if share > self.domain.limits[part]]
            return f"{describe(over[0])} can bear {self.domain.limits[over[0]]} at most" if over else ""
        return f"{left} still to share" if left > 0 else f"{-left} too many"

    def parts(self) -> Iterable[Any]:
        return self.domain.limits

    def point(self, part: Any) -> bool:
        """Give one more to a part; with nothing left to give, or no room, begin with it again."""
        if part not in self.shares:
            return False
        room = self.shares[part] < self.domain.limits[part] and self.total < self.domain.total
        self.put(part, self.shares[part] + 1 if room else 0)
        return True

    def put(self, part: Any, share: int) -> None:
        """Give a part its share."""
        self.shares[part] = share
        self._last.append(part)

    def fill_up(self) -> None:
        """Give what is left to the first that have room."""
        for part, limit in self.domain.limits.items():
            share = min(limit - self.shares[part], self.domain.total - self.total)
            if share > 0:
                self.put(part, self.shares[part] + share)

    def back(self) -> bool:
        while self._last:
            part = self._last.pop()
            if self.shares[part]:
                self.shares[part] -= 1
                return True
        return False


class Way:
    """A way, step by step."""

    def __init__(self, domain: Path[Any]) -> None:
        self.domain = domain
        self.way: tuple[Any, ...] = ()

    def onward(self) -> tuple[Any, ...]:
        """Return the next steps."""
        return tuple(self.domain.onward(self.way)) if len(self.way) < self.domain.most else ()

    def halts(self) -> bool:
        """Tell whether the way may stop here."""
        return bool(self.way) and bool(self.domain.halts(self.way))

    def result(self) -> Any:
        return self.way if self.halts() else NOTHING

    def lacks(self) -> str:
        if not self.way:
            return "choose the first step" if self.onward() else "no way leads from here"
        return "" if self.halts() else "the way may not stop here"

    def parts(self) -> Iterable[Any]:
        return self.onward()

    def point(self, part: Any) -> bool:
        """Go a step; pointing at a step of the way goes back to it."""
        if part in self.onward():
            self.way = (*self.way, part)
            return True
        if part in self.way:
            self.way = self.way[: self.way.index(part) + 1]
            return True
        return False

    def lead_to(self, spot: str, spots: Callable[[object], str]) -> bool:
        """Go on to a place further off by the cheapest way there is; tell whether there was one."""
        found = self._find_way(spot, spots)
        if found is None:
            return False
        self.way = found
        return True

    def _find_way(self, spot: str, spots: Callable[[object], str]) -> tuple[Any, ...] | None:
        ahead: list[tuple[int, int, tuple[Any, ...]]] = [(0, 0, self.way)]
        seen: set[Any] = set()
        for number in range(1, LISTED):
            if not ahead:
                return None
            _, _, way = heappop(ahead)
            if len(way) > len(self.way):
                if spots(way[-1]) == spot and self.domain.halts(way):
                    return way
                where = self.domain.place(way[-1]) if self.domain.place is not None else way[-1]
                if where in seen:
                    continue
                seen.add(where)
            steps = self.domain.onward(way) if len(way) < self.domain.most else ()
            for nth, step in enumerate(steps):
                heappush(ahead, (self.domain.spent((*way, step)), number * LISTED + nth, (*way, step)))
        return None

    def back(self) -> bool:
        had, self.way = self.way, self.way[:-1]
        return bool(had)


class Words:
    """A text."""

    def __init__(self, domain: Text) -> None:
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


class Dice:
    """What the dice on the table show."""

    def __init__(self, domain: DiceFaces) -> None:
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


def entry_for(domain: Domain[Any]) -> Entry:
    """Return a fresh entry for a domain."""
    any_domain: Any = domain  # what a bare class holds is unknown
    match domain:
        case Range():
            return Number(domain)
        case DiceFaces():
            return Dice(domain)
        case Text():
            return Words(domain)
        case Subset():
            return Several(any_domain)
        case Sums():
            return Shared(any_domain)
        case Path():
            return Way(any_domain)
        case Choice() | Rows():
            return Listed(list(domain))
        case _:
            listed = every(domain, LISTED)
            return Listed(listed) if listed is not None else Listed(_first(domain), more=True)


def _first(domain: Domain[Any]) -> list[Any]:
    return list(islice(domain, LISTED))


def spot_of(value: object) -> str:
    """Return the id that a value is pointed at by: itself, or the first text in it (a pose begins with its hex)."""
    if isinstance(value, str):
        return value
    if isinstance(value, Struct):
        value = structs.astuple(value)
    fields = cast("tuple[object, ...]", value) if isinstance(value, tuple) else ()
    return next((one for one in fields if isinstance(one, str)), "")


def only_value(domain: Domain[Any]) -> Any:
    """Return the value of a domain that has just one, else ``NOTHING``."""
    if isinstance(domain, Text | Path | DiceFaces):
        return NOTHING
    found: list[Any] = []
    for value in domain:
        found.append(value)
        if len(found) > 1:
            return NOTHING
    return found[0] if found else NOTHING
