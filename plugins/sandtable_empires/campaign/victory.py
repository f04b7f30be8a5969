"""Time and victory: the months pass; at the end the provinces are counted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.engine import Frame, Game, Part, RuleModule, SideId, hookimpl, opens, rule
from sandtable_empires.campaign.score import score
from sandtable_empires.model import (
    INCOME,
    Area,
    Calendar,
    Contest,
    Nation,
    Province,
    Treasury,
    allies,
    date_text,
    pay,
    sides,
)  # fmt: skip

QUARTER: Final = 3
"""Months from one income to the next."""


class Victory(RuleModule):
    """Who wins."""

    key = "victory"

    @hookimpl
    @rule("BASE-9-provinces")
    def victory_parts(self, game: Game, side: SideId) -> Iterable[Part]:
        """A side holds a province when it holds its capital; provinces of the invader's own home do not count."""
        contest = game[Contest].get("contest")
        home = {nation.id for nation in game[Nation].where("side", contest.invader)} if contest else set[str]()
        return [
            Part("base", 1, "BASE-9-provinces", province.title)
            for province in game[Province]
            if province.home not in home and _holder(game, province) == side
        ]

    @opens("time_record_step")
    @rule("BASE-9-end", "BASE-9-income")
    def pass_on(self, game: Game, frame: Frame) -> None:
        """A month is over; with the last one the provinces are counted. Every third month brings money."""
        if game.round % QUARTER == 0:
            for side in sides(game):
                self._income(game, side)
        if game.round >= game[Calendar]["calendar"].last:
            self._decide(game)
        else:
            game.note(f"{date_text(game)} is over", "BASE-9-end")

    def _income(self, game: Game, side: SideId) -> None:
        purse = game[Treasury].get(side)
        held = [province for province in game[Province] if _holder(game, province) == side]
        if purse is not None and held:
            money, men = sum(one.money for one in held), sum(one.manpower for one in held)
            pay(game, side, INCOME, money=-money, manpower=-men)
            game.note(f"{side} has an income of {money} from {len(held)} provinces", "BASE-9-income")

    def _decide(self, game: Game) -> None:
        contest = game[Contest].get("contest")
        if contest is None:
            best = max(sides(game), key=lambda side: (score(game, side).whole(), side))
            game.end(best, f"{best} holds most provinces", "BASE-9-end")
            return
        held = score(game, contest.invader).whole()
        if held >= contest.needs:
            game.end(contest.invader, f"{contest.invader} holds {held} provinces", "BASE-9-end")
            return
        defenders = sorted({contest.defender, *allies(game, contest.defender)})
        best = max(defenders, key=lambda side: (score(game, side).whole(), side))
        game.end(best, f"{contest.invader} holds only {held} provinces of {contest.needs}", "BASE-9-end")


def _holder(game: Game, province: Province) -> SideId | None:
    """Return who holds the capital of a province."""
    capital = game[Area].get(province.capital)
    return capital.holder if capital else None
