"""The arithmetic of contact, on numpy arrays: equal positions, near points, segments that run along each other.

Nothing here depends on which other shapes are on the map, beyond those within reach: what is found
for two neighbours is the same, to the last bit, among two thousand areas and among ten.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

STEEP = 0.7
"""Segments run along each other where the cosine between them is at least this (45 degrees)."""


def positions(xy: Floats) -> Ints:
    """Return a number for each coordinate, the same for equal ones."""
    bits = xy.view(np.uint64)
    mixed = bits[:, 0] * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(29)
    mixed = (mixed + bits[:, 1]) * np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(32)
    order = np.argsort(mixed)
    ordered, there = mixed[order], xy[order]
    new = np.empty(len(xy), bool)
    new[:1] = False
    new[1:] = ordered[1:] != ordered[:-1]
    moved = (there[1:] != there[:-1]).any(axis=1)
    if (moved & ~new[1:]).any():  # two positions, one hash
        return np.unique(xy, axis=0, return_inverse=True)[1].reshape(-1)
    number = np.empty(len(xy), np.int64)
    number[order] = np.cumsum(new)
    return number


def equal(keys: Ints) -> tuple[Ints, Ints]:
    """Return the index pairs of equal keys, each pair once."""
    order = np.argsort(keys)
    keys = keys[order]
    firsts: list[Ints] = []
    seconds: list[Ints] = []
    at = np.arange(len(keys))
    step = 1
    while len(at := at[at < len(keys) - step]) and len(at := at[keys[at] == keys[at + step]]):
        firsts.append(order[at])
        seconds.append(order[at + step])
        step += 1
    none = np.empty(0, np.int64)
    return np.concatenate([none, *firsts]), np.concatenate([none, *seconds])


def spread(first: Ints, last: Ints) -> tuple[Ints, Ints]:
    """Return, for ranges ``first[i]:last[i]``, every ``i`` with every number in its range."""
    count = np.maximum(last - first, 0)
    who = np.repeat(np.arange(len(first)), count)
    begin = np.cumsum(count) - count
    return who, np.arange(len(who)) - begin[who] + first[who]


def near(points: Floats, reach: float) -> tuple[Ints, Ints]:
    """Return the index pairs of points no farther apart than ``reach``, each pair once."""
    low = points.min(axis=0)
    extent = float((points.max(axis=0) - low).max())
    cell = max(reach * (1 + 1e-6), extent * 1e-9)
    cells: Ints = ((points - low) // cell).astype(np.int64)
    column, line = cells[:, 0], cells[:, 1]
    height = int(line.max()) + 3
    key = column * height + line
    order = np.argsort(key)
    key = key[order]
    here = np.arange(1, len(key) + 1)
    i, j = spread(here, np.searchsorted(key, key + 1, "right"))  # the same cell and the next in the column
    beside = np.searchsorted(key, key + height - 1)
    k, m = spread(beside, np.searchsorted(key, key + height + 1, "right"))  # three cells of the next column
    i, j = order[np.concatenate((i, k))], order[np.concatenate((j, m))]
    close = _apart(points[i], points[j], reach)
    return i[close], j[close]


def _apart(a: Floats, b: Floats, reach: float) -> Flags:
    """Say which of these points are no farther apart than ``reach``."""
    d = a - b
    near_enough: Flags = d[:, 0] * d[:, 0] + d[:, 1] * d[:, 1] <= reach * reach
    return near_enough


def alike(segments: Floats, owner: Ints, tolerance: float) -> tuple[Ints, Ints]:
    """Return the pairs of segments (``(m, 4)``) of different owners whose ends meet within the tolerance."""
    a, b = segments[:, :2], segments[:, 2:]
    i, j = near((a + b) / 2, tolerance)
    apart = owner[i] != owner[j]
    i, j = i[apart], j[apart]
    against = _apart(a[i], b[j], tolerance) & _apart(b[i], a[j], tolerance)
    with_it = _apart(a[i], a[j], tolerance) & _apart(b[i], b[j], tolerance)
    meet = against | with_it
    return i[meet], j[meet]


class Along(NamedTuple):
    """Where segments of one shape run along segments of another."""

    segment: Ints
    other: Ints
    """The owner that this stretch of the segment faces."""
    start: Floats
    end: Floats
    """The stretch, as distances from the segment's first end."""


