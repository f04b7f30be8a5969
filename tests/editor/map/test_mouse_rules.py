"""What hands bring from other editors, tool by tool, with real events: zoom, pan, pick, finish, scroll at the edge."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from sandtable.board.maps import Map, Underlay
from sandtable.design.document import DesignDocument
from sandtable.design.edits.hexes import PaintHexes
from sandtable_editor.map.guides import EditGhost, RubberLine
from sandtable_editor.map.tools import tool_classes
from sandtable_editor.map.tools.areas.space_form import SpaceForm
from sandtable_editor.map.tools.hexes.palette import HexPalette
from sandtable_editor.map.tools.tool import MapTool
from tests.editor.map.drawing import NO_BUTTON, RIGHT, DrawingBench, Move, Press, Release, blank_hexes
from tests.editor.map.test_edges import lands
from tests.editor.map.test_underlay_tools import scan_of_hexes
from tests.editor.workbench import LEFT, NONE

MIDDLE = Qt.MouseButton.MiddleButton


def everything() -> Map:
    """Return a board with hexes painted over a scan: every tool of hexes and scans is of use on it."""
    document = DesignDocument.of(blank_hexes())
    document.do(PaintHexes(("0403",), ("wood",)))
    return replace(document.map, underlays=(Underlay("scan", "image/png", scan_of_hexes(), 0, 0, 9, 8, opacity=40),))


def is_of_hexes(tool: type[MapTool]) -> bool:
    return tool.group in ("hexes", "underlays")


def taken(table: DrawingBench, tool: str) -> None:
    """Take a tool in hand on a map on which it is of use."""
    kind = next(one for one in tool_classes() if one.key == tool)
    table.open(everything() if is_of_hexes(kind) else lands())
    table.window.show()
    table.drawn.zoom_by(2.0)
    take(table, tool)


def take(table: DrawingBench, tool: str) -> None:
    table.desk.take(tool)
    table.settle(1)
    assert table.desk.tool.key == tool


def event_at(table: DrawingBench, kind: QEvent.Type, spot: QPointF, button: Qt.MouseButton, *, down: bool) -> None:
    viewport = table.drawn.viewport()
    there = QPointF(viewport.mapToGlobal(spot))
    which = NO_BUTTON if kind == Move else button
    QApplication.sendEvent(viewport, QMouseEvent(kind, spot, there, which, button if down else NO_BUTTON, NONE))
    table.settle(1)


def pan_with(table: DrawingBench, button: Qt.MouseButton) -> QPointF:
    """Drag by 60 and 40 pixels, and return by how much the map was moved."""
    start = QPointF(table.drawn.viewport().rect().center())
    place = table.drawn.place_at(start)
    event_at(table, Press, start, button, down=True)
    event_at(table, Move, start + QPointF(30, 20), button, down=True)
    event_at(table, Move, start + QPointF(60, 40), button, down=True)
    event_at(table, Release, start + QPointF(60, 40), button, down=False)
    return table.drawn.spot_of(place) - start


@pytest.mark.parametrize("hexes", [False, True])
def test_in_every_tool_the_map_is_moved_and_zoomed_without_leaving_it(table: DrawingBench, hexes: bool) -> None:
    tools = [one.key for one in tool_classes() if is_of_hexes(one) == hexes]
    taken(table, tools[0])
    for tool in tools:
        take(table, tool)
        table.desk.look_at((0, 0, 10, 10))
        table.settle(1)
        by = pan_with(table, MIDDLE)
        assert (by.x(), by.y()) == pytest.approx((60, 40), abs=2), tool
        table.drawn.setFocus()
        QTest.keyPress(table.drawn, Qt.Key.Key_Space)
        by = pan_with(table, LEFT)
        QTest.keyRelease(table.drawn, Qt.Key.Key_Space)
        assert (by.x(), by.y()) == pytest.approx((60, 40), abs=2), tool
        zoom_at(table, QPointF(table.drawn.viewport().rect().center()) + QPointF(50, -30))
        assert table.desk.tool.key == tool
        assert not table.desk.design.entries, tool


def zoom_at(table: DrawingBench, spot: QPointF) -> None:
    """Turn the wheel by a notch: what is under the mouse stays there."""
    place, zoom = table.drawn.place_at(spot), table.drawn.zoom
    wheel = QWheelEvent(
        spot, QPointF(table.drawn.viewport().mapToGlobal(spot)), QPoint(), QPoint(0, 120), NO_BUTTON, NONE,
        Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(table.drawn.viewport(), wheel)
    table.wait(lambda: table.drawn.zoom > zoom)
    now = table.drawn.spot_of(place)
    assert (now.x(), now.y()) == pytest.approx((spot.x(), spot.y()), abs=3)


def test_the_right_button_picks_what_is_painted(table: DrawingBench) -> None:
    taken(table, "hex_brush")
    assert table.sheet.hexes is not None
    hex = table.sheet.by_number.at("0403") or table.sheet.hexes.numbers.hex("0403")
    table.click_at(tuple(round(one, 1) for one in table.sheet.hexes.grid.centre(hex)), button=RIGHT)  # type: ignore[arg-type]
    assert HexPalette.of(table.desk).terrain == ("wood",)
    assert not table.desk.design.entries


def test_the_right_button_finishes_what_is_drawn(table: DrawingBench) -> None:
    taken(table, "line")
    for tool in ("line", "draw_area"):
        take(table, tool)
        for at in ((10.0, 70.0), (20.0, 70.0), (20.0, 90.0)):
            table.click_at(at)
        table.click_at((12.0, 92.0), button=RIGHT)
    assert [entry.says for entry in table.desk.design.entries] == ["Draw river river-1"]
    assert table.drawing.page.findChild(SpaceForm) is not None, "the area is named"


def test_the_right_button_asks_what_is_to_be_done_with_what_is_selected(table: DrawingBench) -> None:
    taken(table, "select")
    table.click_at((20.0, 30.0), button=RIGHT)
    table.wait(lambda: any(isinstance(one, QMenu) for one in QApplication.topLevelWidgets() if one.isVisible()))
    assert table.desk.selection.now.spaces == ("west",)
    for one in QApplication.topLevelWidgets():
        if isinstance(one, QMenu) and one.isVisible():
            one.close()


def test_a_click_on_the_first_place_closes_an_outline(table: DrawingBench) -> None:
    taken(table, "draw_area")
    for at in ((10.0, 70.0), (20.0, 70.0), (20.0, 90.0), (10.0, 70.0)):
        table.click_at(at)
    assert not any(isinstance(one, RubberLine) and not one.closed for one in table.desk.guides.shown())


def test_two_clicks_on_an_area_take_up_its_vertices(table: DrawingBench) -> None:
    taken(table, "select")
    table.double_at((20.0, 30.0))
    assert table.desk.tool.key == "vertices"


@pytest.mark.parametrize("tool", ["hex_brush", "hex_eraser", "hex_fill"])
def test_what_a_click_would_paint_is_seen_before(table: DrawingBench, tool: str) -> None:
    taken(table, tool)
    table.bring((3.0, 3.0))
    table.mouse(Move, (3.0, 3.0))
    assert any(isinstance(one, EditGhost) for one in table.desk.guides.shown())
    assert not table.desk.design.entries


@pytest.mark.parametrize("tool", ["select", "vertices", "hex_brush", "move_scan", "move_grid"])
def test_a_drag_that_comes_near_the_edge_scrolls_on(table: DrawingBench, tool: str) -> None:
    taken(table, tool)
    size = table.drawn.viewport().size()
    start, edge = QPointF(size.width() / 2, size.height() / 2), QPointF(size.width() - 3, size.height() / 2)
    before = table.drawn.place_at(QPointF(0, 0))
    event_at(table, Press, start, LEFT, down=True)
    event_at(table, Move, start + QPointF(60, 0), LEFT, down=True)
    event_at(table, Move, edge, LEFT, down=True)
    table.wait(lambda: table.drawn.place_at(QPointF(0, 0))[0] > before[0])
    table.key_on_map(Qt.Key.Key_Escape)
    event_at(table, Release, edge, LEFT, down=False)
