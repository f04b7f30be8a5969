"""Units in words: what they are called, what they are, how they are."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.engine import Game, counted
from sandtable_grande_armee.hookspecs.leaders import rating
from sandtable_grande_armee.model import ROLES, Disruption, Fort, FortId, Purse, Rating, Ride, Served, Shelter, Unit


def points(number: int) -> str:
    """Say a number of strength points."""
    return counted(number, "strength point")


def kind_text(game: Game, unit: Unit) -> str:
    """Say what a unit is: infantry 5-4, a leader, a supply unit."""
    arm = unit.arm(game)
    return f"{arm} {unit.kind}" if unit.fights(game) else {"supply": "supply unit"}.get(arm, str(arm))


def rating_text(game: Game, leader: Unit) -> str:
    """Say the two ratings of a leader as they count now: 4/3; nothing for one who has none."""
    attack, defence = (rating(game, leader.id, role).whole() for role in ROLES)
    return f"{attack}/{defence}" if attack or defence or leader.id in game[Rating] else ""


def where_in_fort(game: Game, unit: Unit) -> str:
    """Say whether a unit in the hex of a fort is within its walls; nothing for one that is not at a fort."""
    if unit.hex is None or FortId(unit.hex) not in game[Fort]:
        return ""
    shelter = game[Shelter].get(unit.id)
    if shelter is None:
        return "inside or outside the fort: not said yet"
    where = "inside the fort" if shelter.inside else "outside the walls"
    return where if shelter.declared else f"{where}, not declared yet"


def states(game: Game, unit: Unit) -> Iterator[str]:
    """Yield what there is to say of how a unit is, in a few words each, what matters most first."""
    disruption, purse = game[Disruption].get(unit.id), game[Purse].get(unit.id)
    if disruption is not None:
        yield "disrupted"
    shelter = game[Shelter].get(unit.id)
    if shelter is not None and where_in_fort(game, unit):
        yield where_in_fort(game, unit)
    ride = game[Ride].get(unit.id)
    if ride is not None:
        yield f"rides with {ride.unit}"
    served = game[Served].get(unit.id)
    if served is not None:
        yield f"serves the {served.purpose}"
    if purse is not None and purse.force != "none":
        yield f"{purse.force} force march"
    if purse is not None and purse.moved:
        yield "moved"