def along(segments: Floats, owner: Ints, tolerance: float) -> tuple[Along, Along]:
    """Return the stretches shared by segments of different owners, and all places where those touch.

    A stretch lies on the segment of the owner with the lower number; stretches facing one owner do
    not overlap.
    """
    i, j = _candidates(segments, owner, tolerance)
    start = segments[i, :2]
    ahead = segments[i, 2:] - start
    length = np.hypot(ahead[:, 0], ahead[:, 1])
    ahead /= length[:, None]
    ends = segments[j].reshape(-1, 2, 2) - start[:, None]
    u = ends[:, :, 0] * ahead[:, None, 0] + ends[:, :, 1] * ahead[:, None, 1]
    h = ends[:, :, 1] * ahead[:, None, 0] - ends[:, :, 0] * ahead[:, None, 1]
    close = _clip(h, -tolerance, tolerance)
    touch = _both(close, _clip(u, -tolerance, length + tolerance))
    share = _both(close, _clip(u, 0.0, length))
    du = u[:, 1] - u[:, 0]
    level = np.abs(du) >= STEEP * np.hypot(du, h[:, 1] - h[:, 0])
    shared = Along(i, owner[j], *_stretch(u, share, level, length))
    parting = _joint(segments[i], segments[j]) & ((close[0] > 0) | (close[1] < 1))
    parting &= (shared.start > 0) | (shared.end < length)
    shared = _some(shared, ~parting & (shared.end > shared.start))
    touched = Along(i, owner[j], *_stretch(u, touch, touch[0] <= touch[1], length))
    return _without_overlap(shared), _some(touched, touched.end >= touched.start)


def _joint(a: Floats, b: Floats) -> Flags:
    """Say which segments have an end in common: two coasts part there, however slowly, and are no border."""
    joint = np.zeros(len(a), bool)
    for one in (a[:, :2], a[:, 2:]):
        for other in (b[:, :2], b[:, 2:]):
            joint |= (one == other).all(axis=1)
    return joint


def _candidates(segments: Floats, owner: Ints, tolerance: float) -> tuple[Ints, Ints]:
    """Return the pairs whose boxes come within the tolerance, the lower owner first."""
    a, b = segments[:, :2], segments[:, 2:]
    half = 0.51 * tolerance
    diagonals = np.stack((np.minimum(a, b) - half, np.maximum(a, b) + half), axis=1)
    boxes: NDArray[np.object_] = np.asarray(shapely.linestrings(diagonals), object)
    i, j = shapely.STRtree(boxes).query(boxes)
    apart = owner[i] < owner[j]
    return i[apart], j[apart]


def _clip(value: Floats, low: Floats | float, high: Floats | float) -> tuple[Floats, Floats]:
    """Return between which fractions of the way a value that changes evenly lies between two bounds."""
    begin, change = value[:, 0], value[:, 1] - value[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        one, two = (low - begin) / change, (high - begin) / change
    first, last = np.fmax(np.fmin(one, two), 0.0), np.fmin(np.fmax(one, two), 1.0)
    steady = change == 0
    outside = steady & ((begin < low) | (begin > high))
    first[steady], last[steady] = 0.0, 1.0
    last[outside] = -1.0
    return first, last


def _both(a: tuple[Floats, Floats], b: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    return np.maximum(a[0], b[0]), np.minimum(a[1], b[1])


def _stretch(u: Floats, span: tuple[Floats, Floats], where: Flags, length: Floats) -> tuple[Floats, Floats]:
    """Return the span as distances along the segment; where there is none, the end is before the start."""
    du = u[:, 1] - u[:, 0]
    one, two = (np.clip(u[:, 0] + at * du, 0.0, length) for at in span)
    there = where & (span[0] <= span[1])
    return np.where(there, np.minimum(one, two), 0.0), np.where(there, np.maximum(one, two), -1.0)


def _some(stretches: Along, which: Flags) -> Along:
    segment, other, start, end = stretches
    return Along(segment[which], other[which], start[which], end[which])


def _without_overlap(stretches: Along) -> Along:
    """Cut from each stretch what earlier ones of the same segment facing the same owner have covered."""
    order = np.lexsort((stretches.end, stretches.start, stretches.other, stretches.segment))
    segment, other = stretches.segment[order], stretches.other[order]
    start, end = stretches.start[order], stretches.end[order]
    covered = end.copy()
    step = 1
    while step < len(end):
        same = (segment[step:] == segment[:-step]) & (other[step:] == other[:-step])
        if not same.any():
            break
        covered[step:] = np.where(same, np.maximum(covered[step:], covered[:-step]), covered[step:])
        step *= 2
    if len(end) > 1:
        same = (segment[1:] == segment[:-1]) & (other[1:] == other[:-1])
        start[1:] = np.where(same, np.maximum(start[1:], covered[:-1]), start[1:])
    return _some(Along(segment, other, start, end), end > start)
