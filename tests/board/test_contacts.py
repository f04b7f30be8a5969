"""Which points lie near each other, and where outlines run: the fast way against the plain definition."""

from __future__ import annotations

from itertools import combinations, pairwise
from random import Random

import numpy as np
import pytest
import shapely
from shapely import Polygon, box

from sandtable.board.contacts import near
from sandtable.board.shapely_arrays import outlines
from sandtable.board.shapes import array_of
from tests.tiers import count

SEEDS = range(count(600))


@pytest.mark.parametrize("many", [2, 64, 65, 140])
def test_points_near_each_other_are_those_that_brute_force_finds(many: int) -> None:
    """Up to 64 points all pairs are tried, beyond that a grid is laid over them; both find each pair once."""
    found = 0
    for seed in SEEDS:
        rng = Random(f"near {many} {seed}")
        wide, high, reach = rng.choice([1.0, 30.0, 900.0]), rng.choice([0.0, 1.0, 400.0]), rng.choice([0.01, 1.0, 25.0])
        points = np.array([complex(rng.uniform(-wide, wide), rng.uniform(-high, high)) for _ in range(many)])
        expected = {pair for pair in combinations(range(many), 2) if abs(points[pair[0]] - points[pair[1]]) <= reach}
        i, j = near(points, reach)
        pairs = list(zip(i.tolist(), j.tolist(), strict=True))
        assert len(pairs) == len(expected), f"seed {seed}"
        assert {(min(pair), max(pair)) for pair in pairs} == expected, f"seed {seed}"
        found += len(pairs)
    assert found


def test_outlines_follow_the_holes_of_those_shapes_that_have_them() -> None:
    """Beside a shape without a hole, one with a hole has two rings and no segment between them."""
    hole = Polygon(box(0, 0, 9, 9).exterior.coords, [box(3, 3, 6, 6).exterior.coords])
    found = outlines(array_of([hole, box(20, 0, 21, 1)]))
    segments = {frozenset(map(tuple, found.xy[first : first + 2].tolist())) for first in found.first.tolist()}
    rings = [hole.exterior, *hole.interiors, box(20, 0, 21, 1).exterior]
    assert segments == {frozenset(pair) for ring in rings for pair in pairwise(ring.coords)}
    assert [len(shapely.get_coordinates(hole)), 5] == np.bincount(found.owner).tolist()
