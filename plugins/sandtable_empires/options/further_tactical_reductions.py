"""Further tactical reductions (12.3.7): the loss of a leader with too many corps goes on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from sandtable.engine import Ask, Game, Option, Part, RuleModule, Was, hookimpl, rule, ruling
from sandtable.present import Lesson
from sandtable_empires.combat.attack import Attack
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.command import CommandHooks
from sandtable_empires.model import ForceId


class FurtherReductions(RuleModule):
    """Three times the tactical maximum costs 3, four times 4, and so on."""

    key = "further_tactical_reductions"
    option = Option(
        "Further tactical reductions",
        "A leader with more than three times his tactical maximum of corps has a tactical rating 3 lower, and so on.",
        ("EIA-12.3.7-further-reductions", "EIA-12.3.7-further-floor"),
        requires="EIA-10.6.1-tactical-maximum",
    )
    parameters: Parameters

    class Parameters(RuleModule.Parameters, frozen=True):
        counts: Annotated[
            Literal["more than", "at least"],
            ruling(
                "Three times the maximum",
                "From when on the rating falls: with more corps than three times the maximum, as in the base rule, "
                "or with exactly as many.",
                "EIA-12.3.7-further-reductions",
            ),
        ] = "more than"

    @rule("EIA-12.3.7-further-reductions", amends="EIA-10.6.1-tactical-maximum")
    def further(self, was: Was[Iterable[Part]], game: Game, force: ForceId) -> Iterable[Part]:
        """With more than N times the corps of the maximum the rating falls by N; the floor stays 0."""
        hooks = game.hooks(CommandHooks)
        corps, maximum = hooks.commanded(game, force), hooks.maximum(game, force)
        if maximum is None:
            return was()
        times = (corps - (self.parameters.counts == "more than")) // maximum
        if times <= 2:
            return was()
        return [Part("add", -times, says=f"{corps} corps, maximum {maximum}")]

    @hookimpl(of=CombatHooks.tactical_parts)
    @rule("EIA-12.3.7-further-floor")
    def floor(self, game: Game, force: ForceId) -> Iterable[Part]:
        """However much it falls, the rating does not go below 0."""
        return [Part("at_least", 0, says="as the lowest possible rating, however many corps")]

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """More corps than a leader can handle are a burden."""
        if Attack in ask.kinds:
            yield Lesson(
                says="A leader with three or four times the corps that he can handle loses so many points of "
                "his tactical rating.",
                rules=("EIA-12.3.7-further-reductions",),
            )  # fmt: skip
