"""Ways over the land, and chains of depots along them: kept for as long as they lead through none of the same areas."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from sandtable.engine import Game, SideId, cached_while_unchanged
from sandtable_empires.hookspecs.supply import Bar, SupplyHooks
from sandtable_empires.model import AreaId, Depot, Exits, Link, LinkId, exits

KEPT: Final = 4096
LATELY: Final = 64
"""So many sides and positions are remembered with the ways that are open in them."""
NOTHING: Final = frozenset[AreaId]()
NO_LINK: Final = frozenset[LinkId]()
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
    """All ways over the land, with nothing in the way and around what was in the way before: all sides share them."""

    def __init__(self, leads: Exits) -> None:
        self._leads = leads
        self._next = {here: _onward(ways) for here, ways in leads.items()}
        self._ends = {link.id: link.ends for ways in leads.values() for link, _ in ways}
        self._free: dict[tuple[AreaId, int], PathsTo] = {}
        """The ways there would be if nothing were in the way."""
        self._kept: dict[tuple[AreaId, int, frozenset[AreaId], frozenset[LinkId]], PathsTo] = {}
        """The ways there are with some of their areas closed and links barred: these open again all the time."""
        self._asked: dict[tuple[frozenset[AreaId], frozenset[LinkId]], dict[tuple[AreaId, int], PathsTo]] = {}
        """What was asked for lately of the roads with just these areas closed and these links barred."""

    def close(self, closed: frozenset[AreaId], barred: frozenset[LinkId] = NO_LINK) -> OpenRoads:
        """Return the roads that lead through none of these areas and over none of these links."""
        key = closed, barred
        if key not in self._asked:
            if len(self._asked) == LATELY:
                self._asked.clear()
            self._asked[key] = {}
        return OpenRoads(self, closed, barred, self._asked[key])

    def ways(self, start: AreaId, most: int, closed: frozenset[AreaId], barred: frozenset[LinkId]) -> PathsTo:
        """Return the shortest way to each area no more than so many areas off, around what is in the way."""
        key = start, most
        if key not in self._free:
            self._free[key] = self._spread_from(start, most, NOTHING, NO_LINK)
        free = self._free[key]
        in_the_way = closed.intersection(free)
        cut = frozenset(link for link in barred if not free.keys().isdisjoint(self._ends.get(link, ())))
        return self._around(start, most, in_the_way, cut) if in_the_way or cut else free

    def _around(self, start: AreaId, most: int, closed: frozenset[AreaId], barred: frozenset[LinkId]) -> PathsTo:
        key = start, most, closed, barred
        if key not in self._kept:
            if len(self._kept) == KEPT:
                self._kept.clear()
            self._kept[key] = self._spread_from(start, most, closed, barred)
        return self._kept[key]

    def _spread_from(self, start: AreaId, most: int, closed: frozenset[AreaId], barred: frozenset[LinkId]) -> PathsTo:
        if start in closed:
            return {}
        narrowed = {end: _onward(self._leads[end], barred) for link in barred for end in self._ends[link]}
        found: PathsTo = {start: ()}
        rim, seen, onward = {**found}, {start, *closed}, {**self._next, **narrowed} if narrowed else self._next
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


class OpenRoads:
    """The roads with some areas closed and some links barred, and the ways that have been asked for."""

    def __init__(
        self,
        roads: Roads,
        closed: frozenset[AreaId],
        barred: frozenset[LinkId],
        known: dict[tuple[AreaId, int], PathsTo],
    ) -> None:
        self._roads, self._closed, self._barred, self._ways = roads, closed, barred, known

    def ways(self, start: AreaId, most: int) -> PathsTo:
        """Return the shortest way to each area no more than so many areas off, nearest first."""
        key = start, most
        if key not in self._ways:
            self._ways[key] = self._roads.ways(start, most, self._closed, self._barred)
        return self._ways[key]

    def chains(self, depots: tuple[Depot, ...], first: tuple[AreaId, ...], most: int) -> Chains:
        """Return how these depots are fed, by the fewest links of ``most`` areas, from those of the areas ``first``."""
        able, near = {depot.area: depot for depot in depots}, set[AreaId]()
        found = {area: Fed(able[area]) for area in first}
        ahead, left = deque(found), able.keys() - found
        while ahead:
            here = ahead.popleft()
            ways = self.ways(here, most)
            near.update(ways)
            if left.isdisjoint(ways):
                continue
            for area in [area for area in ways if area in left]:
                found[area] = Fed(able[area], found[here].depot, ways[area], found[here].links + 1)
                left.discard(area)
                ahead.append(area)
        return Chains(found, near)


def _onward(ways: tuple[tuple[Link, AreaId], ...], barred: frozenset[LinkId] = NO_LINK) -> list[AreaId]:
    """Return the areas that supply comes to from one over its links, but for those that are barred."""
    return [there for link, there in ways if link.across != "optional_crossing" and link.id not in barred]


@cached_while_unchanged
def roads(game: Game) -> Roads:
    """Return the roads over the land, for as long as the links stay as they are."""
    return Roads(exits(game))


@cached_while_unchanged
def bars(game: Game, side: SideId) -> Mapping[LinkId, Bar]:
    """Return the links over which no supply comes to a side, each with the first that bars it."""
    return {bar.link: bar for bar in reversed(game.hooks(SupplyHooks).barred_ways(game, side))}


def bars_on(game: Game, side: SideId, way: Iterable[AreaId]) -> Iterator[tuple[Bar, AreaId, AreaId]]:
    """Yield what bars the roads along a way, with the two areas between which each lies."""
    barred, leads = bars(game, side), exits(game)
    for here, beyond in pairwise(way) if barred else ():
        links = [link.id for link, there in leads[here] if there == beyond]
        if links and barred.keys() >= {*links}:
            yield barred[links[0]], here, beyond
