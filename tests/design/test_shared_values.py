"""Which values the things of a map have, and what has each."""

from __future__ import annotations

from sandtable.board.areas import AreaMap
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo
from sandtable.board.spaces import Feature
from sandtable.design.document import DesignDocument
from sandtable.design.edits.edges import SayEdge
from sandtable.design.edits.fields import SetFields
from sandtable.design.edits.hexes import PaintHexes
from sandtable.design.edits.levels import SetLevels
from sandtable.design.edits.shapes import DrawArea
from sandtable.design.edits.spaces import AddSpace
from sandtable.design.shared_values import ValueColumn, value_columns, values_of
from tests.design.drawing import S


def two_lands() -> Map:
    """Return a map with two lands beside each other, and a town."""
    document = DesignDocument.of(Map(MapInfo("drawn", "Drawn"), areas=AreaMap({}, 1e-4)))
    document.do_all([
        DrawArea("west", ((0, 0), (40, 0), (40, 60), (0, 60)), name="West", kind="land"),
        DrawArea("east", ((40, 0), (80, 0), (80, 60), (40, 60)), name="East", kind="land"),
        AddSpace("town", (20, 20), "Town", "city"),
    ])  # fmt: skip
    return document.map


def test_spaces_share_kinds_names_and_attributes() -> None:
    document = DesignDocument.of(two_lands())
    document.do(SetFields((S("east"), S("west")), attributes={"money": 10}))
    document.do(SetFields((S("town"),), attributes={"money": 2}))
    sheet = document.map
    assert [one.title for one in value_columns(sheet) if one.of == "spaces"] == [
        "Spaces: kind", "Spaces: name", "Spaces: money",
    ]  # fmt: skip
    assert values_of(sheet, ValueColumn("spaces", "kind")) == {"city": ["town"], "land": ["east", "west"]}
    money = values_of(sheet, ValueColumn("spaces", "money"))
    assert [*money] == ["2", "10"], "numbers in their own order"
    document.do(SetFields((S("town"),), attributes={"money": None}))
    assert [*values_of(document.map, ValueColumn("spaces", "money"))] == ["10", ""], "what has none comes last"


def test_edges_share_what_is_known_and_what_lies_on_them() -> None:
    document = DesignDocument.of(two_lands())
    document.do(SayEdge(S("east"), S("west"), along=(Feature("river"), Feature("wall"))))
    pair = (S("east"), S("west"))
    assert values_of(document.map, ValueColumn("edges", "known as")) == {"confirmed": [pair]}
    assert values_of(document.map, ValueColumn("edges", "what lies along")) == {"river": [pair], "wall": [pair]}
    assert values_of(document.map, ValueColumn("edges", "what lies across")) == {"": [pair]}


def test_hexes_share_terrain_and_level() -> None:
    document = DesignDocument.of(
        Map(MapInfo("board", "Board"), hexes=HexBoard.blank(HexGrid(3, 2, "flat", "odd", 1.0)))
    )
    document.do_all([PaintHexes(("0101", "0202"), ("forest", "hill")), SetLevels(("0101",), 2)])
    terrain = values_of(document.map, ValueColumn("hexes", "terrain"))
    assert terrain["forest"] == terrain["hill"] == ["0101", "0202"]
    assert len(terrain[""]) == 4
    levels = values_of(document.map, ValueColumn("hexes", "level"))
    assert {level: len(hexes) for level, hexes in levels.items()} == {"0": 5, "2": 1}


def test_a_map_with_nothing_on_it_has_nothing_to_look_at() -> None:
    assert value_columns(Map(MapInfo("drawn", "Drawn"), areas=AreaMap({}, 1e-4))) == []
