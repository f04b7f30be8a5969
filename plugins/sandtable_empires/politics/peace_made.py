"""What every peace brings (4.4): prisoners and leaders come back, forces go home; after a formal one it is enforced."""

from __future__ import annotations

from sandtable.engine import Game, RuleModule, SideId, hookimpl, rule
from sandtable_empires.charts.keys import (
    ENFORCED,
    POLITICAL_CAUSES,
    POLITICAL_POINTS,
    SURRENDER,
    SURRENDER_CHOICES,
    VICTORY,
    numbers,
)
from sandtable_empires.hookspecs.peace import PeaceHooks
from sandtable_empires.model import Area, Prisoners, allies, give_back
from sandtable_empires.model.accords import Truce
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.model.peace import PeaceId, Surrender
from sandtable_empires.sending_home import send_home
from sandtable_empires.status import befall


class PeaceMade(RuleModule):
    """What follows from a peace."""

    key = "peace_made"
    needs = CAMPAIGN
    after = ("peace_terms?",)
    charts = (numbers(POLITICAL_POINTS, POLITICAL_CAUSES, least=-99, most=99),)

    # --- any peace

    @hookimpl
    @rule("BASE-4.4.6-prisoners")
    async def war_ended(self, game: Game, one: SideId, other: SideId) -> None:
        """Prisoners that the two have taken of each other go home: they come back as drafts."""
        for held in [row for row in game[Prisoners] if {row.captor, row.side} == {one, other}]:
            game.note(f"{held.captor} sends {held.factors} prisoners home to {held.side}")
            give_back(game, held)

    @hookimpl(of=PeaceHooks.war_ended)
    @rule("BASE-4.4.6.2-repatriation", after="BASE-4.4.6-prisoners")
    async def repatriate(self, game: Game, one: SideId, other: SideId) -> None:
        """The forces of each leave the areas of the other at once, for the nearest of their own."""
        for side, host in ((one, other), (other, one)):
            if host not in allies(game, side):
                await send_home(game, side, tuple(area.id for area in game[Area].where("holder", host)))

    # --- a formal one

    @hookimpl
    @rule("BASE-4.4-enforced")
    async def peace_made(self, game: Game, peace: PeaceId) -> None:
        """Loser and victors may not declare war on each other for so many months."""
        row = game[Surrender][peace]
        until = game.round + game.chart(SURRENDER_CHOICES).number(row.kind, ENFORCED)
        for victor in row.victors:
            game.put(Truce(f"{peace}: {row.loser} with {victor}", row.loser, victor, until))
            game.put(Truce(f"{peace}: {victor} with {row.loser}", victor, row.loser, until))

    @hookimpl(of=PeaceHooks.peace_made)
    @rule("BASE-4.4-points")
    async def points(self, game: Game, peace: PeaceId) -> None:
        """Whoever surrenders loses the points of the chart, and each victor gains its own."""
        row = game[Surrender][peace]
        await befall(game, row.loser, SURRENDER[row.kind])
        for victor in row.victors:
            await befall(game, victor, VICTORY[row.kind])
