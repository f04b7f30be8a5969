"""Before and after: one thing that stands in place of another, came or went."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import compress
from operator import is_not
from typing import Any, Generic, TypeVar

from msgspec import Struct

from sandtable.engine.errors import Invalid

T = TypeVar("T")
K = TypeVar("K", bound=Any)


class Swap(Struct, Generic[T], frozen=True, array_like=True):
    """A thing before and after; ``None`` where there was none, or is none any more."""

    before: T | None
    after: T | None

    def turned_round(self) -> Swap[T]:
        return Swap(self.after, self.before)


def swaps(was: Mapping[K, T], now: Mapping[K, T]) -> dict[K, Swap[T]]:
    """Return what differs between two mappings, in order of the keys."""
    if was is now:
        return {}
    if list(was) == list(now):
        others = compress(was, map(is_not, was.values(), now.values()))
        found = {key: Swap(was[key], now[key]) for key in others if was[key] != now[key]}
        return dict(sorted(found.items()))
    found = {key: Swap(one, now.get(key)) for key, one in was.items() if _differ(one, now.get(key))}
    found |= {key: Swap(None, one) for key, one in now.items() if key not in was}
    return dict(sorted(found.items()))


def turned(some: Mapping[K, Swap[T]]) -> dict[K, Swap[T]]:
    """Return all of them turned round."""
    return {key: swap.turned_round() for key, swap in some.items()}


def after_of(things: Mapping[K, T], some: Mapping[K, Swap[T]], what: str, *, look_only: bool = False) -> dict[K, T]:
    """Return the things after these swaps; raises ``Invalid`` where one is not as they found it.

    ``look_only`` returns nothing: somebody else puts them in place.
    """
    for key, swap in some.items():
        if _differ(things.get(key), swap.before):
            raise Invalid(f"the change does not fit the map: the {what} {key!r} is not what it was")
    if look_only:
        return {}
    found = dict(things)
    for key, swap in some.items():
        if swap.after is None:
            found.pop(key, None)
        else:
            found[key] = swap.after
    return found


def in_one(what: str, rows: Iterable[Mapping[K, Swap[T]]]) -> dict[K, Swap[T]]:
    """Return what swaps do that are made one after the other; raises ``Invalid`` where one does not follow."""
    found: dict[K, Swap[T]] = {}
    for some in rows:
        for key, swap in some.items():
            was = found.get(key)
            if was is not None and _differ(was.after, swap.before):
                raise Invalid(f"the change does not fit the map: the {what} {key!r} is not what it was")
            found[key] = swap if was is None else Swap(was.before, swap.after)
    return {key: swap for key, swap in found.items() if _differ(swap.before, swap.after)}


def one_swap(what: str, some: Iterable[Swap[T] | None]) -> Swap[T] | None:
    """Return what swaps of one thing do that are made one after the other, ``None`` where it stays."""
    return in_one(what, ({"": swap} for swap in some if swap is not None)).get("")


def _differ(one: object, other: object) -> bool:
    return one is not other and one != other
