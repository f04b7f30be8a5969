"""Leader casualties (12.7): leaders may be wounded or killed in combat."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Ask, Due, Game, Option, RuleModule, Work, hookimpl, pick, roll, rule, works
from sandtable.present import Lesson
from sandtable_empires.combat.attack import Attack
from sandtable_empires.hookspecs.command import CommandHooks
from sandtable_empires.model import AreaId, Battle, BattleId, Force, ForceId, Leader, LeaderId, Present, forces_of
from sandtable_empires.steps import ARMY_REINFORCEMENT_STEP

HIT = 12
KILLED = 6


class Recover(Work, frozen=True):
    """A wounded leader recovers."""

    stored = "recovers"


class LeaderCasualties(RuleModule):
    """A natural 12, and a leader is hit; checked before any capture (R-34)."""

    key = "leader_casualties"
    brings = (Recover,)
    option = Option(
        "Leader casualties",
        "After a combat two dice are rolled for each side with leaders there: on a 12 one is wounded or killed.",
        ("EIA-12.7-check", "EIA-12.7-pick", "EIA-12.7-killed", "EIA-12.7-wounded"),
    )

    @hookimpl
    @rule("EIA-12.7-check")
    async def after_combat(self, game: Game, battle: BattleId) -> None:
        """One roll for each side that had leaders there, with or without a corps by now; a 12 is a casualty."""
        area, hooks = game[Battle][battle].area, game.hooks(CommandHooks)
        for force in forces_of(game, battle):
            if not game[Present].where("force", force.id):
                continue
            if await roll("2d6", why=f"leaders of {force.side} at {game.name(area)}", by=force.side) < HIT:
                continue
            hit = await hooks.casualty(game, force.id)
            if hit is not None:
                die = await roll("1d6", why=f"{hit} is hit", rule="EIA-12.7-killed", by=force.side)
                await hooks.after_hit(game, hit, area, die)

    @hookimpl
    @rule("EIA-12.7-pick")
    async def casualty(self, game: Game, force: ForceId) -> LeaderId | None:
        """Of several who is hit is drawn by lot."""
        there = [present.id for present in game[Present].where("force", force)]
        return await pick(there, why="who is hit", by=game[Force][force].side)

    @hookimpl(of=CommandHooks.after_hit)
    @rule("EIA-12.7-killed")
    def kill_on_a_six(self, game: Game, leader: LeaderId, area: AreaId, die: int) -> None:
        """On a 6 he is gone for good."""
        if die == KILLED:
            game.note(f"{leader} is killed at {game.name(area)}")
            game.change(game[Leader][leader], corps=None, standing="dead", captor=None)

    @hookimpl(of=CommandHooks.after_hit)
    @rule("EIA-12.7-wounded")
    def wound_otherwise(self, game: Game, leader: LeaderId, area: AreaId, die: int) -> None:
        """On anything else he is off the map for so many complete months."""
        if die == KILLED:
            return
        row, back = game[Leader][leader], game.round + die + 1
        game.note(f"{leader} is wounded at {game.name(area)} and will be away for {die} months")
        game.change(row, corps=None, standing="wounded", captor=None, until=back)
        game.due(Recover(), leader, step=ARMY_REINFORCEMENT_STEP, when=back, side=row.side)

    @works(Recover)
    @rule("BASE-12.7-recovered")
    def recovers(self, game: Game, item: Due) -> None:
        """The month of the combat does not count; after the others he may return."""
        recover(game, LeaderId(item.subject))

    def in_flight(self, game: Game) -> Iterable[str]:
        return [f"{item.subject} is back at once" for item, _ in game.waiting(Recover)]

    async def switched_off(self, game: Game) -> None:
        """Nobody stays wounded for ever: those who are may return at once."""
        for item, _ in game.waiting(Recover):
            recover(game, LeaderId(item.subject))
            game.remove(item)

    # --- for those who play it first

    @hookimpl
    def guidance(self, game: Game, ask: Ask) -> Iterable[Lesson]:
        """Leaders are in danger."""
        if Attack in ask.kinds:
            yield Lesson(
                says="Leaders can fall: after a battle two dice are thrown for each side that has leaders in "
                "it, and 12 hits one.",
                rules=("EIA-12.7-check", "EIA-12.7-wounded"),
            )  # fmt: skip


def recover(game: Game, id: LeaderId) -> None:
    """Let a wounded leader return."""
    leader = game[Leader].get(id)
    if leader is not None and leader.standing == "wounded":
        game.change(leader, standing="waiting", until=0)
        game.note(f"{leader.id} has recovered", "BASE-12.7-recovered")
