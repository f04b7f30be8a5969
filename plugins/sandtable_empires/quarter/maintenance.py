"""Maintenance (8.5): what is on the map is paid for, and what comes of it where there is no money."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Frame, Game, Insert, Part, RuleModule, SideId, Step, counted, hookimpl, opens, rule
from sandtable_empires.charts.keys import BANKRUPTCY, numbers
from sandtable_empires.charts.quarter_keys import CORPS, DEPOT, FLEET, KEPT, MAINTENANCE
from sandtable_empires.holding import foe_in
from sandtable_empires.hookspecs.income import IncomeHooks
from sandtable_empires.hookspecs.naval import NavalHooks
from sandtable_empires.model import Area, Corps, Depot, Fleet, Nation, Province, Treasury, enemies, is_on_the_map, pay
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.quarter import CivilDisorder
from sandtable_empires.spending import MAINTAINED, dues
from sandtable_empires.status import befall
from sandtable_empires.steps import ECONOMIC_PHASE, EXPENDITURE_STEP


class Maintenance(RuleModule):
    """What armies and fleets cost."""

    key = "maintenance"
    needs = CAMPAIGN
    steps = (Insert(Step(EXPENDITURE_STEP, "Expenditure"), phase=ECONOMIC_PHASE),)
    charts = (numbers(MAINTENANCE, KEPT),)

    # --- what is owed

    @hookimpl
    @rule("BASE-8.5-corps")
    def dues_parts(self, game: Game, side: SideId) -> Iterable[Part]:
        """A power owes the chart's money for each corps that it has on the map."""
        count = sum(1 for one in game[Corps].where("side", side) if is_on_the_map(game, one))
        return self._owed(game, CORPS, count)

    @hookimpl(of=IncomeHooks.dues_parts)
    @rule("BASE-8.5-fleets")
    def fleets(self, game: Game, side: SideId) -> Iterable[Part]:
        """For each fleet on the map; those that are laid up owe nothing."""
        frozen = set(game.hooks(NavalHooks).frozen(game))
        count = sum(1 for one in game[Fleet].where("side", side) if one.lies != "reserve" and one.id not in frozen)
        return self._owed(game, FLEET, count)

    @hookimpl(of=IncomeHooks.dues_parts)
    @rule("BASE-8.5-depots")
    def depots(self, game: Game, side: SideId) -> Iterable[Part]:
        """And for each depot."""
        return self._owed(game, DEPOT, len(game[Depot].where("side", side)))

    def _owed(self, game: Game, what: str, count: int) -> list[Part]:
        each = game.chart(MAINTENANCE).number(what)
        number = f"{count} corps" if what == CORPS else counted(count, what)
        return [Part("base", count * each, says=f"for {number}")] if count else []

    # --- it is paid

    @opens(EXPENDITURE_STEP)
    @rule("BASE-8.5-maintenance")
    async def paid(self, game: Game, frame: Frame) -> None:
        """At the beginning of its Expenditure Step a power pays what it owes for the three months to come."""
        side = SideId(frame.side or "")
        purse = game[Treasury].get(side)
        if purse is None:
            return
        owed = dues(game, side).whole()
        pay(game, side, MAINTAINED, money=min(owed, purse.money))
        if owed:
            game.note(f"{side} pays {min(owed, purse.money)} money in maintenance")
        if owed > purse.money:
            await game.hooks(IncomeHooks).cannot_pay(game, side, owed - purse.money)

    @hookimpl
    @rule("BASE-8.5-bankruptcy")
    async def cannot_pay(self, game: Game, side: SideId, lacking: int) -> None:
        """What it lacks is not paid; it is bankrupt, and loses political points."""
        game.note(f"{side} is bankrupt: it lacks {lacking} money")
        await befall(game, side, BANKRUPTCY)

    @opens(EXPENDITURE_STEP)
    @rule("BASE-8.6-civil-disorder", after="BASE-8.5-maintenance")
    def disorder(self, game: Game, frame: Frame) -> None:
        """A power without manpower whose capital an enemy holds is in civil disorder, until it has either again."""
        side = SideId(frame.side or "")
        purse = game[Treasury].get(side)
        if purse is None:
            return
        fallen = not purse.manpower and any(foe_in(game, one, enemies(game, side)) for one in _capitals(game, side))
        row = game[CivilDisorder].get(side)
        if fallen and row is None:
            game.put(CivilDisorder(side, game.round))
            game.note(f"{side} falls into civil disorder")
        elif row is not None and not fallen:
            game.remove(row)
            game.note(f"Order returns to {side}")


def _capitals(game: Game, side: SideId) -> list[Area]:
    """Return the capitals of the nations that a power plays of its own."""
    own = {one.id for one in game[Nation].where("side", side) if one.major}
    return [one for one in game[Area] if one.capital == "major" and game[Province][one.province].home in own]
