"""Cutting, joining and bending single shapes, so that their neighbours still fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shapely
from shapely import LineString, MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.board.adjacency import derive
from sandtable.board.contacts import Floats, index_pairs
from sandtable.board.shapely_arrays import distances, misfits, nearest
from sandtable.board.shapes import Place, Shape, array_of, faces_of, is_shape, noise, parts_of, shape_of
from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import Invalid

Side = frozenset[Place]
"""The two ends of a segment."""


class CutShape(NamedTuple):
    """A shape in two, and the new vertices on its old border, by side, which its neighbours need too."""

    larger: Shape
    smaller: Shape
    vertices: dict[Side, list[Place]]


def checked_line(line: BaseGeometry) -> LineString:
    """Return the line in two dimensions; raise ``Invalid`` if nothing can be cut along it."""
    if not isinstance(line, LineString) or line.is_empty:
        raise Invalid(f"a {line.geom_type} cuts nothing: draw a line of two points or more")
    if not np.isfinite(shapely.get_coordinates(line)).all():
        raise Invalid("the line has a point that is not a number: draw it again")
    if not line.is_simple:
        x, y = _crossing(line)
        raise Invalid(f"the line crosses itself at {x:g}, {y:g}: draw it without the loop")
    return LineString(shapely.get_coordinates(line))


def _crossing(line: LineString) -> Place:
    """Return a point where a line meets itself."""
    pieces = [places_of(piece) for piece in shapely.get_parts(shapely.node(line))]
    ends = Counter(place for piece in pieces for place in (piece[0], piece[-1]))
    return max(ends, key=ends.__getitem__)


def places_of(geometry: BaseGeometry) -> list[Place]:
    """Return all its vertices, ring by ring."""
    xy: list[list[float]] = shapely.get_coordinates(geometry).tolist()
    return [(x, y) for x, y in xy]


def cut(id: SpaceId, shape: Shape, line: LineString, tolerance: float) -> CutShape:
    """Cut a shape along a line whose ends lie outside, or within the tolerance of its border.

    What the line does not touch stays with the larger part. Raises ``Invalid`` if the line leaves no two sides.
    """
    line = checked_line(line)
    reach = max(tolerance, noise(shape, line))
    ready, line = ends_on_border(shape, line, reach)
    faces = _faces(ready, line)
    if len(faces) == len(shapely.get_parts(ready)):
        raise Invalid(
            f"the line does not cross {id!r}: draw it right across and beyond both borders, or all around a piece of it"
        )
    sides = _sides(id, faces, line)
    left, right = ([face for face, side in zip(faces, sides, strict=True) if side == one] for one in (1, -1))
    smaller, larger = sorted((right, left), key=lambda parts: sum(part.area for part in parts))
    larger = larger + [face for face, side in zip(faces, sides, strict=True) if not side]
    return CutShape(shape_of(id, larger), shape_of(id, smaller), _new_vertices(shape, faces))


def ends_on_border(shape: Shape, line: LineString, reach: float) -> tuple[Shape, LineString]:
    """Let an end of the line that all but meets the border meet it in a vertex."""
    xy = shapely.get_coordinates(line)
    for end in (0, -1):
        border, tip = shape.boundary, Point(xy[end])
        if border.distance(tip) <= reach:
            place = nearest(border, tip)
            xy[end] = place
            shape = with_vertices(shape, [place], reach)
    return shape, LineString(xy)


def _faces(shape: Shape, line: LineString) -> list[Polygon]:
    """Return what a line makes of a shape, each ring against the clock."""
    noded = shapely.union_all([shapely.boundary(shape), line])
    faces = array_of(faces_of(array_of([noded])))
    shapely.prepare(shape)
    inside = shapely.contains(shape, shapely.point_on_surface(faces))
    return [face for face in shapely.orient_polygons(faces[inside]) if isinstance(face, Polygon)]


def _sides(id: SpaceId, faces: list[Polygon], line: LineString) -> list[int]:
    """Say on which side of the line each face lies: 1 left, -1 right, 0 untouched."""
    found = derive(array_of(faces), 0.0)
    sides = [0] * len(faces)
    for row, (a, b) in enumerate(index_pairs(found.pairs)):
        for x0, y0, x1, y1 in found.pieces[found.ends[row] : found.ends[row + 1]].tolist():
            side = 1 if _along(line, (x0, y0), (x1, y1)) else -1
            if sides[a] == -side or sides[b] == side:
                raise Invalid(
                    f"the line crosses {id!r} several times and does not leave two sides: cut one piece at a time"
                )
            sides[a], sides[b] = side, -side
    return sides


def _along(line: LineString, start: Place, end: Place) -> bool:
    """Say whether a piece of a line, directed, runs the way the line does."""
    middle = Point((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    xy = shapely.get_coordinates(line)
    ways = array_of([LineString(ends) for ends in pairwise(places_of(line))])
    at = int(np.argmin(distances(ways, middle)))
    ahead = xy[at + 1] - xy[at]
    return float(ahead[0] * (end[0] - start[0]) + ahead[1] * (end[1] - start[1])) > 0


def _new_vertices(shape: Shape, faces: list[Polygon]) -> dict[Side, list[Place]]:
    """Return the vertices on the border of the shape that the faces have and it has not, by its sides."""
    times = Counter(side for face in faces for side in sides_of(face))
    outer = {place for side, count in times.items() if count == 1 for place in side}
    rings = rings_of(shape)
    new: dict[Side, list[Place]] = {}
    for place in sorted(outer.difference(*rings)):
        _, after, number = _nearest_side(rings, place)
        new.setdefault(frozenset(rings[number][after : after + 2]), []).append(place)
    return new


def sides_of(shape: Shape) -> Counter[Side]:
    """Return how often the outline has each of its segments, whatever its direction."""
    return Counter(frozenset(ends) for ring in rings_of(shape) for ends in pairwise(ring))


def _nearest_side(rings: list[list[Place]], place: Place) -> tuple[float, int, int]:
    """Return the distance of the nearest segment, its number in its ring, and the ring's."""
    each = ((*_nearest(ring, place), number) for number, ring in enumerate(rings))
    return min(each, key=lambda one: (one[0], one[2]))


