"""What the ground costs (base paper, section 5, step 2c, and clarifications 2 to 4)."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, Part, RuleModule, hookimpl, rule
from sandtable_grande_armee.charts.keys import MOVEMENT_COST, TERRAIN_COST
from sandtable_grande_armee.charts.lookups import STEP_COSTS, TERRAIN_COSTS
from sandtable_grande_armee.hookspecs.movement import MovementHooks, Pace
from sandtable_grande_armee.model.terrain import CLEAR


class Terrain(RuleModule):
    """What it costs to enter a hex."""

    key = "terrain"
    charts = (TERRAIN_COSTS, STEP_COSTS)

    @hookimpl
    @rule("BASE-2c-hex", vital=True)
    def step_parts(self, game: Game, pace: Pace) -> Iterable[Part]:
        """A hex costs what a clear one costs."""
        return [game.chart(TERRAIN_COST).part("base", CLEAR, says="a hex")]

    @hookimpl(of=MovementHooks.step_parts)
    @rule("LGA-02-other-costs-apply")
    def difficult(self, game: Game, pace: Pace) -> Iterable[Part]:
        """Difficult terrain comes on top of that, by the chart."""
        if pace.terrain == CLEAR:
            return []
        chart = game.chart(TERRAIN_COST)
        return [Part("add", chart.number(pace.terrain) - chart.number(CLEAR), says=pace.terrain)]

    @hookimpl(of=MovementHooks.step_parts)
    @rule("BASE-2c-river")
    def crossings(self, game: Game, pace: Pace) -> Iterable[Part]:
        """A river costs more where no bridge leads over it."""
        chart = game.chart(MOVEMENT_COST)
        return [chart.part("add", word, says=word) for word in pace.along if word in chart.axes[0].keys]

    @hookimpl(of=MovementHooks.step_parts)
    @rule("LGA-04-mountain-pass")
    def from_pass_to_pass(self, game: Game, pace: Pace) -> Iterable[Part]:
        """A step from one mountain pass to another costs 1 more."""
        if pace.pass_to_pass:
            yield game.chart(MOVEMENT_COST).part("add", "pass to pass", says="pass to pass")

    @hookimpl(of=MovementHooks.step_parts)
    @rule("LGA-02-entering-stack-cost")
    def stacks(self, game: Game, pace: Pace) -> Iterable[Part]:
        """Troops that enter a hex with troops of their side, as who will combine does, pay 1 more."""
        if pace.joins:
            yield game.chart(MOVEMENT_COST).part("add", "stack", says="joining a stack")

    @hookimpl(of=MovementHooks.step_parts)
    @rule("LGA-03-leave-breakdown-hex")
    def leaving_the_breakdown(self, game: Game, pace: Pace) -> Iterable[Part]:
        """A step out of the hex where the unit has broken down costs 1 more."""
        if pace.leaves_breakdown:
            yield game.chart(MOVEMENT_COST).part("add", "leave breakdown", says="out of the hex of the breakdown")
