"""The rows that go with a unit, and how they go when it does."""

from __future__ import annotations

from typing import Final

from sandtable.engine import Game, Row
from sandtable_grande_armee.model.battles import Engaged, Retreat
from sandtable_grande_armee.model.places import Shelter
from sandtable_grande_armee.model.units import Arrival, Disruption, Purse, Rating, Ride, Served, Unit, UnitId

COMPANIONS: Final[tuple[type[Row], ...]] = (
    Rating, Purse, Ride, Disruption, Arrival, Served, Shelter, Engaged, Retreat,
)  # fmt: skip
"""The rows that go with a unit."""


def drop(game: Game, id: UnitId) -> None:
    """Take a unit's row away and all that is noted of it; its strength is accounted for elsewhere."""
    for kind in COMPANIONS:
        row = game[kind].get(id)
        if row is not None:
            game.remove(row)
    for ride in game[Ride].where("unit", id):
        dismount(game, ride, id)
    for ride in [one for one in game[Ride] if id in one.others]:
        dismount(game, ride, id)
    game.remove(game[Unit][id])


def dismount(game: Game, ride: Ride, unit: UnitId) -> None:
    """Have a leader go with a unit no longer; with the others with whom he has gone he still does."""
    left = [one for one in ride.units if one != unit]
    if left:
        game.put(Ride(ride.id, left[0], tuple(left[1:])))
    else:
        game.remove(ride)
