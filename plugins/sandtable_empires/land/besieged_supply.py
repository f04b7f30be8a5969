"""Supply of the besieged (7.4): by sea where ships come in, else they starve."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.engine import Frame, Game, RuleModule, SideId, hookimpl, opens, roll, rule
from sandtable_empires.charts.keys import DIE, FIRE, numbers
from sandtable_empires.combat.captives import capture, leaders_among, rejoin_leaders
from sandtable_empires.combat.tallies import casualties
from sandtable_empires.hookspecs.sieges import Insider, SiegeHooks
from sandtable_empires.hookspecs.supply import SupplyHooks
from sandtable_empires.land.attrition import lose_exactly
from sandtable_empires.land.investing import review
from sandtable_empires.model import HUNGER, Area, AreaId, Contingent, Siege, shut_in, siege_of
from sandtable_empires.model.words import factors_text


class BesiegedSupply(RuleModule):
    """What those in a besieged city live on."""

    key = "besieged_supply"
    charts = (FIRE[2], numbers("besieged losses", DIE))
    after = ("supply",)

    @opens("supply")
    @rule(
        "BASE-7.4-besieged", "BASE-7.4-besieged-die", "BASE-7.4-besieged-port", "BASE-7.5-siege-starved",
        "EIA-10.6.3-capture-siege-supply",
    )  # fmt: skip
    async def feed(self, game: Game, frame: Frame) -> None:
        """In a side's Supply Step its besieged are fed by sea, or a die says how many are lost; hunger ends sieges."""
        side = SideId(frame.side or "")
        for siege in list(game[Siege]):
            bearers = self._hungry(game, siege.area, side)
            if not bearers:
                continue
            city = game[Area][siege.area].city
            if siege.area in game.hooks(SupplyHooks).harbours(game, side):
                game.note(f"ships feed {side} in {city}", "BASE-7.4-besieged-port")
            else:
                await self._starve(game, siege, side, bearers)
                review(game)

    def _hungry(self, game: Game, area: AreaId, side: SideId) -> list[Contingent]:
        return [one.contingent for one in game.hooks(SiegeHooks).hungry(game, area) if one.side == side]

    async def _starve(self, game: Game, siege: Siege, side: SideId, bearers: list[Contingent]) -> None:
        city = game[Area][siege.area].city
        die = await roll("1d6", why=f"hunger in {city}", rule="BASE-7.4-besieged-die")
        percent = game.chart("besieged losses").number(die)
        factors = sum(one.factors for one in bearers)
        lost = max(casualties(game, percent, factors), 1) if percent else 0
        game.note(
            f"hunger in {city}, die {die}: {percent} % of {factors} or {factors_text(lost)}", "BASE-7.4-besieged-die"
        )
        leaders, why = leaders_among(game, bearers), f"hunger in {city}"
        await lose_exactly(game, side, bearers, lost, cause=HUNGER, why=why, rule="BASE-7.4-besieged-die")
        left = self._hungry(game, siege.area, side)
        besieging = [one.side for one in game.hooks(SiegeHooks).besiegers(game, siege.area, siege.side)]
        for id in await rejoin_leaders(game, leaders, left):
            await capture(game, id, sorted({siege.side, *besieging}), "EIA-10.6.3-capture-siege-supply")

    @hookimpl(of=SiegeHooks.hungry)
    @rule("BASE-7.4-besieged-who")
    def all_inside(self, game: Game, area: AreaId) -> Iterator[Insider]:
        """Corps and garrisons in a besieged city must be fed."""
        if siege_of(game, area) is not None:
            for one in game.hooks(SiegeHooks).inside(game, area):
                if shut_in(game, area, one.side) and one.contingent.arm != "guerilla":
                    yield one
