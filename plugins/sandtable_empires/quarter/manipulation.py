"""The Manipulation Step (8.4): always played; what is set in it an option says."""

from __future__ import annotations

from sandtable.engine import Frame, Game, Insert, RuleModule, SideId, Step, closes, rule
from sandtable_empires.hookspecs.income import IncomeHooks
from sandtable_empires.model import powers
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.steps import ECONOMIC_PHASE, EXPENDITURE_STEP, MANIPULATION_STEP


class Manipulation(RuleModule):
    """What is looked at when the step ends."""

    key = "manipulation"
    needs = CAMPAIGN
    steps = (Insert(Step(MANIPULATION_STEP, "Manipulation"), before=(f"{EXPENDITURE_STEP}?",), phase=ECONOMIC_PHASE),)

    @closes(MANIPULATION_STEP)
    @rule("BASE-8.4-step")
    async def over(self, game: Game, frame: Frame) -> None:
        """It ends for each power, whether it has set anything or not."""
        side = SideId(frame.side or "")
        if side in powers(game):
            await game.hooks(IncomeHooks).after_manipulation(game, side)
