"""Random games of the scenarios that ship, over a covering array of options and parameters.

They end without exception, dead end or endless loop; at every ply strength balances by cause, everybody is in one
place, and nobody has gone beyond his points. What is taken back, saved, opened and worked out again has the same hash.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import pytest

from sandtable.engine import Action, Ask, Choices, EndStep, InstalledGame, Referee, Row
from sandtable.lab.bots import RandomBot
from sandtable.library import ScenarioDocument
from sandtable.testing import install_game
from sandtable.testing.proofs import reload
from sandtable.testing.under_test import GameUnderTest
from sandtable_grande_armee.maps.build import thuringia, upper_danube
from sandtable_grande_armee.model import Calendar
from sandtable_grande_armee.system import GRANDE_ARMEE
from tests.covering import met, pairs
from tests.plugins.grande_armee.books import Books
from tests.plugins.option_cases import OptionCases
from tests.plugins.watched import Watched
from tests.tiers import TIER, count

if TYPE_CHECKING:
    from sandtable.board.maps import Map

SCENARIOS: Final = ("jena-1806", "wagram-1809", "austria-1809")
GAMES: Final = count(500)
BATCHES: Final = 5
MOST: Final = 3_000
"""Plies of a turn: a few dozen are usual, some hundreds where the bot is busy."""
LONG: Final = 12
"""Turns of a campaign; of one that is longer most games are only begun in the usual tier."""
BEGUN: Final = 4
RULINGS: Final = {"strength.threshold", "strength.leader_effect", "supplying.used_up", "retreats.unfinished"}
"""Q1, Q2, Q10 and Q15."""


class BusyBot(RandomBot):
    """Ends a step seldom, so that most of an army moves and fights."""

    def answer(self, referee: Referee, ask: Ask) -> Action | None:
        action = super().answer(referee, ask)
        return super().answer(referee, ask) if isinstance(action, EndStep) else action


@cache
def family() -> InstalledGame:
    return install_game(GRANDE_ARMEE)


@cache
def start(key: str) -> tuple[tuple[Row, ...], Map, int]:
    """Return the rows that a scenario begins with, its map, and how many turns it has."""
    sheet = thuringia() if key == "jena-1806" else upper_danube()
    scenario = next(one for one in GRANDE_ARMEE.scenarios if one.key == key)
    own = list(scenario.own_rows())
    names = {(type(row), row.id) for row in own}
    ground = ScenarioDocument.of(scenario, family(), sheet).ground_rows(family(), sheet)
    turns = next(row.turns for row in own if isinstance(row, Calendar))
    return (*(row for row in ground if (type(row), row.id) not in names), *own), sheet, turns


@cache
def options() -> OptionCases:
    return OptionCases(family())


def played_with(number: int) -> Choices:
    return options().choices(options().cases[number % len(options().cases)])


def test_every_two_values_meet_in_some_game() -> None:
    assert options().factors.keys() >= RULINGS | family().options.keys()
    assert {pair for case in options().cases for pair in met(case)} == set(pairs(options().factors))
    assert len(options().cases) <= count(500, "nightly") // 10


def play_campaign(key: str, number: int) -> None:
    """Play a game; every fifth with a busy bot, every tenth with detours, saved, opened, and worked out again."""
    rows, sheet, turns = start(key)
    seed, kind = f"{key} {number}", (number + number // len(options().cases)) % 10
    bot = BusyBot(seed) if kind % 5 == 1 else None
    game = Watched(family(), rows, played_with(number), seed, Books, most=MOST, bot=bot, board=sheet)
    if kind == 0:
        game.play_with_detours(min(turns, BEGUN))
        reload(GameUnderTest(game.referee, game.first))
        game.prove()
        return
    begun = TIER == "normal" and turns > LONG and number
    game.play(BEGUN if begun else None)
    end = game.referee.game
    assert end.ended is not None or begun
    assert end.round <= turns


@pytest.mark.parametrize("key", SCENARIOS)
@pytest.mark.parametrize("batch", range(BATCHES))
def test_random_campaigns_keep_their_books(key: str, batch: int) -> None:
    for number in range(batch, GAMES, BATCHES):
        try:
            play_campaign(key, number)
        except Exception as error:
            error.add_note(f"{key}, game {number} of {GAMES}, played with {played_with(number)}")
            raise
