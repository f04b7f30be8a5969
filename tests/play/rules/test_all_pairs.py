"""Every option alone and all pairs of them, in every scenario there is: what works begins, and is played."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

from sandtable.engine import Broken, Choices
from sandtable.engine.rules.options import Option
from sandtable.play.begin.games import Games
from sandtable.play.begin.starts import Start
from sandtable.testing import play_randomly
from tests.tiers import count

PLIES = 8
"""So many plies are played of each."""
Case = tuple[str, frozenset[str]]


@cache
def starts() -> dict[str, Start]:
    return {f"{one.family.system.key}/{one.name}": one for one in Games().starts()}


def cases() -> Iterator[Case]:
    """Go through scenarios, and the options on in each: none, one, two."""
    for name, start in starts().items():
        keys = sorted(start.family.options)
        for many in (0, 1, 2):
            yield from ((name, frozenset(on)) for on in combinations(keys, many))


def some() -> list[Case]:
    """Return the cases of this tier: evenly from all scenarios."""
    found = list(cases())
    return found[:: max(1, len(found) // count(len(found)))]


def option(start: Start, key: str) -> Option:
    found = start.family.modules[key].option
    assert found is not None
    return found


@pytest.mark.parametrize("name", starts())
def test_a_pair_is_impossible_where_the_options_say_so_and_nowhere_else(name: str) -> None:
    start = starts()[name]
    keys = start.family.options.keys()
    for on in (on for case, on in cases() if case == name):
        excluded = any(other in option(start, key).conflicts for key in on for other in on)
        needed = {one for key in on if (need := option(start, key).need()) for one in need.names() if one in keys}
        problems = start.family.problems(Choices(on, grants=start.begins_with.grants))
        assert bool(problems) == (excluded or not needed <= on), (on, problems)


@pytest.mark.parametrize(("name", "on"), some(), ids=lambda one: one if isinstance(one, str) else "+".join(sorted(one)))
def test_what_works_begins_and_is_played(name: str, on: frozenset[str]) -> None:
    start = starts()[name]
    choices = Choices(on, start.begins_with.parameters, start.begins_with.order, start.begins_with.grants)
    if start.family.problems(choices):
        pytest.skip("these do not go together")
    referee = start.begin(choices).open()
    with pytest.raises(Broken, match=f"no end after {PLIES} actions"):  # so far all went well
        play_randomly(referee, "pairs", most=PLIES)
    assert referee.game.rulebook.choices.on == on
    assert len(referee.journal.line()) >= PLIES
