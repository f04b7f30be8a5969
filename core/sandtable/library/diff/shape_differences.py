"""Areas drawn anew: moved, given to others, larger or smaller, and by how much."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import shapely

from sandtable.board.areas import AreaMap
from sandtable.board.maps import Map
from sandtable.board.shapes import Shape, noise
from sandtable.board.spaces import SpaceId
from sandtable.library.diff.differences import Difference, name_with_id
from sandtable.library.files.report_words import area, join_names, length

MOSTLY: Final = 0.5
"""Whoever has more than this part of an area's ground has taken it over."""
SAME: Final = 1e-9
"""Less than this part of an area is no other ground."""


def shape_change(id: SpaceId, name: str, was: Shape, now: Shape, unit: str) -> Difference | None:
    """Say how an area was drawn anew, ``None`` when it was not."""
    if shapely.equals_identical(was, now):
        return None
    if (way := _shift(was, now)) is not None:
        return Difference("space-moved", (id,), f"{name} is moved by {length(float(np.hypot(*way)), unit)}", after=way)
    kept = was.intersection(now).area
    gained, lost = now.area - kept, was.area - kept
    if gained + lost <= SAME * was.area:
        corners = len(shapely.get_coordinates(was)), len(shapely.get_coordinates(now))
        told = f"{corners[0]} → {corners[1]} vertices" if corners[0] != corners[1] else "other vertices"
        return Difference("space-redrawn", (id,), f"{name} covers the same ground, drawn with {told}", *corners)
    words = f"{name} is drawn again: {area(was.area, unit)} → {area(now.area, unit)}"
    parts = [f"{verb} {area(by, unit)}" for verb, by in (("gains", gained), ("loses", lost)) if by > SAME * was.area]
    return Difference("space-reshaped", (id,), f"{words} ({join_names(parts)})", was.area, now.area)


def _shift(was: Shape, now: Shape) -> tuple[float, float] | None:
    """Return by how much a shape was moved as it is."""
    one, other = shapely.get_coordinates(was), shapely.get_coordinates(now)
    if was.geom_type != now.geom_type or one.shape != other.shape:
        return None
    way = other - one
    far = way[0]
    if np.abs(way - far).max() > 10 * noise(was, now) or not np.abs(far).max() > 10 * noise(was, now):
        return None
    return float(far[0]), float(far[1])


def heirs(a: Map, b: Map, id: SpaceId, *, gone: bool) -> str:
    """Say whose the ground of an area is now, if it is ``gone``, or was before; nothing when it was nobody's."""
    mine, theirs = (a, b) if gone else (b, a)
    if mine.areas is None or theirs.areas is None or id not in mine.areas:
        return ""
    found = list(_owners(mine.areas[id], theirs.areas))
    names = join_names(name_with_id(theirs.graph[owner].name, owner) for _, owner in sorted(found, reverse=True))
    if not found or sum(share for share, _ in found) < MOSTLY:
        return ""
    return f", its ground is {names}'s now" if gone else f", on ground of {names}"


def _owners(shape: Shape, areas: AreaMap) -> Iterator[tuple[float, SpaceId]]:
    """Yield who has how much of a shape's ground, as a part of it."""
    for owner in areas.touching(shape):
        share = shape.intersection(areas[owner]).area / shape.area
        if share > MOSTLY / 10:
            yield share, owner
