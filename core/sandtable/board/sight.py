"""Lines of sight over a hex map: who sees whom, and what stands between.

The line runs from centre to centre and falls or rises evenly. Where it is, is counted in hexes, so that a
table can check it: in the second of five hexes it has gone two fifths of the way; on the hexside between the
second and the third, half a hex more. A hex between blocks where its ground, or what stands on it, is higher
than the line; a hexside where the higher ground of its two hexes with what stands on it is. The hexes of the
two who look never block. All is integer arithmetic, and both ways give the same.
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import numpy as np
from msgspec import Struct

from sandtable.board.directions import Hex
from sandtable.board.sightlines import looks_at, pattern_of
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    from sandtable.board.hexes import HexGrid, Ints
    from sandtable.board.sightlines import Site, Sites

    Heights = NDArray[np.int64]

MOST: Final = 1 << 20  # a height above this is a mistake, and products of two stay exact


class SightRules(Struct, frozen=True):
    """What the rulebook says of lines of sight.

    ``along``: a line along a hexside is blocked if ``both`` its hexes block, or if ``either`` does. ``grazing``:
    an obstacle exactly as high as the line blocks (bare ground never does). ``eye``: height of eyes and of
    what is looked for above the ground.
    """

    along: Literal["both", "either"] = "both"
    grazing: bool = False
    eye: int = 0


PLAIN: Final = SightRules()


class SightBlock(NamedTuple):
    """What stands in the way: a hex or hexside that is higher than the line there.

    ``side`` is the hexside's direction out of ``hex`` or ``None``; ``top`` its height; the line is ``line / of``
    high there.
    """

    hex: Hex
    side: int | None
    kind: Literal["ground", "obstacle", "hexside"]
    top: int
    line: int
    of: int

    def says(self, name: Callable[[Hex], str] = str) -> str:
        """Return it in words."""
        what = {"ground": "the ground of ", "obstacle": "what stands in ", "hexside": f"hexside d{self.side} of "}[
            self.kind
        ]
        whole, part = divmod(abs(self.line), self.of)
        level = " ".join(([str(whole)] if whole or not part else []) + ([f"{part}/{self.of}"] if part else []))
        level = f"-{level}" if self.line < 0 else level
        return f"{what}{name(self.hex)} is {self.top} high, and the line of sight passes at {level}"


class Sight(NamedTuple):
    """A verdict; ``blocks`` is empty, or the first block: two where the line runs between two hexes."""

    start: Hex
    end: Hex
    blocks: tuple[SightBlock, ...] = ()

    @property
    def clear(self) -> bool:
        return not self.blocks

    def says(self, name: Callable[[Hex], str] = str) -> str:
        """Return the verdict in words."""
        if self.clear:
            return f"{name(self.start)} and {name(self.end)} see each other"
        return "; ".join(block.says(name) for block in self.blocks)


class SightMap:
    """Heights of a map, in levels; made anew when they change."""

    def __init__(
        self,
        grid: HexGrid,
        elevation: ArrayLike,
        obstacles: ArrayLike | None = None,
        walls: ArrayLike | None = None,
        rules: SightRules = PLAIN,
    ) -> None:
        """Take the ground (``size``), what terrain adds to it, what stands on hexsides (``sides``); 0 is nothing."""
        self.grid = grid
        self.rules = rules
        self._ground = _heights("elevation", elevation, grid.size, -MOST)
        self._obstacles = _heights("obstacles", obstacles, grid.size, 0)
        self._walls = _heights("walls", walls, grid.sides, 0)
        self._wall_tops = self._walls + self._higher_ground()
        self._any_walls = bool(self._walls.any())

    def _higher_ground(self) -> Heights:
        """Return for each hexside the ground of its higher hex."""
        ground = np.full(self.grid.sides, -MOST, np.int64)
        for k in range(6):
            side = self.grid.side_table[self.grid.present, k]
            ground[side] = np.maximum(ground[side], self._ground[self.grid.present])
        return ground

    def sight(self, start: Hex, end: Hex, *, raised: tuple[int, int] = (0, 0)) -> Sight:
        """Judge one line; ``raised`` are the heights of the two above the usual eye (on a tower)."""
        ends = self._eye(start, raised[0]), self._eye(end, raised[1])
        length = start.distance(end)
        for look in looks_at(end.q - start.q, end.r - start.r):
            first = (self._first_block(way, start, ends, length) for way in look)
            blocks = tuple(block for block in first if block)
            if len(blocks) == len(look) or (blocks and self.rules.along == "either"):
                return Sight(start, end, blocks)
        return Sight(start, end)

    def sees(self, start: Hex, end: Hex, *, raised: tuple[int, int] = (0, 0)) -> bool:
        return self.sight(start, end, raised=raised).clear

    def seen_from(self, start: Hex, radius: int, *, raised: tuple[int, int] = (0, 0)) -> Ints:
        """Return the indices of the hexes within ``radius`` that are seen, the own one included, ascending."""
        pattern = pattern_of(radius)
        targets = self.grid.find_all(start.q + pattern.q, start.r + pattern.r)
        here = self._eye(start, raised[0])
        there = self._ground[np.maximum(targets, 0)] + self.rules.eye + raised[1]
        blocked = np.zeros(pattern.ways, np.bool_)
        judged = [(pattern.hexes, self._hexes_block)]
        if self._any_walls:
            judged.append((pattern.sides, self._walls_block))
        for sites, blocks in judged:
            of = 2 * pattern.distance[sites.target]
            line = here * (of - sites.place) + there[sites.target] * sites.place
            blocked[sites.way[blocks(sites, start, line, of)]] = True
        left, right = blocked[pattern.left], blocked[pattern.right]
        unseen = blocked[: len(targets)]
        unseen[pattern.between[left & right if self.rules.along == "both" else left | right]] = True
        return np.sort(targets[(targets >= 0) & ~unseen])

    # --- what blocks ---

    def _eye(self, hex: Hex, raised: int) -> int:
        return int(self._ground[self.grid.index(hex)]) + self.rules.eye + raised

    def _first_block(self, way: tuple[Site, ...], start: Hex, ends: tuple[int, int], length: int) -> SightBlock | None:
        of = 2 * length
        for q, r, side, place in way:
            line = ends[0] * (of - place) + ends[1] * place
            hex = Hex(start.q + q, start.r + r)
            block = self._wall(hex, side, line, of) if side >= 0 else self._between(hex, line, of)
            if block:
                return block
        return None

    def _between(self, hex: Hex, line: int, of: int) -> SightBlock | None:
        index = self.grid.find(hex)
        if index < 0:
            return None
        ground, obstacle = int(self._ground[index]), int(self._obstacles[index])
        if ground * of > line:
            return _block(hex, None, "ground", ground, line, of)
        if obstacle and (ground + obstacle) * of + self.rules.grazing > line:
            return _block(hex, None, "obstacle", ground + obstacle, line, of)
        return None

    def _wall(self, hex: Hex, direction: int, line: int, of: int) -> SightBlock | None:
        if hex not in self.grid:
            hex, direction = hex.step(direction), direction + 3
            if hex not in self.grid:
                return None
        side = self.grid.side(hex, direction)
        top = int(self._wall_tops[side])
        high = bool(self._walls[side]) and top * of + self.rules.grazing > line
        return _block(hex, direction, "hexside", top, line, of) if high else None

    def _hexes_block(self, sites: Sites, start: Hex, line: Heights, of: Heights) -> NDArray[np.bool_]:
        index = self.grid.find_all(start.q + sites.q, start.r + sites.r)
        ground, obstacle = self._ground[index], self._obstacles[index]
        over = (obstacle > 0) & ((ground + obstacle) * of + self.rules.grazing > line)
        return ((ground * of > line) | over) & (index >= 0)

    def _walls_block(self, sites: Sites, start: Hex, line: Heights, of: Heights) -> NDArray[np.bool_]:
        column, row = self.grid.cells(start.q + sites.q, start.r + sites.r)
        known = (column >= -1) & (column <= self.grid.columns) & (row >= -1) & (row <= self.grid.rows)
        side = np.where(known, ((row + 1) * (self.grid.columns + 2) + column + 1) * 3 + sites.side, 0)
        return known & (self._walls[side] > 0) & (self._wall_tops[side] * of + self.rules.grazing > line)


def _heights(what: str, heights: ArrayLike | None, length: int, least: int) -> Heights:
    array = np.zeros(length, np.int64) if heights is None else np.asarray(heights)
    if array.size != length or array.dtype.kind not in "iu":
        raise Invalid(f"{what}: {array.size} heights of {array.dtype}; give {length} integers, one for each")
    if array.size and not (least <= int(array.min()) and int(array.max()) <= MOST):
        raise Invalid(f"{what} go from {array.min()} to {array.max()} levels: give {least} to {MOST}")
    return array.reshape(-1).astype(np.int64)


def _block(
    hex: Hex, side: int | None, kind: Literal["ground", "obstacle", "hexside"], top: int, line: int, of: int
) -> SightBlock:
    shared = gcd(line, of)
    return SightBlock(hex, side, kind, top, line // shared, of // shared)
