"""Time and victory: the months pass; at the end the provinces are counted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.engine import (
    Frame,
    Game,
    Part,
    RuleModule,
    ScenarioFinding,
    SideId,
    counted,
    hookimpl,
    in_a_row,
    opens,
    rule,
)
from sandtable_empires.disputes import GENERAL, dispute
from sandtable_empires.hookspecs.control import score
from sandtable_empires.model import (
    INCOME,
    Area,
    Calendar,
    Nation,
    Province,
    Treasury,
    WarAim,
    allies,
    date,
    date_text,
    pay,
    sides,
    siege_of,
)  # fmt: skip
from sandtable_empires.model.grants import SINGLE_WAR
from sandtable_empires.soundness.aims import AIM_FAULTS, contest, provinces, time_and_money
from sandtable_empires.steps import TIME_RECORD_STEP

ECONOMIC: Final = (3, 6, 9, 12)
"""The months with an Economic Phase: March, June, September and December."""


class Victory(RuleModule):
    """Who wins."""

    key = "victory"
    needs = SINGLE_WAR
    faults = AIM_FAULTS

    @hookimpl
    @rule("BASE-9-provinces")
    def victory_parts(self, game: Game, side: SideId) -> Iterable[Part]:
        """A side holds a province when it holds its capital; provinces of the invader's own home do not count."""
        contest = game[WarAim].get("contest")
        home = {nation.id for nation in game[Nation].where("side", contest.invader)} if contest else set[str]()
        return [
            Part("base", 1, says=province.title)
            for province in game[Province]
            if province.home not in home and _holder(game, province) == side
        ]

    @opens(TIME_RECORD_STEP)
    @rule("BASE-9-income", before="BASE-9-end")
    def income(self, game: Game, frame: Frame) -> None:
        """The last month of a quarter brings money and men from the provinces that a side holds."""
        if date(game)[1] in ECONOMIC:
            for side in sides(game):
                self._income(game, side)

    @opens(TIME_RECORD_STEP)
    @rule("BASE-9-end")
    async def pass_on(self, game: Game, frame: Frame) -> None:
        """A month is over; with the last one the provinces are counted."""
        if game.round >= game[Calendar]["calendar"].last:
            await self._decide(game)
        else:
            game.note(f"{date_text(game)} is over")

    def _income(self, game: Game, side: SideId) -> None:
        purse = game[Treasury].get(side)
        held = [one for one in game[Province] if _holder(game, one) == side]
        besieged = [one for one in held if siege_of(game, one.capital or "")]
        paying = [one for one in held if one not in besieged]
        if purse is not None and held:
            money, men = sum(one.money for one in paying), sum(one.manpower for one in paying)
            pay(game, side, INCOME, money=-money, manpower=-men)
            brings = f"an income of {money} money and {men} manpower" if money or men else "no income"
            siege = f"; nothing from besieged {in_a_row(one.title for one in besieged)}" if besieged else ""
            game.note(f"{side} has {brings} from {counted(len(paying), 'province')}{siege}", "BASE-9-income")

    async def _decide(self, game: Game) -> None:
        contest = game[WarAim].get("contest")
        if contest is None:
            best = await self._best(game, sides(game))
            game.end(best, f"{best} holds most provinces", "BASE-9-end")
            return
        held = score(game, contest.invader).whole()
        if held >= contest.needs:
            game.end(contest.invader, f"{contest.invader} holds {held} provinces", "BASE-9-end")
            return
        best = await self._best(game, sorted({contest.defender, *allies(game, contest.defender)}))
        game.end(best, f"{contest.invader} holds {counted(held, 'province')} and needed {contest.needs}", "BASE-9-end")

    async def _best(self, game: Game, claimants: Iterable[SideId]) -> SideId:
        """The side with most provinces; equals agree on who has won, or throw for it."""
        counts = {side: score(game, side).whole() for side in claimants}
        most = [side for side, count in counts.items() if count == max(counts.values())]
        return await dispute(game, most, "who has won", rule=GENERAL)

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name what is wrong with time, money and what is fought for."""
        yield from time_and_money(game)
        yield from provinces(game)
        yield from contest(game)


def _holder(game: Game, province: Province) -> SideId | None:
    """Return who holds the capital of a province."""
    capital = game[Area].get(province.capital)
    return capital.holder if capital else None
