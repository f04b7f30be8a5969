"""Random bots play the scenarios of Grande Armée to their ends."""

from __future__ import annotations

from functools import cache

import pytest

from sandtable.board.maps import Map
from sandtable.engine import Game, InstalledGame, Row, SeededDice
from sandtable.engine.referee.referee import Referee
from sandtable.lab.bots import RandomBot, play_on
from sandtable.library import ScenarioDocument
from sandtable.testing import install_game
from sandtable_grande_armee.maps.build import thuringia, upper_danube
from sandtable_grande_armee.model import Account, Arrival, Calendar, Unit
from sandtable_grande_armee.model.terrain import CLOSED
from sandtable_grande_armee.system import GRANDE_ARMEE
from tests.tiers import TIER, count

SCENARIOS = ("jena-1806", "wagram-1809", "austria-1809")
TURNS = {"austria-1809": 4} if TIER == "normal" else {}
"""Turns of a game: but for the long runs the campaign of 1809 is only begun."""


@cache
def start(key: str) -> tuple[InstalledGame, tuple[Row, ...], Map]:
    """Return the game, the rows that a scenario begins with, and its map."""
    family, sheet = install_game(GRANDE_ARMEE), thuringia() if key == "jena-1806" else upper_danube()
    scenario = next(one for one in GRANDE_ARMEE.scenarios if one.key == key)
    own = list(scenario.own_rows())
    names = {(type(row), row.id) for row in own}
    ground = ScenarioDocument.of(scenario, family, sheet).ground_rows(family, sheet)
    return family, (*(row for row in ground if (type(row), row.id) not in names), *own), sheet


def strength(game: Game) -> dict[str, int]:
    """Return the strength points of each side on the map and still to come."""
    found: dict[str, int] = {}
    for unit in game[Unit]:
        if unit.fights(game):
            found[unit.side] = found.get(unit.side, 0) + unit.strength(game)
    return found


def books(game: Game, began: dict[str, int]) -> None:
    """Hold what stands against what there was and what the accounts say has come and gone."""
    gone = dict.fromkeys(began, 0)
    for account in game[Account]:
        gone[account.side] += 0 if account.cause == "arrived" else account.strength
    assert {side: strength(game).get(side, 0) for side in began} == {side: began[side] + gone[side] for side in began}
    assert all(unit.hex is not None for unit in game[Unit] if unit.id not in game[Arrival])


@pytest.mark.parametrize("key", SCENARIOS)
@pytest.mark.parametrize("seed", range(count(500)))
def test_random_games_end_with_their_books_in_balance(key: str, seed: int) -> None:
    family, rows, sheet = start(key)
    referee = Referee.begin(family, rows, source=SeededDice(seed), board=sheet).open()
    began = strength(referee.game)
    play_on(referee, RandomBot(seed), rounds=TURNS.get(key))
    game = referee.game
    books(game, began)
    if key not in TURNS:
        assert game.ended is not None
        assert game.round <= game[Calendar]["calendar"].turns
    on_the_board = [unit.hex for unit in game[Unit] if unit.hex is not None]
    assert not any(set(CLOSED) & set(sheet.by_number.terrain(hex)) for hex in on_the_board)
