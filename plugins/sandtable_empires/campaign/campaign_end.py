"""The end of a campaign of all phases: on its date the victory points are compared."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Frame, Game, Quantity, RuleModule, ScenarioFinding, Tally, hookimpl, opens, rule
from sandtable_empires.disputes import GENERAL, dispute
from sandtable_empires.hookspecs.control import ControlHooks
from sandtable_empires.model import Calendar, date_text, powers
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.soundness.aims import TIME_FAULTS, time_and_money
from sandtable_empires.steps import TIME_RECORD_STEP

POINTS = Quantity("victory points")


class CampaignEnd(RuleModule):
    """When a campaign is over, and who has won it."""

    key = "campaign_end"
    needs = CAMPAIGN
    faults = TIME_FAULTS

    @opens(TIME_RECORD_STEP)
    @rule("BASE-9-campaign-end")
    async def pass_on(self, game: Game, frame: Frame) -> None:
        """A month is over; after the last the power with most victory points has won."""
        if game.round < game[Calendar]["calendar"].last:
            game.note(f"{date_text(game)} is over")
            return
        hooks = game.hooks(ControlHooks)
        points = {one: Tally(POINTS, hooks.victory_parts(game, one)).whole() for one in powers(game)}
        most = [one for one in points if points[one] == max(points.values())]
        best = await dispute(game, most, "who has won", rule=GENERAL)
        game.end(best, f"{best} has {points[best]} victory points")

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name what is wrong with time and money."""
        return time_and_money(game)
