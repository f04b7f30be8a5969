"""Random games of the campaign that ships, over a covering array of options and parameters.

They end without exception, dead end or endless loop; at every ply the books balance and everybody is somewhere.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest

from sandtable.engine import Choices
from sandtable_empires.model import FRANCE, SPAIN, Calendar, sides
from tests.covering import met, pairs
from tests.plugins.empires.books import nothing_pending
from tests.plugins.empires.shipped import shipped
from tests.plugins.empires.watched import Watched
from tests.plugins.option_cases import OptionCases
from tests.tiers import count

GAMES: Final = count(1000)
BATCHES: Final = 20
MONTHS: Final = 12
NATIONS: Final = (FRANCE, SPAIN)


# --- what it is played with


@cache
def options() -> OptionCases:
    return OptionCases(shipped("peninsula-1808").family, NATIONS)


def test_every_two_values_meet_in_some_game() -> None:
    """No two printed options exclude each other yet: all pairs are there, in few enough cases to play them all."""
    assert {pair for case in options().cases for pair in met(case)} == set(pairs(options().factors))
    assert all(options().work(options().choices(case).on) for case in options().cases)
    assert len(options().cases) <= count(1000, "nightly") // 20


# --- the games


def played_with(number: int) -> Choices:
    return options().choices(options().cases[number % len(options().cases)])


def play_year(number: int) -> None:
    """Play a game of a year; every tenth with detours and worked out again, every other tenth to its very end."""
    cases = options().cases
    start = shipped("peninsula-1808")
    game = Watched(start.family, start.rows(), played_with(number), f"peninsula {number}")
    kind = (number + number // len(cases)) % 10
    match kind:
        case 0:
            game.play_with_detours(MONTHS)
            game.prove()
        case 5:
            game.play(None)
        case _:
            game.play(MONTHS)
    end = game.referee.game
    if end.ended is None:
        assert kind != 5
        assert end.round == MONTHS + 1
        nothing_pending(end)
    else:
        assert end.ended.winner in sides(end)
        assert end.round == end[Calendar]["calendar"].last
        assert game.referee.prompt is None


@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_years_in_the_peninsula_keep_their_books(batch: int) -> None:
    for number in range(batch, GAMES, BATCHES):
        try:
            play_year(number)
        except Exception as error:
            error.add_note(f"game {number} of {GAMES}, played with {played_with(number)}")
            raise
