"""The result of a battle: strengths, odds, the die, and what the results chart does to both sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sandtable.engine import ChartId, Frame, Game, Lookup, RuleModule, hookimpl, opens, roll, rule
from sandtable_grande_armee.charts.keys import RESULTS
from sandtable_grande_armee.charts.lookups import DIE
from sandtable_grande_armee.combat.falling_back import retreat_now
from sandtable_grande_armee.combat.forces import engaged, the_force
from sandtable_grande_armee.combat.muster import GIVEN_WAY, clear
from sandtable_grande_armee.combat.tallies import column, odds, strength
from sandtable_grande_armee.hookspecs.combat import CombatHooks, Fate
from sandtable_grande_armee.model import Battle, BattleId, Retreat, Role, Unit
from sandtable_grande_armee.movement.losses import disrupt, eliminate
from sandtable_grande_armee.steps import BATTLE_SEQUENCE, END_OF_BATTLE_STEP, RESULT_STEP, RETREAT_STEP

FATES: Final[Mapping[str, tuple[tuple[Role, Fate], ...]]] = {
    "": (),
    "AE": (("attacker", "eliminated"),),
    "AR": (("attacker", "retreats"),),
    "DE": (("defender", "eliminated"),),
    "DR": (("defender", "retreats"),),
    "DD": (("defender", "disrupted"),),
    "EX": (("attacker", "disrupted"), ("defender", "disrupted"), ("defender", "retreats")),
}
"""What the words of the results chart do, in this order."""
SAYS: Final = {
    "": "nothing happens", "AE": "the attacker is eliminated", "AR": "the attacker retreats",
    "DE": "the defender is eliminated", "DR": "the defender retreats", "DD": "the defender is disrupted",
    "EX": "both are disrupted, and the defender retreats",
}  # fmt: skip


class CombatResults(RuleModule):
    """What comes of a battle."""

    key = "combat_results"
    charts = (
        Lookup(ChartId(RESULTS), cells="text", among=tuple(filter(None, FATES)), empty=True),
        Lookup(ChartId(RESULTS), ((), DIE)),
    )

    @opens(RESULT_STEP)
    @rule("BASE-3-result")
    async def fight(self, game: Game, frame: Frame) -> None:
        """The odds give the column and a die the line of the results chart."""
        battle = game[Battle][BattleId(frame.subject)]
        if not engaged(game, battle.id, "defender") or not engaged(game, battle.id, "attacker"):
            game.note("nobody is left to fight")
            game.change(battle, result=GIVEN_WAY)
            return
        if not any(unit.fights(game) for unit in engaged(game, battle.id, "defender")):
            await self._scatter(game, battle)
            return
        attacker, defender = the_force(game, battle.id, "attacker"), the_force(game, battle.id, "defender")
        found = odds(game, attacker, defender)
        at = column(game.chart(RESULTS), found)
        sides = f"{game.name(battle.attacker)} {strength(game, attacker).with_parts()}"
        game.note(f"{sides} against {game.name(battle.defender)} {strength(game, defender).with_parts()}: {at}")
        die = await roll("1d6", why=f"the battle in {game.board.name(battle.hex)} at {at}", by=battle.attacker)
        result = str(game.chart(RESULTS).at(at, die) or "")
        battle = game.change(game[Battle][battle.id], odds=at, result=result)
        game.note(f"{at}, die {die}: {SAYS[result]}")
        for role, fate in FATES[result]:
            await game.hooks(CombatHooks).befalls(game, battle.id, role, fate)

    async def _scatter(self, game: Game, battle: Battle) -> None:
        """Those who cannot fight are lost without a die where nobody fights for them."""
        game.note(f"nobody fights for {game.board.name(battle.hex)}: who is there is lost")
        await game.hooks(CombatHooks).befalls(game, battle.id, "defender", "eliminated")
        game.change(game[Battle][battle.id], result="DE")

    # --- what befalls a side

    @hookimpl
    @rule("BASE-3-eliminated")
    async def befalls(self, game: Game, battle: BattleId, role: Role, fate: Fate) -> None:
        """Eliminated: every unit of the side is lost."""
        for unit in engaged(game, battle, role) if fate == "eliminated" else ():
            await eliminate(game, unit.id, "combat")

    @hookimpl(of=CombatHooks.befalls)
    @rule("BASE-3-disrupts")
    async def disrupts(self, game: Game, battle: BattleId, role: Role, fate: Fate) -> None:
        """Disrupted: every unit of the side that fights is."""
        for unit in engaged(game, battle, role) if fate == "disrupted" else ():
            if unit.fights(game):
                await disrupt(game, unit.id)

    @hookimpl(of=CombatHooks.befalls)
    @rule("BASE-3-retreats")
    async def retreats(self, game: Game, battle: BattleId, role: Role, fate: Fate) -> None:
        """Retreats: every unit of the side must leave, but for those inside a fort."""
        if fate != "retreats" or _within(game, battle, role):
            return
        for unit in engaged(game, battle, role):
            game.put(Retreat(unit.id, battle))

    @hookimpl(of=CombatHooks.befalls)
    @rule("BASE-3-walls-hold-retreat")
    async def hold_the_walls(self, game: Game, battle: BattleId, role: Role, fate: Fate) -> None:
        """Those inside a fort are disrupted where they would have to retreat."""
        for unit in engaged(game, battle, role) if fate == "retreats" and _within(game, battle, role) else ():
            if unit.fights(game):
                await disrupt(game, unit.id)

    @opens(RETREAT_STEP)
    @rule("BASE-3-retreat-in-turn")
    async def retreat(self, game: Game, frame: Frame) -> None:
        """Unit by unit the beaten retreat, leaders who have not gone along at the end."""
        battle = BattleId(frame.subject)
        names = [row.id for row in game[Retreat] if row.battle == battle]
        for name in sorted(names, key=lambda one: (game[Unit][one].arm(game) == "leader", one)):
            await retreat_now(game, name)

    @opens(END_OF_BATTLE_STEP)
    @rule("BASE-3-over", vital=True)
    def over(self, game: Game, frame: Frame) -> None:
        """A battle is over after its one round: whoever fought in it is free again."""
        clear(game, BattleId(frame.subject))
        game.leave(BATTLE_SEQUENCE)


def _within(game: Game, battle: BattleId, role: Role) -> bool:
    return role == "defender" and game[Battle][battle].inside
