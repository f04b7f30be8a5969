"""Maps to draw on, and random edits of them: sensible ones, and such as must be refused."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import cos, sin
from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from sandtable.board import Graph, Space, SpaceId
from sandtable.board.areas import AreaMap
from sandtable.board.maps import Map, MapInfo, MapLine, Provenance, Region, RegionId
from sandtable.board.shapes import Place
from sandtable.board.spaces import Feature, Status
from sandtable.design.edits.edges import LayAlong, SayEdge
from sandtable.design.edits.edit import MapEdit
from sandtable.design.edits.fields import Allow, SaySource, SetFields, SetInfo
from sandtable.design.edits.lines import DrawLine, RemoveLine
from sandtable.design.edits.regions import AddRegion, PaintRegion, RemoveRegion, SetRegion
from sandtable.design.edits.shapes import (
    AddPart,
    Cede,
    CutHole,
    DrawArea,
    DropPart,
    FillGap,
    FillHole,
    Merge,
    Reshape,
    Simplify,
    Split,
)
from sandtable.design.edits.spaces import AddPort, AddSpace, MoveLabel, RemoveSpace
from sandtable.design.edits.turning import TurnVertices
from sandtable.design.edits.vertices import DropVertex, InsertVertex, MoveBorder, MoveVertices
from sandtable.design.redrawing import with_coast
from tests.board.areamaps import cells, realms


def S(name: str) -> SpaceId:  # noqa: N802  (as short as it can be)
    return SpaceId(name)


def country(seed: int, many: int = 20, *, torn: bool = False) -> Map:
    """Return random areas, land and sea, some of them in a region, some with labels, with a river and sources."""
    shapes = realms(seed, many) if torn else cells(seed, many, missing=0.05)
    areas = AreaMap(shapes)
    spaces = [
        Space(id, f"Area {id}", "sea" if at % 4 == 3 else "land", (("country", "north"), ("terrain", "clear")))
        if at % 2
        else Space(id, f"Area {id}", "land", (("terrain", "wood"),))
        for at, id in enumerate(areas)
    ]
    bare = Graph(spaces, areas.edges())
    graph = Graph(spaces, [with_coast(bare, edge) for edge in bare.edges.values()])
    first, *_, last = areas.ids
    return Map(
        MapInfo(f"country-{seed}", "A Country", unit="km"),
        graph,
        areas,
        places={id: _inside(areas, id) for id in areas.ids[::3]},
        regions=(Region(RegionId("north"), "country", "The North", attributes=(("capital", first),)),),
        lines=(MapLine("brook", "river", shapely.LineString([_inside(areas, first), _inside(areas, last)])),),
        provenance=(Provenance("house"), Provenance("house", "terrain", first, "seen")),
    )


def _inside(areas: AreaMap, id: SpaceId) -> Place:
    point = areas[id].representative_point()
    return point.x, point.y


def _along(line: BaseGeometry, part: float) -> Place:
    """Return a place on an outline, after this part of its vertices."""
    xy = shapely.get_coordinates(line)
    at = int(part * (len(xy) - 1))
    x, y = (xy[at] * 0.6 + xy[at + 1] * 0.4).tolist()
    return x, y


class Designer:
    """Somebody who does this and that to a map, always the same for one seed."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.made = 0

    def edit(self, sheet: Map) -> MapEdit:
        """Return something to do; what cannot be done is refused, as in life."""
        return self.rng.choice(KINDS)(self, sheet)

    # --- choosing -----------------------------------------------------------------------------------------------

    def new(self) -> str:
        self.made += 1
        return f"new-{self.made}"

    def area(self, sheet: Map) -> SpaceId:
        ids = sheet.areas.ids if sheet.areas is not None else ()
        return self.rng.choice(ids) if ids else S("nowhere")

    def space(self, sheet: Map) -> SpaceId:
        return self.rng.choice([*sheet.graph.spaces, S("nowhere")])

    def beside(self, sheet: Map, id: SpaceId) -> SpaceId:
        near = [edge.other(id) for edge in sheet.graph.edges_of(id)] if id in sheet.graph.spaces else []
        return self.rng.choice(near) if near else self.area(sheet)

    def vertex(self, sheet: Map) -> Place:
        x, y = self.rng.choice(shapely.get_coordinates(self._shape(sheet)).tolist())
        return x, y

    def bend(self, sheet: Map) -> Place:
        """Return a vertex of the brook, while there is one."""
        xy = [place for one in sheet.lines if one.id == "brook" for place in shapely.get_coordinates(one.geometry)]
        return (float((at := self.rng.choice(xy))[0]), float(at[1])) if xy else (0.0, 0.0)

    def on_brook(self, sheet: Map) -> Place:
        """Return a place on the brook, while there is one."""
        at = [one.geometry.interpolate(self.rng.random(), normalized=True) for one in sheet.lines if one.id == "brook"]
        return (at[0].x, at[0].y) if at else (0.0, 0.0)

    def spot(self, sheet: Map) -> Place:
        left, low, right, high = self._shape(sheet).bounds
        return self.rng.uniform(left, right), self.rng.uniform(low, high)

    def _shape(self, sheet: Map) -> BaseGeometry:
        areas = sheet.areas
        return areas[self.area(sheet)] if areas is not None and len(areas) else shapely.box(0, 0, 1, 1)

    def across(self, sheet: Map, id: SpaceId) -> tuple[Place, ...]:
        """Return a line right across an area."""
        shape = sheet.areas[id] if sheet.areas is not None and id in sheet.areas else shapely.box(0, 0, 1, 1)
        left, low, right, high = shape.bounds
        y0, y1 = self.rng.uniform(low, high), self.rng.uniform(low, high)
        return (left - 0.1, y0), ((left + right) / 2, self.rng.uniform(low, high)), (right + 0.1, y1)

    def outline(self, at: Place, size: float) -> tuple[Place, ...]:
        turns = sorted(self.rng.uniform(0, 6.28) for _ in range(self.rng.randint(3, 7)))
        far = [size * self.rng.uniform(0.3, 1) for _ in turns]
        return tuple((at[0] + r * cos(turn), at[1] + r * sin(turn)) for turn, r in zip(turns, far, strict=True))

    # --- what is done -------------------------------------------------------------------------------------------

    def move(self, sheet: Map) -> MapEdit:
        moves = {self.vertex(sheet) for _ in range(self.rng.choice((1, 1, 1, 3)))}
        by = 0.03
        return MoveVertices(
            tuple((at, (at[0] + self.rng.uniform(-by, by), at[1] + self.rng.uniform(-by, by))) for at in sorted(moves))
        )

    def turn(self, sheet: Map) -> MapEdit:
        id = self.area(sheet)
        degrees, times = self.rng.uniform(-10, 10), self.rng.uniform(0.8, 1.1)
        return TurnVertices(spaces=(id,), degrees=degrees, times=times, about=self.rng.choice((None, self.spot(sheet))))

    def move_border(self, sheet: Map) -> MapEdit:
        id, areas = self.area(sheet), sheet.areas
        xy = shapely.get_coordinates(areas[id]).tolist() if areas is not None and id in areas else [[0, 0]]
        at = self.rng.randrange(len(xy))
        end = xy[(at + 2) % len(xy)]
        return MoveBorder(id, (xy[at][0], xy[at][1]), (end[0], end[1]), (self.rng.uniform(-0.02, 0.02), 0.01))

    def insert(self, sheet: Map) -> MapEdit:
        return InsertVertex(_along(self._shape(sheet).boundary, self.rng.random()))

    def split(self, sheet: Map) -> MapEdit:
        id = self.area(sheet)
        return Split(id, self.across(sheet, id), self.new(), "Half")

    def merge(self, sheet: Map) -> MapEdit:
        id = self.area(sheet)
        return Merge(id, self.beside(sheet, id), self.rng.choice(((), ("name",), ("terrain",), ("kind", "name"))))

    def reshape(self, sheet: Map) -> MapEdit:
        id = self.area(sheet)
        areas = sheet.areas
        if areas is None or id not in areas:
            return Reshape(id, ((0, 0), (1, 1)))
        border = areas[id].boundary
        start = self.rng.random()
        (x0, y0), (x1, y1) = (_along(border, at % 1) for at in (start, start + self.rng.uniform(0.1, 0.3)))
        off = self.rng.uniform(-0.15, 0.15)
        return Reshape(id, ((x0, y0), ((x0 + x1) / 2 + off, (y0 + y1) / 2 + off), (x1, y1)))

    def cede(self, sheet: Map) -> MapEdit:
        id = self.area(sheet)
        return Cede(id, self.beside(sheet, id), self.across(sheet, id))

    def draw(self, sheet: Map) -> MapEdit:
        kind = self.rng.choice(("land", "sea"))
        return DrawArea(self.new(), self.outline(self.spot(sheet), 0.6), name="Drawn", kind=kind)

    def hole(self, sheet: Map) -> MapEdit:
        id = self.area(sheet)
        at = _inside(sheet.areas, id) if sheet.areas is not None and id in sheet.areas else (0.0, 0.0)
        inner = self.new() if self.rng.random() < 0.5 else ""
        return CutHole(id, self.outline(at, 0.1), inner, "Lake", "lake")

    def gap(self, sheet: Map) -> MapEdit:
        return FillGap(self.spot(sheet))

    def say(self, sheet: Map) -> MapEdit:
        a = self.space(sheet)
        b = self.beside(sheet, a) if self.rng.random() < 0.7 else self.space(sheet)
        status = self.rng.choice(STATUSES)
        features = None if status == "derived" else self.rng.choice((None, (Feature("river", a),), ()))
        one_way = None if status == "derived" else self.rng.choice((None, None, True, False))
        return SayEdge(a, b, status, features, None, one_way)

    def river(self, sheet: Map) -> MapEdit:
        a = self.area(sheet)
        return LayAlong("river", ((a, self.beside(sheet, a)),), self.rng.choice(("", "brook", "beck")))


