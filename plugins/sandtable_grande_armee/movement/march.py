"""A march: units of one hex, and the way they take, hex by hex."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import cast

from sandtable.engine import (
    Action,
    Allowance,
    Ask,
    Game,
    KeptStrides,
    Refusal,
    SideId,
    SpaceId,
    Ways,
    cached_for_position,
    cached_while_unchanged,
    fills,
    in_a_row,
    react,
)
from sandtable_grande_armee.hookspecs.movement import MovementHooks
from sandtable_grande_armee.model import FIGHTING, Disruption, Entered, Ride, Unit, UnitId, unit_types
from sandtable_grande_armee.model.agreeing import of_them, sentence_of
from sandtable_grande_armee.movement.holding import held
from sandtable_grande_armee.movement.purses import COST, purse_of, spend, use_up
from sandtable_grande_armee.movement.stacks import Stacks, stacks_of
from sandtable_grande_armee.movement.strides import HexStep, leads_on, price

Way = tuple[SpaceId, ...]


class Going(Action, frozen=True):
    """Whatever goes over the map hex by hex: what keeps everybody out of a hex is asked of it."""


class March(Going, frozen=True):
    """March units of one hex together; leaders among them ride along with the troops."""

    units: tuple[UnitId, ...]
    way: Way

    @fills("units")
    @staticmethod
    def of_one_hex(game: Game, ask: Ask) -> Stacks:
        side = SideId(ask.side)
        return Stacks(stacks_of(game, side), held(game, side, "march"))

    @fills("way")
    @staticmethod
    def hex_by_hex(game: Game, ask: Ask, units: tuple[UnitId, ...]) -> Ways[SpaceId]:
        return ways_of(game, units)

    @classmethod
    def value_facts(cls, game: Game, field: str, value: object) -> str:
        """Say how many points a unit has left."""
        if field != "units" or not isinstance(value, str):
            return ""
        return COST.say(purse_of(game, UnitId(value)).left)

    def says(self, game: Game, ask: Ask) -> str:
        return sentence_of(game, self.units, f"marches to {game.name(self.way[-1])}")

    async def perform(self, game: Game, ask: Ask) -> None:
        riders = riders_among(game, self.units)
        mount(game, self.units, riders)
        for hex in self.way:
            if not await take_step(game, self.units, riders, hex):
                return


@cached_while_unchanged
def riders_among(game: Game, units: tuple[UnitId, ...]) -> frozenset[UnitId]:
    """Return those of some units that ride along with the others."""
    return frozenset(game.hooks(MovementHooks).riders(game, units))


def mount(game: Game, units: tuple[UnitId, ...], riders: frozenset[UnitId]) -> None:
    """Note with whom the riders among some units go: of those with whom they have gone before, if they have."""
    carrying = [unit for unit in units if unit not in riders and game[Unit][unit].arm(game) in FIGHTING]
    for id in sorted(riders):
        known = game[Ride].get(id)
        bound = [unit for unit in carrying if known is None or unit in known.units]
        if bound:
            game.put(Ride(id, bound[0], tuple(bound[1:])))


def marchers(game: Game, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Return those of some units that go by their own points."""
    riders = riders_among(game, units)
    return tuple(unit for unit in units if unit not in riders)


def points_of(game: Game, units: tuple[UnitId, ...]) -> int:
    """Return the points that some units have to march together: the fewest that any of them has."""
    return min((purse_of(game, unit).left for unit in marchers(game, units)), default=0)


@cached_while_unchanged
def joined_hexes(game: Game, side: SideId) -> frozenset[SpaceId]:
    """Return the hexes in which troops of a side stand."""
    types, units = unit_types(game), game.where(Unit, "side", side)
    return frozenset(one.hex for one in units if one.hex is not None and types[one.kind].arm in FIGHTING)


def steps_from(game: Game, units: tuple[UnitId, ...], here: SpaceId) -> list[HexStep]:
    """Return the steps that lead some units on from a hex, whatever rules say of them."""
    return on_the_march(game, units)(here)


