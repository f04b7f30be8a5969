"""Vertices that are turned and scaled: some, whole areas and lines, about a place; and how large a map will be."""

from __future__ import annotations

import json
from typing import Any

import pytest
import shapely

from sandtable.board.areas import AreaMap
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo
from sandtable.design.blank import blank_areas, size_from
from sandtable.design.document import DesignDocument
from sandtable.design.history import HistoryEntry
from sandtable.design.script import read_edit
from sandtable.engine.errors import Invalid
from sandtable.library.diff import map_changes
from tests.design.drawing import S


def done(document: DesignDocument, edit: str, **fields: Any) -> HistoryEntry:
    """Do something that is written as in a script."""
    return document.do(read_edit(json.dumps({"edit": edit, **fields})))


def isle_and_land(projection: str = "") -> DesignDocument:
    """Return an isle of 20 by 10 with a label, a brook on it, and far from it two lands side by side."""
    document = DesignDocument.of(
        Map(MapInfo("blank", "Blank", unit="km", projection=projection), areas=AreaMap({}, 1e-6))
    )
    done(document, "DrawArea", id="isle", outline=[[0, 0], [20, 0], [20, 10], [0, 10]], name="Isle")
    done(document, "MoveLabel", space="isle", to=[18, 5])
    done(document, "DrawLine", id="brook", kind="river", pieces=[[[2, 5], [6, 5]]], name="Brook")
    done(document, "DrawArea", id="west", outline=[[50, 0], [60, 0], [60, 10], [50, 10]], name="West")
    done(document, "DrawArea", id="east", outline=[[60, 0], [70, 0], [70, 10], [60, 10]], name="East")
    return document


def corners(document: DesignDocument, id: str) -> set[tuple[float, ...]]:
    areas = document.map.areas
    assert areas is not None
    return {tuple(at) for at in shapely.get_coordinates(areas[S(id)]).tolist()}


def test_an_area_is_turned_about_its_middle_with_its_name_as_one_edit() -> None:
    document = isle_and_land()
    before = document.map.digest
    entry = done(document, "TurnVertices", spaces=["isle"], degrees=90)
    assert entry.says == "Turn Isle by 90°"
    assert corners(document, "isle") == {(5, -5), (15, -5), (15, 15), (5, 15)}
    assert document.map.places[S("isle")] == (10, 13), (
        "y grows downwards here: the clock's way leads from right to below"
    )
    assert list(entry.patch.shapes) == ["isle"]
    document.undo()
    assert document.map.digest == before
    document.redo()
    assert corners(document, "isle") == {(5, -5), (15, -5), (15, 15), (5, 15)}


def test_on_a_map_whose_y_grows_northwards_the_clock_runs_as_it_is_looked_at() -> None:
    document = isle_and_land("+proj=lcc +lat_1=40 +lat_2=50 +lat_0=45 +lon_0=10 +units=km")
    done(document, "TurnVertices", spaces=["isle"], degrees=90)
    assert document.map.places[S("isle")] == (10, -3)


def test_an_area_grows_about_a_place_that_is_named() -> None:
    document = isle_and_land()
    entry = done(document, "TurnVertices", spaces=["isle"], times=1.5, about=[0, 0])
    assert entry.says == "Scale Isle to 150 %"
    assert corners(document, "isle") == {(0, 0), (30, 0), (30, 15), (0, 15)}


def test_whoever_shares_a_vertex_follows() -> None:
    document = isle_and_land()
    entry = done(document, "TurnVertices", vertices=[[60, 0], [60, 10]], times=0.5, degrees=-90)
    assert entry.says == "Turn 2 vertices by -90° and to 50 %"
    assert corners(document, "west") >= {(57.5, 5), (62.5, 5)}
    assert corners(document, "west") & corners(document, "east") == {(57.5, 5), (62.5, 5)}


def test_a_line_is_turned_alone() -> None:
    document = isle_and_land()
    entry = done(document, "TurnVertices", lines=["brook"], degrees=180, about=[2, 5])
    assert entry.says == "Turn Brook by 180°"
    assert shapely.get_coordinates(document.map.lines[0].geometry).tolist() == [[2, 5], [-2, 5]]
    assert not entry.patch.shapes


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({}, "nothing is named that could be turned: name vertices, areas or lines"),
        ({"spaces": ["isle"]}, "nothing would change"),
        ({"spaces": ["isle"], "times": 0}, "nothing can be made 0 times as large: choose 0.001 to 1,000"),
        ({"spaces": ["isle"], "times": -1}, "nothing can be made -1 times as large"),
        ({"spaces": ["island"], "degrees": 5}, "no space is called 'island': did you mean isle"),
        ({"lines": ["beck"], "degrees": 5}, "no line is called 'beck'"),
        ({"vertices": [[3, 3]], "about": [0, 0], "degrees": 5}, "no border has a vertex at 3, 3"),
        ({"spaces": ["west"], "times": 9}, "overlap"),
        ({"vertices": [[60, 0]], "degrees": 200, "about": [55, 5]}, "crosses itself"),
        ({"spaces": ["isle"], "degrees": 5, "about": [1e20, 0]}, "is not a place on a map"),
    ],
)
def test_what_cannot_be_turned_is_refused_and_nothing_is_lost(fields: dict[str, Any], says: str) -> None:
    document = isle_and_land()
    before = document.map
    with pytest.raises(Invalid, match=says):
        done(document, "TurnVertices", **fields)
    assert document.map is before


# --- how large a map will be ----------------------------------------------------------------------------------------


def test_a_blank_map_says_how_large_it_will_be_and_one_that_does_not_is_written_as_ever() -> None:
    plain, sheet = MapInfo("new", "New"), blank_areas(MapInfo("new", "New"), (594, 300))
    assert sheet.info.paper == (594.0, 300.0)
    assert sheet.digest != blank_areas(plain, (594, 301)).digest
    assert Map(plain, areas=AreaMap({}, 594e-6)).digest.startswith("dc8de7b7f2b63f2b53ed047e")


def test_the_size_of_a_map_is_an_edit() -> None:
    document = DesignDocument.of(blank_areas(MapInfo("new", "New"), (594, 300)))
    before = document.map
    entry = done(document, "SetInfo", size=[420, 297])
    assert entry.says == "Make the map 420 by 297"
    assert document.map.info.paper == (420.0, 297.0)
    assert [one.words for one in map_changes(before, document.map)] == [
        "the map: how large it will be is 420 by 297 now"
    ]
    document.undo()
    assert document.map.digest == before.digest
    hexes = DesignDocument.of(Map(MapInfo("h", "H"), hexes=HexBoard.blank(HexGrid(2, 2, "flat", "odd", 1.0))))
    with pytest.raises(Invalid, match="its hexes say: add or cut rows"):
        done(hexes, "SetInfo", size=[4, 4])


@pytest.mark.parametrize("text", ["594 by 300", "594x300", "594 × 300", " 594;300 "])
def test_a_size_is_read_as_it_is_written(text: str) -> None:
    assert size_from(text) == (594, 300)


@pytest.mark.parametrize("text", ["", "594", "wide by high", "1x2x3"])
def test_what_is_no_size_is_told(text: str) -> None:
    with pytest.raises(Invalid, match="is not a size: write width and height in map units, 594 by 300"):
        size_from(text)
