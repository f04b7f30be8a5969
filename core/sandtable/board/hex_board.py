"""The hexes of a map with all that lies in them and on their sides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from sandtable.board.directions import Hex
from sandtable.board.hexes import HexGrid
from sandtable.board.layers import SetLayer, SideLayer, TerrainLayer
from sandtable.board.numbering import COLUMN_ROW, Numbering, PrintedNumbers
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class HexBoard:
    """A grid, its printed numbers, its layers and the names of its hexes.

    ``elevation`` is ``(size,) int16``, levels. Layers that are not given are empty. What stands in a layer is
    edited in place until the board is part of a map that others see; then in a copy.
    """

    grid: HexGrid
    terrain: TerrainLayer
    sides: SideLayer
    elevation: NDArray[np.int16]
    numbering: Numbering = COLUMN_ROW
    names: Mapping[Hex, str] = field(default_factory=dict[Hex, str])

    def __post_init__(self) -> None:
        if self.elevation.shape != (self.grid.size,):
            raise Invalid(f"the elevation has {self.elevation.size} cells, the map {self.grid.size}: give one per cell")
        for hex in self.names:
            self.grid.index(hex)

    @classmethod
    def blank(cls, grid: HexGrid, numbering: Numbering = COLUMN_ROW) -> HexBoard:
        """Return the board of a grid on which nothing lies yet."""
        return cls(grid, TerrainLayer(grid), SideLayer(grid), np.zeros(grid.size, np.int16), numbering)

    @cached_property
    def numbers(self) -> PrintedNumbers:
        """The numbers printed in the hexes."""
        return PrintedNumbers(self.grid, self.numbering)

    def after(self, **changes: Any) -> HexBoard:
        """Return the board with other layers, levels or names on the same grid, numbered as it is."""
        fresh = replace(self, **changes)
        if "numbers" in self.__dict__:
            fresh.__dict__["numbers"] = self.numbers
        return fresh

    def content(self) -> Iterator[bytes]:
        """Yield all of it as bytes, the same for the same hexes however they came about."""
        grid = self.grid
        box = (grid.columns, grid.rows, grid.orientation, grid.stagger)
        lie = tuple(map(float, (grid.hex_width, grid.hex_height, grid.left, grid.top)))
        names = sorted((*hex, name) for hex, name in self.names.items())
        yield msgspec.json.encode((box, lie, self.numbering, names))
        yield np.packbits(grid.present).tobytes()
        yield from _canonical_bytes(self.terrain)
        yield from _canonical_bytes(self.sides)
        yield self.elevation.astype("<i2").tobytes()


def on_map(board: HexBoard) -> NDArray[np.bool_]:
    """Return which hexsides belong to a hex of the map, ``(sides,) bool``."""
    there = np.zeros(board.grid.sides, np.bool_)
    there[board.grid.side_table[board.grid.indices]] = True
    return there


def _canonical_bytes(layer: SetLayer[Any]) -> Iterator[bytes]:
    """Yield the sets that are used, in order, and for each place which of them lies there."""
    used = np.flatnonzero(np.bincount(layer.cells, minlength=1)).tolist()
    order = sorted(used, key=lambda index: layer.sets[index])
    rank = np.zeros(len(layer.sets), np.uint16)
    rank[order] = np.arange(len(order))
    yield msgspec.json.encode([layer.sets[index] for index in order])
    yield rank[layer.cells].astype("<u2").tobytes()
