"""The Levy Step (8.6): after all is paid for, a power levies what it need not buy."""

from __future__ import annotations

from sandtable.engine import Frame, Game, Insert, RuleModule, SideId, Step, opens, rule
from sandtable_empires.hookspecs.income import IncomeHooks
from sandtable_empires.model.grants import CAMPAIGN
from sandtable_empires.steps import ECONOMIC_PHASE, EXPENDITURE_STEP, LEVY_STEP


class Levy(RuleModule):
    """When powers levy."""

    key = "levy"
    needs = CAMPAIGN
    after = ("maintenance?",)
    steps = (Insert(Step(LEVY_STEP, "Levy"), after=(f"{EXPENDITURE_STEP}?",), phase=ECONOMIC_PHASE),)

    @opens(LEVY_STEP)
    @rule("BASE-8.6-levy")
    async def levies(self, game: Game, frame: Frame) -> None:
        """It comes after the Expenditure Step: nothing is owed for what is levied before the next quarter."""
        await game.hooks(IncomeHooks).levies(game, SideId(frame.side or ""))
