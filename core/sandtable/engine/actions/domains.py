"""What a field of an action may hold: a domain can be sampled, counted and listed lazily.

An offer is an action class with a domain for each field; a flat list of actions would not do (nine
losses over eight corps have 28 million allocations).
"""

from __future__ import annotations

from itertools import combinations, islice
from math import comb
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping
    from random import Random

    from sandtable.engine.state.tables import RowTable

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
MANY = 1_000_000_000


class Domain(Protocol[T_co]):
    """The values a field may hold, best first."""

    def __contains__(self, value: object, /) -> bool: ...
    def __iter__(self) -> Iterator[T_co]: ...
    def sample(self, rng: Random) -> T_co | None:
        """Return one value at random, ``None`` when there is none."""
        ...

    def count(self) -> int:
        """Return how many values there are (a bound from above, at most ``MANY``)."""
        ...

    def says(self) -> str:
        """Describe the values for a prompt."""
        ...


class Choice(Generic[T]):
    """One of a list."""

    __slots__ = ("values",)

    def __init__(self, values: Iterable[T]) -> None:
        self.values = tuple(values)

    def __contains__(self, value: object) -> bool:
        return value in self.values

    def __iter__(self) -> Iterator[T]:
        return iter(self.values)

    def sample(self, rng: Random) -> T | None:
        values = self.values
        return values[int(rng.random() * len(values))] if values else None

    def count(self) -> int:
        return len(self.values)

    def says(self) -> str:
        return f"one of {len(self.values)}"


class Rows:
    """The id of one row of a table, or of those whose declared index is a value: ``Rows(game[Unit], side=ask.side)``.

    Nothing is listed until somebody looks; membership is asked of the table.
    """

    __slots__ = ("index", "table", "value")

    def __init__(self, table: RowTable[Any], **index: Hashable) -> None:
        self.table = table
        self.index, self.value = index.popitem() if index else ("", None)

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, str) or (row := self.table.get(value)) is None:
            return False
        if not self.index:
            return True
        held = getattr(row, self.index)
        return self.value in held if isinstance(held, tuple) else bool(held == self.value)

    def _ids(self) -> tuple[Any, ...]:
        return self.table.ids(self.index, self.value)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._ids())

    def sample(self, rng: Random) -> Any:
        ids = self._ids()
        return ids[int(rng.random() * len(ids))] if ids else None

    def count(self) -> int:
        return len(self._ids())

    def says(self) -> str:
        return f"one of {self.count()}"


class Range:
    """A whole number from ``low`` to ``high``, both included, in steps.

    ``usual`` is the one that is most often meant: whoever fills it in begins there, by default at the least.
    """

    __slots__ = ("high", "low", "step", "usual")

    def __init__(self, low: int, high: int, step: int = 1, *, usual: int | None = None) -> None:
        self.low, self.high, self.step = low, high, step
        self.usual = low if usual is None or usual not in self._range() else usual

    def _range(self) -> range:
        return range(self.low, self.high + 1, self.step)

    def __contains__(self, value: object) -> bool:
        return type(value) is int and value in self._range()

    def __iter__(self) -> Iterator[int]:
        return iter(self._range())

    def sample(self, rng: Random) -> int | None:
        values = self._range()
        return values[int(rng.random() * len(values))] if values else None

    def count(self) -> int:
        return len(self._range())

    def says(self) -> str:
        return f"{self.low} to {self.high}" + (f" in steps of {self.step}" if self.step != 1 else "")


