"""Hexsides as somebody draws them: the one that is pointed at, those along a way, and the hex on whose hand it runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sandtable.board.directions import Hex
from sandtable.board.lattice import HEXPOINTS, Lattice, hexes_beside, without_loops

if TYPE_CHECKING:
    from sandtable.board.hexes import HexGrid
    from sandtable.board.lattice import Floats
    from sandtable.board.shapes import Place


class DrawnSide(NamedTuple):
    """A hexside between two hexes of the map; ``near`` is the one on whose side it was pointed at."""

    near: Hex
    far: Hex

    @property
    def ends(self) -> frozenset[Hex]:
        """The two hexes, whichever is nearer."""
        return frozenset(self)


def side_at(grid: HexGrid, place: Place) -> DrawnSide | None:
    """Return the hexside nearest to a place, ``None`` beside the map and at its edge."""
    near = grid.at(*place)
    if near is None:
        return None
    here = _axial(grid, [place])[0]
    beside = near.neighbours()
    off = np.array(beside, np.float64) - here
    far = beside[int(_lengths(off).argmin())]
    return DrawnSide(near, far) if far in grid else None


def sides_along(grid: HexGrid, places: Sequence[Place]) -> tuple[DrawnSide, ...]:
    """Return the hexsides nearest to a line that is drawn from place to place: a chain without jumps or loops.

    It begins and ends with the sides nearest to where the line does. Sides off the map are left out.
    """
    drawn = [place for at, place in enumerate(places) if not at or place != places[at - 1]]
    if not drawn:
        return ()
    start, end = side_at(grid, drawn[0]), side_at(grid, drawn[-1])
    found: dict[frozenset[Hex], DrawnSide] = {}
    for side in (start, *_passed(grid, drawn), end):
        if side is not None:
            found.setdefault(side.ends, side)
    return tuple(found.values())


def _passed(grid: HexGrid, drawn: Sequence[Place]) -> Iterator[DrawnSide]:
    """Yield the hexsides along which a line passes from hexpoint to hexpoint."""
    if len(drawn) < 2:
        return
    lattice = Lattice(grid, HEXPOINTS)
    nodes = without_loops(visit.node for visit in lattice.visits(np.array(drawn, np.float64)))
    line = _axial(grid, drawn)
    for one, other in pairwise(nodes):
        a, b = hexes_beside(one, other)
        if a in grid and b in grid:
            yield DrawnSide(a, b) if _distance(a, line) <= _distance(b, line) else DrawnSide(b, a)


def _axial(grid: HexGrid, places: Sequence[Place]) -> Floats:
    return Lattice(grid, HEXPOINTS).axial(np.array(places, np.float64).reshape(-1, 2))


def _lengths(off: Floats) -> Floats:
    """Return how long ways are, in hexes, as if hexes were regular."""
    q, r = off[..., 0], off[..., 1]
    return np.asarray(np.sqrt(q * q + q * r + r * r), np.float64)


def _distance(hex: Hex, line: Floats) -> float:
    """Return how far the middle of a hex is from a line, in hexes."""
    # across and down of a regular hex, so that angles are right
    plain = np.stack((line[:, 0] + line[:, 1] / 2, line[:, 1] * np.sqrt(3) / 2), axis=1)
    middle = np.array((hex.q + hex.r / 2, hex.r * np.sqrt(3) / 2))
    start, way = plain[:-1], np.diff(plain, axis=0)
    long = np.maximum((way * way).sum(axis=1), 1e-18)
    part = np.clip(((middle - start) * way).sum(axis=1) / long, 0.0, 1.0)
    off = start + part[:, None] * way - middle
    return float(np.sqrt((off * off).sum(axis=1)).min())
