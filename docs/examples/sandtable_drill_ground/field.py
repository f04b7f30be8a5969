"""The map as the drill asks it: what one goes through, what lies before a front, what stops the eye."""

from collections.abc import Iterator
from functools import cache, lru_cache

from sandtable.board import Map, SightMap, of
from sandtable.engine import Game, SpaceId


class Field:
    """A map with the answers of its geometry; each is worked out once."""

    def __init__(self, sheet: Map) -> None:
        self.hexes, self.step = sheet.by_number, sheet.by_number.step
        board = self.hexes.board
        self._sight = SightMap(board.grid, board.elevation, board.terrain.where("wood").astype(int))
        self.going, self.before, self.blocks = cache(self._going), cache(self._before), cache(self._blocks)

    def is_wood(self, hex: SpaceId) -> bool:
        return "wood" in self.hexes.terrain(hex)

    def _going(self, here: SpaceId, direction: int) -> tuple[str, ...]:
        """Return what one who steps out of a hex goes through: terrain, a stream, a slope that leads up."""
        there, side = self.step(here, direction), self.hexes.side(here, direction)
        ground = self.hexes.terrain(there or here)
        return (*ground, *(kind for kind in side.along if side.up in (None, there)))

    def _before(self, hexes: tuple[SpaceId, ...], facing: int, reach: int) -> dict[SpaceId, int]:
        """Return the hexes before a front, with their distances: within 60 degrees of a line, 120 of a column.

        ``facing`` is an hour, as a unit has it: to a hexpoint where it is odd.
        """
        spines = (facing // 2,) if facing % 2 else (facing // 2 - 1, facing // 2)
        return {
            there: distance
            for distance in range(reach, 0, -1)
            for spine in spines
            for here in hexes
            for there in self._arc(here, spine % 6, distance)
            if there not in hexes
        }

    def _arc(self, here: SpaceId, spine: int, distance: int) -> Iterator[SpaceId]:
        """Yield the hexes at a distance between two neighbouring directions, both included."""
        grid, start = self.hexes.board.grid, self.hexes.at(here)
        for aside in range(distance + 1):
            there = start.step(spine, distance - aside).step(spine + 1, aside)
            if there in grid:
                yield self.hexes.number(there)

    def _blocks(self, here: SpaceId, there: SpaceId) -> str:
        """Say what stands in the way of the eye; nothing where it is free."""
        sight = self._sight.sight(self.hexes.at(here), self.hexes.at(there))
        hexes = {self.hexes.number(block.hex) for block in sight.blocks}
        return " and ".join(f"{'the wood' if self.is_wood(hex) else 'the ground'} in {hex}" for hex in sorted(hexes))


_field = lru_cache(maxsize=8)(Field)


def field_of(game: Game) -> Field:
    """Return the field that a game is played on."""
    return _field(of(game))
