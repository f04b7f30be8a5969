"""Where the features lie on paper, and the hexes over them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Any, Final, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString
from shapely.geometry.base import BaseGeometry

from sandtable.board.hexes import HexGrid
from sandtable.board.shapes import is_shape, mend_shape
from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import Invalid
from sandtable.interchange.hexify.hex_map_rules import HexMapRules
from sandtable.interchange.plain_geometry import FARTHEST
from sandtable.interchange.projection import SOUTHWARDS, conic_for, on_the_globe

MOST_HEXES: Final = 1_000_000
ENDLESS: Final = 10**12
PARTS: Final = 64
"""So many parts of the longer side of a box are laid on paper one by one."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True)
class Thing:
    """A feature of the geography, where it lies on the map."""

    properties: dict[str, Any]
    geometry: BaseGeometry


class LaidFeatures(NamedTuple):
    """The features as they lie on paper, ``y`` downwards; the box that is to be covered; the projection."""

    things: list[Thing]
    box: Box
    projection: str


def on_paper(things: Sequence[Thing], rules: HexMapRules) -> LaidFeatures:
    """Lay the features on paper, without those beside the box that is asked for."""
    box = rules.hexes.box
    if box is not None:
        if not (box[0] < box[2] and box[1] < box[3] and max(map(abs, box)) <= FARTHEST):
            raise Invalid(
                f"hexes.box is {list(box)}: give left, least y, right, greatest y, the latter two the larger numbers"
            )
        things = [one for one in things if one.geometry.intersects(shapely.box(*box))]
    if not things:
        raise Invalid("there are no features to make a map from: name files that have some, or another box")
    bounds = box or _bounds(things)
    geometries = np.empty(len(things) + 1, object)
    geometries[:] = [
        *(one.geometry for one in things),
        _outline(bounds),
    ]
    places = shapely.get_coordinates(geometries)
    if rules.project == "lcc" and not on_the_globe(bounds):
        raise Invalid("the features are not in longitudes and latitudes: set project = 'none'")
    projection = ""
    if rules.project != "none" and on_the_globe(bounds):
        conic = conic_for(*bounds)
        projection = f"{conic.text} {SOUTHWARDS}"
        geometries[:] = shapely.set_coordinates(geometries, conic.project(places) * (1, -1) + 0.0)
    elif rules.north_up:
        geometries[:] = shapely.set_coordinates(geometries, places * (1, -1) + 0.0)
    return LaidFeatures(_things(things, geometries[:-1]), geometries[-1].bounds, projection)


def _outline(bounds: Box) -> BaseGeometry:
    """Return the outline of a box with vertices along it, which a projection bends; a mere point or line has ends."""
    outline = LineString(shapely.box(*bounds).exterior.coords)
    longer = max(bounds[2] - bounds[0], bounds[3] - bounds[1])
    return outline.segmentize(longer / PARTS) if longer > 0 else outline


def _things(things: Sequence[Thing], geometries: NDArray[np.object_]) -> list[Thing]:
    """Return the features with other geometries; polygons that rounding has spoilt are mended."""
    wrong: list[int] = np.flatnonzero(~shapely.is_valid(geometries)).tolist()
    for at in wrong:
        if is_shape(geometries[at]):
            geometries[at] = mend_shape(SpaceId(str(at + 1)), geometries[at])
    return [Thing(one.properties, geometry) for one, geometry in zip(things, geometries, strict=True)]


def _bounds(things: Sequence[Thing]) -> Box:
    bounds = np.array([one.geometry.bounds for one in things], np.float64)
    left, low = bounds[:, :2].min(axis=0).tolist()
    right, high = bounds[:, 2:].max(axis=0).tolist()
    return left, low, right, high


def grid_over(box: Box, rules: HexMapRules) -> HexGrid:
    """Return the grid that is asked for, or one that covers all that is there."""
    hexes = rules.hexes
    flat = hexes.orientation == "flat"
    long, short = hexes.size * 2 / sqrt(3), hexes.size
    width, height = (long, short) if flat else (short, long)
    left, top, right, bottom = box
    if hexes.origin is not None:
        left, top = hexes.origin
        if hexes.stagger == "even":  # there the first hex is shifted
            left, top = (left, top - short / 2) if flat else (left - short / 2, top)
    across, down = (long * 0.75, short) if flat else (short, long * 0.75)
    columns = hexes.columns or _count(right - left, across)
    rows = hexes.rows or _count(bottom - top, down)
    if columns * rows > MOST_HEXES:
        many = f"{columns:,} by {rows:,}" if max(columns, rows) < ENDLESS else "more than can be counted"
        raise Invalid(
            f"hexes of {hexes.size:g} make a map of {many}: choose a size that makes 1 to {MOST_HEXES:,} of them"
        )
    return HexGrid(columns, rows, hexes.orientation, hexes.stagger, width, height, left - width / 2, top - height / 2)


def _count(length: float, step: float) -> int:
    """Return how many hexes cover a length."""
    return ceil(min(max(length, 0.0) / step, ENDLESS)) + 1
