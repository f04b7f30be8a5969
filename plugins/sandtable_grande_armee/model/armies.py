"""The sides' armies, the calendar, and the accounts of their strength."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from sandtable.engine import Game, Row, SideId, SpaceId, cached_while_unchanged
from sandtable_grande_armee.model.units import Unit, UnitId

MapSide = Literal["west", "north", "east", "south"]
Cause = Literal["arrived", "combined", "broken down", "combat", "overrun", "force march", "retreat", "lost on arrival"]


class Army(Row, frozen=True):
    """A side's army: the side of the map towards which it retreats, and whom it fights.

    ``place`` is its place in the turn: the smallest plays first, of equal ones the first by name.
    """

    id: SideId
    edge: MapSide
    enemies: tuple[SideId, ...] = ()
    place: Annotated[int, Meta(ge=0, title="Place in the turn")] = 0


class Calendar(Row, frozen=True):
    """When the campaign begins, how many days a turn has, how many turns there are; one row, ``calendar``."""

    id: str
    begins: Annotated[str, Meta(pattern=r"^\d{4}-\d{2}-\d{2}$", description="the first day: 1806-10-08")]
    days: Annotated[int, Meta(ge=1, description="the days of a turn")] = 3
    turns: Annotated[int, Meta(ge=1)] = 5


class Account(Row, frozen=True):
    """How many strength points have come to a side (above 0) or gone (below 0) for one cause."""

    indexes = ("side",)
    id: str
    side: SideId
    cause: Cause
    strength: int


def enter(game: Game, side: SideId, cause: Cause, strength: int) -> None:
    """Enter strength points that come (above 0) or go (below 0) into a side's accounts."""
    if strength == 0:
        return
    id = f"{side}: {cause}"
    known = game[Account].get(id)
    if known is None:
        game.put(Account(id, side, cause, strength))
    else:
        game.change(known, strength=known.strength + strength)


def enemies(game: Game, side: SideId) -> tuple[SideId, ...]:
    """Return the sides with whom a side is at war."""
    return game[Army][side].enemies


def hostile_units(game: Game, side: SideId) -> list[Unit]:
    """Return the units on the map of those with whom a side is at war."""
    return [unit for one in enemies(game, side) for unit in game.where(Unit, "side", one) if unit.hex is not None]


@cached_while_unchanged
def foes_by_hex(game: Game, side: SideId) -> Mapping[SpaceId, UnitId]:
    """Return the hexes that hold units of those with whom a side is at war, each with the first of them.

    The answer rests on these units alone: it counts while the side's own and its friends' move.
    """
    found: dict[SpaceId, UnitId] = {}
    for enemy in enemies(game, side):
        for unit in game.where(Unit, "side", enemy):
            if unit.hex is not None and (unit.hex not in found or unit.id < found[unit.hex]):
                found[unit.hex] = unit.id
    return found


def foes_in(game: Game, hex: SpaceId, side: SideId) -> list[Unit]:
    """Return the units in a hex of those with whom a side is at war."""
    there = game.where(Unit, "hex", hex)
    foes = enemies(game, side) if there else ()
    return [unit for unit in there if unit.side in foes]


def friends_in(game: Game, hex: SpaceId, side: SideId) -> list[Unit]:
    """Return the units in a hex with which a side is not at war, its own among them."""
    there = game.where(Unit, "hex", hex)
    foes = enemies(game, side) if there else ()
    return [unit for unit in there if unit.side not in foes]
