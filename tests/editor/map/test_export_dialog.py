"""Writing a map from the window: every format, the sheets shown beforehand, nothing written over unasked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox, QMessageBox

from sandtable.interchange import geojson
from sandtable.interchange.svg import render
from sandtable_editor.map.dialogs.export import ExportDialog, export
from sandtable_editor.map.interchange.exports import FORMATS, drawing_of
from tests.editor.map.drawing import DrawingBench
from tests.editor.map.waiting import until
from tests.interchange.sheets import danube, tyrol

LEFT = Qt.MouseButton.LeftButton


def opened(table: DrawingBench, sheet: Any, kind: str, path: Path) -> ExportDialog:
    desk = table.open(sheet)
    table.window.show()
    dialog = export(desk)
    dialog.format_box.setCurrentIndex(list(FORMATS).index(kind))
    dialog.path_box.selectAll()
    QTest.keyClicks(dialog.path_box, str(path))
    return dialog


def test_a_sheet_that_is_larger_than_the_drawing_is_seen_whole(table: DrawingBench, tmp_path: Path) -> None:
    preview = opened(table, danube(), "pdf", tmp_path / "d.pdf").preview
    until(lambda: preview.plan is not None)
    assert preview.plan is not None
    assert len(preview.plan.pages) == 1
    picture, frame = preview.grab().toImage(), preview.palette().highlight().color()
    seen = [(x, y) for x in range(picture.width()) for y in range(picture.height())
            if picture.pixelColor(x, y) == frame]  # fmt: skip
    (left, top), (right, low) = (tuple(f(column) for column in zip(*seen, strict=True)) for f in (min, max))
    page = preview.plan.pages[0]
    assert abs((right - left) / (low - top) - page.width / page.height) < 0.05


def test_hexes_are_drawn_as_the_layers_show_them_and_that_can_be_changed(table: DrawingBench, tmp_path: Path) -> None:
    desk = table.open(danube())
    desk.layers.show("terrain names", shown=True)
    desk.layers.show("transitions", shown=False)
    table.window.show()
    dialog = export(desk)
    dialog.format_box.setCurrentIndex(list(FORMATS).index("svg"))
    assert (dialog.choice().terrain_names, dialog.choice().transitions) == (True, False)
    written = drawing_of(danube(), dialog.choice())
    dialog.words_box.click()
    dialog.edges_box.click()
    assert (dialog.choice().terrain_names, dialog.choice().transitions) == (False, True)
    assert drawing_of(danube(), dialog.choice()) == render(danube(), scale=dialog.choice().scale) != written
    dialog.format_box.setCurrentIndex(list(FORMATS).index("geojson"))
    assert not dialog.words_box.isVisible()


def test_a_board_is_written_for_a_virtual_tabletop_and_its_grid_is_told(table: DrawingBench, tmp_path: Path) -> None:
    dialog = opened(table, danube(), "png", tmp_path / "d.png")
    assert not dialog.pixels_box.isEnabled()
    QTest.keyClick(dialog.tabletop_box, Qt.Key.Key_Space)
    assert (dialog.pixels_box.isEnabled(), dialog.scale_box.isEnabled(), dialog.dpi_box.isEnabled()) == (
        True, False, False,
    )  # fmt: skip
    dialog.pixels_box.setFocus()
    dialog.pixels_box.selectAll()
    QTest.keyClicks(dialog.pixels_box, "40")
    until(lambda: "size 40 pixels" in dialog.says.text())
    told = dialog.says.text()
    press_export(table, dialog)
    until(lambda: "Exported: d.png" in table.window.status.hint.text())
    assert told in table.window.status.hint.text()
    image = QImage(str(tmp_path / "d.png"))
    assert told.startswith(f"{image.width():,} by {image.height():,} pixels; grid: hexagonal ")


def press_export(table: DrawingBench, dialog: ExportDialog) -> None:
    QTest.mouseClick(dialog.do, LEFT)
    table.settle(1)


@pytest.mark.parametrize("kind", list(FORMATS))
def test_each_format_is_written(table: DrawingBench, tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"out{FORMATS[kind][1]}"
    dialog = opened(table, tyrol(), kind, path)
    press_export(table, dialog)
    until(path.exists)
    until(lambda: "Exported: out" in table.window.status.hint.text())
    begins = {"png": b"\x89PNG", "pdf": b"%PDF", "svg": b"<?xml", "csv": b"a,b,a_name"}
    data = path.read_bytes()
    assert data.startswith(begins.get(kind, b"{"))
    if kind == "paper":
        assert geojson.read(data) == tyrol()


def test_the_sheets_are_shown_and_counted_before_anything_is_written(table: DrawingBench, tmp_path: Path) -> None:
    dialog = opened(table, danube(), "pdf", tmp_path / "d.pdf")
    until(lambda: "sheet" in dialog.says.text())
    assert dialog.preview.plan is not None
    few = len(dialog.preview.plan.pages)
    dialog.scale_box.setFocus()
    dialog.scale_box.selectAll()
    QTest.keyClicks(dialog.scale_box, "60")
    QTest.keyClick(dialog.scale_box, Qt.Key.Key_Tab)
    until(lambda: dialog.preview.plan is not None and len(dialog.preview.plan.pages) > few)
    assert f"on {len(dialog.preview.plan.pages)} sheets" in dialog.says.text()
    assert not (tmp_path / "d.pdf").exists()
    dialog.paper_box.setEditText("B12")
    until(lambda: "B12" in dialog.says.text())
    assert dialog.says.text().endswith(".") or "297x420" in dialog.says.text()


def test_a_file_that_is_there_is_written_over_only_when_it_is_meant(table: DrawingBench, tmp_path: Path) -> None:
    path = tmp_path / "mine.csv"
    path.write_text("mine")
    dialog = opened(table, tyrol(), "csv", path)
    press_export(table, dialog)
    box = dialog.findChild(QMessageBox)
    assert box is not None
    assert "Write over mine.csv?" in box.text()
    QTest.keyClick(box, Qt.Key.Key_Escape)
    table.settle(1)
    assert path.read_text() == "mine"
    assert dialog.isVisible()
    press_export(table, dialog)
    (box,) = [one for one in dialog.findChildren(QMessageBox) if one.isVisible()]
    QTest.mouseClick(next(one for one in box.buttons() if "Write over" in one.text()), LEFT)
    until(lambda: path.read_text() != "mine")


def test_a_name_with_the_ending_of_another_format_is_refused(table: DrawingBench, tmp_path: Path) -> None:
    """A GeoJSON file that is called lands.svg is opened by no drawing program."""
    dialog = opened(table, tyrol(), "paper", tmp_path / "lands.svg")
    press_export(table, dialog)
    says = "lands.svg would be taken for another format: choose SVG drawing above, or end the name with .geojson."
    assert dialog.says.text() == says
    assert not (tmp_path / "lands.svg").exists()
    dialog.reject()


def test_what_cannot_be_written_is_said_in_the_dialog(table: DrawingBench, tmp_path: Path) -> None:
    dialog = opened(table, tyrol(), "svg", tmp_path / "gone" / "a.svg")
    press_export(table, dialog)
    until(lambda: "there is no folder" in dialog.says.text())
    assert dialog.do.isEnabled()
    assert dialog.isVisible()
    QTest.mouseClick(dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Close), LEFT)  # type: ignore[union-attr]
    assert not dialog.isVisible()


def test_without_a_picture_the_dialog_is_as_high_as_its_fields(table: DrawingBench, tmp_path: Path) -> None:
    dialog = opened(table, tyrol(), "csv", tmp_path / "a.csv")
    low = dialog.height()
    dialog.format_box.setCurrentIndex(dialog.format_box.findData("pdf"))
    table.settle(2)
    assert dialog.preview.isVisible()
    assert dialog.height() > low + 100
    dialog.format_box.setCurrentIndex(dialog.format_box.findData("csv"))
    table.settle(2)
    assert dialog.height() == low
