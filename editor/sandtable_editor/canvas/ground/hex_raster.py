"""Which hex each pixel shows, from a few comparisons of whole rows and columns.

Hexes lie in lanes: columns where they are flat-topped, rows where they are pointy-topped. Along its lane a pixel is
in one hex for certain, or in the stretch where two lanes interlock, and there one comparison decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandtable.board.hexes import HexGrid

    Floats = NDArray[np.float64]
    Singles = NDArray[np.float32]
    Ints = NDArray[np.int32]


class Raster(NamedTuple):
    """What pixels show."""

    hexes: Ints
    """``(high, wide)``: the index of the hex, -1 beside all."""
    rim: Singles
    """``(high, wide)``: how far the pixel is from the rim of its hex, canvas units."""


class _Lanes(NamedTuple):
    """Pixels across the lanes (``fu``: finest steps into the lane) and along them, for even and odd lanes."""

    lane: Ints
    fu: Singles
    place: Ints
    """``(n, 2)``: the place in an even lane, and in an odd one."""
    off: Singles
    """``(n, 2)``: how far that is from the middle of the hex, in finest steps."""


def raster(grid: HexGrid, xs: Floats, ys: Floats, *, rims: bool = True) -> Raster:
    """Return what the pixels in columns ``xs`` and rows ``ys`` show (canvas units); without rims these are 0."""
    flat = grid.orientation == "flat"
    across, along = (xs - grid.left, ys - grid.top) if flat else (ys - grid.top, xs - grid.left)
    lane_step, place_step = (
        (grid.hex_width / 4, grid.hex_height / 2) if flat else (grid.hex_height / 4, grid.hex_width / 2)
    )
    lanes = _lanes(across / lane_step, along / place_step)
    parity = (lanes.lane + (grid.stagger == "even")) % 2
    inside = lanes.off[:, parity] < lanes.fu[None, :]
    lane = np.where(inside, lanes.lane[None, :], lanes.lane[None, :] - 1)
    place = np.where(inside, lanes.place[:, parity], lanes.place[:, 1 - parity])
    hexes = _index(grid, lane, place) if flat else _index(grid, place, lane).T
    rim = _rims(lanes, parity, inside, lane_step, place_step) if rims else np.zeros(inside.shape, np.float32)
    return Raster(hexes, rim if flat else rim.T)


def _lanes(across: Floats, along: Floats) -> _Lanes:
    lane = np.floor(across / 3).astype(np.int32)
    places = [np.floor((along - shift) / 2) for shift in (0, 1)]
    off = [np.abs(along - (1 + 2 * place + shift)) for shift, place in enumerate(places)]
    return _Lanes(
        lane,
        (across - 3 * lane).astype(np.float32),
        np.stack(places, axis=1).astype(np.int32),
        np.stack(off, axis=1).astype(np.float32),
    )


def _index(grid: HexGrid, column: Ints, row: Ints) -> Ints:
    index = row * np.int32(grid.columns) + column
    outside = (column < 0) | (column >= grid.columns) | (row < 0) | (row >= grid.rows)
    if grid.mask is not None:
        outside |= ~grid.present[np.where(outside, 0, index)]
    index[outside] = -1
    return index


def _rims(lanes: _Lanes, parity: Ints, inside: NDArray[np.bool_], lane_step: float, place_step: float) -> Singles:
    """Return how far each pixel is from the nearest side of its hex."""
    off = np.where(inside, lanes.off[:, parity], lanes.off[:, 1 - parity])
    fu = lanes.fu[None, :]
    from_middle = np.where(inside, np.abs(fu - 2), fu + 1)
    slant = np.float32(1 / np.hypot(1 / lane_step, 1 / place_step))
    return np.minimum((1 - off) * np.float32(place_step), (2 - from_middle - off) * slant)


def pixels(start: float, count: int, zoom: float, fine: int) -> Floats:
    """Return where the middles of pixels lie, canvas units; each pixel in ``fine`` parts."""
    return np.asarray(start + (np.arange(count * fine) + 0.5) / (fine * zoom), np.float64)
