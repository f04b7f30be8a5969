"""Ctrl+C, Ctrl+X and Ctrl+V on the map, within one map and from one to another."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from shapely import Point

from sandtable.board.spaces import SpaceId
from sandtable.design.edits.hexes import PaintHexes
from tests.editor.map.drawing import DrawingBench, blank_areas, blank_hexes
from tests.editor.map.test_frame import two_lands

S = SpaceId
CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture(autouse=True)
def _emptied(qapp: QApplication) -> Iterator[None]:
    """Leave nothing in the clipboard when the window has gone."""
    yield
    qapp.clipboard().clear()


def test_what_is_selected_is_copied_and_pasted_where_one_points(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    desk.selection.select(spaces=[S("town")])
    table.key_on_map(Qt.Key.Key_C, CTRL)
    assert "1 space copied" in table.window.status.hint.text()
    assert QGuiApplication.clipboard().text() == "Town"
    table.go_by_keys((30.0, 60.0))
    table.key_on_map(Qt.Key.Key_V, CTRL)
    fresh = [id for id in table.sheet.graph.spaces if id not in two_lands().graph.spaces]
    assert desk.selection.spaces == tuple(fresh) == (S("town-2"),)
    x, y = table.sheet.places[S("town-2")]
    assert abs(x - 30.0) < 0.5
    assert abs(y - 60.0) < 0.5
    assert desk.design.entries[-1].says == "Paste 1 space"
    table.key_on_map(Qt.Key.Key_Z, CTRL)
    assert table.sheet == two_lands()


def test_what_is_cut_is_off_the_map_and_can_be_laid_on_another(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    desk.selection.select(spaces=[S("east")])
    table.key_on_map(Qt.Key.Key_X, CTRL)
    assert S("east") not in table.sheet.graph.spaces
    table.open(blank_areas("other"))
    table.go_by_keys((50.0, 50.0))
    table.key_on_map(Qt.Key.Key_V, CTRL)
    assert table.sheet.graph[S("east")].name == two_lands().graph[S("east")].name
    assert table.sheet.areas is not None
    assert table.sheet.areas[S("east")].centroid.distance(Point(50.0, 50.0)) < 0.5


def test_hexes_are_copied_with_their_terrain(table: DrawingBench) -> None:
    desk = table.open(blank_hexes())
    desk.design.do(PaintHexes(("0303",), ("forest",)))
    desk.selection.select(hexes=[S("0303"), S("0304")])
    table.key_on_map(Qt.Key.Key_C, CTRL)
    assert table.sheet.hexes is not None
    x, y = table.sheet.hexes.grid.centre(table.sheet.by_number.at("0707"))
    table.go_by_keys((round(x, 2), round(y, 2)))
    table.key_on_map(Qt.Key.Key_V, CTRL)
    assert desk.design.entries[-1].says == "Paste 2 hexes"
    there = [number for number in ("0706", "0707", "0708") if table.sheet.by_number.terrain(number) == ("forest",)]
    assert len(there) == 1


def test_pasting_with_nothing_copied_says_so_and_changes_nothing(table: DrawingBench) -> None:
    QGuiApplication.clipboard().setText("Burgos")
    table.open(two_lands())
    table.key_on_map(Qt.Key.Key_V, CTRL)
    assert table.sheet == two_lands()


def test_a_condition_is_asked_by_its_key_and_the_menu_shows_that_of_delete(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    table.window.show()
    table.type_keys("Ctrl+F3")
    table.settle()
    assert table.window.focusWidget().accessibleName() == "Condition"
    assert table.window.commands["map_delete"].shortcut().toString() == "Del"
    desk.selection.select(spaces=[S("town")])
    table.key_on_map(Qt.Key.Key_Delete)
    assert S("town") not in table.sheet.graph.spaces


def test_a_duplicate_is_laid_where_one_points_and_leaves_the_clipboard_alone(table: DrawingBench) -> None:
    QGuiApplication.clipboard().setText("Burgos")
    desk = table.open(two_lands())
    desk.selection.select(spaces=[S("town")])
    table.go_by_keys((30.0, 60.0))
    table.key_on_map(Qt.Key.Key_D, CTRL)
    assert desk.selection.spaces == (S("town-2"),)
    assert abs(table.sheet.places[S("town-2")][0] - 30.0) < 0.5
    assert desk.design.entries[-1].says == "Duplicate 1 space"
    assert QGuiApplication.clipboard().text() == "Burgos"
    table.key_on_map(Qt.Key.Key_Z, CTRL)
    assert table.sheet == two_lands()


def test_a_duplicate_of_what_one_points_at_lies_beside_it(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    desk.selection.select(spaces=[S("east")])
    shape = two_lands().areas
    assert shape is not None
    table.go_by_keys((60.0, 30.0))
    table.key_on_map(Qt.Key.Key_D, CTRL)
    assert table.sheet.areas is not None
    copy = table.sheet.areas[S("east-2")]
    assert copy.area == pytest.approx(shape[S("east")].area), "nothing of it is clipped"
    assert copy.bounds[0] > shape[S("east")].bounds[2]
    table.open(blank_hexes("board"))
    board = table.desk.design
    board.do(PaintHexes(("0303", "0304"), ("forest",)))
    table.desk.selection.select(hexes=[S("0303"), S("0304")])
    table.key_on_map(Qt.Key.Key_D, CTRL)
    found = [one for one in table.sheet.spaces() if table.sheet.by_number.terrain(one) == ("forest",)]
    assert len(found) == 4, "two more"


def test_a_duplicate_that_would_lie_beyond_the_board_is_refused(table: DrawingBench) -> None:
    desk = table.open(blank_hexes())
    desk.design.do(PaintHexes(("1203",), ("forest",)))
    desk.selection.select(hexes=[S("1203")])
    before = table.sheet
    table.key_on_map(Qt.Key.Key_D, CTRL)
    assert table.sheet == before
    assert "point at a hex" in table.window.status.hint.text()
