"""Edges: said by dragging from space to space, selected where they lie, set by form, told in a table."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListWidgetItem

from sandtable.board.edge_at import edge_at
from sandtable.board.maps import Map
from sandtable.board.shapes import Place
from sandtable.board.spaces import Feature, SpaceId, pair_of
from sandtable.design.document import DesignDocument
from sandtable.design.edits.edges import SayEdge
from sandtable.design.edits.shapes import DrawArea
from sandtable_editor.design.many_values import ManyValues
from sandtable_editor.map.panels.edges import EdgesPanel
from sandtable_editor.map.selection import Selected
from tests.editor.map.drawing import DrawingBench, blank_areas, blank_hexes
from tests.editor.map.sitting import replay
from tests.editor.workbench import LEFT, NONE

SITTINGS: Final = Path(__file__).parent / "sittings"
S = SpaceId


def lands() -> Map:
    """Return West, Middle and East side by side, and South, which touches West at a corner only."""
    document = DesignDocument.of(blank_areas())
    for at, name in enumerate(("West", "Middle", "East")):
        left, right = 40 * at, 40 * (at + 1)
        document.do(DrawArea(name.lower(), ((left, 0), (right, 0), (right, 60), (left, 60)), name=name))
    document.do(DrawArea("south", ((40, 60), (80, 60), (80, 100), (40, 100)), name="South"))
    return document.map


def known(sheet: Map, a: str, b: str) -> str:
    edge = sheet.graph.edge(S(a), S(b))
    return "none" if edge is None else f"{edge.status} {edge.contact}"


def test_a_sitting_over_edges_is_the_same_by_mouse_by_keys_and_by_command(table: DrawingBench, tmp_path: Path) -> None:
    sheet = replay(table, lands(), (SITTINGS / "edges.txt").read_text("utf-8").splitlines(), tmp_path)
    assert known(sheet, "west", "middle") == "confirmed border"
    assert known(sheet, "middle", "east") == "derived border"
    assert known(sheet, "west", "south") == "confirmed border"
    assert known(sheet, "west", "east") == "added border"
    edge = sheet.graph.edges[pair_of(S("middle"), S("west"))]
    assert edge.along == (Feature("river", S("west")),)
    assert (edge.a, edge.b, edge.one_way) == ("west", "middle", True)


def test_an_edge_is_found_on_its_border_and_a_link_on_its_line() -> None:
    sheet = lands()
    assert edge_at(sheet, (40.5, 30), 1) == ("middle", "west")
    assert edge_at(sheet, (42, 30), 1) is None
    assert edge_at(sheet, (39, 59.5), 5) == ("middle", "west")
    assert edge_at(blank_areas(), (1, 1), 50) is None
    assert edge_at(blank_hexes(), (1, 1), 50) is None


def test_the_table_follows_the_map_and_the_map_the_table(table: DrawingBench) -> None:
    desk = table.open(lands())
    desk.bring_panel("edges")
    (panel,) = table.window.findChildren(EdgesPanel)
    assert panel.count.text() == "5 of 5"
    panel.filter.setText("south")
    assert panel.count.text() == "3 of 5"
    panel.table.selectRow(0)
    assert len(desk.selection.edges) == 1
    assert "south" in desk.selection.edges[0]
    panel.filter.clear()
    panel.status.setCurrentText("corner")
    assert panel.count.text() == "2 of 5"
    panel.table.selectAll()
    assert set(desk.selection.edges) == {pair_of(S("south"), S("west")), pair_of(S("south"), S("east"))}
    panel.form.status.setCurrentIndex(panel.form.status.findData("forbidden"))
    panel.form.status.activated.emit(panel.form.status.currentIndex())
    assert [entry.says for entry in desk.design.entries] == ["Say what 2 edges are"]
    assert known(desk.design.map, "south", "west") == "forbidden corner"
    assert panel.count.text() == "0 of 5"
    table.type_keys("Ctrl+Z")
    assert panel.count.text() == "2 of 5"


def test_shift_forbids_and_alt_takes_back(table: DrawingBench) -> None:
    desk = table.open(lands())
    desk.take("edges")
    table.drag_along((20, 30), (60, 30), held=Qt.KeyboardModifier.ShiftModifier)
    assert known(desk.design.map, "west", "middle") == "forbidden border"
    assert "forbid" in desk.tool.hint(Qt.KeyboardModifier.ShiftModifier)
    table.drag_along((20, 30), (60, 30), held=Qt.KeyboardModifier.AltModifier)
    assert known(desk.design.map, "west", "middle") == "derived border"


def place_of(sheet: Map, id: str) -> Place:
    """Return a place in a hex, in few digits."""
    x, y = sheet.locate(id) or (0.0, 0.0)
    return round(x, 1), round(y, 1)


def test_between_hexes_a_way_is_forbidden_too(table: DrawingBench) -> None:
    desk = table.open(blank_hexes())
    grid = desk.design.map.by_number
    one = S("0505")
    other = next(there for there in grid.beside(one) if there is not None)
    desk.take("edges")
    here, there, far = (place_of(desk.design.map, id) for id in (one, other, S("0909")))
    table.drag_along(here, there, held=Qt.KeyboardModifier.ShiftModifier)
    assert known(desk.design.map, one, other) == "forbidden border"
    table.drag_along(here, far)
    assert "side" in desk.hints.bubble.text()
    QTest.keyClick(desk.view, Qt.Key.Key_Escape)


# -- several values in a cell


def dropped(table: DrawingBench, pair: tuple[str, str], column: int) -> ManyValues:
    """Double-click a cell of the table of edges, and return what drops down."""
    (panel,) = table.window.findChildren(EdgesPanel)
    row = panel.model.row_of(pair_of(S(pair[0]), S(pair[1])))
    assert row is not None
    cell = panel.sorted.mapFromSource(panel.model.index(row, column))
    spot = panel.table.visualRect(cell).center()
    QTest.mouseClick(panel.table.viewport(), LEFT, NONE, spot)
    QTest.mouseDClick(panel.table.viewport(), LEFT, NONE, spot)
    table.settle(1)
    return list_at(panel)


def list_at(panel: EdgesPanel) -> ManyValues:
    found = [one for one in panel.table.findChildren(ManyValues) if one.isVisible()]
    assert len(found) == 1
    return found[0]


def line_of(values: ManyValues, kind: str) -> QListWidgetItem:
    return next(one for one in values.items() if one.text() == kind)


def click_line(values: ManyValues, kind: str, *, twice: bool = False) -> None:
    values.list.scrollToItem(line_of(values, kind))
    spot = values.list.visualItemRect(line_of(values, kind)).center()
    QTest.mouseClick(values.list.viewport(), LEFT, NONE, spot)
    if twice:
        QTest.mouseDClick(values.list.viewport(), LEFT, NONE, spot)


def opened_table(table: DrawingBench) -> None:
    table.open(lands())
    table.window.show()
    table.window.commands["panel_edges"].trigger()
    table.settle()


def along(table: DrawingBench, a: str, b: str) -> tuple[str, ...]:
    return tuple(one.kind for one in table.sheet.graph.edges[pair_of(S(a), S(b))].along)


def test_what_lies_along_an_edge_is_ticked_in_a_list_that_drops_from_its_cell(table: DrawingBench) -> None:
    opened_table(table)
    values = dropped(table, ("west", "middle"), 5)
    click_line(values, "river")
    click_line(values, "ridge", twice=True)
    assert not table.desk.design.entries, "nothing is said before the list is kept"
    QTest.keyClick(values.list, Qt.Key.Key_Return)
    table.settle(1)
    assert sorted(along(table, "west", "middle")) == ["ridge", "river"]
    assert len(table.desk.design.entries) == 1
    table.type_keys("Ctrl+Z")
    assert along(table, "west", "middle") == ()


def test_the_list_is_worked_by_keys_and_esc_leaves_all_as_it_was(table: DrawingBench) -> None:
    opened_table(table)
    values = dropped(table, ("west", "middle"), 5)
    (panel,) = table.window.findChildren(EdgesPanel)
    QTest.keyClick(values.list, Qt.Key.Key_Escape)
    panel.table.setFocus()
    QTest.keyClick(panel.table, Qt.Key.Key_Return)
    values = list_at(panel)
    values.list.setCurrentItem(line_of(values, "river"))
    QTest.keyClick(values.list, Qt.Key.Key_Space)
    QTest.keyClick(values.list, Qt.Key.Key_Escape)
    assert not table.desk.design.entries
    QTest.keyClick(panel.table, Qt.Key.Key_Return)
    values = list_at(panel)
    QTest.keyClicks(values.another, "dyke")
    QTest.keyClick(values.another, Qt.Key.Key_Return)
    QTest.keyClick(values.another, Qt.Key.Key_Return)
    assert along(table, "west", "middle") == ("dyke",)


def test_several_edges_are_said_at_once_and_what_only_some_have_stays(table: DrawingBench) -> None:
    opened_table(table)
    desk = table.desk
    desk.design.do(SayEdge(S("west"), S("middle"), along=(Feature("river", S("west")), Feature("wall"))))
    both = (pair_of(S("west"), S("middle")), pair_of(S("middle"), S("east")))
    desk.selection.set(Selected(edges=both))
    (panel,) = table.window.findChildren(EdgesPanel)
    row = panel.model.row_of(both[0])
    assert row is not None
    flags = QItemSelectionModel.SelectionFlag.NoUpdate
    panel.table.selectionModel().setCurrentIndex(panel.sorted.mapFromSource(panel.model.index(row, 5)), flags)
    QTest.keyClick(panel.table, Qt.Key.Key_Return)
    values = list_at(panel)
    assert line_of(values, "river").checkState() == Qt.CheckState.PartiallyChecked
    assert line_of(values, "ridge").checkState() == Qt.CheckState.Unchecked
    click_line(values, "ridge")
    QTest.keyClick(values.list, Qt.Key.Key_Return)
    assert along(table, "west", "middle") == ("river", "wall", "ridge")
    assert along(table, "middle", "east") == ("ridge",)
    assert table.sheet.graph.edges[both[0]].along[0].side == S("west")
    assert len(desk.design.entries) == 2


def test_a_column_becomes_wider_with_what_is_in_it_unless_somebody_has_set_it(table: DrawingBench) -> None:
    opened_table(table)
    desk = table.desk
    (panel,) = table.window.findChildren(EdgesPanel)
    before = panel.table.columnWidth(5)
    desk.design.do(SayEdge(S("west"), S("middle"), along=(Feature("river", S("west")), Feature("fieldwork"))))
    table.settle()
    assert panel.table.columnWidth(5) >= panel.table.sizeHintForColumn(5) > before
    panel.table.setColumnWidth(5, before)
    desk.design.do(SayEdge(S("west"), S("middle"), along=(Feature("river", S("west")), Feature("wall"))))
    table.settle()
    assert panel.table.columnWidth(5) == before
