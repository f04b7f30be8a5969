"""Domains: what is contained, what is listed and what is sampled are the same values."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.engine import Choice, Domain, Range, Subset, Sums, Text, Ways
from sandtable.engine.actions.domains import MANY, every
from sandtable.engine.running.chance import DiceFaces
from sandtable.engine.running.dice import Dice
from tests.games.plain_ways import plain_ways
from tests.tiers import TIER, count

RUNS = settings(max_examples=count(2_000), derandomize=TIER == "normal", deadline=None, database=None)
small = st.integers(0, 5)


def agrees(domain: Domain[Any], candidates: list[Any], seed: int = 0) -> list[Any]:
    """Check that containing, listing, counting and sampling agree; return the listing."""
    listed = list(domain)
    assert len(set(listed)) == len(listed), "listed twice"
    assert [repr(value) for value in candidates if value in domain] == [
        repr(v) for v in candidates if repr(v) in map(repr, listed)
    ]
    assert all(value in domain for value in listed)
    assert domain.count() >= len(listed)
    rng = Random(seed)
    drawn = [domain.sample(rng) for _ in range(20)]
    assert set(drawn) <= ({None} if not listed else set(listed))
    assert domain.says()
    return listed


@RUNS
@given(st.lists(st.sampled_from("abcdef"), unique=True), st.integers(0, 99))
def test_choice(values: list[str], seed: int) -> None:
    assert agrees(Choice(values), ["a", "x", None, 1], seed) == values
    assert Choice(values).count() == len(values)


@RUNS
@given(st.integers(-3, 6), st.integers(-3, 9), st.integers(1, 4), st.integers(0, 99))
def test_range(low: int, high: int, step: int, seed: int) -> None:
    domain = Range(low, high, step)
    assert agrees(domain, [*range(-5, 12)], seed) == [
        n for n in range(-5, 12) if low <= n <= high and (n - low) % step == 0
    ]
    assert True not in Range(0, 5)
    assert 1.0 not in Range(0, 5)


def test_how_many_of_a_list_is_said_in_words() -> None:
    some = "abcd"
    spans = [Subset(some, *limits).says() for limits in ((0,), (1,), (2,), (2, 3), (2, 2), (4,))]
    assert spans == ["any of 4", "1 or more of 4", "2 or more of 4", "2 to 3 of 4", "2 of 4", "4 of 4"]


@RUNS
@given(st.integers(0, 5), small, st.none() | small, st.integers(0, 99))
def test_subset(size: int, least: int, most: int | None, seed: int) -> None:
    values = "abcdef"[:size]
    candidates = [tuple(p) for n in range(4) for p in product("abz", repeat=n)]
    listed = agrees(Subset(values, least, most), candidates, seed)
    upper = size if most is None else min(most, size)
    assert all(least <= len(v) <= upper and list(v) == sorted(v) for v in listed)
    assert Subset(values, least, most).count() == len(listed)
    assert "a" not in Subset(values)
    assert [Subset(values, least, most).at(place) for place in range(len(listed))] == listed
    for beyond in (-1, len(listed)):
        with pytest.raises(IndexError):
            Subset(values, least, most).at(beyond)


@RUNS
@given(st.lists(st.integers(-1, 3), max_size=4), st.integers(-2, 7), st.integers(0, 99))
def test_sums(limits: list[int], total: int, seed: int) -> None:
    names = "abcd"[: len(limits)]
    domain = Sums(dict(zip(names, limits, strict=True)), total)
    expected = {
        tuple((name, n) for name, n in zip(names, shares, strict=True) if n)
        for shares in product(range(4), repeat=len(limits))
        if sum(shares) == total and all(n <= max(0, limit) for n, limit in zip(shares, limits, strict=True))
    }
    pairs = [(name, n) for name in "abz" for n in (-1, 0, 1, 2)]
    candidates: list[Any] = [(), *((p,) for p in pairs), *product(pairs, repeat=2)]
    assert set(agrees(domain, candidates, seed)) == expected
    assert domain.count() == len(expected)


@pytest.mark.parametrize(
    "value",
    [
        (("a", 1), ("a", 2)),
        (("a", True), ("b", 1)),
        ("a2",),
        (["a", 2],),
        [("a", 2)],
        (("b", 1), ("a", 1)),
        (("a", 2, 0),),
        None,
    ],
)
def test_sums_hold_no_lookalikes(value: object) -> None:
    assert value not in Sums({"a": 2, "b": 1}, 2)


def test_sums_count_what_cannot_be_listed() -> None:
    assert Sums(dict.fromkeys(range(8), 9), 36).count() > 4_000_000
    assert Sums(dict.fromkeys(range(30), 99), 400).count() == MANY
    drawn = Sums(dict.fromkeys(range(30), 99), 400).sample(Random(1))
    assert drawn is not None
    assert drawn in Sums(dict.fromkeys(range(30), 99), 400)


@RUNS
@given(st.integers(1, 4), st.integers(0, 30), st.integers(0, 99))
def test_ways(most: int, shape: int, seed: int) -> None:
    edges = {n: tuple(m for m in range(4) if (shape * 7 + n * 5 + m * 3) % 4 > 1) for n in range(-1, 4)}
    stops = {n for n in range(4) if (shape + n) % 3}
    domain = plain_ways(-1, edges.__getitem__, most, ends=stops.__contains__)
    drawn = domain.sample(Random(seed))
    assert all(way in domain for way in domain)
    assert (drawn is None) == (not list(domain))
    assert drawn is None or drawn in domain
    assert [] not in domain


def test_ways_that_lead_nowhere_have_no_sample() -> None:
    nowhere: Ways[int] = plain_ways(0, lambda here: (), 3)
    assert list(nowhere) == []
    assert nowhere.sample(Random(0)) is None
    blocked = plain_ways(0, lambda here: (1,), 3, ends=lambda there: False)
    assert blocked.sample(Random(0)) is None


def test_faces_and_text() -> None:
    assert len(agrees(DiceFaces(Dice(2, 3)), [(1, 1), (0, 1), (1, 4), (1,), [1, 1], (True, 1)])) == 9
    assert "x" * 10 in Text(10)
    assert "x" * 11 not in Text(10)
    assert all(value in Text(3) for value in (Text(3).sample(Random(n)) for n in range(50)))
    assert list(Text()) == [""]


def test_every_lists_a_domain_or_says_that_it_is_too_wide() -> None:
    assert every(Range(1, 5), 5) == [1, 2, 3, 4, 5]
    assert every(Range(1, 5), 4) is None
