"""Who is inside the walls of a fort, as far as it has been declared."""

from __future__ import annotations

from sandtable.engine import Game, SideId, SpaceId, cached_while_unchanged
from sandtable_grande_armee.hookspecs.combat import FortHooks
from sandtable_grande_armee.model import FortId, Shelter, Unit, UnitId


def is_inside(game: Game, unit: UnitId) -> bool:
    """Tell whether a unit is inside a fort, and has declared it."""
    shelter = game.row(Shelter, unit)
    return shelter is not None and shelter.declared and shelter.inside


def is_outside(game: Game, unit: UnitId) -> bool:
    """Tell whether a unit in the hex of a fort has declared that it is outside."""
    shelter = game.row(Shelter, unit)
    return shelter is not None and shelter.declared and not shelter.inside


@cached_while_unchanged
def forts_for(game: Game, side: SideId) -> frozenset[SpaceId]:
    """Return the hexes of the forts into which units of a side may go."""
    return frozenset(game.hooks(FortHooks).may_shelter(game, side))


def fort_of(game: Game, unit: Unit) -> FortId | None:
    """Return the fort in whose hex a unit stands and into which it may go."""
    return FortId(unit.hex) if unit.hex is not None and unit.hex in forts_for(game, unit.side) else None


def fort_at(game: Game, unit: UnitId) -> FortId | None:
    """Return the fort in whose hex a unit stands, known by its id, and into which it may go."""
    row = game.row(Unit, unit)
    return fort_of(game, row) if row is not None else None
