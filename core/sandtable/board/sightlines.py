"""What a line of sight passes, the same wherever on a map it begins: worked out once and kept."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sandtable.board.directions import Hex, passage, sextant

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandtable.board.hexes import Ints

    Heights = NDArray[np.int64]


class Site(NamedTuple):
    """A hex (``side`` -1) or hexside that a line passes, seen from where it begins; ``place`` in half hexes."""

    q: int
    r: int
    side: int
    place: int


@lru_cache(maxsize=1 << 14)
def looks_at(q: int, r: int) -> tuple[tuple[tuple[Site, ...], ...], ...]:
    """Return in order what a line looks at: places with one way past them, or two where it runs along a hexside."""
    direction, ahead, aside = sextant(q, r)
    start = Hex(0, 0)
    steps = [[start.step(direction, u).step(direction + 1, v) for u, v in entry] for entry in passage(ahead, aside)]
    found: list[tuple[tuple[Site, ...], ...]] = []
    for before, here in pairwise(steps):
        if len(here) == 1 and len(before) == 1:
            found.append(((_side(before[0], here[0]),),))
        if len(here) == 1 and here != steps[-1]:
            found.append(((Site(*here[0], -1, 2 * start.distance(here[0])),),))
    for before, here, after in zip(steps, steps[1:], steps[2:], strict=False):
        if len(here) == 2:
            ways = (
                (_side(before[0], hex), Site(*hex, -1, 2 * start.distance(hex)), _side(hex, after[0])) for hex in here
            )
            found.append(tuple(ways))
    return tuple(sorted(found, key=lambda look: look[0][0].place))


def _side(hex: Hex, other: Hex) -> Site:
    """Return the hexside between two, told from the hex that has it in ``d0..d2``."""
    start = Hex(0, 0)
    owner, k = (hex, hex.direction_to(other) or 0)
    if k >= 3:
        owner, k = other, k - 3
    return Site(*owner, k, start.distance(hex) + start.distance(other))


class Sites(NamedTuple):
    """Many sites, one per element: hex, side, place, the target of the line and the way past the site."""

    q: Ints
    r: Ints
    side: Ints
    place: Heights
    target: Heights
    way: Heights


class Pattern(NamedTuple):
    """All lines within a radius: the first ways belong to targets, the others, in pairs, to hexsides run along."""

    q: Ints
    r: Ints
    distance: Heights
    ways: int
    left: Heights
    right: Heights
    between: Heights
    hexes: Sites
    sides: Sites


@lru_cache(maxsize=8)
def pattern_of(radius: int) -> Pattern:
    """Gather what all lines within a radius look at, in arrays."""
    targets = list(Hex(0, 0).spiral(radius))
    rows: list[tuple[int, ...]] = []
    pairs: list[tuple[int, int, int]] = []
    ways = len(targets)
    for target, hex in enumerate(targets):
        for look in looks_at.__wrapped__(*hex):
            if len(look) == 1:
                rows.extend((*site, target, target) for site in look[0])
            else:
                pairs.append((ways, ways + 1, target))
                rows.extend((*site, target, ways + hand) for hand, way in enumerate(look) for site in way)
                ways += 2
    sites = np.array(rows, np.int64).reshape(-1, 6)
    hands = np.array(pairs, np.int64).reshape(-1, 3)
    place = np.array(targets, np.int32)
    distance = np.array([Hex(0, 0).distance(hex) for hex in targets], np.int64)
    hexes = sites[:, 2] < 0
    return Pattern(
        place[:, 0],
        place[:, 1],
        distance,
        ways,
        hands[:, 0],
        hands[:, 1],
        hands[:, 2],
        _columns(sites[hexes]),
        _columns(sites[~hexes]),
    )


def _columns(sites: Heights) -> Sites:
    q, r, side, place, target, way = (np.ascontiguousarray(column) for column in sites.T)
    return Sites(q.astype(np.int32), r.astype(np.int32), side.astype(np.int32), place, target, way)
