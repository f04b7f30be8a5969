"""Lines on a lattice of hexes: through which hexes they run, and along which hexpoints.

A *node* is a place of one of two lattices. Hexes: the nodes are hexes, neighbours share a hexside. Hexpoints: the
triangles between the middles of three hexes, each with the one hexpoint they have in common in it; a line that
crosses from one triangle to the next passes between two hexes, and so runs along their hexside.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandtable.board.contacts import expand_ranges
from sandtable.board.directions import Hex
from sandtable.board.hexes import HexGrid, round_axial

Floats = NDArray[np.float64]
Node = tuple[int, int, int]
"""A hex as ``(q, r, 0)``; a triangle as ``(q, r, 0)`` or ``(q, r, 1)``, its hexes are those of `hexes_at`."""

HEXES: Final[Literal["hexes"]] = "hexes"
HEXPOINTS: Final[Literal["hexpoints"]] = "hexpoints"


class Visit(NamedTuple):
    """A node that a line runs through, and how far it does, in hexes."""

    node: Node
    far: float


def hexes_at(point: Node) -> tuple[Hex, Hex, Hex]:
    """Return the three hexes around a hexpoint."""
    q, r, upper = point
    return (Hex(q + 1, r + 1) if upper else Hex(q, r)), Hex(q + 1, r), Hex(q, r + 1)


def hexes_beside(a: Node, b: Node) -> tuple[Hex, Hex]:
    """Return the two hexes at the hexside between two neighbouring hexpoints."""
    one, other = set(hexes_at(a)) & set(hexes_at(b))
    return min(one, other), max(one, other)


@dataclass(frozen=True)
class Lattice:
    """One of the two lattices of a grid, without end."""

    grid: HexGrid
    nodes: Literal["hexes", "hexpoints"]

    def axial(self, places: Floats) -> Floats:
        """Return places as ``q`` and ``r`` between the hexes, ``(n, 2)``."""
        grid = self.grid
        x0, y0 = grid.centre(Hex(0, 0))
        x, y = (places[:, 0] - x0) / grid.hex_width, (places[:, 1] - y0) / grid.hex_height
        if grid.orientation == "flat":
            q = x / 0.75
            r = y - q / 2
        else:
            q = x + y / 1.5
            r = y / 0.75 - q
        return np.stack((q, r), axis=1)

    def at(self, axial: Floats) -> list[Node]:
        """Return the node at each of these places."""
        q, r = axial[:, 0], axial[:, 1]
        if self.nodes == HEXES:
            column, row = round_axial(q, r)
            pairs = zip(column.astype(np.int64).tolist(), row.astype(np.int64).tolist(), strict=True)
            return [(a, b, 0) for a, b in pairs]
        column, row = np.floor(q), np.floor(r)
        upper = (q - column) + (r - row) >= 1.0
        whole = np.stack((column, row, upper), axis=1).astype(np.int64)
        return [(a, b, c) for a, b, c in whole.tolist()]

    def beside(self, node: Node) -> tuple[Node, ...]:
        """Return the neighbours of a node."""
        q, r, upper = node
        if self.nodes == HEXES:
            return tuple((there.q, there.r, 0) for there in Hex(q, r).neighbours())
        if upper:
            return (q, r, 0), (q + 1, r, 0), (q, r + 1, 0)
        return (q, r, 1), (q - 1, r, 1), (q, r - 1, 1)

    # --- along a line -------------------------------------------------------------------------------------------

    def visits(self, places: Floats) -> list[Visit]:
        """Return the nodes that a line runs through, each a neighbour of the last; ``places`` is ``(n, 2)``."""
        axial = self.axial(places)
        bounds = self._bounds(axial)
        at = np.unique(np.concatenate((np.arange(len(axial), dtype=np.float64), *map(_crossings, bounds))))
        middle = (at[1:] + at[:-1]) / 2
        where = np.stack([np.interp(middle, np.arange(len(axial)), axial[:, k]) for k in (0, 1)], axis=1)
        whole = np.stack([np.interp(at, np.arange(len(axial)), axial[:, k]) for k in (0, 1)], axis=1)
        dq, dr = np.diff(whole, axis=0).T
        far = np.sqrt(dq * dq + dq * dr + dr * dr)
        found: list[Visit] = []
        for node, length in zip(self.at(where), far.tolist(), strict=True):
            if found and found[-1].node == node:
                found[-1] = Visit(node, found[-1].far + length)
            else:
                between = self.way(found[-1].node, node)[1:-1] if found else []
                found += [Visit(one, 0.0) for one in between]
                found.append(Visit(node, length))
        return found

    def _bounds(self, axial: Floats) -> tuple[Floats, Floats, Floats]:
        """Return three numbers per place; where one of them is whole, a line may pass from one node to the next."""
        q, r = axial[:, 0], axial[:, 1]
        if self.nodes == HEXPOINTS:
            return q, r, q + r
        return q - r, q + 2 * r, 2 * q + r

    def way(self, a: Node, b: Node) -> list[Node]:
        """Return a shortest way from node to node; of equal ones always the same."""
        if a == b:
            return [a]
        if self.nodes == HEXES:
            return [(one.q, one.r, 0) for one in Hex(a[0], a[1]).line_to(Hex(b[0], b[1]))]
        came: dict[Node, Node] = {a: a}
        front = [a]
        while b not in came:
            front = [there for here in front for there in self.beside(here) if came.setdefault(there, here) is here]
        back = [b]
        while back[-1] != a:
            back.append(came[back[-1]])
        return back[::-1]


def _crossings(values: Floats) -> Floats:
    """Return where a number that changes evenly from place to place is whole: index and part of the way."""
    low, high = np.minimum(values[:-1], values[1:]), np.maximum(values[:-1], values[1:])
    segment, whole = expand_ranges((np.floor(low) + 1).astype(np.int64), np.ceil(high).astype(np.int64))
    return segment + (whole - values[segment]) / (values[segment + 1] - values[segment])


def without_loops(nodes: Iterable[Node]) -> list[Node]:
    """Return a way without what comes back to where it was: no node twice, first and last as they were.

    A bend of a river that nearly closes round the middle of a hex is cut off; nothing else changes its bank.
    """
    found: list[Node] = []
    place: dict[Node, int] = {}
    for node in nodes:
        if node in place:
            for gone in found[place[node] + 1 :]:
                del place[gone]
            del found[place[node] + 1 :]
        else:
            place[node] = len(found)
            found.append(node)
    return found


def straighten(visits: Sequence[Visit], lattice: Lattice, least: float, keep: frozenset[Node]) -> Iterator[Node]:
    """Yield the nodes of a way without those of which it only cuts a corner shorter than ``least``."""
    last = visits[0].node
    yield last
    for at in range(1, len(visits) - 1):
        node, far = visits[at]
        if node in keep or far >= least or visits[at + 1].node not in lattice.beside(last):
            last = node
            yield node
    if len(visits) > 1:
        yield visits[-1].node
