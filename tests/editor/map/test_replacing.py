"""Ctrl+R: what is written is searched and replaced; and the whole board is raised."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from sandtable.board.spaces import SpaceId
from sandtable.design.edits.hexes import PaintHexes
from sandtable_editor.map.dialogs.raise_board import RaiseBoardDialog
from sandtable_editor.map.dialogs.replace import ReplaceDialog
from sandtable_editor.map.panels.fields import FieldsPanel
from sandtable_editor.map.selection import Selected
from tests.editor.map.drawing import DrawingBench, blank_areas, blank_hexes
from tests.editor.map.test_frame import two_lands

S = SpaceId


def asked(table: DrawingBench) -> ReplaceDialog:
    """Return the dialog that Ctrl+R opens."""
    table.type_keys("Ctrl+R")
    table.settle()
    found = [one for one in table.desk.view.findChildren(ReplaceDialog) if one.isVisible()]
    assert len(found) == 1
    return found[0]


def rows(dialog: ReplaceDialog) -> list[list[str]]:
    items = [dialog.list.topLevelItem(at) for at in range(dialog.list.topLevelItemCount())]
    return [[item.text(column) for column in range(4)] for item in items if item is not None]


def test_names_are_replaced_by_keys_as_one_edit(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    dialog = asked(table)
    assert "Write what is to be found" in dialog.says.text()
    assert not dialog.do.isEnabled()
    QTest.keyClicks(dialog.text, "st")
    QTest.keyClick(dialog.text, Qt.Key.Key_Tab)
    QTest.keyClicks(dialog.instead, "sten")
    table.wait(dialog.do.isEnabled)
    assert rows(dialog) == [
        ["Spaces: name", "East", "East", "Easten"], ["Spaces: name", "West", "West", "Westen"],
    ]  # fmt: skip
    assert dialog.says.text() == "2 places would change."
    QTest.keyClick(dialog.instead, Qt.Key.Key_Return)
    assert table.sheet.name("west") == "Westen"
    assert [one.says for one in desk.design.entries] == ["Put “sten” in place of “st” 2 times"]
    assert dialog.says.text() == "Done: Put “sten” in place of “st” 2 times."
    assert dialog.isVisible(), "one may go on"


def test_what_is_left_out_stays_and_a_row_leads_to_its_place(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    dialog = asked(table)
    dialog.text.setText("st")
    dialog.look()
    first = dialog.list.topLevelItem(0)
    assert first is not None
    first.setCheckState(0, Qt.CheckState.Unchecked)
    assert dialog.says.text() == "1 place would change."
    dialog.list.itemActivated.emit(first, 0)
    assert desk.selection.spaces == (S("east"),)
    dialog.do.click()
    assert (table.sheet.name("east"), table.sheet.name("west")) == ("East", "We")


def test_it_is_narrowed_to_a_column_and_to_what_is_selected(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    desk.selection.select(spaces=[S("west"), S("town")])
    dialog = asked(table)
    assert dialog.selected.isChecked(), "several are selected"
    dialog.text.setText("t")
    dialog.look()
    assert [row[1:3] for row in rows(dialog)] == [["Town", "Town"], ["West", "West"], ["Town", "city"]]
    dialog.where.setCurrentText("Spaces: kind")
    dialog.look()
    assert [row[2] for row in rows(dialog)] == ["city"]
    desk.selection.select(spaces=[S("west")])
    assert rows(dialog) == []
    assert dialog.says.text() == "That is written nowhere."


def test_terrain_is_one_row_for_all_its_hexes(table: DrawingBench) -> None:
    desk = table.open(blank_hexes())
    desk.design.do(PaintHexes(("0303", "0505"), ("wood",)))
    dialog = asked(table)
    dialog.text.setText("wood")
    dialog.instead.setText("forest")
    dialog.look()
    assert rows(dialog) == [["Hexes: terrain", "2 hexes", "wood", "forest"]]
    assert dialog.says.text() == "2 places would change."
    dialog.do.click()
    assert table.sheet.by_number.terrain("0303") == ("forest",)


def test_on_an_empty_map_nothing_is_written(table: DrawingBench) -> None:
    table.open(blank_areas())
    dialog = asked(table)
    dialog.text.setText("x")
    dialog.look()
    assert dialog.says.text() == "That is written nowhere."
    assert dialog.where.count() == 1
    dialog.reject()


def test_the_whole_board_is_raised_and_lowered(table: DrawingBench) -> None:
    desk = table.open(blank_hexes())
    table.window.commands["map_raise_board"].trigger()
    dialog = desk.view.findChild(RaiseBoardDialog)
    assert dialog is not None
    assert dialog.says.text().startswith("All hexes will lie on level 1.")
    assert dialog.says.height() >= dialog.says.heightForWidth(dialog.says.width()), "no line of it is cut"
    dialog.by.setValue(-2)
    assert dialog.do.text() == "Lower"
    dialog.by.setValue(11_000)
    assert not dialog.do.isEnabled()
    dialog.by.setValue(-2)
    dialog.do.click()
    assert sheet_levels(table) == {-2}
    assert [one.says for one in desk.design.entries] == ["Lower the whole board by 2 levels"]


def sheet_levels(table: DrawingBench) -> set[int]:
    board = table.sheet.hexes
    assert board is not None
    return set(board.elevation.ravel().tolist())


def test_several_hexes_are_called_hexes(table: DrawingBench) -> None:
    desk = table.open(blank_hexes())
    desk.selection.select(hexes=[S("0303"), S("0505")])
    panel = table.drawing.panel("fields")
    assert isinstance(panel, FieldsPanel)
    assert panel.heading.text() == "2 hexes"
    both = Selected(spaces=(S("a"), S("b")), lines=("c",))
    assert both.counted == "2 spaces and 1 line"