def rings_of(shape: BaseGeometry) -> list[list[Place]]:
    """Return the vertices of every ring of a shape, the first of each again at its end."""
    rings = shapely.get_rings(shapely.get_parts(shape))
    return [places_of(ring) for ring in rings]


def _rebuilt(shape: Shape, rings: Iterable[list[Place]]) -> Shape:
    """Return the shape with other rings, in the order of ``rings_of``."""
    supply = iter(rings)
    parts: list[Polygon] = []
    for part in parts_of(shape):
        shell, *holes = (next(supply) for _ in range(1 + len(part.interiors)))
        parts.append(Polygon(shell, holes))
    return parts[0] if isinstance(shape, Polygon) else MultiPolygon(parts)


def with_vertices(shape: Shape, places: Iterable[Place], reach: float) -> Shape:
    """Return the shape with these vertices on its border, each where the border comes nearest within reach."""
    rings = rings_of(shape)
    added = False
    for place in places:
        distance, after, number = _nearest_side(rings, place)
        if distance <= reach and place not in rings[number]:
            rings[number].insert(after + 1, place)
            added = True
    return _rebuilt(shape, rings) if added else shape


def _nearest(ring: list[Place], place: Place) -> tuple[float, int]:
    """Return how far a ring is from a place, and the segment that is nearest."""
    xy = np.array(ring) - place
    a, way = xy[:-1], np.diff(xy, axis=0)
    square = (way * way).sum(axis=1)
    part = np.clip(-(a * way).sum(axis=1) / np.where(square > 0, square, 1.0), 0.0, 1.0)
    distance: Floats = np.hypot(*(a + way * part[:, None]).T)
    at = int(np.argmin(distance))
    return float(distance[at]), at


def move_vertices(shape: Shape, moves: Mapping[Place, Place]) -> Shape:
    """Return the shape with its vertices at these places moved."""
    rings = [[moves.get(place, place) for place in ring] for ring in rings_of(shape)]
    rings = [[place for at, place in enumerate(ring) if not at or place != ring[at - 1]] for ring in rings]
    if any(len(ring) < 4 for ring in rings):
        x, y = next(iter(moves.values()))
        raise Invalid(f"nothing would be left of a ring at {x:g}, {y:g}: move the vertex elsewhere")
    return _rebuilt(shape, rings)


def merge_shapes(keep: SpaceId, one: Shape, other: Shape, *, alike: bool, tolerance: float) -> Shape:
    """Return two shapes that share a border as one; ``alike``: both draw it with the same vertices."""
    fitting = alike and not len(misfits(array_of([one, other])))
    whole = shapely.coverage_union_all([one, other]) if fitting else one.union(shapely.snap(other, one, tolerance))
    return shape_of(keep, parts_of(whole))


def flat(shapes: Iterable[Shape], place: Place) -> bool:
    """Say whether every shape that has this vertex runs straight through it, from the same place to the same place."""
    ways = {way for shape in shapes for way in ways_through(shape, place)}
    return len(ways) == 1 and all(len(way) == 2 and _straight(*_ends(way, place)) for way in ways)


def ways_through(shape: Shape, place: Place) -> set[Side]:
    """Return from where to where the outline of a shape runs through a vertex; a triangle counts as no way."""
    ways: set[Side] = set()
    for ring in rings_of(shape):
        open_ring = ring[:-1]
        for at, vertex in enumerate(open_ring):
            if vertex == place:
                before, after = open_ring[at - 1], open_ring[(at + 1) % len(open_ring)]
                ways.add(frozenset((before, after)) if len(open_ring) >= 4 else frozenset())
    return ways


def _ends(way: Side, place: Place) -> tuple[Place, Place, Place]:
    before, after = sorted(way)
    return before, place, after


def _straight(before: Place, place: Place, after: Place) -> bool:
    way = LineString((before, after))
    way_and_place = noise(way, Point(place))
    return way.length > 0 and way.distance(Point(place)) <= way_and_place


def without(shape: Shape, place: Place) -> Shape:
    """Return the shape without a vertex."""
    rings: list[list[Place]] = []
    for ring in rings_of(shape):
        kept = [vertex for vertex in ring[:-1] if vertex != place]
        rings.append([*kept, kept[0]] if kept else ring)
    return _rebuilt(shape, rings)


def as_shape(shape: BaseGeometry, id: SpaceId) -> Shape:
    """Return the geometry as a shape; GEOS promises no more than a geometry."""
    if is_shape(shape):
        return shape
    return shape_of(id, parts_of(shape))
