"""Positions: whose turn it is in which order, cells of charts, and rows changed by hand in mid-game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import pytest

from sandtable.engine import (
    Action,
    Broken,
    Chart,
    EndStep,
    Frame,
    Game,
    Invalid,
    Option,
    Overlay,
    RuleModule,
    ScenarioFinding,
    Side,
    SideId,
    hookimpl,
    opens,
    rule,
)
from sandtable.engine.state.charts import Axis, ChartId
from sandtable.testing import position, toy
from sandtable_twin_rivers import MARCHED, LoseStep, Unit, UnitId
from tests.testing.rivers import battle, rivers, unit

FORCES = unit("Blue 1", "Aldbridge"), unit("Red 1", "Larch")
FIRE = Chart(ChartId("fire"), "Fire", (Axis("table", ("a", "b")), Axis("die", ("1", "2"))), (1, 2, 3, 4))
WIND = Chart(ChartId("wind"), "Wind", (Axis("die", ("1", "2")),), (5, 6))


class Idle(Action, frozen=True):
    """Do nothing."""


class Idleness(RuleModule):
    key = "idleness"
    actions: ClassVar = {"play": (Idle,)}


class Storm(RuleModule):
    """Another wind."""

    key = "storm"
    option = Option("Storm", "Another wind.", ("T-storm",))
    overlays = (Overlay(ChartId("wind"), ((("1",), 9),), "T-storm"),)


def test_the_sides_play_a_phase_in_the_order_that_is_given() -> None:
    play = rivers(*FORCES, at="Red: march", order=("Red", "Blue"))
    assert play.at == "Red: march"
    assert play.until("Blue: march").at == "Blue: march"
    assert rivers(*FORCES, at="march", order=("Red", "Blue")).at == "Red: march"  # the first of them


def test_who_has_played_before_in_the_order_does_not_play_again() -> None:
    play = rivers(*FORCES, at="Blue: march", order=("Red", "Blue"))
    play.play(EndStep())
    assert (play.at, play.game.round) == ("Blue: march", 2)


@pytest.mark.parametrize(
    ("at", "order", "says"),
    [
        ("Blue: march", ("Red",), "order=: Blue is not in it"),
        ("Blue: march", ("Blue", "Blue"), "order=: Blue is in it twice"),
        ("Blue: march", ("Blue", "Rde"), "no side is called 'Rde': did you mean Red"),
        ("reckoning", ("Blue", "Red"), "order=: the sides do not play end one after the other"),
        ("", ("Blue", "Red"), "order=: say with at= which step the sides play in this order"),
    ],
)
def test_an_order_that_cannot_be_is_told(at: str, order: tuple[str, ...], says: str) -> None:
    with pytest.raises(Invalid, match=says):
        rivers(*FORCES, at=at, order=order)


def test_cells_of_charts_are_put_in() -> None:
    play = position(toy(Idleness), Side(SideId("Blue")), FIRE, WIND, charts={"fire": {("b", 1): 12}, "wind": {"2": 0}})
    assert [play.game.chart("fire").at(table, die) for table in "ab" for die in (1, 2)] == [1, 2, 12, 4]
    assert [play.game.chart("wind").at(die) for die in (1, 2)] == [5, 0]
    assert play.game.chart("fire").origin == "designer"
    play.prove()


def test_the_cells_of_an_option_go_over_those_that_are_put_in() -> None:
    system = toy(Idleness, Storm)
    play = position(system, Side(SideId("Blue")), WIND, charts={"wind": {1: 7, 2: 8}}, on=["storm"])
    assert [play.game.chart("wind").at(die) for die in (1, 2)] == [9, 8]


@pytest.mark.parametrize(
    ("charts", "says"),
    [
        ({"fir": {("a", 1): 0}}, "no chart is called 'fir': did you mean fire"),
        ({"fire": {("c", 1): 0}}, "no table of chart Fire is called 'c'"),
        ({"fire": {"a": 0}}, "chart Fire wants one key for each axis"),
    ],
)
def test_cells_that_there_are_not_are_told(charts: dict[str, dict[object, int]], says: str) -> None:
    with pytest.raises(Invalid, match=says):
        position(toy(Idleness), Side(SideId("Blue")), FIRE, charts=charts)


def test_rows_are_changed_by_hand_in_the_middle_of_a_battle() -> None:
    play = battle(dice=[1, 6])
    play.change(play[Unit]["Blue 1"], steps=1)
    play.put(unit("Blue 3", "Garth", 4))
    play.remove(play[Unit]["Blue 2"])
    assert [(one.id, one.steps) for one in play[Unit].where("side", "Blue")] == [("Blue 1", 1), ("Blue 3", 4)]
    assert play.questions == [("Blue", ("LoseStep",))]  # it is still asked
    play.play(LoseStep(UnitId("Blue 1")))
    assert "Blue 1" not in play[Unit]
    play.prove()


def test_whatever_a_rule_may_do_can_be_done_by_hand() -> None:
    play = rivers(*FORCES)
    play.by_hand(lambda game: game.mark("Blue 1", MARCHED))
    assert play.game.mark_of("Blue 1", MARCHED)
    play.undo()
    assert not play.game.mark_of("Blue 1", MARCHED)


def test_what_the_gate_refuses_is_refused_by_hand_too() -> None:
    play = rivers(*FORCES)
    stale = play[Unit]["Blue 1"]
    play.change(stale, steps=1)
    with pytest.raises(Broken, match="no longer the current one"):
        play.change(stale, steps=3)
    assert play[Unit]["Blue 1"].steps == 1
    with pytest.raises(Broken, match="outside a ply"):
        play.game.change(play[Unit]["Blue 1"], steps=3)


class Ghosts(RuleModule):
    """A unit that stands nowhere is gone when the first step opens."""

    key = "ghosts"
    option = Option("Ghosts", "Ghosts go.", ("HOUSE-ghosts",))

    @opens("march")
    @rule("HOUSE-ghosts")
    def go(self, game: Game, frame: Frame) -> None:
        """A unit of one step is gone."""
        for one in [one for one in game[Unit] if one.steps == 1]:
            game.remove(one)

    @hookimpl
    def findings(self, game: Game, board: object) -> Iterable[ScenarioFinding]:
        """Name the units of one step at a bridge."""
        weak = [one for one in game[Unit] if one.steps == 1 and one.area == "Aldbridge"]
        return [ScenarioFinding("ghost", f"{one.id} is a ghost: give it steps", row=one) for one in weak]


def test_a_position_that_the_game_mends_at_once_says_so() -> None:
    ghosts: dict[str, Any] = {"extra": [Ghosts], "on": ["ghosts"]}
    ghost = unit("Blue 1", "Aldbridge", 1)
    says = "the game mends this position at once, Unit Blue 1 is gone: Blue 1 is a ghost: give it steps; lay it out"
    with pytest.raises(Invalid, match=says):
        rivers(ghost, FORCES[1], **ghosts)
    assert "Blue 1" not in rivers(ghost, FORCES[1], **ghosts, mends=True)[Unit]
    assert "Blue 1" not in rivers(unit("Blue 1", "Barrow", 1), FORCES[1], **ghosts)[Unit]  # nothing wrong with it
    assert "Blue 1" in rivers(ghost, FORCES[1])[Unit]
