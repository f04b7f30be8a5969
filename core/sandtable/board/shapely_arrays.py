"""What we ask of shapely where its stubs say too little; everything here takes and returns typed arrays."""
# pyright: reportUnknownMemberType=false
# The stubs leave the keyword arguments of these functions without a type, which strict checking minds at every use.

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, cast

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely import LineString, MultiLineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.board.contacts import Flags, Floats, Ints

Shapes = NDArray[np.object_]


class Outlines(NamedTuple):
    """The segments of all rings of all shapes, in order of the shapes."""

    xy: Floats
    """``(n, 2)``, every ring closed."""
    first: Ints
    """``(m,)``, the index in ``xy`` where each segment begins; it ends at the next."""
    owner: Ints
    """``(n,)``, the index of the shape each coordinate belongs to."""


def outlines(shapes: Shapes) -> Outlines:
    """Take polygons and multipolygons apart."""
    parts, shape = shapely.get_parts(shapes, return_index=True)
    if shapely.get_num_interior_rings(parts).any():
        rings, part = shapely.get_rings(parts, return_index=True)
        shape = shape.take(part)
    else:
        rings = parts
    xy, ring = shapely.get_coordinates(rings, return_index=True)
    xy += 0.0  # no -0.0: equal positions have equal bits
    return Outlines(xy, (ring[1:] == ring[:-1]).nonzero()[0], shape.take(ring))


def segment_counts(shapes: Shapes) -> Ints:
    """Return how many segments with a length the outlines of each shape have."""
    drawn = outlines(shapes)
    long = (drawn.xy.take(drawn.first, 0) != drawn.xy.take(drawn.first + 1, 0)).any(axis=1)
    return np.bincount(drawn.owner.take(drawn.first[long]), minlength=len(shapes))


def boxes(shapes: Shapes) -> Floats:
    """Return ``(n, 4)``: left, low, right, high."""
    return shapely.bounds(shapes)


def come_near(shapes: Shapes, others: Shapes, reach: float) -> Flags:
    """Tell, ``(n,) bool``, which shapes come within reach of one of the others.

    Only those are measured whose boxes do. The others are prepared, which a measured distance between two outlines is
    worth; as copies, for other threads may be looking at them.
    """
    here, there = boxes(shapes)[:, None, :], boxes(others)[None, :, :]
    close = np.all((here[..., :2] - reach <= there[..., 2:]) & (there[..., :2] <= here[..., 2:] + reach), axis=2)
    one, other = close.nonzero()
    near = np.zeros(len(shapes), np.bool_)
    prepared = shapely.force_2d(others)
    shapely.prepare(prepared)
    near[one[shapely.dwithin(prepared[other], shapes[one], reach)]] = True
    return near


def in_plane(shapes: Shapes) -> Shapes:
    """Return the geometries without heights."""
    if not shapely.has_z(shapes).any():
        return shapes
    plane: Shapes = shapely.force_2d(shapes)
    return plane


def misfits(shapes: Shapes) -> Ints:
    """Return which shapes have an edge that overlaps others or is not drawn alike by them."""
    return np.flatnonzero(~shapely.is_empty(shapely.coverage_invalid_edges(shapes)))


def joined(shapes: Shapes) -> BaseGeometry:
    """Return all ground that shapes cover: in a fraction of the time where they fit together."""
    whole: BaseGeometry = shapely.union_all(shapes) if len(misfits(shapes)) else shapely.coverage_union_all(shapes)
    return whole


def widest_at(shape: Polygon, within: float) -> tuple[float, tuple[float, float]]:
    """Return how far from its border the place is that lies farthest inside a shape, and that place."""
    line = shapely.maximum_inscribed_circle(shape, tolerance=within)
    x, y = shapely.get_coordinates(line)[0].tolist()
    return float(line.length), (x, y)


def cracks(shapes: Shapes, width: float) -> Shapes:
    """Return the edges of each shape that misfit, or run beside another's with a gap up to this width between."""
    edges: Shapes = shapely.coverage_invalid_edges(shapes, gap_width=width)
    return edges


def empty_indices(shapes: Shapes) -> Ints:
    """Return which geometries are empty or missing."""
    gone: Flags = shapely.is_empty(shapes) | shapely.is_missing(shapes)
    return np.flatnonzero(gone)


def extents(shapes: Shapes) -> Floats:
    """Return how wide a square as large as each is."""
    across: Floats = np.sqrt(shapely.area(shapes))
    return across


def vertices_in(shapes: Shapes) -> int:
    """Return how many coordinates they have together."""
    return int(shapely.get_num_coordinates(shapes).sum())


def tree_of(shapes: Shapes) -> shapely.STRtree:
    """Return a tree that finds shapes by their boxes."""
    return shapely.STRtree(shapes)


def box_pairs(tree: shapely.STRtree, shapes: Shapes) -> tuple[Ints, Ints]:
    """Return pairs of these shapes and those of the tree whose boxes meet, by their indices."""
    i, j = tree.query(shapes)
    return i.astype(np.int64), j.astype(np.int64)


def share_ground(some: Shapes, others: Shapes) -> Flags:
    """Say of which of these pairs, side by side, the insides have a place in common."""
    shapely.prepare(some)
    shared: Flags = shapely.relate_pattern(some, others, "T********")
    return shared


def common(some: Shapes, others: Shapes) -> Floats:
    """Return how wide what these pairs both cover is: as a strip of that area and outline."""
    both = shapely.intersection(some, others)
    outline = shapely.length(both)
    width: Floats = np.divide(2 * shapely.area(both), outline, out=np.zeros(len(both)), where=outline > 0)
    return width


def merge_segments(pieces: Floats) -> LineString | MultiLineString:
    """Return segments (``(n, 4)``) as one line, or as few as there can be."""
    line = shapely.line_merge(MultiLineString(list(pieces.reshape(-1, 2, 2))))
    return line if isinstance(line, LineString) else cast("MultiLineString", line)


def merge_lines(lines: Shapes) -> LineString | MultiLineString:
    """Return lines as one, or as few as there can be; what two of them share is in it once."""
    line = shapely.line_merge(shapely.union_all(lines))
    return line if isinstance(line, LineString) else cast("MultiLineString", line)


def chains_of(segments: Floats) -> Shapes:
    """Return segments ``(n, 2, 2)`` that meet in their ends as lines, each as long as no third one joins it."""
    lines: Shapes = np.asarray(shapely.linestrings(segments))
    merged = shapely.line_merge(cast("BaseGeometry", shapely.multilinestrings(lines)))
    parts: Shapes = shapely.get_parts(merged)
    return parts


def nearest(geometry: BaseGeometry, point: Point) -> tuple[float, float]:
    """Return the place on a geometry that is nearest to a point."""
    (x, y), _ = shapely.get_coordinates(shapely.shortest_line(geometry, point)).tolist()
    return float(x), float(y)


def distances(geometries: Shapes, point: Point) -> Floats:
    """Return how far each is from a point."""
    far: Floats = shapely.distance(geometries, point)
    return far


def coverage_clean() -> Callable[..., Shapes] | None:
    """Return the function of that name, which shapely has from 2.2 on, over GEOS 3.14."""
    found = getattr(shapely, "coverage_clean", None)
    return cast("Callable[..., Shapes] | None", found) if shapely.geos_version >= (3, 14, 0) else None
