"""Random games of the Grand Campaign, over a covering array of options and parameters, by all phases of the month.

They go on without exception, dead end or endless loop; at every ply the books of factors, ships and money balance, and
nothing is in two hands or two places.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

import pytest

from sandtable.engine import Choices
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.model import powers
from tests.plugins.empires.shipped import shipped
from tests.plugins.empires.watched import Watched
from tests.plugins.option_cases import OptionCases
from tests.tiers import TIER, count

KEY: Final = "grand-campaign-1805"
GAMES: Final = count(200)
BATCHES: Final = 10
MONTHS: Final = 1 if TIER == "normal" else 36
MOST: Final = 3000
"""Plies of a month of seven powers: bots lay depots and take them away as long as they have money."""


@cache
def options() -> OptionCases:
    return OptionCases(shipped(KEY).family, ("Austria", "Turkey"))


def played_with(number: int) -> Choices:
    cases = options().cases
    chosen = options().choices(cases[number % len(cases)])
    return replace(chosen, grants=frozenset(shipped(KEY).scenario.grants))


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_campaigns_go_on(batch: int) -> None:
    """Every tenth game is worked out again from its journal."""
    for number in range(batch, GAMES, BATCHES):
        choices = played_with(number)
        game = Watched(
            shipped(KEY).family, shipped(KEY).rows(), choices, f"1805 {number}", board=europe_1805(), most=MOST
        )
        try:
            game.play(MONTHS)
            if number % 10 == 0:
                game.prove()
        except Exception as error:
            error.add_note(f"game {number} of {GAMES} of {KEY}, played with {choices}")
            raise
        end = game.referee.game
        assert end.ended is not None or end.round == MONTHS + 1
        assert len(powers(end)) == 7
