"""Supply of the besieged (7.4): by sea where ships come in, else they starve."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.engine import Frame, Game, RuleModule, SideId, hookimpl, opens, roll, rule
from sandtable_empires.charts.keys import DIE, FIRE, numbers
from sandtable_empires.combat.captives import leaders_among, unstack
from sandtable_empires.combat.tallies import casualties
from sandtable_empires.hookspecs.command import Unstacked
from sandtable_empires.hookspecs.sieges import Insider, SiegeHooks
from sandtable_empires.hookspecs.supply import SupplyHooks
from sandtable_empires.land.attrition import lose_exactly
from sandtable_empires.model import HUNGER, Area, AreaId, Contingent, Siege, shut_in, siege_of
from sandtable_empires.model.words import factors_text
from sandtable_empires.steps import SUPPLY_STEP


class BesiegedSupply(RuleModule):
    """What those in a besieged city live on."""

    key = "besieged_supply"
    charts = (FIRE[2], numbers("besieged losses", DIE))
    after = ("supply",)

    @opens(SUPPLY_STEP)
    @rule("BASE-7.4-besieged")
    async def feed(self, game: Game, frame: Frame) -> None:
        """In a side's Supply Step its besieged are fed, or suffer hunger."""
        side, hooks = SideId(frame.side or ""), game.hooks(SupplyHooks)
        for area in [siege.area for siege in game[Siege]]:
            if _hungry(game, area, side) and not await hooks.feeds_besieged(game, area, side):
                await hooks.besieged_hunger(game, area, side)
                await hooks.after_hunger(game, area)

    @hookimpl
    @rule("BASE-7.4-besieged-port")
    async def feeds_besieged(self, game: Game, area: AreaId, side: SideId) -> bool | None:
        """A besieged port is fed by sea as long as ships come in."""
        if area not in game.hooks(SupplyHooks).harbours(game, side):
            return None
        game.note(f"ships feed {side} in {game[Area][area].city}")
        return True

    @hookimpl
    @rule("BASE-7.4-besieged-die")
    async def besieged_hunger(self, game: Game, area: AreaId, side: SideId) -> None:
        """The chart says what part of their factors is lost on a die, at least one if it says any."""
        city, bearers = game[Area][area].city, _hungry(game, area, side)
        die = await roll("1d6", why=f"hunger in {city}", by=side)
        percent = game.chart("besieged losses").number(die)
        factors = sum(one.factors for one in bearers)
        lost = max(casualties(game, percent, factors), 1) if percent else 0
        game.note(f"hunger in {city}, die {die}: {percent}% of {factors}, which is {factors_text(lost)}")
        leaders, why = leaders_among(game, bearers), f"hunger in {city}"
        await lose_exactly(game, side, bearers, lost, cause=HUNGER, why=why)
        loss = Unstacked("siege supply", captors=_besiegers(game, area))
        await unstack(game, leaders, _hungry(game, area, side), loss)

    @hookimpl(of=SiegeHooks.hungry)
    @rule("BASE-7.4-besieged-who")
    def all_inside(self, game: Game, area: AreaId) -> Iterator[Insider]:
        """Corps and garrisons in a besieged city must be fed."""
        if siege_of(game, area) is not None:
            for one in game.hooks(SiegeHooks).inside(game, area):
                if shut_in(game, area, one.side) and one.contingent.arm != "guerilla":
                    yield one


def _hungry(game: Game, area: AreaId, side: SideId) -> list[Contingent]:
    return [one.contingent for one in game.hooks(SiegeHooks).hungry(game, area) if one.side == side]


def _besiegers(game: Game, area: AreaId) -> tuple[SideId, ...]:
    """Return the powers that besiege a city."""
    siege = siege_of(game, area)
    assert siege is not None  # only the besieged suffer hunger
    others = game.hooks(SiegeHooks).besiegers(game, area, siege.side)
    return tuple(sorted({siege.side, *(one.side for one in others)}))
