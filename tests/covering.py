"""Covering arrays: few cases in which any two values of any two factors meet, as far as they can."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import Any, Final

Case = dict[str, Any]
Pair = tuple[tuple[str, Any], tuple[str, Any]]
DEEPEST: Final = 3
"""A part of a case is tried with all other factors at their first value, then with up to so many of them elsewhere."""


def pairwise(factors: Mapping[str, Sequence[Any]], possible: Callable[[Case], bool] = lambda _: True) -> list[Case]:
    """Return cases in which every pair of values meets that meets in any possible case; the same ones every time.

    ``possible`` judges whole cases. Each case begins with the first pair that is still missing; factor by factor
    it takes the value that brings most missing pairs and can still be made a possible case.
    """
    missing = dict.fromkeys(pairs(factors))
    cases: list[Case] = []
    while missing:
        first = next(iter(missing))
        case = dict(first)
        if _whole(case, factors, possible) is None:
            del missing[first]
            continue
        for name, values in factors.items():
            if name not in case:
                case = _with_best(case, name, values, missing, factors, possible)
        cases.append({name: case[name] for name in factors})
        for pair in met(cases[-1]):
            missing.pop(pair, None)
    return cases


def pairs(factors: Mapping[str, Sequence[Any]]) -> Iterator[Pair]:
    """Go through all pairs of values of two factors, in order."""
    for one, other in combinations(factors, 2):
        for a, b in product(factors[one], factors[other]):
            yield (one, a), (other, b)


def met(case: Case) -> Iterator[Pair]:
    """Go through the pairs that meet in a case."""
    yield from combinations(case.items(), 2)


def _with_best(
    case: Case,
    name: str,
    values: Sequence[Any],
    missing: Mapping[Pair, None],
    factors: Mapping[str, Sequence[Any]],
    possible: Callable[[Case], bool],
) -> Case:
    order = list(factors)

    def gain(value: Any) -> int:
        ends = ((other, (name, value)) for other in case.items())
        return sum(tuple(sorted(pair, key=lambda end: order.index(end[0]))) in missing for pair in ends)

    for value in sorted(values, key=gain, reverse=True):  # of equals the first: sorting keeps their order
        if _whole({**case, name: value}, factors, possible) is not None:
            return {**case, name: value}
    raise AssertionError(f"no value of {name} goes with {case}, though something did")


def _whole(part: Case, factors: Mapping[str, Sequence[Any]], possible: Callable[[Case], bool]) -> Case | None:
    """Return a possible case that holds these values, ``None`` when there is none."""
    free = [name for name in factors if name not in part]
    rest = {name: factors[name][0] for name in free}
    for count in range(min(DEEPEST, len(free)) + 1):
        for changed in combinations(free, count):
            for values in product(*(factors[name][1:] for name in changed)):
                case = {**part, **rest, **dict(zip(changed, values, strict=True))}
                if possible(case):
                    return case
    return None
