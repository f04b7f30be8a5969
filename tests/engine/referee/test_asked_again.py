"""Offers and reasons must be the same when they are asked again: what is not is named, with module and rule."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any, ClassVar

import pytest

from sandtable.engine import Action, Ask, Broken, Choice, Game, Refusal, RuleModule, Side, fills, refuses, rule
from sandtable.engine.referee.asking import asked_now, astray, differing
from sandtable.testing import Play, position, toy
from tests.engine.workshop import BLUE

TICKS = count()
WHIM: dict[str, Callable[[], Any]] = {}


class Step(Action, frozen=True):
    to: str

    @fills("to")
    @staticmethod
    def places(game: Game, ask: Ask) -> Choice[str]:
        return Choice(WHIM.get("places", lambda: ("a", "b"))())


class Ground(RuleModule):
    key = "ground"
    actions: ClassVar = {"play": (Step,)}


class Weather(RuleModule):
    key = "weather"

    @refuses(Step)
    @rule("W-rain")
    def rain(self, game: Game, act: Step, ask: Ask) -> Refusal | None:
        return WHIM.get("rain", lambda: None)() if act.to == "b" else None


@pytest.fixture(autouse=True)
def _no_whims() -> None:
    WHIM.clear()


def play() -> Play:
    made = position(toy(Ground, Weather), Side(BLUE))
    made.play(Step("a"))
    return made


def test_a_refusal_that_comes_and_goes_is_named() -> None:
    made = play()
    WHIM["rain"] = lambda: Refusal("it rains") if next(TICKS) % 2 else None
    with pytest.raises(Broken, match="module weather: what W-rain says differs when it is asked again"):
        made.verify_replay()


def test_a_refusal_with_other_words_each_time_is_named() -> None:
    made = play()
    WHIM["rain"] = lambda: Refusal("it has rained {n} times", n=next(TICKS))
    with pytest.raises(Broken, match="W-rain"):
        made.verify_replay()


def test_what_is_offered_otherwise_is_named() -> None:
    made = play()
    WHIM["places"] = lambda: ("a", "b")[:: 1 if next(TICKS) % 2 else -1]
    with pytest.raises(Broken, match="what can be done with Blue Step differs when it is asked again"):
        made.verify_replay()


def test_sound_rules_answer_the_same() -> None:
    made = play()
    WHIM["rain"] = lambda: Refusal("it rains")
    assert made.verify_replay() == 2


def test_two_processes_that_answer_otherwise_are_told_ply_by_ply() -> None:
    made = play()
    here = asked_now(made.referee)
    WHIM["rain"] = lambda: Refusal("it rains")
    there = asked_now(made.referee)
    family = made.referee.family
    assert astray(family, [(2, here), (3, here)], {2: there, 3: here}) == {2: differing(family, here, there)}
    assert "module weather: what W-rain says" in differing(family, here, there)
