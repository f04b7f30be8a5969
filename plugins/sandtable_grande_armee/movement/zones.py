"""Zones of control: the six hexes around a unit that fights."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.board import of
from sandtable.engine import Game, SideId, SpaceId, cached_while_unchanged
from sandtable_grande_armee.hookspecs.movement import MoveKind, MovementHooks
from sandtable_grande_armee.model import Arm, Unit, enemies, unit_types

Zones = Mapping[SpaceId, frozenset[Arm]]


def zones(game: Game, side: SideId) -> Zones:
    """Return the hexes in zones of control of a side's enemies, for marches, with the arms that they are of."""
    return _zones(game, side, "march")


def retreat_zones(game: Game, side: SideId) -> Zones:
    """Return the hexes in zones of control of a side's enemies, for retreats, with the arms that they are of."""
    return _zones(game, side, "retreat")


@cached_while_unchanged
def _zones(game: Game, side: SideId, move: MoveKind) -> Zones:
    found: dict[SpaceId, frozenset[Arm]] = {}
    for enemy in enemies(game, side):
        for hex, arms in zones_of(game, enemy).items():
            found[hex] = found.get(hex, frozenset[Arm]()) | arms
    for hex in game.hooks(MovementHooks).screened_from_zones(game, side, move):
        found.pop(hex, None)
    return found


@cached_while_unchanged
def zones_of(game: Game, side: SideId) -> Zones:
    """Return the hexes in zones of control of a side's own units, whatever may screen them."""
    without, beside = set(game.hooks(MovementHooks).without_zone(game, side)), of(game).by_number.beside
    found: dict[SpaceId, frozenset[Arm]] = {}
    types = unit_types(game)
    for unit in game[Unit].where("side", side):
        if unit.hex is None or unit.id in without:
            continue
        arm = frozenset((types[unit.kind].arm,))
        for hex in beside(unit.hex):
            if hex is not None:
                found[hex] = found.get(hex, frozenset[Arm]()) | arm
    return found
