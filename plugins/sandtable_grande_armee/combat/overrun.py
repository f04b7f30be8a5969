"""Automatic elimination (step 2d): a force on the march that is strong enough rides down whoever bars its way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from sandtable.engine import (
    Action,
    Ask,
    Choice,
    Game,
    SideId,
    SpaceId,
    Tally,
    cached_while_unchanged,
    counted,
    fills,
)  # fmt: skip
from sandtable_grande_armee.charts.keys import LIMITS, MOVEMENT_COST
from sandtable_grande_armee.combat.attack import combatants
from sandtable_grande_armee.combat.enough import Enough, StrongEnough
from sandtable_grande_armee.combat.feeding import FOR_COMBAT, could_serve, serves_already
from sandtable_grande_armee.combat.forces import (
    defenders_of,
    engaged,
    fighting,
    foes_beside,
    force_of,
    hexes_beside,
    is_disrupted,
)  # fmt: skip
from sandtable_grande_armee.combat.giving_way import give_way
from sandtable_grande_armee.combat.muster import clear, muster
from sandtable_grande_armee.combat.tallies import odds
from sandtable_grande_armee.combat.walls import is_inside
from sandtable_grande_armee.hookspecs.combat import CombatHooks, Force
from sandtable_grande_armee.model import Unit, UnitId, foes_in, unit_of
from sandtable_grande_armee.model.agreeing import sentence_of
from sandtable_grande_armee.movement.losses import eliminate
from sandtable_grande_armee.movement.march import mount, points_of, riders_among, steps_from, take_step
from sandtable_grande_armee.movement.purses import POINTS, spend
from sandtable_grande_armee.movement.strides import price
from sandtable_grande_armee.supply.sources import serve, sources

OVERRUN_ODDS: Final = "overrun odds"
OVERRUN: Final = "overrun"


class Overrun(Action, frozen=True):
    """Drive the enemy out of a hex on the march, with units of one hex that are strong enough."""

    if_none = {
        "hex": ("no force of yours is strong enough against an enemy beside it", "BASE-2d-odds"),
        "origin": ("no force of yours beside it is strong enough", "BASE-2d-odds"),
    }
    hex: SpaceId
    origin: SpaceId
    units: tuple[UnitId, ...]
    supplies: tuple[UnitId, ...]

    @fills("hex")
    @staticmethod
    def weakly_held(game: Game, ask: Ask) -> Choice[SpaceId]:
        return Choice(dict.fromkeys(hex for hex, _ in prospects(game, SideId(ask.side))))

    @fills("origin")
    @staticmethod
    def where_from(game: Game, ask: Ask, hex: SpaceId) -> Choice[SpaceId]:
        return Choice(there for one, there in prospects(game, SideId(ask.side)) if one == hex)

    @fills("units")
    @staticmethod
    def of_the_stack(game: Game, ask: Ask, hex: SpaceId, origin: SpaceId) -> StrongEnough:
        there = stack_beside(game, SideId(ask.side), hex, origin)
        return StrongEnough(there, able_among(game, there, hex), lambda units: is_enough(game, hex, units))

    @fills("supplies")
    @staticmethod
    def within_range(game: Game, ask: Ask, hex: SpaceId, origin: SpaceId, units: tuple[UnitId, ...]) -> Enough:
        return Enough(could_serve(game, list(units)), lambda supplies: is_enough(game, hex, units, supplies))

    @classmethod
    def value_facts_after(
        cls, game: Game, ask: Ask[Any], filled: Mapping[str, object], field: str, value: object
    ) -> str:
        """Say of units how many points it takes, and at what odds they would do it with all supply that there is."""
        if field != "units" or not isinstance(value, tuple):
            return super().value_facts_after(game, ask, filled, field, value)
        hex, units = SpaceId(str(filled["hex"])), cast("tuple[UnitId, ...]", value)
        needs = points_for(game, units, hex)
        total = overrun_odds(game, hex, units, tuple(could_serve(game, list(units)))).total
        return f"{counted(needs, 'point')}, {total} to 1" if needs is not None else f"{total} to 1"

    async def perform(self, game: Game, ask: Ask) -> None:
        side = SideId(ask.side)
        for supply in self.supplies:
            serve(game, supply, FOR_COMBAT)
        battle = muster(game, self.hex, side, self.units, overrun=True)
        there, found = game.board.name(self.hex), odds_on(game, self).total
        game.note(f"{game.name(side)} overruns {there} at {found} to 1", "BASE-2d-odds")
        await give_way(game, battle)
        points = Tally(POINTS, game.hooks(CombatHooks).overrun_parts(game, battle)).whole()
        ridden_down = [unit.id for unit in engaged(game, battle, "defender")]
        if ridden_down:
            game.note(sentence_of(game, ridden_down, f"is ridden down in {there}"), "BASE-2d-odds")
        for unit in ridden_down:
            await eliminate(game, unit, "overrun")
        clear(game, battle)
        riders = riders_among(game, self.units)
        mount(game, self.units, riders)
        await take_step(game, self.units, riders, self.hex)
        for one in self.units:
            if one in game[Unit] and one not in riders and points:
                spend(game, one, points)

    def says(self, game: Game, ask: Ask) -> str:
        return sentence_of(game, self.units, f"overruns {game.board.name(self.hex)}")


def odds_on(game: Game, act: Overrun) -> Tally:
    """Return the odds of an overrun."""
    return overrun_odds(game, act.hex, act.units, act.supplies)


@cached_while_unchanged
def overrun_odds(game: Game, hex: SpaceId, units: tuple[UnitId, ...], supplies: tuple[UnitId, ...] | None) -> Tally:
    """Return the odds of an overrun: the attacker as he is served by what he names, the defender as he could be.

    Without ``supplies`` the attacker is served by all that could serve him, too.
    """
    attacker = overrunning(game, hex, units, supplies)
    return odds(game, attacker, defence_of(game, hex, attacker.side))


def overrunning(game: Game, hex: SpaceId, units: tuple[UnitId, ...], supplies: tuple[UnitId, ...] | None) -> Force:
    """Return the force that overruns a hex: supplied by what it names, and by what serves already."""
    side = unit_of(game, units[0]).side
    fed = {one: there for one in units if (there := sources(game, one, FOR_COMBAT))}
    if supplies is not None:
        found = dict.fromkeys(source for there in fed.values() for source in there)
        serving = {one for one in found if one in supplies or serves_already(game, one)}
        fed = {one: there for one, there in fed.items() if not serving.isdisjoint(there)}
    return Force(side, "attacker", hex, tuple(sorted(units)), frozenset(fed))


@cached_while_unchanged
def defence_of(game: Game, hex: SpaceId, side: SideId) -> Force:
    """Return the force that an overrun by a side meets in a hex, supplied as it could be."""
    return force_of(game, defenders_of(game, hex, side)[0], "defender", hex)


def is_enough(game: Game, hex: SpaceId, units: tuple[UnitId, ...], supplies: tuple[UnitId, ...] | None = None) -> bool:
    """Tell whether units are strong enough to overrun a hex when these supply units serve them, or all that could."""
    return overrun_odds(game, hex, units, supplies).total >= game.chart(LIMITS).number(OVERRUN_ODDS)


def points_for(game: Game, units: tuple[UnitId, ...], hex: SpaceId) -> int | None:
    """Return the points that units need to overrun a hex, ``None`` where no way leads there from theirs."""
    origin = game[Unit][units[0]].hex
    step = next((one for one in steps_from(game, units, origin) if one.there == hex), None) if origin else None
    return price(game, step.pace).whole() + game.chart(MOVEMENT_COST).number(OVERRUN) if step is not None else None


def stack_beside(game: Game, side: SideId, hex: SpaceId, origin: SpaceId) -> tuple[UnitId, ...]:
    """Return the units of a side in a hex beside another that fight, and the leaders with them."""
    return tuple(unit.id for unit in combatants(game, side, origin)) if origin in hexes_beside(game, hex) else ()


def able_among(game: Game, units: tuple[UnitId, ...], hex: SpaceId) -> list[UnitId]:
    """Return those of a stack that can overrun a hex: with points for it, neither disrupted nor inside a fort."""
    troops = {unit.id for unit in fighting(game, units)}
    fit = [one for one in units if not is_disrupted(game, one) and not is_inside(game, one)]
    short = {
        one for one in fit if one in troops
        and ((needs := points_for(game, (one,), hex)) is None or needs > points_of(game, (one,)))
    }  # fmt: skip
    able = [one for one in fit if one not in short]
    return able if troops.intersection(able) else []


@cached_while_unchanged
def prospects(game: Game, side: SideId) -> tuple[tuple[SpaceId, SpaceId], ...]:
    """Return the enemy hexes that all units of a hex beside it could overrun, fed as well as can be, with that hex."""
    found = list[tuple[SpaceId, SpaceId]]()
    for hex, origins in foes_beside(game, side).items():
        if any(unit.fights(game) for unit in foes_in(game, hex, side)):
            found += [
                (hex, origin) for origin in origins if is_enough(game, hex, stack_beside(game, side, hex, origin))
            ]
    return tuple(found)
