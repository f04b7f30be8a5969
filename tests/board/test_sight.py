"""Lines of sight: who sees whom over hills, woods and walls, the same both ways."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.board.directions import Hex
from sandtable.board.hexes import HexGrid
from sandtable.board.sight import SightMap, SightRules
from sandtable.engine.errors import Invalid
from tests.board.hexmaps import RUNS, grids

rules = st.builds(SightRules, along=st.sampled_from(["both", "either"]), grazing=st.booleans(), eye=st.integers(0, 2))


@st.composite
def maps(draw: st.DrawFn) -> SightMap:
    grid = draw(grids(most=9))
    rng = np.random.default_rng(draw(st.integers(0, 1 << 30)))
    ground = rng.choice([0, 0, 0, 1, 2, -1], grid.size)
    obstacles = rng.choice([0, 0, 0, 0, 1, 2], grid.size)
    walls = rng.choice([0] * 9 + [1], grid.sides) if draw(st.booleans()) else None
    return SightMap(grid, ground, obstacles, walls, draw(rules))


@RUNS
@given(maps(), st.data())
def test_who_is_seen_sees(ground_map: SightMap, data: st.DataObject) -> None:
    a, b = (data.draw(st.sampled_from(list(ground_map.grid))) for _ in range(2))
    up, more = data.draw(st.integers(0, 2)), data.draw(st.integers(0, 2))
    assert ground_map.sees(a, b, raised=(up, more)) == ground_map.sees(b, a, raised=(more, up))
    if a.distance(b) == 0:
        assert ground_map.sees(a, b)


@RUNS
@given(maps(), st.integers(0, 9), st.data())
def test_all_seen_are_those_seen_one_by_one(ground_map: SightMap, radius: int, data: st.DataObject) -> None:
    start = data.draw(st.sampled_from(list(ground_map.grid)))
    raised = data.draw(st.sampled_from([(0, 0), (1, 0), (0, 2)]))
    seen = ground_map.seen_from(start, radius, raised=raised).tolist()
    around = sorted(ground_map.grid.index(hex) for hex in ground_map.grid.within(start, radius))
    assert seen == [index for index in around if ground_map.sees(start, ground_map.grid.hex(index), raised=raised)]


@RUNS
@given(st.integers(0, 1 << 30), st.data())
def test_without_walls_it_is_what_fractions_say(seed: int, data: st.DataObject) -> None:
    grid = HexGrid(9, 9)
    rng = np.random.default_rng(seed)
    ground, woods = rng.integers(0, 3, grid.size), rng.choice([0, 0, 0, 1], grid.size)
    ground_map = SightMap(grid, ground, woods)
    a, b = (data.draw(st.sampled_from(list(grid))) for _ in range(2))
    low, high = int(ground[grid.index(a)]), int(ground[grid.index(b)])

    def high_ground(hex: Hex) -> bool:
        if (index := grid.find(hex)) < 0:
            return False
        line = low + Fraction((high - low) * a.distance(hex), a.distance(b))
        return int(ground[index] + woods[index]) > line

    between = a.crossed_to(b)[1:-1]
    assert ground_map.sees(a, b) == (not any(all(high_ground(hex) for hex in entry) for entry in between))


GRID = HexGrid(12, 12)
HERE = GRID.hex_of(6, 10)


def heights(**there: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Say heights by their distance straight up from here: ``h3=2``."""
    array = np.zeros(GRID.size, np.int64)
    for name, height in there.items():
        array[GRID.index(HERE.step(0, int(name[1:])))] = height
    return array


def test_a_hill_hides_what_is_behind_it() -> None:
    ground_map = SightMap(GRID, heights(h2=1))
    verdict = ground_map.sight(HERE, HERE.step(0, 4))
    assert (
        verdict.says(lambda hex: str(GRID.cell(hex)))
        == "the ground of (6, 8) is 1 high, and the line of sight passes at 0"
    )
    assert ground_map.sees(HERE, HERE.step(0, 2))
    assert ground_map.sees(HERE.step(0, 2), HERE.step(0, 9))


def test_from_a_height_one_sees_over_what_is_near_but_not_right_behind_it() -> None:
    """From level 2 over woods (1) on the third hex: the line has to fall to level 1 behind them."""
    ground_map = SightMap(GRID, heights(h0=2), heights(h3=1))
    assert [ground_map.sees(HERE, HERE.step(0, n)) for n in range(4, 8)] == [False, False, True, True]
    assert (
        ground_map.sight(HERE, HERE.step(0, 5)).says()
        == "what stands in Hex(q=6, r=4) is 1 high, and the line of sight passes at 4/5"
    )
    grazing = SightMap(GRID, heights(h0=2), heights(h3=1), rules=SightRules(grazing=True))
    assert [grazing.sees(HERE, HERE.step(0, n)) for n in range(4, 8)] == [False, False, False, True]


def test_the_hexes_of_the_two_do_not_block() -> None:
    ground_map = SightMap(GRID, heights(), heights(h0=3, h1=3, h2=3))
    assert ground_map.sees(HERE, HERE.step(0))
    assert ground_map.sees(HERE.step(0), HERE.step(0, 2))
    assert not ground_map.sees(HERE, HERE.step(0, 2))
    assert ground_map.sees(HERE, HERE.step(0, 2), raised=(4, 4))


@pytest.mark.parametrize(("along", "one", "two"), [("both", True, False), ("either", False, False)])
def test_a_line_along_a_hexside_looks_at_both_hexes(along: str, one: bool, two: bool) -> None:
    end = HERE.step(0).step(1)
    rules = SightRules(along="both" if along == "both" else "either")
    woods = heights(h1=1)
    assert SightMap(GRID, heights(), woods, rules=rules).sees(HERE, end) == one
    woods[GRID.index(HERE.step(1))] = 1
    ground_map = SightMap(GRID, heights(), woods, rules=rules)
    assert ground_map.sees(HERE, end) == two
    assert [block.hex for block in ground_map.sight(HERE, end).blocks] == [HERE.step(0), HERE.step(1)]


def test_a_wall_blocks_the_hexside_it_stands_on() -> None:
    walls = np.zeros(GRID.sides, np.int64)
    walls[GRID.side(HERE.step(0), 0)] = 1
    ground_map = SightMap(GRID, heights(), None, walls)
    assert ground_map.sees(HERE, HERE.step(0))
    (block,) = ground_map.sight(HERE, HERE.step(0, 3)).blocks
    assert (block.kind, GRID.side(block.hex, block.side or 0), block.top) == ("hexside", GRID.side(HERE.step(0), 0), 1)
    assert not ground_map.sees(HERE.step(0), HERE.step(0, 2))
    assert ground_map.sees(HERE.step(0), HERE.step(0, 2), raised=(1, 1))


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(Invalid, match="give 144 integers"):
        SightMap(GRID, [1, 2, 3])
    with pytest.raises(Invalid, match="give 144 integers"):
        SightMap(GRID, heights() * 0.5)
    with pytest.raises(Invalid, match="obstacles go from -1"):
        SightMap(GRID, heights(), heights(h1=-1))
    with pytest.raises(Invalid, match="no hex in column"):
        SightMap(GRID, heights()).sight(HERE, Hex(99, 99))
