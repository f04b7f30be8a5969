"""A map of areas as a text that one writes by hand: corners, the areas between them, roads and rivers.

::

    key = "meadows"
    title = "The Meadows"
    roads = [["Aldbridge", "Barrow"]]          # across the border of two areas

    [corner]                                   # where borders meet, in pixels from the upper left
    a = [10, 20]
    b = [250, 40]
    c = [240, 300]

    [area]                                     # the corners round it, where its town lies, its terrain
    Aldbridge = { corners = "a b c", town = [150, 120], terrain = "wood" }

    [river]                                    # along corners, and through towns
    Alder = ["a", "Aldbridge", "c"]

Every line from corner to corner bends a little, as borders and rivers do, and the same way wherever it is drawn.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final
from zlib import crc32

import msgspec
import shapely
from msgspec import Struct

from sandtable.board.areas import AreaMap
from sandtable.board.graph import Graph
from sandtable.board.maps import Map, MapInfo, MapLine
from sandtable.board.spaces import Edge, Feature, Space, SpaceId, pair_of
from sandtable.engine.errors import Invalid, unknown
from sandtable.interchange.said_of import said_of
from sandtable.library.text.toml_reading import load_toml

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

Place = tuple[float, float]
BENDS: Final = 3
"""How often a line between two corners is halved and its middle moved aside."""
ASIDE: Final = 0.14
"""How far at most, as a part of its length."""


class DrawnArea(Struct, frozen=True, forbid_unknown_fields=True):
    """An area as it is written."""

    corners: str
    town: Place
    terrain: str = "clear"


class AreaText(Struct, frozen=True, forbid_unknown_fields=True):
    """A map as it is written."""

    key: str
    title: str
    corner: dict[str, Place]
    area: dict[str, DrawnArea]
    says: str = ""
    river: dict[str, list[str]] = {}
    roads: list[tuple[str, str]] = []

    def map(self) -> Map:
        """Return the map; raises ``Invalid`` for a corner or an area that is not there."""
        areas = AreaMap({SpaceId(name): self._shape(one) for name, one in self.area.items()})
        rivers = [
            MapLine(name.lower(), "river", shapely.LineString(self._line(course)), name)
            for name, course in self.river.items()
        ]
        towns = {SpaceId(name): one.town for name, one in self.area.items()}
        spaces = [Space(SpaceId(name), name, "land", (("terrain", one.terrain),)) for name, one in self.area.items()]
        info = MapInfo(self.key, self.title, self.says, unit="px")
        return Map(info, Graph(spaces, self._edges(areas)), areas, places=towns, lines=tuple(rivers))

    def _shape(self, area: DrawnArea) -> shapely.Polygon:
        corners = area.corners.split()
        return shapely.Polygon(self._line([*corners, *corners[:1]]))

    def _edges(self, areas: AreaMap) -> Iterator[Edge]:
        """Yield the borders, those that a road crosses with the road."""
        roads = {pair_of(SpaceId(a), SpaceId(b)) for a, b in self.roads}
        borders = areas.edges()
        if astray := sorted(roads - {edge.pair for edge in borders}):
            raise Invalid(f"a road leads from {astray[0][0]!r} to {astray[0][1]!r}, which do not border each other")
        for edge in borders:
            yield Edge(edge.a, edge.b, across=(Feature("road"),) if edge.pair in roads else ())

    def _line(self, names: Sequence[str]) -> list[Place]:
        """Return the course through some corners and towns."""
        return [*map(self._place, names[:1]), *(place for a, b in pairwise(names) for place in self._bent(a, b)[1:])]

    def _place(self, name: str) -> Place:
        if name in self.corner:
            return self.corner[name]
        if name in self.area:
            return self.area[name].town
        raise unknown("corner", name, {**self.corner, **self.area})

    def _bent(self, a: str, b: str) -> list[Place]:
        first, last = sorted((a, b))
        places = [self._place(first), self._place(last)]
        for turn in range(BENDS):
            places = [*_halved(places, f"{first}-{last}-{turn}"), places[-1]]
        return places if first == a else places[::-1]


def _halved(places: Sequence[Place], name: str) -> Iterator[Place]:
    """Yield each place and a middle to the next one, moved aside by what its name says: the same on every machine."""
    for at, ((x, y), (to_x, to_y)) in enumerate(pairwise(places)):
        share = ASIDE * (crc32(f"{name}-{at}".encode()) % 201 - 100) / 100
        yield x, y
        yield round((x + to_x) / 2 + (to_y - y) * share, 1), round((y + to_y) / 2 - (to_x - x) * share, 1)


def read_area_map(path: Path) -> Map:
    """Return the map that a text draws; raises ``Invalid`` naming the file and what is wrong in it."""
    text = load_toml(path.read_text("utf-8"), path.name)
    try:
        return msgspec.convert(text, AreaText).map()
    except (Invalid, msgspec.ValidationError) as error:
        raise said_of(path.name, error) from error
