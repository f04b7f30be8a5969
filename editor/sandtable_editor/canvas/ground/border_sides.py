"""The segments of the outlines of areas with what lies on their two sides.

One that two areas draw alike lies between these two; one that runs within the map's tolerance of another area lies
between it and its own; any other is the edge of the map.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sandtable.board.shapely_arrays import outlines
from sandtable_editor.canvas.geometry import shapes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandtable_editor.canvas.geometry.geography import CanvasGeography
    from sandtable_editor.canvas.geometry.shapes import Floats, Ints

    Flags = NDArray[np.bool_]


class BorderSides(NamedTuple):
    """Segments with the areas on their two sides, -1 where there is none."""

    segments: Floats
    one: Ints
    other: Ints
    loose: Flags
    """Which not just two areas draw: what lies on their sides hangs on more than these two."""

    def only(self, wanted: Flags) -> BorderSides:
        """Return some of them."""
        return BorderSides(self.segments[wanted], self.one[wanted], self.other[wanted], self.loose[wanted])

    def of(self, areas: Collection[int]) -> BorderSides:
        """Return those that have one of these areas on a side."""
        some = list(areas)
        return self.only(np.isin(self.one, some) | np.isin(self.other, some))

    def loose_within(self, boxes: Floats, areas: Collection[int]) -> bool:
        """Say whether there is a loose one in one of the boxes ``(n, 4)`` that is not of these areas alone."""
        some = self.only(self.loose)
        foreign = ~np.isin(some.one, list(areas)) | (some.other >= 0)
        middle = (some.segments[foreign, None, :2] + some.segments[foreign, None, 2:]) / 2
        return bool(((middle >= boxes[:, :2]) & (middle <= boxes[:, 2:])).all(axis=2).any())


def shared_sides(geography: CanvasGeography, places: Sequence[int]) -> BorderSides:
    """Return every segment of the outlines of some areas once, with those of them that draw it alike."""
    some = np.asarray(places, np.int64)
    drawn = outlines(geography.shapes[some])
    ends = np.concatenate([drawn.xy[drawn.first], drawn.xy[drawn.first + 1]], axis=1)
    owner = some[drawn.owner[drawn.first]]
    swap = (ends[:, 0] > ends[:, 2]) | ((ends[:, 0] == ends[:, 2]) & (ends[:, 1] > ends[:, 3]))
    ends[swap] = ends[swap][:, [2, 3, 0, 1]]
    name = _hash_segments(ends)
    order = np.lexsort((owner, name))
    name, ends, owner = name[order], ends[order], owner[order]
    first = np.ones(len(name), np.bool_)
    first[1:] = name[1:] != name[:-1]
    at = np.flatnonzero(first)
    often = np.diff(at, append=len(name))
    other = np.where(often > 1, owner[np.minimum(at + 1, len(owner) - 1)], -1)
    return BorderSides(ends[at], owner[at], other, often != 2)


def _hash_segments(ends: Floats) -> NDArray[np.uint64]:
    """Return a number for each segment that no other has, as good as certainly."""
    bits = np.ascontiguousarray(ends + 0.0).view(np.uint64)
    mixed = np.zeros(len(bits), np.uint64)
    for column in range(4):
        mixed = (mixed ^ bits[:, column]) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return mixed


def nearly_shared(geography: CanvasGeography, sides: BorderSides) -> BorderSides:
    """Find the neighbour of segments that only one area has: borders that do not quite fit."""
    alone = np.flatnonzero(sides.other < 0)
    tolerance = geography.map.areas.tolerance if geography.map.areas else 0.0
    if not len(alone) or not tolerance:
        return sides
    segment, area = geography.tree.points_beside(shapes.middles(sides.segments[alone]), tolerance, sides.one[alone])
    other = sides.other.copy()
    other[alone[segment]] = area
    low, high = np.minimum(sides.one, other), np.maximum(sides.one, other)
    found = other >= 0
    return sides._replace(one=np.where(found, low, sides.one), other=np.where(found, high, other))