class Subset(Generic[T]):
    """Any ``least`` to ``most`` of a list, as a tuple in the list's order."""

    __slots__ = ("least", "most", "values")

    def __init__(self, values: Iterable[T], least: int = 0, most: int | None = None) -> None:
        self.values = tuple(values)
        self.least = least
        self.most = len(self.values) if most is None else min(most, len(self.values))

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, tuple):
            return False
        chosen: tuple[T, ...] = value  # pyright: ignore[reportUnknownVariableType]  # what a bare tuple holds is unknown to it
        if not self.least <= len(chosen) <= self.most:
            return False
        places = iter(self.values)
        return all(item in places for item in chosen)

    def __iter__(self) -> Iterator[tuple[T, ...]]:
        for size in range(self.least, self.most + 1):
            yield from combinations(self.values, size)

    def at(self, place: int) -> tuple[T, ...]:
        """Return the subset that comes at a place when all are gone through, without going there."""
        for size in range(self.least, self.most + 1):
            ways = comb(len(self.values), size)
            if 0 <= place < ways:
                return self._of_size(size, place)
            place -= ways
        raise IndexError(place)

    def _of_size(self, size: int, place: int) -> tuple[T, ...]:
        """Return the subset of a size that comes at a place among those of its size."""
        chosen: list[T] = []
        for at, value in enumerate(self.values):
            with_it = comb(len(self.values) - at - 1, size - len(chosen) - 1) if len(chosen) < size else 0
            if place < with_it:
                chosen.append(value)
            else:
                place -= with_it
        return tuple(chosen)

    def sample(self, rng: Random) -> tuple[T, ...] | None:
        if self.least > self.most:
            return None
        chosen = set(rng.sample(range(len(self.values)), rng.randint(self.least, self.most)))
        return tuple(value for at, value in enumerate(self.values) if at in chosen)

    def count(self) -> int:
        return min(MANY, sum(comb(len(self.values), size) for size in range(self.least, self.most + 1)))

    def says(self) -> str:
        return f"{self.span()} of {len(self.values)}"

    def span(self) -> str:
        """Say how many there may be: ``2``, ``2 to 4``, ``2 or more``, ``any``."""
        if self.least == self.most:
            return f"{self.most}"
        if self.most < len(self.values):
            return f"{self.least} to {self.most}"
        return f"{self.least} or more" if self.least else "any"


class Sums(Generic[T]):
    """Shares of a ``total`` among parts that can each bear so much: ``((part, share), ...)``, shares above 0."""

    __slots__ = ("limits", "total")

    def __init__(self, limits: Mapping[T, int], total: int) -> None:
        self.limits = {part: limit for part, limit in limits.items() if limit > 0}
        self.total = total

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, tuple) or not all(isinstance(one, tuple) and len(one) == 2 for one in value):  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]  # what a bare tuple holds is unknown to it
            return False
        pairs: tuple[tuple[T, int], ...] = value  # pyright: ignore[reportUnknownVariableType]  # what a bare tuple holds is unknown to it
        try:
            shares = dict(pairs)
        except TypeError:
            return False
        if len(shares) < len(pairs):
            return False
        within = all(type(n) is int and 0 < n <= self.limits.get(part, 0) for part, n in shares.items())
        return within and sum(shares.values()) == self.total and list(shares) == [p for p in self.limits if p in shares]

    def __iter__(self) -> Iterator[tuple[tuple[T, int], ...]]:
        yield from self._split(tuple(self.limits.items()), self.total)

    def _split(self, parts: tuple[tuple[T, int], ...], left: int) -> Iterator[tuple[tuple[T, int], ...]]:
        if left == 0:
            yield ()
            return
        if left < 0 or left > sum(limit for _, limit in parts):
            return
        (part, limit), rest = parts[0], parts[1:]
        for share in range(min(limit, left), -1, -1):
            for tail in self._split(rest, left - share):
                yield ((part, share), *tail) if share else tail

    def sample(self, rng: Random) -> tuple[tuple[T, int], ...] | None:
        room = [part for part, limit in self.limits.items() for _ in range(limit)]
        if not 0 <= self.total <= len(room):
            return None
        drawn = rng.sample(room, self.total)
        return tuple((part, n) for part in self.limits if (n := drawn.count(part)))

    def count(self) -> int:
        ways = [1] + [0] * self.total
        for limit in self.limits.values():
            ways = [min(MANY, sum(ways[max(0, n - limit) : n + 1])) for n in range(self.total + 1)]
        return ways[self.total] if self.total >= 0 else 0

    def says(self) -> str:
        return f"{self.total} shared among {len(self.limits)}"


class Text:
    """Free text of at most ``most`` characters."""

    __slots__ = ("most",)

    def __init__(self, most: int = 200) -> None:
        self.most = most

    def __contains__(self, value: object) -> bool:
        return isinstance(value, str) and len(value) <= self.most

    def __iter__(self) -> Iterator[str]:
        yield ""

    def sample(self, rng: Random) -> str | None:
        return "".join(rng.choice("abc ") for _ in range(rng.randint(0, min(8, self.most))))

    def count(self) -> int:
        return MANY

    def says(self) -> str:
        return f"text of up to {self.most} characters"


def every(values: Domain[Any], limit: int) -> list[Any] | None:
    """List a domain whole, ``None`` when it holds more than ``limit``."""
    listed = list(islice(values, limit + 1))
    return listed if len(listed) <= limit else None
