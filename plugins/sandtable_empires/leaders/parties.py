"""Who is led: the corps of a force in a combat, or of one side of a storm, and who commands them."""

from __future__ import annotations

from sandtable.engine import Game, SideId
from sandtable_empires.land.storming import fighters
from sandtable_empires.model import (
    AreaId,
    Corps,
    Force,
    ForceId,
    Leader,
    Role,
    Storm,
    battle_of,
    corps_of,
    leaders_with,
)  # fmt: skip


def stormers(storm: str, role: Role) -> ForceId:
    """Return the id by which the rules of command know one side of a storm; there is no ``Force`` of it."""
    return ForceId(f"{storm} {role}")


def corps_under(game: Game, force: ForceId) -> list[Corps]:
    """Return the corps that a commander of a force, or of one side of a storm, commands."""
    if force in game[Force]:
        return corps_of(game, force)
    storm, role = _storm(game, force)
    ids = dict.fromkeys(one.contingent.corps for one in fighters(game, storm, role))
    return [game[Corps][id] for id in ids if id is not None]


def commander_of(game: Game, force: ForceId) -> Leader | None:
    """Return who commands a force, or one side of a storm."""
    row = game[Force].get(force)
    if row is not None:
        return game[Leader].get(row.commander)
    storm, role = _storm(game, force)
    return game[Leader].get(storm.commander(role))


def place_of(game: Game, force: ForceId) -> AreaId:
    """Return the area in which a force fights, or a storm is."""
    return battle_of(game, force).area if force in game[Force] else _storm(game, force)[0].area


def leaders_of(game: Game, force: ForceId, side: SideId | None = None) -> list[Leader]:
    """Return the leaders who are with a force or one side of a storm, or those of one of its powers."""
    there = leaders_with(game, corps_under(game, force))
    return [leader for leader in there if side in (None, leader.side)]


def _storm(game: Game, force: str) -> tuple[Storm, Role]:
    role: Role = "attacker" if force.endswith(" attacker") else "defender"
    return game[Storm][force.removesuffix(f" {role}")], role
