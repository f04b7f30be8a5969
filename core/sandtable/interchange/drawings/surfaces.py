"""Outlines and a fill rule made polygons with holes, whatever crosses itself: the ground that a drawing paints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.board.shapes import Shape, array_of, faces_of, parts_of, shape_of
from sandtable.board.spaces import SpaceId

Floats = NDArray[np.float64]

AT_ONCE: Final = 4_000_000
"""Points times sides that are looked at in one go."""


def surface_of(outlines: Sequence[Floats], *, evenodd: bool) -> Shape | None:
    """Return what a fill covers; ``None`` for nothing. Open outlines are closed, as every program closes them."""
    rings = [ring for outline in outlines if len(ring := _ring(outline)) >= 4]
    if not rings:
        return None
    if len(rings) == 1 and (plain := Polygon(rings[0])).is_valid:
        return plain if plain.area > 0 else None
    return _faces_filled(rings, evenodd=evenodd)


def crosses_itself(outlines: Sequence[Floats]) -> bool:
    """Say whether an outline crosses itself."""
    rings = [ring for outline in outlines if len(ring := _ring(outline)) >= 4]
    return any(not LineString(ring).is_simple for ring in rings)


def _ring(outline: Floats) -> Floats:
    """Return an outline as a ring, without places twice in a row."""
    if len(outline) and (outline[0] != outline[-1]).any():
        outline = np.vstack((outline, outline[:1]))
    fresh = np.ones(len(outline), bool)
    fresh[1:] = (outline[1:] != outline[:-1]).any(axis=1)
    return outline[fresh]


def _faces_filled(rings: Sequence[Floats], *, evenodd: bool) -> Shape | None:
    """Cut the paper along all rings, and keep the faces round which they wind."""
    lines: BaseGeometry = shapely.union_all(array_of([LineString(ring) for ring in rings]))
    faces = faces_of(shapely.get_parts(lines))
    if not faces:
        return None
    inside = shapely.get_coordinates(shapely.point_on_surface(array_of(faces)))
    turns = sum((_winding(inside, ring) for ring in rings), np.zeros(len(inside), np.int64))
    filled = turns % 2 == 1 if evenodd else turns != 0
    whole = shapely.union_all(array_of([face for face, fill in zip(faces, filled.tolist(), strict=True) if fill]))
    parts = parts_of(whole)
    return shape_of(SpaceId("it"), parts) if parts else None


def _winding(points: Floats, ring: Floats) -> NDArray[np.int64]:
    """Return how often a ring winds round each point."""
    (x0, y0), (x1, y1) = ring[:-1].T, ring[1:].T
    found = np.zeros(len(points), np.int64)
    step = max(1, AT_ONCE // len(x0))
    for at in range(0, len(points), step):
        x, y = points[at : at + step, 0, None], points[at : at + step, 1, None]
        left = (x1 - x0) * (y - y0) - (x - x0) * (y1 - y0)
        up, down = (y0 <= y) & (y1 > y) & (left > 0), (y0 > y) & (y1 <= y) & (left < 0)
        found[at : at + step] = up.sum(axis=1) - down.sum(axis=1)
    return found
