"""Games without a table: rows are compared seldom, and what is wrong is found all the same, and where."""

from __future__ import annotations

from typing import ClassVar

import pytest
from msgspec.structs import force_setattr

from sandtable.cli.simulation import SELDOM, GameResult, GameTask, play_one
from sandtable.engine import Action, Ask, Choices, Game, InstalledGame, Option, RuleModule, Scenario, Side, rule
from sandtable.engine.rules.rules import refuses
from sandtable.testing import toy
from tests.engine.workshop import BLUE, Piece, PieceId

ONCE: list[int] = []
SAID: list[int] = []


class Walk(Action, frozen=True):
    """Walk on."""

    def says(self, game: Game, ask: Ask) -> str:
        SAID.append(game.round)
        return "Somebody walks on"


class Base(RuleModule):
    key = "base"
    rows = (Piece,)
    actions: ClassVar = {"play": (Walk,)}


class Sly(RuleModule):
    """Makes a piece stronger in the fifth round, behind the gate."""

    key = "sly"
    option = Option("Sly", "Sly.")

    @refuses(Walk)
    @rule("HOUSE-sly")
    def stronger(self, game: Game, act: Walk, ask: Ask) -> None:
        if game.round == 5:
            force_setattr(game[Piece]["b1"], "size", 7)


class Fickle(RuleModule):
    """Does it in the first game that is played, and never again."""

    key = "fickle"
    option = Option("Fickle", "Fickle.")

    @refuses(Walk)
    @rule("HOUSE-fickle")
    def stronger(self, game: Game, act: Walk, ask: Ask) -> None:
        if game.round == 5 and not ONCE:
            ONCE.append(5)
            force_setattr(game[Piece]["b1"], "size", 7)


FAMILY = InstalledGame(toy(Base, Sly, Fickle))
SCENARIO = Scenario("walk", "A walk", lambda: [Side(BLUE), Piece(PieceId("b1"), BLUE)])


def play(on: str, turns: int = 9) -> GameResult:
    choices = Choices(on=frozenset({on} - {""}))
    return play_one(GameTask("toy", "walk", None, None, choices, "1", turns, "random", False), 1, FAMILY, SCENARIO)


def played(on: str, turns: int = 9) -> str:
    return play(on, turns).fault


@pytest.mark.parametrize("turns", [5, 9, 40])
def test_a_row_that_is_changed_behind_the_gate_is_laid_at_its_module_and_its_action(turns: int) -> None:
    fault = played("sly", turns)
    assert "breaks down after 25 actions in round 4: module sly (tests/cli/test_headless.py:" in fault
    assert "has changed Piece b1 (size) behind the gate" in fault


def test_what_does_not_happen_twice_is_told_too() -> None:
    ONCE.clear()
    assert "has changed Piece b1 (size) behind the gate" in played("fickle")


def test_nothing_is_told_of_a_game_in_which_nothing_is_wrong() -> None:
    assert not played("")


def test_what_nobody_reads_is_put_in_words_seldom() -> None:
    SAID.clear()
    actions = play("", turns=40).actions
    assert actions > 2 * SELDOM
    assert 0 < len(SAID) <= actions // SELDOM
