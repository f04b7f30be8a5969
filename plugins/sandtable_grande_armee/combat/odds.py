"""Odds: one strength against another, and the column of the results chart that they come to."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from sandtable.engine import (
    Chart,
    ChartId,
    Game,
    Invalid,
    Part,
    RuleModule,
    ScenarioFault,
    ScenarioFinding,
    hookimpl,
    rule,
)  # fmt: skip
from sandtable_grande_armee.charts.keys import RESULTS
from sandtable_grande_armee.combat.tallies import ratio_of

NO_ODDS: Final = ScenarioFault("chart-no-odds", "error", "A column of the results chart that is not a ratio of odds.")


class CombatOdds(RuleModule):
    """How strengths are compared."""

    key = "combat_odds"
    faults = (NO_ODDS,)

    @hookimpl
    @rule("LGA-06-example-odds")
    def odds_parts(self, game: Game, attack: int, defence: int) -> Iterable[Part]:
        """Attack to defence, rounded down to a column of the chart; no strength at all counts as 1."""
        yield Part("base", attack, says="attack")
        yield Part("times", Fraction(1, max(1, defence)), says=f"against {defence}")

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name columns of the results chart that no odds come to."""
        chart = game[Chart].get(ChartId(RESULTS))
        for key in chart.axes[0].keys if chart is not None else ():
            try:
                ratio_of(key)
            except Invalid as error:
                yield NO_ODDS.finding(str(error), chart, field="axes", rule="LGA-06-example-odds")
