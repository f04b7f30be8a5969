"""Areas, lines and vertices turned and scaled on the desk: by mouse, by keys, by typed figures, and by command."""

from __future__ import annotations

from pathlib import Path

import shapely
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from sandtable.board.maps import Map
from sandtable.board.spaces import SpaceId
from sandtable.design.document import DesignDocument
from sandtable.design.edits.lines import DrawLine
from sandtable.design.edits.shapes import DrawArea
from sandtable_editor.map.guides import GuideWords, RubberLine
from sandtable_editor.map.tools.areas.turning import TurnTool
from tests.editor.map.drawing import DrawingBench, Move, Press, Release, blank_areas
from tests.editor.map.sitting import replay
from tests.editor.map.test_area_tools import two_lands

S = SpaceId
SHIFT = Qt.KeyboardModifier.ShiftModifier


def isle() -> Map:
    """Return an isle of 20 by 20, and a brook beside it."""
    document = DesignDocument.of(blank_areas())
    document.do(DrawArea("isle", ((20, 20), (40, 20), (40, 40), (20, 40)), name="Isle"))
    document.do(DrawLine("brook", (((60, 30), (80, 30)),), "river", "Brook"))
    return document.map


def corners(sheet: Map, id: str = "isle") -> set[tuple[float, float]]:
    assert sheet.areas is not None
    return {(round(x, 3), round(y, 3)) for x, y in shapely.get_coordinates(sheet.areas[S(id)]).tolist()}


def field(table: DrawingBench, name: str) -> QLineEdit:
    return next(one for one in table.window.findChildren(QLineEdit) if one.accessibleName() == name)


def done(table: DrawingBench) -> list[str]:
    return [entry.says for entry in table.desk.design.entries]


def test_an_area_is_turned_and_scaled_by_drags_and_by_figures(table: DrawingBench, tmp_path: Path) -> None:
    lines = """
        tool turn
        click 30, 30
        drag 30, 15 -> 45, 15 -> 45, 30       # a quarter of a turn, clockwise
        drag 40, 40 -> 50, 50                 # a corner: twice as large
        drag 30, 30 -> 10, 10                 # the cross: what it turns about
        fill Per cent of its size = 50
        click 70, 30
        fill About x = 60
        fill About y = 30
        fill Degrees clockwise = 90
    """
    sheet = replay(table, isle(), lines.splitlines(), tmp_path)
    assert done(table) == ["Turn Isle by 90°", "Scale Isle to 200 %", "Scale Isle to 50 %", "Turn Brook by 90°"]
    assert corners(sheet) == {(10, 10), (30, 10), (30, 30), (10, 30)}
    assert shapely.get_coordinates(sheet.lines[0].geometry).tolist() == [[60, 30], [60, 50]]


def test_chosen_vertices_are_turned_with_all_that_share_them(table: DrawingBench, tmp_path: Path) -> None:
    lines = """
        tool vertices
        click 40, 0
        click 40, 60 shift
        tool turn
        fill Degrees clockwise = 30
    """
    sheet = replay(table, two_lands(), lines.splitlines(), tmp_path)
    assert done(table) == ["Turn 2 vertices by 30°"]
    assert corners(sheet, "west") & corners(sheet, "east") >= {(55, 4.019), (25, 55.981)}
    assert len(table.desk.vertices.places) == 2
    table.type_keys("Ctrl+Z")
    assert corners(table.sheet, "west") == corners(two_lands(), "west")


def test_what_would_come_is_shown_with_its_figures_and_esc_leaves_it(table: DrawingBench) -> None:
    desk = table.open(isle())
    desk.selection.select(spaces=[S("isle")])
    desk.take("turn")
    table.bring((20, 20), (60, 60))
    table.mouse(Press, (50, 30))
    table.mouse(Move, (50, 31.9), down=True)
    assert [one.text for one in desk.guides.shown() if isinstance(one, GuideWords)] == ["5.4°"]
    table.mouse(Move, (48, 44), SHIFT, down=True)
    assert [one.text for one in desk.guides.shown() if isinstance(one, GuideWords)] == ["45°"]
    assert "in steps of 15" in table.desk.hints.line
    table.key_on_map(Qt.Key.Key_Escape)
    table.mouse(Release, (48, 44))
    assert done(table) == []
    assert corners(table.sheet) == corners(isle())


def test_what_cannot_be_is_shown_as_such_and_refused_in_a_sentence(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    desk.selection.select(spaces=[S("west")])
    desk.take("turn")
    percent = field(table, "Per cent of its size")
    percent.selectAll()
    QTest.keyClicks(percent, "400")
    assert "bad" in {one.role for one in desk.guides.shown() if isinstance(one, RubberLine)}
    table.press("Do it")
    assert "overlap" in desk.hints.line
    assert done(table) == []
    percent.setText("much")
    table.press("Do it")
    assert desk.hints.line.startswith("That is not a number")


def test_the_tool_says_what_to_click_while_nothing_is_chosen(table: DrawingBench) -> None:
    desk = table.open(isle())
    desk.take("turn")
    assert isinstance(desk.tool, TurnTool)
    assert desk.tool.about is None
    assert desk.hints.line.startswith("Click the area or the line that is to be turned")
    table.click_at((30, 30))
    assert desk.tool.about == (30, 30)
    table.click_at((70, 30), SHIFT)
    assert desk.selection.lines == ("brook",)
    assert desk.tool.about == (50, 30)
