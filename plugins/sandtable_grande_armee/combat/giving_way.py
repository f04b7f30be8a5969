"""Giving way before a battle or an overrun, as it is offered to those who may."""

from __future__ import annotations

from sandtable.engine import Game, Refusal, offer
from sandtable_grande_armee.combat.falling_back import FallBack, fall_back
from sandtable_grande_armee.combat.forces import engaged
from sandtable_grande_armee.hookspecs.combat import CombatHooks
from sandtable_grande_armee.model import Battle, BattleId, Engaged, Retreat, Unit, UnitId
from sandtable_grande_armee.model.agreeing import refusal_of


def before_battle(game: Game, unit: UnitId) -> Battle | None:
    """Return the battle before which a unit may retreat; ``None`` where it must, or need not."""
    row = game[Retreat].get(unit)
    return game[Battle].get(row.battle) if row is not None and row.before else None


def refused_by_cavalry(game: Game, battle: Battle) -> Refusal | None:
    """Return the refusal where there is cavalry among those who attack."""
    horse = next((one for one in engaged(game, battle.id, "attacker") if one.arm(game) == "cavalry"), None)
    return refusal_of(game, horse.id, "is cavalry and holds them") if horse is not None else None


async def give_way(game: Game, battle: BattleId) -> list[UnitId]:
    """Offer each defender who may to retreat before the fight; return who has gone."""
    gone: list[UnitId] = []
    names = dict.fromkeys(game.hooks(CombatHooks).may_give_way(game, battle))
    there = [name for name in names if name in game[Engaged] and game[Engaged][name].battle == battle]
    for name in there:
        game.put(Retreat(name, battle, before=True))
    for name in sorted(there, key=lambda one: (game[Unit][one].arm(game) == "leader", one)):
        if name in game[Unit] and name in game[Retreat]:
            gone += await _offer_way(game, battle, name)
    for row in [one for one in game[Retreat] if one.battle == battle]:
        game.remove(row)
    return gone


async def _offer_way(game: Game, battle: BattleId, name: UnitId) -> tuple[UnitId, ...]:
    side, hex = game[Unit][name].side, game[Battle][battle].hex
    fight = "it is overrun" if game[Battle][battle].overrun else "the combat"
    why = f"{name} may retreat before {fight} in {game.board.name(hex)}"
    answer = await offer(side, FallBack, why, rule="BASE-3-before-combat", about=name)
    if answer is None:
        return ()
    units = await fall_back(game, name, answer)
    for one in units:
        if (row := game[Engaged].get(one)) is not None:
            game.remove(row)
    await game.hooks(CombatHooks).gave_way(game, units)
    return units
