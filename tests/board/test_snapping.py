"""What a place snaps to, and the way along borders between two places."""

import random
from collections.abc import Mapping
from itertools import pairwise
from math import hypot, inf, nan

import pytest
import shapely
from shapely import LineString, Point, Polygon, box

from sandtable.board import Graph, Space, SpaceId
from sandtable.board.areas import AreaMap, Shape
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo, MapLine
from sandtable.board.shapes import Place
from sandtable.board.snapping import Owner, SnapIndex, SnapKind
from sandtable.board.tracing import trace
from sandtable.engine.errors import Invalid
from tests.board.areamaps import S, cells, realms, squares

EDGES: tuple[SnapKind, ...] = ("edge",)
VERTICES: tuple[SnapKind, ...] = ("vertex",)


def sheet(shapes: Mapping[SpaceId, Shape], *lines: MapLine, hexes: HexBoard | None = None) -> Map:
    areas = AreaMap(shapes, 1e-6) if shapes else None
    return Map(MapInfo("m", "M"), Graph([Space(id) for id in shapes]), areas, hexes, lines=lines)


def index(shapes: Mapping[SpaceId, Shape], *lines: MapLine) -> SnapIndex:
    return SnapIndex.of(sheet(shapes, *lines))


BROOK = MapLine("brook", "river", LineString([(0.25, 0.5), (1.75, 0.7)]))


@pytest.mark.parametrize(
    ("at", "kind", "place", "of"),
    [
        ((1.03, 1.02), "vertex", (1, 1), ["a0", "a1", "b0", "b1"]),
        ((1.02, 0.48), "middle", (1, 0.5), ["a0", "b0"]),
        ((1.02, 0.25), "edge", (1, 0.25), ["a0", "b0"]),
        ((1.01, 0.61), "crossing", (1, 0.6), ["a0", "b0", "brook"]),
        ((0.3, 0.45), "vertex", (0.25, 0.5), ["brook"]),
    ],
)
def test_a_place_snaps_to_the_sharpest_within_reach(at: Place, kind: str, place: Place, of: list[str]) -> None:
    found = index(squares(2, 2), BROOK).nearest(at, 0.1)
    assert found is not None
    assert (found.kind, [owner.id for owner in found.of]) == (kind, of)
    assert found.place == pytest.approx(place)
    assert found.distance == pytest.approx(hypot(at[0] - place[0], at[1] - place[1]))


def test_an_edge_is_taken_only_where_no_point_is_within_reach_and_nothing_where_nothing_is() -> None:
    two = index(squares(2, 1))
    assert [one.kind for one in two.targets((1.0, 0.4), 0.2)] == ["middle", "edge"]
    assert two.nearest((1.0, 0.45), 0.2, kinds=EDGES) is not None
    assert two.nearest((0.5, 0.5), 0.3) is None
    assert index({}).nearest((0, 0), 10) is None


def test_who_shares_an_edge_has_the_very_same_place_on_it() -> None:
    for seed in range(5):
        shapes = cells(seed, 12)
        ends = {(x, y) for shape in shapes.values() for x, y in shapely.get_coordinates(shape).tolist()}
        found = index(shapes).targets((1.0, 1.0), 0.7, kinds=EDGES)
        for target in (one for one in found if one.place not in ends):
            beside = [id for id, shape in shapes.items() if shape.boundary.dwithin(Point(target.place), 1e-9)]
            assert [owner.id for owner in target.of] == sorted(beside)


def test_what_lies_equally_near_comes_by_id() -> None:
    apart = {S("b"): box(2, 0, 3, 1), S("a"): box(0, 0, 1, 1)}
    found = index(apart).targets((1.5, 0), 0.5, kinds=VERTICES)
    assert [one.of for one in found] == [(Owner("area", "a"),), (Owner("area", "b"),)]


def test_what_is_being_drawn_is_snapped_to_and_where_it_crosses() -> None:
    drawing = [(0.5, -0.5), (0.5, 0.5), (0.8, 0.6)]
    land = index(squares(1, 1))
    first = land.nearest((0.5, -0.48), 0.05, drawing=drawing)
    assert first is not None
    assert (first.kind, first.place, first.of) == ("vertex", (0.5, -0.5), (Owner("drawing", ""),))
    across = land.nearest((0.52, 0.02), 0.05, drawing=[(0.4, -0.5), (0.6, 0.5)])
    assert across is not None
    assert across.kind == "crossing"
    assert across.place == pytest.approx((0.5, 0.0))


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_hexes_have_corners_middles_of_sides_and_centres(orientation: str) -> None:
    board = HexBoard.blank(HexGrid(4, 3, orientation, hex_width=10))  # type: ignore[arg-type]
    hexes = SnapIndex.of(sheet({}, hexes=board))
    hex = board.grid.hex_of(1, 1)
    (x, y), corners = board.grid.centre(hex), board.grid.corners(hex)
    side = ((corners[0][0] + corners[1][0]) / 2, (corners[0][1] + corners[1][1]) / 2)
    wanted: list[tuple[SnapKind, Place, int]] = [("centre", (x, y), 1), ("corner", corners[0], 3), ("side", side, 2)]
    for kind, place, many in wanted:
        found = hexes.nearest((place[0] + 0.3, place[1] - 0.2), 1)
        assert found is not None
        assert (found.kind, len(found.of)) == (kind, many)
        assert found.place == pytest.approx(place)
    rim = min(board.grid.corners(board.grid.hex_of(0, 0)))
    beside = hexes.nearest((rim[0] - 0.5, rim[1]), 1)
    assert beside is not None
    assert beside.place == rim


