"""F3: all that has the same value is selected, by keys and by the mouse."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from sandtable.board.spaces import SpaceId
from sandtable.design.edits.hexes import PaintHexes
from sandtable_editor.map.dialogs.select_by_value import SelectByValueDialog
from tests.editor.map.drawing import DrawingBench, blank_areas, blank_hexes
from tests.editor.map.test_frame import two_lands

S = SpaceId


def asked(table: DrawingBench) -> SelectByValueDialog:
    """Return the dialog that F3 opens."""
    table.window.commands["map_select_alike"].trigger()
    table.settle()
    found = [one for one in table.desk.view.findChildren(SelectByValueDialog) if one.isVisible()]
    assert len(found) == 1
    return found[0]


def test_what_is_like_the_selected_thing_is_chosen_at_once(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    assert table.window.commands["map_select_alike"].shortcut().toString() == "F3"
    desk.selection.select(spaces=[S("west")])
    dialog = asked(table)
    assert dialog.look_at.currentText() == "Spaces: kind"
    assert dialog.says.text() == "2 spaces"
    QTest.keyClick(dialog.values, Qt.Key.Key_Return)
    table.settle()
    assert set(desk.selection.spaces) == {S("west"), S("east")}
    assert not [one for one in desk.view.findChildren(SelectByValueDialog) if one.isVisible()]


def test_values_are_added_and_taken_out(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    desk.selection.select(spaces=[S("town")])
    dialog = asked(table)
    land = next(row for row in range(dialog.values.count()) if dialog.values.item(row).text() == "land (2)")
    dialog.values.clearSelection()
    dialog.values.item(land).setSelected(True)
    dialog.way.setCurrentIndex(1)
    dialog.do.click()
    assert set(desk.selection.spaces) == {S("west"), S("east"), S("town")}
    dialog = asked(table)
    dialog.values.clearSelection()
    dialog.values.item(land).setSelected(True)
    dialog.way.setCurrentIndex(2)
    dialog.do.click()
    assert desk.selection.spaces == (S("town"),)


def test_hexes_of_one_terrain_are_selected_and_the_list_follows_the_map(table: DrawingBench) -> None:
    desk = table.open(blank_hexes())
    desk.design.do(PaintHexes(("0303", "0505"), ("forest",)))
    desk.selection.select(hexes=[S("0303")])
    dialog = asked(table)
    assert dialog.says.text() == "2 hexes"
    desk.design.do(PaintHexes(("0707",), ("forest",)))
    assert dialog.says.text() == "3 hexes"
    dialog.do.click()
    assert set(desk.selection.hexes) == {S("0303"), S("0505"), S("0707")}
    assert len(desk.design.entries) == 2, "selecting is no edit"


def test_what_is_locked_is_not_selected(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    desk.layers.lock("ground", locked=True)
    desk.selection.select(spaces=[S("town")])
    dialog = asked(table)
    dialog.values.selectAll()
    dialog.do.click()
    assert desk.selection.spaces == (S("town"),)


def test_on_an_empty_map_it_says_that_there_is_nothing(table: DrawingBench) -> None:
    table.open(blank_areas())
    dialog = asked(table)
    assert dialog.says.text() == "There is nothing on the map yet."
    assert not dialog.do.isEnabled()
    dialog.reject()
