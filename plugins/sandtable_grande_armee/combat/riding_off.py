"""Retreat before combat: who may give way before a battle or an overrun, and what it costs him."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Ask, Frame, Game, Refusal, RuleModule, hookimpl, opens, refuses, rule
from sandtable_grande_armee.combat.falling_back import FallBack
from sandtable_grande_armee.combat.forces import engaged, has_cavalry, is_disrupted
from sandtable_grande_armee.combat.giving_way import before_battle, give_way, refused_by_cavalry
from sandtable_grande_armee.hookspecs.combat import CombatHooks
from sandtable_grande_armee.model import BattleId, Unit, UnitId
from sandtable_grande_armee.model.agreeing import refusal_of
from sandtable_grande_armee.movement.losses import disrupt
from sandtable_grande_armee.steps import RIDE_OFF_STEP


class RidingOff(RuleModule):
    """Giving way before a fight."""

    key = "riding_off"

    @opens(RIDE_OFF_STEP)
    @rule("BASE-3-before-combat")
    async def before_combat(self, game: Game, frame: Frame) -> None:
        """Before the odds are counted defenders may retreat."""
        await give_way(game, BattleId(frame.subject))

    # --- who may

    @hookimpl(of=CombatHooks.may_give_way)
    @rule("LGA-07-cavalry-retreat-before")
    def cavalry(self, game: Game, battle: BattleId) -> Iterable[UnitId]:
        """Cavalry may, also in the face of automatic elimination."""
        return [unit.id for unit in engaged(game, battle, "defender") if unit.arm(game) == "cavalry"]

    @hookimpl(of=CombatHooks.may_give_way)
    @rule("BASE-3-others-before-combat")
    def others(self, game: Game, battle: BattleId) -> Iterable[UnitId]:
        """So may all others, but depots; with cavalry among them even before cavalry (Q5)."""
        there = engaged(game, battle, "defender")
        return [unit.id for unit in there if unit.arm(game) not in ("cavalry", "depot")]

    @refuses(FallBack, "leaders")
    @rule("BASE-3-walls-hold")
    def not_out_of_a_fort(self, game: Game, act: FallBack, ask: Ask[UnitId]) -> Refusal | None:
        """Nobody retreats out of a fort."""
        battle = before_battle(game, ask.about)
        if battle is None or not battle.inside:
            return None
        return refusal_of(game, ask.about, "is inside a fort")

    @refuses(FallBack, "leaders")
    @rule("BASE-3-disrupted-stays")
    def not_disrupted(self, game: Game, act: FallBack, ask: Ask[UnitId]) -> Refusal | None:
        """A disrupted unit may not retreat before combat."""
        if before_battle(game, ask.about) is None or not is_disrupted(game, ask.about):
            return None
        return refusal_of(game, ask.about, "is disrupted")

    @refuses(FallBack, "leaders")
    @rule("LGA-07-not-against-cavalry")
    def not_against_cavalry(self, game: Game, act: FallBack, ask: Ask[UnitId]) -> Refusal | None:
        """Cavalry may not if any of the attackers is cavalry."""
        battle = before_battle(game, ask.about)
        if battle is None or battle.overrun or game[Unit][ask.about].arm(game) != "cavalry":
            return None
        return refused_by_cavalry(game, battle)

    @refuses(FallBack, "leaders")
    @rule("LGA-09-no-retreat-before-without-cavalry")
    def not_without_cavalry(self, game: Game, act: FallBack, ask: Ask[UnitId]) -> Refusal | None:
        """Nobody may if the attackers have cavalry and the defenders have none."""
        battle = before_battle(game, ask.about)
        if battle is None or battle.overrun or has_cavalry(game, engaged(game, battle.id, "defender")):
            return None
        return refused_by_cavalry(game, battle)

    @refuses(FallBack, "leaders")
    @rule("LGA-07-auto-elimination-needs-no-cavalry")
    def not_before_overrunning_cavalry(self, game: Game, act: FallBack, ask: Ask[UnitId]) -> Refusal | None:
        """Nobody may before an automatic elimination by a force with cavalry."""
        battle = before_battle(game, ask.about)
        return refused_by_cavalry(game, battle) if battle is not None and battle.overrun else None

    # --- what it costs

    @hookimpl
    @rule("LGA-07-ends-disrupted")
    async def gave_way(self, game: Game, units: tuple[UnitId, ...]) -> None:
        """Cavalry that has retreated before combat ends disrupted."""
        for id in units:
            if (unit := game[Unit].get(id)) is not None and unit.arm(game) == "cavalry":
                await disrupt(game, id)

    @hookimpl(of=CombatHooks.gave_way)
    @rule("BASE-3-others-end-disrupted")
    async def others_disrupted(self, game: Game, units: tuple[UnitId, ...]) -> None:
        """So do infantry and supply; a leader does not."""
        for id in units:
            if (unit := game[Unit].get(id)) is not None and unit.arm(game) not in ("cavalry", "leader"):
                await disrupt(game, id)
