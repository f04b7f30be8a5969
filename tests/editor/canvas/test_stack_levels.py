"""How high stacks lie over each other: those that stay keep their levels as long as there is room between them."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from sandtable_editor.canvas.counters.stack_levels import HIGHEST, LEAST, levels_of


def test_those_that_are_known_stay_and_others_come_between() -> None:
    assert levels_of([None, None, None]) == [0.0, 1.0, 2.0]
    assert levels_of([0.0, None, 2.0]) == [0.0, 1.0, 2.0]
    assert levels_of([None, 0.0, 2.0, None]) == [-1.0, 0.0, 2.0, 3.0]
    assert levels_of([]) == []


def test_without_room_all_are_given_anew() -> None:
    assert levels_of([0.0, None, LEAST]) == [0.0, 1.0, 2.0]
    assert levels_of([0.0, HIGHEST + 1]) == [0.0, 1.0]


def test_levels_always_rise() -> None:
    rng, known = Random(1), dict[int, float]()
    for _ in range(400):
        there = sorted(rng.sample(range(40), rng.randrange(40)))
        known = dict(zip(there, levels_of([known.get(one) for one in there]), strict=True))
        found = [known[one] for one in there]
        assert all(one + LEAST / 2 <= other for one, other in pairwise(found))
        assert all(abs(one) < HIGHEST for one in found)
