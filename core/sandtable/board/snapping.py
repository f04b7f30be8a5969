"""What a place on a map snaps to: a vertex, a crossing, a middle or an edge of what is drawn, or a point of a hex."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from sandtable.board.contacts import Flags, Floats, Ints
from sandtable.board.shapely_arrays import boxes
from sandtable.board.shapes import Place, array_of, is_shape
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from sandtable.board.hex_board import HexBoard
    from sandtable.board.maps import Map

SnapKind = Literal["vertex", "crossing", "middle", "edge", "corner", "side", "centre"]
"""The first four are of what is drawn; of a hex: a corner, the middle of a side, the centre."""

KINDS: Final[tuple[SnapKind, ...]] = ("vertex", "crossing", "middle", "edge", "corner", "side", "centre")

RANK: Final[dict[SnapKind, int]] = {
    "vertex": 0, "crossing": 0, "corner": 0, "middle": 1, "side": 1, "centre": 1, "edge": 2,
}  # fmt: skip
"""Within reach one snaps to the sharpest first: to an edge only where nothing on it is as near."""

MOST_SIDES: Final = 60
"""Crossings are looked for among so many segments, the nearest."""


class Owner(NamedTuple):
    """What something drawn belongs to: an area, a line, a hex, or what is being drawn just now."""

    what: Literal["area", "line", "hex", "drawing"]
    id: str


class SnapTarget(NamedTuple):
    """A place to snap to, and whose it is; ``distance`` in map units."""

    kind: SnapKind
    place: Place
    of: tuple[Owner, ...]
    distance: float


class DrawnSegments:
    """Something drawn, taken apart when it is first asked for."""

    def __init__(self, owner: Owner, geometry: BaseGeometry) -> None:
        self.owner, self.geometry = owner, geometry

    @cached_property
    def segments(self) -> Floats:
        """``(n, 2, 2)``: the ends of each, the lesser first, so that all who share a segment have it alike."""
        lines = shapely.boundary(self.geometry) if is_shape(self.geometry) else self.geometry
        xy, part = shapely.get_coordinates(shapely.get_parts(lines), return_index=True)
        whole: Flags = part[1:] == part[:-1]
        return _segments(xy, whole)

    @cached_property
    def ways(self) -> dict[Place, list[Place]]:
        """The vertices beside each vertex."""
        beside: dict[Place, list[Place]] = {}
        for (x0, y0), (x1, y1) in self.segments.tolist():
            beside.setdefault((x0, y0), []).append((x1, y1))
            beside.setdefault((x1, y1), []).append((x0, y0))
        return beside


def _segments(xy: Floats, joined: Flags | None = None) -> Floats:
    ends: Floats = np.stack((xy[:-1], xy[1:]), axis=1)
    if joined is not None:
        ends = ends[joined]
    (x0, y0), (x1, y1) = ends[:, 0].T, ends[:, 1].T
    turned: Flags = (x0 > x1) | ((x0 == x1) & (y0 > y1))
    ends[turned] = ends[turned][:, ::-1]
    return ends


class SnapIndex:
    """All that one can snap to on one revision of a map; ``after`` goes on with the next."""

    def __init__(self, things: Sequence[DrawnSegments], hexes: HexBoard | None, tolerance: float) -> None:
        self._things, self._hexes, self.tolerance = tuple(things), hexes, tolerance
        self._boxes = boxes(array_of([thing.geometry for thing in things])).reshape(-1, 4).T.copy()

    @classmethod
    def of(cls, sheet: Map) -> SnapIndex:
        """Return that of a map."""
        return cls([DrawnSegments(owner, drawn) for owner, drawn in _drawn(sheet)], sheet.hexes, _tolerance(sheet))

    def after(self, sheet: Map) -> SnapIndex:
        """Return that of a later revision; only what was drawn anew is taken apart again."""
        known = {thing.owner: thing for thing in self._things}
        things = [
            thing
            if (thing := known.get(owner)) is not None and thing.geometry is drawn
            else DrawnSegments(owner, drawn)
            for owner, drawn in _drawn(sheet)
        ]
        return SnapIndex(things, sheet.hexes, _tolerance(sheet))

    def targets(
        self, at: Place, reach: float, *, kinds: Collection[SnapKind] = KINDS, drawing: Sequence[Place] = ()
    ) -> list[SnapTarget]:
        """Return what lies within reach of a place, the best first: points before edges, then the nearest, then by id.

        ``drawing`` is what is being drawn: one snaps to its vertices, and to where it crosses what is there.
        """
        _require(at, reach)
        found: dict[tuple[SnapKind, Place], set[Owner]] = {}
        for kind, place, owner in (*self._drawn_targets(at, reach, drawing), *self._hex_targets(at, reach)):
            if kind in kinds:
                found.setdefault((kind, place), set()).add(owner)
        targets = [
            SnapTarget(kind, place, tuple(sorted(owners)), float(np.hypot(place[0] - at[0], place[1] - at[1])))
            for (kind, place), owners in found.items()
        ]
        kept = [one for one in targets if one.distance <= reach]
        return sorted(kept, key=lambda one: (RANK[one.kind], one.distance, KINDS.index(one.kind), one.of, one.place))

    def nearest(
        self, at: Place, reach: float, *, kinds: Collection[SnapKind] = KINDS, drawing: Sequence[Place] = ()
    ) -> SnapTarget | None:
        """Return the best of them; ``None`` where nothing lies within reach."""
        return next(iter(self.targets(at, reach, kinds=kinds, drawing=drawing)), None)

    def things_near(self, at: Place, reach: float) -> Iterator[DrawnSegments]:
        """Yield what is drawn and has its box within reach of a place."""
        x, y = at
        return self.things_in(x - reach, y - reach, x + reach, y + reach)

    def things_in(self, left: float, low: float, right: float, high: float) -> Iterator[DrawnSegments]:
        """Yield what is drawn and has its box in common with another."""
        x0, y0, x1, y1 = self._boxes
        near = (x0 <= right) & (x1 >= left) & (y0 <= high) & (y1 >= low)
        return (self._things[number] for number in np.flatnonzero(near).tolist())

    def vertices_in(self, left: float, low: float, right: float, high: float) -> list[Place]:
        """Return all vertices in a box, in order."""
        seen = [thing.segments.reshape(-1, 2) for thing in self.things_in(left, low, right, high)]
        xy = np.concatenate(seen) if seen else np.empty((0, 2))
        inside = (xy[:, 0] >= left) & (xy[:, 0] <= right) & (xy[:, 1] >= low) & (xy[:, 1] <= high)
        return sorted(set(_pairs(xy[inside])))

    # --- what is drawn ------------------------------------------------------------------------------------------

    def _drawn_targets(
        self, at: Place, reach: float, drawing: Sequence[Place]
    ) -> Iterator[tuple[SnapKind, Place, Owner]]:
        owners: list[Owner] = []
        sides: list[Floats] = []
        for owner, segments in self._segments_near(at, reach, drawing):
            for place in _within(segments.reshape(-1, 2), at, reach):
                yield "vertex", place, owner
            near = segments[segment_distances(segments, at) <= reach]
            for place in _within(near.mean(axis=1), at, reach):
                yield "middle", place, owner
            for place in _pairs(_nearest_on(near, at)):
                yield "edge", place, owner
            owners += [owner] * len(near)
            sides.append(near)
        if sides:
            yield from _crossings(np.concatenate(sides), owners, at)

    def _segments_near(self, at: Place, reach: float, drawing: Sequence[Place]) -> Iterator[tuple[Owner, Floats]]:
        for thing in self.things_near(at, reach):
            yield thing.owner, thing.segments
        if drawing:
            places = drawing if len(drawing) > 1 else [*drawing, *drawing]
            yield Owner("drawing", ""), _segments(np.array(places, np.float64))

    # --- hexes --------------------------------------------------------------------------------------------------

    def _hex_targets(self, at: Place, reach: float) -> Iterator[tuple[SnapKind, Place, Owner]]:
        if self._hexes is None:
            return
        grid, (x, y) = self._hexes.grid, at
        around = (grid.at(x + dx, y + dy) for dx in (-reach, 0, reach) for dy in (-reach, 0, reach))
        for hex in sorted({one for one in around if one is not None}):
            owner, corners = Owner("hex", self._hexes.numbers.of(hex)), grid.corners(hex)
            yield "centre", grid.centre(hex), owner
            for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
                yield "corner", (x0, y0), owner
                yield "side", ((x0 + x1) / 2, (y0 + y1) / 2), owner


def _drawn(sheet: Map) -> Iterator[tuple[Owner, BaseGeometry]]:
    if sheet.areas is not None:
        yield from ((Owner("area", id), sheet.areas[id]) for id in sheet.areas)
    for line in sheet.lines:
        yield Owner("line", line.id), line.geometry


def _tolerance(sheet: Map) -> float:
    return sheet.areas.tolerance if sheet.areas is not None else 0.0


def _require(at: Place, reach: float) -> None:
    if not np.isfinite([*at, reach]).all() or reach < 0:
        raise Invalid(f"nothing can be looked for within {reach} of {at[0]}, {at[1]}: give numbers in map units")


# --- arithmetic -----------------------------------------------------------------------------------------------------


def segment_distances(segments: Floats, at: Place) -> Floats:
    """Return how far each of these segments, ``(n, 2, 2)``, is from a place."""
    far: Floats = np.hypot(*(_nearest_on(segments, at) - at).T)
    return far


def _nearest_on(segments: Floats, at: Place) -> Floats:
    """Return the place of each segment that is nearest to one, ``(n, 2)``."""
    start, way = segments[:, 0], segments[:, 1] - segments[:, 0]
    square = (way * way).sum(axis=1)
    part = ((np.array(at) - start) * way).sum(axis=1) / np.where(square > 0, square, 1.0)
    nearest: Floats = np.where(part[:, None] < 1.0, start + way * np.clip(part, 0.0, 1.0)[:, None], segments[:, 1])
    return nearest  # its very end where that is it: adding up would miss it by a bit


def _within(places: Floats, at: Place, reach: float) -> list[Place]:
    return _pairs(places[np.hypot(*(places - at).T) <= reach])


def _pairs(places: Floats) -> list[Place]:
    rows: list[list[float]] = places.tolist()
    return [(x, y) for x, y in rows]


def _crossings(segments: Floats, owners: Sequence[Owner], at: Place) -> Iterator[tuple[SnapKind, Place, Owner]]:
    """Yield where these segments run through each other, once for either of the two."""
    order: Ints = np.lexsort((*segments.reshape(-1, 4).T, segment_distances(segments, at)))[:MOST_SIDES]
    first, way = segments[order, 0], segments[order, 1] - segments[order, 0]
    i, j = np.triu_indices(len(order), 1)
    apart, across = first[j] - first[i], way[i, 0] * way[j, 1] - way[i, 1] * way[j, 0]
    slanted = np.where(across == 0, 1.0, across)
    s = (apart[:, 0] * way[j, 1] - apart[:, 1] * way[j, 0]) / slanted
    t = (apart[:, 0] * way[i, 1] - apart[:, 1] * way[i, 0]) / slanted
    inside = (across != 0) & (s > INNER) & (s < 1 - INNER) & (t > INNER) & (t < 1 - INNER)
    for number in np.flatnonzero(inside).tolist():
        (place,) = _pairs((first[i[number]] + way[i[number]] * s[number])[None])
        for one in (i[number], j[number]):
            yield "crossing", place, owners[int(order[one])]


INNER: Final = 1e-9
"""Two segments cross where neither of them ends."""
