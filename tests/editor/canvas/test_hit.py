"""Which space is where: what the canvas says equals what the geometry says, for hexes, areas and pixels."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF
from shapely import Point

from sandtable.board.areas import AreaMap
from sandtable.board.graph import Graph
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo
from sandtable.board.spaces import Space
from sandtable_editor.canvas.geometry.geography import CanvasGeography
from sandtable_editor.canvas.geometry.hit import Hit
from sandtable_editor.canvas.ground.hex_raster import pixels, raster
from tests.board.areamaps import cells, seeds
from tests.board.hexmaps import grids
from tests.editor.canvas.small_maps import RUNS, S, areas, hexes

spots = st.lists(st.tuples(st.floats(-0.2, 1.2), st.floats(-0.2, 1.2)), min_size=1, max_size=12)


def within(geography: CanvasGeography, part: tuple[float, float]) -> tuple[float, float]:
    """Return a place by its part of the way across and down the map."""
    left, top, right, bottom = geography.box
    return left + part[0] * (right - left), top + part[1] * (bottom - top)


@RUNS
@given(seeds, spots, st.booleans())
def test_an_area_is_hit_where_its_shape_is(seed: int, parts: list[tuple[float, float]], north_up: bool) -> None:
    shapes = AreaMap(cells(seed, 12, lines=3))
    projection = "somewhere, y to the north" if north_up else ""
    graph = Graph(Space(id) for id in shapes)
    geography = CanvasGeography(Map(MapInfo("x", "X", projection=projection), graph, shapes))
    hit = Hit(geography)
    for part in parts:
        x, y = within(geography, part)
        on_map = geography.on_map(QPointF(x, y))
        assert on_map == (x, -y if north_up else y)
        covering = shapes.touching(Point(*on_map))
        found = hit.space(x, y, 10.0)
        assert (found in covering) if covering else (found is None)


@RUNS
@given(grids(), spots)
def test_a_hex_is_hit_where_the_grid_has_it(grid: HexGrid, parts: list[tuple[float, float]]) -> None:
    board = HexBoard.blank(grid)
    geography = CanvasGeography(Map(MapInfo("x", "X"), hexes=board))
    hit = Hit(geography)
    for part in parts:
        x, y = within(geography, part)
        hex = grid.at(x, y)
        assert hit.space(x, y) == (None if hex is None else board.numbers.of(hex))


@RUNS
@given(grids(), st.integers(1, 40), st.integers(1, 2))
def test_every_pixel_shows_the_hex_that_is_hit_there(grid: HexGrid, size: int, fine: int) -> None:
    zoom = size / min(grid.hex_width, grid.hex_height)
    left, top = grid.left - 0.3 * grid.hex_width, grid.top - 0.3 * grid.hex_height
    xs, ys = pixels(left, 61, zoom, fine), pixels(top, 47, zoom, fine)
    shown = raster(grid, xs, ys)
    points = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    expected = grid.at_points(points).reshape(len(ys), len(xs))
    differs = (shown.hexes != expected) & (np.abs(shown.rim) > 1e-3 * grid.hex_width)
    assert not differs.any()


def test_the_rim_is_as_far_as_the_nearest_side() -> None:
    grid = HexGrid(5, 5, "pointy", hex_width=10.0)
    x, y = grid.centre(grid.hex_of(2, 2))
    shown = raster(grid, np.array([x, x + 4.0]), np.array([y]))
    assert np.allclose(shown.rim, [[5.0, 1.0]], atol=1e-4)


def test_the_box_of_a_hex_map_holds_every_hex() -> None:
    for orientation in ("flat", "pointy"):
        grid = HexGrid(7, 5, orientation, "even", 12.0, left=3.0, top=-4.0)
        left, top, right, bottom = CanvasGeography(Map(MapInfo("x", "X"), hexes=HexBoard.blank(grid))).box
        corners = grid.outlines(grid.indices).reshape(-1, 2)
        assert np.allclose([left, top], corners.min(axis=0))
        assert np.allclose([right, bottom], corners.max(axis=0))


def test_marks_are_hit_near_their_place_and_only_when_shown() -> None:
    hit = Hit(CanvasGeography(areas()))
    assert hit.space(195.0, 50.0, 1.0) == "port"
    assert hit.space(199.0, 53.0, 1.0) == "port"
    assert hit.space(199.0, 80.0, 1.0) == "bona"
    assert hit.space(225.0, 50.0, 1.0) == "box"
    assert hit.space(225.0, 50.0, 0.3) == "mare"
    assert hit.space(225.0, 50.0) == "mare"


def test_counters_stand_inside_their_area_and_beside_the_town() -> None:
    geography = CanvasGeography(areas())
    x, y = geography.stand(S("alba")) or (0.0, 0.0)
    assert 20 < x < 80
    assert 20 < y < 80
    assert np.hypot(x - 25, y - 25) > 30
    assert geography.stand(S("port")) == (195.0, 50.0)
    assert geography.stands([S("port"), S("mare")])[S("port")] == (195.0, 50.0)


def test_a_hex_has_its_centre_its_box_and_its_name() -> None:
    geography = CanvasGeography(hexes())
    x, y = geography.place(S("0302")) or (0.0, 0.0)
    assert Hit(geography).space(x, y) == "0302"
    assert geography.box_of(S("0302")) == (x - 20, y - geography.size / 2, x + 20, y + geography.size / 2)
    assert geography.name(S("0302")) == "0302"
    assert geography.place(S("9999")) is None
    assert not geography.knows(S("9999"))
