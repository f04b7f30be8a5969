"""Lines of sight between hexes by their numbers: each is worked out once and kept, for the ground stays as it is."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from sandtable.board.sight import SightMap

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sandtable.board.hex_spaces import HexSpaces
    from sandtable.board.sight import Sight
    from sandtable.board.spaces import SpaceId


class Sights:
    """Who sees whom over a ground on which terrains stand so and so many levels high."""

    def __init__(self, hexes: HexSpaces, heights: Mapping[str, int]) -> None:
        board = hexes.board
        stand = np.zeros(board.grid.size, np.int64)
        for terrain, levels in heights.items():
            stand = np.maximum(stand, board.terrain.where(terrain) * levels)
        self.hexes, self._heights = hexes, heights
        self._map = SightMap(board.grid, board.elevation, stand)
        self._found: dict[tuple[SpaceId, SpaceId], Sight] = {}

    def look(self, here: SpaceId, there: SpaceId) -> Sight:
        """Return whether a hex is seen from another, and what stands between."""
        try:
            return self._found[here, there]
        except KeyError:
            found = self._map.sight(self.hexes.at(here), self.hexes.at(there))
            return self._found.setdefault((here, there), found)

    def best(self, froms: Iterable[SpaceId], there: SpaceId) -> Sight:
        """Return how a hex is seen from that of several hexes from which it is seen best."""
        return min((self.look(here, there) for here in froms), key=lambda sight: len(sight.blocks))

    def obstacle(self, here: SpaceId, there: SpaceId) -> str:
        """Say what stands in the way: "the wood in 0706"; nothing where it is free."""
        blocks = sorted((self.hexes.number(block.hex), block.kind) for block in self.look(here, there).blocks)
        return " and ".join(
            f"the {self._word(hex) if kind == 'obstacle' else 'ground'} in {hex}" for hex, kind in blocks
        )

    def _word(self, hex: SpaceId) -> str:
        """Return which terrain of a hex stands highest."""
        return max(self.hexes.terrain(hex), key=lambda terrain: self._heights.get(terrain, 0))


@lru_cache(maxsize=8)
def sights_over(hexes: HexSpaces, **heights: int) -> Sights:
    """Return the lines of sight over a map; ``wood=1``: what is called so stands one level above its ground."""
    return Sights(hexes, heights)
