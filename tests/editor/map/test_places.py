"""Places and lines: cities, ports and their boxes, labels, rivers and roads, and what lies along borders."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from shapely import LineString

from sandtable.board.line_ends import end_near, lengthen, line_without, pieces_of
from sandtable.board.maps import Map, MapLine
from sandtable.board.shapes import Place
from sandtable.board.spaces import Feature, SpaceId
from sandtable.board.stroked_borders import borders_along
from sandtable.design.document import DesignDocument
from sandtable.design.edits.edit import NothingChanges
from sandtable.design.edits.shapes import DrawArea
from sandtable.design.edits.spaces import AddPort, MoveLabel
from sandtable.design.port_places import box_place, lands_near, seas_near
from sandtable.lint.maps import check_map
from sandtable_editor.map.guides import GuideWords, RubberLine
from sandtable_editor.map.tools.lines.along import AlongTool
from sandtable_editor.map.tools.places.place import PlaceTool
from tests.editor.map.drawing import DrawingBench, Move, Press, Release, blank_areas, blank_hexes
from tests.editor.map.sitting import MapSitting, replay

SITTINGS: Final = Path(__file__).parent / "sittings"
Alt = Qt.KeyboardModifier.AltModifier
S = SpaceId


def shore() -> Map:
    """Return West, Middle and East side by side, Hill above all three of them and the Sea below."""
    document = DesignDocument.of(blank_areas())
    for at, name in enumerate(("West", "Middle", "East")):
        left, right = 40 * at, 40 * (at + 1)
        document.do(_box(name, left, 0, right, 60, "land"))
    document.do(_box("Hill", 0, -40, 120, 0, "land"))
    document.do(_box("Sea", 0, 60, 120, 100, "sea"))
    return document.map


def _box(name: str, left: float, low: float, right: float, high: float, kind: str) -> DrawArea:
    corners = ((left, low), (right, low), (right, high), (left, high))
    return DrawArea(name.lower(), corners, name=name, kind=kind)


def line_of(sheet: Map, id: str) -> MapLine:
    return next(line for line in sheet.lines if line.id == id)


def along(sheet: Map, a: str, b: str) -> tuple[Feature, ...]:
    edge = sheet.graph.edge(S(a), S(b))
    assert edge is not None
    return edge.along


def test_places_and_lines_are_the_same_by_mouse_by_keys_and_by_command(table: DrawingBench, tmp_path: Path) -> None:
    sheet = replay(table, shore(), (SITTINGS / "places-and-lines.txt").read_text("utf-8").splitlines(), tmp_path)
    assert (sheet.name("ayton"), sheet.graph[S("ayton")].kind, sheet.places[S("ayton")]) == ("Ayton", "city", (22, 34))
    assert set(sheet.neighbours("seaton")) == {"middle", "seaton-blockade"}
    assert set(sheet.neighbours("seaton-blockade")) == {"sea", "seaton"}
    assert sheet.graph[S("the-roads")].kind == "anchorage"
    assert sheet.neighbours("ayton") == ("west",)
    assert sheet.places[S("east")] == (106, 20)
    with pytest.raises(NothingChanges):
        MoveLabel(S("hill")).patch(sheet, [])
    assert pieces_of(line_of(sheet, "ouse").geometry) == (((84, 4), (90, 10), (92, 40), (96, 60)),)
    assert (line_of(sheet, "great-road").kind, line_of(sheet, "great-road").name) == ("road", "Great Road")
    assert along(sheet, "hill", "west") == along(sheet, "middle", "west") == (Feature("river"),)
    assert along(sheet, "hill", "middle") == ()
    assert [entry.says for entry in table.desk.design.entries][7:9] == ["Draw river Ouse", "Draw river Ouse"]
    assert line_of(sheet, "tyne").geometry.length == pytest.approx(100)
    assert check_map(sheet) == []


def test_a_port_is_given_the_land_and_the_sea_that_are_nearest() -> None:
    sheet = shore()
    assert lands_near(sheet, (60, 55))[0] == "middle"
    assert lands_near(sheet, (85, 63))[0] == "east"
    assert seas_near(sheet, (60, 55)) == ["sea"]
    x, y = box_place(sheet, (60, 55), S("middle"), S("sea"))
    assert (x, 60 < y < 70) == (60, True)


def test_a_port_without_a_sea_is_refused_and_the_form_stays(table: DrawingBench) -> None:
    document = DesignDocument.of(blank_areas())
    document.do(_box("West", 0, 0, 40, 60, "land"))
    desk = table.open(document.map)
    MapSitting(table, "mouse").read(
        ["tool place", "click 20, 30", "fill Kind of place = port", "fill Name of the place = Seaton"]
    )
    assert "A port needs a land and a sea" in desk.hints.bubble.text()
    tool = desk.tool
    assert isinstance(tool, PlaceTool)
    assert tool.form.asking
    QTest.keyClick(tool.form.name, Qt.Key.Key_Escape)
    assert not tool.form.asking
    assert desk.design.entries == ()


def test_what_a_port_may_choose_from_follows_the_map(table: DrawingBench) -> None:
    desk = table.open(shore())
    desk.design.do(_box("Isle", 60, 100, 70, 110, "land"))
    MapSitting(table, "mouse").read(["tool place", "click 65, 98", "fill Kind of place = port"])
    tool = desk.tool
    assert isinstance(tool, PlaceTool)
    assert tool.form.ends == ("isle", "sea")
    desk.design.undo()
    assert tool.form.ends == ("middle", "sea")
    MapSitting(table, "mouse").read(["fill Land of the port = East", "fill Name of the place = Farport"])
    assert set(desk.design.map.neighbours("farport")) == {"east", "sea"}


def test_what_is_dragged_may_be_gone_meanwhile(table: DrawingBench) -> None:
    desk = table.open(shore())
    desk.design.do(_box("Isle", 60, 100, 70, 110, "land"))
    desk.take("label")
    table.bring((65, 105), (60, 20))
    table.mouse(Press, (65, 105))
    desk.design.undo()
    table.mouse(Move, (60, 20), down=True)
    table.mouse(Release, (60, 20))
    assert len(desk.design.entries) == 1
    assert desk.design.position == 0


def test_a_place_that_waits_for_its_name_is_kept_when_another_tool_is_taken_up(table: DrawingBench) -> None:
    desk = table.open(shore())
    MapSitting(table, "mouse").read(["tool place", "click 20, 30", "tool line"])
    assert [entry.says for entry in desk.design.entries] == ["Add city place-1"]
    MapSitting(table, "mouse").read(["tool place", "click 20, 30"])
    assert desk.selection.spaces == ("place-1",)
    desk.tool.on_leave()
    assert "Edges (E)" in desk.tool.hint(Qt.KeyboardModifier.NoModifier)


def test_a_place_stands_on_a_board_of_hexes_too(table: DrawingBench) -> None:
    desk = table.open(blank_hexes())
    MapSitting(table, "keys").read(
        ["tool place", "click 3, 4", "fill Kind of place = box", "fill Name of the place = Reserves"]
    )
    assert desk.design.map.places[S("reserves")] == (3, 4)
    assert not desk.tools["along"].is_fit()


def test_labels_go_back_with_backspace_and_a_place_without_a_shape_says_why_not(table: DrawingBench) -> None:
    desk = table.open(shore())
    sitting = MapSitting(table, "mouse")
    sitting.read(["tool label", "drag 100, 30 -> 130, 20"])
    assert desk.design.map.places[S("east")] == (130, 20)
    sitting.read(["click 130, 20", "key Backspace"])
    assert desk.design.entries[-1].says == "Move the label of East"
    with pytest.raises(NothingChanges):
        MoveLabel(S("east")).patch(desk.design.map, [])
    desk.design.do(AddPort("seaton", S("middle"), S("sea"), (60, 55)))
    sitting.read(["double 60, 55"])
    assert "no shape" in desk.hints.bubble.text()


def test_a_label_that_would_stand_outside_its_area_says_so(table: DrawingBench) -> None:
    desk = table.open(shore())
    desk.take("label")
    table.bring((100, 30), (60, 20))
    table.mouse(Press, (100, 30))
    table.mouse(Move, (60, 20), down=True)
    assert GuideWords((60, 20), "East (outside its area)") in desk.guides.shown()
    table.key_on_map(Qt.Key.Key_Escape)
    assert desk.design.entries == ()


def test_alt_takes_a_river_off_the_edges_and_off_the_line(table: DrawingBench) -> None:
    desk = table.open(shore())
    MapSitting(table, "mouse").read(["tool along", "fill Name of the line = Tyne", "drag 2, 0 -> 40, 0 -> 40, 58"])
    assert pieces_of(line_of(desk.design.map, "tyne").geometry) in (
        (((0, 0), (40, 0), (40, 60)),),
        (((40, 60), (40, 0), (0, 0)),),
    )
    table.drag_along((40, 5), (40, 50), held=Alt)
    assert along(desk.design.map, "middle", "west") == ()
    assert line_of(desk.design.map, "tyne").geometry.length == pytest.approx(40)
    table.click_at((20, 0), Alt)
    assert desk.design.map.lines == ()
    table.click_at((100, 0), Alt)
    assert "nothing to take off" in desk.hints.bubble.text()
    assert len(desk.design.entries) == 3
    for _ in range(2):
        desk.design.undo()
    assert line_of(desk.design.map, "tyne").geometry.length == pytest.approx(100)


def test_the_borders_of_a_stroke_are_shown_before_it_is_let_go(table: DrawingBench) -> None:
    desk = table.open(shore())
    desk.take("along")
    tool = desk.tool
    assert isinstance(tool, AlongTool)
    table.bring((2, 0), (70, 0))
    table.mouse(Press, (2, 0))
    table.mouse(Move, (38, 0), down=True)
    table.mouse(Move, (70, 0), down=True)
    lines = [guide for guide in desk.guides.shown() if isinstance(guide, RubberLine)]
    assert {line.places for line in lines} == {((0, 0), (40, 0)), ((40, 0), (80, 0))}
    assert GuideWords((70, 0), "2 borders") in desk.guides.shown()
    table.key_on_map(Qt.Key.Key_Escape)
    assert desk.design.entries == ()


CORNER: Final[list[Place]] = [(2.0, 0.0), (40.0, 0.0), (40.0, 58.0)]


def test_a_stroke_follows_borders_and_takes_none_that_it_only_crosses_or_meets() -> None:
    sheet = shore()
    assert borders_along(sheet, CORNER, 1.5) == [("hill", "west"), ("middle", "west")]
    assert borders_along(sheet, CORNER[::-1], 1.5) == [("middle", "west"), ("hill", "west")]
    assert borders_along(sheet, [(20, 30), (60, 30)], 1.5) == []
    assert borders_along(sheet, [(41, 30)], 1.5) == [("middle", "west")]
    assert borders_along(sheet, [(20, 30), (20, 30)], 1.5) == []
    assert borders_along(blank_hexes(), CORNER, 1.5) == []


def test_a_stroke_takes_no_border_that_leaves_it_at_a_sharp_angle() -> None:
    document = DesignDocument.of(blank_areas())
    document.do(DrawArea("south", ((0, 0), (60, 0), (60, -30), (0, -30)), kind="land"))
    document.do(DrawArea("wedge", ((30, 0), (60, 0), (60, 5)), kind="land"))
    document.do(DrawArea("north", ((0, 0), (30, 0), (60, 5), (60, 40), (0, 40)), kind="land"))
    stroke: list[Place] = [(1, 0.4), (12, -0.5), (30, 0.1), (59, -0.4)]
    assert borders_along(document.map, stroke, 2) == [("north", "south"), ("south", "wedge")]


def test_a_line_goes_on_from_either_end_as_one_piece() -> None:
    line = LineString([(0, 0), (10, 0)])
    assert end_near(line, (9, 0), 2) == (10, 0)
    assert end_near(line, (5, 0), 2) is None
    assert lengthen(line, [(10, 0), (12, 1)]) == (((0, 0), (10, 0), (12, 1)),)
    assert lengthen(line, [(0, 0), (-2, 1)]) == (((-2, 1), (0, 0), (10, 0)),)
    assert lengthen(line, [(5, 0), (5, 5)]) == (((0, 0), (10, 0)), ((5, 0), (5, 5)))
    assert line_without(line, [line]) == ()
    assert line_without(line, [LineString([(0, 0), (4, 0)])]) == (((4, 0), (10, 0)),)
