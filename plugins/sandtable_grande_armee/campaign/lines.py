"""Lines of retreat: from which hexes one can go to a side of the map, clear of enemies and their zones."""

from __future__ import annotations

from collections.abc import Mapping, Set
from functools import lru_cache
from heapq import heappop, heappush

from sandtable.board import HexSpaces
from sandtable.engine import SpaceId
from sandtable_grande_armee.movement.strides import is_open


class Lines:
    """Lines that lead to a side of the map past all that is barred; looked for from the hexes that are asked about.

    ``far``: how far each hex is from that side. Steps lead both ways: hexes that were come to together all have a line,
    or none has.
    """

    def __init__(self, hexes: HexSpaces, far: Mapping[SpaceId, int], barred: Set[SpaceId]) -> None:
        self._ways, self._far, self._barred = _open_ways(hexes), far, barred
        self._known: dict[SpaceId, bool] = {}

    def lead_home(self, hex: SpaceId | None) -> bool:
        """Tell whether a line leads out of a hex; ``None`` lies off the map."""
        if hex is None or hex in self._barred or hex not in self._ways:
            return False
        if hex not in self._known:
            self._look_from(hex)
        return self._known[hex]

    def _look_from(self, hex: SpaceId) -> None:
        """Go from a hex, the nearest to home first, until one is home or there is nowhere to go."""
        seen, home = {hex}, False
        ahead = [(self._far[hex], hex)]
        while ahead and not home:
            far, here = heappop(ahead)
            home = far == 0 or self._known.get(here, False)
            for there in self._ways[here] - self._barred - seen:
                seen.add(there)
                heappush(ahead, (self._far[there], there))
        self._known |= dict.fromkeys(seen, home)


@lru_cache(maxsize=1 << 4)
def _open_ways(hexes: HexSpaces) -> Mapping[SpaceId, frozenset[SpaceId]]:
    """Return the hexes of a map where anybody can go, with those of them into which a step leads."""
    ground = {hex for hex in hexes if is_open(hexes.terrain(hex))}
    return {hex: frozenset(ground.intersection(hexes.steps_from(hex))) for hex in ground}
