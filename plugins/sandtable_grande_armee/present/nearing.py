"""Which marches the guide recommends: towards the nearest enemy of equal weight or less, without entering his zone."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.board import of
from sandtable.engine import Game, SideId
from sandtable.present import Advice
from sandtable_grande_armee.model import Unit, UnitId, hostile_units
from sandtable_grande_armee.movement.march import March, ways_of
from sandtable_grande_armee.movement.stacks import stacks_of
from sandtable_grande_armee.movement.zones import zones

NEAR = 8
"""Hexes from which on an enemy is worth marching towards."""


def nearer(game: Game, side: SideId) -> Iterator[Advice]:
    """Yield a march for each stack with troops that brings it nearer to the enemy, short of his zones of control."""
    foes = [unit.hex for unit in hostile_units(game, side) if unit.hex is not None and unit.fights(game)]
    distance, barred = of(game).by_number.distance, zones(game, side)
    for hex, stack in stacks_of(game, side).items() if foes else ():
        troops = tuple(unit for unit in stack if _goes(game, unit))
        here = distance((hex,), foes)
        if not troops or not any(game[Unit][unit].fights(game) for unit in troops) or not 1 < here <= NEAR:
            continue
        reach = ways_of(game, troops).reach()
        near = {there: distance((there,), foes) for there in map(str, reach) if there not in barred}
        best = min(near, key=lambda there: (near[there], there), default="")
        if best and near[best] < here:
            ahead = here - near[best]
            hexes = "a hex" if ahead == 1 else f"{ahead} hexes"
            says = f"It comes {hexes} nearer to the enemy, and stays out of his zone of control."
            yield Advice(action=March(troops, reach[best][0].way), because=says, worth=ahead)


def _goes(game: Game, unit: UnitId) -> bool:
    return game[Unit][unit].arm(game) in ("infantry", "cavalry", "leader")
