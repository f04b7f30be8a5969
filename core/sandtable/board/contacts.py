"""The arithmetic of contact, on numpy arrays: equal positions, near points, segments that run along each other.

Nothing here depends on which other shapes are on the map, beyond those within reach: what is found
for two neighbours is the same, to the last bit, among two thousand areas and among ten.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.engine.errors import Invalid

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

Places = NDArray[np.complex128]
"""Positions, x the real part and y the imaginary; never multiplied, which not every machine does to the same bit.

Segments are ``(2, n)``: their first ends, their second ends.
"""

HALF: Final = 32
"""Two indices make one number, in the same order: the first in the upper half, the second in the lower."""

STEEP: Final = 0.7
"""Segments run along each other where the cosine between them is at least this (45 degrees)."""

FEW: Final = 64
"""So many points or segments are compared each with each: an edit leaves no more, and a grid or a tree costs more."""


MOST: Final = 100
"""So many others, on the whole, may come near each point or segment; where areas do not overlap they are far fewer."""

FREE: Final = 2_000_000
"""So many pairs nobody minds, however few the points."""

AT_ONCE: Final = 1 << 20
"""So many pairs of segments are compared at a time: numpy wants some hundred bytes for each."""


def crowding_error(says: str, place: complex, most: str) -> Invalid:
    """Say where too much lies in one place."""
    return Invalid(f"{says} at {place.real:g}, {place.imag:g}: {most}; move them apart, or merge some")


def as_places(xy: Floats) -> Places:
    """Return coordinates (``(n, 2)``, one after the other in memory) as places, without a copy."""
    return xy.view(np.complex128).reshape(-1)


def pair_keys(a: Ints, b: Ints) -> Ints:
    """Return the number that stands for each two indices."""
    return a << HALF | b


def halves(pairs: Ints) -> tuple[Ints, Ints]:
    """Return the two indices that a number stands for."""
    return pairs >> HALF, pairs & ((1 << HALF) - 1)


def index_pairs(pairs: Ints) -> list[tuple[int, int]]:
    """Return each two indices."""
    a, b = halves(pairs)
    return list(zip(a.tolist(), b.tolist(), strict=True))


def positions(z: Places) -> Ints:
    """Return a number for each place, the same for equal ones."""
    bits = z.view(np.uint64)
    mixed = bits[::2] * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(29)
    mixed += bits[1::2]
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(32)
    order = mixed.argsort()
    ordered, there = mixed.take(order), z.take(order)
    new = np.zeros(len(z), bool)
    np.not_equal(there[1:], there[:-1], out=new[1:])
    if (new[1:] & (ordered[1:] == ordered[:-1])).any():  # two positions, one hash
        return np.unique(z, return_inverse=True)[1]
    number = np.empty(len(z), np.int64)
    number[order] = new.cumsum()
    return number


def equal(keys: Ints) -> tuple[Ints, Ints]:
    """Return the index pairs of equal keys, each pair once."""
    order = keys.argsort()
    keys = keys.take(order)
    firsts, seconds = [order[:0]], [order[:0]]
    for step in range(1, len(keys)):
        same: Flags = keys[step:] == keys[:-step]
        at = same.nonzero()[0]
        if not len(at):
            break
        firsts.append(order.take(at))
        seconds.append(order.take(at + step))
    return np.concatenate(firsts), np.concatenate(seconds)


def expand_ranges(first: Ints, last: Ints) -> tuple[Ints, Ints]:
    """Return, for ranges ``first[i]:last[i]``, every ``i`` with every number in its range."""
    count = np.maximum(last - first, 0)
    end = count.cumsum()
    who = np.arange(len(first)).repeat(count)
    return who, np.arange(len(who)) + (first - end + count).take(who)


def near(points: Places, reach: float) -> tuple[Ints, Ints]:
    """Return the index pairs of points no farther apart than ``reach``, each pair once."""
    if len(points) <= FEW:
        i, j = _apart(points[:, None], points, reach).nonzero()
        once = i < j
        return i[once], j[once]
    x, y = points.real - points.real.min(), points.imag - points.imag.min()
    cell = max(reach * (1 + 1e-6), float(max(x.max(), y.max())) * 1e-9)
    column, line = (x // cell).astype(np.int64), (y // cell).astype(np.int64)
    height = int(line.max()) + 3
    key = column * height + line
    order = key.argsort()
    key = key.take(order)
    next_one = np.arange(1, len(key) + 1)
    below, beside = key.searchsorted(key + 1, "right"), key.searchsorted(key + height - 1)
    across = key.searchsorted(key + height + 1, "right")
    many = below - next_one + np.maximum(across - beside, 0)
    if many.sum() > FREE + MOST * len(points):
        where = complex(points[order[int(many.argmax())]])
        raise crowding_error(f"{many.max() + 1:,} corners lie within {2 * reach:g}", where, "no border needs so many")
    i, j = expand_ranges(next_one, below)  # the same cell and the next in the column
    k, m = expand_ranges(beside, across)  # three cells of the next column
    one: Ints = order.take(np.concatenate((i, k)))
    two: Ints = order.take(np.concatenate((j, m)))
    close = _apart(points.take(one), points.take(two), reach)
    return one[close], two[close]


def _apart(a: Places, b: Places, reach: float) -> Flags:
    """Say which of these points are no farther apart than ``reach``."""
    d = a - b
    close: Flags = d.real * d.real + d.imag * d.imag <= reach * reach
    return close


def alike(segments: Places, owner: Ints, tolerance: float) -> tuple[Ints, Ints]:
    """Return the pairs of segments of different owners whose ends meet within the tolerance."""
    a, b = segments
    i, j = near(as_places((a + b).view(np.float64) / 2), tolerance)
    apart = owner.take(i) != owner.take(j)
    i, j = i[apart], j[apart]
    if not len(i):
        return i, j
    (a, b), (c, d) = segments.take(i, 1), segments.take(j, 1)
    against = _apart(a, d, tolerance) & _apart(b, c, tolerance)
    with_it = _apart(a, c, tolerance) & _apart(b, d, tolerance)
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


def along(segments: Places, owner: Ints, tolerance: float) -> tuple[Along, Along]:
    """Return the stretches shared by segments of different owners, and all places where those touch.

    A stretch lies on the segment of the owner with the lower number; stretches facing one owner do
    not overlap.
    """
    shared: list[Along] = []
    touched: list[Along] = []
    for i, j in _candidates(segments, owner, tolerance):
        one, two = _beside(segments, owner, i, j, tolerance)
        shared.append(one)
        touched.append(two)
    return _without_overlap(_together(shared)), _together(touched)


def _together(some: list[Along]) -> Along:
    return some[0] if len(some) == 1 else Along(*(np.concatenate(column) for column in zip(*some, strict=True)))


def _beside(segments: Places, owner: Ints, i: Ints, j: Ints, tolerance: float) -> tuple[Along, Along]:
    """Return the stretches of segments ``i`` that run along ``j``, and those that touch them; they may overlap."""
    one, two = segments.take(i, 1), segments.take(j, 1)
    ahead = one[1] - one[0]
    length = np.hypot(ahead.real, ahead.imag)
    cos, sin = ahead.real / length, ahead.imag / length
    far = two - one[0]
    u, h = far.real * cos + far.imag * sin, far.imag * cos - far.real * sin
    going = (~_parting(one, two, u, h, length, tolerance)).nonzero()[0]
    if not len(going):
        nowhere = Along(going, going, length[:0], length[:0])
        return nowhere, nowhere
    i, facing, length = i.take(going), owner.take(j.take(going)), length.take(going)
    u, h = u.take(going, 1), h.take(going, 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        close = _clip(h, -tolerance, tolerance)
        touch = _both(close, _clip(u, -tolerance, length + tolerance))
        share = _both(close, _clip(u, 0.0, length))
    level = np.abs(u[1] - u[0]) >= STEEP * np.hypot(u[1] - u[0], h[1] - h[0])
    shared = Along(i, facing, *_stretch(u, share, level, length))
    touched = Along(i, facing, *_stretch(u, touch, touch[0] <= touch[1], length))
    return _some(shared, shared.end > shared.start), _some(touched, touched.end >= touched.start)


def _candidates(segments: Places, owner: Ints, tolerance: float) -> Iterator[tuple[Ints, Ints]]:
    """Yield the pairs whose boxes come within the tolerance, the lower owner first, so many at a time."""
    half = 0.51 * tolerance
    a, b = segments
    left, right = np.minimum(a.real, b.real) - half, np.maximum(a.real, b.real) + half
    low, high = np.minimum(a.imag, b.imag) - half, np.maximum(a.imag, b.imag) + half
    if len(owner) <= FEW:
        reach: Flags = (left[:, None] <= right) & (low[:, None] <= high)
        i, j = (reach & reach.T & (owner[:, None] < owner)).nonzero()
        yield i, j
        return
    for one, two in _overlapping(left, right, low, high):
        up, down = owner.take(one) < owner.take(two), owner.take(one) > owner.take(two)
        yield np.concatenate((one[up], two[down])), np.concatenate((two[up], one[down]))


def _overlapping(left: Floats, right: Floats, low: Floats, high: Floats) -> Iterator[tuple[Ints, Ints]]:
    """Yield the pairs of boxes that have a place in common, each once: strip by strip, from left to right."""
    order = left.argsort()
    left, right, low, high = (side.take(order) for side in (left, right, low, high))
    height = max(2 * float((high - low).mean()), float(high.max() - low.min()) / len(order)) or 1.0
    first, last = (((side - low.min()) // height).astype(np.int64) for side in (low, high))
    box, strip = expand_ranges(first, last + 1)
    key = strip * len(left) + box
    key.sort()
    strip, box = np.divmod(key, len(left))
    begin = np.arange(1, len(key) + 1)
    end = key.searchsorted(strip * len(left) + left.searchsorted(right, "right").take(box))
    for start, stop in _portions(np.maximum(end - begin, 0), left, low, box):
        one, two = expand_ranges(begin[start:stop], end[start:stop])
        one += start
        i, j = box.take(one), box.take(two)
        meet = (low.take(i) <= high.take(j)) & (low.take(j) <= high.take(i))
        meet &= np.maximum(first.take(i), first.take(j)) == strip.take(one)  # in the lowest strip they have in common
        yield order.take(i[meet]), order.take(j[meet])


def _portions(many: Ints, left: Floats, low: Floats, box: Ints) -> Iterator[tuple[int, int]]:
    """Yield portions of rows with so many pairs each; raise ``Invalid`` for more than a map has, saying where."""
    upto = many.cumsum()
    if upto[-1] > FREE + MOST * len(left):
        at = int(box[many.argmax()])
        place = complex(left[at], low[at])
        raise crowding_error(
            f"{upto[-1]:,} pairs of borders lie across each other, most of them", place, "areas overlap there"
        )
    cuts: list[int] = upto.searchsorted(np.arange(AT_ONCE, int(upto[-1]), AT_ONCE)).tolist()
    yield from itertools.pairwise((0, *cuts, len(many)))


def _parting(one: Places, two: Places, u: Floats, h: Floats, length: Floats, tolerance: float) -> Flags:
    """Say which segments have an end in common and part there: two coasts, however slowly they part, are no border."""
    (a, b), (c, d) = one, two
    joint = (a == c) | (a == d) | (b == c) | (b == d)
    high = np.maximum(np.abs(h[0]), np.abs(h[1]))
    parting: Flags = joint & (high > tolerance) & (high * length > tolerance * np.abs(u[1] - u[0]))
    return parting


def _clip(value: Floats, low: Floats | float, high: Floats | float) -> tuple[Floats, Floats]:
    """Return between which fractions of the way a value that changes evenly lies between two bounds."""
    begin, change = value[0], value[1] - value[0]
    one, two = (low - begin) / change, (high - begin) / change
    first, last = np.fmax(np.fmin(one, two), 0.0), np.fmin(np.fmax(one, two), 1.0)
    steady = change == 0
    if steady.any():
        first[steady], last[steady] = 0.0, 1.0
        last[steady & ((begin < low) | (begin > high))] = -1.0
    return first, last


def _both(a: tuple[Floats, Floats], b: tuple[Floats, Floats]) -> tuple[Floats, Floats]:
    return np.maximum(a[0], b[0]), np.minimum(a[1], b[1])


def _stretch(u: Floats, span: tuple[Floats, Floats], where: Flags, length: Floats) -> tuple[Floats, Floats]:
    """Return the span as distances along the segment; where there is none, the end is before the start."""
    du = u[1] - u[0]
    one, two = (np.minimum(np.maximum(u[0] + at * du, 0.0), length) for at in span)
    there = where & (span[0] <= span[1])
    return np.where(there, np.minimum(one, two), 0.0), np.where(there, np.maximum(one, two), -1.0)


def _some(stretches: Along, which: Flags) -> Along:
    segment, other, start, end = stretches
    return Along(segment[which], other[which], start[which], end[which])


def _without_overlap(stretches: Along) -> Along:
    """Cut from each stretch what earlier ones of the same segment facing the same owner have covered."""
    order = np.lexsort((stretches.end, stretches.start, stretches.other, stretches.segment))
    segment, other = stretches.segment.take(order), stretches.other.take(order)
    start, end = stretches.start.take(order), stretches.end.take(order)
    same = _same(segment, other, 1)
    if not same.any():
        return Along(segment, other, start, end)
    covered = end.copy()
    step = 1
    while (again := _same(segment, other, step)).any():
        covered[step:] = np.where(again, np.maximum(covered[step:], covered[:-step]), covered[step:])
        step *= 2
    start[1:] = np.where(same, np.maximum(start[1:], covered[:-1]), start[1:])
    return _some(Along(segment, other, start, end), end > start)


def _same(segment: Ints, other: Ints, step: int) -> Flags:
    """Say which stretches lie on the segment, and face the owner, of the one so many before."""
    same: Flags = (segment[step:] == segment[:-step]) & (other[step:] == other[:-step])
    return same
