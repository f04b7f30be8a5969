"""The table of spaces: sorted, chosen by a condition, edited many at once, filled from a spreadsheet."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from sandtable.board.spaces import SpaceId
from sandtable.design.edits.fields import SaySource, SetFields
from sandtable_editor.map.panels.tables import TablePanel
from tests.editor.map.drawing import DrawingBench
from tests.editor.map.test_edges import lands

S = SpaceId


def opened(table: DrawingBench) -> TablePanel:
    desk = table.open(lands())
    for at, id in enumerate(("west", "middle", "east", "south")):
        desk.design.do(SetFields((S(id),), attributes={"money": (10, 9, 2, 1)[at]}))
    table.type_keys("F6")
    (panel,) = table.window.findChildren(TablePanel)
    assert panel.isVisible()
    return panel


def shown(panel: TablePanel, column: int = 0) -> list[str]:
    return [panel.sorted.index(row, column).data() for row in range(panel.sorted.rowCount())]


def test_numbers_are_sorted_as_numbers(table: DrawingBench) -> None:
    panel = opened(table)
    money = panel.model.columns.index("money")
    panel.table.sortByColumn(money, Qt.SortOrder.AscendingOrder)
    assert shown(panel, money) == ["1", "2", "9", "10"]


def test_words_are_whole_in_columns_and_some_rows_are_seen(table: DrawingBench) -> None:
    desk = table.open(lands())
    desk.design.do(SetFields((S("west"),), attributes={"country": "great-britain-and-ireland"}))
    table.type_keys("F6")
    (panel,) = table.window.findChildren(TablePanel)
    at = panel.model.columns.index("country")
    wide = panel.table.columnWidth(at)
    assert wide > panel.table.fontMetrics().horizontalAdvance("great-britain-and-ireland")
    assert panel.table.viewport().height() >= 3 * panel.table.rowHeight(0)
    panel.table.setColumnWidth(at, 50)
    desk.design.do(SetFields((S("west"),), attributes={"country": "spain"}))
    table.settle()
    assert panel.table.columnWidth(at) == 50, "from then on it is the user's"


def test_a_condition_selects_on_the_map_and_narrows_the_table(table: DrawingBench) -> None:
    panel = opened(table)
    panel.condition.setFocus()
    QTest.keyClicks(panel.condition, "money > 5")
    QTest.keyClick(panel.condition, Qt.Key.Key_Return)
    assert shown(panel) == ["middle", "west"]
    assert table.desk.selection.spaces == ("middle", "west")
    panel.condition.setText("money >")
    QTest.keyClick(panel.condition, Qt.Key.Key_Return)
    assert panel.says.text() == "What to compare it with is missing (after money >)"
    panel.condition.clear()
    assert len(shown(panel)) == 4


def test_what_is_written_goes_into_all_rows_that_are_chosen_as_one_edit(table: DrawingBench) -> None:
    panel = opened(table)
    panel.table.selectAll()
    cell = panel.sorted.index(0, panel.model.columns.index("money"))
    panel.table.setCurrentIndex(cell)
    panel.table.selectAll()
    panel.table.edit(cell)
    editor = panel.table.findChild(QLineEdit)
    assert editor is not None
    editor.selectAll()
    QTest.keyClicks(editor, "7")
    QTest.keyClick(editor, Qt.Key.Key_Return)
    table.settle()
    spaces = table.sheet.graph.spaces.values()
    assert {space.get("money") for space in spaces} == {7}
    assert len(table.desk.design.entries) == 5
    panel.table.selectAll()
    panel.model.setData(panel.model.index(0, panel.model.columns.index("money")), "lots")
    assert "not a whole number" in table.desk.hints.bubble.text()
    assert {space.get("money") for space in table.sheet.graph.spaces.values()} == {7}


def test_a_table_from_a_spreadsheet_is_laid_on_and_rows_can_be_copied_out(table: DrawingBench) -> None:
    panel = opened(table)
    QGuiApplication.clipboard().setText("name\tkind\tmoney\nWest\tland\t20\nSouth\tsea\t\nAtlantis\tsea\t1\n")
    panel.table.setFocus()
    QTest.keyClick(panel.table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert table.sheet.graph[S("west")].get("money") == 20
    assert table.sheet.graph[S("south")].kind == "sea"
    assert panel.says.text() == "2 rows changed the map; 1 did not fit: row 4: no space is called 'Atlantis'"
    assert table.desk.design.entries[-1].says == "Paste 2 rows"
    panel.table.selectRow(shown(panel).index("west"))
    QTest.keyClick(panel.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "id\tname\tkind\tmoney\nwest\tWest\tland\t20"


def test_a_cell_says_where_its_value_comes_from(table: DrawingBench) -> None:
    panel = opened(table)
    table.desk.design.do(SaySource("house", "money", source="by a stated formula"))
    cell = panel.sorted.index(shown(panel).index("west"), panel.model.columns.index("money"))
    panel.table.setCurrentIndex(cell)
    assert panel.says.text() == "West, money: house; by a stated formula"
