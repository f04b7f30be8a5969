"""Zones of control: the six hexes around a unit that fights."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from sandtable.board import HexSpaces, of
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
    first, *others = [zones_of(game, enemy) for enemy in enemies(game, side)] or [{}]
    found = dict(first)
    for zone in others:
        for hex, arms in zone.items():
            found[hex] = found.get(hex, frozenset[Arm]()) | arms
    for hex in game.hooks(MovementHooks).screened_from_zones(game, side, move):
        found.pop(hex, None)
    return found


@cached_while_unchanged
def zones_of(game: Game, side: SideId) -> Zones:
    """Return the hexes in zones of control of a side's own units, whatever may screen them."""
    without, types = set(game.hooks(MovementHooks).without_zone(game, side)), unit_types(game)
    standing = [
        (unit.hex, types[unit.kind].arm)
        for unit in game.where(Unit, "side", side) if unit.hex is not None and unit.id not in without
    ]  # fmt: skip
    return _zones_around(of(game).by_number, tuple(dict.fromkeys(standing)))


@lru_cache(maxsize=1 << 6)
def _zones_around(hexes: HexSpaces, standing: tuple[tuple[SpaceId, Arm], ...]) -> Zones:
    """Return the hexes around those where some arms stand: mostly they are the same again, for the other side moves."""
    found: dict[SpaceId, frozenset[Arm]] = {}
    for hex, arm in standing:
        for there in hexes.beside(hex):
            if there is not None:
                found[there] = _with(found.get(there), arm)
    return found


@lru_cache(maxsize=1 << 6)
def _with(arms: frozenset[Arm] | None, arm: Arm) -> frozenset[Arm]:
    return frozenset((*(arms or ()), arm))
