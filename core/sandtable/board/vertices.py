"""Vertices of borders: inserted, dropped, in all areas that share them."""

from __future__ import annotations

from collections.abc import Collection

from shapely import MultiPoint, Point
from shapely.geometry.base import BaseGeometry

from sandtable.board import cutting
from sandtable.board.areas import AreaMap, vertices_near
from sandtable.board.shapely_arrays import nearest
from sandtable.board.shapes import Place, Shape, noise
from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import Invalid


def place_on(areas: AreaMap, at: Place) -> Place | None:
    """Return the place on a border that is nearest; ``None`` where no border runs through there."""
    lines = _lines_through(areas, at)
    return nearest(min(lines.values(), key=lambda line: line.distance(Point(at))), Point(at)) if lines else None


def reach_at(at: Place, tolerance: float = 0.0) -> float:
    """Return how far from a place something may be that counts as there, map units."""
    return max(tolerance, noise(Point(at)) * 10)


def insert(areas: AreaMap, at: Place) -> AreaMap:
    """Return the map with a vertex on the border that runs through a place, in all areas that share it.

    Where all have one already it is the same map.
    """
    lines = _lines_through(areas, at)
    changes = {id: cutting.with_vertices(areas[id], [at], reach_at(at, areas.tolerance)) for id in lines}
    changes = {id: shape for id, shape in changes.items() if shape is not areas[id]}
    return areas.redraw(changes, f"a vertex at {at[0]:g}, {at[1]:g}") if changes else areas


def join(areas: AreaMap, places: Collection[Place]) -> AreaMap:
    """Return the map with vertices at places put into every border that runs through them and has none there.

    Where all have them already it is the same map.
    """
    points = MultiPoint(list(places))
    reach = max(areas.tolerance, noise(points) * 10)
    changes: dict[SpaceId, Shape] = {}
    for id in areas.near(points, reach) if places else ():
        line = areas[id].boundary
        there = [place for place in places if line.distance(Point(place)) <= reach]
        met = set(vertices_near(areas[id], there, reach).values())
        shape = cutting.with_vertices(areas[id], [place for place in there if place not in met], reach)
        if shape is not areas[id]:
            changes[id] = shape
    return areas.redraw(changes, "a vertex on a border") if changes else areas


def _lines_through(areas: AreaMap, at: Place) -> dict[SpaceId, BaseGeometry]:
    point, reach = Point(at), reach_at(at, areas.tolerance)
    lines = {id: areas[id].boundary for id in areas.near(point, reach)}
    return {id: line for id, line in lines.items() if line.distance(point) <= reach}


def drop(areas: AreaMap, at: Place) -> AreaMap:
    """Return the map without a vertex, in all areas that have it; raises ``Invalid`` where more than two lines meet.

    Where no area has one it is the same map.
    """
    shapes = {id: areas[id] for id in areas.near(Point(at), areas.tolerance)}
    having = {
        id: places for id, shape in shapes.items() if (places := set(vertices_near(shape, [at], areas.tolerance)))
    }
    if not having:
        return areas
    ways = {way for id, places in having.items() for place in places for way in cutting.ways_through(shapes[id], place)}
    if len(ways) > 1:
        raise Invalid(f"several borders meet at {at[0]:g}, {at[1]:g}: move the vertex, or merge areas there")
    changes = {id: shapes[id] for id in having}
    for id, places in having.items():
        for place in places:
            changes[id] = cutting.without(changes[id], place)
    return areas.redraw(changes, f"the border without a vertex at {at[0]:g}, {at[1]:g}")


def stretch(areas: AreaMap, id: SpaceId, start: Place, end: Place) -> list[Place]:
    """Return the vertices of an area's outline from one to another, the shorter way, both included."""
    for ring in cutting.rings_of(areas[id]):
        places = ring[:-1]
        if start in places and end in places:
            one, other = places.index(start), places.index(end)
            forth = [places[(one + step) % len(places)] for step in range((other - one) % len(places) + 1)]
            back = [places[(one - step) % len(places)] for step in range((one - other) % len(places) + 1)]
            return min(forth, back, key=lambda way: (len(way), way))
    raise Invalid(
        f"{start[0]:g}, {start[1]:g} and {end[0]:g}, {end[1]:g} "
        f"are not two vertices of one outline of {id!r}: choose two"
    )
