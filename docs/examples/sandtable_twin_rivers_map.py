"""The map of Twin Rivers, drawn from a text: areas between corners, towns, roads, and the two rivers."""

import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final
from zlib import crc32

import shapely

from sandtable.board import AreaMap, Edge, Feature, Graph, Map, MapInfo, MapLine, Place, Space, SpaceId, pair_of

FOLDER: Final = Path(__file__).parent
FORCES: Final = FOLDER / "sandtable_twin_rivers.toml"
DRAWING: Final = FOLDER / "sandtable_twin_rivers_map.toml"
INFO: Final = MapInfo("twin-rivers", "Twin Rivers", "Twelve areas between two rivers, each with one bridge.", unit="px")
BENDS: Final = 3
"""How often a line between two corners is halved and its middle moved aside."""
ASIDE: Final = 0.14
"""How far at most, as a part of its length."""


class Drawing:
    """The text of the map; every line of it bends in the same way, from whichever side it is drawn."""

    def __init__(self) -> None:
        drawn = tomllib.loads(DRAWING.read_text("utf-8"))
        self.areas, self.rivers = drawn["area"], drawn["river"]
        self.places: dict[str, Place] = {name: (x, y) for name, (x, y) in drawn["corner"].items()}
        self.places |= {name: tuple(area["town"]) for name, area in self.areas.items()}

    def line(self, names: list[str]) -> list[Place]:
        """Return the course through some corners and towns."""
        return [self.places[names[0]], *(place for a, b in pairwise(names) for place in self._bent(a, b)[1:])]

    def _bent(self, a: str, b: str) -> list[Place]:
        first, last = sorted((a, b))
        places = [self.places[first], self.places[last]]
        for turn in range(BENDS):
            places = [*_halved(places, f"{first}-{last}-{turn}"), places[-1]]
        return places if first == a else places[::-1]

    def shape(self, area: str) -> shapely.Polygon:
        """Return the outline of an area."""
        corners = self.areas[area]["corners"].split()
        return shapely.Polygon(self.line([*corners, corners[0]]))

    def spaces(self) -> Iterator[Space]:
        """Yield the areas."""
        for name, area in self.areas.items():
            yield Space(SpaceId(name), name, "land", (("terrain", area.get("terrain", "clear")), ("town", name)))


def _halved(places: list[Place], name: str) -> Iterator[Place]:
    """Yield each place and a middle to the next one, moved aside by what its name says: the same on every machine."""
    for at, ((x, y), (to_x, to_y)) in enumerate(pairwise(places)):
        share = ASIDE * (crc32(f"{name}-{at}".encode()) % 201 - 100) / 100
        yield x, y
        yield round((x + to_x) / 2 + (to_y - y) * share, 1), round((y + to_y) / 2 - (to_x - x) * share, 1)


def _edges(borders: AreaMap) -> Iterator[Edge]:
    """Yield the borders, those that a road crosses with the road."""
    roads = {
        pair_of(SpaceId(area["id"]), SpaceId(other))
        for area in tomllib.loads(FORCES.read_text("utf-8"))["area"]
        for other in area["roads"]
    }
    for edge in borders.edges():
        yield Edge(edge.a, edge.b, across=(Feature("road"),) if edge.pair in roads else ())


@cache
def twin_rivers_map() -> Map:
    """Return the map, drawn when somebody wants it."""
    drawing = Drawing()
    areas = AreaMap({SpaceId(name): drawing.shape(name) for name in drawing.areas})
    rivers = [
        MapLine(name.lower(), "river", shapely.LineString(drawing.line(course)), name)
        for name, course in drawing.rivers.items()
    ]
    towns = {SpaceId(name): drawing.places[name] for name in drawing.areas}
    return Map(INFO, Graph(drawing.spaces(), _edges(areas)), areas, places=towns, lines=tuple(rivers))