def on_the_march(game: Game, units: tuple[UnitId, ...]) -> Callable[[SpaceId], list[HexStep]]:
    """Return what answers which steps lead some units on, for any hex."""
    side, troops = game[Unit][units[0]].side, any(game[Unit][unit].fights(game) for unit in units)
    broke_down = next((hex for unit in marchers(game, units) if (hex := purse_of(game, unit).broke_down_in)), None)
    return leads_on(game, units, side, joined_hexes(game, side) if troops else frozenset(), broke_down)


@cached_for_position
def marching(game: Game, units: tuple[UnitId, ...]) -> KeptStrides[SpaceId]:
    """Return the steps of some units from wherever they come to, for all that is asked of them in the position."""
    return KeptStrides(on_the_march(game, units), partial(price, game))


@cached_for_position
def ways_of(game: Game, units: tuple[UnitId, ...]) -> Ways[SpaceId]:
    """Return the ways that some units of one hex may march together."""
    start = game[Unit][units[0]].hex or SpaceId("")
    allowance = Allowance(points_of(game, units), unit=COST)
    steps = marching(game, units) if start else KeptStrides(_nowhere, partial(price, game))
    return Ways(
        game, March, start, steps, steps.price, allowance, too_dear=partial(too_dear, game, units),
        no_way=partial(no_way_to, game, units),
    )  # fmt: skip


def _nowhere(here: SpaceId) -> list[HexStep]:
    return []


def cost_of(game: Game, units: tuple[UnitId, ...], way: Way) -> int:
    """Return what a way costs, as far as it goes from hex to hex, whether or not rules let it be gone."""
    here, steps, cost = game[Unit][units[0]].hex, on_the_march(game, units), 0
    for there in way:
        step = next((one for one in steps(here) if one.there == there), None) if here is not None else None
        if step is None:
            break
        cost, here = cost + price(game, step.pace).whole(), there
    return cost


def too_dear(game: Game, units: tuple[UnitId, ...], way: Way, cost: int) -> Refusal:
    """Say that a way costs more than units have points."""
    return Refusal(
        "the way to {to} costs {cost} movement points, and {units} {has} {points} left", rule="BASE-2c-cost",
        to=way[-1], cost=cost, units=in_a_row(units), has=of_them(game, units, "has"),
        points=points_of(game, units),
    )  # fmt: skip


def no_way_to(game: Game, units: tuple[UnitId, ...], space: str) -> Refusal:
    """Say that no steps lead to a hex: units stand there already, or nothing links it with theirs."""
    if space != game[Unit][units[0]].hex:
        return Refusal("no way leads to {hex}", rule="BASE-2c-linked", hex=space)
    stand = of_them(game, units, "stands")
    return Refusal(
        "{units} {stand} in {hex} already", rule="BASE-2c-linked", units=in_a_row(units), stand=stand, hex=space
    )


async def take_step(game: Game, units: tuple[UnitId, ...], riders: frozenset[UnitId], hex: SpaceId) -> bool:
    """Take a step in the true position, pay for it, and let others answer; tell whether those who go may go on."""
    here = cast("SpaceId", game[Unit][units[0]].hex)
    step = next(one for one in steps_from(game, units, here) if one.there == hex)
    if against := game.step_refusals(March, step):
        game.note(f"{in_a_row(units)} cannot go on: {against[0].text}", against[0].rule)
        return False
    cost = price(game, step.pace).whole()
    for unit in units:
        if unit in riders:
            use_up(game, unit)
        else:
            spend(game, unit, cost, hex)
        game.change(game[Unit][unit], hex=hex)
    stops = game.way_ends(March, step)
    for unit in units if stops else ():
        game.change(purse_of(game, unit), in_zone=True)
    entry = Entered(units, step.side, hex)
    await game.hooks(MovementHooks).entered(game, entry)
    await react(entry)
    return not stops and all(_goes_on(game, unit, hex) for unit in units)


def _goes_on(game: Game, id: UnitId, hex: SpaceId) -> bool:
    """Tell whether a unit is still where it has come to, and fit to go on."""
    unit = game[Unit].get(id)
    return unit is not None and unit.hex == hex and id not in game[Disruption]
