"""Hexes on a map: which there are, which is where, and how they lie on the paper."""

import math
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.board.directions import DIRECTIONS, Hex
from sandtable.board.hexes import HexGrid
from sandtable.engine.errors import Invalid
from tests.board.hexmaps import LAYOUTS, RUNS, grids

Lies = Literal["flat", "pointy"]
Shifted = Literal["odd", "even"]


@RUNS
@given(grids())
def test_index_and_cell_go_both_ways(grid: HexGrid) -> None:
    there = list(grid)
    assert len(there) == len(grid) == grid.present.sum()
    for index, hex in zip(grid.indices.tolist(), there, strict=True):
        assert grid.index(hex) == index
        assert grid.hex(index) == hex
        assert grid.cell(hex) == (index % grid.columns, index // grid.columns)
    q, r = grid.axial
    assert [Hex(*map(int, pair)) for pair in zip(q[grid.present], r[grid.present], strict=True)] == there


@RUNS
@given(grids())
def test_the_table_of_neighbours_is_the_neighbours(grid: HexGrid) -> None:
    for index in range(grid.size):
        row = {k: there for k, there in enumerate(grid.neighbour_table[index].tolist()) if there >= 0}
        hex = grid.hex(index)
        assert row == ({k: grid.index(other) for k, other in grid.neighbours(hex).items()} if hex in grid else {})


@RUNS
@given(grids(most=6, cut=False), st.data())
def test_distance_is_the_number_of_steps(grid: HexGrid, data: st.DataObject) -> None:
    start = data.draw(st.sampled_from(list(grid)))
    steps, ring = {start: 0}, [start]
    while ring:
        around = {
            other for hex in ring for other in hex.neighbours() if other not in steps and other.distance(start) < 8
        }
        steps |= dict.fromkeys(around, steps[ring[0]] + 1)
        ring = sorted(around)
    assert [steps[hex] for hex in grid] == [start.distance(hex) for hex in grid] == grid.distances(start).tolist()


@pytest.mark.parametrize(("orientation", "stagger"), LAYOUTS)
def test_neighbours_lie_clockwise_from_the_top(orientation: Lies, stagger: Shifted) -> None:
    grid = HexGrid(5, 5, orientation, stagger, 10)
    here = grid.hex_of(2, 2)
    x, y = grid.centre(here)
    for k in DIRECTIONS:
        there = grid.centre(here.step(k))
        clockwise = math.degrees(math.atan2(there[0] - x, y - there[1])) % 360
        assert clockwise == pytest.approx(60 * k + (0 if orientation == "flat" else 30), abs=1e-6)
        corner = grid.corners(here)[k]
        assert math.degrees(math.atan2(corner[0] - x, y - corner[1])) % 360 == pytest.approx(
            (60 * k + (30 if orientation == "flat" else 60)) % 360, abs=1e-6
        )


@pytest.mark.parametrize(("orientation", "stagger"), LAYOUTS)
def test_the_stagger_says_which_columns_or_rows_are_shifted(orientation: Lies, stagger: Shifted) -> None:
    grid = HexGrid(3, 3, orientation, stagger, 1, 1)
    along = 1 if orientation == "flat" else 0
    first, second = grid.centre(grid.hex_of(0, 0)), grid.centre(grid.hex_of(*((1, 0) if along else (0, 1))))
    assert second[along] - first[along] == (0.5 if stagger == "odd" else -0.5)
    box = np.concatenate([grid.outlines(grid.indices)]).reshape(-1, 2)
    assert box.min(axis=0).tolist() == [0, 0]


@RUNS
@given(grids())
def test_neighbours_share_their_corners_to_the_last_bit(grid: HexGrid) -> None:
    outlines = grid.outlines(grid.indices)
    for place, hex in enumerate(grid):
        corners = grid.corners(hex)
        assert tuple(map(tuple, outlines[place].tolist())) == corners
        assert tuple(grid.centres(grid.indices)[place].tolist()) == grid.centre(hex)
        for k, other in grid.neighbours(hex).items():
            theirs = grid.corners(other)
            assert corners[k] == theirs[(k + 2) % 6]
            assert corners[(k - 1) % 6] == theirs[(k + 3) % 6]


@RUNS
@given(grids())
def test_a_centre_and_what_is_near_it_is_in_its_hex(grid: HexGrid) -> None:
    for hex in grid:
        x, y = grid.centre(hex)
        assert grid.at(x, y) == hex
        for corner in grid.corners(hex):
            assert grid.at(x + 0.98 * (corner[0] - x), y + 0.98 * (corner[1] - y)) == hex
    assert grid.at_points(grid.centres(grid.indices)).tolist() == grid.indices.tolist()
    assert grid.at_points(grid.centres(np.arange(grid.size))).tolist() == [
        index if there else -1 for index, there in enumerate(grid.present)
    ]


@RUNS
@given(grids(), st.lists(st.tuples(st.floats(-200, 800), st.floats(-200, 800)), min_size=1))
def test_hexes_at_many_points_are_those_at_each(grid: HexGrid, points: list[tuple[float, float]]) -> None:
    many = grid.at_points(np.array(points)).tolist()
    assert many == [-1 if (hex := grid.at(*point)) is None else grid.index(hex) for point in points]


@pytest.mark.parametrize("x", [float("nan"), float("inf"), -1e300, 1e18])
def test_a_point_out_of_this_world_is_in_no_hex(x: float) -> None:
    grid = HexGrid(3, 3)
    assert grid.at(x, 0.5) is None
    assert grid.at_points(np.array([[x, 0.5], [0.5, x]])).tolist() == [-1, -1]


@RUNS
@given(grids())
def test_each_hexside_has_one_place(grid: HexGrid) -> None:
    seen: dict[int, set[Hex]] = {}
    for index, hex in zip(grid.indices.tolist(), grid, strict=True):
        for k in DIRECTIONS:
            side = grid.side(hex, k)
            assert side == grid.side(hex.step(k), k + 3) == grid.side_table[index, k]
            assert 0 <= side < grid.sides
            assert set(grid.hexes_at(side)) == {hex, hex.step(k)}
            assert grid.side_between(hex, hex.step(k)) == side
            assert seen.setdefault(side, {hex, hex.step(k)}) == {hex, hex.step(k)}


def test_what_is_wrong_is_said() -> None:
    grid = HexGrid(4, 3)
    with pytest.raises(Invalid, match="no hex in column 4, row 0"):
        grid.index(grid.hex_of(4, 0))
    with pytest.raises(Invalid, match="no hexside"):
        grid.side_between(Hex(0, 0), Hex(2, 0))
    with pytest.raises(Invalid, match="no hex in column"):
        grid.side(Hex(50, 50), 0)
    with pytest.raises(Invalid, match="at least 1 by 1"):
        HexGrid(0, 3)
    with pytest.raises(Invalid, match="positive numbers"):
        HexGrid(1, 3, hex_width=-1)
    with pytest.raises(Invalid, match=r"\(rows, columns\) = \(3, 4\)"):
        HexGrid(4, 3, mask=np.ones((4, 3), np.bool_))


def test_within_keeps_to_the_map() -> None:
    grid = HexGrid(3, 3)
    assert len(grid.within(grid.hex_of(0, 0), 9)) == 9
    assert grid.within(grid.hex_of(1, 1), 0) == [grid.hex_of(1, 1)]


@pytest.mark.parametrize("wrong", [0.0, -1.0, math.inf, math.nan])
def test_a_hex_has_a_width_and_a_height_that_can_be_drawn(wrong: float) -> None:
    """Each by itself; a height of 0 follows from the width."""
    with pytest.raises(Invalid, match="map units cannot be drawn: give positive numbers"):
        HexGrid(2, 2, hex_width=wrong, hex_height=1.0)
    if wrong:
        with pytest.raises(Invalid, match="map units cannot be drawn: give positive numbers"):
            HexGrid(2, 2, hex_width=1.0, hex_height=wrong)
