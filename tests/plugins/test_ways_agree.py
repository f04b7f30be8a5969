"""Reach, offers, verdict and reasons of one way say the same at every space, in random games of each game."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from sandtable.engine import SeededDice
from sandtable.engine.actions.ways import Ways
from sandtable.engine.referee.referee import Referee
from sandtable.engine.rules.system import GameSystem
from sandtable.engine.running.offers import Offer
from sandtable.present.presentation import board
from sandtable.testing import install_game, play_randomly
from sandtable_drill_ground.system import DRILL_GROUND
from sandtable_empires.system import EMPIRES
from tests.tiers import TIER

GAMES = 2 if TIER == "normal" else 1000
"""So many random games of each game are looked at."""
SELDOM = 97
"""After so many actions a position is gone through."""
SAMPLED = 8
"""So many spaces of a position are asked about, of those in reach and of all."""


def ways_asked(referee: Referee, chance: Random) -> tuple[Offer, str, Ways[Any]] | None:
    """Return an offer that comes to a way, one piece chosen at random; none where nothing is asked that does."""
    assert referee.prompt is not None
    ask = referee.prompt.open[0]
    for kind in ask.kinds:
        offer = Offer(referee.view(ask.side), ask, kind)
        while (name := offer.next_field()) is not None:
            domain: Any = offer.domain(name)
            if isinstance(domain, Ways):
                return offer, name, domain  # pyright: ignore[reportUnknownVariableType]  # of whatever states
            values = list(domain)
            if not values:
                break
            offer = offer.fill(**{name: chance.choice(values)})
    return None


def all_agree(referee: Referee, chance: Random) -> int:
    """Compare what is said of the spaces of a position; return of how many."""
    asked = ways_asked(referee, chance)
    there = board(referee.game)
    if asked is None or there is None:
        return 0
    offer, name, ways = asked
    reach = ways.reach()
    spaces = [*chance.sample(sorted(reach), min(SAMPLED, len(reach))), *chance.sample(sorted(there.spaces()), SAMPLED)]
    for space in spaces:
        goals = ways.goals(space)
        assert goals == reach.get(space, ())
        assert bool(goals) != bool(ways.why_not(space)), space
        told = offer.why_not_there(name, space)
        assert told or goals, space
        assert set(map(str, ways.why_not(space))) <= set(map(str, told))
        for goal in goals:
            assert goal.way in ways, goal
            assert ways.spent(goal.way) == goal.cost
            against = offer.why_not(name, goal.way)
            assert bool(against) == bool(told), (goal, against, told)
            filled = offer.fill(**{name: goal.way})
            if filled.next_field() is None:
                assert bool(against) != offer.game.allows(offer.kind(**filled.filled), offer.ask), goal
    return len(spaces)


@pytest.mark.parametrize("system", [DRILL_GROUND, EMPIRES], ids=lambda system: system.key)
def test_reach_offers_verdict_and_reasons_agree(system: GameSystem) -> None:
    family = install_game(system)
    scenario = system.scenarios[0]
    told = 0
    for seed in range(GAMES):
        chance, played = Random(seed), 0

        def compare(referee: Referee, chance: Random = chance) -> None:
            nonlocal told, played
            played += 1
            if played % SELDOM == 0 and referee.prompt is not None:
                told += all_agree(referee, chance)

        rows = system.start_rows(scenario)
        referee = Referee.begin(family, rows, source=SeededDice(seed), board=scenario.board()).open()
        play_randomly(referee, seed, tick=compare)
    assert told
