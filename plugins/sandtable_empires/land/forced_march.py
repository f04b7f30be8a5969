"""Forced marches (7.3): a point more, at a price."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from sandtable.engine import Ask, Game, Refusal, RuleModule, hookimpl, refuses, roll, rule, ruling
from sandtable.present import Lesson
from sandtable_empires.combat.captives import leaders_among, unstack
from sandtable_empires.hookspecs.command import Unstacked
from sandtable_empires.land.attrition import lose_exactly, of_corps
from sandtable_empires.march import ForceMarch, needless, plan
from sandtable_empires.model import STRAGGLERS, Corps, CorpsId, in_the_open, the_corps
from sandtable_empires.steps import LAND_MOVEMENT_STEP


class ForcedMarches(RuleModule):
    """Who may march on, and what it costs."""

    key, after = "forced_march", ("movement",)
    actions = {LAND_MOVEMENT_STEP: (ForceMarch,)}
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        loses_on: Annotated[
            int,
            ruling(
                "A factor straggles on a die of at least",
                "With 7 nobody ever straggles.",
                "BASE-7.3-force-march-stragglers",
                ge=1,
                le=7,
            ),
        ] = 5

    @refuses(ForceMarch, "corps")
    @rule("BASE-7.3-force-march-who")
    def no_cavalry(self, game: Game, act: ForceMarch) -> Refusal | None:
        """Cavalry corps do not force march."""
        if game[Corps][act.corps].room[0]:
            return None
        return Refusal("{corps} is a cavalry corps and cannot make a forced march", corps=act.corps)

    @refuses(ForceMarch)
    @rule("BASE-7.3-force-march-needed")
    def only_if_needed(self, game: Game, act: ForceMarch) -> Refusal | None:
        """What ordinary points suffice for is an ordinary march."""
        usual = plan(game, act.corps)
        if usual.spent(act.way) > usual.points:
            return None
        return needless(act.corps, act.way[-1])

    @hookimpl
    @rule("BASE-7.3-force-march-stragglers")
    async def after_march(self, game: Game, corps: CorpsId, forced: bool) -> None:
        """A factor may straggle, of which arm its owner says."""
        if not forced:
            return
        die = await roll("1d6", why=f"{corps} marches on", by=game[Corps][corps].side)
        marched = game[Corps][corps]
        if die < self.parameters.loses_on or marched.area is None:
            return
        bearers, why = of_corps([marched]), f"{corps} has stragglers"
        leaders = leaders_among(game, bearers)
        await lose_exactly(
            game, marched.side, bearers, 1, cause=STRAGGLERS, why=why
        )  # fmt: skip
        game.note(f"{the_corps(game, corps)} loses a factor on the march")
        left = of_corps(in_the_open(game, marched.area, marched.side))
        await unstack(game, leaders, left, Unstacked("forced march"))

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """A risk that is seldom worth it."""
        if ForceMarch in ask.kinds:
            says = "Moves a corps one point further than it should go"
            risk = self.parameters.loses_on
            lost = f"; on a die of {risk} or more it loses a factor." if risk <= 6 else "."
            rules = ("BASE-7.3-force-march-needed", "BASE-7.3-force-march-stragglers")
            yield Lesson(kind=ForceMarch, says=says + lost, rules=rules)
