"""An area map: shapes that share borders, and the edits that keep them shared."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final

import numpy as np
import shapely
from shapely import LineString, MultiPoint, Point
from shapely.geometry.base import BaseGeometry

from sandtable.board import coverage, cutting
from sandtable.board.borders import Borders
from sandtable.board.contacts import Flags
from sandtable.board.coverage import CoverageFault
from sandtable.board.cutting import Side
from sandtable.board.shapely_arrays import Shapes, boxes, come_near, vertices_in
from sandtable.board.shapes import Place, Shape, array_of, mend_shape, noise, parts_of, sound_shapes
from sandtable.board.spaces import Edge, Pair, SpaceId, place_in
from sandtable.engine.errors import Invalid, unknown

TOLERANCE: Final = 1e-6
"""The tolerance of a map that states none, as a part of its larger extent."""


class AreaMap:
    """Areas by id, in order of the ids; never changed, every edit returns a new map.

    ``tolerance`` is in map units: two areas border where their outlines run within it of each other.
    It stays through all edits. 0 takes equal edges only.
    """

    def __init__(self, shapes: Mapping[SpaceId, BaseGeometry], tolerance: float | None = None) -> None:
        """Raise ``Invalid`` for a shape that no area can have and for a tolerance below 0."""
        ids = tuple(sorted(shapes))
        array = sound_shapes(ids, [shapes[id] for id in ids])
        if tolerance is None:
            tolerance = TOLERANCE * _extent(array)
        if not (tolerance >= 0 and np.isfinite(tolerance)):
            raise Invalid(f"the map cannot have a tolerance of {tolerance!r}: choose 0 or more, in map units")
        self.ids, self.tolerance, self._shapes = ids, float(tolerance), array
        self._last: tuple[Mapping[SpaceId, Shape | None], AreaMap] | None = None

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[SpaceId]:
        return iter(self.ids)

    def __contains__(self, id: object) -> bool:
        return id in self.by_id

    def __getitem__(self, id: SpaceId) -> Shape:
        """Return the shape of an area; raises ``Invalid`` naming the nearest ids when there is none."""
        try:
            return self.by_id[id]
        except KeyError:
            raise unknown("area", id, self.ids) from None

    @cached_property
    def by_id(self) -> Mapping[SpaceId, Shape]:
        """The shapes by id, in order."""
        return dict(zip(self.ids, self._shapes.tolist(), strict=True))

    @cached_property
    def borders(self) -> Borders:
        """Who borders whom; derived when first asked for, then kept up edit by edit."""
        return Borders(self.ids, self._shapes, self.tolerance)

    def edges(self) -> tuple[Edge, ...]:
        """Return the contacts as derived edges of a graph."""
        return tuple(self.borders.edges())

    def faults(self, gap_width: float | None = None) -> tuple[CoverageFault, ...]:
        """Return what does not fit: gaps up to this width (ten tolerances), overlaps, loose borders."""
        return tuple(coverage.faults(self.borders, 10 * self.tolerance if gap_width is None else gap_width))

    @property
    def vertices(self) -> int:
        """How many vertices all outlines have, shared ones once for each area."""
        return vertices_in(self._shapes)

    def changed_since(self, was: AreaMap) -> list[SpaceId]:
        """Return the areas that are new, or drawn anew."""
        if self.ids == was.ids:
            pairs = zip(self.ids, self._shapes.tolist(), was._shapes.tolist(), strict=True)
            return [id for id, one, other in pairs if one is not other]
        return [id for id in self.ids if id not in was or self[id] is not was[id]]

    def touching(self, geometry: BaseGeometry) -> tuple[SpaceId, ...]:
        """Return the areas that a geometry touches or lies in: those under a point, along a line."""
        touched: Flags = shapely.intersects(self._shapes, geometry)
        return tuple(self.ids[int(at)] for at in np.flatnonzero(touched))

    def _place(self, id: SpaceId) -> int:
        at = place_in(self.ids, id)
        if at is None:
            raise unknown("area", id, self.ids)
        return at

    # --- edits --------------------------------------------------------------------------------------------------

    def put(self, id: SpaceId, shape: BaseGeometry) -> AreaMap:
        """Return the map with an area drawn anew, or one more; its neighbours are left alone."""
        return self.after({id: sound_shapes([id], [shape])[0]})

    def remove(self, id: SpaceId) -> AreaMap:
        """Return the map without an area."""
        self._place(id)
        return self.after({id: None})

    def split(self, id: SpaceId, line: LineString, part: SpaceId) -> AreaMap:
        """Return the map with an area cut along a line; the larger part keeps the id, the other is ``part``.

        Neighbours get a vertex where the line ends on their border.
        """
        shape = self[id]
        if part in self:
            raise Invalid(f"{id!r} cannot be split into itself and {part!r}, which already exists: choose a new id")
        done = cutting.cut(id, shape, line, self.tolerance)
        changes: dict[SpaceId, Shape | None] = {id: done.larger, part: done.smaller}
        for side, places in done.vertices.items():
            for near in self._beside(id, side, places):
                before = changes.get(near) or self[near]
                after = cutting.with_vertices(before, places, max(self.tolerance, noise(shape)))
                if after.is_valid:
                    changes[near] = after
        return self.after(changes)

    def _beside(self, id: SpaceId, side: Side, places: Iterable[Place]) -> list[SpaceId]:
        """Return the areas on the other side of a segment: those that have it too, else those it runs along."""
        reach = max(self.tolerance, noise(self[id]))
        near = [other for place in places for other in self.near(Point(place), reach) if other != id]
        near = list(dict.fromkeys(near))
        return [other for other in near if side in cutting.sides_of(self[other])] or near

    def merge(self, keep: SpaceId, gone: SpaceId) -> AreaMap:
        """Return the map with ``gone`` made part of ``keep``.

        Where their border met others, a vertex that all areas there now run straight through is dropped.
        """
        pair = self._checked_pair(keep, gone)
        alike = self.borders[pair].loose == 0
        whole = cutting.merge_shapes(keep, self[keep], self[gone], alike=alike, tolerance=self.tolerance)
        changes: dict[SpaceId, Shape | None] = {keep: whole, gone: None}
        for place in sorted(set(cutting.places_of(self.borders.line(pair)))):
            around = {id: changes.get(id) or self[id] for id in self.near(Point(place), 0.0) if id != gone}
            if cutting.flat(around.values(), place):
                without = {id: cutting.without(shape, place) for id, shape in around.items()}
                changes |= {id: shape for id, shape in without.items() if shape != around[id]}
        sound_shapes([id for id, shape in changes.items() if shape], [shape for shape in changes.values() if shape])
        return self.after(changes)

    def _checked_pair(self, keep: SpaceId, gone: SpaceId) -> Pair:
        """Return the two if they may be merged."""
        if self._place(keep) == self._place(gone):
            raise Invalid(f"{keep!r} cannot be merged with itself: name two areas")
        if (keep, gone) not in self.borders:
            corner = any({keep, gone} == set(touching) for touching, _ in self.borders.corners)
            how = "touch at a corner only" if corner else "do not touch"
            raise Invalid(f"{keep!r} and {gone!r} {how}: merge areas that share a border")
        return keep, gone

    def move_vertex(self, at: Place, to: Place) -> AreaMap:
        """Return the map with a vertex moved; see ``move_vertices``."""
        return self.move_vertices({at: to})

    def move_vertices(self, moves: Mapping[Place, Place], elsewhere: Collection[Place] = ()) -> AreaMap:
        """Return the map with vertices moved in all areas that have them, or have one within the tolerance.

        Raises ``Invalid`` for a place without a vertex, unless it is that of something ``elsewhere``, and if a border
        would cross itself or another.
        """
        for at, to in moves.items():
            if not np.isfinite([*at, *to]).all():
                raise Invalid(f"a vertex cannot be moved from {at} to {to}: give two places in map units")
        moved: dict[SpaceId, Shape] = {}
        met: set[Place] = set()
        for id in self.near(MultiPoint(list(moves)), self.tolerance) if moves else ():
            targets = vertices_near(self[id], moves, self.tolerance)
            met |= set(targets.values())
            if targets:
                moved[id] = cutting.move_vertices(self[id], {place: moves[at] for place, at in targets.items()})
        for at in sorted(moves.keys() - met - set(elsewhere)):
            raise Invalid(f"no border has a vertex at {at[0]:g}, {at[1]:g}: choose a vertex, or zoom in")
        to = next(iter(moves.values()), (0.0, 0.0))
        return self.redraw(moved, f"a vertex at {to[0]:g}, {to[1]:g}") if moved else self

    def redraw(self, changes: Mapping[SpaceId, Shape], what: str) -> AreaMap:
        """Return the map with areas drawn anew, their neighbours as they are.

        Raises ``Invalid`` for an unsound shape, and where ``what`` makes one cover more of others than it did.
        """
        sound_shapes(list(changes), list(changes.values()))
        after = self.after(changes)
        self._refuse_overlap(after, changes, what)
        return after

    def simplify(self, width: float, *, outside: bool = True) -> AreaMap:
        """Return the map with bends narrower than ``width`` taken out of its borders, and of its coasts if asked."""
        return self.after(coverage.simplify_coverage(self.ids, self._shapes, width, outside=outside))

    def clean(self, snap: float | None = None, gap_width: float = 0.0) -> AreaMap:
        """Return the map with borders that fit to the last bit.

        Vertices within ``snap`` (the tolerance) are put together, overlaps given to one side, gaps up
        to ``gap_width`` closed.
        """
        return self.after(
            coverage.clean_coverage(self.ids, self._shapes, self.tolerance if snap is None else snap, gap_width)
        )

    def after(self, changes: Mapping[SpaceId, Shape | None]) -> AreaMap:
        """Return the map with these areas drawn anew, added or (``None``) removed; whoever calls has sound shapes.

        What was asked last is kept: what is tried is done next.
        """
        if self._last is None or not _same_shapes(self._last[0], changes):
            self._last = dict(changes), self._of(self.borders.after(changes))
        return self._last[1]

    @classmethod
    def _of(cls, borders: Borders) -> AreaMap:
        """Return the map with these borders."""
        areas = cls.__new__(cls)
        areas.__dict__ |= {
            "ids": borders.ids,
            "tolerance": borders.tolerance,
            "_shapes": borders.shapes,
            "borders": borders,
            "_last": None,
        }
        return areas

    def near(self, geometry: BaseGeometry, reach: float) -> list[SpaceId]:
        """Return the areas that come within reach of a geometry."""
        near = come_near(self._shapes, array_of([geometry]), reach)
        return [self.ids[int(at)] for at in np.flatnonzero(near)]

    def _refuse_overlap(self, after: AreaMap, moved: Mapping[SpaceId, Shape], what: str) -> None:
        """Raise ``Invalid`` if areas that were moved cover more of others than they did."""
        more_of = {id: shape.difference(self[id]) if id in self else shape for id, shape in moved.items()}
        for id, shape in moved.items():
            for other in after.touching(shape):
                if other == id or (other in moved and other < id):
                    continue
                if not _share_ground(more_of[id], after[other]) and (
                    other not in moved or not _share_ground(more_of[other], shape)
                ):
                    continue
                common = parts_of(shape.intersection(after[other]))
                if not common:
                    continue
                more, allowed = sum(part.area for part in common), max(self.tolerance, noise(shape))
                allowed *= sum(part.length for part in common)
                if more > allowed and id in self and other in self:
                    more -= self[id].intersection(self[other]).area
                if more > allowed:
                    raise Invalid(
                        f"{what} would make {id!r} overlap {other!r}: choose a place inside the areas that share it"
                    )


def _share_ground(one: BaseGeometry, other: BaseGeometry) -> bool:
    """Say whether two shapes have ground in common, were it by rounding alone."""
    return one.intersection(other).area > 0.0


def _same_shapes(one: Mapping[SpaceId, Shape | None], other: Mapping[SpaceId, Shape | None]) -> bool:
    """Say whether two sets of changes have the same objects, which never change."""
    return one.keys() == other.keys() and all(shape is other[id] for id, shape in one.items())


def _extent(shapes: Shapes) -> float:
    """Return the width or the height of it all, whichever is larger."""
    if not len(shapes):
        return 0.0
    around = boxes(shapes)
    return float((around[:, 2:].max(axis=0) - around[:, :2].min(axis=0)).max())


def vertices_near(shape: Shape, places: Collection[Place], reach: float) -> dict[Place, Place]:
    """Return the vertices of a shape that are at some places, or within reach of one, each with that place."""
    vertices = cutting.places_of(shape)
    found = {vertex: vertex for vertex in vertices if vertex in places}
    if reach > 0:
        xy = np.array(vertices)
        for place in places:
            near = np.flatnonzero(np.hypot(*(xy - place).T) <= reach).tolist()
            found = {**{vertices[at]: place for at in near}, **found}
    return found


__all__ = ["AreaMap", "CoverageFault", "Shape", "mend_shape"]
