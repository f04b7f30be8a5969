"""A march: a corps, and the way it takes, area by area."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, zip_longest
from typing import ClassVar, Final

from sandtable.engine import (
    Action,
    Allowance,
    Ask,
    CostUnit,
    Game,
    Part,
    Quantity,
    Refusal,
    Rows,
    SideId,
    SpaceId,
    Stride,
    Tally,
    Ways,
    cached_for_position,
    cached_while_unchanged,
    fills,
    in_a_row,
)
from sandtable_empires.charts.keys import TERRAIN_MOVEMENT
from sandtable_empires.entering import arrive
from sandtable_empires.hookspecs.movement import MovementHooks
from sandtable_empires.model import Area, AreaId, Corps, CorpsId, LinkId, exits, link_id, the_corps
from sandtable_empires.model.access import Passage
from sandtable_empires.model.marks import MARCHED

ALLOWANCE: Final = Quantity("movement points")
POINTS: Final = CostUnit("movement points")
EXTRA: Final = 1
"""How many points a forced march has more."""
Way = tuple[AreaId, ...]


class MarchStep(Stride[AreaId], frozen=True, gc=False):
    """A step of a corps from an area to the next: on a march, or as a march would go.

    ``guest`` is the corps again where somebody has let it into his territory, and ``None`` for all others.
    """

    corps: CorpsId
    side: SideId
    here: AreaId
    link: LinkId
    guest: CorpsId | None = None


def guest(game: Game, corps: CorpsId) -> CorpsId | None:
    """Return a corps that somebody has let into his territory, ``None`` for another."""
    return corps if game[Passage].ids("corps", corps) else None


def step_between(game: Game, corps: CorpsId, here: AreaId, there: AreaId) -> MarchStep:
    """Return the step of a corps from an area to another, whether or not a way leads there."""
    area, side = game[Area].get(there), game[Corps][corps].side
    terrain = area.terrain if area is not None else ""
    return MarchStep(there, terrain, corps, side, here, link_id(here, there), guest(game, corps))


@cached_while_unchanged
def prices(game: Game) -> dict[str, Tally]:
    """Return the points it takes to enter an area, by its terrain."""
    chart = game.chart(TERRAIN_MOVEMENT)
    parts = {kind: chart.part("base", kind, rule="BASE-7.3-cost", says=kind) for kind in chart.axes[0].keys}
    return {terrain: Tally(ALLOWANCE, [part]) for terrain, part in parts.items()}


@dataclass
class Plan:
    """What a corps may do on a march of some kind: asked once, then searched."""

    game: Game
    corps: CorpsId
    kind: type[March]

    @cached_property
    def points(self) -> int:
        """The points it may spend."""
        return allowance(self.game, self.corps).whole() + self.kind.extra

    @property
    def points_tally(self) -> Tally:
        """The points it may spend, with their parts."""
        parts, extra = allowance(self.game, self.corps).parts, self.kind.extra
        return Tally(ALLOWANCE, [*parts, Part("add", extra, "BASE-7.3-force-march-who", "by a forced march")])

    def spent(self, way: Way) -> int:
        """Return the points a way takes, whether or not it can be gone."""
        areas, price = self.game[Area], prices(self.game)
        return sum(price[areas[area].terrain].whole() for area in way)

    def spent_tally(self, way: Way) -> Tally:
        """The points a way takes, area by area where an option has changed what one costs."""
        chart, areas = self.game.chart(TERRAIN_MOVEMENT), self.game[Area]
        parts = [
            chart.part("add", areas[area].terrain, rule="BASE-7.3-cost", says=f"for {areas[area].title}")
            for area in way
        ]
        changed = [part for part in parts if part.instead_of]
        usual = sum(int(part.value) for part in parts if not part.instead_of)
        return Tally(ALLOWANCE, [Part("base", usual, "BASE-7.3-cost", "by the chart"), *changed])

    def too_dear(self, way: Way, spent: int = 0) -> Refusal:
        """Say that a way costs more than the corps has points."""
        return Refusal(
            "{corps} has {points} movement points, but the way to {to} costs {cost}", rule="BASE-7.3-cost",
            corps=self.corps, points=self.points_tally, to=way[-1], cost=self.spent_tally(way),
        )  # fmt: skip

    @cached_property
    def ways(self) -> Ways[AreaId]:
        """All its ways; extra points are for those that need them."""
        game, corps = self.game, self.corps
        side = game[Corps][corps].side
        start = game[Corps][corps].area or AreaId(SpaceId(""))  # off the map no way begins
        leading, areas, usual = exits(game), game[Area], self.points - self.kind.extra
        let_in = guest(game, corps)

        def strides(here: AreaId) -> Iterator[MarchStep]:
            for link, there in leading.get(here, ()):
                yield MarchStep(there, areas[there].terrain, corps, side, here, link.id, let_in)

        def needs_extra(there: AreaId, spent: int) -> Refusal | None:
            return needless(corps, there) if spent <= usual else None

        return Ways(
            game, self.kind, start, strides, prices(game).__getitem__, Allowance(max(0, self.points), unit=POINTS),
            ends=needs_extra if self.kind.extra else None, too_dear=self.too_dear, no_way=no_way_to,
        )  # fmt: skip


def no_way_to(space: str) -> Refusal:
    """Say that nothing joins an area to where a corps stands."""
    return Refusal("no way leads to {space}", rule="BASE-7.3-links", space=space)


def needless(corps: CorpsId, to: AreaId) -> Refusal:
    """Say that a corps needs no forced march to come to an area."""
    says = "{corps} can reach {to} without a forced march"
    return Refusal(says, rule="BASE-7.3-force-march-needed", corps=corps, to=to)


def allowance(game: Game, corps: CorpsId) -> Tally:
    """Return the movement points of a corps, with their parts."""
    return Tally(ALLOWANCE, game.hooks(MovementHooks).allowance_parts(game, corps))


class March(Action, frozen=True):
    """March a corps from area to area; its leader goes with it."""

    extra: ClassVar[int] = 0
    does: ClassVar[str] = "marches"

    corps: CorpsId
    way: Way

    @fills("corps")
    @staticmethod
    def own_corps(game: Game, ask: Ask) -> Rows:
        return Rows(game[Corps], side=ask.side)

    @fills("way")
    @staticmethod
    def along_links(game: Game, ask: Ask, corps: CorpsId) -> Ways[AreaId]:
        return plan(game, corps).ways

    def says(self, game: Game, ask: Ask) -> str:
        *by, to = (game.name(area, Area) for area in self.way)
        led = f" by {in_a_row(by)}" if by else ""
        return f"{the_corps(game, self.corps)} {self.does}{led} to {to}"

    async def perform(self, game: Game, ask: Ask) -> None:
        """Enter the areas of the way one by one; others may act at each, and stop the corps there."""
        left = plan(game, self.corps, type(self)).points
        origin = game[Corps][self.corps].area
        for area, then in zip_longest(self.way, self.way[1:]):
            left -= prices(game)[game[Area][area].terrain].whole()
            if not await arrive(game, self.corps, area, "march", left) or not self._goes_on(game, origin, area, then):
                break
            origin = area
        if self.corps in game[Corps]:
            game.mark(self.corps, MARCHED)
            await game.hooks(MovementHooks).after_march(game, self.corps, self.extra > 0)

    def _goes_on(self, game: Game, origin: AreaId | None, area: AreaId, then: AreaId | None) -> bool:
        """Ask again, where a corps has come, whether it may go on to the next area: others may have acted meanwhile."""
        if then is None or origin is None:
            return False
        kind, here = type(self), game.name(area)
        if stops := game.way_ends(kind, step_between(game, self.corps, origin, area)):
            game.note(f"{the_corps(game, self.corps)} stops in {here}: {stops[0].text}", stops[0].rule)
        elif bars := game.step_refusals(kind, step_between(game, self.corps, area, then)):
            game.note(
                f"{the_corps(game, self.corps)} stops in {here} and may not enter {game.name(then)}: {bars[0].text}",
                bars[0].rule,
            )
        else:
            return True
        return False


class ForceMarch(March, frozen=True):
    """March a corps one point further than it should; it may lose stragglers."""

    extra: ClassVar[int] = EXTRA
    does: ClassVar[str] = "makes a forced march"
    risk = "forced march, may lose stragglers"

    @fills("way")
    @staticmethod
    def along_links(game: Game, ask: Ask, corps: CorpsId) -> Ways[AreaId]:
        return plan(game, corps, ForceMarch).ways


@cached_for_position
def steps_of(game: Game, act: March) -> list[MarchStep]:
    """Return the steps of a march, whether or not ways lead there: several rules look at them."""
    start = game[Corps][act.corps].area
    areas = (start, *act.way) if start is not None else ()
    return [step_between(game, act.corps, here, there) for here, there in pairwise(areas)]


@cached_for_position
def plan(game: Game, corps: CorpsId, kind: type[March] = March) -> Plan:
    """Return what a corps may do on the march in this position: several rules look at one march."""
    return Plan(game, corps, kind)
