"""How far a hex is from that towards which one retreats: a side of the map, or a unit of one's own."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, get_args

from sandtable.board import HexSpaces, of
from sandtable.engine import Game, SpaceId
from sandtable_grande_armee.model import MapSide, Unit, UnitId

MAP_SIDES: Final[tuple[str, ...]] = get_args(MapSide)


def distance(game: Game, goal: str, hex: SpaceId) -> int:
    """Return how many hexes a hex is from a goal of retreats; a unit that is gone is 0 from everywhere."""
    if goal in MAP_SIDES:
        return distances_to_side(game, goal)[hex]
    there = game.row(Unit, UnitId(goal))
    return 0 if there is None or there.hex is None else _distance(of(game).by_number, hex, there.hex)


def leads_away(game: Game, goal: str, here: SpaceId, hex: SpaceId) -> bool:
    """Tell whether a hex is further from a goal of retreats than another."""
    if goal in MAP_SIDES:
        distances = distances_to_side(game, goal)
        return distances[hex] > distances[here]
    return distance(game, goal, hex) > distance(game, goal, here)


def name_of_goal(goal: str) -> str:
    """Return what a goal is called within a sentence."""
    return f"the {goal} side of the map" if goal in MAP_SIDES else goal


def distances_to_side(game: Game, side: str) -> Mapping[SpaceId, int]:
    """Return how many hexes each hex of the map is from one of its sides, whatever lies between."""
    return _distances_to_side(of(game).by_number, side)


@lru_cache(maxsize=1 << 14)
def _distance(hexes: HexSpaces, hex: SpaceId, other: SpaceId) -> int:
    return hexes.distance((hex,), (other,))


@lru_cache(maxsize=1 << 6)
def _distances_to_side(hexes: HexSpaces, side: str) -> Mapping[SpaceId, int]:
    found = dict.fromkeys(_side_hexes(hexes, side), 0)
    ahead = deque(found)
    while ahead:
        here = ahead.popleft()
        for there in hexes.beside(here):
            if there is not None and there not in found:
                found[there] = found[here] + 1
                ahead.append(there)
    return found


def _side_hexes(hexes: HexSpaces, side: str) -> tuple[SpaceId, ...]:
    """Return the hexes along a side of the map: of each row or column the last."""
    grid = hexes.board.grid
    ends: dict[int, tuple[int, SpaceId]] = {}
    for hex in grid:
        row, column = divmod(grid.index(hex), grid.columns)
        line, place = (row, column) if side in ("west", "east") else (column, row)
        far = place if side in ("west", "north") else -place
        if line not in ends or far < ends[line][0]:
            ends[line] = far, hexes.number(hex)
    return tuple(sorted(hex for _, hex in ends.values()))
