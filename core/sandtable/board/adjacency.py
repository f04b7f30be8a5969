"""Who borders whom on an area map, along what line, and who merely touches.

Three passes, each over what the one before has left: edges that are equal to the last bit; edges
whose ends meet within the tolerance; stretches of edges that run along each other within it, where
one side has vertices that the other lacks.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.board.contacts import Flags, Floats, Ints, alike, along, equal, near, positions, spread
from sandtable.board.geos import outlines

LEAST: Final = 1.5
"""A border found only within the tolerance is longer than this many tolerances; a shorter one is a corner.

Four right angles that meet, each drawn up to a tolerance away, run along each other for at most √2 of it.
"""

REACH: Final = 3.0
"""An edit changes nothing between areas farther than this many tolerances from it.

It may free or bind equal edges at its own place, edges with near ends a tolerance away, and through
those what runs along or touches them, √2 tolerances farther.
"""


Box = tuple[float, float, float, float]


class Found(NamedTuple):
    """All contacts between shapes, by their indices, in order of the pairs."""

    pairs: Ints
    """``(n, 2)``, the lower index first."""
    lengths: Floats
    """``(n,)``, map units, measured on the shape of the lower index."""
    loose: Floats
    """``(n,)``, as much of the length as is not drawn equal on both sides."""
    pieces: Floats
    """``(m, 4)``, the shared segments, in the direction and order of the shape of the lower index."""
    ends: Ints
    """``(n + 1,)``: the pieces of pair ``i`` are ``ends[i]:ends[i + 1]``."""
    corners: Ints
    """``(k, 2)``, pairs that touch without a border."""
    points: Floats
    """``(k, 2)``, where; the lowest place if they touch at several."""


class _Runs(NamedTuple):
    """Shared segments, each once."""

    a: Ints
    b: Ints
    at: Ints
    piece: Floats
    loose: Flags


class _Touches(NamedTuple):
    a: Ints
    b: Ints
    point: Floats


def derive(shapes: NDArray[np.object_], tolerance: float, within: Box | None = None) -> Found:
    """Find all contacts between polygons or multipolygons; ``tolerance`` 0 takes equal edges only.

    With ``within`` (left, low, right, high) only those of shapes that lie in it altogether are right.
    """
    xy, first, owner = outlines(shapes)
    if within is not None:
        first = first[_reaching(xy, first, within, REACH * tolerance)]
    if not len(first):
        return _tally([], [], 1, 0.0)
    place = positions(xy)
    one, two = place[first], place[first + 1]
    solid = one != two
    first, one, two = first[solid], one[solid], two[solid]
    whose = owner[first]
    i, j = equal(np.minimum(one, two) * (int(place.max()) + 1) + np.maximum(one, two))
    twinned = np.zeros(len(first), bool)
    twinned[i] = twinned[j] = True
    runs = [_whole(xy, first, whose, i, j, loose=False)]
    touches = [_at_positions(xy, place, first, one, two, whose, twinned)]
    left = np.flatnonzero(~twinned)
    if tolerance > 0 and len(left):
        touches.append(_at_near_positions(xy, place, first[left], whose, one, two, tolerance))
        i, j = alike(np.hstack((xy[first[left]], xy[first[left] + 1])), whose[left], tolerance)
        runs.append(_whole(xy, first, whose, left[i], left[j], loose=True))
        twinned[left[i]] = twinned[left[j]] = True
        run, touch = _alongside(xy, first, whose, np.flatnonzero(~twinned), tolerance)
        runs.append(run)
        touches.append(touch)
    return _tally(runs, touches, len(shapes), LEAST * tolerance)


def _reaching(xy: Floats, first: Ints, box: Box, reach: float) -> Flags:
    """Say which segments may come within reach of a box."""
    left, low, right, high = box
    x, y = xy.T
    inside = (x >= left - reach, x <= right + reach, y >= low - reach, y <= high + reach)
    reaching = np.ones(len(first), bool)
    for side in inside:
        reaching &= side[first] | side[first + 1]
    return reaching


def _whole(xy: Floats, first: Ints, whose: Ints, i: Ints, j: Ints, *, loose: bool) -> _Runs:
    """Return whole segments that two shapes share."""
    swap = whose[i] > whose[j]
    i, j = np.where(swap, j, i), np.where(swap, i, j)
    apart = whose[i] != whose[j]
    i, j = i[apart], j[apart]
    b = whose[j]
    if loose and len(i):  # one that faces two short ones of the same shape counts once
        many = int(b.max()) + 1
        key = np.sort(i * many + b)
        i, b = np.divmod(key[np.append(True, key[1:] != key[:-1])], many)
    start = first[i]
    return _Runs(whose[i], b, i, np.hstack((xy[start], xy[start + 1])), np.full(len(i), loose))


def _alongside(xy: Floats, first: Ints, whose: Ints, left: Ints, tolerance: float) -> tuple[_Runs, _Touches]:
    """Return the stretches of what is left that lie along other shapes, and where what is left touches them."""
    start, end = xy[first[left]], xy[first[left] + 1]
    shared, touched = along(np.hstack((start, end)), whose[left], tolerance)
    length = np.hypot(*(end - start).T)
    ahead = (end - start) / length[:, None]
    at = shared.segment
    piece = np.hstack([start[at] + ahead[at] * far[:, None] for far in (shared.start, shared.end)])
    run = _Runs(whose[left[at]], shared.other, left[at], piece, np.ones(len(at), bool))
    at = touched.segment
    return run, _Touches(whose[left[at]], touched.other, start[at] + ahead[at] * touched.start[:, None])


def _at_positions(xy: Floats, place: Ints, first: Ints, one: Ints, two: Ints, whose: Ints, twinned: Flags) -> _Touches:
    """Return the shapes that share a position, but for positions inside a border and those where three borders meet."""
    many = int(place.max()) + 1
    meeting = np.bincount(one, minlength=many)
    bound = np.bincount(one[twinned], minlength=many) + np.bincount(two[twinned], minlength=many)
    worth = (meeting > 3) | ((meeting == 3) & (bound < 6)) | ((meeting == 2) & (bound == 0))
    some = np.flatnonzero(worth[one])
    i, j = equal(one[some])
    i, j = some[i], some[j]
    return _touches(whose[i], whose[j], xy[first[i]])


def _at_near_positions(
    xy: Floats, place: Ints, first: Ints, whose: Ints, one: Ints, two: Ints, tolerance: float
) -> _Touches:
    """Return the shapes that have positions near each other, one of them at the end of a segment left over.

    Shapes whose own segments are all matched take part through those that share their position.
    """
    one_there = np.full(int(place.max()) + 1, -1)
    one_there[place[first]] = first
    one_there[place[first + 1]] = first + 1
    ends = np.flatnonzero(one_there >= 0)
    xys = xy[one_there[ends]]
    i, j = near(xys, tolerance)
    order = np.argsort(one)
    at = one[order]
    shape_at = whose[order]
    spans = np.searchsorted(at, ends), np.searchsorted(at, ends, "right")
    pair, left = spread(spans[0][i], spans[1][i])
    which_left, right = spread(spans[0][j][pair], spans[1][j][pair])
    a, b = shape_at[left[which_left]], shape_at[right]
    lower = np.where((a < b)[:, None], xys[i[pair[which_left]]], xys[j[pair[which_left]]])
    return _touches(a, b, lower)


def _touches(a: Ints, b: Ints, point: Floats) -> _Touches:
    apart = a != b
    a, b, point = a[apart], b[apart], point[apart]
    return _Touches(np.minimum(a, b), np.maximum(a, b), point)


def _tally(runs: list[_Runs], touches: list[_Touches], shapes: int, least: float) -> Found:
    """Put the shared segments of each pair together."""
    a, b, at, loose = (
        np.concatenate([np.empty(0, kind), *(run[column] for run in runs)])
        for column, kind in ((0, np.int64), (1, np.int64), (2, np.int64), (4, bool))
    )
    piece = np.concatenate([np.empty((0, 4)), *(run.piece for run in runs)])
    key = a * shapes + b
    deep = int(at.max(initial=0)) + 1
    place = key * deep + at
    order = np.argsort(place)
    ordered = place[order]
    if (ordered[1:] == ordered[:-1]).any():
        order = np.argsort(place, kind="stable")
    key, loose, piece = key[order], loose[order], piece[order]
    length = np.hypot(piece[:, 2] - piece[:, 0], piece[:, 3] - piece[:, 1])
    begins = np.flatnonzero(np.append(True, key[1:] != key[:-1])) if len(key) else np.empty(0, np.int64)
    ends = np.append(begins, len(key))
    which = np.repeat(np.arange(len(begins)), np.diff(ends))
    total = np.bincount(which, length, len(begins))
    unsure = np.bincount(which, length * loose, len(begins))
    exact = np.bincount(which, ~loose, len(begins)) > 0
    border = exact | (total > least)
    pair = key[begins]
    brief = piece[begins[~border], :2]
    if not border.all():
        kept = border[which]
        piece = piece[kept]
        ends = np.concatenate(([0], np.cumsum(np.diff(ends)[border])))
    slight = _split(pair[~border], shapes)
    corners, points = _corners([*touches, _Touches(slight[:, 0], slight[:, 1], brief)], pair[border], shapes)
    lengths, loose_ones = total[border].astype(np.float64), unsure[border].astype(np.float64)
    return Found(_split(pair[border], shapes), lengths, loose_ones, piece, ends, corners, points)


def _corners(touches: list[_Touches], borders: Ints, shapes: int) -> tuple[Ints, Floats]:
    """Return the pairs that touch and have no border, each with its lowest point."""
    key = np.concatenate([touch.a * shapes + touch.b for touch in touches])
    point = np.concatenate([touch.point for touch in touches])
    if len(borders):
        known = borders[np.minimum(np.searchsorted(borders, key), len(borders) - 1)] == key
        key, point = key[~known], point[~known]
    order = np.lexsort((point[:, 1], point[:, 0], key))
    key, point = key[order], point[order]
    new = np.append(True, key[1:] != key[:-1]) if len(key) else np.empty(0, bool)
    return _split(key[new], shapes), point[new]


def _split(key: Ints, shapes: int) -> Ints:
    return np.stack(np.divmod(key, shapes), axis=1)
