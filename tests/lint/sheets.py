"""Maps for the tests of lint: a good one with areas, a good one with hexes, and small changes to them."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Literal

import numpy as np
from shapely import LineString, Polygon, box
from shapely.geometry.base import BaseGeometry

from sandtable.board import Edge, Feature, Graph, Space, SpaceId
from sandtable.board.areas import AreaMap
from sandtable.board.directions import Hex
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.layers import SideLayer, TerrainLayer
from sandtable.board.maps import Map, MapInfo, MapLine, Region, RegionId
from sandtable.design.redrawing import with_coast
from sandtable.lint.maps import check_map

TOLERANCE: Final = 0.01
"""Of the isle; noise is up to 0.1 wide."""


def S(name: str) -> SpaceId:  # noqa: N802  (as short as it can be)
    return SpaceId(name)


def codes(sheet: Map) -> list[str]:
    """Return the codes of all findings, the worst first."""
    return [one.code for one in check_map(sheet)]


# --- areas ----------------------------------------------------------------------------------------------------------

LANDS: Final[dict[SpaceId, Polygon]] = {
    S("ash"): box(0, 0, 10, 10),
    S("birch"): box(10, 0, 20, 10),
    S("cedar"): box(0, 10, 10, 20),
    S("dale"): box(10, 10, 20, 20),
}
NAMES: Final = {"ash": "Ashford", "birch": "Birchwood", "cedar": "Cedar Hill", "dale": "Long Dale", "mere": "The Mere"}
SEA: Final = Polygon(
    [(-10, -10), (30, -10), (30, 30), (-10, 30)],
    [[(0, 0), (0, 10), (0, 20), (10, 20), (20, 20), (20, 10), (20, 0), (10, 0)]],
)


def isle(shapes: Mapping[str, BaseGeometry] = {}, tolerance: float = TOLERANCE, **more: Any) -> Map:
    """Return four lands in a sea, with a port, a river, a country; ``shapes`` are drawn in place of these."""
    sheet = _isle(shapes, tolerance) if shapes or tolerance != TOLERANCE else _the_isle()
    return dataclasses.replace(sheet, **more) if more else sheet


@cache
def _the_isle() -> Map:
    return _isle({}, TOLERANCE)


def _isle(shapes: Mapping[str, BaseGeometry], tolerance: float) -> Map:
    drawn: dict[SpaceId, BaseGeometry] = {**LANDS, S("mere"): SEA, **{S(id): shape for id, shape in shapes.items()}}
    areas = AreaMap(drawn, tolerance)
    spaces = [_space(id) for id in areas]
    spaces += [Space(S("ash-port"), "Ashmouth", "port"), Space(S("ash-box"), "", "blockade")]
    edges = [with_coast(Graph(spaces), edge) for edge in areas.edges()]
    edges += [
        Edge(S("ash"), S("ash-port"), across=(Feature("port"),), status="added"),
        Edge(S("ash-port"), S("ash-box"), across=(Feature("harbour"),), status="added"),
        Edge(S("ash-box"), S("mere"), across=(Feature("harbour"),), status="added"),
    ]
    places = {S("ash-port"): (0.5, 5.0), S("ash-box"): (-0.5, 5.0), S("dale"): (15.0, 15.0)}
    regions = (Region(RegionId("isle"), "country", "The Isle", attributes=(("capital", "dale"),)),)
    river = MapLine("swift", "river", LineString([(15, 5), (10, 5), (10, 0)]), "Swift")
    return Map(MapInfo("isle", "The isle", unit="km"), Graph(spaces, edges), areas, None, places, regions, (river,))


def _space(id: SpaceId) -> Space:
    if id == "mere":
        return Space(id, NAMES[id], "sea")
    return Space(id, NAMES.get(id, f"The {id}"), "land", (("country", "isle"), ("fortress", 1)))


def with_space(sheet: Map, space: Space, *edges: Edge, at: tuple[float, float] | None = (5.0, 5.0)) -> Map:
    """Return the map with one more space, or another in its place, and edges."""
    graph = sheet.graph.put_space(space).put(*edges)
    places = {**sheet.places, space.id: at} if at is not None else sheet.places
    return dataclasses.replace(sheet, graph=graph, places=places)


def with_edges(sheet: Map, *edges: Edge) -> Map:
    return dataclasses.replace(sheet, graph=sheet.graph.put(*edges))


def without_edges(sheet: Map, *pairs: tuple[str, str]) -> Map:
    gone = {tuple(sorted(pair)) for pair in pairs}
    edges = (edge for pair, edge in sheet.graph.edges.items() if pair not in gone)
    return dataclasses.replace(sheet, graph=Graph(sheet.graph.spaces.values(), edges))


def with_lines(sheet: Map, *lines: MapLine) -> Map:
    return dataclasses.replace(sheet, lines=(*sheet.lines, *lines))


def with_attributes(sheet: Map, id: str, **values: str | int | bool) -> Map:
    return dataclasses.replace(sheet, graph=sheet.graph.put_space(sheet.graph[S(id)].with_attributes(**values)))


def strip(width: float) -> dict[str, BaseGeometry]:
    """Return Ashford and Birchwood with a strip of nobody's between them, closed by what is around, so wide."""
    return {
        "ash": Polygon([(0, 0), (10, 0), (10 - width, 1), (10 - width, 9), (10, 10), (0, 10)]),
        "birch": box(10, 0, 20, 10),
    }


# --- hexes ----------------------------------------------------------------------------------------------------------


def plain(
    paint: Mapping[str, str] = {}, *, top: Literal["flat", "pointy"] = "flat", cut: tuple[int, int] | None = None
) -> Map:
    """Return 6 by 5 hexes: sea in the first column, a river into it, a road from town to town, a bridge."""
    mask = np.ones((5, 6), np.bool_)
    if cut is not None:
        mask[cut] = False
    grid = HexGrid(6, 5, top, mask=mask)
    terrain, sides = TerrainLayer(grid), SideLayer(grid)
    for hex in grid:
        column, _ = grid.cell(hex)
        terrain.paint([hex], "sea" if column == 0 else "clear")
    board = HexBoard(grid, terrain, sides, np.zeros(grid.size, np.int16))
    number = board.numbers
    for printed, what in paint.items():
        terrain.paint([number.hex(printed)], *what.split())
    terrain.paint([number.hex("0302"), number.hex("0602")], "town")
    sides.add_along([number.hex(one) for one in ("0302", "0402", "0502", "0602")], "road")
    return Map(MapInfo("plain", "The plain"), hexes=board)


def at(sheet: Map, printed: str) -> Hex:
    """Return the hex with that number."""
    assert sheet.hexes is not None
    return sheet.hexes.numbers.hex(printed)


def sides_of(sheet: Map) -> SideLayer:
    assert sheet.hexes is not None
    return sheet.hexes.sides
