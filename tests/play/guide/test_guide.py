"""The guide of a game that says nothing: it is made of the game's own titles, sentences and offers."""

import re

import pytest

from sandtable.engine import EndStep, InstalledGame, Pass
from sandtable.play.guide.guide import Guide, farewell_lines, welcome_lines
from sandtable.play.guide.page import guide_page
from tests.games.fords import FORDS
from tests.games.heath import HEATH
from tests.play.guide.guided import begin, play_guided, words

SILENT = {"fords": InstalledGame(FORDS), "heath": InstalledGame(HEATH)}


@pytest.mark.parametrize("game", SILENT)
def test_a_game_that_says_nothing_has_a_guide_through_a_round(game: str) -> None:
    pages = play_guided(begin(SILENT[game]))
    assert pages
    for says in words(pages):
        assert re.match(r"[A-Z].*[.!?]$", says), says


def test_what_is_asked_is_said_by_the_step_the_question_and_its_actions() -> None:
    referee = begin(SILENT["fords"])
    prompt = referee.prompt
    assert prompt is not None
    ask = prompt.open[0]
    page = guide_page(referee.view(ask.side), ask)
    assert page.title
    assert page.asked
    assert {way.label for way in page.ways} == {kind.label() for kind in ask.kinds if kind not in (EndStep, Pass)}


def test_the_guide_ends_with_the_round_and_may_be_taken_up_again() -> None:
    referee, guide = begin(SILENT["fords"]), Guide()
    guide.take_up(referee.game)
    assert (guide.is_on, guide.is_through(referee.game)) == (True, False)
    play_guided(referee)
    assert guide.is_through(referee.game)
    assert "whole turn" in " ".join(farewell_lines(referee.game, guide.round))
    guide.take_up(referee.game)
    assert not guide.is_through(referee.game)
    guide.leave()
    assert not guide.is_on


def test_undo_leads_back_into_the_round_that_is_guided() -> None:
    referee, guide = begin(SILENT["fords"]), Guide()
    guide.take_up(referee.game)
    assert referee.prompt is not None
    before = guide_page(referee.view("Blue"), referee.prompt.open[0])
    play_guided(referee)
    referee.history.goto(1)
    assert not guide.is_through(referee.game)
    assert guide_page(referee.view("Blue"), referee.prompt.open[0]) == before


def test_the_welcome_says_who_one_is_and_how_one_wins() -> None:
    referee = begin(SILENT["fords"])
    assert welcome_lines(referee.view("Blue"), ("Blue",))[0].startswith("You play Blue.")
