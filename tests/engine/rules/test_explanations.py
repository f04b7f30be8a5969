"""Why a set of options is impossible, and what is nearest that works: compared with trying everything out."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from sandtable.engine import AllOf, AnyOf, Not, Option, RuleModule
from sandtable.engine.rules.option_solver import nearest, problems
from sandtable.engine.rules.options import Need
from tests.tiers import count

Modules = dict[str, type[RuleModule]]
ALL = 100
"""Rule sets in the nightly run."""


def drawn_need(rng: Random, others: list[str]) -> Need | str | None:
    kind = rng.randrange(6)
    if kind < 2 or not others:
        return None
    some = rng.sample(others, min(len(others), rng.randint(1, 3)))
    if kind == 2:
        return some[0]
    if kind == 3:
        return AllOf(*some)
    return AnyOf(*some) if kind == 4 else AllOf(AnyOf(*some), Not(rng.choice(others)))


def drawn_rules(rng: Random, many: int) -> Modules:
    """Return options that need and exclude each other at random; circles too."""
    keys = [f"o{n}" for n in range(many)]
    found: Modules = {}
    for key in keys:
        others = [one for one in keys if one != key]
        excluded = tuple(rng.sample(others, rng.choice((0, 0, 1, 2)))) if len(others) > 2 else ()
        option = Option(key, f"Option {key}.", requires=drawn_need(rng, others), conflicts=excluded)
        found[key] = type(key, (RuleModule,), {"__doc__": key, "key": key, "option": option})
    return found


def itself(on: frozenset[str]) -> frozenset[str]:
    return on


def stands_against(modules: Modules, on: frozenset[str]) -> int:
    """Count what stands against a set, by the words of its options."""
    found = 0
    for key in on:
        option = modules[key].option
        assert option is not None
        need = option.need()
        found += need is not None and not need.is_met(on)
    pairs = {frozenset((key, one)) for key in on for one in modules[key].option.conflicts if one in on}  # type: ignore[union-attr]
    return found + len(pairs)


def subsets(keys: list[str]) -> list[frozenset[str]]:
    return [frozenset(some) for size in range(len(keys) + 1) for some in combinations(keys, size)]


@pytest.mark.parametrize("nth", range(count(ALL)))
def test_what_is_said_and_offered_is_minimal_on_every_subset(nth: int) -> None:
    rng = Random(f"explanations|{nth}")
    many = 12 if count(ALL) == ALL else rng.randint(3, 6)
    modules = drawn_rules(rng, many)
    all_sets = subsets(list(modules))
    working = {on for on in all_sets if not stands_against(modules, on)}
    assert working, "no options at all always work"
    for on in all_sets:
        said = problems(on, modules, itself)
        assert len(said) == stands_against(modules, on), (on, said)
        assert len(set(said)) == len(said), "nothing is said twice"
        if not said:
            assert nearest(on, modules, itself) == [on]
            continue
        least = min(len(on ^ one) for one in working)
        wanted = {one for one in working if len(on ^ one) == least}
        found = nearest(on, modules, itself, most=len(wanted) + 1)
        assert set(found) == wanted


@pytest.mark.parametrize("nth", range(count(ALL)))
def test_of_many_options_those_that_cannot_matter_are_left_alone_and_none_is_missed(nth: int) -> None:
    """Beyond twelve options only those are flipped that a problem can involve: the nearest sets are the same."""
    rng = Random(f"many|{nth}")
    modules = drawn_rules(rng, 14)
    keys = list(modules)
    for _ in range(10):
        on = frozenset(rng.sample(keys, rng.randint(1, 8)))
        wanted: set[frozenset[str]] = set()
        for far in range(len(keys) + 1):
            flipped = (on ^ frozenset(some) for some in combinations(keys, far))
            if wanted := {one for one in flipped if not stands_against(modules, one)}:
                break
        assert set(nearest(on, modules, itself, most=len(wanted) + 1)) == wanted


@pytest.mark.parametrize("nth", range(count(ALL)))
def test_each_sentence_is_about_options_that_alone_do_not_go(nth: int) -> None:
    """Without the options that a sentence names, that sentence is gone; they alone call it forth."""
    rng = Random(f"sentences|{nth}")
    modules = drawn_rules(rng, rng.randint(3, 8))
    for on in subsets(list(modules)):
        for said in problems(on, modules, itself):
            first = said.split()[0]
            assert first in on
            if " cannot be used with " in said:
                other = said.split()[-1]
                assert said in problems({first, other}, modules, itself)
            else:
                assert not any(one.startswith(f"{first} needs ") for one in problems(on - {first}, modules, itself))


def test_a_circle_of_needs_is_met_by_all_of_it_or_none() -> None:
    circle: Modules = {
        key: type(key, (RuleModule,), {"__doc__": key, "key": key, "option": Option(key, key, requires=other)})
        for key, other in (("a", "b"), ("b", "c"), ("c", "a"))
    }
    assert problems({"a"}, circle, itself) == ["a needs b; b is off"]
    assert nearest({"a"}, circle, itself) == [frozenset()]
    assert nearest({"a", "b"}, circle, itself) == [frozenset({"a", "b", "c"})]
