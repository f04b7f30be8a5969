"""How the areas of a map fit together: overlaps, gaps, cracks and crumbs, kept up edit by edit.

Whatever edits led to a map, what is kept of it is what a first look would find, to the last bit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.board.coverage import CoverageFault, gap_fault, loose_borders, overlap_faults
from sandtable.board.covered_ground import CoveredGround
from sandtable.board.shapely_arrays import come_near, cracks
from sandtable.board.shapes import array_of, parts_of
from sandtable.board.spaces import Pair, SpaceId
from sandtable.design.redrawing import crumbs

if TYPE_CHECKING:
    from sandtable.board.adjacency import Box
    from sandtable.board.areas import AreaMap
    from sandtable.board.contacts import Ints

MANY: Final = 4
"""What is drawn anew of more than one in so many areas is looked at from scratch."""

FREE: Final = 1e-9
"""As much of its outline may an area seem to share with nobody, by rounding alone."""


class Fitting:
    """How areas fit; ``narrow`` is how wide noise may be, in map units."""

    _moved: frozenset[SpaceId]

    def __init__(self, areas: AreaMap, narrow: float) -> None:
        """Look at all of them."""
        self.areas, self.narrow = areas, narrow
        self._ground = CoveredGround(areas)
        self._moved = frozenset()
        self.overlaps = {_pair(fault): fault for fault in overlap_faults(areas.borders)}
        self.gaps = _gaps(areas, self._ground)
        self.cracks = _edges(areas, np.arange(len(areas)), narrow)
        self.crumbs = _crumbs(areas, areas.ids, narrow)

    def after(self, areas: AreaMap, narrow: float) -> Fitting:
        """Return how the areas of the edited map fit: only what was drawn anew, and what is beside it, is looked at."""
        changed = {*areas.changed_since(self.areas), *(() if areas.ids == self.areas.ids else self._gone(areas))}
        if narrow != self.narrow or len(changed) * MANY > len(areas):
            return Fitting(areas, narrow)
        then = Fitting.__new__(Fitting)
        then.go_on(self, areas, changed)
        return then

    def go_on(self, was: Fitting, areas: AreaMap, changed: set[SpaceId]) -> None:
        """Begin with what is known of the areas before the edit; for ``after`` alone."""
        self.areas, self.narrow = areas, was.narrow
        self._ground, moved = was.ground_so_far
        self._moved = moved | changed
        self.overlaps, self.cracks, self.crumbs = dict(was.overlaps), dict(was.cracks), dict(was.crumbs)
        self._look_at_overlaps(changed)
        self._look_at_crumbs(changed)
        boxes = [box for known in (was.areas, areas) for id in changed if (box := known.borders.box(id)) is not None]
        around = areas.borders.around(boxes, self.narrow)
        if not self.overlaps and areas.borders.share_all(around):
            for at in _indices(
                around
            ):  # whose outlines are drawn alike by two areas each, neither misfits nor has gaps
                self.cracks.pop(areas.ids[at], None)
            self.gaps = self._gaps_after(changed, was, bare=False)
        else:
            self._look_at_cracks(changed, was.areas)
            self.gaps = self._gaps_after(changed, was, bare=self._have_free_outline(changed, was))

    @property
    def ground_so_far(self) -> tuple[CoveredGround, frozenset[SpaceId]]:
        """The ground as it was joined last, and what has been drawn anew since."""
        return self._ground, self._moved

    @cached_property
    def faults(self) -> tuple[CoverageFault, ...]:
        """Where shapes do not fit: loose borders, overlaps, and all gaps, however wide."""
        overlaps = (self.overlaps[pair] for pair in sorted(self.overlaps))
        return (*loose_borders(self.areas.borders), *overlaps, *self.gaps)

    def _gone(self, areas: AreaMap) -> Iterator[SpaceId]:
        return (id for id in self.areas if id not in areas)

    # --- looking again ------------------------------------------------------------------------------------------

    def _look_at_overlaps(self, changed: set[SpaceId]) -> None:
        for pair in [pair for pair in self.overlaps if not changed.isdisjoint(pair)]:
            del self.overlaps[pair]
        borders = self.areas.borders
        boxes = [box for id in changed if (box := borders.box(id)) is not None]
        found = overlap_faults(borders, borders.around(boxes, 0.0), changed)
        self.overlaps |= {_pair(fault): fault for fault in found}

    def _look_at_cracks(self, changed: set[SpaceId], was: AreaMap) -> None:
        """Look at the outlines of what was drawn anew, of what was beside it and of what is beside it now."""
        moved: list[BaseGeometry] = [areas[id] for areas in (was, self.areas) for id in changed if id in areas]
        beside = _near(self.areas, moved, self.narrow)
        with_neighbours = _near(self.areas, [self.areas.borders.shape(at) for at in _indices(beside)], self.narrow)
        found = _edges(self.areas, with_neighbours, self.narrow)
        again = {*changed, *(self.areas.ids[at] for at in _indices(beside))}
        kept = {id: edge for id, edge in self.cracks.items() if id not in again}
        self.cracks = {**kept, **{id: edge for id, edge in found.items() if id in again}}

    def _look_at_crumbs(self, changed: set[SpaceId]) -> None:
        kept = {id: parts for id, parts in self.crumbs.items() if id not in changed}
        self.crumbs = kept | _crumbs(self.areas, (id for id in changed if id in self.areas), self.narrow)

    def _gaps_after(self, changed: set[SpaceId], was: Fitting, *, bare: bool) -> tuple[CoverageFault, ...]:
        """Return the gaps once areas were drawn anew.

        Whoever is beside a gap has a stretch of outline that it shares with nobody. Where there is none round all that
        was drawn anew (``bare``), and no gap was near, there is none now: nothing needs to be joined.
        """
        moved = [areas[id].bounds for areas in (was.areas, self.areas) for id in changed if id in areas]
        if bare or _are_near(was.gaps, moved):
            self._ground, self._moved = self._ground.after(self.areas, self._moved), frozenset()
            return _gaps(self.areas, self._ground)
        return was.gaps

    def _have_free_outline(self, changed: set[SpaceId], was: Fitting) -> bool:
        """Tell whether one of these, or what was beside it, has outline that it shares with nobody, or not alike."""
        ids = {id for id in (*_beside(was.areas, changed), *changed) if id in self.areas}
        shared = dict.fromkeys(ids, 0.0)
        for border in self.areas.borders.of(ids):
            if border.loose:
                return True
            for id in (border.a, border.b):
                if id in shared:
                    shared[id] += border.length
        return any(abs(self.areas[id].length - length) > FREE * self.areas[id].length for id, length in shared.items())


def _pair(fault: CoverageFault) -> Pair:
    a, b = fault.areas
    return a, b


def _near(areas: AreaMap, shapes: list[BaseGeometry], reach: float) -> Ints:
    """Return, in order, which areas come within reach of one of these shapes."""
    near = areas.borders.around([shape.bounds for shape in shapes], reach)
    if not len(near):
        return near
    return near[come_near(areas.borders.shapes.take(near), array_of(shapes), reach)]


def _are_near(gaps: Iterable[CoverageFault], boxes: Collection[Box]) -> bool:
    """Tell whether a gap may touch what lies in one of these boxes."""
    frames = [gap.shape.bounds for gap in gaps]
    return any(a[0] <= b[2] and b[0] <= a[2] and a[1] <= b[3] and b[1] <= a[3] for a in frames for b in boxes)


def _beside(areas: AreaMap, ids: Collection[SpaceId]) -> set[SpaceId]:
    """Return the areas that share a border with one of these."""
    return {id for border in areas.borders.of(ids) for id in (border.a, border.b)}


def _gaps(areas: AreaMap, ground: CoveredGround) -> tuple[CoverageFault, ...]:
    """Return what all areas together enclose and none covers, in order of the areas around it."""
    found = [gap_fault(areas.borders, hole) for hole in ground.holes()]
    return tuple(sorted(found, key=lambda gap: (gap.areas, gap.shape.bounds)))


def _edges(areas: AreaMap, which: Ints, narrow: float) -> dict[SpaceId, BaseGeometry]:
    """Return, of some areas, the edges that misfit another of them, or run beside it with a crack between."""
    edges: list[BaseGeometry] = cracks(areas.borders.shapes.take(which), narrow).tolist()
    ids = (areas.ids[at] for at in _indices(which))
    return {id: edge for id, edge in zip(ids, edges, strict=True) if not edge.is_empty}


def _crumbs(areas: AreaMap, ids: Iterable[SpaceId], narrow: float) -> dict[SpaceId, list[Polygon]]:
    """Return the parts of areas that are no more than noise."""
    found = {id: crumbs(parts_of(areas[id]), narrow) for id in ids}
    return {id: parts for id, parts in sorted(found.items()) if parts}


def _indices(which: Ints) -> list[int]:
    found: list[int] = which.tolist()
    return found
