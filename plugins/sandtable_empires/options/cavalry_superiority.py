"""Cavalry superiority (12.3.3): twice the enemy's cavalry helps the die; no die is modified by more than +1."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.engine import Ask, Game, Option, Part, Quantity, RuleModule, Tally, hookimpl, rule
from sandtable.present import Lesson
from sandtable_empires.combat.attack import Attack
from sandtable_empires.combat.bearing import present
from sandtable_empires.combat.tallies import contingents, mounted_factors
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.model import ForceId, foe_of

CAVALRY: Final = Quantity("cavalry factors", ("base", "add", "at_most"))


def cavalry(game: Game, force: ForceId) -> int:
    """Return the cavalry factors with which a force may be superior."""
    base = Part("base", mounted_factors(contingents(game, force)), "EIA-12.3.3-superiority", "cavalry")
    return Tally(CAVALRY, [base, *game.hooks(CombatHooks).cavalry_parts(game, force)]).whole()


class CavalrySuperiority(RuleModule):
    """What cavalry does to the dice."""

    key = "cavalry_superiority"
    option = Option(
        "Cavalry superiority",
        "A side with twice the enemy's cavalry adds 1 to its combat die; no combat die is modified by more than +1.",
        ("EIA-12.3.3-superiority", "EIA-12.3.3-modifier-cap"),
    )

    @hookimpl(of=CombatHooks.die_parts)
    @rule("EIA-12.3.3-superiority")
    def superior(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Counted each round: twice the enemy's cavalry, and at least one factor of it (R-20)."""
        mine, enemy = cavalry(game, force), cavalry(game, foe_of(game, force).id)
        if not mine or mine < 2 * enemy:
            return []
        return [Part("add", 1, says=f"{mine} cavalry against {enemy}")]

    @hookimpl(of=CombatHooks.cavalry_parts)
    @rule("EIA-12.3.3-outflank-arrival")
    def leave_out_those_away(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Cavalry that outflanks does not count before it has come."""
        away = mounted_factors(contingents(game, force)) - mounted_factors(present(game, force))
        return [Part("add", -away, says="outflankers on their way")] if away else []

    @hookimpl(of=CombatHooks.cavalry_parts)
    @rule("EIA-12.3.3-no-doubling")
    def count_once(self, game: Game, force: ForceId) -> Iterable[Part]:
        """When it has come it counts like any other: outflankers are doubled for their fire alone."""
        return ()

    @hookimpl(of=CombatHooks.cavalry_parts)
    @rule("EIA-12.3.3-all-cavalry")
    def nothing_but_cavalry(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Where every factor on both sides rides nobody is superior."""
        there = [*present(game, force), *present(game, foe_of(game, force).id)]
        if mounted_factors(there) < sum(one.factors for one in there):
            return []
        return [Part("at_most", 0, says="only cavalry on both sides")]

    @hookimpl(of=CombatHooks.die_parts)
    @rule("EIA-12.3.3-modifier-cap")
    def cap(self, game: Game, force: ForceId) -> Iterable[Part]:
        """All modifiers together come to +1 at most (R-21: no lower limit)."""
        return [Part("at_most", 1, says="for all modifiers together")]

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """It counts in every round."""
        if Attack in ask.kinds:
            yield Lesson(
                says="With cavalry superiority, twice as much cavalry as the enemy adds 1 to your combat die: "
                "bring horse.",
                rules=("EIA-12.3.3-superiority", "EIA-12.3.3-modifier-cap"),
            )  # fmt: skip