STATUSES: Final[tuple[Status | None, ...]] = ("added", "confirmed", "forbidden", "derived", None)
KINDS: Final[tuple[Callable[[Designer, Map], MapEdit], ...]] = (
    *(Designer.move,) * 4, Designer.move_border, *(Designer.insert,) * 2, *(Designer.split,) * 2,
    *(Designer.merge,) * 2,
    *(Designer.reshape,) * 3, *(Designer.cede,) * 2, *(Designer.draw,) * 2, Designer.hole, Designer.gap,
    *(Designer.say,) * 3, Designer.river,
    lambda one, sheet: DropVertex(one.vertex(sheet)),
    lambda one, sheet: FillHole(one.area(sheet), one.spot(sheet)),
    lambda one, sheet: AddPart(one.area(sheet), one.outline(one.spot(sheet), 0.4)),
    lambda one, sheet: DropPart(one.area(sheet), one.spot(sheet)),
    lambda one, sheet: Simplify(one.rng.uniform(0.001, 0.01), one.rng.random() < 0.5),
    lambda one, sheet: AddSpace(one.new(), one.spot(sheet), "A City", "city"),
    lambda one, sheet: AddPort(one.new(), one.area(sheet), one.area(sheet), one.spot(sheet), "Port", one.new()),
    lambda one, sheet: RemoveSpace(one.space(sheet)),
    lambda one, sheet: MoveLabel(one.space(sheet), one.rng.choice((None, one.spot(sheet)))),
    lambda one, sheet: SetFields((one.space(sheet), one.area(sheet)), kind=one.rng.choice((None, "sea", "land")),
                                 attributes={"terrain": one.rng.choice(("wood", None, 3))}),
    lambda one, sheet: SetInfo(title=f"Map {one.new()}"),
    lambda one, sheet: SaySource("house", "terrain", one.space(sheet), "guessed"),
    lambda one, sheet: Allow("name-twice", one.space(sheet)),
    lambda one, sheet: AddRegion(one.new(), "country", "A Land"),
    lambda one, sheet: SetRegion(RegionId("north"), name=one.new(), within=one.rng.choice((None, "", "new-1"))),
    lambda one, sheet: PaintRegion((one.space(sheet),), RegionId("north")),
    lambda one, sheet: RemoveRegion(RegionId(one.rng.choice(("north", f"new-{one.made}")))),
    lambda one, sheet: DrawLine(one.rng.choice(("brook", one.new())), ((one.spot(sheet), one.spot(sheet)),)),
    lambda one, sheet: RemoveLine("brook"),
    lambda one, sheet: MoveVertices(((one.bend(sheet), one.spot(sheet)),), one.rng.choice(("", "brook"))),
    lambda one, sheet: InsertVertex(one.on_brook(sheet), one.rng.choice(("", "brook"))),
    lambda one, sheet: DropVertex(one.bend(sheet), one.rng.choice(("", "brook"))),
    Designer.turn,
    lambda one, sheet: TurnVertices((one.vertex(sheet), one.vertex(sheet)), degrees=one.rng.uniform(-9, 9)),
    lambda one, sheet: TurnVertices(lines=("brook",), times=one.rng.uniform(0.5, 2)),
    lambda one, sheet: SetInfo(size=(one.rng.uniform(-1, 9), 7.0)),
)  # fmt: skip
