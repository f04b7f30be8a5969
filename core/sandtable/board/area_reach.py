"""Reach over areas: a plain search over a network of some hundred spaces."""

from __future__ import annotations

from functools import cached_property
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Final

import numpy as np

from sandtable.board.reach import ALL, NO_ROAD, Reach, checked, priced
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from numpy.typing import ArrayLike

    from sandtable.board.reach import Allowance, Ints, Why

_FAR: Final = 1 << 40


class Network:
    """Spaces ``0 .. spaces - 1`` and the arcs that lead from one to another, as given."""

    def __init__(self, spaces: int, arcs: Iterable[tuple[int, int]]) -> None:
        """Raise ``Invalid`` for an arc into nowhere."""
        self.spaces = spaces
        ends = np.array(list(arcs), np.int32).reshape(-1, 2)
        self.tails, self.heads = np.ascontiguousarray(ends[:, 0]), np.ascontiguousarray(ends[:, 1])
        if ends.size and (int(ends.min()) < 0 or int(ends.max()) >= spaces):
            bad = next((tail, head) for tail, head in ends.tolist() if not (0 <= tail < spaces and 0 <= head < spaces))
            raise Invalid(f"arc {bad} leads outside the {spaces} spaces: number them from 0 to {spaces - 1}")

    @classmethod
    def both_ways(cls, spaces: int, edges: Iterable[tuple[int, int]]) -> Network:
        """Make a network of edges: of ``m`` edges, edge ``e`` is arc ``e`` as given and arc ``m + e`` back."""
        given = list(edges)
        return cls(spaces, [*given, *((b, a) for a, b in given)])

    @property
    def arcs(self) -> int:
        """The number of arcs: the length of arrays of prices of arcs."""
        return len(self.tails)

    @cached_property
    def out(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Per space the steps out of it: (space entered, arc), in order of the spaces."""
        return self._by(self.tails, self.heads)

    @cached_property
    def into(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """Per space the steps into it: (space left, arc), in order of the spaces."""
        return self._by(self.heads, self.tails)

    def _by(self, at: Ints, beside: Ints) -> tuple[tuple[tuple[int, int], ...], ...]:
        steps: list[list[tuple[int, int]]] = [[] for _ in range(self.spaces)]
        ends: Iterable[tuple[int, int]] = zip(at.tolist(), beside.tolist(), strict=True)
        for arc, (here, there) in enumerate(ends):
            steps[here].append((there, arc))
        return tuple(tuple(sorted(some)) for some in steps)


class Costs:
    """What steps cost over a network, for one kind of mover in one decision."""

    def __init__(
        self,
        network: Network,
        entry: ArrayLike,
        crossing: ArrayLike | None = None,
        road: ArrayLike | None = None,
        surcharge: ArrayLike | None = None,
        stops: Collection[int] = (),
        why: Why | None = None,
    ) -> None:
        """Take prices of spaces (``entry``, ``surcharge``: one each) and of arcs (``crossing``, ``road``).

        ``why(here, there)`` gives the reasons of a barred step; it is called only when somebody asks.
        """
        self.network = network
        self.stops = frozenset(stops)
        self.why = why
        heads = network.heads
        self.prices: list[int] = priced(
            checked("spaces", entry, network.spaces)[heads],
            None if crossing is None else checked("edges", crossing, network.arcs),
            None if road is None else checked("roads", road, network.arcs, NO_ROAD),
            None if surcharge is None else checked("surcharges", surcharge, network.spaces)[heads],
        ).tolist()

    @cached_property
    def _plain(self) -> list[int]:
        """Prices for comparison: what cannot be paid is too dear for anybody."""
        return [price if price >= 0 else _FAR for price in self.prices] if self._special else self.prices

    @cached_property
    def _special(self) -> bool:
        return min(self.prices, default=0) < 0

    @cached_property
    def _takes_all(self) -> dict[int, list[int]]:
        """Per space the spaces that are entered from it at the whole allowance."""
        found: dict[int, list[int]] = {}
        for arc, price in enumerate(self.prices):
            if price == ALL:
                found.setdefault(int(self.network.tails[arc]), []).append(int(self.network.heads[arc]))
        return found

    def reach(self, start: int, allowance: Allowance) -> Reach:
        """Search from a space."""
        if not 0 <= start < self.network.spaces:
            raise Invalid(f"space {start} is not on the map: spaces are numbered 0 to {self.network.spaces - 1}")
        return _AreaReach(self, start, allowance, self._search(start, allowance))

    def _search(self, start: int, allowance: Allowance) -> dict[int, int]:
        """Settle spaces in order of cost; each entry of the queue is ``cost * spaces + space``."""
        out, prices, stops, spaces, limit = (
            self.network.out,
            self._plain,
            self.stops,
            self.network.spaces,
            allowance.limit,
        )
        best = [limit + 1] * spaces
        best[start] = 0
        settled: dict[int, int] = {}
        queue = [start]
        takes_all = self._takes_all if allowance.all_points == "left" else {}
        while queue:
            cost, here = divmod(heappop(queue), spaces)
            if here in settled:
                continue
            settled[here] = cost
            if here in stops and here != start:
                continue
            for there, arc in out[here]:
                after = cost + prices[arc]
                if after < best[there]:
                    best[there] = after
                    heappush(queue, after * spaces + there)
            ends = self._ends_of_start(start, allowance) if here == start else takes_all.get(here, ())
            for there in ends if cost < limit else ():
                if limit < best[there]:
                    best[there] = limit
                    heappush(queue, limit * spaces + there)
        return settled

    def _ends_of_start(self, start: int, allowance: Allowance) -> Sequence[int]:
        """List the spaces that a first step at the whole allowance enters."""
        after = allowance.spent_after
        if not self._special and not allowance.one_space:
            return ()
        return [
            there
            for there, arc in self.network.out[start]
            if not 0 <= self.prices[arc] <= allowance.limit and after(0, self.prices[arc], first=True) is not None
        ]


class _AreaReach(Reach):
    def __init__(self, costs: Costs, start: int, allowance: Allowance, settled: dict[int, int]) -> None:
        super().__init__(start, allowance, costs.why)
        self._costs = costs
        self._settled = settled

    def _costs_found(self) -> dict[int, int]:
        return dict(sorted(self._settled.items()))

    def cost(self, space: int) -> int | None:
        return self._settled.get(space)

    def steps_into(self, space: int) -> Iterator[tuple[int, int]]:
        prices = self._costs.prices
        return ((here, prices[arc]) for here, arc in self._costs.network.into[space])

    def stops(self, space: int) -> bool:
        return space in self._costs.stops
