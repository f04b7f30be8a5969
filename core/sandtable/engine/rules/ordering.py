"""Declared order: what comes before what, circles refused, ties by name."""

from __future__ import annotations

from collections import deque
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, TypeVar

from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence

N = TypeVar("N", bound="Hashable")


def declared_order(nodes: Sequence[N], before: Iterable[tuple[N, N]], says: Callable[[N], str] = str) -> list[N]:
    """Sort ``nodes`` so that for every pair (a, b) a stands before b; ties keep the given order.

    Raises ``Invalid`` naming the nodes of a circle.
    """
    place = {node: at for at, node in enumerate(nodes)}
    followers: dict[N, list[N]] = {node: [] for node in nodes}
    waits = dict.fromkeys(nodes, 0)
    for first, second in set(before):
        if first in place and second in place:
            followers[first].append(second)
            waits[second] += 1
    free = [place[node] for node in nodes if not waits[node]]
    heapify(free)
    out: list[N] = []
    while free:
        node = nodes[heappop(free)]
        out.append(node)
        for follower in followers[node]:
            waits[follower] -= 1
            if not waits[follower]:
                heappush(free, place[follower])
    if len(out) < len(nodes):
        raise Invalid(
            f"the declared order runs in a circle: {' before '.join(says(node) for node in _circle(followers, waits))}"
        )
    return out


def _circle(followers: dict[N, list[N]], waits: dict[N, int]) -> list[N]:
    """Return one circle among the nodes that still wait, its first node repeated at the end."""
    stuck = {node for node, count in waits.items() if count}
    leaders = {node: [n for n in stuck if node in followers[n]] for node in stuck}
    node = min(stuck, key=str)
    seen: list[N] = []
    while node not in seen:
        seen.append(node)
        node = min(leaders[node], key=str)
    way = [*seen[seen.index(node) :], node]
    return way[::-1]


def way_round(names: Mapping[N, Collection[N]], node: N) -> tuple[N, ...]:
    """Return the shortest way from a node back to itself by what each names, the node at both ends; empty: none."""
    trails: deque[tuple[N, ...]] = deque([(node,)])
    seen: set[N] = set()
    while trails:
        trail = trails.popleft()
        for one in names[trail[-1]]:
            if one == node:
                return (*trail, one)
            if one in names and one not in seen:
                seen.add(one)
                trails.append((*trail, one))
    return ()


def reachable(before: Iterable[tuple[N, N]]) -> set[tuple[N, N]]:
    """Return the transitive closure of the pairs."""
    direct: dict[N, set[N]] = {}
    for first, second in before:
        direct.setdefault(first, set()).add(second)
    closure: set[tuple[N, N]] = set()
    for start, after in direct.items():
        front, seen = set(after), set[N]()
        while front:
            node = front.pop()
            seen.add(node)
            front |= direct.get(node, set()) - seen
        closure |= {(start, node) for node in seen}
    return closure
