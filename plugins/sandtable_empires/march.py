"""A march: a corps, and the way it takes, area by area."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import ClassVar, Final

from sandtable.engine import (
    Action,
    Ask,
    Game,
    Part,
    Path,
    Quantity,
    Rows,
    Tally,
    cached_for_position,
    cached_while_unchanged,
    fills,
)
from sandtable_empires.entering import arrive
from sandtable_empires.hookspecs.movement import Bar, MovementHooks, Stop
from sandtable_empires.model import Area, AreaId, Corps, CorpsId, Link, LinkId, exits, link_id
from sandtable_empires.model.marks import MARCHED

ALLOWANCE: Final = Quantity("movement points")
Way = tuple[AreaId, ...]


class Prices(dict[AreaId, int]):
    """The points it takes to enter each area, looked up as they are wanted."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        chart = game.chart("terrain movement")
        self._areas, self._terrain = game[Area], {terrain: chart.number(terrain) for terrain in chart.axes[0].keys}

    def __missing__(self, area: AreaId) -> int:
        price = self[area] = self._terrain[self._areas[area].terrain]
        return price


@cached_while_unchanged
def prices(game: Game) -> Prices:
    """Return the points it takes to enter each area in this position."""
    return Prices(game)


@dataclass
class Plan:
    """What a corps may do on the march: asked once, then searched. ``extra`` points come from force marching."""

    game: Game
    corps: CorpsId
    extra: int = 0

    def __post_init__(self) -> None:
        self.start = self.game[Corps][self.corps].area
        self.price = prices(self.game).__getitem__
        """The points it takes to enter an area."""
        self._exits = exits(self.game)

    @cached_property
    def points(self) -> int:
        """The points it may spend."""
        return allowance(self.game, self.corps).whole() + self.extra

    @property
    def points_told(self) -> Tally:
        """The points it may spend, with their parts."""
        parts = allowance(self.game, self.corps).parts
        return Tally(ALLOWANCE, [*parts, Part("add", self.extra, "BASE-7.3-force-march-who", "by a forced march")])

    def spent_told(self, way: Way) -> Tally:
        """The points a way takes, area by area where an option has changed what one costs."""
        chart, areas = self.game.chart("terrain movement"), self.game[Area]
        parts = [
            chart.part("add", areas[area].terrain, rule="BASE-7.3-cost", says=f"for {areas[area].title}")
            for area in way
        ]
        changed = [part for part in parts if part.instead_of]
        usual = sum(int(part.value) for part in parts if not part.instead_of)
        return Tally(ALLOWANCE, [Part("base", usual, "BASE-7.3-cost", "by the chart"), *changed])

    @cached_property
    def bars(self) -> dict[tuple[AreaId, LinkId | None], Bar]:
        """What keeps it out, by area, and by link where it is one link only that is barred."""
        bars = self.game.hooks(MovementHooks).bars(self.game, self.corps)
        return {(bar.area, bar.link): bar for bar in reversed(bars)}

    @cached_property
    def stops(self) -> dict[AreaId, Stop]:
        """Where it must stop."""
        return {stop.area: stop for stop in reversed(self.game.hooks(MovementHooks).stops(self.game, self.corps))}

    def spent(self, way: Way) -> int:
        """Return the points a way takes."""
        return sum(map(self.price, way))

    def bar(self, link: Link, area: AreaId) -> Bar | None:
        """Return what keeps it from entering an area by a link."""
        return self.bars.get((area, None)) or self.bars.get((area, link.id))

    @cached_property
    def _shut(self) -> set[AreaId]:
        return {area for area, _ in self.bars}

    def onward(self, way: Way) -> Iterator[AreaId]:
        """Yield where a way may go on: linked, not barred, not beyond a stop, within the points, not in a circle."""
        here = way[-1] if way else self.start
        if here is None or (way and here in self.stops):
            return
        left, price, shut = self.points - self.spent(way), self.price, self._shut
        for link, area in self._exits.get(here, ()):
            fresh = price(area) <= left and area not in way and area != self.start
            if fresh and (area not in shut or not self.bar(link, area)):
                yield area

    def path(self) -> Path[AreaId]:
        """Return all its ways; listed, the cheapest to each area. Extra points are for those that need them."""
        halts = bool if not self.extra else self._needs_extra
        return Path(self.onward, self.points, halts, place=str, spent=self.spent)

    def _needs_extra(self, way: Way) -> bool:
        return self.spent(way) > self.points - self.extra


@cached_for_position
def plan(game: Game, corps: CorpsId, extra: int = 0) -> Plan:
    """Return what a corps may do on the march in this position: several rules look at one march."""
    return Plan(game, corps, extra)


def allowance(game: Game, corps: CorpsId) -> Tally:
    """Return the movement points of a corps, with their parts."""
    return Tally(ALLOWANCE, game.hooks(MovementHooks).allowance_parts(game, corps))


class March(Action, frozen=True):
    """March a corps from area to area; its leader goes with it."""

    extra: ClassVar[int] = 0

    corps: CorpsId
    way: Way

    @fills("corps")
    @staticmethod
    def own_corps(game: Game, ask: Ask) -> Rows:
        return Rows(game[Corps], side=ask.side)

    @fills("way")
    @staticmethod
    def along_links(game: Game, ask: Ask, corps: CorpsId) -> Path[AreaId]:
        return plan(game, corps).path()

    async def perform(self, game: Game, ask: Ask) -> None:
        """Enter the areas of the way one by one; others may act at each, and stop the corps there."""
        left = plan(game, self.corps, self.extra).points
        for area, then in zip_longest(self.way, self.way[1:]):
            left -= prices(game)[area]
            if not await arrive(game, self.corps, area, "march", left) or not self._goes_on(game, area, then):
                break
        if self.corps in game[Corps]:
            game.mark(self.corps, MARCHED)
            await game.hooks(MovementHooks).after_march(game, self.corps, self.extra > 0)

    def _goes_on(self, game: Game, area: AreaId, then: AreaId | None) -> bool:
        """Ask again, where a corps has come, whether it may go on to the next area: others may have acted meanwhile."""
        if then is None:
            return False
        planned, link = plan(game, self.corps, self.extra), game[Link][link_id(area, then)]
        if stop := planned.stops.get(area):
            game.note(f"{self.corps} stops in {game.name(area)}: {stop.says}", stop.rule)
        elif bar := planned.bar(link, then):
            game.note(
                f"{self.corps} stops in {game.name(area)} and may not enter {game.name(then)}: {bar.says}", bar.rule
            )
        else:
            return True
        return False
