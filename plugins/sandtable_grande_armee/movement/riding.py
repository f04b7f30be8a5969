"""With whom leaders ride, and who would leave whom."""

from __future__ import annotations

from sandtable.engine import Game, Refusal
from sandtable_grande_armee.model import Ride, Unit, UnitId
from sandtable_grande_armee.model.agreeing import is_plural


def first_astray(game: Game, units: tuple[UnitId, ...]) -> Refusal | None:
    """Say why units may not go somewhere because of the first leader who would leave his unit, or be left by it."""
    for ride in game[Ride]:
        if (against := astray(game, ride, units)) is not None:
            return against
    return None


def riding_with(game: Game, unit: UnitId) -> list[UnitId]:
    """Return the leaders who ride with a unit."""
    return [ride.id for ride in game[Ride].where("unit", unit)]


def astray(game: Game, ride: Ride, units: tuple[UnitId, ...]) -> Refusal | None:
    """Say why units may not go because of a leader: he would leave the unit he rides with, or be left by it."""
    goes, with_him = ride.id in units, [unit for unit in ride.units if unit in units]
    if goes and not with_him:
        it = "them" if is_plural(game, ride.unit) else "it"
        says = "{leader} rides with {unit} and stays with {it} in this turn"
        return Refusal(says, leader=ride.id, unit=ride.unit, it=it)
    if goes or not with_him:
        return None
    hex = game[Unit][ride.id].hex
    stays = any(unit not in units and game[Unit][unit].hex == hex for unit in ride.units)
    if stays:
        return None
    going = "they go" if is_plural(game, with_him[0]) else "it goes"
    says = "{leader} rides with {unit} and goes where {going}"
    return Refusal(says, leader=ride.id, unit=with_him[0], going=going)
