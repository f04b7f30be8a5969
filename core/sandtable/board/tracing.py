"""Tracing: the way along what is drawn from one place to another, as a pen follows a border that is there already."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from heapq import heappop, heappush
from math import hypot, inf
from typing import Final

from shapely import Point

from sandtable.board.shapes import Place, noise
from sandtable.board.snapping import SnapIndex, segment_distances
from sandtable.engine.errors import Invalid

MOST_PLACES: Final = 50_000
"""A way that is not found among so many vertices is not looked for any further."""

Link = tuple[Place, Place]


def trace(index: SnapIndex, start: Place, end: Place, *, other: bool = False) -> list[Place]:
    """Return the shortest way along borders and lines between two places on them, both included.

    ``other``: the shortest of the ways that have no vertex in common with it: round the other side of an area.
    Raises ``Invalid`` where nothing that is drawn leads there.
    """
    network = _Network(index, start, end)
    way = network.shortest()
    return network.shortest(frozenset(way[1:-1]), network.straight if len(way) == 2 else frozenset()) if other else way


class _Network:
    """What is drawn as places that lie beside each other, with two more places on it."""

    def __init__(self, index: SnapIndex, start: Place, end: Place) -> None:
        self._index, self.start, self.end = index, start, end
        out, into = (_segments_at(index, place) for place in (start, end))
        for place, links in ((start, out), (end, into)):
            if not links:
                raise Invalid(f"no border runs through {place[0]:g}, {place[1]:g}: begin and end on what is drawn")
        both = [link for link in out if link in into]
        self._first = [*([end] if both else []), *(place for link in out for place in link)]
        """The places beside the start."""
        self._last = {place for link in into for place in link}
        """Those beside the end."""
        self.straight = frozenset(_links_along(both, start, end))
        """All links that lead along a segment which the two have in common."""

    def shortest(self, barred: Collection[Place] = frozenset(), closed: Collection[Link] = frozenset()) -> list[Place]:
        """Return the shortest way that avoids some places and some links."""
        before, cost, done = {self.start: self.start}, {self.start: 0.0}, set[Place]()
        heap = [(_far(self.start, self.end), self.start)]
        while heap and len(done) < MOST_PLACES:
            _, here = heappop(heap)
            if here == self.end:
                return self._way(before)
            if here in done:
                continue
            done.add(here)
            for there in self._beside(here):
                if there in barred or (here, there) in closed:
                    continue
                price = cost[here] + _far(here, there)
                if price < cost.get(there, inf):
                    cost[there], before[there] = price, here
                    heappush(heap, (price + _far(there, self.end), there))
        (x0, y0), (x1, y1) = self.start, self.end
        how = "no other border" if barred or closed else "no border"
        raise Invalid(f"{how} leads from {x0:g}, {y0:g} to {x1:g}, {y1:g}: draw that way by hand")

    def _beside(self, place: Place) -> Iterator[Place]:
        if place == self.start:
            yield from self._first
        if place in self._last:
            yield self.end
        for thing in self._index.things_near(place, 0.0):
            yield from thing.ways.get(place, ())

    def _way(self, before: dict[Place, Place]) -> list[Place]:
        way = [self.end]
        while way[-1] != self.start:
            way.append(before[way[-1]])
        return way[::-1]


def _links_along(segments: list[Link], start: Place, end: Place) -> Iterator[Link]:
    """Yield the links that lead from start to end, or back over the same ground, on segments that both lie on."""
    yield start, end
    for one, other in segments:
        yield one, other
        yield other, one
        for tip in (one, other):
            if _far(tip, start) >= _far(tip, end):
                yield start, tip
            if _far(tip, end) >= _far(tip, start):
                yield tip, end


def _segments_at(index: SnapIndex, place: Place) -> list[Link]:
    """Return the segments that a place lies on, those that end there too."""
    reach = max(index.tolerance, 10 * noise(Point(place)))
    found: set[Link] = set()
    for thing in index.things_near(place, reach):
        near = thing.segments[segment_distances(thing.segments, place) <= reach]
        found |= {((x0, y0), (x1, y1)) for (x0, y0), (x1, y1) in near.tolist()}
    return sorted(found)


def _far(one: Place, other: Place) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])
