"""Supply lines: depots in a chain, from a source to a corps."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from sandtable.engine import Game, Quantity, SideId, Tally, remembered
from sandtable_empires.hookspecs.supply import Block, Source, SupplyHooks
from sandtable_empires.model import AreaId, Corps, CorpsId, Depot, DepotId, Link, exits

RANGE: Final = Quantity("areas")
COST: Final = Quantity("money")
CAPACITY: Final = Quantity("corps and besieged garrisons")
DUTY: Final = "supply"
SERVED: Final = "served"
Ways = dict[AreaId, tuple[AreaId, ...]]


@dataclass(frozen=True)
class Cut:
    """A reason why no supply comes, and the area that it is about."""

    rule: str
    says: str
    area: AreaId


@dataclass(frozen=True)
class Line:
    """How supply comes to a corps, or why not.

    ``depots`` from the one that serves it to the one at the source; ``areas`` from the source to the corps.
    """

    corps: CorpsId
    depots: tuple[DepotId, ...] = ()
    areas: tuple[AreaId, ...] = ()
    source: Source | None = None
    cuts: tuple[Cut, ...] = ()


@dataclass
class Fed:
    """A depot to which supply comes: from ``parent`` along ``way``, which ends at it; neither at a source."""

    depot: Depot
    parent: Depot | None = None
    way: tuple[AreaId, ...] = ()
    links: int = 0


class Roads:
    """Ways over the land that lead through none of some areas: kept while these, and the links, are the same."""

    def __init__(self, closed: frozenset[AreaId] = frozenset()) -> None:
        self._closed = closed
        self._ways: dict[tuple[AreaId, int], Ways] = {}

    def close(self, closed: frozenset[AreaId]) -> Roads:
        """Lead through other areas from now on."""
        if closed != self._closed:
            self._closed, self._ways = closed, {}
        return self

    def ways(self, game: Game, start: AreaId, most: int) -> Ways:
        """Return the shortest way to each area no more than so many areas off, nearest first."""
        key = (start, most)
        if key not in self._ways:
            self._ways[key] = self._spread(game, start, most)
        return self._ways[key]

    def _spread(self, game: Game, start: AreaId, most: int) -> Ways:
        if start in self._closed:
            return {}
        found: Ways = {start: ()}
        ahead, leads = deque([start]), exits(game)
        while ahead:
            here = ahead.popleft()
            way = found[here]
            if len(way) == most:
                continue
            for link, area in leads.get(here, ()):
                if area not in found and area not in self._closed and link.across != "optional_crossing":
                    found[area] = (*way, area)
                    ahead.append(area)
        return found


@remembered(Link)
def roads(game: Game, side: SideId) -> Roads:
    """Return the roads of a side: those that were closed last stay so until others are."""
    return Roads()


class Network:
    """All supply of a side in one position: asked once, then searched."""

    def __init__(self, game: Game, side: SideId) -> None:
        self.game, self.side = game, side

    @cached_property
    def blocks(self) -> dict[AreaId, Block]:
        """Where its lines are cut."""
        hooks = self.game.hooks(SupplyHooks)
        blocks = {block.area: block for block in reversed(hooks.supply_blocks(self.game, self.side))}
        for area in hooks.kept_open(self.game, self.side) if blocks else ():
            blocks.pop(area, None)
        return blocks

    @cached_property
    def sources(self) -> dict[AreaId, Source]:
        """Where its supply begins."""
        found = self.game.hooks(SupplyHooks).supply_sources(self.game, self.side)
        return {source.area: source for source in reversed(found)}

    @cached_property
    def to_corps(self) -> int:
        """How many areas a depot may be from a corps."""
        return self._range("corps")

    @cached_property
    def to_depot(self) -> int:
        """How many areas a depot may be from the next one."""
        return self._range("depot")

    def _range(self, of: str) -> int:
        return Tally(RANGE, self.game.hooks(SupplyHooks).range_parts(self.game, self.side, of)).whole()

    @cached_property
    def depots(self) -> dict[AreaId, Depot]:
        """The depots it may use, by area: its own, and those of who shares them; of two the one at a source."""
        sharers = self.game.hooks(SupplyHooks).depot_sharers(self.game, self.side)
        able = [depot for one in (self.side, *sharers) for depot in self.game[Depot].where("side", one)]
        able.sort(key=lambda depot: (self.source(depot) is not None, depot.side == self.side))
        return {depot.area: depot for depot in able}

    def source(self, depot: Depot) -> Source | None:
        """Return what makes an area a source for a depot: whose it is, his supply begins there."""
        mine = self if depot.side == self.side else network(self.game, depot.side)
        return mine.sources.get(depot.area)

    @cached_property
    def full(self) -> dict[DepotId, Tally]:
        """Depots that serve as many as they can."""
        hooks, found = self.game.hooks(SupplyHooks), dict[DepotId, Tally]()
        for depot in self.depots.values():
            parts = hooks.depot_capacity_parts(self.game, depot.id)
            mark = self.game.marked(depot.id, SERVED)
            if parts and (limit := Tally(CAPACITY, parts)).whole() <= (mark.count if mark else 0):
                found[depot.id] = limit
        return found

    @cached_property
    def fed(self) -> dict[AreaId, Fed]:
        """The depots to which supply comes, by the fewest links."""
        able = {area: depot for area, depot in self.depots.items() if depot.id not in self.full}
        found = {area: Fed(depot) for area, depot in able.items() if self.source(depot) and area not in self.blocks}
        ahead = deque(found)
        while ahead:
            here = ahead.popleft()
            for area, way in self.ways(here, self.to_depot).items():
                if area in able and area not in found:
                    found[area] = Fed(able[area], found[here].depot, way, found[here].links + 1)
                    ahead.append(area)
        return found

    @cached_property
    def _roads(self) -> Roads:
        return roads(self.game, self.side).close(frozenset(self.blocks))

    def ways(self, start: AreaId, most: int) -> Ways:
        """Return the shortest way to each area no more than so many areas off; ways lead through no cut area."""
        return self._roads.ways(self.game, start, most)

    def serving(self, corps: CorpsId) -> list[Fed]:
        """Return the depots that can serve a corps: nearest first, then those with the shortest chain."""
        area = self.game[Corps][corps].area
        if area is None or not self.fed:
            return []
        ways = self.ways(area, self.to_corps)
        near = [self.fed[there] for there in ways if there in self.fed]
        return sorted(near, key=lambda fed: (len(ways[fed.depot.area]), fed.links, fed.depot.id))

    @cached_property
    def _near(self) -> set[AreaId]:
        return {area for fed in self.fed for area in self.ways(fed, self.to_depot)}

    def reaches(self, area: AreaId) -> bool:
        """Tell whether a depot in an area would be fed: at a source, or close enough to a depot that is."""
        return (area in self.sources and area not in self.blocks) or area in self._near

    def line(self, corps: CorpsId, depot: DepotId | None = None) -> Line:
        """Return how supply comes to a corps (from one depot), or why not."""
        for fed in self.serving(corps):
            if depot in (None, fed.depot.id):
                return self._traced(corps, fed)
        return Line(corps, cuts=tuple(self._cuts(corps)))

    def _traced(self, corps: CorpsId, fed: Fed) -> Line:
        chain, areas = [fed], list(fed.way)
        while (parent := chain[-1].parent) is not None:
            chain.append(self.fed[parent.area])
            areas = [*chain[-1].way, *areas]
        areas.insert(0, chain[-1].depot.area)
        to_corps = self.ways(fed.depot.area, self.to_corps)[self.game[Corps][corps].area or fed.depot.area]
        source = self.source(chain[-1].depot)
        return Line(corps, tuple(one.depot.id for one in chain), (*areas, *to_corps), source)

    def _cuts(self, corps: CorpsId) -> list[Cut]:
        """Say why nothing comes: each depot that is near enough has its own reason."""
        area = self.game[Corps][corps].area
        if area is None:
            return []
        wide = Roads().ways(self.game, area, self.to_corps)
        cuts = [cut for there in wide if there in self.depots for cut in self._fault(area, there, wide[there])]
        return cuts or [Cut("BASE-7.4-range", f"no depot is within {self.to_corps} areas of {corps}", area)]

    def _fault(self, area: AreaId, there: AreaId, way: tuple[AreaId, ...]) -> list[Cut]:
        depot = self.depots[there]
        if depot.id in self.full:
            limit = self.full[depot.id]
            return [Cut(part.rule, f"{depot.id} serves no more than {limit.whole()}", there) for part in limit.parts]
        blocked = [self.blocks[one] for one in (area, *way) if one in self.blocks]
        if blocked:
            return [Cut(block.rule, block.says, block.area) for block in blocked]
        return [Cut("BASE-7.4-chain", f"no chain of depots leads from {depot.id} to a source", there)]


@remembered()
def network(game: Game, side: str) -> Network:
    """Return the supply of a side in this position: each corps asks for its line."""
    return Network(game, SideId(side))


def supply_line(game: Game, corps: CorpsId) -> Line:
    """Return how supply comes to a corps, with the chain of depots, or why none does."""
    return network(game, game[Corps][corps].side).line(corps)


def supply_cost(game: Game, corps: CorpsId) -> Tally:
    """Return what supplying a corps costs in money."""
    return Tally(COST, game.hooks(SupplyHooks).supply_cost_parts(game, corps))
