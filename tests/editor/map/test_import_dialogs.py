"""Files of other programs brought in from the window: a drawing with its table, GeoJSON, texts, and again."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QMessageBox, QWidget

from sandtable.board.spaces import SpaceId
from sandtable.design.edits.edges import SayEdge
from sandtable.interchange import geojson
from sandtable.interchange.drawings import read_mapping
from sandtable_editor.map.dialogs.import_drawing import DrawingImportDialog
from sandtable_editor.map.dialogs.import_file import FileImportDialog, import_path, take_in_path
from sandtable_editor.map.interchange.sort_table import BECOME, KIND, TERRAIN
from tests.editor.map.drawing import DrawingBench
from tests.editor.map.waiting import until
from tests.interchange.sheets import tyrol
from tests.interchange.svg_files import TWO_LANDS, svg

LEFT = Qt.MouseButton.LeftButton
T = TypeVar("T", bound=QWidget)


@pytest.fixture
def lands(tmp_path: Path) -> Path:
    """Give the file of a drawing."""
    path = tmp_path / "two lands.svg"
    path.write_text(TWO_LANDS, "utf-8")
    return path


def asked(table: DrawingBench, path: Path) -> DrawingImportDialog:
    """Have a drawing looked at; return what asks for its layers."""
    table.window.show()
    import_path(table.window, path, table.drawing.open_map)
    until(lambda: bool(shown(table, DrawingImportDialog)))
    return shown(table, DrawingImportDialog)[0]


def shown(table: DrawingBench, kind: type[T]) -> list[T]:
    return [one for one in table.window.findChildren(kind) if one.isVisible()]


def press(button: QWidget) -> None:
    QTest.mouseClick(button, LEFT)


def close_box(table: DrawingBench) -> str:
    """Read what is told, and close it."""
    until(lambda: bool(shown(table, QMessageBox)))
    (box,) = shown(table, QMessageBox)
    says = f"{box.text()}\n{box.informativeText()}"
    QTest.keyClick(box, Qt.Key.Key_Return)
    table.settle(1)
    return says


def choose(dialog: DrawingImportDialog, row: int, column: int, words: str) -> None:
    """Choose something in a box of the table by keys."""
    box = dialog.table.cellWidget(row, column)
    assert isinstance(box, QComboBox)
    box.setFocus()
    if column == BECOME:
        at = box.findText(words)
        way = Qt.Key.Key_Down if box.currentIndex() < at else Qt.Key.Key_Up
        for _ in range(abs(box.currentIndex() - at)):
            QTest.keyClick(box, way)
        assert box.currentIndex() == at
        return
    line = box.lineEdit()
    assert line is not None
    line.selectAll()
    QTest.keyClicks(line, words)
    QTest.keyClick(line, Qt.Key.Key_Return)


def test_a_drawing_comes_in_as_its_table_says(table: DrawingBench, lands: Path) -> None:
    dialog = asked(table, lands)
    assert dialog.table.rowCount() == 8
    assert [dialog.table.becomes(row) for row in range(8)] == [
        "nothing", "area", "area", "area", "label", "place", "label", "line",
    ]  # fmt: skip
    terrain = dialog.table.item(2, TERRAIN)
    assert terrain is not None
    assert terrain.text() == "forest"
    choose(dialog, 5, KIND, "fortress")
    choose(dialog, 7, BECOME, "nothing")
    press(dialog.do)
    says = close_box(table)
    assert "Two lands.svg has come in as two-lands." in says
    assert "Ground left to the areas drawn over it: The Bight" in says
    sheet = table.sheet
    assert {space.name: space.kind for space in sheet.graph.spaces.values()} == {
        "The Bight": "sea", "West Land": "land", "East": "land", "Aldbridge": "fortress",
    }  # fmt: skip
    assert not sheet.lines
    assert table.desk.design.draft.key == "two-lands"


def test_the_mapping_is_remembered_by_its_file_and_can_be_saved_and_loaded(
    table: DrawingBench, lands: Path, tmp_path: Path
) -> None:
    dialog = asked(table, lands)
    choose(dialog, 1, KIND, "lake")
    dialog.scale_box.selectAll()
    QTest.keyClicks(dialog.scale_box, "2.5")
    QTest.keyClick(dialog.scale_box, Qt.Key.Key_Tab)
    dialog.save_mapping(tmp_path / "m.toml")
    assert "was written to m.toml" in dialog.says.text()
    kept = read_mapping((tmp_path / "m.toml").read_bytes(), what="m")
    assert kept == dialog.mapping()
    assert kept.scale == 2.5
    press(dialog.do)
    close_box(table)
    bounds = table.sheet.areas
    assert bounds is not None
    assert bounds[SpaceId("the-bight")].bounds == (0, 0, 500, 250)
    again = asked(table, lands)
    assert again.mapping() == kept, "it is remembered"
    choose(again, 1, KIND, "sea")
    assert again.mapping() != kept
    again.load_mapping(tmp_path / "m.toml")
    assert again.mapping() == kept
    again.load_mapping(lands)
    assert "the rules cannot be read" in again.says.text()
    again.save_mapping(tmp_path / "m.toml")
    assert "Write over m.toml?" in close_box(table)
    again.reject()


def test_a_second_map_of_a_file_gets_a_key_of_its_own(table: DrawingBench, lands: Path) -> None:
    for key in ("two-lands", "two-lands-2"):
        press(asked(table, lands).do)
        close_box(table)
        assert table.desk.design.draft.key == key


def test_a_drawing_is_taken_in_again_as_one_edit_and_the_word_on_edges_stays(table: DrawingBench, lands: Path) -> None:
    press(asked(table, lands).do)
    close_box(table)
    desk = table.desk
    desk.design.do(SayEdge(SpaceId("east"), SpaceId("west-land"), "forbidden"))
    before = desk.design.map
    lands.write_text(TWO_LANDS.replace("M50.02,0 H100", "M50.02,0 H110"), "utf-8")
    take_in_path(desk, lands)
    until(lambda: bool(shown(table, DrawingImportDialog)))
    (dialog,) = shown(table, DrawingImportDialog)
    assert dialog.drop_box.isVisible()
    press(dialog.do)
    assert "Drawn anew: East and The Bight" in close_box(table)
    assert desk.design.map.graph.edges[SpaceId("east"), SpaceId("west-land")].status == "forbidden"
    assert desk.design.entries[-1].says.startswith("Take in")
    assert table.window.commands["undo"].isEnabled()
    table.window.activateWindow()
    table.settle(3)
    table.drawn.setFocus()
    table.type_keys("Ctrl+Z")
    assert desk.design.position == 1
    assert desk.design.map.digest == before.digest


def test_what_is_wrong_is_one_sentence_and_changes_nothing(table: DrawingBench, tmp_path: Path) -> None:
    table.window.show()
    (tmp_path / "bad.svg").write_bytes(svg("<g>")[:-9])
    import_path(table.window, tmp_path / "bad.svg", table.drawing.open_map)
    assert "bad.svg is not XML: line 1" in close_box(table)
    (tmp_path / "scan.png").write_bytes(b"\x89PNG")
    import_path(table.window, tmp_path / "scan.png", table.drawing.open_map)
    assert "scan.png is an image: lay it under the map" in close_box(table)
    import_path(table.window, tmp_path / "gone.svg", table.drawing.open_map)
    assert "gone.svg does not exist: name a file that does" in close_box(table)
    (tmp_path / "broken.geojson").write_text("{")
    import_path(table.window, tmp_path / "broken.geojson", table.drawing.open_map)
    until(lambda: bool(shown(table, FileImportDialog)))
    (dialog,) = shown(table, FileImportDialog)
    press(dialog.do)
    until(lambda: "broken.geojson is not JSON" in dialog.says.text())
    dialog.reject()
    assert table.drawing.desk is None


def test_a_drawing_that_makes_no_map_is_told_in_the_dialog(table: DrawingBench, lands: Path) -> None:
    dialog = asked(table, lands)
    for row in range(8):
        choose(dialog, row, BECOME, "nothing")
    press(dialog.do)
    until(lambda: "no rule makes an area, a place or a line" in dialog.says.text())
    assert dialog.do.isEnabled()
    dialog.reject()


def test_geojson_and_texts_come_in(table: DrawingBench, tmp_path: Path) -> None:
    (tmp_path / "t.geojson").write_text(geojson.write(tyrol()), "utf-8")
    (tmp_path / "meadow.toml").write_text(
        'key = "meadow"\ntitle = "M"\n[corner]\na = [0, 0]\nb = [9, 0]\nc = [9, 9]\n'
        '[area]\nAld = { corners = "a b c", town = [6, 3] }\n', "utf-8",
    )  # fmt: skip
    for name, key in (("t.geojson", tyrol().key), ("meadow.toml", "meadow")):
        table.window.show()
        import_path(table.window, tmp_path / name, table.drawing.open_map)
        until(lambda: bool(shown(table, FileImportDialog)))
        press(shown(table, FileImportDialog)[0].do)
        assert f"has come in as {key}" in close_box(table)
        assert table.desk.design.draft.key == key
