"""Who fights whom: the units in a hex, the forces of a battle, and what would be one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sandtable.board import of
from sandtable.engine import Game, SideId, SpaceId, cached_while_unchanged
from sandtable_grande_armee.combat.walls import is_inside
from sandtable_grande_armee.hookspecs.combat import Force
from sandtable_grande_armee.model import (
    Battle,
    BattleId,
    Disruption,
    Engaged,
    Role,
    Unit,
    UnitId,
    foes_in,
    hostile_units,
    of_arm,
    those_who_fight,
)  # fmt: skip
from sandtable_grande_armee.supply.sources import sources


def hexes_beside(game: Game, hex: SpaceId) -> tuple[SpaceId, ...]:
    """Return the hexes into which a step leads from a hex, closed or not."""
    return of(game).by_number.steps_from(hex)


@cached_while_unchanged
def foes_beside(game: Game, side: SideId) -> Mapping[SpaceId, list[SpaceId]]:
    """Return the hexes with enemies of a side beside its units that fight, and the hexes of these."""
    held = dict.fromkeys(unit.hex for unit in hostile_units(game, side) if unit.hex is not None)
    own = {unit.hex for unit in those_who_fight(game, game.where(Unit, "side", side)) if unit.hex is not None}
    beside = of(game).by_number.steps_from
    found = {hex: [there for there in beside(hex) if there in own] for hex in held}
    return {hex: there for hex, there in sorted(found.items()) if there}


def defenders_of(game: Game, hex: SpaceId, side: SideId) -> tuple[list[Unit], bool]:
    """Return whom an attack of a side on a hex meets, and whether they are inside the walls of a fort.

    Those outside come first: whoever is inside is attacked only where nobody who fights stands before the walls.
    """
    foes = foes_in(game, hex, side)
    inside = [unit for unit in foes if is_inside(game, unit.id)]
    outside = [unit for unit in foes if unit not in inside] if inside else foes
    if inside and not any(unit.fights(game) for unit in outside):
        return inside, True
    return outside, False


def force_of(game: Game, units: Iterable[Unit], role: Role, hex: SpaceId, *, inside: bool = False) -> Force:
    """Return a force that is not in a battle yet; supplied is who could be."""
    there = sorted(units, key=lambda unit: unit.id)
    fed = frozenset(unit.id for unit in there if sources(game, unit.id, "combat"))
    return Force(there[0].side, role, hex, tuple(unit.id for unit in there), fed, inside)


def engaged(game: Game, battle: BattleId, role: Role) -> list[Unit]:
    """Return the units that fight on a side of a battle."""
    return [game[Unit][one.id] for one in game[Engaged].where("battle", battle) if one.role == role]


def the_force(game: Game, battle: BattleId, role: Role) -> Force:
    """Return a force of a battle, as it is supplied."""
    row = game[Battle][battle]
    there = [one for one in game[Engaged].where("battle", battle) if one.role == role]
    fed = frozenset(one.id for one in there if one.supplied)
    walls = row.inside and role == "defender"
    return Force(row.side(role), role, row.hex, tuple(one.id for one in there), fed, walls)


def has_cavalry(game: Game, units: Iterable[Unit]) -> bool:
    """Tell whether any of some units are cavalry."""
    return bool(of_arm(game, units, "cavalry"))


def is_disrupted(game: Game, unit: UnitId) -> bool:
    """Tell whether a unit is disrupted."""
    return unit in game[Disruption]


@cached_while_unchanged
def troops_among(game: Game, units: tuple[UnitId, ...]) -> tuple[Unit, ...]:
    """Return those of some units that fight and are still there, for what is asked of one force again and again."""
    return tuple(fighting(game, units))


def fighting(game: Game, units: Iterable[UnitId]) -> list[Unit]:
    """Return those of some units that fight and are still there."""
    return those_who_fight(game, [unit for id in units if (unit := game.row(Unit, id)) is not None])
