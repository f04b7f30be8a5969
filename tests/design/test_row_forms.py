"""Rows by form, by condition and from a spreadsheet: what is written, what is read, what fits nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from sandtable.board.spaces import SpaceId
from sandtable.design.document import DesignDocument
from sandtable.design.scenario.designed import DesignedScenario
from sandtable.design.scenario.row_conditions import select_rows
from sandtable.design.scenario.row_edits import AddRow
from sandtable.design.scenario.row_forms import candidates, field_named, form_of, read_text, text_of
from sandtable.design.scenario.row_pasting import PastedRows, read_rows
from sandtable.engine.errors import Invalid
from tests.design.test_scenario_edits import Own, design, now
from tests.lint.marches import FAMILY, scenario
from tests.lint.sheets import isle


def here() -> DesignedScenario:
    return now(design())


def paste(*lines: str, document: DesignDocument | None = None, table: str = "Corps") -> PastedRows:
    return read_rows(now(document or design()), table, "\n".join(lines))


def test_a_form_says_what_each_field_takes() -> None:
    fields = {one.name: one for one in form_of(FAMILY, "Corps")}
    assert list(fields) == ["side", "area", "factors", "way", "leader"]
    assert (fields["side"].kind, fields["side"].target) == ("row", "Side")
    assert (fields["area"].kind, fields["way"].kind, fields["way"].many) == ("place", "place", True)
    assert (fields["factors"].title, fields["factors"].least, fields["factors"].most) == ("Infantry factors", 1, 20)
    assert (fields["leader"].optional, fields["factors"].default) == (True, 5)


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("factors", " 7 ", 7), ("area", "ASHFORD", "ash"), ("way", "Ash, birch", ["ash", "birch"]), ("way", "", []),
        ("leader", "", None), ("side", "red", "Red"), ("factors", "", 5),
    ],
)  # fmt: skip
def test_what_is_written_is_read_by_names_whatever_their_capitals(field: str, text: str, value: object) -> None:
    one = here()
    assert read_text(one, field_named(one, "Corps", field), text) == value


@pytest.mark.parametrize(
    ("field", "text", "why"),
    [
        ("factors", "many", "not a whole number: write a number from 1 to 20"),
        ("factors", "21", "Infantry factors is 21: write a number from 1 to 20"),
        ("area", "Asch", "did you mean"), ("side", "Reds", "did you mean Red"), ("side", "", "Side is wanted"),
    ],
)  # fmt: skip
def test_what_belongs_nowhere_is_refused_with_what_does(field: str, text: str, why: str) -> None:
    one = here()
    with pytest.raises(Invalid, match=why.replace("?", r"\?")):
        read_text(one, field_named(one, "Corps", field), text)


def test_every_value_of_every_row_is_read_as_it_is_written() -> None:
    one = here()
    for table, rows in one.rows.items():
        for row in rows.values():
            for field in form_of(FAMILY, table):
                if field.name in row and field.kind != "value":
                    assert read_text(one, field, text_of(one, field, row[field.name])) == row[field.name]


def test_a_place_has_its_name_where_only_it_has_that() -> None:
    one = here()
    area = field_named(one, "Corps", "area")
    assert text_of(one, area, "ash") == "Ashford"
    assert "Ashford" in candidates(one, area)


@pytest.mark.parametrize(
    "condition", ["side = Red", "infantry", 'side = Red and "Infantry factors" > 4', "has leader", "area = Ashford"]
)
def test_rows_are_chosen_by_conditions(condition: str) -> None:
    one = here()
    if condition == "infantry":
        with pytest.raises(Invalid, match="=, !="):
            select_rows(one, "Corps", condition)
        return
    rows = one.rows["Corps"]
    tests: dict[str, Callable[[dict[str, Any]], bool]] = {
        "side = Red": lambda row: row["side"] == "Red",
        'side = Red and "Infantry factors" > 4': lambda row: row["side"] == "Red" and row.get("factors", 5) > 4,
        "has leader": lambda row: row.get("leader") is not None,
        "area = Ashford": lambda row: row["area"] == "ash",
    }
    assert select_rows(one, "Corps", condition) == sorted(id for id, row in rows.items() if tests[condition](row))


def test_a_condition_on_a_field_that_is_not_there_names_the_nearest() -> None:
    with pytest.raises(Invalid, match="no field is called 'faktors': did you mean factors"):
        select_rows(here(), "Corps", "faktors > 3")


# --- from a spreadsheet ---------------------------------------------------------------------------------------------


def test_a_spreadsheet_changes_rows_and_adds_those_that_are_new() -> None:
    document = design()
    found = paste("id\tside\tarea\tfactors", "I\t\tBirch\t9", "VII\tBlue\tcedar\t3", document=document)
    assert (found.changed, found.fresh, found.missed) == (("I",), ("VII",), ())
    document.do_all(found.edits)
    rows = now(document).rows["Corps"]
    assert (rows["I"]["area"], rows["I"]["factors"]) == ("birch", 9)
    assert rows["VII"] == {"id": "VII", "side": "Blue", "area": "cedar", "factors": 3}


def test_what_is_so_already_is_counted_and_not_done() -> None:
    row = now(design()).rows["Corps"]["I"]
    found = paste("id\tside", f"I\t{row['side']}")
    assert (found.edits, found.same) == ((), 1)


def test_misses_and_doubles_are_listed_each_with_its_row_its_column_and_what_is_near() -> None:
    found = paste(
        "id\tarea\tfactors\tmood", "I\tAsch\t40\thigh", "II\tBirch\t\t", "II\tAsh\t\t", "\tAsh\t3\t", "IX\tAsh\t2\t"
    )
    told = [(one.row, one.column) for one in found.missed]
    assert told == [(0, "mood"), (2, "area"), (2, "factors"), (3, "id"), (4, "id"), (5, "id"), (6, "id")]
    by_place = {(one.row, one.column): one for one in found.missed}
    assert "Ashford" in by_place[2, "area"].near
    assert "II stands in row 4, too" in by_place[3, "id"].why
    assert by_place[6, "id"].why == "no Corps is called 'IX': did you mean I or II? a new one needs Side too"
    assert by_place[6, "id"].near == ("I", "II")
    assert found.edits == ()


def test_a_name_that_two_places_have_is_told_with_both_to_choose_from() -> None:
    plain = isle()
    twins = replace(plain, graph=plain.graph.put_space(structs.replace(plain.graph[SpaceId("cedar")], name="Ashford")))
    one = DesignedScenario.of(scenario(), Own(FAMILY), twins)
    (miss,) = read_rows(one, "Corps", "id\tarea\nI\tAshford").missed
    assert miss.why == "area: 'Ashford' is the name of 2 spaces: write ash or cedar"
    assert miss.near == ("ash", "cedar")
    assert read_rows(one, "Corps", "id\tarea\nI\tAshford", {(2, "area"): "cedar"}).changed == ("I",)


def test_a_cell_that_missed_is_read_anew_with_what_is_meant() -> None:
    text = "id\tarea\nI\tAsch"
    one = now(design())
    assert read_rows(one, "Corps", text).edits == ()
    assert read_rows(one, "Corps", text, {(2, "area"): "Birch"}).changed == ("I",)


def test_a_new_row_that_is_called_much_like_one_is_told() -> None:
    document = design()
    document.do(AddRow("Corps", "The Fourth", {"side": "Red", "area": "ash"}))
    found = paste("id,side,area", "The Forth,Red,ash", document=document)
    assert (found.fresh, found.like) == (("The Forth",), (("The Forth", "The Fourth"),))


def test_rows_may_name_those_that_come_further_below() -> None:
    found = paste("id\tdeputy", "Green\tWhite", "White\t", table="Side")
    document = design()
    document.do_all(found.edits)
    assert now(document).rows["Side"]["Green"]["deputy"] == "White"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "nothing to paste"), ("area\tfactors\nAsh\t3", "which Corps is meant"),
        ("id\tid\nI\tI", "two of one name"),
        ("id\tfactors\tInfantry factors\nI\t3\t4", "two columns of the table stand for"),
    ],
)  # fmt: skip
def test_a_table_without_a_head_that_says_so_is_refused(text: str, why: str) -> None:
    with pytest.raises(Invalid, match=why):
        paste(text)
