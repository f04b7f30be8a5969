"""Hexes on a map: which there are, how they lie, which hex is where.

A `HexGrid` is a rectangle of columns and rows, flat- or pointy-topped, one in two columns (flat) or rows
(pointy) shifted by half a hex; a mask cuts hexes out. A hex is a `Hex` in single questions and its *index*
(``row * columns + column``) in arrays. Map units are those of the map's picture; ``y`` grows downwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING, Literal

import numpy as np

from sandtable.board.directions import STEPS, Hex
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

    Ints = NDArray[np.int32]
    Floats = NDArray[np.float64]

# Corners p0..p5 from the centre, in the finest steps of each layout: a quarter of the long and half of the short side.
_CORNERS = {
    "flat": ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)),
    "pointy": ((1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1), (0, -2)),
}


@dataclass(frozen=True, eq=False)
class HexGrid:
    """The hexes of one map.

    ``stagger`` says which columns (rows), counted from 0, are shifted down (right). ``hex_width`` and
    ``hex_height`` are the box round one hex; without a height hexes are regular. ``left`` and ``top`` are the
    upper left corner of the box round the whole rectangle. ``mask`` is ``(rows, columns) bool``, ``True``
    where there is a hex.
    """

    columns: int
    rows: int
    orientation: Literal["flat", "pointy"] = "flat"
    stagger: Literal["odd", "even"] = "odd"
    hex_width: float = 1.0
    hex_height: float = 0.0
    left: float = 0.0
    top: float = 0.0
    mask: NDArray[np.bool_] | None = None

    def __post_init__(self) -> None:
        if self.columns < 1 or self.rows < 1:
            raise Invalid(f"a map of {self.columns} by {self.rows} hexes has no hexes: give at least 1 by 1")
        if self.orientation not in {"flat", "pointy"} or self.stagger not in {"odd", "even"}:
            raise Invalid(
                f"hexes are 'flat' or 'pointy' and staggered 'odd' or 'even', not {self.orientation!r}, "
                f"{self.stagger!r}"
            )
        if not self.hex_height:
            object.__setattr__(self, "hex_height", regular_height(self.orientation, self.hex_width))
        if not (0 < self.hex_width < float("inf") and 0 < self.hex_height < float("inf")):
            raise Invalid(
                f"a hex of {self.hex_width} by {self.hex_height} map units cannot be drawn: give positive numbers"
            )
        if self.mask is not None and self.mask.shape != (self.rows, self.columns):
            raise Invalid(
                f"the mask of the map is {self.mask.shape}; give it (rows, columns) = ({self.rows}, {self.columns})"
            )

    # --- which there are ---

    @property
    def size(self) -> int:
        """The number of cells, those cut out included: the length of layers."""
        return self.columns * self.rows

    @property
    def extent(self) -> tuple[float, float]:
        """How wide and how high the box round the whole board is, in map units."""
        if self.orientation == "flat":
            across, down = self.columns * 0.75 + 0.25, self.rows + (self.columns > 1) / 2
        else:
            across, down = self.columns + (self.rows > 1) / 2, self.rows * 0.75 + 0.25
        return across * self.hex_width, down * self.hex_height

    @cached_property
    def present(self) -> NDArray[np.bool_]:
        """``(size,) bool``: where there is a hex."""
        return np.ones(self.size, np.bool_) if self.mask is None else np.ascontiguousarray(self.mask).reshape(-1)

    @cached_property
    def indices(self) -> Ints:
        """Indices of all hexes, ascending."""
        return np.flatnonzero(self.present).astype(np.int32)

    def __len__(self) -> int:
        return len(self.indices)

    def __iter__(self) -> Iterator[Hex]:
        return map(self.hex, self.indices.tolist())

    def __contains__(self, hex: object) -> bool:
        return isinstance(hex, Hex) and self.find(hex) >= 0

    def cell(self, hex: Hex) -> tuple[int, int]:
        """Return column and row, counted from 0, of any hex, on the map or not."""
        q, r = hex
        shift = self.stagger == "even"
        if self.orientation == "flat":
            return q, r + ((q + shift) >> 1)
        row = q + r
        odd = row & 1
        return (q - r + odd if shift else q - r - odd) >> 1, row

    def hex_of(self, column: int, row: int) -> Hex:
        """Return the hex in that column and row, counted from 0, on the map or not."""
        shift = self.stagger == "even"
        if self.orientation == "flat":
            return Hex(column, row - ((column + shift) >> 1))
        across = 2 * column - (row & 1) if shift else 2 * column + (row & 1)
        return Hex((row + across) >> 1, (row - across) >> 1)

    def find(self, hex: Hex) -> int:
        """Return the index of the hex, -1 when it is not on the map."""
        column, row = self.cell(hex)
        if not (0 <= column < self.columns and 0 <= row < self.rows):
            return -1
        index = row * self.columns + column
        return index if self.mask is None or self.mask[row, column] else -1

    def index(self, hex: Hex) -> int:
        """Return the index of the hex; raises ``Invalid`` when it is not on the map."""
        index = self.find(hex)
        if index < 0:
            column, row = self.cell(hex)
            cut = "" if self.mask is None else ", and some hexes are cut off"
            raise Invalid(
                f"there is no hex in column {column}, row {row} (counted from 0): "
                f"the map has {self.columns} columns and {self.rows} rows{cut}"
            )
        return index

    def hex(self, index: int) -> Hex:
        """Return the hex with that index."""
        row, column = divmod(index, self.columns)
        return self.hex_of(column, row)

    # --- who is beside whom ---

    def neighbours(self, hex: Hex) -> dict[int, Hex]:
        """Return the hexes on the map around this one, by direction."""
        return {k: there for k, there in enumerate(hex.neighbours()) if there in self}

    def within(self, hex: Hex, radius: int) -> list[Hex]:
        """Return the hexes on the map within that distance, this one first, ring after ring."""
        return [there for there in hex.spiral(radius) if there in self]

    @cached_property
    def axial(self) -> tuple[Ints, Ints]:
        """``q`` and ``r`` of every cell, two ``(size,) int32``."""
        row, column = (line.reshape(-1).astype(np.int32) for line in np.divmod(np.arange(self.size), self.columns))
        return self.axials(column, row)

    def axials(self, column: Ints, row: Ints) -> tuple[Ints, Ints]:
        """Return ``q`` and ``r`` of many columns and rows."""
        shift = int(self.stagger == "even")
        if self.orientation == "flat":
            return column, row - ((column + shift) >> 1)
        across = 2 * column + (row & 1) * (1 - 2 * shift)
        return (row + across) >> 1, (row - across) >> 1

    def find_all(self, q: Ints, r: Ints) -> Ints:
        """Return the indices of many hexes, -1 for those not on the map."""
        column, row = self.cells(q, r)
        index = row * self.columns + column
        inside = (column >= 0) & (column < self.columns) & (row >= 0) & (row < self.rows)
        inside &= self.present[np.where(inside, index, 0)]
        return np.where(inside, index, -1).astype(np.int32)

    def cells(self, q: Ints, r: Ints) -> tuple[Ints, Ints]:
        """Return columns and rows of many hexes, on the map or not."""
        shift = int(self.stagger == "even")
        if self.orientation == "flat":
            return q, r + ((q + shift) >> 1)
        row = q + r
        return (q - r - (row & 1) * (1 - 2 * shift)) >> 1, row

    @cached_property
    def neighbour_table(self) -> Ints:
        """``(size, 6) int32``: the index of the hex in each direction, -1 where there is none."""
        q, r = self.axial
        table = np.stack([self.find_all(q + dq, r + dr) for dq, dr in STEPS], axis=1)
        table[~self.present] = -1
        return table

    def distances(self, hex: Hex) -> Ints:
        """Return the distance of every cell, ``(size,) int32``."""
        q, r = self.axial
        q, r = q - hex.q, r - hex.r
        return np.asarray(np.maximum(np.maximum(np.abs(q), np.abs(r)), np.abs(q + r)), np.int32)

    # --- hexsides ---

    @property
    def sides(self) -> int:
        """The number of places for hexsides: the length of hexside layers."""
        return (self.columns + 2) * (self.rows + 2) * 3

    def side(self, hex: Hex, direction: int) -> int:
        """Return the place of a hexside, the same from both its hexes; one of them must be on the map."""
        there = hex.step(direction)
        if hex not in self and there not in self:
            self.index(hex)
        owner, k = (hex, direction % 6) if direction % 6 < 3 else (there, direction % 6 - 3)
        column, row = self.cell(owner)
        return ((row + 1) * (self.columns + 2) + column + 1) * 3 + k

    def side_between(self, hex: Hex, other: Hex) -> int:
        """Return the place of the hexside two neighbours share."""
        if hex.distance(other) != 1:
            raise Invalid(f"{tuple(hex)} and {tuple(other)} share no hexside: name two neighbours")
        return self.side(hex, hex.direction_to(other) or 0)

    def hexes_at(self, side: int) -> tuple[Hex, Hex]:
        """Return the hexes at a hexside: the one that has it in ``d0..d2`` first; one may be off the map."""
        cell, k = divmod(side, 3)
        row, column = divmod(cell, self.columns + 2)
        owner = self.hex_of(column - 1, row - 1)
        return owner, owner.step(k)

    @cached_property
    def side_table(self) -> Ints:
        """``(size, 6) int32``: the place of each hexside of each cell."""
        q, r = self.axial
        table = np.empty((self.size, 6), np.int32)
        for k, (dq, dr) in enumerate(STEPS):
            column, row = self.cells(q, r) if k < 3 else self.cells(q + dq, r + dr)
            table[:, k] = ((row + 1) * (self.columns + 2) + column + 1) * 3 + k % 3
        return table

    # --- on the paper ---

    @cached_property
    def _unit(self) -> tuple[float, float]:
        """The finest step between centres and corners, across and down."""
        if self.orientation == "flat":
            return self.hex_width / 4, self.hex_height / 2
        return self.hex_width / 2, self.hex_height / 4

    def _lattice(self, hex: Hex) -> tuple[int, int]:
        """Return the centre in finest steps, so that neighbours agree on their corners to the last bit."""
        column, row = self.cell(hex)
        if self.orientation == "flat":
            return 2 + 3 * column, 1 + 2 * row + (column + (self.stagger == "even")) % 2
        return 1 + 2 * column + (row + (self.stagger == "even")) % 2, 2 + 3 * row

    def centre(self, hex: Hex) -> tuple[float, float]:
        """Return the centre in map units."""
        x, y = self._lattice(hex)
        return self.left + x * self._unit[0], self.top + y * self._unit[1]

    def corners(self, hex: Hex) -> tuple[tuple[float, float], ...]:
        """Return the hexpoints ``p0..p5`` in map units; neighbours have theirs in common exactly."""
        x, y = self._lattice(hex)
        return tuple(
            (self.left + (x + dx) * self._unit[0], self.top + (y + dy) * self._unit[1])
            for dx, dy in _CORNERS[self.orientation]
        )

    def _lattices(self, indices: ArrayLike) -> NDArray[np.int64]:
        row, column = np.divmod(np.asarray(indices, np.int64), self.columns)
        if self.orientation == "flat":
            return np.stack([2 + 3 * column, 1 + 2 * row + (column + (self.stagger == "even")) % 2], axis=-1)
        return np.stack([1 + 2 * column + (row + (self.stagger == "even")) % 2, 2 + 3 * row], axis=-1)

    def centres(self, indices: ArrayLike) -> Floats:
        """Return many centres, ``(n, 2)`` map units."""
        return self._map_places(self._lattices(indices))

    def outlines(self, indices: ArrayLike) -> Floats:
        """Return the hexpoints of many hexes, ``(n, 6, 2)`` map units."""
        corners = self._lattices(indices)[:, None, :] + np.array(_CORNERS[self.orientation])
        return self._map_places(corners)

    def _map_places(self, lattice: NDArray[np.int64]) -> Floats:
        return np.asarray(lattice * np.array(self._unit) + np.array([self.left, self.top]), np.float64)

    def at(self, x: float, y: float) -> Hex | None:
        """Return the hex at a point of the map, ``None`` beside all hexes."""
        x0, y0 = self.centre(Hex(0, 0))
        across, down = (x - x0) / self._unit[0], (y - y0) / self._unit[1]
        if not (abs(across) < 1e6 and abs(down) < 1e6):
            return None
        q = across / 3 if self.orientation == "flat" else (down / 3 + across) / 2
        r = (down - q) / 2 if self.orientation == "flat" else down / 3 - q
        s = -q - r
        near_q, near_r, near_s = round(q), round(r), round(s)
        off_q, off_r, off_s = abs(near_q - q), abs(near_r - r), abs(near_s - s)
        if off_q > off_r and off_q > off_s:
            near_q = -near_r - near_s
        elif off_r > off_s:
            near_r = -near_q - near_s
        hex = Hex(near_q, near_r)
        return hex if self.find(hex) >= 0 else None

    def at_points(self, points: Floats) -> Ints:
        """Return the index of the hex at each of ``(n, 2)`` points, -1 beside all; on a border it is one of the two."""
        x0, y0 = self.centre(Hex(0, 0))
        across = (points[:, 0] - x0) / self._unit[0]
        down = (points[:, 1] - y0) / self._unit[1]
        if self.orientation == "flat":
            q = across / 3
            r = (down - q) / 2
        else:
            q = (down / 3 + across) / 2
            r = down / 3 - q
        known = (np.abs(across) < 1e6) & (np.abs(down) < 1e6)
        near_q, near_r = round_axial(np.where(known, q, 0.0), np.where(known, r, 0.0))
        found = self.find_all(near_q.astype(np.int32), near_r.astype(np.int32))
        return np.where(known, found, -1).astype(np.int32)


def regular_height(orientation: Literal["flat", "pointy"], hex_width: float) -> float:
    """Return how high the box round a regular hex is that is so wide."""
    return hex_width * (sqrt(3) / 2 if orientation == "flat" else 2 / sqrt(3))


def round_axial(q: Floats, r: Floats) -> tuple[Floats, Floats]:
    """Return the nearest hexes: of three rounded coordinates the one rounded most follows from the others."""
    s = -q - r
    near_q, near_r, near_s = np.rint(q), np.rint(r), np.rint(s)
    off_q, off_r, off_s = np.abs(near_q - q), np.abs(near_r - r), np.abs(near_s - s)
    by_q = (off_q > off_r) & (off_q > off_s)
    by_r = ~by_q & (off_r > off_s)
    near_q, near_r = np.where(by_q, -near_r - near_s, near_q), np.where(by_r, -near_q - near_s, near_r)
    return near_q, near_r
