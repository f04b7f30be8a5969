"""Which hexes a brush covers, by their indices: around others, on a line, in a rectangle, what hangs together."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from sandtable.board.directions import Hex
from sandtable.board.lattice import HEXES, Lattice

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandtable.board.hexes import HexGrid, Ints
    from sandtable.board.shapes import Place


def around(grid: HexGrid, cells: Ints, radius: int) -> Ints:
    """Return these hexes and all on the map up to ``radius`` away from one of them, ascending."""
    if not radius:
        return np.unique(cells)
    q, r = grid.axial
    steps = np.array(list(Hex(0, 0).spiral(radius)), np.int32)
    found = grid.find_all((q[cells][:, None] + steps[:, 0]).ravel(), (r[cells][:, None] + steps[:, 1]).ravel())
    return np.unique(found[found >= 0])


def line(grid: HexGrid, one: Hex, other: Hex) -> Ints:
    """Return the hexes on the straight way from one to another, as far as they are on the map."""
    return _indices(grid, one.line_to(other))


def rectangle(grid: HexGrid, one: Hex, other: Hex) -> Ints:
    """Return the hexes in the columns and rows between two."""
    (c0, r0), (c1, r1) = grid.cell(one), grid.cell(other)
    rows = np.arange(max(min(r0, r1), 0), min(max(r0, r1), grid.rows - 1) + 1)
    columns = np.arange(max(min(c0, c1), 0), min(max(c0, c1), grid.columns - 1) + 1)
    found = (rows[:, None] * grid.columns + columns[None, :]).ravel().astype(np.int32)
    return found[grid.present[found]]


def connected(
    grid: HexGrid,
    start: int,
    same: NDArray[np.bool_],
    within: int = 0,
    stopped: NDArray[np.bool_] | None = None,
) -> Ints:
    """Return the hexes that hang together with one and are the ``same``, ascending.

    Bounded ``within`` so many hexes of it (0: not), and by hexsides that are ``stopped`` (``(sides,) bool``).
    """
    table, sides = grid.neighbour_table, grid.side_table
    here = np.zeros(grid.size, np.bool_)
    here[start] = True
    front, far = np.array([start], np.int32), 0
    while len(front) and (not within or far < within):
        beside = table[front]
        keep = (beside >= 0) & same[beside] & ~here[beside]
        if stopped is not None:
            keep &= ~stopped[sides[front]]
        front, far = np.unique(beside[keep]), far + 1
        here[front] = True
    return np.flatnonzero(here).astype(np.int32)


def way(grid: HexGrid, places: Sequence[Place]) -> list[Hex]:
    """Return the hexes that a line runs through which is drawn from place to place, in order, as far as there are any.

    However often the line was looked at on its way, they are the same.
    """
    drawn = [place for at, place in enumerate(places) if not at or place != places[at - 1]]
    if len(drawn) < 2:
        return [hex for place in drawn if (hex := grid.at(*place)) is not None]
    nodes = [visit.node for visit in Lattice(grid, HEXES).visits(np.array(drawn, np.float64))]
    return [hex for q, r, _ in nodes if (hex := Hex(q, r)) in grid]


def road(grid: HexGrid, stops: Sequence[Hex]) -> list[Hex]:
    """Return a way of neighbours through these hexes, ``[]`` where the map has none.

    Between two stops it is straight where that is on the map, else a shortest way on it.
    """
    found = [*stops[:1]]
    for one, other in pairwise(stops):
        straight = one.line_to(other)
        steps = straight if all(hex in grid for hex in straight) else _shortest(grid, one, other)
        if not steps:
            return []
        found += steps[1:]
    return found


def _shortest(grid: HexGrid, start: Hex, end: Hex) -> list[Hex]:
    came: dict[Hex, Hex] = {start: start}
    ahead = deque([start])
    while ahead and end not in came:
        here = ahead.popleft()
        for there in grid.neighbours(here).values():
            if there not in came:
                came[there] = here
                ahead.append(there)
    if end not in came:
        return []
    back = [end]
    while back[-1] != start:
        back.append(came[back[-1]])
    return back[::-1]


def _indices(grid: HexGrid, hexes: Iterable[Hex]) -> Ints:
    return np.array([at for hex in hexes if (at := grid.find(hex)) >= 0], np.int32)
