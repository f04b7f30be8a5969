"""Searching what is written on a map, and putting something else in its place, as one edit."""

from __future__ import annotations

import pytest

from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo
from sandtable.board.spaces import Feature, RegionId
from sandtable.design.document import DesignDocument
from sandtable.design.edits.edges import SayEdge
from sandtable.design.edits.fields import SetFields
from sandtable.design.edits.hexes import NameHex, PaintHexes
from sandtable.design.edits.lines import DrawLine
from sandtable.design.edits.regions import AddRegion
from sandtable.design.replacing import Replacement, TextColumn, TextSearch, replacements, replacing, text_columns
from sandtable.engine.errors import Invalid
from tests.design.drawing import S
from tests.design.test_shared_values import two_lands


def rows_of(those: list[Replacement]) -> list[tuple[str, str, str]]:
    return [(one.column.title, one.was, one.now) for one in those]


def lands() -> DesignDocument:
    """Return two lands with a river that has a tributary along their border, a realm, a line, and some money."""
    document = DesignDocument.of(two_lands())
    document.do_all([
        SetFields((S("east"), S("west")), attributes={"money": 10, "seat": "West End"}),
        SayEdge(S("east"), S("west"), along=(Feature("small_river", S("west")), Feature("small_wall"))),
        AddRegion("realm", "country", "Realm of the West"),
        DrawLine("brook", (((0, 0), (40, 60)),), "river", "West Brook"),
    ])  # fmt: skip
    return document


def changed(document: DesignDocument, search: TextSearch) -> Map:
    """Do all that is found, as one entry of the history, and return the map."""
    before, sheet = len(document.history), document.map
    document.do(replacing(sheet, replacements(sheet, search), search))
    assert len(document.history) == before + 1
    return document.map


def test_a_word_is_found_wherever_it_is_written_and_replaced_as_one_edit() -> None:
    document = lands()
    found = replacements(document.map, TextSearch("west", "Left"))
    assert rows_of(found) == [
        ("Spaces: name", "West", "Left"), ("Lines: name", "West Brook", "Left Brook"),
        ("Regions: name", "Realm of the West", "Realm of the Left"),
        ("Spaces: seat", "West End", "Left End"), ("Spaces: seat", "West End", "Left End"),
    ]  # fmt: skip
    was = document.map
    sheet = changed(document, TextSearch("west", "Left"))
    assert sheet.name("west") == "Left", "the id stays"
    assert sheet.region[RegionId("realm")].name == "Realm of the Left"
    assert sheet.lines[0].name == "Left Brook"
    assert sheet.graph[S("east")].get("seat") == "Left End"
    assert document.history.entries[-1].says == "Put “Left” in place of “west” 5 times"
    document.undo()
    assert document.map.digest == was.digest


def test_case_whole_values_and_some_columns_or_things_alone_narrow_the_search() -> None:
    sheet = lands().map
    name = TextColumn("spaces", "name")
    assert replacements(sheet, TextSearch("west", "x", case=True)) == []
    assert rows_of(replacements(sheet, TextSearch("West", "x", whole=True))) == [("Spaces: name", "West", "x")]
    assert rows_of(replacements(sheet, TextSearch("e", "", (name,)))) == [
        ("Spaces: name", "East", "ast"), ("Spaces: name", "West", "Wst"),
    ]  # fmt: skip
    assert rows_of(replacements(sheet, TextSearch("e", "i", (name,), only=frozenset({"east"})))) == [
        ("Spaces: name", "East", "iast")
    ]


def test_numbers_stay_numbers() -> None:
    document, money = lands(), TextColumn("spaces", "money")
    sheet = changed(document, TextSearch("10", "12", (money,), whole=True))
    assert sheet.graph[S("west")].get("money") == 12
    with pytest.raises(Invalid, match="is not a whole number"):
        changed(document, TextSearch("12", "many", (money,)))
    assert changed(document, TextSearch("12", "", (money,))).graph[S("west")].get("money") is None


def test_all_that_lies_along_an_edge_is_replaced_at_once() -> None:
    sheet = changed(lands(), TextSearch("small_", ""))
    edge = sheet.graph.edges[S("east"), S("west")]
    assert edge.along == (Feature("river", S("west")), Feature("wall"))


def test_a_feature_whose_word_is_taken_out_is_gone() -> None:
    sheet = changed(lands(), TextSearch("small_wall", ""))
    assert sheet.graph.edges[S("east"), S("west")].along == (Feature("small_river", S("west")),)


def test_terrain_is_replaced_where_it_lies_and_what_becomes_another_is_not_replaced_twice() -> None:
    document = DesignDocument.of(
        Map(MapInfo("board", "Board"), hexes=HexBoard.blank(HexGrid(3, 2, "flat", "odd", 1.0)))
    )
    document.do_all([
        PaintHexes(("0101", "0202"), ("wood",)), PaintHexes(("0301",), ("woodwood",)), NameHex("0101", "Birnam Wood"),
    ])  # fmt: skip
    terrain = TextColumn("hexes", "terrain")
    found = replacements(document.map, TextSearch("wood", "forest"))
    assert [(one.column.title, one.was, len(one.bearers)) for one in found] == [
        ("Hexes: terrain", "wood", 2), ("Hexes: terrain", "woodwood", 1), ("Hexes: name", "Birnam Wood", 1),
    ]  # fmt: skip
    changed(document, TextSearch("wood", "woodwood", (terrain,)))
    assert document.map.by_number.terrain(S("0101")) == ("woodwood",)
    assert document.map.by_number.terrain(S("0301")) == ("woodwoodwoodwood",)
    changed(document, TextSearch("woodwood", "wood", (terrain,), whole=True, only=frozenset({"0101"})))
    assert document.map.by_number.terrain(S("0101")) == ("wood",)
    assert document.map.by_number.terrain(S("0202")) == ("woodwood",)
    assert changed(document, TextSearch("birnam wood", "Dunsinane")).hexes is not None
    assert document.map.name("0101") == "Dunsinane"


@pytest.mark.parametrize(
    ("search", "says"),
    [
        (TextSearch(""), "nothing is looked for"), (TextSearch("a" * 1_001), "too long"),
        (TextSearch("absent", "x"), "nothing would change"),
        (TextSearch("West", "West", case=True), "nothing would change"),
        (TextSearch("West", "a\x07b", whole=True), "cannot be read aloud"),
    ],
)  # fmt: skip
def test_what_cannot_be_replaced_is_said_in_one_sentence(search: TextSearch, says: str) -> None:
    document = lands()
    before = document.map.digest
    with pytest.raises(Invalid, match=says):
        changed(document, search)
    assert document.map.digest == before


def test_what_can_be_searched_is_what_there_is() -> None:
    assert text_columns(DesignDocument.of(Map(MapInfo("drawn", "Drawn"))).map) == []
    assert [one.title for one in text_columns(lands().map)] == [
        "Spaces: name", "Spaces: kind", "Edges: what lies along", "Lines: name", "Lines: kind", "Regions: name",
        "Spaces: money", "Spaces: seat",
    ]  # fmt: skip
