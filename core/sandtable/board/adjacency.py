"""Who borders whom on an area map, along what line, and who merely touches.

Three passes, each over what the one before has left: edges that are equal to the last bit; edges
whose ends meet within the tolerance; stretches of edges that run along each other within it, where
one side has vertices that the other lacks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from sandtable.board.contacts import (
    FREE,
    MOST,
    Along,
    Flags,
    Floats,
    Ints,
    Places,
    alike,
    along,
    as_places,
    crowding_error,
    equal,
    expand_ranges,
    halves,
    near,
    pair_keys,
    positions,
)
from sandtable.board.shapely_arrays import outlines

LEAST: Final = 1.5
"""A border found only within the tolerance is longer than this many tolerances; a shorter one is a corner.

Four right angles that meet, each drawn up to a tolerance away, run along each other for at most √2 of it.
"""

REACH: Final = 3.0
"""An edit changes nothing between areas farther than this many tolerances from it.

It may free or bind equal edges at its own place, edges with near ends a tolerance away, and through
those what runs along or touches them, √2 tolerances farther.
"""


MOST_MEETING: Final = 500
"""Areas that may meet in one place: each touches each of the others there."""

Box = tuple[float, float, float, float]


class Contacts(NamedTuple):
    """All contacts between shapes, in order of the pairs, which are two indices ``paired``, the lower first."""

    pairs: Ints
    lengths: Floats
    """``(n,)``, map units, measured on the shape of the lower index."""
    loose: Floats
    """``(n,)``, as much of the length as is not drawn equal on both sides."""
    pieces: Floats
    """``(m, 4)``, the shared segments, in the direction and order of the shape of the lower index."""
    ends: Ints
    """``(n + 1,)``: the pieces of pair ``i`` are ``ends[i]:ends[i + 1]``."""
    corners: Ints
    """``(k,)``, pairs that touch without a border."""
    points: Places
    """``(k,)``, where; the lowest place if they touch at several."""


class _Sides(NamedTuple):
    """The segments of all shapes, in their order."""

    places: Places
    first: Ints
    """The index of the place where each begins; it ends at the next."""
    whose: Ints
    """The index of its shape."""
    one: Ints
    two: Ints
    """The numbers of the positions at its ends, less than there are places."""
    shapes: int
    """How many there are."""

    def ends(self, which: Ints) -> Places:
        first = self.first.take(which)
        return self.places.take(np.array((first, first + 1)))


class _Runs(NamedTuple):
    """Shared segments, each once."""

    a: Ints
    b: Ints
    at: Ints
    ends: Places
    loose: Flags


class _Touches(NamedTuple):
    a: Ints
    b: Ints
    point: Places


_Some = TypeVar("_Some", _Runs, _Touches)


def derive(shapes: NDArray[np.object_], tolerance: float, within: Box | None = None) -> Contacts:
    """Find all contacts between polygons or multipolygons; ``tolerance`` 0 takes equal edges only.

    With ``within`` (left, low, right, high) only those of shapes that lie in it altogether are right.
    Raises ``Invalid`` saying where more lie upon each other than any map has.
    """
    sides = _sides(shapes, within, REACH * tolerance)
    meeting = _meeting(sides)
    i, j = equal(np.minimum(sides.one, sides.two) * len(sides.places) + np.maximum(sides.one, sides.two))
    single = np.ones(len(sides.first), bool)
    single[i] = single[j] = False
    left = single.nonzero()[0]
    tips = _tips(sides, left)
    runs, touches = [_whole(sides, i, j)], [_at_positions(sides, meeting, tips)]
    if tolerance > 0 and len(left):
        touches += _at_near_positions(sides, tips, tolerance)
        ends, whose = sides.ends(left), sides.whose.take(left)
        i, j = alike(ends, whose, tolerance)
        if len(i):
            runs.append(_whole(sides, left.take(i), left.take(j), loose=True))
            rest = np.ones(len(left), bool)
            rest[i] = rest[j] = False
            left, ends, whose = left[rest], ends[:, rest], whose[rest]
        shared, touched = along(ends, whose, tolerance)
        runs += _shared_stretches(sides, left, shared)
        touches += _touched_places(sides, left, touched)
    return _tally(runs, touches, sides, LEAST * tolerance)


def _sides(shapes: NDArray[np.object_], within: Box | None, reach: float) -> _Sides:
    """Return the segments that have a length, and may come within reach of the box if there is one."""
    xy, first, owner = outlines(shapes)
    places = as_places(xy)
    if within is not None:
        first = first[_reaching(places, first, within, reach)]
    number = positions(places)
    one, two = number.take(first), number.take(first + 1)
    if len(point := (one == two).nonzero()[0]):
        first, one, two = (np.delete(each, point) for each in (first, one, two))
    return _Sides(places, first, owner.take(first), one, two, len(shapes))


def _reaching(places: Places, first: Ints, box: Box, reach: float) -> Flags:
    """Say which segments may come within reach of a box: those that are not all on one side of it."""
    x, y, (left, low, right, high) = places.real, places.imag, box
    beyond = (x < left - reach) | (x > right + reach) * 2 | (y < low - reach) * 4 | (y > high + reach) * 8
    reaching: Flags = beyond.take(first) & beyond.take(first + 1) == 0
    return reaching


def _whole(sides: _Sides, i: Ints, j: Ints, *, loose: bool = False) -> _Runs:
    """Return whole segments that two shapes share."""
    i, j = np.minimum(i, j), np.maximum(i, j)
    b = sides.whose.take(j)
    if loose:  # one that faces two short ones of the same shape counts once
        key = np.sort(pair_keys(i, b))
        i, b = halves(key[_news(key)])
    return _Runs(sides.whose.take(i), b, i, sides.ends(i), (np.ones if loose else np.zeros)(len(i), bool))


def _shared_stretches(sides: _Sides, left: Ints, stretches: Along) -> Iterator[_Runs]:
    """Yield the stretches of what is left that lie along other shapes."""
    at = left.take(stretches.segment)
    if len(at):
        ends = sides.ends(at)
        piece = np.array([_on(ends, far) for far in (stretches.start, stretches.end)])
        yield _Runs(sides.whose.take(at), stretches.other, at, piece, np.ones(len(at), bool))


def _touched_places(sides: _Sides, left: Ints, stretches: Along) -> Iterator[_Touches]:
    """Yield where what is left touches other shapes."""
    at = left.take(stretches.segment)
    if len(at):
        yield _Touches(sides.whose.take(at), stretches.other, _on(sides.ends(at), stretches.start))


def _on(segments: Places, far: Floats) -> Places:
    """Return the places so far from the first ends of segments."""
    start, ahead = segments[0], segments[1] - segments[0]
    part = far / np.hypot(ahead.real, ahead.imag)
    found = np.empty(len(far), np.complex128)
    found.real, found.imag = start.real + ahead.real * part, start.imag + ahead.imag * part
    return found


def _tips(sides: _Sides, left: Ints) -> Ints:
    """Return for each position the index of a place there if a segment left over ends there, else -1."""
    tips, first = np.full(len(sides.places), -1), sides.first.take(left)
    tips[sides.one.take(left)] = first
    tips[sides.two.take(left)] = first + 1
    return tips


def _meeting(sides: _Sides) -> Ints:
    """Return how many rings run through each position; raise ``Invalid`` where too many areas meet."""
    meeting = np.bincount(sides.one, minlength=len(sides.places))
    for at in (meeting > MOST_MEETING).nonzero()[0].tolist():
        here = sides.one == at
        if (areas := len(np.unique(sides.whose[here]))) > MOST_MEETING:
            place = complex(sides.places[sides.first[here][0]])
            raise crowding_error(
                f"{areas:,} areas meet", place, f"{MOST_MEETING} is the most that can meet in one place"
            )
    return meeting


def _at_positions(sides: _Sides, meeting: Ints, tips: Ints) -> _Touches:
    """Return the shapes that share a position, but for positions inside a border and those where three borders meet."""
    worth = (meeting > 3) | ((meeting > 1) & (tips >= 0))
    some = worth.take(sides.one).nonzero()[0]
    i, j = equal(sides.one.take(some))
    i, j = some.take(i), some.take(j)
    return _touches(sides.whose.take(i), sides.whose.take(j), sides.places.take(sides.first.take(i)))


def _at_near_positions(sides: _Sides, tips: Ints, tolerance: float) -> Iterator[_Touches]:
    """Yield the shapes that have positions near each other, both of them ends of segments left over.

    Shapes whose own segments are all matched take part through those that share their position.
    """
    ends = (tips >= 0).nonzero()[0]
    places = sides.places.take(tips.take(ends))
    i, j = near(places, tolerance)
    if not len(i):
        return
    order = sides.one.argsort()
    there = sides.one.take(order)
    shape_at = sides.whose.take(order)
    begin, end = there.searchsorted(ends), there.searchsorted(ends, "right")
    shapes = end - begin
    if int((shapes.take(i) * shapes.take(j)).sum()) > FREE + MOST * len(sides.first):
        at = complex(places[i[int((shapes.take(i) * shapes.take(j)).argmax())]])
        raise crowding_error(f"too many areas meet within {tolerance:g}", at, f"{MOST_MEETING} is the most that can")
    pair, one = expand_ranges(begin.take(i), end.take(i))
    which, two = expand_ranges(begin.take(j).take(pair), end.take(j).take(pair))
    a, b, pair = shape_at.take(one.take(which)), shape_at.take(two), pair.take(which)
    lower = np.where(a < b, i.take(pair), j.take(pair))
    yield _touches(a, b, places.take(lower))


def _touches(a: Ints, b: Ints, point: Places) -> _Touches:
    if (a == b).any():
        apart = a != b
        a, b, point = a[apart], b[apart], point[apart]
    return _Touches(np.minimum(a, b), np.maximum(a, b), point)


def _tally(runs: list[_Runs], touches: list[_Touches], sides: _Sides, least: float) -> Contacts:
    """Put the shared segments of each pair together; what is no longer than ``least`` and loose is a touch."""
    a, b, at, ends, loose = _join(runs)
    order = _order((a * sides.shapes + b) * len(sides.first) + at)
    pairs, (begin, end) = pair_keys(a, b).take(order), ends.take(order, 1)
    length = np.hypot(end.real - begin.real, end.imag - begin.imag)
    new = _news(pairs)
    first, which = new.nonzero()[0], new.cumsum() - 1
    pairs = pairs.take(first)
    total, unsure = _sums(which, length, len(first)), np.zeros(len(first))
    if len(runs) > 1:
        loose = loose.take(order)
        unsure = _sums(which, length * loose, len(first))
        border = (total > least) | (np.bincount(which, ~loose, len(first)) > 0)
        slight, kept = ~border, border.take(which)
        touches.append(_Touches(*halves(pairs[slight]), begin.take(first[slight])))
        pairs, total, unsure = pairs[border], total[border], unsure[border]
        which, begin, end = which[kept], begin[kept], end[kept]
        first = _news(which).nonzero()[0]
    pieces = np.array((begin, end)).T.copy().view(np.float64)
    return Contacts(pairs, total, unsure, pieces, np.append(first, len(pieces)), *_corners(touches, pairs))


def _sums(which: Ints, what: Floats, many: int) -> Floats:
    return np.bincount(which, what, many).astype(np.float64, copy=False)


def _order(keys: Ints) -> Ints:
    """Return the order of the keys; equal ones, of which there are few, stay as they are."""
    order = keys.argsort()
    ordered = keys.take(order)
    return keys.argsort(kind="stable") if (ordered[1:] == ordered[:-1]).any() else order


def _corners(touches: list[_Touches], borders: Ints) -> tuple[Ints, Places]:
    """Return the pairs that touch and have no border, each with its lowest point."""
    a, b, point = _join(touches)
    pairs = pair_keys(a, b)
    if len(borders):
        corner = borders.take(borders.searchsorted(pairs), mode="clip") != pairs
        pairs, point = pairs[corner], point[corner]
    order = np.lexsort((point.imag, point.real, pairs))
    pairs, point = pairs.take(order), point.take(order)
    new = _news(pairs)
    return pairs[new], point[new]


def _join(some: list[_Some]) -> _Some:
    """Return several as one."""
    first, *more = some
    return type(first)(*(np.concatenate(column, axis=-1) for column in zip(*some, strict=True))) if more else first


def _news(keys: Ints) -> Flags:
    """Say which of keys in order are not like the one before."""
    new = np.ones(len(keys), bool)
    np.not_equal(keys[1:], keys[:-1], out=new[1:])
    return new
