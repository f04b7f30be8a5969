"""The map as the drill asks it: what lies before a front, and what stops the eye."""

from collections.abc import Mapping
from functools import lru_cache

from sandtable.board import HexSpaces, Sight, SightMap, of
from sandtable.engine import Game, SpaceId
from sandtable_drill_ground.keys import FIRE_CHART
from sandtable_drill_ground.model import Unit


def before(game: Game, unit: Unit, reach: int = 1) -> Mapping[SpaceId, int]:
    """Return the hexes before the front of a unit, with how far they are."""
    return of(game).by_number.arc(unit.hexes, unit.facing, reach)


def in_fire(game: Game, unit: Unit, fire: str = "reach") -> Mapping[SpaceId, int]:
    """Return the hexes into which a unit can fire: at all within its ``reach``, or at who is ``passing``."""
    return before(game, unit, game.chart(FIRE_CHART).number(unit.mover, fire))


def is_wood(hexes: HexSpaces, hex: SpaceId) -> bool:
    """Tell whether there is a wood in a hex."""
    return "wood" in hexes.terrain(hex)


@lru_cache(maxsize=8)
def _sight(hexes: HexSpaces) -> SightMap:
    board = hexes.board
    return SightMap(board.grid, board.elevation, board.terrain.where("wood").astype(int))


def look(hexes: HexSpaces, here: SpaceId, there: SpaceId) -> Sight:
    """Look from a hex to another."""
    return _sight(hexes).sight(hexes.at(here), hexes.at(there))


@lru_cache(maxsize=1 << 14)
def obstacle(hexes: HexSpaces, here: SpaceId, there: SpaceId) -> str:
    """Say what stands in the way of the eye; nothing where it is free."""
    blocks = sorted({hexes.number(block.hex) for block in look(hexes, here, there).blocks})
    return " and ".join(f"{'the wood' if is_wood(hexes, hex) else 'the ground'} in {hex}" for hex in blocks)
