"""Maps of every kind for the tests of what goes in and out, and random ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
import shapely
from hypothesis import settings
from hypothesis import strategies as st
from shapely import LineString, MultiLineString, MultiPolygon

from sandtable.board.areas import AreaMap, Shape
from sandtable.board.directions import Hex
from sandtable.board.graph import Graph
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo, MapLine, Provenance, Region, RegionId, Underlay
from sandtable.board.numbering import Count, Numbering
from sandtable.board.spaces import Attributes, Edge, Feature, Space, SpaceId
from sandtable.engine.words import fit
from tests.board.areamaps import S, cells, squares
from tests.board.hexmaps import grids
from tests.tiers import TIER, count

DATA: Final = Path(__file__).parent / "data"
RUNS: Final = settings(max_examples=count(1_500), derandomize=TIER == "normal", deadline=None, database=None)


def image(suffix: str = "png") -> bytes:
    """Return a small picture."""
    return (DATA / f"sheet.{suffix}").read_bytes()


def tyrol() -> Map:
    """Return an area map with something of everything: features with a side, one-way edges, corners, ports, lines."""
    areas = AreaMap(
        {**squares(3, 2), S("isles"): MultiPolygon([shapely.box(9, 9, 9.5, 9.5), shapely.box(9.7, 9, 9.9, 9.1)])}
    )
    named = {
        "a0": "Innsbruck",
        "a1": "Brixen",
        "b0": "Salzburg <& Hallein>",
        "b1": "Graz",
        "c0": "Lienz",
        "c1": "Trent",
    }
    spaces = [
        Space(S(id), name, "land", (("province", "tyrol"), ("country", "austria"), ("fortress", at)))
        for at, (id, name) in enumerate(named.items())
    ]
    spaces += [
        Space(S("isles"), "The Isles", "land", (("name", "taken"), ("terrain", "marsh"))),
        Space(S("port"), "Port of Trent", "port"),
        Space(S("limbo"), "", "box", (("kind", "odd"), ("kind", "odder"), ("open", True), ("steps", -3))),
    ]
    graph = Graph(spaces, areas.edges())
    graph = graph.confirm(
        S("a0"), S("a1"), along=[Feature("river"), Feature("slope", S("a1"))], across=[Feature("bridge")]
    )
    graph = graph.forbid(S("b0"), S("b1")).add(Edge(S("port"), S("c1"), across=(Feature("port"),)))
    graph = graph.add(Edge(S("limbo"), S("a0"), one_way=True))
    return Map(
        MapInfo("tyrol", "Tyrol", "A trial", "km", "+proj=lcc +units=km", "drawn here", "CC0"),
        graph,
        areas,
        places={S("port"): (2.75, 1.5), S("a0"): (0.25, 0.125), S("isles"): (9.6, 9.3)},
        regions=(
            Region(RegionId("austria"), "country", "Austria", attributes=(("rank", "major"), ("within", "no region"))),
            Region(RegionId("tyrol"), "province", "Tyrol", RegionId("austria"), (("money", 3),)),
        ),
        lines=(
            MapLine(
                "inn", "river", LineString([(0.1, 0.2), (1.5, 1 / 3), (2.0, -0.0)]), "Inn", (("navigable", False),)
            ),
            MapLine("ridge", "ridge", MultiLineString([[(0, 0), (1, 1)], [(2, 2), (3, 3)]])),
        ),
        underlays=(Underlay("scan", "image/png", image(), -1.5, 0.25, 4, 3.5, 60),),
        provenance=(
            Provenance("house", "fortress", "a0", "a guess", "low"),
            Provenance("public source", source="an atlas of 1805"),
        ),
    )


def danube() -> Map:
    """Return a hex map with everything on it, cut at a corner."""
    mask = np.ones((5, 7), np.bool_)
    mask[0, 0] = mask[4, 6] = False
    grid = HexGrid(7, 5, "pointy", "even", 10.5, 0, 3.25, -7, mask)
    board = HexBoard.blank(grid, Numbering("row", Count("letters"), Count(start=11, step=2), "-", "D"))
    board.terrain.paint(list(grid)[:8], "woods", "hill")
    board.terrain.paint(list(grid)[8:12], "mountain")
    board.elevation[:] = np.where(grid.present, np.arange(grid.size) % 4 - 1, 0)
    board.sides.derive_slopes(board.elevation, {1: "slope", 3: "cliff"})
    centre = grid.hex_of(3, 2)
    board.sides.add(centre, 0, "river")
    board.sides.add(centre, 1, "fieldwork", favours=centre.step(1))
    board.sides.forbid(centre, 2, "slope")
    board.sides.add_along([centre.step(3), centre, centre.step(0)], "road")
    whole = HexBoard(
        grid, board.terrain, board.sides, board.elevation, board.numbering, {centre: "Ulm", centre.step(0): "Günz"}
    )
    return Map(MapInfo("danube", "Danube", unit="px"), hexes=whole)


def mixed() -> Map:
    """Return a map of areas and hexes in one."""
    one, other = tyrol(), danube()
    return Map(
        other.info, one.graph, one.areas, other.hexes, one.places, one.regions, one.lines, one.underlays, one.provenance
    )


def empty() -> Map:
    return Map(MapInfo("nothing", ""))


# --- random maps ----------------------------------------------------------------------------------------------------

texts: Final = st.text(st.characters(codec="utf-8"), max_size=12).map(fit)
"""Words that are fit to be shown: the rest is cleaned when it comes in."""
values: Final = st.one_of(texts, st.integers(-(2**63), 2**63 - 1), st.booleans())
names: Final = st.one_of(
    texts, st.sampled_from(["id", "name", "kind", "feature", "sandtable", "a", "along", "province"])
)
numbers: Final = st.floats(-1e6, 1e6, allow_nan=False)
features: Final = st.builds(Feature, texts)
statuses: Final[Any] = st.sampled_from(["derived", "confirmed", "forbidden", "added"])


def attributes() -> st.SearchStrategy[Attributes]:
    return st.lists(st.tuples(names, values), max_size=4).map(tuple)


@st.composite
def sheets(draw: st.DrawFn) -> Map:
    """Draw a map of areas with what may be said of them, and perhaps hexes."""
    drawn_cells = cells(draw(st.integers(0, 200)), draw(st.integers(4, 12)), lines=2, bends=1)
    shapes = drawn_cells if draw(st.booleans()) else dict[SpaceId, Shape]()
    areas = AreaMap(shapes, draw(st.sampled_from([None, 0.0, 0.25]))) if len(shapes) or draw(st.booleans()) else None
    bare = [S(id) for id in draw(st.lists(texts, max_size=3, unique=True)) if id not in shapes]
    spaces = [Space(id, draw(texts), draw(texts), draw(attributes())) for id in (*shapes, *bare)]
    edges = list(areas.edges()) if areas is not None else []
    said = {edge.pair: _said(draw, edge) for edge in edges[:4]}
    if len(bare) > 1:
        said[Edge(bare[0], bare[1]).pair] = Edge(bare[1], bare[0], status="added", one_way=draw(st.booleans()))
    regions = tuple(
        Region(RegionId(id), draw(texts), draw(texts), None, draw(attributes()))
        for id in draw(st.lists(texts, max_size=2, unique=True))
    )
    lines = tuple(
        MapLine(
            id,
            draw(texts),
            LineString(draw(st.lists(st.tuples(numbers, numbers), min_size=2, max_size=4))),
            draw(texts),
        )
        for id in draw(st.lists(texts, max_size=2, unique=True))
    )
    return Map(
        MapInfo(draw(texts), draw(texts), draw(texts), draw(texts), draw(texts)),
        Graph(spaces, {**{edge.pair: edge for edge in edges}, **said}.values()),
        areas,
        draw(boards()) if draw(st.booleans()) else None,
        {id: (draw(numbers), draw(numbers)) for id in (*list(shapes)[:2], *bare[:2])},
        regions,
        lines,
        provenance=tuple(Provenance("house", draw(texts), id) for id in list(shapes)[:1]),
    )


def _said(draw: st.DrawFn, edge: Edge) -> Edge:
    along = (*draw(st.lists(features, max_size=2)), *([Feature("slope", edge.b)] if draw(st.booleans()) else []))
    return Edge(edge.a, edge.b, tuple(along), tuple(draw(st.lists(features, max_size=2))), draw(statuses), edge.contact)


@st.composite
def boards(draw: st.DrawFn) -> HexBoard:
    grid = draw(grids(most=5))
    board = HexBoard.blank(grid)
    inside = list(grid)
    for hex in draw(st.lists(st.sampled_from(inside), max_size=6)):
        board.terrain.add(hex, draw(texts))
        board.sides.add(hex, draw(st.integers(0, 5)), draw(texts), draw(st.sampled_from([None, hex])))
        board.elevation[grid.index(hex)] = draw(st.integers(-(2**15), 2**15 - 1))
    names: dict[Hex, str] = draw(st.dictionaries(st.sampled_from(inside), texts, max_size=2))
    return HexBoard(grid, board.terrain, board.sides, board.elevation, names=names)
