"""All ground that areas cover: the same to the last bit, whatever edits led to it."""

from __future__ import annotations

import random

import pytest
import shapely
from shapely import affinity

from sandtable.board.areas import AreaMap
from sandtable.board.covered_ground import CoveredGround
from sandtable.board.shapes import array_of
from tests.board.areamaps import S, cells, squares


def test_what_areas_enclose_and_none_covers_is_a_hole() -> None:
    shapes = squares(3, 3)
    areas = AreaMap({id: shape for id, shape in shapes.items() if id != "b1"})
    ground = CoveredGround(areas)
    assert [hole.bounds for hole in ground.holes()] == [shapes[S("b1")].bounds]
    assert list(ground.after(areas.put(S("b1"), shapes[S("b1")]), [S("b1")]).holes()) == []


def test_no_areas_cover_nothing() -> None:
    empty = AreaMap({}, 0.1)
    assert CoveredGround(empty).shape.is_empty
    one = empty.put(S("a0"), shapely.box(0, 0, 1, 1))
    assert CoveredGround(empty).after(one, [S("a0")]).shape.area == 1
    assert CoveredGround(one).after(one.remove(S("a0")), [S("a0")]).shape.is_empty


@pytest.mark.parametrize("seed", range(8))
def test_kept_up_it_is_what_joining_all_anew_gives(seed: int) -> None:
    rng, areas = random.Random(seed), AreaMap(cells(seed, 60, missing=0.05))
    ground = CoveredGround(areas)
    for _ in range(12):
        id = rng.choice(areas.ids)
        if rng.random() < 0.3:
            edited = areas.remove(id)
        else:
            edited = areas.put(id, affinity.scale(areas[id], rng.uniform(0.6, 1.1), rng.uniform(0.6, 1.1)))
        areas, ground = edited, ground.after(edited, [id])
        assert shapely.to_wkb(ground.shape) == shapely.to_wkb(CoveredGround(areas).shape)
    plain = shapely.union_all(array_of([areas[id] for id in areas]))
    assert ground.shape.symmetric_difference(plain).area < 1e-9
