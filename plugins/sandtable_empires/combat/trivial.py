"""Trivial combat (7.5.3): where a side has no corps, nobody manoeuvres."""

from __future__ import annotations

from sandtable.engine import Game, RuleModule, Was, hookimpl, rule
from sandtable_empires.charts.keys import ROLES, tables
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.model import Battle, BattleId, Force, ForceId, Kind, battle_of, corps_of, forces_of
from sandtable_empires.model.marks import LOSSES


class TrivialCombat(RuleModule):
    """A combat without chits, on one table, to the end."""

    key = "trivial_combat"
    charts = (tables("trivial combat", ROLES),)

    @rule("BASE-7.5.3-trivial", amends="BASE-7.5.2-field")
    def no_corps(self, was: Was[Kind | None], game: Game, battle: BattleId) -> Kind | None:
        """A combat in which one side has no corps is trivial."""
        return "trivial" if any(not corps_of(game, force.id) for force in forces_of(game, battle)) else was()

    @hookimpl(of=CombatHooks.without_manoeuvre)
    @rule("BASE-7.5.3-no-manoeuvre")
    def no_manoeuvre(self, game: Game, battle: BattleId) -> bool | None:
        """In a trivial combat nobody chooses chits, and nobody marches to the guns."""
        return game[Battle][battle].kind == "trivial" or None

    @hookimpl(of=CombatHooks.printed_table)
    @rule("BASE-7.5.3-one-table")
    def one_table(self, game: Game, force: ForceId) -> str | None:
        """In a trivial combat each side fires on one table in every round."""
        trivial = battle_of(game, force).kind == "trivial"
        return game.chart("trivial combat").text(game[Force][force].role) if trivial else None

    @hookimpl(of=CombatHooks.day_is_over)
    @rule("BASE-7.5.3-to-the-end")
    def to_the_end(self, game: Game, battle: BattleId) -> bool | None:
        """A trivial combat goes on until a side breaks, as long as anybody fires."""
        if game[Battle][battle].kind != "trivial":
            return None
        return False if any(game.mark_of(force.id, LOSSES) for force in forces_of(game, battle)) else None
