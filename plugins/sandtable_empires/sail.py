"""Sailing: a fleet, and the way it takes over seas, ports and blockade boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING, Final, cast

from sandtable.engine import (
    Action,
    Allowance,
    Ask,
    CostUnit,
    Game,
    Quantity,
    Refusal,
    Rows,
    SideId,
    SpaceId,
    Stride,
    Subset,
    Tally,
    Ways,
    cached_for_position,
    cached_while_unchanged,
    fills,
    in_a_row,
    react,
)
from sandtable_empires.charts.keys import SAILING_COST
from sandtable_empires.hookspecs.naval import FleetEntered, NavalHooks
from sandtable_empires.model import AreaId, Fleet, FleetId, own_fleets_at
from sandtable_empires.model.fleets import Lies
from sandtable_empires.model.marks import MOORED, SAILED, UNDER_WAY
from sandtable_empires.model.words import does
from sandtable_empires.soundness.campaign import harbours_of

if TYPE_CHECKING:
    from sandtable.board import Graph

ALLOWANCE: Final = Quantity("movement points")
POINTS: Final = CostUnit("movement points")
KINDS: Final[Mapping[str, Lies]] = {"sea": "sea", "port": "port", "blockade": "blockade"}
"""The kinds of space where fleets lie, and how they do."""
SeaWay = tuple[SpaceId, ...]


class SailStep(Stride[SpaceId], frozen=True, gc=False):
    """A step of a fleet from a space to the next."""

    fleet: FleetId
    side: SideId
    here: SpaceId


def _graph(game: Game) -> Graph:
    from sandtable.board import of  # maps are loaded where one is played on, not with the game

    return of(game).graph


@cached_while_unchanged
def waters(game: Game) -> dict[SpaceId, tuple[SpaceId, ...]]:
    """Return for every sea area, port and blockade box where a fleet can go from it, in order of the ids."""
    graph = _graph(game)
    wet = {id for id, space in graph.spaces.items() if space.kind in KINDS}
    found: dict[SpaceId, tuple[SpaceId, ...]] = {}
    for id in sorted(wet):
        near = {edge.other(id) for edge in graph.edges_of(id) if edge.open and edge.contact == "border"}
        found[id] = tuple(sorted(near & wet))
    return found


@cached_while_unchanged
def port_areas(game: Game) -> dict[SpaceId, AreaId]:
    """Return of which area each port is, and each blockade box before one."""
    harbours = harbours_of(_graph(game))
    return {space: area for area, spaces in harbours.items() for space in spaces.values()}


@cached_while_unchanged
def coasts(game: Game) -> dict[SpaceId, tuple[AreaId, ...]]:
    """Return for every sea area the land areas on its coasts, in order of the ids."""
    graph = _graph(game)
    found: dict[SpaceId, tuple[AreaId, ...]] = {}
    for id, space in graph.spaces.items():
        if space.kind == "sea":
            near = {edge.other(id) for edge in graph.edges_of(id) if edge.open and edge.contact == "border"}
            found[id] = tuple(AreaId(one) for one in sorted(near) if graph[one].kind == "land")
    return found


@cached_while_unchanged
def harbours(game: Game) -> dict[AreaId, SpaceId]:
    """Return which space is the port of each area that has one; none without a map."""
    return {area: spaces["port"] for area, spaces in harbours_of(_graph(game)).items()} if game.board.digest else {}


@cached_while_unchanged
def guns_of(game: Game, port: SpaceId) -> int:
    """Return the guns of the harbour of a port, as so many ships."""
    return int(str(_graph(game)[port].get("guns") or 0))


@cached_while_unchanged
def sailing_prices(game: Game) -> dict[str, Tally]:
    """Return the points it takes to come into a space, by its kind."""
    chart = game.chart(SAILING_COST)
    parts = {kind: chart.part("base", kind, rule="BASE-6.2-points", says=kind) for kind in KINDS}
    return {kind: Tally(ALLOWANCE, [part]) for kind, part in parts.items()}


def sailing_points(game: Game, fleet: FleetId) -> Tally:
    """Return the movement points of a fleet, with their parts."""
    return Tally(ALLOWANCE, game.hooks(NavalHooks).sailing_parts(game, fleet))


@dataclass
class SailPlan:
    """What a fleet may do: asked once, then searched."""

    game: Game
    fleet: FleetId

    @cached_property
    def points(self) -> int:
        """The points it may spend."""
        return sailing_points(self.game, self.fleet).whole()

    def price(self, space: SpaceId) -> int:
        """Return the points it takes to come into a space."""
        return sailing_prices(self.game)[kind_of(self.game, space)].whole()

    def spent(self, way: SeaWay) -> int:
        """Return the points a way takes, whether or not it can be gone."""
        return sum(map(self.price, way))

    def step(self, here: SpaceId, there: SpaceId) -> SailStep:
        """Return the step from a space to another, whether or not a way leads there."""
        return SailStep(there, kind_of(self.game, there), self.fleet, self.game[Fleet][self.fleet].side, here)

    def steps(self, way: SeaWay) -> list[SailStep]:
        """Return the steps of a way, whether or not ways lead there."""
        start = self.game[Fleet][self.fleet].space
        spaces = (start, *way) if start is not None else ()
        return [self.step(here, there) for here, there in pairwise(spaces)]

    def too_dear(self, way: SeaWay, spent: int = 0) -> Refusal:
        """Say that a way costs more than the fleet has points."""
        return Refusal(
            "{fleet} has {points} movement points, but the way to {to} costs {cost}", rule="BASE-6.2-points",
            fleet=self.fleet, points=sailing_points(self.game, self.fleet), to=way[-1], cost=self.spent(way),
        )  # fmt: skip

    @cached_property
    def ways(self) -> Ways[SpaceId]:
        """All its ways."""
        near = waters(self.game)
        start = self.game[Fleet][self.fleet].space or SpaceId("")  # off the map no way begins

        def strides(here: SpaceId) -> Iterator[SailStep]:
            return (self.step(here, there) for there in near.get(here, ()))

        return Ways(
            self.game, Sail, start, strides, sailing_prices(self.game).__getitem__,
            Allowance(max(0, self.points), unit=POINTS), too_dear=self.too_dear, no_way=no_water_to,
        )  # fmt: skip


def kind_of(game: Game, space: SpaceId) -> str:
    """Return the kind of a space; what is not water counts as a sea that no way leads to."""
    found = _graph(game).spaces.get(space)
    return found.kind if found is not None and found.kind in KINDS else "sea"


def no_water_to(space: str) -> Refusal:
    """Say that no water joins a space to where a fleet lies."""
    return Refusal("no water leads to {space}", rule="BASE-6.2-waters", space=space)


@cached_for_position
def sail_plan(game: Game, fleet: FleetId) -> SailPlan:
    """Return what a fleet may do in this position: several rules look at it."""
    return SailPlan(game, fleet)


def lay(game: Game, id: FleetId, space: SpaceId) -> None:
    """Have a fleet lie in a space."""
    lies = KINDS[kind_of(game, space)]
    game.change(game[Fleet][id], space=space, lies=lies, port=port_areas(game).get(space))


async def put_in(game: Game, fleets: tuple[FleetId, ...], space: SpaceId, left: int = 0) -> bool:
    """Have a stack of fleets come into a space, with so many points left; return whether it is there and may sail on.

    All modules hear of it, then others may react. The first of the fleets speaks for the stack.
    """
    lead, *others = fleets
    origin = game[Fleet][lead].space
    for id in fleets:
        lay(game, id, space)
    entry = FleetEntered(lead, game[Fleet][lead].side, space, origin or space, left, tuple(others))
    await game.hooks(NavalHooks).after_space_entered(game, entry)
    if game.mark_of(lead, MOORED) is None:
        await react(entry)
    moored = game.mark_of(lead, MOORED)
    if moored is not None:
        game.remove(moored)
    now = game[Fleet].get(lead)
    return moored is None and now is not None and now.space == space


def sail_done(game: Game, fleets: Iterable[FleetId]) -> None:
    """Note that fleets have sailed, and do so no more in this step."""
    for id in fleets:
        if id in game[Fleet]:
            if (mark := game.mark_of(id, UNDER_WAY)) is not None:
                game.remove(mark)
            game.mark(id, SAILED)


class Sail(Action, frozen=True):
    """Sail a fleet from space to space."""

    fleet: FleetId
    way: SeaWay

    @property
    def stack(self) -> tuple[FleetId, ...]:
        """The fleets that sail, the one whose way it is first."""
        return (self.fleet,)

    @fills("fleet")
    @staticmethod
    def own_fleets(game: Game, ask: Ask) -> Rows:
        return Rows(game[Fleet], side=ask.side)

    @fills("way")
    @staticmethod
    def over_waters(game: Game, ask: Ask, fleet: FleetId) -> Ways[SpaceId]:
        return sail_plan(game, fleet).ways

    def says(self, game: Game, ask: Ask) -> str:
        *by, to = (game.name(space) for space in self.way)
        led = f" by {in_a_row(by)}" if by else ""
        return f"{does(in_a_row(game.name(one, Fleet) for one in self.stack), 'sail')}{led} to {to}"

    async def perform(self, game: Game, ask: Ask) -> None:
        """Come into the spaces of the way one by one; others may act at each, and keep the stack there."""
        here, left = cast("SpaceId", game[Fleet][self.fleet].space), sail_plan(game, self.fleet).points
        for id in self.stack:
            if (mark := game.mark_of(id, UNDER_WAY)) is not None:
                game.remove(mark)  # the way was worked out with the points it stands for
        for space, then in zip_longest(self.way, self.way[1:]):
            left -= sail_plan(game, self.fleet).price(space)
            if not await put_in(game, self.stack, space, left) or not self._sails_on(game, here, space, then):
                break
            here = space
        for id in self.stack:
            if id in game[Fleet]:
                if game.mark_of(id, UNDER_WAY) is None:
                    game.mark(id, SAILED)
                await game.hooks(NavalHooks).after_sailing(game, id)

    def _sails_on(self, game: Game, origin: SpaceId, space: SpaceId, then: SpaceId | None) -> bool:
        """Ask again, where a fleet has come, whether it may sail on: others may have acted meanwhile."""
        if then is None:
            return False
        plan, fleet = sail_plan(game, self.fleet), game.name(self.fleet, Fleet)
        if stops := game.way_ends(Sail, plan.step(origin, space)):
            game.note(f"{fleet} stops in {game.name(space)}: {stops[0].text}", stops[0].rule)
        elif bars := game.step_refusals(Sail, plan.step(space, then)):
            game.note(f"{fleet} may not sail to {game.name(then)}: {bars[0].text}", bars[0].rule)
        else:
            return True
        return False


class SailTogether(Sail, frozen=True):
    """Sail a fleet from space to space, with others from where it lies."""

    title = "Sail together"
    if_none = {"others": ("no other fleet of yours lies with one that can sail", "BASE-6.2-stack")}

    others: tuple[FleetId, ...]

    @property
    def stack(self) -> tuple[FleetId, ...]:
        return (self.fleet, *self.others)

    @fills("others")
    @staticmethod
    def those_with_it(game: Game, ask: Ask, fleet: FleetId) -> Subset[FleetId]:
        lead = game[Fleet][fleet]
        there = own_fleets_at(game, lead.space, ask.side) if lead.space is not None else []
        return Subset([one.id for one in there if one.id != fleet], 1)
