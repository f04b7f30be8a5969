"""Tallies: exact, sorted by stage, and deaf to the order in which modules speak."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from sandtable.engine import Broken, Part, Quantity, Tally

PARTS = [
    Part("base", 3, "T-1", "troops"),
    Part("add", 2, "T-2", "guns"),
    Part("add", -1, "T-3", "mud"),
    Part("times", Fraction(1, 2), "T-4", "surprised"),
    Part("times", 3, "T-5", "elite"),
    Part("round", "up", "T-6", "for the attacker"),
    Part("at_most", 5, "T-7", "room"),
]


def test_parts_are_worked_off_stage_by_stage() -> None:
    tally = Tally("strength", PARTS)
    assert tally.total == 5
    assert Tally("strength", PARTS[:-1]).total == 6
    assert tally.lines() == [
        "3 troops (T-1)",
        "+2 guns (T-2)",
        "-1 mud (T-3)",
        "×1/2 surprised (T-4)",
        "×3 elite (T-5)",
        "rounded up for the attacker (T-6)",
        "at most 5 room (T-7)",
        "= 5 strength",
    ]


def test_order_of_parts_does_not_matter() -> None:
    expected = Tally("strength", PARTS)
    for parts in permutations(PARTS):
        tally = Tally("strength", parts)
        assert (tally.total, tally.lines()) == (expected.total, expected.lines())


@pytest.mark.parametrize(
    ("value", "how", "whole"),
    [
        (Fraction(5, 2), "up", 3),
        (Fraction(5, 2), "down", 2),
        (Fraction(5, 2), "half_up", 3),
        (Fraction(7, 3), "half_up", 2),
        (Fraction(-5, 2), "up", -2),
        (Fraction(-5, 2), "down", -3),
        (Fraction(-5, 2), "half_up", -2),
        (4, "up", 4),
    ],
)
def test_rounding(value: Fraction, how: Any, whole: int) -> None:
    assert Tally("n", [Part("base", value, "T-1", "x"), Part("round", how, "T-2", "y")]).whole() == whole


def test_limits_hold_after_rounding_and_the_narrowest_counts() -> None:
    limits = [
        Part("at_least", 2, "T-1", "a"),
        Part("at_least", 4, "T-2", "b"),
        Part("at_most", 9, "T-3", "c"),
        Part("at_most", 7, "T-4", "d"),
    ]
    assert Tally("n", [Part("base", 1, "T", "x"), *limits]).total == 4
    assert Tally("n", [Part("base", 99, "T", "x"), *limits]).total == 7
    assert Tally("n", []).total == 0


def test_a_quantity_may_have_other_stages() -> None:
    losses = Quantity("losses", ("base", "times", "add"))
    assert Tally(losses, [Part("base", 2, "T", "x"), Part("add", 1, "T", "y"), Part("times", 3, "T", "z")]).total == 7
    with pytest.raises(Broken, match=r"losses has no stage 'round' \(T\); it has base, times, add"):
        Tally(losses, [Part("round", "up", "T", "x")])


@pytest.mark.parametrize("value", [1.5, float("inf"), "3", True, None])
def test_only_exact_numbers_count(value: Any) -> None:
    with pytest.raises(Broken, match=r".* in stage add of a number \(T-9\) is not exact: give an int or a Fraction"):
        Part("add", value, "T-9", "x")
    with pytest.raises(Broken, match=r"5 in stage round of a number \(T-9\) is not exact: give up, down or half_up"):
        Part("round", 5, "T-9", "x")


def test_what_is_wrong_is_named() -> None:
    two_ways = [Part("round", "up", "T-1", "x"), Part("round", "down", "T-2", "y")]
    with pytest.raises(Broken, match=r"rounded in two ways at once: up \(T-1\) and down \(T-2\)"):
        Tally("n", two_ways)
    with pytest.raises(Broken, match="is not a Part"):
        Tally("n", [3])  # type: ignore[list-item]
    with pytest.raises(Broken, match="n comes to 1/2: a rule must round it"):
        Tally("n", [Part("base", Fraction(1, 2), "T", "x")]).whole()
    assert Tally("n", [Part("round", "up", "T-1", "x"), Part("round", "up", "T-2", "y")]).total == 0


def test_a_stage_declared_twice_is_refused() -> None:
    with pytest.raises(Broken, match="n has stage add twice"):
        Tally(Quantity("n", ("base", "add", "times", "add")), [Part("add", 1, "T", "x")])
