"""Which part of a map a picture shows: where something stands, with room around it, and how that comes to paper."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandtable.board.maps import Map
    from sandtable.play.picture.shapes import Line

Box = tuple[float, float, float, float]
ROOM: Final = 0.12
"""How much of what is shown lies around what stands there, on each side."""
LEAST: Final = 0.12
"""A picture shows at least this part of the map: one counter alone tells nothing of where it is."""
WHOLE: Final = 0.7
"""Whoever sees so much of a map may see all of it."""


class Cutting(NamedTuple):
    """A part of the map (left, least y, right, greatest y) and its scale; ``down``: y grows downwards on the map."""

    box: Box
    scale: float
    down: bool

    def places(self, places: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return places of the map on the picture, ``(n, 2)``."""
        x = (places[:, 0] - self.box[0]) * self.scale
        y = (places[:, 1] - self.box[1] if self.down else self.box[3] - places[:, 1]) * self.scale
        return np.stack((x, y), axis=1)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Return one place on the picture."""
        (found,) = self.places(np.array([[x, y]], np.float64)).round(1).tolist()
        return found[0], found[1]

    def line(self, places: Any) -> Line:
        """Return a line of places on the picture, to a tenth of a unit."""
        found = self.places(np.asarray(places, np.float64)).round(1).tolist()
        return tuple((x, y) for x, y in found)


def cutting_of(sheet: Map, spaces: Iterable[str], width: float, height: float) -> Cutting | None:
    """Return the part of a map in which these spaces lie, in the form of a picture; ``None`` for an empty map."""
    from sandtable.interchange.projection import downwards

    whole = _whole(sheet)
    if whole is None:
        return None
    shown = _around([place for one in spaces if (place := sheet.locate(one)) is not None], whole)
    across, up = max(shown[2] - shown[0], 1e-9), max(shown[3] - shown[1], 1e-9)
    scale = min(width / across, height / up)
    middle = (shown[0] + shown[2]) / 2, (shown[1] + shown[3]) / 2
    half = width / scale / 2, height / scale / 2
    box = middle[0] - half[0], middle[1] - half[1], middle[0] + half[0], middle[1] + half[1]
    return Cutting(box, scale, downwards(sheet))


def _whole(sheet: Map) -> Box | None:
    """Return the box round all that is on a map, ``None`` where there is nothing."""
    boxes: list[Box] = []
    if sheet.areas is not None:
        boxes += [sheet.areas[id].bounds for id in sheet.areas]
    if sheet.hexes is not None and len(sheet.hexes.grid):
        outlines = sheet.hexes.grid.outlines(sheet.hexes.grid.indices).reshape(-1, 2)
        (left, low), (right, high) = outlines.min(axis=0).tolist(), outlines.max(axis=0).tolist()
        boxes.append((left, low, right, high))
    boxes += [(x, y, x, y) for x, y in sheet.places.values()]
    if not boxes:
        return None
    lefts, lows, rights, highs = zip(*boxes, strict=True)
    return min(lefts), min(lows), max(rights), max(highs)


def _around(places: list[tuple[float, float]], whole: Box) -> Box:
    """Return the box round some places with room; all of the map where that is about as much, or there are none."""
    if not places:
        return whole
    across, up = whole[2] - whole[0], whole[3] - whole[1]
    found: list[tuple[float, float]] = []
    for axis, extent in ((0, across), (1, up)):
        low, high = min(place[axis] for place in places), max(place[axis] for place in places)
        short = max(0.0, LEAST * extent - (high - low)) / 2
        room = (high - low) * ROOM + short
        found.append((max(low - room, whole[axis]), min(high + room, whole[axis + 2])))
    (left, right), (low, high) = found
    if right - left >= WHOLE * across and high - low >= WHOLE * up:
        return whole
    return left, low, right, high
