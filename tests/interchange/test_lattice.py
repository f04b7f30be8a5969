"""Rivers along hexsides and roads through hexes: connected wherever the lines are, and never far from them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import dist

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString

from sandtable.board.directions import Hex
from sandtable.board.hexes import HexGrid
from sandtable.board.lattice import HEXES, HEXPOINTS, Lattice, Node, hexes_at, hexes_beside, without_loops
from sandtable.interchange.hexify.networks import Link, network, ways
from tests.board.hexmaps import LAYOUTS
from tests.interchange.sheets import RUNS

SIZE = 10.0
coordinates = st.tuples(st.floats(-100, 100), st.floats(-100, 100))
lines = st.lists(coordinates, min_size=2, max_size=8, unique=True).map(LineString)


def grid(orientation: str, stagger: str) -> HexGrid:
    return HexGrid(3, 3, orientation, stagger, 12.0, 9.5, -7.5, 3.25)  # type: ignore[arg-type]


grids = st.sampled_from(LAYOUTS).map(lambda layout: grid(*layout))


def groups(links: Iterable[Link]) -> list[set[Node]]:
    """Return the nodes that hang together."""
    found: list[set[Node]] = []
    for link in links:
        touched = [group for group in found if group & set(link)]
        found = [group for group in found if group not in touched] + [set(link).union(*touched)]
    return found


def middle(grid: HexGrid, node: Node, lattice: Lattice) -> tuple[float, float]:
    """Return where a node lies: the middle of its hex, or its hexpoint."""
    hexes = [Hex(node[0], node[1])] if lattice.nodes == HEXES else hexes_at(node)
    xs, ys = zip(*map(grid.centre, hexes), strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def end_nodes(line: LineString, lattice: Lattice) -> list[Node]:
    """Return the nodes in which a line begins and ends: one if it comes back to where it begins, none if it is none."""
    return lattice.at(lattice.axial(network([line], 0.5).meetings))


# --- the lattices ---------------------------------------------------------------------------------------------------


@RUNS
@given(grids, st.integers(-9, 9), st.integers(-9, 9), st.integers(0, 1))
def test_hexpoints_are_where_three_hexes_meet_and_their_neighbours_a_hexside_away(
    grid: HexGrid, q: int, r: int, upper: int
) -> None:
    lattice = Lattice(grid, HEXPOINTS)
    place = middle(grid, (q, r, upper), lattice)
    corners = [set(grid.corners(hex)) for hex in hexes_at((q, r, upper))]
    (corner,) = [here for here in corners[0] if all(min(dist(here, there) for there in one) < 1e-9 for one in corners)]
    assert dist(corner, place) < 1e-9
    assert lattice.at(lattice.axial(np.array([place]))) == [(q, r, upper)]
    for other in lattice.beside((q, r, upper)):
        one, two = hexes_beside((q, r, upper), other)
        assert one.distance(two) == 1
        assert (q, r, upper) in lattice.beside(other)
        side = grid.corners(one)[one.direction_to(two) or 0]
        assert min(dist(side, place), dist(side, middle(grid, other, lattice))) < 1e-9


@RUNS
@given(grids, coordinates)
def test_places_belong_to_the_hex_that_the_grid_says(layout: HexGrid, place: tuple[float, float]) -> None:
    wide = HexGrid(60, 60, layout.orientation, layout.stagger, 12.0, 9.5, -200.0, -200.0)
    lattice = Lattice(wide, HEXES)
    ((q, r, _),) = lattice.at(lattice.axial(np.array([place])))
    found = wide.at(*place)
    assert found is not None
    assert dist(wide.centre(found), wide.centre(Hex(q, r))) <= 2e-9 or found == Hex(q, r)


@RUNS
@given(grids, st.sampled_from([HEXES, HEXPOINTS]), lines)
def test_a_line_runs_from_neighbour_to_neighbour_and_through_what_it_touches(
    grid: HexGrid, nodes: str, line: LineString
) -> None:
    lattice = Lattice(grid, nodes)  # type: ignore[arg-type]
    visits = lattice.visits(np.array(line.coords))
    for here, there in pairwise(visits):
        assert there.node in lattice.beside(here.node)
    touched = set(lattice.at(lattice.axial(shapely.get_coordinates(line.segmentize(1.3)))))
    missed = touched - {visit.node for visit in visits}
    assert all(any(near in lattice.beside(node) for near in touched) for node in missed)
    assert len(missed) <= len(touched) // 3 + 2  # places on a border may count to either side


@given(st.lists(st.integers(0, 6), min_size=1, max_size=40))
def test_a_way_without_loops_has_its_ends_and_no_node_twice(steps: list[int]) -> None:
    way = without_loops([(one, 0, 0) for one in steps])
    assert (way[0][0], way[-1][0]) == (steps[0], steps[-1])
    assert len(set(way)) == len(way)
    pairs = set(pairwise(steps))
    assert all((a[0], b[0]) in pairs for a, b in pairwise(way))


# --- one line -------------------------------------------------------------------------------------------------------


@RUNS
@given(grids, st.sampled_from([HEXES, HEXPOINTS]), lines)
def test_a_line_becomes_one_chain_from_its_beginning_to_its_end(grid: HexGrid, nodes: str, line: LineString) -> None:
    lattice = Lattice(grid, nodes)  # type: ignore[arg-type]
    links = ways(network([line], 0.5), lattice, least=0.5 if nodes == HEXES else 0.0)
    ends = end_nodes(line, lattice)
    if len(set(ends)) < 2:
        return
    (chain,) = groups(links)
    assert set(ends) <= chain
    degree = {node: sum(node in link for link in links) for node in chain}
    assert sorted(node for node, many in degree.items() if many == 1) == sorted(ends)
    assert all(many <= 2 for many in degree.values())


@RUNS
@given(grids, st.sampled_from([HEXES, HEXPOINTS]), lines)
def test_a_chain_is_never_far_from_its_line(grid: HexGrid, nodes: str, line: LineString) -> None:
    lattice = Lattice(grid, nodes)  # type: ignore[arg-type]
    for link in ways(network([line], 0.5), lattice):
        assert all(line.distance(shapely.Point(middle(grid, node, lattice))) <= 12.0 for node in link)


@RUNS
@given(st.sampled_from(LAYOUTS), st.lists(st.floats(40, 60), min_size=3, max_size=9))
def test_what_lies_on_different_banks_of_a_river_stays_there(layout: tuple[str, str], heights: list[float]) -> None:
    grid = HexGrid(14, 14, *layout, hex_width=10.0)  # type: ignore[arg-type]
    right = float(grid.centres(grid.indices)[:, 0].max()) + 30
    line = LineString(list(zip(np.linspace(-30, right, len(heights)), heights, strict=True)))
    river = {hexes_beside(*link) for link in ways(network([line], 0.1), Lattice(grid, HEXPOINTS))}
    drawn = shapely.get_coordinates(line)
    bank: dict[Hex, bool] = {
        hex: line.distance(shapely.Point(x, y)) < 1e-6 or y < float(np.interp(x, drawn[:, 0], drawn[:, 1]))
        for hex in grid
        for x, y in (grid.centre(hex),)
    }
    for hex, above in bank.items():
        for other in grid.neighbours(hex).values():
            if above != bank[other]:
                assert (min(hex, other), max(hex, other)) in river


@RUNS
@given(grids, st.sampled_from([HEXES, HEXPOINTS]), lines)
def test_a_line_drawn_backwards_runs_the_same_way(grid: HexGrid, nodes: str, line: LineString) -> None:
    lattice = Lattice(grid, nodes)  # type: ignore[arg-type]
    if len(set(end_nodes(line, lattice))) == 2:
        there, back = (ways(network([one], 0.5), lattice, least=0.5) for one in (line, line.reverse()))
        assert there == back


# --- several lines --------------------------------------------------------------------------------------------------


@st.composite
def rivers(draw: st.DrawFn) -> list[LineString]:
    """Draw a river with tributaries that end on it, or on one another, more or less exactly."""
    found = [draw(lines)]
    for _ in range(draw(st.integers(1, 4))):
        mouth = draw(st.sampled_from(found)).interpolate(draw(st.floats(0, 1)), normalized=True)
        near = draw(st.floats(-0.3, 0.3))
        places = [*draw(st.lists(coordinates, min_size=1, max_size=4, unique=True)), (mouth.x + near, mouth.y)]
        found.append(LineString(places))
    return [one for one in found if one.length > 1]


@RUNS
@given(grids, st.sampled_from([HEXES, HEXPOINTS]), rivers())
def test_what_meets_hangs_together(grid: HexGrid, nodes: str, river: list[LineString]) -> None:
    lattice = Lattice(grid, nodes)  # type: ignore[arg-type]
    links = ways(network(river, 0.5), lattice, least=0.5 if nodes == HEXES else 0.0)
    assert len(groups(links)) <= 1


@RUNS
@given(grids, rivers())
def test_nothing_ends_but_at_the_end_of_a_line(grid: HexGrid, river: list[LineString]) -> None:
    lattice = Lattice(grid, HEXPOINTS)
    net = network(river, 0.5)
    links = ways(net, lattice)
    ends = set(lattice.at(lattice.axial(net.meetings))) if len(net.meetings) else set[Node]()
    for node in {node for link in links for node in link}:
        if sum(node in link for link in links) == 1:
            assert node in ends


@pytest.mark.parametrize("nodes", [HEXES, HEXPOINTS])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_lines_through_middles_and_hexpoints_exactly_are_no_trap(layout: tuple[str, str], nodes: str) -> None:
    grid = HexGrid(9, 9, *layout, hex_width=10.0)  # type: ignore[arg-type]
    lattice = Lattice(grid, nodes)  # type: ignore[arg-type]
    hexes = [grid.hex_of(*cell) for cell in ((1, 1), (7, 1), (7, 7), (2, 6))]
    for places in ([grid.centre(hex) for hex in hexes], [grid.corners(hex)[2] for hex in hexes]):
        assert len(groups(ways(network([LineString(places)], 0.5), lattice))) == 1


def test_a_ring_comes_back_to_where_it_begins() -> None:
    grid = HexGrid(20, 20, hex_width=10.0)
    ring = shapely.Point(80, 80).buffer(40).exterior
    for nodes in (HEXES, HEXPOINTS):
        links = ways(network([LineString(ring.coords)], 0.5), Lattice(grid, nodes))
        (chain,) = groups(links)
        assert len(links) == len(chain) > 15


def test_a_line_shorter_than_a_hexside_leaves_nothing() -> None:
    grid = HexGrid(5, 5, hex_width=10.0)
    x, y = grid.corners(grid.hex_of(2, 2))[0]
    assert ways(network([LineString([(x, y + 0.1), (x + 0.2, y)])], 0.1), Lattice(grid, HEXPOINTS)) == set()
    assert ways(network([], 0.1), Lattice(grid, HEXES)) == set()
