"""The search for ways to where the cheapest may not end: of a forced march, which has to take more points, say."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from heapq import heappop, heappush
from itertools import count
from typing import Final

from sandtable.engine.actions.way_search import Arrival

NOWHERE: Final[frozenset[Hashable]] = frozenset()


class Trail(Arrival, eq=False, gc=False):
    """A way, with all it has been in as the search tells states apart."""

    been: frozenset[Hashable] = NOWHERE
    may_end: bool = False


def dearer_ways(start: Trail, step_on: Callable[[Trail], Iterable[Trail]], limit: int) -> Iterator[Trail]:
    """Yield the ways that may end where they have come to, cheapest first.

    Left out is one that another outdoes: it has come to the same state at the same price, and has been in no state in
    which the one left out has not. More than ``limit`` ways are not looked at.
    """
    queue, order = [(0, 0, start)], count(1)
    known: dict[Hashable, list[frozenset[Hashable]]] = {}
    while queue:
        trail = heappop(queue)[2]
        if trail.may_end:
            yield trail
        for further in step_on(trail):
            others = known.setdefault((further.node, further.cost, further.may_end), [])
            if any(other <= further.been for other in others):
                continue
            others.append(further.been)
            if (number := next(order)) > limit:
                return
            heappush(queue, (further.cost, number, further))
