"""Which hexes a brush covers, and along which hexsides a line runs that somebody draws."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.board import brushes
from sandtable.board.hexes import HexGrid
from sandtable.board.side_ways import side_at, sides_along
from tests.board.hexmaps import LAYOUTS, RUNS, grids


@RUNS
@given(grids(), st.data(), st.integers(0, 4))
def test_a_brush_covers_what_lies_within_its_radius(grid: HexGrid, data: st.DataObject, radius: int) -> None:
    some = data.draw(st.lists(st.sampled_from(grid.indices.tolist()), min_size=1, max_size=4))
    expected = {grid.index(hex) for one in some for hex in grid.within(grid.hex(one), radius)}
    assert brushes.around(grid, np.array(some, np.int32), radius).tolist() == sorted(expected)


@RUNS
@given(grids(cut=False), st.data())
def test_lines_and_rectangles_are_what_lies_between(grid: HexGrid, data: st.DataObject) -> None:
    one, other = (grid.hex(data.draw(st.sampled_from(grid.indices.tolist()))) for _ in range(2))
    line = [grid.hex(at) for at in brushes.line(grid, one, other).tolist()]
    assert (line[0], line[-1]) == (one, other)
    (c0, r0), (c1, r1) = grid.cell(one), grid.cell(other)
    inside = brushes.rectangle(grid, one, other)
    assert len(inside) == (abs(c0 - c1) + 1) * (abs(r0 - r1) + 1)
    assert {grid.index(one), grid.index(other)} <= set(inside.tolist())


@RUNS
@given(grids(), st.data(), st.integers(0, 5))
def test_a_fill_takes_what_hangs_together(grid: HexGrid, data: st.DataObject, within: int) -> None:
    same = np.array(data.draw(st.lists(st.booleans(), min_size=grid.size, max_size=grid.size)), np.bool_)
    start = data.draw(st.sampled_from(grid.indices.tolist()))
    found, ahead, far = {start}, {start}, 0
    while ahead and (not within or far < within):
        beside = {grid.index(there) for at in ahead for there in grid.neighbours(grid.hex(at)).values()}
        ahead, far = {there for there in beside if same[there]} - found, far + 1
        found |= ahead
    assert brushes.connected(grid, start, same, within).tolist() == sorted(found)


def test_a_fill_stops_at_hexsides() -> None:
    grid = HexGrid(5, 4)
    stopped = np.zeros(grid.sides, np.bool_)
    for row in range(4):
        here = grid.hex_of(2, row)
        for direction, there in grid.neighbours(here).items():
            if grid.cell(there)[0] == 3:
                stopped[grid.side(here, direction)] = True
    found = brushes.connected(grid, 0, np.ones(grid.size, np.bool_), 0, stopped)
    assert {grid.cell(grid.hex(at))[0] for at in found.tolist()} == {0, 1, 2}


def test_a_road_goes_round_what_is_cut_off_and_a_drawn_way_has_no_gaps() -> None:
    mask = np.ones((5, 6), np.bool_)
    mask[0:4, 3] = False
    grid = HexGrid(6, 5, mask=mask, hex_width=10.0)
    one, other = grid.hex_of(1, 0), grid.hex_of(5, 0)
    path = brushes.road(grid, [one, other])
    assert (path[0], path[-1]) == (one, other)
    assert all(a.distance(b) == 1 and b in grid for a, b in pairwise(path))
    straight = brushes.way(grid, [grid.centre(grid.hex_of(0, 4)), grid.centre(grid.hex_of(5, 4))])
    assert len(straight) == 6
    assert brushes.way(grid, [(-500.0, 0.0)]) == []
    walled = HexGrid(3, 1, mask=np.array([[True, False, True]]))
    assert brushes.road(walled, [walled.hex_of(0, 0), walled.hex_of(2, 0)]) == []


# --- hexsides -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("height", [0.0, 7.5])
def test_the_hexside_that_is_pointed_at(layout: tuple[str, str], height: float) -> None:
    grid = HexGrid(4, 4, *layout, 10.0, height, -3.0, 8.0)  # type: ignore[arg-type]
    for hex in grid:
        x, y = grid.centre(hex)
        for there in grid.neighbours(hex).values():
            a, b = grid.centre(there)
            found = side_at(grid, (x + 0.4 * (a - x), y + 0.4 * (b - y)))
            assert found == (hex, there)
    assert side_at(grid, (-50.0, 0.0)) is None


@RUNS
@given(st.sampled_from(LAYOUTS), st.lists(st.tuples(st.floats(0, 60), st.floats(0, 60)), min_size=1, max_size=7))
def test_sides_along_a_line_hang_together(layout: tuple[str, str], places: list[tuple[float, float]]) -> None:
    grid = HexGrid(12, 12, *layout, 10.0, left=-20.0, top=-20.0)  # type: ignore[arg-type]
    sides = sides_along(grid, places)
    assert sides
    assert len({side.ends for side in sides}) == len(sides)
    for one, other in pairwise(sides):
        # two sides of a chain have a hexpoint in common, and so a hex, with their other hexes side by side
        shared = one.ends & other.ends
        (a,), (b,) = one.ends - shared, other.ends - shared
        assert len(shared) == 1
        assert a.distance(b) == 1


def test_a_side_favours_the_hex_through_which_the_way_leads() -> None:
    grid = HexGrid(6, 6, hex_width=10.0)
    sides = {at: grid.hex_of(at, 2) for at in range(6)}
    y = grid.centre(sides[2])[1] + 0.45 * grid.hex_height
    (side,) = sides_along(grid, [(grid.centre(sides[2])[0] - 1, y), (grid.centre(sides[2])[0] + 1, y)])
    assert side == (sides[2], sides[2].step(3))
    (side,) = sides_along(grid, [(grid.centre(sides[2])[0] - 1, y + 1), (grid.centre(sides[2])[0] + 1, y + 1)])
    assert side == (sides[2].step(3), sides[2])
