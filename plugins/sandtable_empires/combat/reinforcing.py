"""Marching to the sound of the guns (7.5.2): corps nearby may join a battle from its second round on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.engine import (
    Action,
    Ask,
    Frame,
    Game,
    Part,
    Quantity,
    RuleModule,
    Subset,
    Tally,
    fills,
    hookimpl,
    offer,
    opens,
    roll,
    rule,
)
from sandtable_empires.combat.tallies import intrinsic
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.command import CommandHooks
from sandtable_empires.model import (
    Area,
    Battle,
    Corps,
    CorpsId,
    Engaged,
    Force,
    ForceId,
    Leader,
    battle_of,
    forces_of,
    hostile_corps,
    in_the_open,
    links_of,
    take_part,
)  # fmt: skip

REINFORCE: Final = Quantity("rating to reinforce")
FROM_ROUND: Final = 2


class Reinforce(Action, frozen=True):
    """Call corps from neighbouring areas into the battle."""

    corps: tuple[CorpsId, ...]

    @fills("corps")
    @staticmethod
    def from_nearby(game: Game, ask: Ask) -> Subset[CorpsId]:
        return Subset(nearby(game, ask.about), 1)


def nearby(game: Game, force: ForceId) -> list[CorpsId]:
    """Return the corps that may try to join a force: unengaged, next door, with no enemy to hold them there."""
    row, area = game[Force][force], battle_of(game, force).area
    found: list[CorpsId] = []
    for link in links_of(game, area):
        here = link.other(area)
        if not hostile_corps(game, here, row.side):
            found += [
                corps.id
                for corps in in_the_open(game, here, row.side)
                if corps.id not in game[Engaged] and not game.marked(corps.id, "tried to reinforce")
            ]
    return sorted(set(found))


class Reinforcing(RuleModule):
    """Who joins."""

    key = "reinforcing"
    after = ("rounds",)

    @opens("arrival")
    @rule("BASE-7.5.2-reinforce")
    async def call(self, game: Game, frame: Frame) -> None:
        """From the second round on each side may call corps from next door; each comes on its die."""
        battle = game[Battle][frame.subject]
        if battle.round < FROM_ROUND or battle.kind == "trivial":
            return
        for force in forces_of(game, battle.id):
            if not nearby(game, force.id):
                continue
            why = f"reinforce the battle of {battle.area}"
            if called := await offer(force.side, Reinforce, why, rule="BASE-7.5.2-reinforce", about=force.id):
                for corps in called.corps:
                    await self._comes(game, force.id, corps)

    async def _comes(self, game: Game, force: ForceId, id: CorpsId) -> None:
        hooks = game.hooks(CombatHooks)
        leader = next(iter(game[Leader].where("corps", id)), None)
        own = leader.strategic if leader else intrinsic(game, id, "strategic").whole()
        who = leader.id if leader else id
        rating = Tally(
            REINFORCE, [Part("base", own, "BASE-7.5.2-reinforce", who), *hooks.reinforcement_parts(game, force)]
        )
        die = await roll("1d6", why=f"{id} marches to the guns", rule="BASE-7.5.2-reinforce")
        comes = die <= rating.whole()
        game.note(f"{id} {'arrives' if comes else 'does not come'}: {die} against {rating}", "BASE-7.5.2-reinforce")
        game.mark(id, "tried to reinforce", until="combat")
        if comes:
            game.change(game[Corps][id], area=battle_of(game, force).area)
            game.put(Engaged(id, force))
            take_part(game, id)
            for one in game[Leader].where("corps", id):
                await game.hooks(CommandHooks).after_reinforced(game, force, one.id)

    @hookimpl
    @rule("BASE-7.5.2-terrain-reinforce")
    def reinforcement_parts(self, game: Game, force: ForceId) -> Iterable[Part]:
        """Bad ground keeps reinforcements back."""
        terrain = game[Area][battle_of(game, force).area].terrain
        value = game.chart("terrain combat").number(terrain, "reinforce")
        return [Part("add", value, "BASE-7.5.2-terrain-reinforce", terrain)] if value else []
