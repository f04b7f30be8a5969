"""What lies in hexes and on hexsides; slopes that follow the ground unless the designer says otherwise."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.board.directions import DIRECTIONS, Hex
from sandtable.board.hexes import HexGrid
from sandtable.board.layers import Crossed, SideFeature, SideLayer, TerrainLayer
from sandtable.engine.errors import Invalid
from tests.board.hexmaps import RUNS, grids

SLOPES = {1: "slope", 3: "steep_slope"}


def test_several_terrains_share_a_hex() -> None:
    grid = HexGrid(4, 3)
    terrain = TerrainLayer(grid)
    here, there = grid.hex_of(1, 1), grid.hex_of(2, 1)
    terrain.paint([here, there], "woods")
    terrain.add(here, "village")
    assert (terrain.of(here), terrain.of(there), terrain.of(grid.hex_of(0, 0))) == (
        ("village", "woods"),
        ("woods",),
        (),
    )
    assert np.flatnonzero(terrain.where("woods")).tolist() == [grid.index(here), grid.index(there)]
    terrain.remove(here, "woods")
    assert terrain.of(here) == ("village",)
    asked: list[tuple[str, ...]] = []

    def price(terrains: tuple[str, ...]) -> int:
        asked.append(terrains)
        return 1 + 2 * len(terrains)

    assert terrain.table(price).reshape(3, 4)[1].tolist() == [1, 3, 3, 1]
    assert len(asked) == len(set(asked))


@RUNS
@given(grids(), st.data())
def test_a_hexside_is_the_same_from_both_its_hexes(grid: HexGrid, data: st.DataObject) -> None:
    layer = SideLayer(grid)
    here = data.draw(st.sampled_from(list(grid)))
    k = data.draw(st.sampled_from(DIRECTIONS))
    there = here.step(k)
    favours = data.draw(st.sampled_from([None, here, there]))
    layer.add(here, k, "work", favours)
    layer.add(there, k + 3, "hedge")
    expected = (SideFeature("hedge"), SideFeature("work", favours))
    assert layer.of(here, k) == layer.of(there, k + 3) == expected
    assert np.count_nonzero(layer.cells) == 1
    way = {here: "left", there: "entered"}.get(favours, "") if favours else ""
    wanted = (Crossed("hedge"), Crossed("work", "entered" if way == "entered" else "left" if way else ""))
    table = layer.table(lambda crossed: 2 if crossed == wanted else 1 if crossed else 0)
    assert table[grid.index(here), k] == 2
    if there in grid:
        assert table[grid.index(there), (k + 3) % 6] == (1 if favours else 2)
    assert np.count_nonzero(table[grid.present]) == 1 + (there in grid)


def test_a_road_runs_over_the_hexsides_of_its_path() -> None:
    grid = HexGrid(6, 6)
    roads = SideLayer(grid)
    path = grid.hex_of(0, 0).line_to(grid.hex_of(5, 4))
    roads.add_along(path, "road")
    assert all(roads.of(here, here.direction_to(there) or 0) for here, there in pairwise(path))
    assert np.count_nonzero(roads.where("road")) == len(path) - 1
    with pytest.raises(Invalid, match="share no hexside"):
        roads.add_along([grid.hex_of(0, 0), grid.hex_of(3, 3)], "road")


@RUNS
@given(grids(), st.data())
def test_slopes_are_where_the_ground_rises(grid: HexGrid, data: st.DataObject) -> None:
    levels = np.array(data.draw(st.lists(st.integers(-3, 4), min_size=grid.size, max_size=grid.size)))
    layer = SideLayer(grid)
    layer.derive_slopes(levels, SLOPES)
    layer.derive_slopes(levels.reshape(grid.rows, grid.columns), SLOPES)
    for hex in grid:
        for k, other in grid.neighbours(hex).items():
            rise = int(levels[grid.index(other)] - levels[grid.index(hex)])
            name = "steep_slope" if abs(rise) >= 3 else "slope" if rise else ""
            upper = other if rise > 0 else hex
            assert layer.of(hex, k) == ((SideFeature(name, upper, "derived"),) if name else ())
    layer.derive_slopes(levels * 0, SLOPES)
    assert not layer.cells.any()


def test_the_designers_word_outlives_a_new_derivation() -> None:
    grid = HexGrid(5, 5)
    layer = SideLayer(grid)
    hill = grid.hex_of(2, 2)
    levels = np.zeros(grid.size, np.int16)
    levels[grid.index(hill)] = 1
    layer.add(hill, 5, "stream")
    layer.derive_slopes(levels, SLOPES)
    layer.confirm(hill, 0, "slope")
    layer.forbid(hill, 1, "slope")
    layer.add(hill, 2, "steep_slope", hill)
    assert layer.of(hill, 1) == ()
    levels[grid.index(hill)] = 0
    layer.derive_slopes(levels, SLOPES)
    assert layer.of(hill, 0) == (SideFeature("slope", hill, "confirmed"),)
    assert layer.of(hill, 3) == ()
    assert layer.of(hill, 5) == (SideFeature("stream"),)
    levels[grid.index(hill)] = 1
    layer.derive_slopes(levels, SLOPES)
    assert layer.of(hill, 1) == ()
    assert layer.all_of(hill, 1) == (SideFeature("slope", None, "forbidden"),)
    assert SideFeature("steep_slope", hill) in layer.of(hill, 2)
    assert "slope" not in [feature.kind for feature in layer.of(hill, 2) if feature.status == "derived"]
    layer.clear(hill, 1, "slope")
    layer.derive_slopes(levels, SLOPES)
    assert layer.of(hill, 1) == (SideFeature("slope", hill, "derived"),)


def test_what_is_wrong_is_said() -> None:
    grid = HexGrid(3, 3)
    layer, here = SideLayer(grid), grid.hex_of(1, 1)
    with pytest.raises(Invalid, match="name one of its two hexes"):
        layer.add(here, 0, "work", Hex(9, 9))
    with pytest.raises(Invalid, match="to confirm: add it"):
        layer.confirm(here, 0, "slope")
    with pytest.raises(Invalid, match="one level per cell"):
        layer.derive_slopes(np.zeros(4, np.int16), SLOPES)
    with pytest.raises(Invalid, match="difference of 1 or more"):
        layer.derive_slopes(np.zeros(9, np.int16), {0: "flat"})
    with pytest.raises(Invalid, match="the stored layer"):
        layer.restore(np.full(grid.sides, 3, np.uint16), [(), ()])


def test_a_layer_comes_back_from_its_arrays() -> None:
    grid = HexGrid(3, 3)
    layer, again, here = SideLayer(grid), SideLayer(grid), grid.hex_of(1, 1)
    layer.add(here, 4, "work", here)
    again.restore(layer.cells, layer.sets)
    assert again.of(here, 4) == (SideFeature("work", here),)
    again.add(here, 3, "work", here)
    assert layer.of(here, 3) == ()


@given(data=st.data())
def test_slopes_on_the_sides_of_some_hexes_are_those_that_all_would_have(data: st.DataObject) -> None:
    grid = HexGrid(7, 6)
    levels = np.array(data.draw(st.lists(st.integers(0, 4), min_size=42, max_size=42)), np.int16)
    changed = np.array(sorted(data.draw(st.sets(st.integers(0, 41), min_size=1, max_size=9))), np.int32)
    before, whole = SideLayer(grid), SideLayer(grid)
    before.forbid(grid.hex(17), 1, "slope")
    before.derive_slopes(levels, SLOPES)
    some = before.copy()
    levels[changed] += 1
    some.derive_slopes(levels, SLOPES, changed)
    whole.forbid(grid.hex(17), 1, "slope")
    whole.derive_slopes(levels, SLOPES)
    assert [some.at(side) for side in range(grid.sides)] == [whole.at(side) for side in range(grid.sides)]
