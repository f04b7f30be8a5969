"""Areas that lie over each other: found pair by pair, and given up where there are more than anybody would mend."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Final, NamedTuple

import numpy as np

from sandtable.board.contacts import Flags, Floats, Ints
from sandtable.board.shapely_arrays import Shapes, box_pairs, boxes, common, share_ground, tree_of

AT_ONCE: Final = 200_000
"""So many pairs of boxes are looked at together."""

MOST: Final = 20
"""Where on the whole more than this many areas lie over each one, the rest is not looked for."""

MOST_IN_ALL: Final = 100_000


class Overlaps(NamedTuple):
    """Pairs of shapes, by their indices and the lower first, in order, and how wide what both cover is."""

    a: Ints
    b: Ints
    width: Floats
    """``(n,)``, map units: that of a strip with the area and the outline of it."""
    whole: bool
    """Whether they are few enough to be mended."""


def overlaps(shapes: Shapes, tolerance: float, looks: float = inf, of: Flags | None = None) -> Overlaps:
    """Return which of these sound shapes cover ground in common that is wider than the tolerance.

    Of more than so many ``looks``, pairs whose boxes overlap, only the first are looked at. ``of``, ``(n,) bool``: only
    pairs with one of these.
    """
    most = min(MOST * len(shapes), MOST_IN_ALL) + MOST
    found: list[Ints] = []
    some = 0
    for i, j in _pairs(shapes):
        if looks <= 0:
            break
        if of is not None:
            i, j = i[of.take(i) | of.take(j)], j[of.take(i) | of.take(j)]
        looks -= len(i)
        over: Flags = share_ground(shapes.take(i), shapes.take(j))
        found.append(np.stack((i[over], j[over])))
        some += int(over.sum())
        if some > most:
            break
    a, b = np.concatenate(found, axis=1) if found else np.empty((2, 0), np.int64)
    order = np.lexsort((b, a))
    a, b = a.take(order), b.take(order)
    width = np.full(len(a), np.inf) if some > most else common(shapes.take(a), shapes.take(b))
    wide = width > tolerance
    return Overlaps(a[wide], b[wide], width[wide], some <= most)


def _pairs(shapes: Shapes) -> Iterator[tuple[Ints, Ints]]:
    """Yield the pairs whose boxes have ground in common, so many at a time."""
    tree = tree_of(shapes)
    left, low, right, high = boxes(shapes).T
    step = max(AT_ONCE // max(len(shapes), 1), 1)
    begin = 0
    while begin < len(shapes):
        i, j = box_pairs(tree, shapes[begin : begin + step])
        i += begin
        once = i < j
        i, j = i[once], j[once]
        meet: Flags = (left.take(i) < right.take(j)) & (left.take(j) < right.take(i))
        meet &= (low.take(i) < high.take(j)) & (low.take(j) < high.take(i))
        yield i[meet], j[meet]
        begin += step
        step = min(step * 2, len(shapes)) if len(i) < AT_ONCE // 4 else step
