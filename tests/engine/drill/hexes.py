"""Toy hexes: column and row as text (``"0403"``), six directions against the clock from the east, and units."""

from typing import Literal, NewType

from sandtable.engine import Game, Row, SideId

HexId = NewType("HexId", str)
UnitId = NewType("UnitId", str)
BLUE, RED = SideId("Blue"), SideId("Red")
EAST, NORTH_EAST, NORTH_WEST, WEST, SOUTH_WEST, SOUTH_EAST = range(6)
DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
SIXTHS = 6


class Hex(Row, frozen=True):
    """A hex of the map; what is not in the table is off the map."""

    id: HexId
    terrain: str = "clear"


class Unit(Row, frozen=True):
    """A unit; ``hexes`` from the head back, or from left to right. A Line faces the hexpoint left of ``facing``."""

    indexes = ("hexes", "side")
    id: UnitId
    side: SideId
    hexes: tuple[HexId, ...]
    arm: Literal["infantry", "cavalry", "artillery"] = "infantry"
    formation: Literal["attack column", "march column", "line"] = "attack column"
    facing: int = EAST
    sp: int = 4
    er: int = 40
    morale: Literal["good", "shaken", "routed"] = "good"
    disordered: bool = False
    hidden: bool = False


def enemy(side: str) -> SideId:
    return RED if side == BLUE else BLUE


def beside(at: HexId, direction: int, steps: int = 1) -> HexId:
    q, r = DIRECTIONS[direction % 6]
    return HexId(f"{int(at[:2]) + q * steps:02}{int(at[2:]) + r * steps:02}")


def around(at: HexId) -> tuple[HexId, ...]:
    return tuple(beside(at, direction) for direction in range(6))


def distance(one: HexId, other: HexId) -> int:
    q, r = int(one[:2]) - int(other[:2]), int(one[2:]) - int(other[2:])
    return max(abs(q), abs(r), abs(q + r))


def ground(terrain: dict[str, str] | None = None, size: int = 10) -> list[Row]:
    """Return a clear map of ``size`` columns and rows with some other terrain."""
    ids = [f"{q:02}{r:02}" for q in range(size) for r in range(size)]
    return [Hex(HexId(id), (terrain or {}).get(id, "clear")) for id in ids]


def standing(game: Game, at: HexId) -> list[Unit]:
    return game[Unit].where("hexes", at)


def front(unit: Unit) -> tuple[HexId, ...]:
    """Return the hexes in a unit's zone of control: the two that its hexpoint touches; none in rout."""
    held = [beside(at, unit.facing + turn) for at in unit.hexes for turn in (0, 1)]
    return tuple(to for to in dict.fromkeys(held) if to not in unit.hexes and unit.morale != "routed")


def percent(die: int) -> int:
    """Read two ten-sided dice as 00 to 99; a check passes with a modified ER or more."""
    return die % 100
