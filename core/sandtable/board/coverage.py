"""The areas of a map as one coverage: what does not fit, and making it fit."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Literal

import numpy as np
import shapely
from msgspec import Struct
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.board.borders import Borders
from sandtable.board.contacts import Floats, Ints, as_places, near
from sandtable.board.cutting import as_shape
from sandtable.board.overlaps import overlaps
from sandtable.board.shapely_arrays import Shapes, coverage_clean, empty_indices, joined, misfits
from sandtable.board.shapes import Shape, array_of, faces_of, is_shape, parts_of, shape_of
from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import Invalid


class CoverageFault(Struct, frozen=True):
    """A place where areas do not fit together.

    ``gap``: a narrow space that no area covers, with the areas around it. ``overlap``: what two areas
    both cover. ``loose``: a border that the two draw differently, within the tolerance; harmless until
    one of them is edited. ``width`` is in map units, across.
    """

    kind: Literal["gap", "overlap", "loose"]
    areas: tuple[SpaceId, ...]
    shape: BaseGeometry
    width: float


def faults(borders: Borders, gap_width: float) -> Iterator[CoverageFault]:
    """Yield what does not fit: gaps up to this width, overlaps wider than the tolerance, loose borders."""
    yield from loose_borders(borders)
    yield from overlap_faults(borders)
    for gap, width in holes(borders.shapes):
        if width <= gap_width:
            yield gap_fault(borders, gap)


def loose_borders(borders: Borders) -> Iterator[CoverageFault]:
    """Yield the borders that two areas draw differently, within the tolerance."""
    for border in borders.loose():
        pair = border.a, border.b
        yield CoverageFault("loose", pair, borders.line(pair), borders.tolerance)


def overlap_faults(
    borders: Borders, among: Ints | None = None, of: Collection[SpaceId] | None = None
) -> Iterator[CoverageFault]:
    """Yield what two areas both cover, wider than the tolerance: of all, or among those with these indices.

    ``of``: only where one of the two is one of these.
    """
    which = np.arange(len(borders.ids)) if among is None else among
    ours = None if of is None else np.array([borders.ids[at] in of for at in which], np.bool_)
    found = overlaps(borders.shapes.take(which), 0.0, of=ours)
    pairs: list[tuple[int, int]] = np.stack((which.take(found.a), which.take(found.b)), axis=1).tolist()
    for a, b in pairs:
        both = borders.shape(a).intersection(borders.shape(b))
        parts = [part for part in parts_of(both) if mean_width(part) > borders.tolerance]
        if parts:
            one, other = borders.ids[a], borders.ids[b]
            yield CoverageFault("overlap", (one, other), shape_of(one, parts), max(map(mean_width, parts)))


def gap_fault(borders: Borders, hole: Polygon) -> CoverageFault:
    """Return a hole as the gap that it is between the areas around it, as they alone draw it."""
    near = borders.around([hole.bounds], 0.0)
    touching: Ints = near[shapely.intersects(borders.shapes.take(near), hole)]
    inside = hole.representative_point()
    gap = next((one for one, _ in holes(borders.shapes.take(touching)) if one.covers(inside)), hole)
    around: list[int] = touching.tolist()
    return CoverageFault("gap", tuple(borders.ids[at] for at in around), gap, mean_width(gap))


def holes(shapes: Shapes) -> Iterator[tuple[Polygon, float]]:
    """Yield what all these enclose and none covers, with its mean width."""
    for part in parts_of(joined(shapes)):
        for hole in part.interiors:
            gap = Polygon(hole)
            yield gap, mean_width(gap)


def mean_width(polygon: Polygon) -> float:
    """Return the mean width of a sliver: that of the rectangle with its area and its outline."""
    half, area = polygon.length / 2, polygon.area
    root = max(half * half - 4 * area, 0.0) ** 0.5
    return float(2 * area / (half + root)) if half else 0.0


def simplify_coverage(
    ids: Sequence[SpaceId], shapes: Shapes, tolerance: float, *, outside: bool
) -> dict[SpaceId, Shape]:
    """Return all areas with fewer vertices, shared borders staying shared; ``outside`` simplifies coasts too."""
    if not tolerance > 0 or not np.isfinite(tolerance):
        raise Invalid(f"borders cannot be simplified by {tolerance!r}: choose a width above 0, in map units")
    if len(bad := misfits(shapes)):
        raise Invalid(f"the borders of {_some(ids, bad)} do not fit together: clean the map, then simplify it")
    return _shapes_by_id(ids, shapely.coverage_simplify(shapes, tolerance, simplify_boundary=outside), "simplified")


def clean_coverage(ids: Sequence[SpaceId], shapes: Shapes, snap: float, gap_width: float) -> dict[SpaceId, Shape]:
    """Return all areas with borders that fit to the last bit.

    Vertices within ``snap`` are put together, overlaps given to one side, gaps up to ``gap_width``
    closed. Raises ``Invalid`` if an area would vanish.
    """
    for name, width in (("snap", snap), ("gap width", gap_width)):
        if not (width >= 0 and np.isfinite(width)):
            raise Invalid(f"the map cannot be cleaned with a {name} of {width!r}: choose 0 or more, in map units")
    if (clean := coverage_clean()) is not None:
        fitting = clean(shapes, snapping_distance=snap, gap_width=gap_width)
    else:
        fitting = _snap_and_clean(ids, shapes, snap, gap_width)
    return _shapes_by_id(ids, fitting, "cleaned")


def _shapes_by_id(ids: Sequence[SpaceId], shapes: Shapes, done: str) -> dict[SpaceId, Shape]:
    if len(gone := empty_indices(shapes)):
        raise Invalid(f"nothing would be left of {_some(ids, gone)} once {done}: choose a smaller width")
    return {id: as_shape(shape, id) for id, shape in zip(ids, shapes.tolist(), strict=True)}


def _some(ids: Sequence[SpaceId], which: Ints) -> str:
    some: list[int] = which[:5].tolist()
    names = ", ".join(repr(ids[at]) for at in some)
    return names + (f" and {len(which) - 5} more" if len(which) > 5 else "")


def _snap_and_clean(ids: Sequence[SpaceId], shapes: Shapes, snap: float, gap_width: float) -> Shapes:
    """Clean without ``coverage_clean``: all borders on one grid as wide as ``snap``, each face to its first owner."""
    outlines = shapely.boundary(shapes)
    if snap > 0:
        outlines = shapely.set_coordinates(outlines, _gather(shapely.get_coordinates(outlines), snap))
    lines = shapely.get_parts(shapely.union_all(outlines, grid_size=snap or None))
    faces = array_of(faces_of(lines))
    points = shapely.point_on_surface(faces)
    face, owner = shapely.STRtree(shapes).query(points, predicate="intersects")
    whose = np.full(len(faces), len(shapes))
    np.minimum.at(whose, face, owner)
    whose[whose == len(shapes)] = -1
    _close_gaps(faces, whose, gap_width)
    fitting = [shapely.coverage_union_all(faces[whose == at]) for at in range(len(shapes))]
    return array_of([shape if is_shape(shape) else Polygon() for shape in fitting])


def _gather(xy: Floats, snap: float) -> Floats:
    """Return every place moved to the first of those that it is near to, or near to through others."""
    i, j = near(as_places(xy), snap)
    first, before = np.arange(len(xy)), None
    while before is None or not np.array_equal(first, before):
        before = first.copy()
        np.minimum.at(first, i, first[j])
        np.minimum.at(first, j, first[i])
        first = first[first]  # whoever follows another follows whom that one follows
    return xy[first]


def _close_gaps(faces: Shapes, whose: Ints, gap_width: float) -> None:
    """Give every narrow face without an owner to the owner it has the longest border with."""
    between = Borders(tuple(SpaceId(f"{at:09}") for at in range(len(faces))), faces, 0.0)
    shared: dict[int, dict[int, float]] = {}
    for border in between:
        for gap, beside in ((int(border.a), int(border.b)), (int(border.b), int(border.a))):
            if whose[gap] < 0 <= whose[beside]:
                lengths = shared.setdefault(gap, {})
                lengths[int(whose[beside])] = lengths.get(int(whose[beside]), 0.0) + border.length
    for gap, lengths in shared.items():
        if mean_width(faces[gap]) <= gap_width:
            whose[gap] = max(lengths, key=lambda owner: (lengths[owner], -owner))
