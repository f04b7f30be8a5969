"""Attacking: how a combat begins, and who is in it."""

from __future__ import annotations

from typing import Final

from sandtable.engine import Action, Ask, Choice, DutyKind, Game, SideId, fills
from sandtable_empires.hookspecs.combat import CombatHooks
from sandtable_empires.hookspecs.movement import together
from sandtable_empires.model import (
    Area,
    AreaId,
    Battle,
    BattleId,
    Corps,
    Engaged,
    Force,
    Role,
    force_id,
    fought_this_turn,
    hostile_corps,
    in_the_open,
    siege_of,
)  # fmt: skip
from sandtable_empires.model.marks import ACROSS_A_RIVER
from sandtable_empires.steps import COMBAT_SEQUENCE, LAND_COMBAT_STEP

ATTACK: Final = DutyKind("attack", by=LAND_COMBAT_STEP)


class Attack(Action, frozen=True):
    """Attack the enemy in an area, with all corps there."""

    if_none = {"area": ("no attack of yours is due any more", "BASE-7.5-attack-due")}

    area: AreaId

    @fills("area")
    @staticmethod
    def where_both_are(game: Game, ask: Ask) -> Choice[AreaId]:
        here = dict.fromkeys(one.area for one in game[Corps].where("side", ask.side) if one.area and not one.inside)
        return Choice(area for area in here if hostile_corps(game, area, ask.side))

    async def perform(self, game: Game, ask: Ask) -> None:
        side = SideId(ask.side)
        game.fulfil(side, ATTACK, self.area)
        await begin(game, self.area, side, attackers(game, self.area, side))

    def says(self, game: Game, ask: Ask) -> str:
        return f"{ask.side} attacks in {game.name(self.area, Area)}"


def attackers(game: Game, area: AreaId, side: SideId) -> list[Corps]:
    """Return the corps of a side that attack in an area: in the open, and not those who have with a partner."""
    partners = together(game, side)[1:]
    return [
        corps
        for corps in in_the_open(game, area, side)
        if not any(fought_this_turn(game, corps.id, one) for one in partners)
    ]


async def begin(game: Game, area: AreaId, side: SideId, attackers: list[Corps]) -> BattleId:
    """Begin a combat of a side's corps (none: of irregulars alone) against all enemy corps in an area."""
    defenders = hostile_corps(game, area, side)
    battle = BattleId(game.new_id("battle"))
    river = bool(attackers) and all(game.mark_of(corps.id, ACROSS_A_RIVER) for corps in attackers)
    siege = siege_of(game, area)
    relief = siege is not None and siege.side in {corps.side for corps in defenders}
    game.put(Battle(battle, area, river=river, relief=relief))
    _muster(game, battle, "attacker", side, attackers)
    _muster(game, battle, "defender", defenders[0].side, defenders)
    await game.hooks(CombatHooks).musters(game, battle)
    game.note(f"the battle of {game.name(area)} begins", "BASE-7.5-must-attack")
    game.enter(COMBAT_SEQUENCE, battle, side=side)
    return battle


def _muster(game: Game, battle: BattleId, role: Role, side: SideId, corps: list[Corps]) -> None:
    """Put a force into a battle; who commands it is settled later, for now this side decides for it."""
    force = force_id(battle, role)
    game.put(Force(id=force, battle=battle, role=role, side=side))
    for one in corps:
        game.put(Engaged(one.id, force))
