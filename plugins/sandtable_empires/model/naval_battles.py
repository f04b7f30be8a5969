"""Combats at sea: the battle in a space, its two forces, and which fleets are in line in which."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, NewType

from msgspec import Meta

from sandtable.engine import Game, Row, SideId, SpaceId
from sandtable_empires.model.battles import OTHER, Role
from sandtable_empires.model.fleets import Fleet, FleetId
from sandtable_empires.model.nations import enemies

NavalBattleId = NewType("NavalBattleId", str)
NavalForceId = NewType("NavalForceId", str)


class NavalBattle(Row, frozen=True):
    """A combat of fleets: ``at sea``, in a blockade box too, or against fleets ``in port``.

    ``intercepted``: the attackers have met a fleet under way. ``evaded``: the defenders got away before it began.
    """

    id: NavalBattleId
    space: SpaceId
    kind: Literal["at sea", "in port"] = "at sea"
    intercepted: bool = False
    winner: Literal["", "attacker", "defender", "nobody"] = ""
    evaded: bool = False


class NavalForce(Row, frozen=True, kw_only=True):
    """One of the two forces of a combat at sea; ``side`` decides for it. ``wind``: it has the wind gauge."""

    indexes = ("battle",)
    id: NavalForceId
    battle: NavalBattleId
    role: Role
    side: SideId
    started: Annotated[int, Meta(ge=0, title="Ships at the start")] = 0
    wind: bool = False
    hits: Annotated[int, Meta(ge=0, title="Ships that the enemy has hit")] = 0


class InLine(Row, frozen=True):
    """A fleet in a combat at sea."""

    indexes = ("force",)
    id: FleetId
    force: NavalForceId


def naval_force_id(battle: str, role: Role) -> NavalForceId:
    """Return the id of a force at sea."""
    return NavalForceId(f"{battle} {role}")


def naval_forces(game: Game, battle: str) -> list[NavalForce]:
    """Return both forces of a combat at sea, the attacker first."""
    return game[NavalForce].where("battle", battle)


def naval_foe(game: Game, force: str) -> NavalForce:
    """Return the force that a force fights against."""
    row = game[NavalForce][force]
    return game[NavalForce][naval_force_id(row.battle, OTHER[row.role])]


def fleets_in(game: Game, force: str) -> list[Fleet]:
    """Return the fleets in line in a force; one that is lost is not among them."""
    there = (game[Fleet].get(one.id) for one in game[InLine].where("force", force))
    return [one for one in there if one is not None]


def ships_of(fleets: Iterable[Fleet]) -> int:
    """Return how many ships of the line some fleets have."""
    return sum(one.ships for one in fleets)


def sides_in(game: Game, force: str) -> tuple[SideId, ...]:
    """Return the sides of a force: the one that decides first, then those of its fleets."""
    return tuple(dict.fromkeys((game[NavalForce][force].side, *(one.side for one in fleets_in(game, force)))))


def hostile_fleets(game: Game, space: str, side: str) -> list[Fleet]:
    """Return the fleets in a space that are at war with a side, side by side."""
    foes = enemies(game, side)
    return sorted((one for one in game[Fleet].where("space", space) if one.side in foes), key=lambda one: one.side)


def own_fleets_at(game: Game, space: str, side: str) -> list[Fleet]:
    """Return the fleets of a side in a space."""
    return [one for one in game[Fleet].where("space", space) if one.side == side]


NAVAL_BATTLE_ROWS = (NavalBattle, NavalForce, InLine)
