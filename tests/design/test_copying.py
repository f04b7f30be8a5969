"""What is copied off a map and laid down somewhere else, or on another map."""

from __future__ import annotations

import pytest
import shapely
from shapely import LineString, MultiPolygon, Polygon, box

from sandtable.board.areas import AreaMap
from sandtable.board.graph import Graph
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo, MapLine
from sandtable.board.shapes import Place
from sandtable.board.spaces import Space, SpaceId
from sandtable.design.copying import CopiedThings, copied, from_text, laid_down, to_text
from sandtable.design.document import DesignDocument
from sandtable.design.edits.hexes import PaintHexes
from sandtable.design.edits.levels import SetLevels
from sandtable.design.edits.together import Together
from sandtable.engine.errors import Invalid

S = SpaceId


def lands() -> Map:
    """Return two lands side by side, one of two parts with a lake, a town, and a river."""
    lake = Polygon(box(0, 0, 10, 10).exterior, [box(4, 4, 6, 6).exterior])
    shapes = {S("west"): MultiPolygon([lake, box(-4, 0, -2, 2)]), S("east"): box(10, 0, 20, 10)}
    spaces = [
        Space(S("west"), "West", "land", (("manpower", 7),)),
        Space(S("east"), "East", "land"),
        Space(S("town"), "Town", "city", (("fort", 2),)),
    ]
    lines = (MapLine("ister", "river", LineString([(1, 1), (9, 9)]), "Ister"),)
    info = MapInfo("lands", "Lands")
    return Map(info, Graph(spaces, []), areas=AreaMap(shapes, 1e-6), places={S("town"): (3.0, 3.0)}, lines=lines)


def pasted(sheet: Map, things: CopiedThings, at: Place) -> Map:
    document = DesignDocument.of(sheet)
    document.do(Together.of(laid_down(sheet, from_text(to_text(things)), at).edits, "Paste"))
    return document.map


def test_areas_places_and_lines_are_laid_down_with_what_is_known_of_them() -> None:
    sheet = lands()
    things = copied(sheet, [S("west"), S("town")], ["ister"])
    there = pasted(sheet, things, (things.middle[0], things.middle[1] + 100))
    assert there.areas is not None
    assert sheet.areas is not None
    moved = shapely.affinity.translate(sheet.areas[S("west")], 0, 100)
    assert there.areas[S("west-2")].equals(moved)
    assert there.graph[S("west-2")].attributes == (("manpower", 7),)
    assert (there.graph[S("town-2")].kind, there.places[S("town-2")]) == ("city", (3.0, 103.0))
    assert {line.id: line.name for line in there.lines} == {"ister": "Ister", "ister-2": "Ister"}
    assert {id: there.graph[id] for id in sheet.graph.spaces} == dict(sheet.graph.spaces)


def test_a_third_copy_counts_on() -> None:
    sheet = lands()
    once = pasted(sheet, copied(sheet, [S("east")]), (50.0, 50.0))
    twice = pasted(once, copied(once, [S("east-2")]), (80.0, 50.0))
    assert S("east-3") in twice.graph.spaces


def test_an_area_ends_at_the_borders_that_are_there() -> None:
    sheet = lands()
    there = pasted(sheet, copied(sheet, [S("east")]), (20.0, 5.0))
    assert there.areas is not None
    assert there.areas[S("east-2")].equals(box(20, 0, 25, 10))


def board() -> Map:
    document = DesignDocument.of(Map(MapInfo("b", "B"), hexes=HexBoard.blank(HexGrid(12, 10, "flat", "odd", 1.0))))
    document.do(PaintHexes(("0303", "0304"), ("forest",)))
    document.do(PaintHexes(("0403",), ("hill", "town")))
    document.do(SetLevels(("0403",), 2))
    return document.map


@pytest.mark.parametrize("column", [6, 7])
def test_hexes_keep_how_they_lie_to_each_other_in_any_column(column: int) -> None:
    sheet = board()
    assert sheet.hexes is not None
    things = copied(sheet, hexes=["0303", "0304", "0403"])
    (middle,) = [one for one in things.hexes if (one.q, one.r) == (0, 0)]
    target = sheet.by_number.at(f"0{column}06")
    there = pasted(sheet, things, sheet.hexes.grid.centre(target))
    assert there.hexes is not None
    found = {
        there.hexes.numbers.of(there.hexes.grid.hex(at)): there.hexes.terrain.sets[cell]
        for at, cell in enumerate(there.hexes.terrain.cells.tolist())
        if there.hexes.terrain.sets[cell]
    }
    fresh = {number: words for number, words in found.items() if number not in {"0303", "0304", "0403"}}
    assert sorted(fresh.values()) == [("forest",), ("forest",), ("hill", "town")]
    assert fresh[f"0{column}06"] == middle.terrain
    (raised,) = [number for number, words in fresh.items() if "hill" in words]
    assert int(there.hexes.elevation[there.hexes.grid.index(there.by_number.at(raised))]) == 2


def test_hexes_beyond_the_board_are_counted_and_none_at_all_is_refused() -> None:
    sheet = board()
    assert sheet.hexes is not None
    things = copied(sheet, hexes=["0303", "0304", "0403"])
    corner = sheet.hexes.grid.centre(sheet.by_number.at("1210"))
    assert laid_down(sheet, things, corner).beyond > 0
    with pytest.raises(Invalid, match="beyond the board"):
        laid_down(sheet, things, (-50.0, -50.0))
    with pytest.raises(Invalid, match="on a map without hexes"):
        laid_down(lands(), things, (0.0, 0.0))


@pytest.mark.parametrize("text", ["", "Burgos", "{}", '{"format": "something else"}', "[" * 5000, '{"spaces": [1]}'])
def test_any_other_text_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(Invalid, match="select something, and copy it"):
        laid_down(lands(), from_text(text), (0.0, 0.0))
