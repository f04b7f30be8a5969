"""A battle is put, with all who are in it, and taken away when it is over."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sandtable.engine import Game, SideId, SpaceId
from sandtable_grande_armee.combat.forces import defenders_of
from sandtable_grande_armee.model import Battle, BattleId, Engaged, Retreat, Role, UnitId

GIVEN_WAY: Final = "given way"
"""What has come of a battle for which nobody has stayed."""


def muster(game: Game, hex: SpaceId, side: SideId, units: Iterable[UnitId], *, overrun: bool = False) -> BattleId:
    """Put a battle for a hex, and all who are in it: the attackers, and everybody whom they meet."""
    foes, inside = defenders_of(game, hex, side)
    battle = BattleId(game.new_id("battle"))
    game.put(Battle(battle, hex, side, foes[0].side, inside, overrun=overrun))
    roles: tuple[tuple[Role, Iterable[UnitId]], ...] = ("attacker", units), ("defender", [foe.id for foe in foes])
    for role, there in roles:
        for unit in there:
            game.put(Engaged(unit, battle, role))
    return battle


def clear(game: Game, battle: BattleId) -> None:
    """Take a battle away that is over, with all that was noted for it."""
    for row in [*game[Engaged].where("battle", battle), *(one for one in game[Retreat] if one.battle == battle)]:
        game.remove(row)
    if (over := game[Battle].get(battle)) is not None:
        game.remove(over)
