"""Reach over areas: a plain search over a network of some hundred spaces."""

from __future__ import annotations

from functools import cached_property
from heapq import heappop, heappush
from typing import TYPE_CHECKING

import numpy as np

from sandtable.board.reach import NO_ROAD, SpaceReach, check_prices, total_prices
from sandtable.engine.actions.allowance import ALL
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from numpy.typing import ArrayLike

    from sandtable.board.graph import Graph
    from sandtable.board.reach import Ints, Why
    from sandtable.board.spaces import Edge, Space, SpaceId
    from sandtable.engine.actions.allowance import Allowance


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


class BoardNetwork(Network):
    """The open edges of a board's graph as arcs; its spaces, in id order, as numbers.

    Corner contacts are no arcs unless asked for; a one-way edge is one arc.
    """

    def __init__(self, graph: Graph, *, corners: bool = False) -> None:
        self.ids = tuple(graph.spaces)
        self.number = {id: number for number, id in enumerate(self.ids)}
        self._spaces = tuple(graph.spaces.values())
        edges = [edge for edge in graph.edges.values() if edge.open and (corners or edge.contact == "border")]
        arcs = [(edge, end) for edge in edges for end in (edge.a, edge.b) if edge.leads_from(end)]
        self.edge_of = tuple(edge for edge, _ in arcs)
        super().__init__(len(self.ids), [(self.number[end], self.number[edge.other(end)]) for edge, end in arcs])

    def entry(self, answer: Callable[[Space], int]) -> Ints:
        """Ask once per space what entering it costs."""
        return np.array([answer(space) for space in self._spaces], np.int32)

    def crossing(self, answer: Callable[[Edge, SpaceId], int]) -> Ints:
        """Ask once per arc what its edge costs one who enters that space."""
        heads: list[int] = self.heads.tolist()
        ends = zip(self.edge_of, heads, strict=True)
        return np.array([answer(edge, self.ids[head]) for edge, head in ends], np.int32)


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
        self.prices: list[int] = total_prices(
            check_prices("spaces", entry, network.spaces)[heads],
            None if crossing is None else check_prices("edges", crossing, network.arcs),
            None if road is None else check_prices("roads", road, network.arcs, NO_ROAD),
            None if surcharge is None else check_prices("surcharges", surcharge, network.spaces)[heads],
        ).tolist()

    @cached_property
    def _steps(self) -> list[tuple[tuple[int, int], ...] | None]:
        """Per space the steps out of it that have a price, (space entered, price): worked out when first needed."""
        return [None] * self.network.spaces

    def _steps_from(self, here: int) -> tuple[tuple[int, int], ...]:
        prices = self.prices
        steps = tuple((there, prices[arc]) for there, arc in self.network.out[here] if prices[arc] >= 0)
        self._steps[here] = steps
        return steps

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

    def reach(self, start: int, allowance: Allowance) -> SpaceReach:
        """Search from a space."""
        if not 0 <= start < self.network.spaces:
            raise Invalid(f"space {start} is not on the map: spaces are numbered 0 to {self.network.spaces - 1}")
        return _AreaReach(self, start, allowance, self._search(start, allowance))

    def _search(self, start: int, allowance: Allowance) -> dict[int, int]:
        """Settle spaces in order of cost: per cost met a list of spaces, a queue of these costs."""
        stops, limit, steps = self.stops, allowance.limit, self._steps
        takes_all = self._ends_at_all(start, allowance)
        best = [limit + 1] * self.network.spaces
        best[start] = 0
        settled: dict[int, int] = {}
        found = {0: [start]}
        queue = [0]
        while queue:
            cost = heappop(queue)
            for here in found[cost]:
                if best[here] != cost:
                    continue
                settled[here] = cost
                if here in stops and here != start:
                    continue
                ways = steps[here]
                ends = self._steps_from(here) if ways is None else ways
                if takes_all and cost < limit:
                    ends = (*ends, *((there, limit - cost) for there in takes_all.get(here, ())))
                for there, price in ends:
                    after = cost + price
                    if after < best[there]:
                        best[there] = after
                        if after in found:
                            found[after].append(there)
                        else:
                            found[after] = [there]
                            heappush(queue, after)
        return settled

    def _ends_at_all(self, start: int, allowance: Allowance) -> dict[int, list[int]]:
        """Return per space the spaces that a step at the whole allowance enters."""
        ends = dict(self._takes_all) if self._special and allowance.all_points == "left" else {}
        if self._special or allowance.one_space:
            prices, after = self.prices, allowance.spent_after
            ends[start] = [
                there
                for there, arc in self.network.out[start]
                if not 0 <= prices[arc] <= allowance.limit and after(0, prices[arc], first=True) is not None
            ]
        return ends


class _AreaReach(SpaceReach):
    def __init__(self, costs: Costs, start: int, allowance: Allowance, settled: dict[int, int]) -> None:
        super().__init__(start, allowance, costs.why)
        self._costs = costs
        self._settled = settled

    def _costs_found(self) -> dict[int, int]:
        return self._settled.copy()

    def cost(self, space: int) -> int | None:
        return self._settled.get(space)

    def steps_into(self, space: int) -> Iterator[tuple[int, int]]:
        prices = self._costs.prices
        return ((here, prices[arc]) for here, arc in self._costs.network.into[space])

    def stops(self, space: int) -> bool:
        return space in self._costs.stops
