"""Lines that meet, as ways on a lattice that meet too: no gap where a tributary comes in or a road forks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import numpy as np
import shapely
from shapely import LineString, Point
from shapely.geometry.base import BaseGeometry
from shapely.ops import substring

from sandtable.board.lattice import Floats, Lattice, Node, straighten, without_loops
from sandtable.board.shapes import array_of
from sandtable.interchange.shapely_values import near, place_along

Link = tuple[Node, Node]

FINE: Final = 1e-4
"""Steps smaller than this part of what counts as meeting are none."""


class LineReach(NamedTuple):
    """A line from one place where lines meet or end to the next; the places by their numbers."""

    places: Floats
    start: int
    end: int


class LineNetwork(NamedTuple):
    """Lines cut where others come in."""

    reaches: list[LineReach]
    meetings: Floats
    """``(n, 2)``, the places where lines meet or end."""


def network(geometries: Iterable[BaseGeometry], far: float) -> LineNetwork:
    """Cut lines where the ends of others come within ``far`` of them, and put those ends there."""
    lines = [line for geometry in geometries for part in shapely.get_parts(geometry) for line in _plain(part, far)]
    if not lines:
        return LineNetwork([], np.empty((0, 2)))
    ends = np.array([(*line.coords[0][:2], *line.coords[-1][:2]) for line in lines], np.float64).reshape(-1, 2)
    meeting = _gather_ends(ends, far)
    cuts: list[dict[float, int]] = [
        {0.0: meeting[2 * at], line.length: meeting[2 * at + 1]} for at, line in enumerate(lines)
    ]
    places = ends.copy()
    _cut(lines, ends, meeting, places, cuts, far)
    used = sorted(set(meeting))
    number = {one: at for at, one in enumerate(used)}
    reaches: list[LineReach] = []
    for line, cut in zip(lines, cuts, strict=True):
        for (a, start), (b, end) in zip(sorted(cut.items()), sorted(cut.items())[1:], strict=False):
            if b - a > far * FINE or start != end:
                reaches.append(_reach(line, a, b, number[start], number[end]))
    return LineNetwork(reaches, places[used])


def _plain(line: BaseGeometry, far: float) -> Iterator[LineString]:
    """Yield a line without steps too small to be any, if it has a length."""
    step = far * FINE or 1e-9
    places = np.round(shapely.get_coordinates(line) / step) * step + 0.0
    places = places[np.append(True, (places[1:] != places[:-1]).any(axis=1))] if len(places) else places
    if len(places) > 1:
        yield LineString(places)


def _reach(line: LineString, a: float, b: float, start: int, end: int) -> LineReach:
    piece: BaseGeometry = substring(line, a, b)
    places: Floats = shapely.get_coordinates(piece)
    return LineReach(places, start, end)


def _gather_ends(ends: Floats, far: float) -> list[int]:
    """Return for each end the first of those that it is near to, or near to through others: they are one place."""
    points = array_of([Point(x, y) for x, y in ends.tolist()])
    first = list(range(len(ends)))

    def root(end: int) -> int:
        while first[end] != end:
            first[end] = end = first[first[end]]
        return end

    for a, b in near(points, points, far):
        low, high = sorted((root(a), root(b)))
        first[high] = low
    return [root(end) for end in range(len(ends))]


def _cut(
    lines: Sequence[LineString],
    ends: Floats,
    meeting: Sequence[int],
    places: Floats,
    cuts: list[dict[float, int]],
    far: float,
) -> None:
    """Note on each line where the ends of others come in; those ends move there."""
    met = sorted(set(meeting))
    moved: set[int] = set()
    for which, line in near(array_of(lines), array_of([Point(ends[one]) for one in met]), far):
        end = met[which]
        if end in cuts[line].values():
            continue
        along, place = place_along(lines[line], Point(ends[end]))
        cuts[line][along] = end
        if end not in moved:
            moved.add(end)
            places[end] = place


# --- on a lattice ---------------------------------------------------------------------------------------------------


def ways(net: LineNetwork, lattice: Lattice, *, least: float = 0.0, keep: frozenset[Node] = frozenset()) -> set[Link]:
    """Return the links of the lattice that a network takes: connected where its lines are."""
    nodes = lattice.at(lattice.axial(net.meetings)) if len(net.meetings) else []
    links: set[Link] = set()
    degree = [0] * len(nodes)
    for reach in net.reaches:
        degree[reach.start] += 1
        degree[reach.end] += 1
        for part, a, b in _parts(reach, nodes, lattice):
            links |= _links(part, a, b, lattice, least, keep)
    ends = {node for node, many in zip(nodes, degree, strict=True) if many == 1}
    return _prune(links, ends)


def _parts(reach: LineReach, nodes: Sequence[Node], lattice: Lattice) -> list[tuple[Floats, Node, Node]]:
    """Return a reach with the nodes it joins; one that comes back to its beginning in two halves."""
    a, b = nodes[reach.start], nodes[reach.end]
    if a != b:
        return [(reach.places, a, b)]
    far = int(np.hypot(*(reach.places - reach.places[0]).T).argmax())
    if not 0 < far < len(reach.places) - 1:
        return []
    (middle,) = lattice.at(lattice.axial(reach.places[far : far + 1]))
    return [(reach.places[: far + 1], a, middle), (reach.places[far:], middle, b)] if middle != a else []


def _links(places: Floats, a: Node, b: Node, lattice: Lattice, least: float, keep: frozenset[Node]) -> set[Link]:
    """Return the links of one line; drawn the other way round it has the same."""
    if b < a:
        places, a, b = places[::-1], b, a
    visits = lattice.visits(places)
    walked = list(straighten(visits, lattice, least, keep)) if least > 0 else [visit.node for visit in visits]
    walked = without_loops([*lattice.way(a, walked[0]), *walked, *lattice.way(walked[-1], b)])
    return {(min(one, other), max(one, other)) for one, other in pairwise(walked)}


def _prune(links: set[Link], ends: set[Node]) -> set[Link]:
    """Return the links without stubs: what leads to where nothing goes on and no line ends."""
    at: dict[Node, set[Link]] = {}
    for link in links:
        for node in link:
            at.setdefault(node, set()).add(link)
    left = set(links)
    stubs = sorted(node for node in at if node not in ends and len(at[node]) == 1)
    while stubs:
        node = stubs.pop()
        if node in ends or len(at[node]) != 1:
            continue
        (link,) = at[node]
        left.discard(link)
        other = link[0] if link[1] == node else link[1]
        at[node].discard(link)
        at[other].discard(link)
        if len(at[other]) == 1:
            stubs.append(other)
    return left
