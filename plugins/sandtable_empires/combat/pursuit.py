"""Pursuit (7.5.2): the winner's cavalry rides down those who flee."""

from __future__ import annotations

from typing import Final

from sandtable.engine import Frame, Game, Part, Quantity, RuleModule, Tally, hookimpl, opens, roll, rule
from sandtable_empires.charts.keys import CLASSES, FIRE, PURSUIT_DICE, TENTHS, numbers
from sandtable_empires.combat.bearing import lose_together, present
from sandtable_empires.combat.tallies import casualties, mounted_factors
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.model import OTHER, PURSUIT, Area, Battle, Force, ForceId, battle_of, force_id
from sandtable_empires.model.words import factors_text
from sandtable_empires.steps import PURSUIT_STEP

DIE: Final = Quantity("pursuit die")
LOWEST, HIGHEST = 1, 7


class Pursuit(RuleModule):
    """After a break the winner may pursue."""

    key = "pursuit"
    charts = (*FIRE[2:], numbers("pursuit", CLASSES, PURSUIT_DICE), numbers("pursuit class", TENTHS, least=1, most=5))

    @opens(PURSUIT_STEP)
    @rule("BASE-7.5.2-pursuit")
    async def pursue(self, game: Game, frame: Frame) -> None:
        """After a break the winner pursues; class and die say what those who flee lose."""
        battle = game[Battle][frame.subject]
        if battle.how != "broken" or battle.winner in ("", "nobody"):
            return
        winner = force_id(battle.id, battle.winner)  # type: ignore[arg-type]  # one of the two forces
        loser = force_id(battle.id, OTHER[game[Force][winner].role])
        fleeing = sum(one.factors for one in present(game, loser))
        pursuit_class = game.hooks(CombatHooks).pursuit_class(game, winner)
        if not fleeing or not pursuit_class:
            return
        thrown = await roll("1d6", why=f"{game[Force][winner].side} pursues", by=game[Force][winner].side)
        base = Part("base", thrown, says="die")
        die = Tally(DIE, [base, *game.hooks(CombatHooks).pursuit_parts(game, winner)])
        percent = game.chart("pursuit").number(pursuit_class, max(LOWEST, min(HIGHEST, die.whole())))
        lost = casualties(game, percent, fleeing)
        shares = f"{percent}% of {fleeing}, which is {factors_text(lost)}"
        says = f"pursuit of class {pursuit_class}, die {die.with_parts()}: {shares}"
        game.note(says)
        why = f"the pursuit from {game.name(battle.area)}"
        await lose_together(game, loser, min(lost, fleeing), PURSUIT, why)

    @hookimpl(default=True, of=CombatHooks.pursuit_class)
    @rule("BASE-7.5.2-pursuit-class")
    def by_the_cavalry(self, game: Game, force: ForceId) -> int | None:
        """By the share of cavalry in the winner's factors; without any there is no pursuit, in a marsh the lowest."""
        there = present(game, force)
        cavalry = mounted_factors(there)
        if not cavalry:
            return None
        if game[Area][battle_of(game, force).area].terrain == "marsh":
            return 1
        return game.chart("pursuit class").number(10 * cavalry // sum(one.factors for one in there))
