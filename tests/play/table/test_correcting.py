"""What is written for a correction: names and values as a player says them, the cells of a chart by their keys."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.engine import InstalledGame, Invalid, Referee
from sandtable.engine.referee.wishes import wish_of
from sandtable.engine.running.chance import SeededDice
from sandtable.engine.running.game import RunningGame
from sandtable.engine.state.charts import Chart
from sandtable.engine.state.rows import Proposal
from sandtable.play.table.correcting import correctable_kinds, fields_of, find_row, kind_title, read_correction
from sandtable.play.table.correction_preview import preview_correction
from sandtable.play.table.sitting import Wishes, assign_seats
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.system import EMPIRES
from sandtable_empires.testing.peninsula import rows

SIDES = ("France", "Great Britain", "Spain")


@pytest.fixture(scope="module")
def referee() -> Referee:
    """Come to France's choice of its place in May 1808, two people at the table."""
    seats = assign_seats(list(rows()), Wishes(seats="Anna=France,Bernd=Great Britain+Spain"))
    return Referee.begin(InstalledGame(EMPIRES), seats, source=SeededDice("1"), board=europe_1805()).open()


@pytest.fixture(scope="module")
def view(referee: Referee) -> RunningGame:
    return referee.game.seen_by_sides(frozenset(SIDES))


def test_what_stands_on_the_map_can_be_corrected_first(view: RunningGame) -> None:
    titles = [kind_title(kind) for kind in correctable_kinds(view)]
    assert titles[:3] == ["Corps", "Garrison", "Fleet"]
    assert not {"Side", "Seat", "Frame"} & set(titles)


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("infantry = 9", {"infantry": 9}),
        ("Area = madrid; movement points = 3", {"area": "madrid", "movement": 3}),
        ("area = nothing", {"area": None}),
        ("inside = yes", {"inside": True}),
        ("room = 20, 4, 1", {"room": [20, 4, 1]}),
        ("title = Dupont's Corps, rested", {"title": "Dupont's Corps, rested"}),
    ],
)
def test_fields_and_values_are_said_as_a_player_says_them(view: RunningGame, said: str, read: dict[str, Any]) -> None:
    found = read_correction(view, find_row(view, "Dupont's Corps"), said)
    assert {name: str(value).casefold() for name, value in found.items()} == {
        name: str(value).casefold() for name, value in read.items()
    }


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("infantry = many", "'many' is not a whole number, as infantry wants"),
        ("area = Atlantis", "'Atlantis' is nothing that area can be"),
        ("inside = perhaps", "say yes or no for inside"),
        ("horses = 3", "horses"),
        ("infantry", "say FIELD = VALUE"),
        ("infantry = 3, cavalry = 2", "part '3, cavalry' with a semicolon"),
    ],
)
def test_what_cannot_be_is_said_in_words(view: RunningGame, said: str, wrong: str) -> None:
    with pytest.raises(Invalid, match=wrong):
        read_correction(view, find_row(view, "Dupont's Corps"), said)


def test_a_name_that_several_have_is_asked_for_with_its_table(view: RunningGame) -> None:
    with pytest.raises(Invalid, match="'France' can mean Nation France or Treasury France"):
        find_row(view, "France")
    assert find_row(view, "treasury france").stored == "Treasury"
    with pytest.raises(Invalid, match="nothing that can be corrected is called 'Nobody'"):
        find_row(view, "Nobody")


# -- charts


def test_a_chart_is_corrected_cell_by_cell_and_keeps_its_axes(referee: Referee, view: RunningGame) -> None:
    chart = next(one for one in view[Chart] if len(one.axes) == 1 and isinstance(one.cells[0], int))
    assert "axes" not in fields_of(chart)
    key, was = chart.axes[0].keys[0], chart.cells[0]
    assert isinstance(was, int)
    fields = read_correction(view, chart, f"{key} = {was + 1}")
    assert fields == {"cells": (was + 1, *chart.cells[1:])}
    told = preview_correction(referee, "Anna", SIDES, chart, fields)
    assert (told.lines[0], told.problem) == (f"At {key}: from {was} to {was + 1}", "")
    with pytest.raises(Invalid, match="no such"):
        read_correction(view, chart, "no such = 3")
    assert chart.place_of(key) == 0


def test_the_table_hears_which_cells_are_meant(referee: Referee, view: RunningGame) -> None:
    chart = next(one for one in view[Chart] if len(one.axes) == 2)
    keys = next(iter(chart.cell_keys()))
    fields = read_correction(view, chart, f"{', '.join(keys)} = 7")
    data = {"table": "Chart", "id": chart.id, "fields": fields}
    wish = wish_of(referee.game, Proposal("p", "Anna", "correct", data))  # type: ignore[arg-type]
    assert wish.endswith(f"at {', '.join(keys)} from {chart.cells[0]} to 7")
