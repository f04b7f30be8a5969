"""Ways over the land, and chains of depots along them: kept for as long as they lead through none of the same areas."""

from __future__ import annotations

from collections import deque
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final

from sandtable.engine import Game, SideId, cached_while_unchanged
from sandtable_empires.hookspecs.supply import SupplyHooks
from sandtable_empires.model import AreaId, Depot, Exits, exits

KEPT: Final = 4096
PathsTo = dict[AreaId, tuple[AreaId, ...]]


@dataclass
class Fed:
    """A depot to which supply comes: from ``parent`` along ``way``, which ends at it; neither at a source."""

    depot: Depot
    parent: Depot | None = None
    way: tuple[AreaId, ...] = ()
    links: int = 0


@dataclass(frozen=True)
class Chains:
    """The depots to which supply comes, by area, and the areas in which one more would be fed."""

    fed_depots: dict[AreaId, Fed]
    near: AbstractSet[AreaId]


class Roads:
    """Ways and chains that lead through no closed area."""

    def __init__(self, leads: Exits) -> None:
        self._closed = frozenset[AreaId]()
        self._next = {
            here: [there for link, there in leading if link.across != "optional_crossing"]
            for here, leading in leads.items()
        }
        self._ways: dict[tuple[AreaId, int], PathsTo] = {}
        self._free: dict[tuple[AreaId, int], PathsTo] = {}
        """The ways there would be if nothing were closed."""
        self._kept: dict[tuple[AreaId, int, frozenset[AreaId]], PathsTo] = {}
        """The ways there are with some of their areas closed: these close and open again all the time."""

    def close(self, closed: frozenset[AreaId]) -> Roads:
        """Lead through other areas from now on."""
        if closed is not self._closed and closed != self._closed:
            self._closed, self._ways = closed, {}
        return self

    def ways(self, start: AreaId, most: int) -> PathsTo:
        """Return the shortest way to each area no more than so many areas off, nearest first."""
        key = (start, most)
        if key not in self._ways:
            if key not in self._free:
                self._free[key] = self._spread_from(start, most, frozenset())
            free = self._free[key]
            self._ways[key] = free if self._closed.isdisjoint(free) else self._around(start, most, free)
        return self._ways[key]

    def _around(self, start: AreaId, most: int, free: PathsTo) -> PathsTo:
        closed = self._closed.intersection(free)
        key = start, most, closed
        if key not in self._kept:
            if len(self._kept) == KEPT:
                self._kept.clear()
            self._kept[key] = self._spread_from(start, most, closed)
        return self._kept[key]

    def chains(self, depots: tuple[Depot, ...], first: tuple[AreaId, ...], most: int) -> Chains:
        """Return how these depots are fed, by the fewest links of ``most`` areas, from those of the areas ``first``."""
        able, near = {depot.area: depot for depot in depots}, set[AreaId]()
        found = {area: Fed(able[area]) for area in first}
        ahead = deque(found)
        while ahead:
            here = ahead.popleft()
            ways = self.ways(here, most)
            near.update(ways)
            for area in [area for area in ways if area in able and area not in found]:
                found[area] = Fed(able[area], found[here].depot, ways[area], found[here].links + 1)
                ahead.append(area)
        return Chains(found, near)

    def _spread_from(self, start: AreaId, most: int, closed: frozenset[AreaId]) -> PathsTo:
        if start in closed:
            return {}
        found: PathsTo = {start: ()}
        rim, seen, onward = {**found}, {start, *closed}, self._next
        for _ in range(most):
            beyond: PathsTo = {}
            for here, way in rim.items():
                for area in onward.get(here, ()):
                    if area not in seen:
                        seen.add(area)
                        beyond[area] = (*way, area)
            found |= beyond
            rim = beyond
        return found


@cached_while_unchanged
def roads(game: Game, side: SideId) -> Roads:
    """Return the roads of a side, for as long as the links stay as they are; those closed last stay so."""
    leads, barred = exits(game), frozenset(game.hooks(SupplyHooks).barred_ways(game, side))
    if not barred:
        return Roads(leads)
    return Roads({here: tuple(way for way in ways if way[0].id not in barred) for here, ways in leads.items()})
