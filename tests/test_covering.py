"""The covering arrays that random tests play over: all pairs that can meet do, no impossible case is among them."""

from itertools import product

import pytest

from sandtable.engine import InstalledGame, Option, RuleModule
from sandtable.engine.errors import Invalid
from sandtable.engine.rules.options import Choices
from sandtable.play.begin.starts import require_usable
from sandtable.testing import toy
from tests.covering import Case, met, pairs, pairwise

SWITCHES = dict.fromkeys("abcdefg", (False, True))
WIDE = {**SWITCHES, "days": (3, 1, 9), "range": (1, 0, 9), "sea": ("GB", "FR", "SP")}


@pytest.mark.parametrize("factors", [{}, {"one": (1, 2)}, SWITCHES, WIDE], ids=["none", "one", "switches", "wide"])
def test_every_pair_meets(factors: dict[str, tuple[object, ...]]) -> None:
    cases = pairwise(factors)
    assert {pair for case in cases for pair in met(case)} == set(pairs(factors))
    assert cases == pairwise(factors)


def test_it_is_small() -> None:
    """Seven switches and three factors of three values: 3,456 cases together, a few dozen at most are needed."""
    assert 9 <= len(pairwise(WIDE)) <= 18


class Fog(RuleModule):
    key = "fog"
    option = Option("Fog", "Nobody sees far.", conflicts=("sun",))


class Sun(RuleModule):
    key = "sun"
    option = Option("Sun", "Everybody sees far.")


class Glare(RuleModule):
    key = "glare"
    option = Option("Glare", "Nobody sees into the sun.", requires="sun")


class Wind(RuleModule):
    key = "wind"
    option = Option("Wind", "It blows.")


WEATHER = InstalledGame(toy(Fog, Sun, Glare, Wind))


def works(case: Case) -> bool:
    try:
        require_usable(WEATHER, Choices(frozenset(key for key, on in case.items() if on)))
    except Invalid:
        return False
    return True


def test_what_cannot_be_used_together_is_in_no_case_and_all_else_is() -> None:
    factors = dict.fromkeys(WEATHER.options, (False, True))
    cases = pairwise(factors, works)
    assert all(works(case) for case in cases)
    every = (dict(zip(factors, values, strict=True)) for values in product((False, True), repeat=len(factors)))
    possible = {pair for case in every if works(case) for pair in met(case)}
    assert {pair for case in cases for pair in met(case)} == possible
    assert not any((case["fog"] and case["sun"]) or (case["glare"] and not case["sun"]) for case in cases)
