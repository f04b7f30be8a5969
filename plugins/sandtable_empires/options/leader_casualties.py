"""Leader casualties (12.7): leaders may be wounded or killed in combat."""

from __future__ import annotations

from sandtable.engine import Due, Game, Option, RuleModule, hookimpl, pick, roll, rule, works
from sandtable_empires.model import Battle, BattleId, Leader, LeaderId, Present, forces_of

HIT = 12
KILLED = 6


class LeaderCasualties(RuleModule):
    """A natural 12, and a leader is hit; checked before any capture (R-34)."""

    key = "leader_casualties"
    option = Option(
        "Leader casualties",
        "After a combat two dice are rolled for each side with leaders there: on 12 one is wounded or killed.",
        ("EIA-12.7-check", "EIA-12.7-pick", "EIA-12.7-killed", "EIA-12.7-wounded"),
    )

    @hookimpl
    @rule("EIA-12.7-check", "EIA-12.7-pick", "EIA-12.7-killed", "EIA-12.7-wounded")
    async def after_combat(self, game: Game, battle: BattleId) -> None:
        """One roll for each side that had leaders there, with or without a corps by now; who is hit is drawn by lot."""
        area = game[Battle][battle].area
        for force in forces_of(game, battle):
            there = [game[Leader][present.id] for present in game[Present].where("force", force.id)]
            if not there:
                continue
            if await roll("2d6", why=f"leaders of {force.side} at {area}", rule="EIA-12.7-check") < HIT:
                continue
            hit = await pick([leader.id for leader in there], why="who is hit", rule="EIA-12.7-pick")
            await self._kill_or_wound(game, hit, area)

    async def _kill_or_wound(self, game: Game, id: LeaderId, area: str) -> None:
        die = await roll("1d6", why=f"{id} is hit", rule="EIA-12.7-killed")
        leader = game[Leader][id]
        if die == KILLED:
            game.note(f"{id} is killed at {area}", "EIA-12.7-killed")
            game.change(leader, corps=None, standing="dead", captor=None)
            return
        back = game.round + die + 1
        game.note(f"{id} is wounded at {area} and away for {die} months", "EIA-12.7-wounded")
        game.change(leader, corps=None, standing="wounded", captor=None, until=back)
        game.due("recovers", id, step="army_reinforcement", when=back, rule="EIA-12.7-wounded", side=leader.side)

    @works("recovers")
    @rule("BASE-12.7-recovered")
    def recovers(self, game: Game, item: Due) -> None:
        """The month of the combat does not count; after the others he may return."""
        leader = game[Leader].get(item.subject)
        if leader is not None and leader.standing == "wounded":
            game.change(leader, standing="waiting", until=0)
            game.note(f"{leader.id} has recovered", "BASE-12.7-recovered")
