"""Reach over areas and hexes: against a plain search, and the words for why not."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.board.area_reach import BoardNetwork, Costs, Network
from sandtable.board.graph import Graph
from sandtable.board.hex_reach import HexCosts
from sandtable.board.hexes import HexGrid
from sandtable.board.layers import Crossed, SideLayer, TerrainLayer
from sandtable.board.reach import NO_ROAD, SpaceReach
from sandtable.board.spaces import Edge, Feature, Space, SpaceId
from sandtable.engine.actions.allowance import ALL, BLOCKED, Allowance, CostUnit
from sandtable.engine.errors import Invalid
from tests.board.hexmaps import RUNS, grids, plain_search

prices = st.sampled_from([BLOCKED, ALL, 0, 1, 2, 3, 4, 6, 9])
roads = st.sampled_from([NO_ROAD, NO_ROAD, NO_ROAD, 0, 1])
allowances = st.builds(
    Allowance, st.integers(0, 14), all_points=st.sampled_from(["left", "first", "never"]), one_space=st.booleans()
)


def price_of(entry: int, crossing: int, road: int, surcharge: int) -> int:
    """Say the rule of prices in the plainest way."""

    def plus(a: int, b: int) -> int:
        return BLOCKED if BLOCKED in (a, b) else ALL if ALL in (a, b) else a + b

    return plus(plus(entry, crossing) if road == NO_ROAD else road, surcharge)


def check_paths(reach: SpaceReach, price: dict[tuple[int, int], list[int]], stops: frozenset[int]) -> None:
    """Every way leads there over open steps and costs what is said; nothing shorter in spaces does."""
    allowance = reach.allowance
    for space, cost in reach.costs.items():
        way = reach.path(space)
        assert (way[0], way[-1], len(set(way))) == (reach.start, space, len(way))
        assert reach.predecessor(space) == (way[-2] if len(way) > 1 else None)
        spent = 0
        for here, there in pairwise(way):
            assert here == reach.start or here not in stops
            choices = [allowance.spent_after(spent, one, first=here == reach.start) for one in price[here, there]]
            spent = min(choice for choice in choices if choice is not None)
            assert spent == reach.cost(there)
        assert spent == cost == allowance.limit - (reach.left(space) or 0)
        assert reach.why_not(space) == ()


@st.composite
def tables(draw: st.DrawFn) -> tuple[Network, Costs, frozenset[int], dict[tuple[int, int], list[int]]]:
    spaces = draw(st.integers(1, 12))
    place = st.integers(0, spaces - 1)
    network = Network(spaces, draw(st.lists(st.tuples(place, place), max_size=40)))

    def some(kind: st.SearchStrategy[int], length: int) -> list[int]:
        return draw(st.lists(kind, min_size=length, max_size=length))

    entry, surcharge = some(prices, spaces), some(st.sampled_from([0, 0, 0, 1, 2, BLOCKED, ALL]), spaces)
    crossing, road = some(prices, network.arcs), some(roads, network.arcs)
    stops = frozenset(draw(st.sets(place, max_size=3)))
    arrays = [np.array(some_prices, np.int64) for some_prices in (entry, crossing, road, surcharge)]
    costs = Costs(network, arrays[0], arrays[1], arrays[2], arrays[3], stops)
    price: dict[tuple[int, int], list[int]] = {}
    for arc, (tail, head) in enumerate(zip(network.tails.tolist(), network.heads.tolist(), strict=True)):
        price.setdefault((tail, head), []).append(price_of(entry[head], crossing[arc], road[arc], surcharge[head]))
    return network, costs, stops, price


@RUNS
@given(tables(), allowances, st.data())
def test_reach_over_areas_is_that_of_a_plain_search(
    table: tuple[Network, Costs, frozenset[int], dict[tuple[int, int], list[int]]],
    allowance: Allowance,
    data: st.DataObject,
) -> None:
    network, costs, stops, price = table
    start = data.draw(st.integers(0, network.spaces - 1))
    reach = costs.reach(start, allowance)

    def steps(here: int) -> list[tuple[int, int]]:
        return [(head, one) for (tail, head), some in price.items() if tail == here for one in some]

    assert reach.costs == plain_search(start, steps, stops, allowance)
    check_paths(reach, price, stops)


@RUNS
@given(grids(most=8), allowances, st.data())
def test_reach_over_hexes_is_that_of_a_plain_search(grid: HexGrid, allowance: Allowance, data: st.DataObject) -> None:
    seed = data.draw(st.integers(0, 1 << 30))
    rng = np.random.default_rng(seed)
    entry = rng.choice([1, 2, 3, 5, 1, 2, BLOCKED, ALL, 0], grid.size)
    crossing = rng.choice([0, 0, 0, 1, 2, BLOCKED, ALL], (grid.size, 6))
    road = rng.choice([NO_ROAD, NO_ROAD, NO_ROAD, 1, 0], (grid.size, 6))
    places = st.sampled_from(grid.indices.tolist())
    surcharge = data.draw(st.dictionaries(places, st.sampled_from([1, 2, BLOCKED, ALL]), max_size=6))
    stops = frozenset(data.draw(st.sets(places, max_size=5)))
    start = data.draw(places)
    reach = HexCosts(grid, entry, crossing, road).reach(start, allowance, surcharge, stops)
    price = {
        (here, there): [
            price_of(int(entry[there]), int(crossing[here, k]), int(road[here, k]), surcharge.get(there, 0))
        ]
        for here in range(grid.size)
        for k, there in enumerate(grid.neighbour_table[here].tolist())
        if there >= 0
    }

    def steps(here: int) -> list[tuple[int, int]]:
        return [(there, price[here, there][0]) for there in grid.neighbour_table[here].tolist() if there >= 0]

    assert reach.costs == plain_search(start, steps, stops, allowance)
    assert all(type(cost) is int for cost in reach.costs.values())
    assert reach.hexes.tolist() == list(reach.costs)
    assert np.flatnonzero(reach.layer >= 0).tolist() == list(reach.costs)
    check_paths(reach, price, stops)


def test_the_window_grows_along_a_road() -> None:
    """Dear ground makes a small window; a free road leads far out of it."""
    grid = HexGrid(200, 30, "pointy")
    road = SideLayer(grid)
    row = [grid.hex_of(column, 15) for column in range(200)]
    road.add_along(row, "road")
    costs = HexCosts(grid, np.full(grid.size, 60), None, road.table(lambda crossed: 1 if crossed else NO_ROAD))
    reach = costs.reach(grid.index(row[100]), Allowance(60))
    along = [reach.cost(grid.index(hex)) for hex in row]
    assert along == [abs(column - 100) if abs(column - 100) <= 60 else None for column in range(200)]
    free = HexCosts(grid, np.full(grid.size, 60), None, road.table(lambda crossed: 0 if crossed else NO_ROAD))
    assert free.reach(grid.index(row[0]), Allowance(0)).costs == {grid.index(hex): 0 for hex in row}


@pytest.mark.parametrize("seed", range(10))
def test_on_a_large_map_it_is_a_plain_search_too(seed: int) -> None:
    """Mostly dear ground with lanes of cheap: windows are too small at first."""
    rng = np.random.default_rng(seed)
    grid = HexGrid(60, 50, "pointy" if seed % 2 else "flat", "even" if seed % 3 else "odd")
    entry = rng.choice([20, 20, 24, 30], grid.size)
    for lane in range(0, 50, 7):
        entry.reshape(50, 60)[lane] = 1
    start = int(rng.integers(grid.size))
    table = grid.neighbour_table.tolist()

    def steps(here: int) -> list[tuple[int, int]]:
        return [(there, int(entry[there])) for there in table[here] if there >= 0]

    allowance = Allowance(70)
    assert HexCosts(grid, entry).reach(start, allowance).costs == plain_search(start, steps, frozenset(), allowance)


def test_prices_come_from_layers() -> None:
    """Woods cost 2 points, a slope 1/2 up and nothing down, in sixths."""
    grid = HexGrid(5, 5)
    terrain, slopes = TerrainLayer(grid), SideLayer(grid)
    here, there = grid.hex_of(2, 2), grid.hex_of(2, 1)
    terrain.paint([there], "woods")
    slopes.add(here, 0, "slope", there)

    def up(crossed: tuple[Crossed, ...]) -> int:
        return 3 if Crossed("slope", "entered") in crossed else 0

    costs = HexCosts(grid, terrain.table(lambda terrains: 12 if "woods" in terrains else 6), slopes.table(up))
    points = Allowance(15, unit=CostUnit("MP", 6))
    assert costs.reach(grid.index(here), points).cost(grid.index(there)) == 15
    assert costs.reach(grid.index(there), points).cost(grid.index(here)) == 6
    less = costs.reach(grid.index(here), Allowance(14, unit=CostUnit("MP", 6)))
    assert "the step costs 2½ MP, 2⅓ MP are left" in [why.says for why in less.why_not(grid.index(there))]


ROAD = Network.both_ways(4, [(0, 1), (1, 2), (2, 3)])


def test_a_step_that_takes_all_is_for_one_who_has_spent_nothing() -> None:
    costs = Costs(ROAD, [1, ALL, ALL, 1])
    assert costs.reach(0, Allowance(4)).costs == {0: 0, 1: 4}
    assert costs.reach(0, Allowance(4, all_points="never")).costs == {0: 0}
    from_the_end = costs.reach(3, Allowance(4, all_points="left"))
    assert from_the_end.costs == {2: 4, 3: 0}
    spent = Costs(ROAD, [1, 1, ALL, 1]).reach(0, Allowance(4))
    assert spent.costs == {0: 0, 1: 1}
    assert [why.kind for why in spent.why_not(2)] == ["takes all"]
    assert Costs(ROAD, [1, 1, ALL, 1]).reach(0, Allowance(4, all_points="left")).costs == {0: 0, 1: 1, 2: 4}


def test_one_space_may_always_be_moved() -> None:
    costs = Costs(ROAD, [9, 9, 9, 9], [0, 0, BLOCKED, 0, 0, 0])
    assert costs.reach(1, Allowance(4)).costs == {1: 0}
    assert costs.reach(1, Allowance(4, one_space=True)).costs == {0: 4, 1: 0, 2: 4}
    assert costs.reach(1, Allowance(0, one_space=True)).costs == {1: 0}
    assert costs.reach(2, Allowance(4, one_space=True)).costs == {1: 4, 2: 0}


def test_why_not_there_is_asked_of_the_game_only_then() -> None:
    asked: list[tuple[int, int]] = []

    def why(here: int, there: int) -> list[str]:
        asked.append((here, there))
        return ["the bridge is down"]

    costs = Costs(ROAD, [1, 1, 1, 1], [0, BLOCKED, 0, 0, 0, 0], why=why)
    reach = costs.reach(0, Allowance(9))
    assert reach.costs == {0: 0, 1: 1}
    assert not asked
    (reason,) = reach.why_not(2)
    assert (reason.start, reason.kind, reason.says, reason.reasons) == (
        1,
        "blocked",
        "the bridge is down",
        ("the bridge is down",),
    )
    assert asked == [(1, 2)]
    assert [why.kind for why in reach.why_not(3)] == ["off the way"]
    stopped = Costs(ROAD, [1, 1, 1, 1], stops=[1]).reach(0, Allowance(9))
    assert [why.kind for why in stopped.why_not(2)] == ["stopped"]
    with pytest.raises(Invalid, match="cannot be reached from 0"):
        stopped.path(3)


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(Invalid, match=r"arc \(0, 4\) leads outside the 4 spaces"):
        Network(4, [(0, 1), (0, 4)])
    with pytest.raises(Invalid, match="there are 3 prices of spaces; give 4"):
        Costs(ROAD, [1, 1, 1])
    with pytest.raises(Invalid, match="give integers in a named unit"):
        Costs(ROAD, [1, 1, 1, 0.5])
    with pytest.raises(Invalid, match="BLOCKED or ALL"):
        Costs(ROAD, [1, 1, 1, -3])
    with pytest.raises(Invalid, match="cannot be spent"):
        Allowance(-1)
    with pytest.raises(Invalid, match="space 4 is not on the map"):
        Costs(ROAD, [1, 1, 1, 1]).reach(4, Allowance(1))
    with pytest.raises(Invalid, match="no hex in column"):
        HexCosts(HexGrid(3, 3), np.ones(9, np.int32)).reach(9, Allowance(1))


@pytest.mark.parametrize(
    ("unit", "cost", "says"),
    [
        (CostUnit("MP", 6), 0, "0 MP"),
        (CostUnit("MP", 6), 6, "1 MP"),
        (CostUnit("MP", 6), 33, "5½ MP"),
        (CostUnit("MP", 6), 2, "⅓ MP"),
        (CostUnit("MP", 6), 5, "⅚ MP"),
        (CostUnit("MP", 12), 67, "5 7/12 MP"),
        (CostUnit("MP", 12), 3, "¼ MP"),
        (CostUnit("MP", 12), 7, "7/12 MP"),
        (CostUnit("points", 4), 3, "¾ point"),
        (CostUnit("points"), 1, "1 point"),
        (CostUnit("points", 2), 3, "1½ points"),
        (CostUnit("points"), 0, "0 points"),
    ],
)
def test_costs_are_said_in_the_named_unit(unit: CostUnit, cost: int, says: str) -> None:
    assert unit.say(cost) == says


def test_a_board_becomes_a_network() -> None:
    """A mountain costs 2, a river 1 more; one edge leads one way, corners and the forbidden do not lead."""
    places = {name: SpaceId(name) for name in "abcd"}
    a, b, c, d = places.values()
    graph = Graph(
        [Space(id, kind="mountain" if id == b else "area") for id in places.values()],
        [
            Edge(a, b, along=(Feature("river"),)),
            Edge(c, b, one_way=True),
            Edge(b, d, status="forbidden"),
            Edge(a, d, contact="corner"),
        ],
    )
    network = BoardNetwork(graph)
    costs = Costs(
        network,
        network.entry(lambda space: 2 if space.kind == "mountain" else 1),
        network.crossing(lambda edge, entered: len(edge.along)),
    )
    reached = {
        start: {
            network.ids[space]: cost for space, cost in costs.reach(network.number[start], Allowance(9)).costs.items()
        }
        for start in places.values()
    }
    assert reached == {a: {a: 0, b: 3}, b: {b: 0, a: 2}, c: {c: 0, b: 2, a: 4}, d: {d: 0}}
    assert BoardNetwork(graph, corners=True).arcs == network.arcs + 2
