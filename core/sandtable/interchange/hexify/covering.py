"""How much of each hex polygons cover."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.board.hexes import HexGrid
from sandtable.board.shapes import array_of, parts_of
from sandtable.interchange.shapely_values import areas, frame, vertices

Floats = NDArray[np.float64]

MOST: Final = 200
"""Vertices of one piece: an intersection takes as long as its longer side."""


class Covering:
    """A grid, ready to be asked what polygons cover of its hexes."""

    def __init__(self, grid: HexGrid) -> None:
        self.grid = grid
        hexes = shapely.polygons(grid.outlines(grid.indices))
        self._hexes: NDArray[np.object_] = np.asarray(hexes, object)
        self._tree = shapely.STRtree(self._hexes)
        self._area = float(areas(self._hexes[:1])[0]) if len(self._hexes) else 1.0

    def shares(self, shapes: Sequence[BaseGeometry]) -> Floats:
        """Return which part of each cell the shapes cover together, ``(size,)``, 0 to 1."""
        found = np.zeros(self.grid.size)
        if not shapes:
            return found
        pieces = array_of([piece for part in parts_of(shapely.union_all(list(shapes))) for piece in divide(part)])
        piece, hex = self._tree.query(pieces, predicate="intersects")
        covered = areas(shapely.intersection(self._hexes[hex], pieces[piece]))
        found[self.grid.indices] = np.bincount(hex, covered, len(self._hexes)) / self._area
        return np.minimum(found, 1.0)


def divide(polygon: Polygon) -> Iterator[Polygon]:
    """Yield a polygon in pieces of few vertices."""
    if vertices(polygon) <= MOST:
        yield polygon
        return
    left, low, right, high = polygon.bounds
    if right - left > high - low:
        middle = (left + right) / 2
        halves = frame(left, low, middle, high), frame(middle, low, right, high)
    else:
        middle = (low + high) / 2
        halves = frame(left, low, right, middle), frame(left, middle, right, high)
    for half in halves:
        for part in parts_of(polygon.intersection(half)):
            if vertices(part) < vertices(polygon):
                yield from divide(part)
            else:  # a comb whose teeth all lie in this half
                yield part
