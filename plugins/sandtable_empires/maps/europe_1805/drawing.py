"""From the recipe and the base geography to the shapes of the map, which are kept as text.

This takes a minute and depends on the version of GEOS; the map is built from what it has drawn
(``areas.topojson``). ``scripts/europe`` draws again after a change of the recipe.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

import numpy as np
import shapely
from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.board import AreaMap, Place, Shape, Shapes, SpaceId, coverage_clean, misfits
from sandtable.engine import Invalid
from sandtable.interchange import Conic
from sandtable_empires.maps.cartography import seas as water
from sandtable_empires.maps.cartography.planar import (
    GRID,
    middle,
    nearest_on,
    parts_along,
    parts_of,
    unite,
    without,
)
from sandtable_empires.maps.cartography.topology import Topology
from sandtable_empires.maps.cartography.units import Wanted, areas, clip_areas, tidy
from sandtable_empires.maps.cartography.watercourses import beside, course, join_ends
from sandtable_empires.maps.europe_1805 import sources
from sandtable_empires.maps.europe_1805.sources import Degrees

PROJECTION = Conic(38.0, 60.0, latitude=50.0, longitude=16.0, radius=6371.0072)
"""On the sphere with the surface of the earth."""
FRAME = (-12.5, 29.1, 46.9, 66.9)
"""Degrees: west, south, east, north."""
DETAIL = 2.2
"""Kilometres: bends smaller than a triangle of about this height and width are taken out of borders."""
ISLAND = 70.0
"""Square kilometres: a smaller island is left out unless it is all there is of an area."""
ENCLAVE = 500.0
"""Square kilometres: a smaller piece of an area that lies among others belongs to them."""
SLIT = 2.0
"""Kilometres: an inlet narrower than this is no coast."""
NARROW = 1.1
"""Kilometres: water narrower than this is no sea; channels are wider."""
POND = 3000.0
"""Square kilometres: landlocked water smaller than this belongs to the land around."""
CONFLUENCE = 10.0
"""Kilometres: a river that ends no farther from another flows into it."""
OFFING = (18.0, 12.0, 8.0, 5.0, 3.0, 1.5)
"""Kilometres: the room around a blockade box, as much as there is."""
BEYOND = "beyond"
FAR_UNITS = (
    "JOR:*", "DZA:Adrar", "DZA:Tamanghasset", "DZA:Tindouf", "DZA:Béchar", "DZA:Illizi", "DZA:Ouargla", "DZA:Ghardaïa",
    "MAR:Guelmim - Es-Semara",
)  # fmt: skip


def draw_map() -> Topology:
    """Draw the map."""
    base = Topology.read((sources.HERE / "base.topojson").read_bytes())
    frame = _frame()
    units = {id: _plane(shape) for id, shape in base.shapes["units"].items()}
    far = unite(shape for id, shape in units.items() if _is_far(id))
    channels = _channels()
    units = {id: without(shape, channels) for id, shape in units.items() if not _is_far(id)}
    rivers = {name: shapely.difference(line, far) for name, line in _rivers(base).items()}
    land = areas(_wanted_areas(), units, sources.blocks(), rivers)
    land = tidy(clip_areas(land, frame, ISLAND), ENCLAVE, SLIT)
    marks = {id: [_place(mark) for mark in sea.marks] for id, sea in sources.seas().items()}
    open_water, narrow = water.open_water(without(without(frame, unite(land.values())), far), NARROW)
    wet, ponds = water.seas(marks, open_water, POND)
    return _topology(_fitting(land, wet, [*ponds, *narrow]), rivers)


def _channels() -> BaseGeometry:
    return unite(LineString(_line(one.line)).buffer(one.width / 2) for one in sources.channels())


def _is_far(unit: str) -> bool:
    return unit == BEYOND or unit in FAR_UNITS or unit.startswith("JOR:")


def _plane(shape: BaseGeometry) -> Shape:
    moved = shapely.transform(shape, lambda xy: np.rint(PROJECTION.project(xy) / GRID) * GRID)
    return unite([shapely.make_valid(moved, method="structure", keep_collapsed=False)])


def _place(degrees: Degrees) -> Place:
    x, y = (np.rint(PROJECTION.project(np.array([degrees])) / GRID) * GRID)[0].tolist()
    return float(x), float(y)


def _line(degrees: Sequence[Degrees]) -> list[Place]:
    return [_place(one) for one in degrees]


def _frame() -> Polygon:
    ring = LineString(shapely.get_coordinates(shapely.box(*FRAME))).segmentize(0.5)
    return Polygon(_line([(x, y) for x, y in shapely.get_coordinates(ring).tolist()]))


def _wanted_areas() -> list[Wanted]:
    return [
        Wanted(area.id, _place(area.at), area.units, Polygon(_line(area.drawn)) if area.drawn else None)
        for _, area in sources.areas()
    ]


def _rivers(base: Topology) -> dict[str, BaseGeometry]:
    by_name: dict[str, list[BaseGeometry]] = {}
    for id, line in base.lines["rivers"].items():
        by_name.setdefault(id.partition("/")[0], []).append(LineString(_line([(x, y) for x, y in line.coords])))
    frame = _frame()
    courses = {
        name: course([part for called in river.base for part in by_name[called]], [_line(one) for one in river.drawn])
        for name, river in sources.rivers().river.items()
    }
    within = {name: shapely.intersection(line, frame) for name, line in courses.items()}
    return join_ends(within, CONFLUENCE)


def _fitting(land: Mapping[str, Shape], wet: Mapping[str, Shape], ponds: Sequence[Polygon]) -> tuple[AreaMap, AreaMap]:
    """Return land and sea with borders that fit to the last digit, simplified; ponds become land."""
    names = [*land, *wet]
    pieces = np.array([*land.values(), *wet.values(), *ponds], object)
    clean = coverage_clean()
    if clean is None:
        raise Invalid("the map cannot be drawn with this shapely: it takes 2.2 or newer, over GEOS 3.14 or newer")
    whole = clean(pieces, snapping_distance=2 * GRID, gap_width=1.0)
    whole = _fill_ponds(whole, len(land), len(names))
    whole = shapely.coverage_simplify(whole, DETAIL)
    for _ in range(5):
        whole = shapely.transform(whole, lambda xy: np.rint(xy / GRID) * GRID)
        if shapely.is_valid(whole).all() and not len(misfits(whole)):
            break
        whole = clean(whole, snapping_distance=2 * GRID, gap_width=0.0)
    shapes = {SpaceId(name): cast("Shape", shape) for name, shape in zip(names, whole.tolist(), strict=True)}
    return (
        AreaMap({SpaceId(id): shapes[SpaceId(id)] for id in land}, tolerance=0.0),
        AreaMap({SpaceId(id): shapes[SpaceId(id)] for id in wet}, tolerance=0.0),
    )


def _fill_ponds(pieces: Shapes, dry: int, named: int) -> Shapes:
    """Give every pond to the land it has the longest shore with."""
    tree = shapely.STRtree(pieces[:dry])
    shores: dict[int, list[BaseGeometry]] = {}
    for pond in pieces[named:]:
        near = sorted(int(at) for at in tree.query(pond, predicate="intersects"))
        lengths = [(float(pond.boundary.intersection(pieces[at].boundary).length), -at) for at in near]
        if lengths:
            shores.setdefault(-max(lengths)[1], []).append(pond)
    for at, mine in shores.items():
        pieces[at] = shapely.coverage_union_all(np.array([pieces[at], *mine], object))
    return pieces[:named]


def _topology(maps: tuple[AreaMap, AreaMap], rivers: Mapping[str, BaseGeometry]) -> Topology:
    land, wet = maps
    topology = Topology(GRID)
    topology.shapes = {"land": {str(id): land[id] for id in land}, "sea": {str(id): wet[id] for id in wet}}
    topology.lines = {
        "rivers": {
            f"{name}/{number}": part for name, river in rivers.items() for number, part in enumerate(parts_along(river))
        }
    }
    topology.places = {"towns": _towns(land), "seas": {str(id): middle(wet[id]) for id in wet}, **_harbours(land, wet)}
    borders = {(str(one.a), str(one.b)): land.borders.line((one.a, one.b)) for one in land.borders}
    recipe = sources.rivers().recipe
    along = beside(borders, rivers, recipe.width, recipe.share)
    topology.facts = {
        "drawn_with": f"GEOS {shapely.geos_version_string}",
        "river_borders": [[a, b, river] for (a, b), river in sorted(along.items())],
    }
    return topology


def _towns(land: AreaMap) -> dict[str, Place]:
    """Say where the name of each area stands: at its town, or as near to it as lies well inside."""
    found: dict[str, Place] = {}
    for _, area in sources.areas():
        town = Point(_place(area.at))
        part = min(parts_of(land[SpaceId(area.id)]), key=lambda part: (part.distance(town), -part.area))
        found[area.id] = _inside(part, town)
    return found


def _inside(part: Polygon, place: Point) -> Place:
    room = next((room for room in (8.0, 4.0, 1.0) if not part.buffer(-room).is_empty), 0.0)
    return nearest_on(part.buffer(-room), place)


def _harbours(land: AreaMap, wet: AreaMap) -> dict[str, dict[str, Place]]:
    """Say where ports lie (on the coast of their area and sea, near the town) and their blockade boxes (off it)."""
    ports: dict[str, Place] = {}
    boxes: dict[str, Place] = {}
    for _, area in sources.areas():
        if area.port:
            sea = wet[SpaceId(area.port)]
            shore = land[SpaceId(area.id)].boundary.intersection(sea.boundary)
            if shore.is_empty:
                beside = ", ".join(wet.touching(land[SpaceId(area.id)])) or "none"
                raise Invalid(f"{area.id!r} has no coast on {area.port!r}: choose one of its seas ({beside})")
            ports[area.id] = nearest_on(shore, Point(_place(area.port_at or area.at)))
            boxes[area.id] = _off(sea, Point(ports[area.id]))
    return {"ports": ports, "boxes": boxes}


def _off(sea: Shape, port: Point) -> Place:
    """Return a place in the open sea before a port: with as much room around it as there is near by."""
    for room in OFFING:
        open_sea = sea.buffer(-room)
        if not open_sea.is_empty and open_sea.distance(port) <= 3 * room + 20.0:
            return nearest_on(open_sea, port)
    return nearest_on(sea.buffer(-OFFING[-1]), port)
