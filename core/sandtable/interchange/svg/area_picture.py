"""Area maps on paper: land and sea, borders by their rank, rivers on them, what leads across."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import atan2
from typing import Final, Literal

import shapely
from shapely import LineString, MultiLineString, MultiPolygon, Point, Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.board.areas import AreaMap
from sandtable.board.maps import Map, RegionId
from sandtable.board.spaces import Edge, Space, SpaceId
from sandtable.interchange.shapely_values import middle_of, shores
from sandtable.interchange.svg import symbols
from sandtable.interchange.svg.colours import NOBODY, SEA, owner_colours, terrain_colours
from sandtable.interchange.svg.labels import Labels
from sandtable.interchange.svg.paper import Paper
from sandtable.interchange.svg.pen import Pen, Place, line_of

WATER: Final = frozenset({"sea", "lake", "ocean", "water"})
RIVERS: Final = frozenset({"river", "stream", "canal"})
OVER_WATER: Final = frozenset({"strait", "crossing", "ferry", "optional_crossing"})
LINKS: Final = frozenset({"port", "harbour"})
NEAR: Final = 3.0
"""Pixels: a link shorter than this needs no line."""

Rank = Literal["sea", "coast", "area", "province", "country"]
BORDERS: Final[Mapping[Rank, dict[str, float | str]]] = {
    "sea": {"stroke": "#8fb3c7", "stroke_width": 0.9, "stroke_dasharray": "5 4"},
    "area": {"stroke": "#a2947a", "stroke_width": 0.8},
    "province": {"stroke": "#7b6a4d", "stroke_width": 1.5, "stroke_dasharray": "7 2.5"},
    "country": {"stroke": "#6d2f27", "stroke_width": 2.6},
    "coast": {"stroke": "#3f7fa6", "stroke_width": 1.3},
}


@dataclass(frozen=True)
class AreaPicture:
    """What is drawn of the areas of a map, and of its spaces without hexes; ``mode`` is the attribute land shows."""

    sheet: Map
    areas: AreaMap
    paper: Paper
    mode: str

    # --- colours ------------------------------------------------------------------------------------------------

    @cached_property
    def meanings(self) -> dict[str, str]:
        """The values that land shows, with their colours, in order of their names."""
        shown = [self.value(space) for space in self._land]
        if self.mode == "terrain":
            return terrain_colours(value for value in shown if value)
        owned: dict[str, int] = {}
        for value in shown:
            if value:
                owned[value] = owned.get(value, 0) + 1
        beside = [(self.value(self._space(one.a)), self.value(self._space(one.b))) for one in self.areas.borders]
        given: dict[str, str] = {}
        for value in owned:
            region = self.sheet.region.get(RegionId(value))
            colour = region.get("colour") if region is not None else None
            if isinstance(colour, str) and len(colour) == 7 and colour[0] == "#" and colour[1:].isalnum():
                given[value] = colour
        return dict(sorted(owner_colours(owned, beside, given).items()))

    def value(self, space: Space) -> str:
        """Return what a space shows in this mode, empty for nothing."""
        value = space.get(self.mode)
        if value is None and (region := self._region_of(space)) is not None:
            return region
        return "" if value is None else str(value)

    def _region_of(self, space: Space) -> str | None:
        """Return the region of the mode's kind that holds one of the regions of a space."""
        for _, value in space.attributes:
            region = self.sheet.region.get(RegionId(value)) if isinstance(value, str) else None
            for _ in self.sheet.regions:
                if region is None or region.kind == self.mode:
                    break
                region = self.sheet.region.get(region.within) if region.within is not None else None
            if region is not None and region.kind == self.mode:
                return region.id
        return None

    @staticmethod
    def _terrain(space: Space) -> str | None:
        """Return the terrain of a space, for whoever reads the drawing back."""
        terrain = space.get("terrain")
        return terrain if isinstance(terrain, str) else None

    def words(self, value: str) -> str:
        """Return what a value is called."""
        region = self.sheet.region.get(RegionId(value))
        return region.name if region is not None and region.name else value.replace("_", " ")

    @cached_property
    def _land(self) -> list[Space]:
        return [space for id in self.areas if (space := self._space(id)).kind not in WATER]

    def _space(self, id: SpaceId) -> Space:
        return self.sheet.graph.spaces[id]

    # --- surfaces and borders -----------------------------------------------------------------------------------

    def fill(self, pen: Pen) -> None:
        """Draw the surfaces."""
        with pen.group(stroke="none", fill_rule="evenodd"):
            for id in self.areas:
                space = self._space(id)
                water = space.kind in WATER
                colour = SEA if water else self.meanings.get(self.value(space), NOBODY)
                name = space.name or space.id
                told = name if water or not self.value(space) else f"{name}: {self.words(self.value(space))}"
                # a rim of the own colour, or the paper shines through between two surfaces
                pen.path(
                    surface(self.paper.to_paper(self.areas[id])), told, fill=colour, stroke=colour, stroke_width=0.6,
                    data_space=id, data_name=space.name, data_kind=space.kind, data_terrain=self._terrain(space),
                )  # fmt: skip

    def rank(self, a: SpaceId, b: SpaceId) -> Rank:
        """Return what a border parts."""
        one, other = self._space(a), self._space(b)
        wet = (one.kind in WATER) + (other.kind in WATER)
        if wet:
            return "sea" if wet == 2 else "coast"
        for rank in ("country", "province"):
            if one.get(rank) != other.get(rank):
                return "country" if rank == "country" else "province"
        return "area"

    def borders(self, pen: Pen) -> None:
        """Draw the borders, the slight ones first, and what the land ends at where there is no sea."""
        lines: dict[Rank, list[str]] = {rank: [] for rank in BORDERS}
        rivers: list[str] = []
        for border in self.areas.borders:
            pair = border.a, border.b
            line = strokes(self.paper.to_paper(self.areas.borders.line(pair)))
            edge = self.sheet.graph.edges.get(pair)
            lines[self.rank(*pair)].append(line)
            if edge is not None and any(one.kind in RIVERS for one in edge.along):
                rivers.append(line)
        with pen.group(fill="none", stroke_linejoin="round", stroke_linecap="round"):
            self._outside(pen)
            for rank in ("sea", "area", "province"):
                pen.path(lines[rank], **BORDERS[rank])
            pen.path(rivers, stroke="#ffffff", stroke_width=4.0, stroke_opacity=0.55)
            pen.path(rivers, stroke=symbols.RIVER, stroke_width=2.4)
            pen.path(lines["country"], stroke="#ffffff", stroke_width=4.4, stroke_opacity=0.35)
            pen.path(lines["country"], **(BORDERS["country"] | ({"stroke_dasharray": "9 3 2 3"} if rivers else {})))
            pen.path(lines["coast"], **BORDERS["coast"])

    def _outside(self, pen: Pen) -> None:
        """Draw what encloses all areas together."""
        whole = shapely.union_all([self.areas[id] for id in self.areas], grid_size=None)
        if isinstance(whole, Polygon | MultiPolygon):
            pen.path(strokes(self.paper.to_paper(whole.boundary)), stroke="#7d8b86", stroke_width=1.0)

    # --- what leads across --------------------------------------------------------------------------------------

    def across(self, pen: Pen, labels: Labels, size: float) -> None:
        """Draw roads, passes, arrows over the water, and what joins ports to land and sea."""
        edges = [edge for edge in self.sheet.graph.edges.values() if edge.open]
        with pen.group(fill="none", stroke=symbols.NAVY, stroke_width=size * 0.22, stroke_dasharray="2 2"):
            for edge in edges:
                if self._kinds(edge) & LINKS and (ends := self._link(edge)) is not None:
                    pen.path(line_of(ends))
        with pen.group(fill="none", stroke="#8a5a33", stroke_width=size * 0.4, stroke_linecap="round"):
            for edge in edges:
                if "road" in self._kinds(edge) and (ends := self._ends(edge)) is not None:
                    pen.path(line_of(ends))
        for edge in edges:
            self._sign(pen, labels, edge, size)

    def _sign(self, pen: Pen, labels: Labels, edge: Edge, size: float) -> None:
        kinds = self._kinds(edge)
        if "pass" in kinds and edge.pair in self.areas.borders:
            at, way = _middle(self.paper.to_paper(self.areas.borders.line(edge.pair)))
            labels.block(symbols.mountain_pass(pen, at, size, way))
        if kinds & OVER_WATER and (ends := self._shores(edge)) is not None:
            optional = bool({"optional_crossing", "ferry"} & kinds)
            for box in symbols.arrow(pen, *ends, size, dashed=optional, one_way=edge.one_way):
                labels.block(box)

    @staticmethod
    def _kinds(edge: Edge) -> set[str]:
        return {one.kind for one in edge.across}

    def _ends(self, edge: Edge) -> tuple[Place, Place] | None:
        a, b = self.anchor(edge.a), self.anchor(edge.b)
        return None if a is None or b is None else (a, b)

    def _link(self, edge: Edge) -> tuple[Place, Place] | None:
        """Return where a link begins and ends, at the nearest place of an area; ``None`` where it lies in it."""
        ends = self._ends(edge)
        if ends is None:
            return None
        places = [Point(place) for place in ends]
        shapes = [self.paper.to_paper(self.areas[id]) if id in self.areas else None for id in (edge.a, edge.b)]
        one, other = (shape or place for shape, place in zip(shapes, places, strict=True))
        a, b = shores(one, other)
        return (a, b) if Point(a).distance(Point(b)) > NEAR else None

    def _shores(self, edge: Edge) -> tuple[Place, Place] | None:
        """Return where an arrow begins and ends: a little inland of where the two come nearest."""
        if edge.a not in self.areas or edge.b not in self.areas:
            return self._ends(edge)
        one, other = (self.paper.to_paper(self.areas[id]) for id in (edge.a, edge.b))
        a, b = shores(one, other)
        return _towards(a, self.anchor(edge.a) or a), _towards(b, self.anchor(edge.b) or b)

    def anchor(self, id: SpaceId) -> Place | None:
        """Return where the sign of a space stands: its place, else the middle of its largest circle."""
        if id in self.sheet.places:
            return self.paper.place(*self.sheet.places[id])
        return self._middles.get(id)

    @cached_property
    def _middles(self) -> dict[SpaceId, Place]:
        found: dict[SpaceId, Place] = {}
        for id in self.areas:
            part = largest(self.paper.to_paper(self.areas[id]))
            found[id] = middle_of(part, max(part.area**0.5 / 40, 0.05))
        return found


