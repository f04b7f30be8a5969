"""Reach over hexes: the search of ``reach`` on large maps, in a window round the start.

`HexCosts` holds the prices of every step on a map for one kind of mover; it is made when the map or the rules
change. What depends on the position (enemies, stacking) is given sparsely with each search.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sandtable.board.hexes import HexGrid
from sandtable.board.reach import NO_ROAD, SpaceReach, add_prices, check_prices, total_prices
from sandtable.engine.actions.allowance import ALL, BLOCKED, MOST, Allowance

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from numpy.typing import ArrayLike

    from sandtable.board.hexes import Ints
    from sandtable.board.reach import Why


class HexCosts:
    """What steps cost on a hex map, for one kind of mover."""

    def __init__(
        self, grid: HexGrid, entry: ArrayLike, crossing: ArrayLike | None = None, road: ArrayLike | None = None
    ) -> None:
        """Take prices of hexes (``entry``: ``size``), of steps out of them (``crossing``, ``road``: ``(size, 6)``)."""
        self.grid = grid
        beside = grid.neighbour_table
        heads = np.where(beside >= 0, beside, 0)
        prices = total_prices(
            check_prices("hexes", entry, grid.size)[heads],
            None if crossing is None else check_prices("hexsides", crossing, grid.size * 6).reshape(-1, 6),
            None if road is None else check_prices("roads", road, grid.size * 6, NO_ROAD).reshape(-1, 6),
            None,
        )
        self.prices: Ints = np.where(beside >= 0, prices, BLOCKED)

    @cached_property
    def some_take_all(self) -> bool:
        """Whether there is a step that takes the whole allowance."""
        return bool((self.prices == ALL).any())

    @cached_property
    def usual(self) -> float:
        """What a step of a good way may cost: between a price that few are below and one that half are below."""
        payable = self.prices[self.prices > 0]
        return float(np.quantile(payable, (0.1, 0.5)).mean()) if payable.size else 1.0

    def reach(
        self,
        start: int,
        allowance: Allowance,
        surcharge: Mapping[int, int] | None = None,
        stops: Collection[int] = (),
        why: Why | None = None,
    ) -> HexReach:
        """Search from the hex with that index.

        ``surcharge``: what entering some hexes costs more (``BLOCKED``, ``ALL``), by road too. ``stops``: hexes
        that may be entered and not left. ``why(here, there)`` gives the reasons of a barred step when asked.
        """
        self.grid.index(self.grid.hex(start))
        return HexReach(self, start, allowance, surcharge or {}, frozenset(stops), why)


class _Box(NamedTuple):
    """A window of the map: where it begins, how large it is."""

    column: int
    row: int
    width: int
    height: int


class HexReach(SpaceReach):
    """What is reached from a hex; spaces are indices of hexes."""

    def __init__(
        self,
        costs: HexCosts,
        start: int,
        allowance: Allowance,
        surcharge: Mapping[int, int],
        stops: frozenset[int],
        why: Why | None,
    ) -> None:
        super().__init__(start, allowance, why)
        self.grid = costs.grid
        self._costs = costs
        if surcharge:
            check_prices("surcharges", list(surcharge.values()), len(surcharge))
        self._surcharge = surcharge
        self._stops = stops
        radius = int(allowance.limit / costs.usual) + 4
        while True:
            self._box = self._window(radius)
            self._found = self._search()
            if not self._touches_the_rim():
                break
            radius *= 2

    def _window(self, radius: int) -> _Box:
        row, column = divmod(self.start, self.grid.columns)
        left, top = max(0, column - radius), max(0, row - radius)
        right, bottom = min(self.grid.columns, column + radius + 1), min(self.grid.rows, row + radius + 1)
        return _Box(left, top, right - left, bottom - top)

    def _touches_the_rim(self) -> bool:
        """Say whether the window, where it is not the map's own border, may have cut something off."""
        box, found = self._box, self._found.reshape(self._box.height, self._box.width)
        rims = (
            (box.column > 0, found[:, 0]),
            (box.row > 0, found[0]),
            (box.column + box.width < self.grid.columns, found[:, -1]),
            (box.row + box.height < self.grid.rows, found[-1]),
        )
        return any(cut and bool((rim >= 0).any()) for cut, rim in rims)

    # --- the search ---

    def _search(self) -> Ints:
        """Return costs for the cells of the window, -1 where it does not reach."""
        box = self._box
        heads = _window_heads(self.grid.orientation, self._odd(), box.width, box.height)
        prices = self._map_prices().reshape(-1, 6)
        if self._surcharge:
            prices = add_prices(prices, self._surcharges()[heads])
        found = _least_costs(self._local(self.start), heads, self._weights(prices), self.allowance.limit)
        if self.allowance.one_space or self._costs.some_take_all or ALL in self._surcharge.values():
            self._take_all(found, prices, heads)
        return found

    def _map_prices(self) -> Ints:
        """Return the prices of the steps in the window without surcharges, ``(height, width, 6)``."""
        box, grid = self._box, self.grid
        prices = self._costs.prices.reshape(grid.rows, grid.columns, 6)
        return prices[box.row : box.row + box.height, box.column : box.column + box.width]

    def _surcharges(self) -> Ints:
        """Return the surcharges of the cells of the window."""
        surcharges = np.zeros(self._box.width * self._box.height, np.int32)
        there = self._locals(self._surcharge)
        more = np.fromiter(self._surcharge.values(), np.int32, len(there))
        surcharges[there[there >= 0]] = more[there >= 0]
        return surcharges

    def _weights(self, prices: Ints) -> Ints:
        """Return the prices for comparison: a step that is none, or leads out of a stop, is beyond any limit."""
        weights = np.where(prices < 0, 2 * MOST, prices)
        if self._stops:
            held = self._locals(self._stops - {self.start})
            weights[held[held >= 0]] = 2 * MOST
        return weights

    def _take_all(self, found: Ints, prices: Ints, heads: Ints) -> None:
        """Add the hexes that a step at the whole allowance enters, and those entered from there for nothing."""
        allowance, start = self.allowance, self._local(self.start)
        ends = [
            (here, k)
            for here, k in np.argwhere(prices == ALL).tolist()
            if found[here] >= 0 and not self._holds(here, start)
        ]
        if allowance.one_space:
            ends += [(start, k) for k in range(6)]
        ring: list[int] = []
        for here, k in ends:
            there = int(heads[here, k])
            after = allowance.spent_after(int(found[here]), int(prices[here, k]), first=here == start)
            if after is not None and found[there] < 0:
                ring.append(there)
        found[ring] = allowance.limit
        while ring:
            here = ring.pop()
            if not self._holds(here, start):
                free = [int(heads[here, k]) for k in range(6) if prices[here, k] == 0]
                fresh = [there for there in free if found[there] < 0]
                found[fresh] = allowance.limit
                ring += fresh

    def _holds(self, local: int, start: int) -> bool:
        return local != start and self._global(local) in self._stops

    # --- between the window and the map ---

    def _odd(self) -> int:
        """Say whether the first column (flat) or row (pointy) of the window is a shifted one."""
        first = self._box.column if self.grid.orientation == "flat" else self._box.row
        return (first + (self.grid.stagger == "even")) % 2

    def _local(self, index: int) -> int:
        row, column = divmod(index, self.grid.columns)
        row, column = row - self._box.row, column - self._box.column
        inside = 0 <= row < self._box.height and 0 <= column < self._box.width
        return row * self._box.width + column if inside else -1

    def _locals(self, indices: Collection[int]) -> Ints:
        """Return the places of many hexes in the window, -1 for those outside."""
        box = self._box
        row, column = np.divmod(np.fromiter(indices, np.int32, len(indices)), self.grid.columns)
        row, column = row - box.row, column - box.column
        inside = (row >= 0) & (row < box.height) & (column >= 0) & (column < box.width)
        return np.where(inside, row * box.width + column, -1)

    def _global(self, local: int) -> int:
        row, column = divmod(local, self._box.width)
        return (row + self._box.row) * self.grid.columns + column + self._box.column

    # --- what is asked ---

    @cached_property
    def _reached_places(self) -> Ints:
        """Places in the window, ascending."""
        return np.flatnonzero(self._found >= 0).astype(np.int32)

    @cached_property
    def hexes(self) -> Ints:
        """Indices of the hexes reached, ascending."""
        box, columns = self._box, self.grid.columns
        skipped = (self._reached_places // box.width) * (columns - box.width) + box.row * columns + box.column
        return np.asarray(self._reached_places + skipped, np.int32)

    def _costs_found(self) -> dict[int, int]:
        return dict(zip(self.hexes.tolist(), self._found[self._reached_places].tolist(), strict=True))

    @property
    def layer(self) -> Ints:
        """The costs as a layer of the map, ``(size,) int32``, -1 where it does not reach."""
        layer = np.full(self.grid.size, -1, np.int32)
        layer[self.hexes] = self._found[self._reached_places]
        return layer

    def cost(self, space: int) -> int | None:
        local = self._local(space)
        cost = -1 if local < 0 else int(self._found[local])
        return None if cost < 0 else cost

    def steps_into(self, space: int) -> Iterator[tuple[int, int]]:
        there, more = self.grid.hex(space), self._surcharge.get(space, 0)
        steps = ((self.grid.find(there.step(k)), k) for k in range(6))
        return (
            (here, _sum(int(self._costs.prices[here, (k + 3) % 6]), more)) for here, k in sorted(steps) if here >= 0
        )

    def stops(self, space: int) -> bool:
        return space in self._stops


def _least_costs(start: int, heads: Ints, weights: Ints, limit: int) -> Ints:
    """Return the least costs from a cell, -1 where the limit does not reach: all at the rim take a step at once."""
    far = limit + 1
    costs, touched = np.full(len(heads), far, np.int32), np.zeros(len(heads), bool)
    costs[start] = 0
    rim = np.array([start])
    while rim.size:
        there = heads.take(rim, 0)
        spent = weights.take(rim, 0) + costs.take(rim)[:, None]
        cheaper = spent < costs.take(there)
        there = there[cheaper]
        np.minimum.at(costs, there, spent[cheaper])
        touched[there] = True
        (rim,) = touched.nonzero()
        touched[rim] = False
    costs[costs == far] = -1
    return costs


def _sum(price: int, more: int) -> int:
    if BLOCKED in (price, more):
        return BLOCKED
    return ALL if ALL in (price, more) else price + more


@lru_cache(maxsize=64)
def _window_heads(orientation: str, odd: int, width: int, height: int) -> Ints:
    """Return the cell in each direction of each cell, itself for those outside."""
    grid = HexGrid(width, height, "flat" if orientation == "flat" else "pointy", "even" if odd else "odd")
    beside = grid.neighbour_table
    return np.where(beside >= 0, beside, np.arange(grid.size, dtype=np.int32)[:, None])
