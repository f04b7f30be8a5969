"""Borders that were drawn one by one, and nearly fit: how far they must be snapped until they do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import floor, log10
from typing import Final, NamedTuple

import numpy as np

from sandtable.board.contacts import Floats
from sandtable.board.coverage import clean_coverage, holes
from sandtable.board.overlaps import overlaps
from sandtable.board.shapely_arrays import Shapes, extents, vertices_in
from sandtable.board.shapes import array_of
from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import Invalid

MANY: Final = 5
"""So many overlaps and gaps have a cause in common."""

SHARE: Final = 0.9
"""A width is worth advice that mends so many of the faults; a lesser one that mends half will do."""

SLIP: Final = 20
"""An overlap or a gap wider than this part of a middling area is no slip of a border."""

TRIALS: Final = 4
LARGEST: Final = 100_000
"""Vertices of a map for which it is tried out."""


class Snapping(NamedTuple):
    """Putting together what lies within so many map units mends all faults but some."""

    width: float
    faults: int
    left: int


def snapping(ids: Sequence[SpaceId], shapes: Shapes, tolerance: float) -> Snapping | None:
    """Return the least round width that mends most overlaps and narrow gaps; ``None`` where there is no such."""
    if len(shapes) < 2 or vertices_in(shapes) > LARGEST:
        return None
    across = extents(shapes)
    widest = min(float(across.min()) / 2, float(np.median(across)) / SLIP)
    before = _widths(shapes, tolerance, widest)
    if len(before) < MANY:
        return None
    best: Snapping | None = None
    for width in _tries(before, widest):
        try:
            after = array_of(list(clean_coverage(ids, shapes, width, width).values()))
        except Invalid:  # it would take a small area away
            break
        left = len(_widths(after, tolerance, widest))
        if best is None or left < best.left:
            best = Snapping(width, len(before), left)
        if best.left <= (1 - SHARE) * len(before):
            break
    return best if best is not None and best.left * 2 <= len(before) else None


def _widths(shapes: Shapes, tolerance: float, widest: float) -> Floats:
    """Return how wide each overlap and each gap is that is no wider than a slip."""
    gaps = np.array([width for _, width in holes(shapes)], np.float64)
    widths = np.concatenate((overlaps(shapes, tolerance).width, gaps))
    return widths[(widths > tolerance) & (widths <= widest)]


def _tries(widths: Floats, widest: float) -> Iterator[float]:
    """Yield a few widths of one digit (1, 2, 5), from that of a middling fault upwards."""
    width = rounded_up(float(np.median(widths)))
    for _ in range(TRIALS):
        if width <= widest:
            yield width
        width = rounded_up(width * 1.5)


def rounded_up(width: float) -> float:
    """Return the least of 1, 2, 5, 10, ... times a power of ten that is not below."""
    power = 10.0 ** floor(log10(width))
    step = next(step for step in (1, 2, 5, 10) if step * power >= width * (1 - 1e-9))
    return float(f"{step * power:.0e}")
