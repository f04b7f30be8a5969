"""Cavalry superiority (12.3.3): twice the enemy's cavalry helps the die; no die is modified by more than +1."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, Option, Part, RuleModule, hookimpl, rule
from sandtable_empires.combat.bearing import present
from sandtable_empires.combat.tallies import mounted_factors
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.model import ForceId, foe_of


class CavalrySuperiority(RuleModule):
    """What cavalry does to the dice."""

    key = "cavalry_superiority"
    option = Option(
        "Cavalry superiority",
        "A side with twice the enemy's cavalry adds 1 to its combat die; no combat die is modified by more than +1.",
        ("EIA-12.3.3-superiority", "EIA-12.3.3-modifier-cap"),
    )

    @hookimpl(of=CombatHooks.die_parts)
    @rule("EIA-12.3.3-superiority", "EIA-12.3.3-outflank-arrival", "EIA-12.3.3-no-doubling", "EIA-12.3.3-all-cavalry")
    def superior(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Counted each round: who is present, outflankers once they have come and once only (R-20: one at least)."""
        ours, theirs = present(game, force), present(game, foe_of(game, force).id)
        mine, enemy = mounted_factors(ours), mounted_factors(theirs)
        only_cavalry = mine == sum(one.factors for one in ours) and enemy == sum(one.factors for one in theirs)
        if not mine or mine < 2 * enemy or only_cavalry:
            return []
        return [Part("add", 1, "EIA-12.3.3-superiority", f"{mine} cavalry against {enemy}")]

    @hookimpl(of=CombatHooks.die_parts)
    @rule("EIA-12.3.3-modifier-cap")
    def cap(self, game: Game, force: ForceId) -> Iterable[Part]:
        """All modifiers together come to +1 at most (R-21: no lower limit)."""
        return [Part("at_most", 1, "EIA-12.3.3-modifier-cap", "net modifier")]
