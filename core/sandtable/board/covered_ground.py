"""All ground that areas cover, as one shape: joined quarter by quarter, so that an edit joins little of it anew."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from copy import copy
from math import log2
from typing import Final, NamedTuple

import numpy as np
import shapely
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.board.adjacency import Box
from sandtable.board.areas import AreaMap
from sandtable.board.contacts import Floats
from sandtable.board.shapes import array_of
from sandtable.board.spaces import SpaceId, place_in

IN_A_LEAF: Final = 4
"""About so many areas are joined at once."""


class Quarter(NamedTuple):
    """A part of the frame: on each ``level`` every quarter is in four quarters of the next."""

    level: int
    column: int
    row: int

    def above(self) -> Quarter:
        """Return the quarter that this one is in."""
        return Quarter(self.level - 1, self.column // 2, self.row // 2)


WHOLE: Final = Quarter(0, 0, 0)


class CoveredGround:
    """What the areas of a map cover together; never changed, ``after`` returns that of the edited map.

    How it is joined depends on where the areas lie and on nothing else: whatever edits led to a map, the ground is the
    same to the last bit.
    """

    def __init__(self, areas: AreaMap) -> None:
        """Join the ground of all areas."""
        self._areas, self._frame, self._depth = areas, _frame(areas), _depth(len(areas))
        self._leaf: dict[SpaceId, Quarter] = {}
        self._joined: dict[Quarter, BaseGeometry] = {}
        self.draw_anew(areas.ids)

    @property
    def shape(self) -> BaseGeometry:
        """All of it as one shape."""
        return self._joined.get(WHOLE, Polygon())

    def holes(self) -> Iterator[Polygon]:
        """Yield what all areas together enclose and none covers."""
        for part in shapely.get_parts(self.shape):
            yield from (Polygon(hole) for hole in part.interiors)

    def after(self, areas: AreaMap, changed: Collection[SpaceId]) -> CoveredGround:
        """Return the ground once these areas were drawn anew, came or went."""
        if _depth(len(areas)) != self._depth or _frame(areas) != self._frame:
            return CoveredGround(areas)
        then = copy(self)
        then.__dict__ |= {"_areas": areas, "_leaf": dict(self._leaf), "_joined": dict(self._joined)}
        then.draw_anew(changed)
        return then

    def draw_anew(self, changed: Collection[SpaceId]) -> None:
        """Join what these areas are part of, where they lie now and where they lay; for ``after`` alone."""
        stale = {self._leaf.pop(id) for id in changed if id in self._leaf}
        at = {id: place for id in changed if (place := place_in(self._areas.ids, id)) is not None}
        found = _leaves(self._areas.borders.boxes.take([*at.values()], 1), self._frame, self._depth)
        self._leaf |= dict(zip(at, found, strict=True))
        self._join(stale.union(found))

    def _join(self, stale: set[Quarter]) -> None:
        """Join anew what lies in these quarters of the last level, and all that they are in."""
        members: dict[Quarter, list[SpaceId]] = defaultdict(list)
        for id in sorted(id for id, leaf in self._leaf.items() if leaf in stale):
            members[self._leaf[id]].append(id)
        for leaf in stale:
            self._put(leaf, [self._areas[id] for id in members[leaf]])
        while above := {quarter.above() for quarter in stale if quarter.level}:
            for quarter in above:
                self._put(quarter, [self._joined[one] for one in _inside(quarter) if one in self._joined])
            stale = above

    def _put(self, quarter: Quarter, shapes: list[BaseGeometry]) -> None:
        if shapes:
            self._joined[quarter] = shapely.union_all(array_of(shapes)) if len(shapes) > 1 else shapes[0]
        else:
            self._joined.pop(quarter, None)


def _inside(quarter: Quarter) -> Iterator[Quarter]:
    for column in (2 * quarter.column, 2 * quarter.column + 1):
        for row in (2 * quarter.row, 2 * quarter.row + 1):
            yield Quarter(quarter.level + 1, column, row)


def _depth(many: int) -> int:
    """Return how often the frame is quartered."""
    return round(log2(max(many / IN_A_LEAF, 1)) / 2)


def _frame(areas: AreaMap) -> Box:
    """Return the box around all areas."""
    if not len(areas):
        return 0.0, 0.0, 0.0, 0.0
    left, low, right, high = areas.borders.boxes
    return float(left.min()), float(low.min()), float(right.max()), float(high.max())


def _leaves(boxes: Floats, frame: Box, depth: int) -> list[Quarter]:
    """Return the quarter of the last level in which the middle of each box lies."""
    left, low, right, high = boxes
    columns = _steps((left + right) / 2, frame[0], frame[2], 1 << depth)
    rows = _steps((low + high) / 2, frame[1], frame[3], 1 << depth)
    return [Quarter(depth, column, row) for column, row in zip(columns, rows, strict=True)]


def _steps(middles: Floats, low: float, high: float, many: int) -> list[int]:
    found: list[int] = ((middles - low) / ((high - low) or 1.0) * many).astype(np.int64).clip(0, many - 1).tolist()
    return found
