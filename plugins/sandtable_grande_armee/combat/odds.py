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
    Quantity,
    RuleModule,
    ScenarioFault,
    ScenarioFinding,
    Tally,
    hookimpl,
    rule,
)  # fmt: skip
from sandtable_grande_armee.charts.keys import RESULTS
from sandtable_grande_armee.combat.strength import strength
from sandtable_grande_armee.hookspecs.combat import CombatHooks, Force

ODDS: Final = Quantity("odds")
NO_ODDS: Final = ScenarioFault("chart-no-odds", "error", "A column of the results chart that is no odds.")


def odds(game: Game, attacker: Force, defender: Force) -> Tally:
    """Return the odds of an attack: how many times the strength of the defender the attacker has."""
    attack, defence = strength(game, attacker).whole(), strength(game, defender).whole()
    return Tally(ODDS, game.hooks(CombatHooks).odds_parts(game, attack, defence))


def column(chart: Chart, odds: Tally) -> str:
    """Return the column of the results chart for some odds: the last that they reach; below the first it is that."""
    columns = {key: ratio_of(key) for key in chart.axes[0].keys}
    reached = [key for key, ratio in columns.items() if ratio <= odds.total]
    return max(reached or columns, key=lambda key: columns[key] if reached else -columns[key])


def ratio_of(key: str) -> Fraction:
    """Return what odds of ``3:2`` come to; raises ``Invalid`` for what is no odds."""
    attack, _, defence = key.partition(":")
    if not (attack.isdecimal() and defence.isdecimal() and int(attack) and int(defence)):
        raise Invalid(f"chart {RESULTS}: {key!r} is no odds; write them as 3:2")
    return Fraction(int(attack), int(defence))


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
