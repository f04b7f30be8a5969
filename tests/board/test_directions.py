"""Hexes without a map: the words of direction, and properties of distances, rings and lines."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.board.directions import DIRECTIONS, Facing, Hex, arc_of, front_of, in_column, in_line
from sandtable.engine.errors import Invalid
from tests.board.hexmaps import RUNS, hexes

ORIGIN = Hex(0, 0)


def test_a_facing_has_the_word_of_the_compass_by_how_the_hexes_lie() -> None:
    assert [Facing.side(k).compass("flat") for k in DIRECTIONS] == [
        "north", "north-east", "south-east", "south", "south-west", "north-west",
    ]  # fmt: skip
    assert [Facing.side(k).compass("pointy") for k in DIRECTIONS] == [
        "north-east", "east", "south-east", "south-west", "west", "north-west",
    ]  # fmt: skip
    assert (Facing.P1.compass("flat"), Facing.P2.compass("pointy")) == ("east", "south")
    for orientation in ("flat", "pointy"):
        assert len({facing.compass(orientation) for facing in Facing}) == 12


def test_an_arc_is_sixty_degrees_wide_before_a_hexpoint_and_twice_that_before_a_hexside() -> None:
    point, side = (arc_of([ORIGIN], facing, 3) for facing in (Facing.P0, Facing.D0))
    assert [list(point.values()).count(distance) for distance in (1, 2, 3)] == [2, 3, 4]
    assert [list(side.values()).count(distance) for distance in (1, 2, 3)] == [3, 5, 7]
    assert set(point) == {hex for hex in side if hex.q >= 0 and hex != ORIGIN}
    assert all(hex.distance(ORIGIN) == distance for hex, distance in side.items())


def test_the_arc_of_a_line_is_that_of_its_hexes_and_none_of_its_own() -> None:
    line = in_line(ORIGIN, Facing.P0, 2)
    arc = arc_of(line, Facing.P0, 2)
    assert {hex for hex, distance in arc.items() if distance == 1} == set(front_of(line, Facing.P0))
    assert not set(arc) & set(line)
    assert all(min(hex.distance(one) for one in line) == distance for hex, distance in arc.items())


def test_directions_run_clockwise_and_come_back() -> None:
    here = ORIGIN
    for k in DIRECTIONS:
        here = here.step(k)
    assert here == ORIGIN
    assert [ORIGIN.step(k).rotate(1, ORIGIN) for k in DIRECTIONS] == [ORIGIN.step(k + 1) for k in DIRECTIONS]
    assert ORIGIN.step(7) == ORIGIN.step(1)


@RUNS
@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert a.distance(b) == b.distance(a) >= 0
    assert (a.distance(b) == 0) == (a == b)
    assert a.distance(c) <= a.distance(b) + b.distance(c)
    assert sum(a.cube) == 0


@RUNS
@given(hexes, st.integers(0, 8))
def test_ring_and_spiral_hold_what_their_radius_says(centre: Hex, radius: int) -> None:
    ring, disc = list(centre.ring(radius)), list(centre.spiral(radius))
    assert len(ring) == len(set(ring)) == (6 * radius or 1)
    assert len(disc) == len(set(disc)) == 1 + 3 * radius * (radius + 1)
    assert {centre.distance(hex) for hex in ring} == {radius}
    assert all(a.distance(b) <= 1 for a, b in pairwise(ring))
    assert ring[0] == centre.step(0, radius)
    assert not list(centre.ring(-1))


@RUNS
@given(hexes, hexes, st.sampled_from(["left", "right"]))
def test_a_line_is_connected_and_as_short_as_can_be(a: Hex, b: Hex, lean: str) -> None:
    row = a.line_to(b, "left" if lean == "left" else "right")
    assert (row[0], row[-1], len(row)) == (a, b, a.distance(b) + 1)
    assert all(here.distance(there) == 1 for here, there in pairwise(row))


@RUNS
@given(hexes, hexes)
def test_the_way_back_with_the_other_lean_is_the_same_row(a: Hex, b: Hex) -> None:
    assert a.line_to(b, "left") == b.line_to(a, "right")[::-1]
    assert set(a.line_to(b)) <= {hex for entry in a.crossed_to(b) for hex in entry}


def test_a_line_along_a_hexside_leans_as_told() -> None:
    end = ORIGIN.step(0).step(1)
    assert ORIGIN.line_to(end, "left") == (ORIGIN, ORIGIN.step(0), end)
    assert ORIGIN.line_to(end, "right") == (ORIGIN, ORIGIN.step(1), end)
    assert ORIGIN.crossed_to(end) == ((ORIGIN,), (ORIGIN.step(0), ORIGIN.step(1)), (end,))


@RUNS
@given(hexes, hexes)
def test_what_a_line_crosses_is_the_same_both_ways(a: Hex, b: Hex) -> None:
    there, back = a.crossed_to(b), b.crossed_to(a)
    assert [set(entry) for entry in there] == [set(entry) for entry in back[::-1]]
    assert all(a.distance(hex) + hex.distance(b) == a.distance(b) for entry in there for hex in entry)


@RUNS
@given(hexes, hexes)
def test_what_a_line_crosses_is_what_fine_steps_along_it_meet(a: Hex, b: Hex) -> None:
    """Walk in small exact parts; where a point lies in one hex only, that hex is crossed."""
    crossed = {hex for entry in a.crossed_to(b) for hex in entry}
    parts = 211
    for part in range(parts + 1):
        x, y = a.q * (parts - part) + b.q * part, a.r * (parts - part) + b.r * part
        near = Hex(round(x / parts), round(y / parts))
        by_distance = sorted((_square(x - h.q * parts, y - h.r * parts), h) for h in near.spiral(2))
        if by_distance[0][0] < by_distance[1][0]:
            assert by_distance[0][1] in crossed


def _square(q: int, r: int) -> int:
    return q * q + q * r + r * r


@RUNS
@given(hexes, st.integers(0, 5), st.integers(1, 9))
def test_a_straight_line_has_a_direction(a: Hex, k: int, times: int) -> None:
    assert a.direction_to(a.step(k, times)) == k
    assert a.direction_to(a.step(k, times).step(k + 1)) is None
    assert a.direction_to(a) is None


@pytest.mark.parametrize("k", DIRECTIONS)
def test_facings_turn_between_hexpoints_and_hexsides(k: int) -> None:
    point, side = Facing.point(k), Facing.side(k)
    assert {point.rotate(-1), point.rotate(1)} == {Facing.side(k), Facing.side(k + 1)}
    assert {side.rotate(-1), side.rotate(1)} == {Facing.point(k - 1), Facing.point(k)}
    assert point.ahead == (k, (k + 1) % 6)
    assert (point.left, point.right) == (((k - 1) % 6,), ((k + 2) % 6,))
    assert point.behind == ((k + 3) % 6, (k + 4) % 6)
    assert (side.ahead, side.behind) == ((k,), ((k + 3) % 6,))
    for facing in (point, side):
        assert sorted(facing.ahead + facing.right + facing.behind + facing.left) == list(DIRECTIONS)


@RUNS
@given(st.sampled_from(Facing), st.integers(-30, 30))
def test_steps_to_a_facing_lead_there_the_short_way(facing: Facing, steps: int) -> None:
    there = facing.rotate(steps)
    assert facing.rotate(facing.steps_to(there)) == there
    assert -5 <= facing.steps_to(there) <= 6


@RUNS
@given(st.sampled_from(Facing), st.integers(1, 5))
def test_a_line_of_n_hexes_has_n_and_one_in_front(facing: Facing, length: int) -> None:
    if facing.to_hexpoint:
        line = in_line(ORIGIN, facing, length)
        assert line[-1] == ORIGIN.step(facing.k + 2, length - 1)
        assert len(front_of(line, facing)) == length + 1
        with pytest.raises(Invalid, match="faces a hexside"):
            in_column(ORIGIN, facing, length)
    else:
        column = in_column(ORIGIN, facing, length)
        assert column[-1] == ORIGIN.step(facing.k + 3, length - 1)
        assert front_of(column, facing) == (ORIGIN.step(facing.k),)
        with pytest.raises(Invalid, match="faces a hexpoint"):
            in_line(ORIGIN, facing, length)
