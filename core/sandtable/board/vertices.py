"""Vertices of borders: inserted, dropped, in all areas that share them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from shapely import Point

from sandtable.board import cutting
from sandtable.board.areas import AreaMap, vertices_near
from sandtable.board.shapely_arrays import nearest
from sandtable.board.shapes import Place, noise
from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import Invalid


def insert(areas: AreaMap, at: Place) -> AreaMap:
    """Return the map with a vertex on the border that runs through a place, in all areas that share it."""
    _require_numbers([at])
    point = Point(at)
    reach = max(areas.tolerance, noise(point) * 10)
    beside = areas.near(point, reach)
    lines = {id: shape.boundary for id in beside if (shape := areas[id]).boundary.distance(point) <= reach}
    if not lines:
        raise Invalid(f"no border runs through {at[0]:g}, {at[1]:g}: name a place on a border")
    place = nearest(min(lines.values(), key=lambda line: line.distance(point)), point)
    changes = {id: cutting.with_vertices(areas[id], [place], reach) for id in lines}
    changes = {id: shape for id, shape in changes.items() if shape is not areas[id]}
    if not changes:
        raise Invalid(f"the border has a vertex at {at[0]:g}, {at[1]:g} already: move that one")
    return areas.redraw(changes, f"a vertex at {at[0]:g}, {at[1]:g}")


def drop(areas: AreaMap, at: Place) -> AreaMap:
    """Return the map without a vertex, in all areas that have it; raises ``Invalid`` where more than two lines meet."""
    _require_numbers([at])
    shapes = {id: areas[id] for id in areas.near(Point(at), areas.tolerance)}
    having = {
        id: places for id, shape in shapes.items() if (places := set(vertices_near(shape, [at], areas.tolerance)))
    }
    if not having:
        raise Invalid(f"no border has a vertex at {at[0]:g}, {at[1]:g}: choose a vertex")
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


def _require_numbers(places: Sequence[Place]) -> None:
    if not np.isfinite(np.array(places, np.float64)).all():
        raise Invalid("a vertex is at a place that is not a number: give places in map units")
