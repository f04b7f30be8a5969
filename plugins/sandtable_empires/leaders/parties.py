"""Who is led: the corps of a force in a combat, or of one side of a storm, and who commands them."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.engine import Game, SideId
from sandtable_empires.hookspecs.command import CommandHooks
from sandtable_empires.land.storming import fighters
from sandtable_empires.model import (
    AreaId,
    Corps,
    CorpsId,
    Force,
    ForceId,
    Leader,
    LeaderId,
    battle_of,
    corps_of,
    leaders_with,
    storm_of,
)  # fmt: skip


def corps_under(game: Game, force: ForceId) -> list[Corps]:
    """Return the corps that a commander of a force, or of one side of a storm, commands."""
    if force in game[Force]:
        return corps_of(game, force)
    storm, role = storm_of(game, force)
    ids = dict.fromkeys(one.contingent.corps for one in fighters(game, storm, role))
    return [game[Corps][id] for id in ids if id is not None]


def commander_of(game: Game, force: ForceId) -> Leader | None:
    """Return who commands a force, or one side of a storm."""
    row = game[Force].get(force)
    if row is not None:
        return game[Leader].get(row.commander)
    storm, role = storm_of(game, force)
    return game[Leader].get(storm.commander(role))


def place_of(game: Game, force: ForceId) -> AreaId:
    """Return the area in which a force fights, or a storm is."""
    return battle_of(game, force).area if force in game[Force] else storm_of(game, force)[0].area


def ids_of(corps: Iterable[Corps]) -> tuple[CorpsId, ...]:
    """Return the ids of corps."""
    return tuple(one.id for one in corps)


def leaders_on(game: Game, corps: Iterable[CorpsId], side: SideId | None = None) -> list[Leader]:
    """Return the leaders who are with some corps, or those of one power."""
    there = leaders_with(game, [game[Corps][id] for id in corps])
    return [leader for leader in there if side in (None, leader.side)]


async def choose_commander(
    game: Game, corps: tuple[CorpsId, ...], why: str, otherwise: SideId | None = None
) -> tuple[SideId | None, LeaderId | None]:
    """Have it settled which power decides for some corps, ``otherwise`` if nobody says, and who of it commands them."""
    hooks = game.hooks(CommandHooks)
    side = await hooks.power(game, corps, why) or otherwise
    return side, await hooks.commander(game, corps, side, why) if side is not None else None


def leaders_of(game: Game, force: ForceId) -> list[Leader]:
    """Return the leaders who are with a force, or one side of a storm."""
    return leaders_with(game, corps_under(game, force))
