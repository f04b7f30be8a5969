"""The numbers of a battle, each with its parts: strengths, odds, and the column of the results chart."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from sandtable.engine import Chart, Game, Invalid, Quantity, Tally, cached_while_unchanged
from sandtable_grande_armee.charts.keys import RESULTS
from sandtable_grande_armee.combat.forces import troops_among
from sandtable_grande_armee.hookspecs.combat import CombatHooks, Force
from sandtable_grande_armee.model import unit_types

STRENGTH: Final = Quantity("strength points", ("base", "times", "round", "at_least", "add", "at_most"))
"""Points are summed and halved once, then comes the least that cavalry counts, then a leader (Q11)."""
ODDS: Final = Quantity("odds")


@cached_while_unchanged
def strength(game: Game, force: Force) -> Tally:
    """Return the strength of a force, leaders and all, with its parts."""
    hooks = game.hooks(CombatHooks)
    parts = hooks.strength_parts(game, force)
    own = Tally(STRENGTH, parts).whole()
    return Tally(STRENGTH, [*parts, *hooks.leader_parts(game, force, own)])


def unsupplied(game: Game, force: Force) -> int:
    """Return the strength points of a force that are not supplied."""
    types = unit_types(game)
    return sum(types[unit.kind].strength for unit in troops_among(game, force.units) if unit.id not in force.supplied)


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
        raise Invalid(f"chart {RESULTS}: {key!r} is not a ratio of odds: write it as 3:2")
    return Fraction(int(attack), int(defence))
