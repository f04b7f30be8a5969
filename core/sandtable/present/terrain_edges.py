"""Where two terrains meet on a hex map: one reaches over the hexside into the other, in a line of its own.

Nothing of it is stored: it follows from the terrain, on the screen and on paper alike.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from sandtable.present.terrain import look_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandtable.board.hex_board import HexBoard
    from sandtable.board.hexes import Ints

    Floats = NDArray[np.float64]

DEEP: Final = 0.13
"""How far a terrain reaches at the most, as a part of the way between two centres."""
BACK: Final = 0.3
"""How much of its own hex a surface covers, as a part of how far it reaches."""
POINTS: Final = 13
"""Points of the line along one hexside."""
COARSE: Final = 7
"""So many will do for a line that is looked at from afar."""


@cache
def _waves(points: int) -> Floats:
    """Return lines along a hexside, ``(n, points)``: how far each reaches at its points, 0 to 1, at both ends 0."""
    along = np.linspace(0.0, 1.0, points)
    arch = np.sin(np.pi * along) ** 0.6
    arch[[0, -1]] = 0.0
    shapes = [
        0.62 + 0.38 * np.sin(np.pi * (lobes * along + shift)) for lobes in (3.0, 4.0, 5.0) for shift in (0.2, 0.9, 1.5)
    ]
    return np.asarray(arch * np.array(shapes), np.float64)


class TerrainEdges(NamedTuple):
    """Hexsides over which a terrain reaches, one row each."""

    hexes: Ints
    """The hex whose terrain reaches over."""
    lines: Floats
    """``(n, points, 2)``: its line in the other hex from hexpoint to hexpoint, map units."""
    surfaces: Floats
    """``(n, points + 2, 2)``: what it covers there, and a little of its own hex, so that there is no seam."""


def leading(words: tuple[str, ...]) -> str:
    """Return the terrain that gives a hex its colour."""
    return max(words, key=lambda word: (look_of(word).rank, word), default="clear")


def terrain_edges(board: HexBoard, cells: Ints, points: int = POINTS) -> TerrainEdges:
    """Return where the terrain of these hexes reaches over a hexside, in lines of so many points.

    Of two terrains that which gives a hex its colour before the other reaches over.
    """
    grid = board.grid
    order, sets = _order(board), board.terrain.cells
    beside = grid.neighbour_table[cells]
    meets = (beside >= 0) & (order[sets[beside]] < order[sets[cells]][:, None])
    row, direction = np.nonzero(meets)
    here, there = cells[row], beside[row, direction]
    outlines = grid.outlines(here)
    every = np.arange(len(here))
    ends = np.stack((outlines[every, direction - 1], outlines[every, direction]), axis=1)
    inwards = (grid.centres(there) - grid.centres(here)) * DEEP
    shapes = _waves(points)
    waves = shapes[(here.astype(np.int64) * 7 + direction * 5) % len(shapes)]
    along = np.linspace(0.0, 1.0, points)[None, :, None]
    lines = ends[:, :1] + (ends[:, 1:] - ends[:, :1]) * along + inwards[:, None, :] * waves[:, :, None]
    back = ends[:, ::-1] - inwards[:, None, :] * BACK
    return TerrainEdges(here, np.asarray(lines, np.float64), np.concatenate((lines, back), axis=1))


def _order(board: HexBoard) -> NDArray[np.int64]:
    """Return for each set of terrains its place among those that reach over others; the greater does."""
    words = [leading(one) for one in board.terrain.sets]
    ranked = sorted(set(words), key=lambda word: (look_of(word).rank, word))
    return np.array([ranked.index(word) for word in words], np.int64)
