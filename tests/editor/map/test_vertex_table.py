"""The table of vertices: chosen on both sides, written, pasted from a spreadsheet, each as one entry."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from shapely import Polygon

from sandtable.board.spaces import SpaceId
from sandtable_editor.map.panels.vertices import VerticesPanel
from tests.editor.map.drawing import DrawingBench
from tests.editor.map.test_layers import full_map
from tests.editor.workbench import LEFT

S = SpaceId


def opened(table: DrawingBench) -> VerticesPanel:
    """Select East, and bring its vertices forward."""
    desk = table.open(full_map())
    desk.selection.select(spaces=[S("east")])
    table.type_keys("Ctrl+F6")
    panel = table.drawing.panel("vertices")
    assert isinstance(panel, VerticesPanel)
    return panel


def places(panel: VerticesPanel) -> list[tuple[float, float]]:
    return [row.at for row in panel.model.rows]


def test_it_shows_the_vertices_of_what_is_selected(table: DrawingBench) -> None:
    panel = opened(table)
    assert set(places(panel)) == {(40, 0), (80, 0), (80, 60), (40, 60)}
    assert panel.says.text() == "East: 4 vertices"
    table.desk.selection.select(lines=["brook"])
    assert places(panel) == [(50, 5), (75, 5)]
    table.desk.selection.clear()
    assert (places(panel), panel.paste.isEnabled()) == ([], False)


def test_what_is_written_moves_the_vertex_in_all_that_share_it(table: DrawingBench) -> None:
    panel = opened(table)
    row = panel.model.row_of((40, 60))
    assert row is not None
    panel.model.setData(panel.model.index(row, 2), "38,5")
    assert [entry.says for entry in table.desk.design.entries] == ["Move a vertex"]
    areas = table.sheet.areas
    assert areas is not None
    assert all((38.5, 60.0) in areas[S(id)].exterior.coords for id in ("west", "east"))  # type: ignore[union-attr]
    panel.model.setData(panel.model.index(0, 3), "far")
    assert table.desk.hints.line == "Vertex 1 has 'far' for a coordinate: write a number of map units, such as 12.5"


def test_a_spreadsheet_is_pasted_as_one_entry(table: DrawingBench) -> None:
    panel = opened(table)
    moved = [(x + 1, y + 2) if x > 40 else (x, y) for x, y in places(panel)]
    QGuiApplication.clipboard().setText("x\ty\n" + "\n".join(f"{x}\t{y}" for x, y in moved))
    table.click(panel.paste)
    assert places(panel) == moved
    assert [entry.says for entry in table.desk.design.entries] == ["Move 2 vertices"]
    table.type_keys("Ctrl+Z")
    assert table.sheet.digest == full_map().digest


def test_more_or_fewer_places_are_run_through(table: DrawingBench) -> None:
    """Vertices come and go in all areas that share the border; those that stay are known by their places."""
    panel = opened(table)
    before = places(panel)
    at = before.index((40, 60))
    step = 1 if before[(at + 1) % len(before)] == (40, 0) else -1
    more = [*before]
    more[at + (step > 0) : at + (step > 0)] = [(38, 40), (42, 20)][::step]
    QGuiApplication.clipboard().setText("\n".join(f"{x}\t{y}" for x, y in more))
    table.click(panel.paste)
    assert Polygon(places(panel)).equals(Polygon(more))
    areas = table.sheet.areas
    assert areas is not None
    assert {(38.0, 40.0), (42.0, 20.0)} <= set(areas[S("west")].exterior.coords)  # type: ignore[union-attr]
    assert len(table.desk.design.entries) == 1
    QGuiApplication.clipboard().setText("\n".join(f"{x}\t{y}" for x, y in before))
    table.click(panel.paste)
    assert set(places(panel)) == set(before)
    assert not {(38.0, 40.0), (42.0, 20.0)} & set(table.sheet.areas[S("west")].exterior.coords)  # type: ignore[union-attr, index]


def test_what_is_copied_can_be_pasted_again(table: DrawingBench) -> None:
    panel = opened(table)
    panel.table.selectRow(1)
    panel.table.setFocus()
    table.type_keys("Ctrl+C")
    text = QGuiApplication.clipboard().text()
    assert text.splitlines()[0] == "#\tOf\tx\ty"
    row = panel.model.rows[1]
    QGuiApplication.clipboard().setText(text.replace(f"\t{row.at[0]:g}\t", f"\t{row.at[0] + 3:g}\t"))
    panel.table.clearSelection()
    panel.table.setFocus()
    table.type_keys("Ctrl+V")
    assert panel.model.rows[1].at == (row.at[0] + 3, row.at[1]), "numbers of vertices say which"


def test_vertices_are_chosen_in_the_table_and_on_the_map_alike(table: DrawingBench) -> None:
    panel = opened(table)
    table.desk.take("vertices")
    table.click_at((80, 60))
    row = panel.model.row_of((80, 60))
    assert [one.row() for one in panel.table.selectionModel().selectedRows()] == [row]
    index = panel.sorted.mapFromSource(panel.model.index(panel.model.row_of((80, 0)) or 0, 0))
    panel.table.scrollTo(index)
    QTest.mouseClick(panel.table.viewport(), LEFT, pos=panel.table.visualRect(index).center())
    assert table.desk.vertices.places == ((80, 0),)
    table.key_on_map(Qt.Key.Key_Delete)
    assert (80, 0) not in places(panel)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "there is nothing to paste: copy rows with two columns, x and y"),
        ("5", "row 1 has 1 cell: copy rows with two columns, x and y"),
        ("5\tnan", "row 1 has 'nan' for a coordinate: write a number of map units, such as 12.5"),
        ("#\tx\ty\nb\t1\t2", "row 2 says 'b' for the number of a vertex: write a whole number, from 1 on"),
        ("1\t2\n" * 9, "vertex 2 would stand where vertex 1 does: give each a place of its own"),
        ("1\t2\n3\t4", "there are 2 rows: it takes 3 or more to draw it"),
        (
            "#\tx\ty\n5\t1\t2",
            "row 2 would be vertex 5, and there are 4 vertices: choose the vertex that the first row belongs to",
        ),
    ],
)
def test_what_cannot_be_pasted_changes_nothing(table: DrawingBench, text: str, why: str) -> None:
    panel = opened(table)
    QGuiApplication.clipboard().setText(text)
    panel.table.setFocus()
    table.type_keys("Ctrl+V")
    assert table.desk.hints.line.casefold() == why.casefold()
    assert not table.desk.design.entries
