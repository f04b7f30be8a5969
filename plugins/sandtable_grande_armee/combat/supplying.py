"""Supply in a battle: each side says whether supply units serve it."""

from __future__ import annotations

from sandtable.engine import Frame, Game, RuleModule, offer, opens, rule
from sandtable_grande_armee.combat.feeding import FOR_COMBAT, Supply, could_serve, feed, hungry
from sandtable_grande_armee.model import ROLES, Battle, BattleId
from sandtable_grande_armee.steps import SUPPLY_STEP
from sandtable_grande_armee.supply.sources import serve


class CombatSupply(RuleModule):
    """Supply in a battle."""

    key = "combat_supply"

    @opens(SUPPLY_STEP)
    @rule("BASE-3-supply")
    async def supply(self, game: Game, frame: Frame) -> None:
        """The attacker first, then the defender, may have supply units serve those who have none."""
        battle = BattleId(frame.subject)
        for role in ROLES:
            feed(game, battle, role)
            if could_serve(game, [unit.id for unit in hungry(game, battle, role)]):
                side = game[Battle][battle].side(role)
                answer = await offer(side, Supply, "supply the combat, or fight at half strength", about=battle)
                for supply in answer.supplies if answer is not None else ():
                    serve(game, supply, FOR_COMBAT)
                feed(game, battle, role)
