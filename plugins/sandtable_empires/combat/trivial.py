"""Trivial combat (7.5.3): where a side has no corps, nobody manoeuvres."""

from __future__ import annotations

from sandtable.engine import Game, RuleModule, Was, rule
from sandtable_empires.charts.keys import ROLES, tables
from sandtable_empires.model import BattleId, Kind, corps_of, forces_of


class TrivialCombat(RuleModule):
    """A combat without chits, on one table, to the end."""

    key = "trivial_combat"
    charts = (tables("trivial combat", ROLES),)

    @rule("BASE-7.5.3-trivial", amends="BASE-7.5.2-field")
    def no_corps(self, was: Was[Kind | None], game: Game, battle: BattleId) -> Kind | None:
        """A combat in which one side has no corps is trivial."""
        return "trivial" if any(not corps_of(game, force.id) for force in forces_of(game, battle)) else was()
