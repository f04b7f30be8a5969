"""Charts: typed access, words for every mistake, and overlays that leave the printed chart alone."""

from __future__ import annotations

import pytest

from sandtable.engine import (
    Axis,
    Chart,
    ChartId,
    Choices,
    DesignedCell,
    DesignedChart,
    InstalledGame,
    Invalid,
    Overlay,
    RuleModule,
    Side,
    SideId,
)
from sandtable.engine.rules.options import Option
from sandtable.testing import position, toy

LOSSES = Chart(
    ChartId("losses"),
    "Losses",
    (Axis("die", ("1", "2", "3")), Axis("odds", ("1:1", "2:1"))),
    (0, 1, 1, 2, "rout", None),
    "seed",
)


def test_cells_are_found_by_their_keys() -> None:
    assert [LOSSES.at(die, odds) for die in (1, 2, "3") for odds in ("1:1", "2:1")] == list(LOSSES.cells)
    assert LOSSES.number(2, "2:1") == 2
    assert LOSSES.text(3, "1:1") == "rout"


def test_a_band_of_numbers_is_found_by_each_number_in_it() -> None:
    axes = (Axis("die", ("00-24", "25-89", "90", "91-99")), Axis("side", ("Blue", "Red")))
    morale = Chart(ChartId("morale"), "Morale", axes, (0, 1, 2, 3, 4, 5, 6, 7))
    assert [morale.number(die, "Blue") for die in (0, 5, 24, 25, 75, 89, 90, 91, 99)] == [0, 0, 0, 2, 2, 2, 4, 6, 6]
    assert morale.number("25-89", "Red") == 3
    over = Overlay(ChartId("morale"), ((("25-89", "Red"), 9),), "H-1").over(morale)
    assert (over.number(75, "Red"), over.over(75, "Red"), over.number(75, "Blue")) == (9, "H-1", 2)
    with pytest.raises(Invalid, match="no die of chart Morale is called '100'"):
        morale.at(100, "Blue")


def test_odds_are_no_bands() -> None:
    odds = Chart(ChartId("odds"), "Odds", (Axis("odds", ("1-2", "1-1", "2-1")),), (1, 2, 3))
    with pytest.raises(Invalid, match="no odds of chart Odds is called '1'"):
        odds.at(1)


def test_mistakes_are_named() -> None:
    with pytest.raises(Invalid, match=r"no odds of chart Losses is called '3:1': did you mean 2:1 or 1:1\?"):
        LOSSES.at(1, "3:1")
    with pytest.raises(Invalid, match=r"chart Losses wants one key for each axis \(die, odds\): 2, not 1"):
        LOSSES.at(1)
    with pytest.raises(Invalid, match="chart Losses holds 'rout' at 3, 1:1, where a number is needed"):
        LOSSES.number(3, "1:1")
    with pytest.raises(Invalid, match="chart Losses holds None at 3, 2:1, where a text is needed"):
        LOSSES.text(3, "2:1")


def test_faults_of_the_shape() -> None:
    assert LOSSES.faults() == []
    lame = Chart(ChartId("x"), "X", (Axis("die", ("1", "1")),), (1, 2, 3))
    assert lame.faults() == ["chart X: axis die has a key twice", "chart X: 3 cells where its axes make 2"]


class Bloody(RuleModule):
    """Heavier losses."""

    key = "bloody"
    option = Option("Bloody", "More losses.")
    overlays = (Overlay(ChartId("losses"), ((("1", "1:1"), 3), (("3", "2:1"), "all")), "C-1-bloody"),)


class Gory(RuleModule):
    """Replaces one of the same cells."""

    key = "gory"
    option = Option("Gory", "Still more.")
    overlays = (Overlay(ChartId("losses"), ((("3", "2:1"), "none"),), "C-2-gory"),)


def test_an_overlay_counts_while_its_option_is_on() -> None:
    system = toy(Bloody)
    rows = (Side(SideId("Blue")), LOSSES)
    off, on = (position(system, *rows, on=some, do=end_at_once).game for some in ((), ("bloody",)))
    assert off.chart("losses").at(1, "1:1") == 0
    assert on.chart("losses").at(1, "1:1") == 3
    assert on.chart("losses").at(2, "1:1") == 1
    assert (on.chart("losses").origin, on.chart("losses").source) == ("option", "C-1-bloody")
    assert on[Chart]["losses"] == LOSSES


def test_what_a_designer_has_changed_lies_over_the_printed_cell_and_under_an_option() -> None:
    cells = (
        DesignedCell(("1", "1:1"), 7, 0, "a battle report", "too mild"),
        DesignedCell(("2", "2:1"), 8, 2, "a battle report"),
    )
    rows = (Side(SideId("Blue")), LOSSES, DesignedChart(ChartId("losses"), cells))
    off, on = (position(toy(Bloody), *rows, on=some, do=end_at_once).game for some in ((), ("bloody",)))
    told = off.chart("losses").origin_at("1", "1:1")
    assert told == (7, 0, "designer", "a battle report", "too mild", "")
    assert on.chart("losses").origin_at("1", "1:1") == (3, 0, "option", "C-1-bloody", "", "C-1-bloody")
    assert on.chart("losses").origin_at("2", "2:1") == (8, 2, "designer", "a battle report", "", "")
    assert on.chart("losses").origin_at("3", "1:1") == ("rout", "rout", "option", "C-1-bloody", "", "")
    assert (off.chart("losses").number(1, "1:1"), on.chart("losses").number(1, "1:1")) == (7, 3)
    assert off.chart("losses").over("1", "1:1") == ""
    assert off[Chart]["losses"] == LOSSES


def test_a_campaign_does_not_begin_with_a_cell_that_no_chart_has() -> None:
    cells = (DesignedCell(("9", "1:1"), 7),)
    with pytest.raises(Invalid, match="no die of chart Losses is called '9'"):
        position(toy(), Side(SideId("Blue")), LOSSES, DesignedChart(ChartId("losses"), cells), do=end_at_once)
    with pytest.raises(Invalid, match="no chart is called 'gains'"):
        position(toy(), Side(SideId("Blue")), LOSSES, DesignedChart(ChartId("gains"), ()), do=end_at_once)


async def end_at_once(game: object) -> None:
    from sandtable.engine import Game

    assert isinstance(game, Game)
    game.end(None, "nothing is played")


def test_two_overlays_of_one_cell_are_a_conflict() -> None:
    found = InstalledGame(toy(Bloody, Gory)).problems(Choices(frozenset({"bloody", "gory"})))
    assert found == ["chart losses: C-2-gory and C-1-bloody both replace the cell at 3, 2:1"]


def test_a_missing_chart_is_an_error() -> None:
    game = position(toy(), Side(SideId("Blue")), LOSSES, do=end_at_once).game
    with pytest.raises(Invalid, match="no chart is called 'loses': did you mean losses"):
        game.chart("loses")


def test_an_overlay_off_the_chart_is_named() -> None:
    with pytest.raises(Invalid, match="no die of chart Losses is called '9'"):
        Overlay(ChartId("losses"), ((("9", "1:1"), 3),), "C-3").over(LOSSES)