# --- geometry as paths ----------------------------------------------------------------------------------------------


def surface(shape: BaseGeometry) -> str:
    """Return the path of a polygon or several, holes and all."""
    return "".join(
        line_of(shapely.get_coordinates(ring)[:-1].tolist(), close=True)
        for part in shapely.get_parts(shape)
        if isinstance(part, Polygon)
        for ring in (part.exterior, *part.interiors)
    )


def strokes(line: BaseGeometry) -> str:
    """Return the path of a line or several."""
    parts = line.geoms if isinstance(line, MultiLineString) else [line]
    return "".join(line_of(shapely.get_coordinates(part).tolist()) for part in parts)


def largest(shape: BaseGeometry) -> Polygon:
    """Return the largest of the parts of a shape."""
    parts = [part for part in shapely.get_parts(shape) if isinstance(part, Polygon)]
    return max(parts, key=lambda part: part.area)


def _middle(line: BaseGeometry) -> tuple[Place, float]:
    """Return the middle of the longest part of a line, and the direction it has there."""
    parts = [part for part in shapely.get_parts(line) if isinstance(part, LineString)]
    whole = max(parts, key=lambda part: part.length)
    before, at, after = (whole.interpolate(share, normalized=True) for share in (0.4, 0.5, 0.6))
    return (at.x, at.y), atan2(after.y - before.y, after.x - before.x)


def _towards(shore: Place, inland: Place, far: float = 7.0) -> Place:
    """Return a place on the way from the shore inland."""
    way = Point(shore).distance(Point(inland))
    share = 0.0 if way == 0 else min(far / way, 0.5)
    return shore[0] + (inland[0] - shore[0]) * share, shore[1] + (inland[1] - shore[1]) * share