def test_the_next_revision_is_as_one_made_anew_and_keeps_what_is_the_same() -> None:
    before = sheet(realms(3))
    assert before.areas is not None
    ids = before.areas.ids
    was = SnapIndex.of(before)
    list(was.targets((1, 1), 1))
    vertex = shapely.get_coordinates(before.areas[ids[2]])[0].tolist()
    after = sheet({id: before.areas[id] for id in ids if id != ids[0]}, BROOK)
    assert after.areas is not None
    moved = AreaMap.move_vertex(after.areas, (vertex[0], vertex[1]), (vertex[0] + 1e-3, vertex[1] + 1e-3))
    later = Map(after.info, after.graph, moved, lines=after.lines)
    rng = random.Random(1)
    kept, fresh = was.after(later), SnapIndex.of(later)
    for _ in range(50):
        at = rng.uniform(-1, 6), rng.uniform(-1, 4)
        assert kept.targets(at, 0.3) == fresh.targets(at, 0.3)
    same = [one for one in kept.things_near((2, 2), 9) if one in list(was.things_near((2, 2), 9))]
    assert len(same) >= len(ids) - 6


def test_all_vertices_in_a_box() -> None:
    drawn = index(squares(3, 3), BROOK)
    assert drawn.vertices_in(0.2, 0.4, 1.2, 1.1) == [(0.25, 0.5), (1, 1)]
    assert drawn.vertices_in(1.2, 1.2, 1.8, 1.8) == index({}).vertices_in(0, 0, 9, 9) == []


@pytest.mark.parametrize(("at", "reach"), [((nan, 0), 1), ((0, inf), 1), ((0, 0), nan), ((0, 0), -1)])
def test_what_is_no_number_is_refused(at: Place, reach: float) -> None:
    with pytest.raises(Invalid, match="give numbers in map units"):
        index(squares(1, 1)).nearest(at, reach)


# --- tracing --------------------------------------------------------------------------------------------------------


def length(way: list[Place]) -> float:
    return sum(hypot(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(way))


def test_the_shorter_side_is_traced_and_the_other_on_demand() -> None:
    isle = index({S("isle"): box(0, 0, 4, 1)})
    assert trace(isle, (1, 0), (2, 1)) == [(1, 0), (0, 0), (0, 1), (2, 1)]
    assert trace(isle, (1, 0), (2, 1), other=True) == [(1, 0), (4, 0), (4, 1), (2, 1)]


def test_along_one_segment_it_goes_straight_and_the_other_way_all_round() -> None:
    isle = index({S("isle"): box(0, 0, 4, 1)})
    assert trace(isle, (1, 0), (3, 0)) == [(1, 0), (3, 0)]
    assert trace(isle, (1, 0), (3, 0), other=True) == [(1, 0), (0, 0), (0, 1), (4, 1), (4, 0), (3, 0)]


def test_a_coast_is_traced_past_several_areas() -> None:
    coast = index(squares(3, 1))
    assert trace(coast, (0, 1), (3, 1)) == [(0, 1), (1, 1), (2, 1), (3, 1)]
    assert trace(coast, (0, 1), (3, 1), other=True) == [(0, 1), (0, 0), (1, 0), (2, 0), (3, 0), (3, 1)]


def test_a_line_is_traced_where_it_meets_a_border_in_a_vertex() -> None:
    road = MapLine("road", "road", LineString([(0, 0.5), (0.5, 0.2), (1, 0)]))
    assert trace(index(squares(1, 1), road), (0, 0.5), (1, 0)) == [(0, 0.5), (0.5, 0.2), (1, 0)]


def test_where_nothing_leads_nothing_is_traced() -> None:
    apart = index({S("a"): box(0, 0, 1, 1), S("b"): box(2, 0, 3, 1)})
    with pytest.raises(Invalid, match=r"no border leads from 0, 0 to 2, 0: draw that way by hand"):
        trace(apart, (0, 0), (2, 0))
    with pytest.raises(Invalid, match=r"no border runs through 1\.5, 0: begin and end on what is drawn"):
        trace(apart, (1.5, 0), (2, 0))
    with pytest.raises(Invalid, match="no other border leads"):
        trace(index({}, MapLine("l", "river", LineString([(0, 0), (1, 0)]))), (0, 0), (1, 0), other=True)


def test_a_traced_way_runs_on_borders_and_none_is_shorter() -> None:
    rng = random.Random(5)
    for seed in range(8):
        shapes = cells(seed, 16)
        drawn, whole = index(shapes), shapely.union_all([shape.boundary for shape in shapes.values()])
        vertices = [(x, y) for x, y in shapely.get_coordinates(whole).tolist()]
        start, end = rng.sample(vertices, 2)
        try:
            way = trace(drawn, start, end)
        except Invalid:
            continue
        assert (way[0], way[-1]) == (start, end)
        assert whole.buffer(1e-9).covers(LineString(way))
        for middle in rng.sample(vertices, 5):
            try:
                assert length(way) <= length(trace(drawn, start, middle)) + length(trace(drawn, middle, end)) + 1e-9
            except Invalid:
                continue


def test_what_is_traced_fits_to_the_last_bit() -> None:
    lands = cells(4, 16, missing=0)
    drawn = index(lands)
    coast = shapely.union_all(list(lands.values()))
    assert isinstance(coast, Polygon)
    places = [(x, y) for x, y in shapely.get_coordinates(coast.exterior).tolist()]
    start, end = places[0], places[len(places) // 3]
    way = trace(drawn, start, end)
    assert set(way) <= {(x, y) for shape in lands.values() for x, y in shapely.get_coordinates(shape).tolist()}
    assert all(coast.boundary.dwithin(Point(place), 1e-9) for place in way)
