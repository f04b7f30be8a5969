"""The map of the Fords: twelve areas, a river down its middle."""

from __future__ import annotations

from functools import cache
from typing import Final

import shapely
from msgspec import structs

from sandtable.board import Feature, Graph, Space, SpaceId
from sandtable.board.areas import AreaMap
from sandtable.board.maps import Map, MapInfo

NAMES: Final = (
    "Aldbrook", "Birchley", "Cranmere", "Dunford", "Eastwick", "Fenny Bridge",
    "Gorse Hill", "Hartwell", "Ivybridge", "Kingsford", "Larkfield", "Marlow",
)  # fmt: skip
HILLS: Final = ("Gorse Hill", "Cranmere")


def area_id(name: str) -> SpaceId:
    return SpaceId(name.lower().replace(" ", "_"))


@cache
def fords() -> Map:
    """Return a map of twelve areas, a river down its middle."""
    wobble = [(0, 6), (4, -5), (-6, 3), (5, 5), (-3, -6), (6, 0), (-5, 4), (2, -4), (4, 6), (-4, 0)]
    corner = {
        (x, y): (x * 100 + wobble[(3 * x + y) % 10][0], y * 100 + wobble[(x + 3 * y) % 10][1])
        for x in range(5)
        for y in range(4)
    }
    shapes = {
        area_id(NAMES[4 * y + x]): shapely.Polygon(
            [corner[x, y], corner[x + 1, y], corner[x + 1, y + 1], corner[x, y + 1]]
        )
        for x in range(4)
        for y in range(3)
    }
    areas = AreaMap(shapes, 0.0)
    spaces = [
        Space(area_id(name), name, "land", (("terrain", "mountain" if name in HILLS else "clear"),)) for name in NAMES
    ]
    west = {area_id(NAMES[4 * y + x]) for x in (0, 1) for y in range(3)}
    edges = [
        structs.replace(one, along=(Feature("river"),)) if (one.a in west) != (one.b in west) else one
        for one in areas.edges()
        if one.contact == "border"
    ]
    return Map(MapInfo("fords", "The Fords", unit="px"), Graph(spaces, edges), areas)


def beside(area: str) -> list[SpaceId]:
    return list(fords().graph.neighbours(SpaceId(area)))
