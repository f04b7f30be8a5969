"""What to look at to see things of a map, and which of its places one may want to go to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import shapely

from sandtable.interchange.projection import downwards

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandtable.board.maps import Map
    from sandtable_editor.map.selection import Selected

Frame = tuple[float, float, float, float]


def frame_of(selected: Selected, sheet: Map) -> Frame | None:
    """Return the box round things (left, low, right, high), ``None`` where they lie nowhere."""
    frames = list(_frames(selected, sheet))
    if not frames:
        return None
    left, low, right, high = zip(*frames, strict=True)
    return min(left), min(low), max(right), max(high)


def _frames(selected: Selected, sheet: Map) -> Iterator[Frame]:
    inside = [id for region in selected.regions for id in sheet.spaces_of(region)]
    ends = [end for pair in selected.edges for end in pair]
    for id in (*selected.spaces, *selected.hexes, *inside, *ends):
        if sheet.areas is not None and id in sheet.areas:
            yield sheet.areas[id].bounds
        elif sheet.knows(id) and (place := sheet.locate(id)) is not None:
            yield (*place, *place)
    yield from (line.geometry.bounds for line in sheet.lines if line.id in selected.lines)
    for one in sheet.underlays:
        if one.id in selected.underlays:
            yield one.box(downwards=downwards(sheet))


def places_in(sheet: Map, box: Frame) -> NDArray[np.float64]:
    """Return the vertices, places and middles of hexes that lie in a box, ``(n, 2)``."""
    found = [np.array(list(sheet.places.values()), np.float64).reshape(-1, 2)]
    if sheet.areas is not None and len(sheet.areas):
        seen = [shape for id in sheet.areas if _meet((shape := sheet.areas[id]).bounds, box)]
        found.append(shapely.get_coordinates(seen))
    if sheet.hexes is not None:
        found.append(sheet.hexes.grid.centres(sheet.hexes.grid.indices))
    every = np.concatenate(found)
    left, low, right, high = box
    inside = (every[:, 0] >= left) & (every[:, 0] <= right) & (every[:, 1] >= low) & (every[:, 1] <= high)
    return np.unique(every[inside], axis=0)


def _meet(one: Frame, other: Frame) -> bool:
    return one[0] <= other[2] and one[2] >= other[0] and one[1] <= other[3] and one[3] >= other[1]
