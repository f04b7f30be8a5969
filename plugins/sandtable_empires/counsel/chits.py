"""Which chit gives the better tables, whatever the enemy plays."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from sandtable.engine import Game
from sandtable_empires.charts.keys import ATTACKS, DEFENCES, ROUNDS, WITHDRAW, tables_of
from sandtable_empires.model import Role

OUTFLANK: Final = "outflank"
BEHIND_A_RIVER: Final = "cordon behind a river"


def best_chit(game: Game, role: Role) -> str:
    """Return the chit that fires on better tables than it is fired on, on the average of what the enemy may play.

    To outflank hangs on dice that come later, and to withdraw is no fight: neither is looked at.
    """
    attacks = [one for one in ATTACKS if one != OUTFLANK]
    defences = [one for one in DEFENCES if one not in (OUTFLANK, WITHDRAW, BEHIND_A_RIVER)]
    if role == "attacker":
        return max(attacks, key=lambda own: sum(_edge(game, own, other) for other in defences))
    return min(defences, key=lambda own: sum(_edge(game, other, own) for other in attacks))


def _edge(game: Game, attack: str, defence: str) -> Fraction:
    """Return how many levels the attacker's tables are better than the defender's, over the rounds of a day."""
    levels = {
        role: sum(_levels(game.chart(tables_of(role)).at(attack, defence, nth)) for nth in ROUNDS)
        for role in ("attacker", "defender")
    }
    return Fraction(levels["attacker"] - levels["defender"], len(ROUNDS))


def _levels(cell: object) -> int:
    return sum(map(int, str(cell).split("-"))) if cell else 0
