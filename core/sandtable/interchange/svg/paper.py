"""From map units to the paper: how large, how far from its edge, and which way is up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from sandtable.board.maps import Map
from sandtable.engine.errors import Invalid
from sandtable.interchange.projection import downwards

Floats = NDArray[np.float64]
Box = tuple[float, float, float, float]

MARGIN: Final = 24.0
AREA: Final = 62.0
"""Pixels across an area of middling size, where no scale is said."""

LONG: Final = (1200.0, 4000.0)
"""Pixels of the longer side of an area map of which no scale is said: at least, at most."""

HEX: Final = 46.0
"""Pixels of a hex across, where no scale is said."""

LARGEST: Final = 200_000.0


@dataclass(frozen=True)
class Paper:
    """Pixels for map units: ``scale`` of them each, ``left`` and ``top`` is the corner of the map on it."""

    box: Box
    """Left, least y, right, greatest y, in map units."""
    scale: float
    down: bool
    left: float = MARGIN
    top: float = MARGIN

    @property
    def width(self) -> float:
        """Pixels of the map itself."""
        return (self.box[2] - self.box[0]) * self.scale

    @property
    def height(self) -> float:
        """Pixels of the map itself."""
        return (self.box[3] - self.box[1]) * self.scale

    def places(self, places: Floats) -> Floats:
        """Return places on the paper, ``(n, 2)`` pixels."""
        x = (places[:, 0] - self.box[0]) * self.scale + self.left
        y = (places[:, 1] - self.box[1] if self.down else self.box[3] - places[:, 1]) * self.scale + self.top
        return np.stack((x, y), axis=1)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Return one place on the paper."""
        (found,) = self.places(np.array([[x, y]], np.float64)).tolist()
        return found[0], found[1]

    def to_paper(self, geometry: BaseGeometry) -> BaseGeometry:
        """Return a geometry as it lies on the paper."""
        return shapely.transform(geometry, self.places)


def paper_for(sheet: Map, scale: float | None, top: float) -> Paper:
    """Return the paper that a map fits on; raises ``Invalid`` for a scale that makes none."""
    box = _box(sheet)
    if scale is None and sheet.hexes is not None:
        scale = HEX / sheet.hexes.grid.hex_width
    elif scale is None:
        scale = _scale(sheet, max(box[2] - box[0], box[3] - box[1], 1e-9))
    paper = Paper(box, scale, downwards(sheet), MARGIN, top)
    if not (0 < scale < float("inf") and 1 <= max(paper.width, paper.height) <= LARGEST):
        raise Invalid(
            f"a scale of {scale:g} pixels a map unit makes a picture of {paper.width:,.0f} by {paper.height:,.0f}: "
            f"choose one that makes 1 to {LARGEST:,.0f}"
        )
    return paper


def _scale(sheet: Map, extent: float) -> float:
    """Return the scale at which the names of most areas have room."""
    least, most = LONG
    if sheet.areas is None or not len(sheet.areas):
        return least / extent
    across = float(np.median([sheet.areas[id].area ** 0.5 for id in sheet.areas]))
    return min(max(AREA * extent / max(across, extent * 1e-3), least), most) / extent


def _box(sheet: Map) -> Box:
    """Return the box round all that is on a map, with a little room."""
    boxes: list[Box] = []
    if sheet.areas is not None and len(sheet.areas):
        boxes += [sheet.areas[id].bounds for id in sheet.areas]
    if sheet.hexes is not None and len(sheet.hexes.grid):
        outlines = sheet.hexes.grid.outlines(sheet.hexes.grid.indices).reshape(-1, 2)
        boxes.append((*outlines.min(axis=0).tolist(), *outlines.max(axis=0).tolist()))
    boxes += [(x, y, x, y) for x, y in sheet.places.values()]
    boxes += [line.geometry.bounds for line in sheet.lines if not line.geometry.is_empty]
    if not boxes:
        raise Invalid(f"the map {sheet.title} has nothing that could be drawn: give its spaces shapes, places or hexes")
    each = np.array(boxes, np.float64)
    low, high = each[:, :2].min(axis=0), each[:, 2:].max(axis=0)
    room = max(float((high - low).max()) * 0.01, 1e-9)
    left, least, right, most = np.concatenate((low - room, high + room)).tolist()
    return left, least, right, most
