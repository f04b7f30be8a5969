"""Supply lines: depots in a chain, from a source to a corps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from sandtable.engine import DutyKind, Game, MarkKind, Quantity, SideId, Tally, cached_while_unchanged
from sandtable_empires.hookspecs.supply import Block, Source, SupplyHooks
from sandtable_empires.land.roads import NOTHING, Chains, Fed, OpenRoads, PathsTo, bars, bars_on, roads
from sandtable_empires.model import Area, AreaId, Corps, CorpsId, Depot, DepotId
from sandtable_empires.steps import SUPPLY_STEP

RANGE: Final = Quantity("areas")
COST: Final = Quantity("money")
CAPACITY: Final = Quantity("corps and besieged garrisons")
TO_BE_SUPPLIED: Final = DutyKind("supply", by=SUPPLY_STEP)
SERVED: Final = MarkKind("served", until=SUPPLY_STEP)


@dataclass(frozen=True)
class Cut:
    """A reason why no supply comes, and the area that it is about."""

    rule: str
    says: str
    area: AreaId


@dataclass(frozen=True)
class SupplyLine:
    """How supply comes to a corps, or why not.

    ``depots`` from the one that serves it to the one at the source; ``areas`` from the source to the corps.
    """

    corps: CorpsId
    depots: tuple[DepotId, ...] = ()
    areas: tuple[AreaId, ...] = ()
    source: Source | None = None
    cuts: tuple[Cut, ...] = ()


@dataclass(frozen=True)
class Supplies:
    """What the supply of a side rests on: where it begins and is cut, and the depots to which it comes."""

    sources: dict[AreaId, Source]
    blocks: dict[AreaId, Block]
    depots: dict[AreaId, Depot]
    full: dict[DepotId, Tally]
    """Depots that serve as many as they can."""
    roads: OpenRoads
    chains: Chains
    to_corps: int
    """How many areas a depot may be from a corps."""
    to_depot: int
    """How many areas a depot may be from the next one."""


@cached_while_unchanged
def supplies(game: Game, side: SideId) -> Supplies:
    """Return what the supply of a side rests on."""
    cut, depots = blocks(game, side), shared_depots(game, side)
    full = full_depots(game, tuple(depots.values()))
    to_corps, to_depot = reach_of(game, side, "corps"), reach_of(game, side, "depot")
    able = tuple(depot for depot in depots.values() if depot.id not in full)
    begins = {owner: sources(game, owner) for owner in {depot.side for depot in able}}
    first = tuple(depot.area for depot in able if depot.area in begins[depot.side] and depot.area not in cut)
    ways = roads(game).close(cut_areas(game, side), frozenset(bars(game, side)))
    chains = ways.chains(able, first, to_depot)
    return Supplies(sources(game, side), cut, depots, full, ways, chains, to_corps, to_depot)


@cached_while_unchanged
def reach_of(game: Game, side: SideId, of: str) -> int:
    """Return how many areas supply goes from a depot of a side: to a corps, or to the next depot."""
    return Tally(RANGE, game.hooks(SupplyHooks).range_parts(game, side, of)).whole()


@cached_while_unchanged
def sources(game: Game, side: SideId) -> dict[AreaId, Source]:
    """Return where the supply of a side begins."""
    return {source.area: source for source in reversed(game.hooks(SupplyHooks).supply_sources(game, side))}


@cached_while_unchanged
def blocks(game: Game, side: SideId) -> dict[AreaId, Block]:
    """Return where the lines of a side are cut."""
    hooks = game.hooks(SupplyHooks)
    found = {block.area: block for block in reversed(hooks.supply_blocks(game, side))}
    for area in hooks.kept_open(game, side) if found else ():
        found.pop(area, None)
    return found


@cached_while_unchanged
def cut_areas(game: Game, side: SideId) -> frozenset[AreaId]:
    """Return the areas through which no supply of a side comes."""
    return frozenset(blocks(game, side))


def source_of(game: Game, depot: Depot) -> Source | None:
    """Return what makes an area a source for a depot: whose it is, his supply begins there."""
    return sources(game, depot.side).get(depot.area)


def shared_depots(game: Game, side: SideId) -> dict[AreaId, Depot]:
    """Return the depots a side may use: its own, and those of who shares them; of two the one at a source."""
    sharers = game.hooks(SupplyHooks).depot_sharers(game, side)
    able = [depot for one in (side, *sharers) for depot in game.where(Depot, "side", one)]
    if len(able) > len({depot.area for depot in able}):
        able.sort(key=lambda depot: (source_of(game, depot) is not None, depot.side == side))
    return {depot.area: depot for depot in able}


def full_depots(game: Game, depots: tuple[Depot, ...]) -> dict[DepotId, Tally]:
    """Return the depots that serve as many as they can, with the limit."""
    found: dict[DepotId, Tally] = {}
    for depot in depots if game.has_implementation("depot_capacity_parts") else ():
        limit = capacity(game, depot.id)
        if limit is not None:
            mark = game.mark_of(depot.id, SERVED)
            if limit.whole() <= (mark.count if mark else 0):
                found[depot.id] = limit
    return found


@cached_while_unchanged
def capacity(game: Game, depot: DepotId) -> Tally | None:
    """Return how many a depot serves at most, with the reasons; ``None``: any number."""
    parts = game.hooks(SupplyHooks).depot_capacity_parts(game, depot)
    return Tally(CAPACITY, parts) if parts else None


class Network:
    """All supply of a side in one position, to be searched."""

    def __init__(self, game: Game, side: SideId) -> None:
        self.game, self.side = game, side
        self.has = supplies(game, side)

    @property
    def fed_depots(self) -> dict[AreaId, Fed]:
        """The depots to which supply comes, by the fewest links."""
        return self.has.chains.fed_depots

    def ways(self, start: AreaId, most: int) -> PathsTo:
        """Return the shortest way to each area no more than so many areas off; ways lead through no cut area."""
        return self.has.roads.ways(start, most)

    def serving(self, corps: CorpsId) -> list[Fed]:
        """Return the depots that can serve a corps: nearest first, then those with the shortest chain."""
        return serving(self.game, self.side, self.game[Corps][corps].area)

    def reaches(self, area: AreaId) -> bool:
        """Tell whether a depot in an area would be fed: at a source, or close enough to a depot that is."""
        has = self.has
        return (area in has.sources and area not in has.blocks) or area in has.chains.near

    def line(self, corps: CorpsId, depot: DepotId | None = None) -> SupplyLine:
        """Return how supply comes to a corps (from one depot), or why not."""
        for fed in self.serving(corps):
            if depot in (None, fed.depot.id):
                return self._trace(corps, fed)
        return SupplyLine(corps, cuts=tuple(self._cuts(corps)))

    def _trace(self, corps: CorpsId, fed: Fed) -> SupplyLine:
        chain, areas = [fed], list(fed.way)
        while (parent := chain[-1].parent) is not None:
            chain.append(self.fed_depots[parent.area])
            areas = [*chain[-1].way, *areas]
        areas.insert(0, chain[-1].depot.area)
        to_corps = self.ways(fed.depot.area, self.has.to_corps)[self.game[Corps][corps].area or fed.depot.area]
        source = source_of(self.game, chain[-1].depot)
        return SupplyLine(corps, tuple(one.depot.id for one in chain), (*areas, *to_corps), source)

    def _cuts(self, corps: CorpsId) -> list[Cut]:
        """Say why nothing comes: each depot that is near enough has its own reason."""
        area = self.game[Corps][corps].area
        if area is None:
            return []
        wide = roads(self.game).close(NOTHING).ways(area, self.has.to_corps)
        cuts = [cut for there in wide if there in self.has.depots for cut in self._fault(area, there, wide[there])]
        return cuts or [Cut("BASE-7.4-range", f"no depot is within range {self.has.to_corps} of {corps}", area)]

    def _fault(self, area: AreaId, there: AreaId, way: tuple[AreaId, ...]) -> list[Cut]:
        depot = self.has.depots[there]
        if spent := self._cuts_if_full(depot):
            return spent
        blocked = [self.has.blocks[one] for one in (area, *way) if one in self.has.blocks]
        if blocked:
            return [Cut(block.rule, block.text_in(self.game), block.area) for block in blocked]
        return self._barred((area, *way)) or self._behind(depot)

    def _barred(self, way: tuple[AreaId, ...], lead: str = "") -> list[Cut]:
        """Say who bars the water along a way."""
        name = self.game.name
        return [
            Cut(bar.rule, f"{lead}{bar.says}, between {name(here, Area)} and {name(there, Area)}", there)
            for bar, here, there in bars_on(self.game, self.side, way)
        ]

    def _behind(self, depot: Depot) -> list[Cut]:
        """Say who cuts the chain from a depot back to a source, and where; nearest to the depot first."""
        wide = self._uncut.get(depot.area)
        cuts: list[Cut] = []
        while wide is not None:
            areas = reversed(wide.way) if wide.parent is not None else (wide.depot.area,)
            cuts += self._cuts_if_full(wide.depot)
            cuts += [self._chain_cut(depot, area) for area in areas if area in self.has.blocks]
            if wide.parent is not None:
                cuts += self._barred((wide.parent.area, *wide.way), f"the chain from {self.game.name(depot)} is cut: ")
            wide = self._uncut[wide.parent.area] if wide.parent is not None else None
        return cuts or [
            Cut("BASE-7.4-chain", f"no chain of depots leads from {self.game.name(depot)} to a source", depot.area)
        ]

    @cached_property
    def _uncut(self) -> dict[AreaId, Fed]:
        """How the depots would be fed if nobody cut a chain and every depot served any number."""
        depots = tuple(self.has.depots.values())
        first = tuple(depot.area for depot in depots if source_of(self.game, depot) is not None)
        return roads(self.game).close(NOTHING).chains(depots, first, self.has.to_depot).fed_depots

    def _cuts_if_full(self, depot: Depot) -> list[Cut]:
        """Say that a depot serves as many as it can, if it does."""
        if (limit := self.has.full.get(depot.id)) is None:
            return []
        name = self.game.name(depot)
        return [Cut(part.rule, f"{name} serves no more than {limit.whole()}", depot.area) for part in limit.parts]

    def _chain_cut(self, depot: Depot, area: AreaId) -> Cut:
        block = self.has.blocks[area]
        return Cut(block.rule, f"the chain from {self.game.name(depot)} is cut: {block.text_in(self.game)}", area)


@cached_while_unchanged
def serving(game: Game, side: SideId, area: AreaId | None) -> list[Fed]:
    """Return the depots that can serve a corps in an area: nearest first, then those with the shortest chain."""
    lines = network(game, side)
    fed_depots = lines.fed_depots
    if area is None or not fed_depots:
        return []
    ways = lines.ways(area, lines.has.to_corps)
    near = [fed_depots[there] for there in ways if there in fed_depots]
    return sorted(near, key=lambda fed: (len(ways[fed.depot.area]), fed.links, fed.depot.id))


def network(game: Game, side: str) -> Network:
    """Return the supply of a side."""
    return Network(game, SideId(side))


def supply_line(game: Game, corps: CorpsId) -> SupplyLine:
    """Return how supply comes to a corps, with the chain of depots, or why none does."""
    return network(game, game[Corps][corps].side).line(corps)


@cached_while_unchanged
def supply_cost(game: Game, corps: CorpsId) -> Tally:
    """Return what supplying a corps costs in money."""
    return Tally(COST, game.hooks(SupplyHooks).supply_cost_parts(game, corps))


@cached_while_unchanged
def depot_cost(game: Game, side: SideId) -> Tally:
    """Return what laying a depot costs a side in money."""
    return Tally(COST, game.hooks(SupplyHooks).depot_cost_parts(game, side))
