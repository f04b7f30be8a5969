"""Selecting spaces by a condition, and laying a table from a spreadsheet onto them."""

from __future__ import annotations

import re

import pytest

from sandtable.board import Graph, Space, SpaceId
from sandtable.board.maps import Map, MapInfo, Region, RegionId
from sandtable.design.conditions import select_spaces
from sandtable.design.edits.fields import SetFields
from sandtable.design.pasting import read_table
from sandtable.engine.errors import Invalid

S = SpaceId


def iberia() -> Map:
    """Return four spaces of three kinds in two provinces of one country."""
    spaces = [
        Space(S("burgos"), "Burgos", "land", (("money", 3), ("province", "castile"))),
        Space(S("soria"), "Soria", "land", (("fort", True), ("money", 1), ("province", "castile"))),
        Space(S("lisbon"), "Lisbon", "city", (("money", 12), ("province", "beira"))),
        Space(S("gulf"), "Gulf of Cadiz", "sea"),
    ]
    spain = Region(RegionId("spain"), "country", "Spain")
    regions = (spain, Region(RegionId("castile"), "province", "Old Castile", spain.id))
    return Map(MapInfo("x", "X"), Graph(spaces), regions=(*regions, Region(RegionId("beira"), "province", "Beira")))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("kind = land", ["burgos", "soria"]),
        ("KIND = Land and money > 1", ["burgos"]),
        ("money >= 3", ["burgos", "lisbon"]),
        ("money < 3 or kind = sea", ["gulf", "soria"]),
        ("not has money", ["gulf"]),
        ("name ~ 'of ca'", ["gulf"]),
        ('name = "Gulf of Cadiz"', ["gulf"]),
        ("in spain", ["burgos", "soria"]),
        ("in 'old castile' and not fort = yes", ["burgos"]),
        ("kind != land and (money = 12 or name ~ zz)", ["lisbon"]),
        ("kind = land and money > 1 or id = gulf", ["burgos", "gulf"]),
        ("not (kind = land or kind = sea)", ["lisbon"]),
        ("fort = yes", ["soria"]),
        ("money > fort", None),
    ],
)
def test_a_condition_selects(text: str, found: list[str] | None) -> None:
    if found is None:
        with pytest.raises(Invalid, match="not a whole number"):
            select_spaces(iberia(), text)
    else:
        assert sorted(select_spaces(iberia(), text)) == found


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is empty"),
        ("kind", "=, !=, <"),
        ("kind land", "'land' compares nothing"),
        ("kind =", "what to compare it with is missing"),
        ("(kind = land", "a bracket is open"),
        ("kind = land)", "is not expected here"),
        ("kind = land money > 2", "join conditions with and, or"),
        ("kind = and", "stands in quotes"),
        ("in spian", "spain"),
        ("name = 'Burgos", "close its quotes"),
        ("__import__('os')", "is missing (after __import__)"),
        ("(" * 60 + "kind = land", "nested"),
        ("x" * 3000, "3,000 characters"),
    ],
)
def test_a_condition_that_cannot_be_read_is_refused_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(Invalid, match=re.escape(says)):
        select_spaces(iberia(), text)


def test_a_table_is_laid_on_by_id_or_by_name_and_misses_are_told() -> None:
    text = "name\tmoney\tfort\nBurgos\t5\tyes\nSoria\t1\t-\nCadiz\t2\t\n\t4\t\nLisbon\tmany\t\n"
    found = read_table(iberia(), text)
    assert found.edits == (
        SetFields((S("burgos"),), attributes={"money": 5, "fort": True}),
        SetFields((S("soria"),), attributes={"fort": None}),
    )
    assert found.rows == 5
    assert found.missed[:2] == ("row 4: no space is called 'Cadiz'", "row 5 names no space")
    assert "'many' is not a whole number" in found.missed[2]


def test_with_ids_a_table_renames_and_sets_kinds() -> None:
    found = read_table(iberia(), "id;name;kind\ngulf;Bay of Cadiz;sea\nlisbon;Lisbon;fortress\n")
    assert found.edits == (SetFields((S("gulf"),), "Bay of Cadiz"), SetFields((S("lisbon"),), kind="fortress"))
    assert found.missed == ()


@pytest.mark.parametrize(
    ("text", "says"), [("", "nothing to paste"), ("money\n3", "says which space"), ("id,id\na,b", "two of one name")]
)
def test_a_table_without_a_head_is_refused(text: str, says: str) -> None:
    with pytest.raises(Invalid, match=says):
        read_table(iberia(), text)


def test_a_name_of_two_spaces_is_no_match() -> None:
    twice = Map(MapInfo("x", "X"), Graph([Space(S("a"), "Twin"), Space(S("b"), "Twin")]))
    (missed,) = read_table(twice, "name,money\ntwin,3").missed
    assert missed == "row 2: 'twin' may be a or b; say which by a column id"
