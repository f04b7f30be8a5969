"""Hexes made again of geography from the window: shown before, done, taken back, saved, and again from there."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from sandtable.design.edits.hexes import PaintHexes
from sandtable.design.last_run import last_run_path
from sandtable.interchange.foreign_files import foreign_bytes
from sandtable.interchange.hexify import hexify as make
from sandtable.interchange.hexify import read_rules
from sandtable_editor.map.begin.geography_dialog import GeographyDialog
from sandtable_editor.map.desk import MapDesk
from sandtable_editor.map.dialogs.hexify import LAYER, HexifyDialog, hexify
from tests.editor.map.drawing import DrawingBench
from tests.editor.map.waiting import until

LAND = """{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"wood": true}, "geometry":
{"type": "Polygon", "coordinates": [[[0, 0], [80, 0], [80, 60], [0, 60], [0, 0]]]}}]}"""
RULES = """
key = "vale"
title = "The Vale"
project = "none"
[hexes]
size = 10
[[terrain]]
terrain = "%s"
where = {wood = true}
"""


def opened(table: DrawingBench, folder: Path) -> MapDesk:
    """Open a map that is made of a wood."""
    (folder / "land.geojson").write_text(LAND)
    (folder / "rules.toml").write_text(RULES % "woods")
    rules = read_rules((RULES % "woods").encode(), what="rules")
    sheet = make([("land", foreign_bytes(folder / "land.geojson"))], rules).map
    table.window.show()
    return table.open(sheet)


def asked(desk: MapDesk, folder: Path, terrain: str) -> HexifyDialog:
    """Have the dialog make the hexes again, with a terrain of other rules."""
    (folder / "rules.toml").write_text(RULES % terrain)
    dialog = hexify(desk)
    dialog.take_files([str(folder / "land.geojson")])
    dialog.take_rules([str(folder / "rules.toml")])
    until(lambda: "being made" not in dialog.says.text())
    return dialog


def test_hexes_are_made_again_and_what_was_changed_by_hand_stays(table: DrawingBench, tmp_path: Path) -> None:
    desk = opened(table, tmp_path)
    dialog = asked(desk, tmp_path, "heath")
    assert "No run before is known" in dialog.says.text()
    assert desk.guides.shown(LAYER)
    assert desk.design.map.by_number.terrain("0202") == ("woods",)
    QTest.mouseClick(dialog.do, Qt.MouseButton.LeftButton)
    assert not desk.guides.shown(LAYER)
    assert desk.design.map.by_number.terrain("0202") == ("heath",)
    desk.design.do(PaintHexes(("0202",), ("marsh",)))
    dialog = asked(desk, tmp_path, "forest")
    assert "1 hex keeps what was changed by hand." in dialog.says.text()
    QTest.mouseClick(dialog.do, Qt.MouseButton.LeftButton)
    assert [desk.design.map.by_number.terrain(one) for one in ("0202", "0203")] == [("marsh",), ("forest",)]
    desk.design.save()
    assert last_run_path(table.library, "vale").exists()
    desk.design.go_to(0)
    desk.design.save()
    assert not last_run_path(table.library, "vale").exists()


def test_rules_that_cannot_be_read_are_told_and_leaving_takes_the_look_away(
    table: DrawingBench, tmp_path: Path
) -> None:
    desk = opened(table, tmp_path)
    dialog = asked(desk, tmp_path, 'x"\nwrong = "')
    assert "the rules cannot be read" in dialog.says.text()
    assert not dialog.do.isEnabled()
    dialog.reject()
    dialog = asked(desk, tmp_path, "heath")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not desk.guides.shown(LAYER)
    assert not desk.design.entries


def from_geography(table: DrawingBench, folder: Path, terrain: str) -> GeographyDialog:
    """Have the map of a wood made, with its picture."""
    (folder / "land.geojson").write_text(LAND)
    (folder / "rules.toml").write_text(RULES % terrain)
    table.window.show()
    dialog = table.drawing.beginning().from_geography()
    dialog.take_files([str(folder / "land.geojson")])
    assert not dialog.do.isEnabled()
    dialog.take_rules([str(folder / "rules.toml")])
    return dialog


def test_a_first_map_is_made_of_geography_looked_at_kept_and_made_again(table: DrawingBench, tmp_path: Path) -> None:
    dialog = from_geography(table, tmp_path, "woods")
    assert dialog.stop.isEnabled()
    until(dialog.do.isEnabled)
    assert not dialog.picture.pixmap().isNull()
    assert dialog.says.text().startswith("The Vale: ")
    dialog.title_box.setText("A vale of ours")
    QTest.mouseClick(dialog.do, Qt.MouseButton.LeftButton)
    until(lambda: table.drawing.desk is not None)
    desk = table.desk
    assert desk.design.map.title == "A vale of ours"
    desk.design.do(PaintHexes(("0202",), ("marsh",)))
    again = asked(desk, tmp_path, "heath")
    assert "No run before is known" not in again.says.text()
    QTest.mouseClick(again.do, Qt.MouseButton.LeftButton)
    assert [desk.design.map.by_number.terrain(one) for one in ("0202", "0203")] == [("marsh",), ("heath",)]


def test_making_a_first_map_can_be_stopped_and_what_is_wrong_is_said(table: DrawingBench, tmp_path: Path) -> None:
    dialog = from_geography(table, tmp_path, "woods")
    QTest.mouseClick(dialog.stop, Qt.MouseButton.LeftButton)
    assert dialog.says.text() == "It was stopped: nothing was made."
    assert not dialog.do.isEnabled()
    (tmp_path / "rules.toml").write_text(RULES % 'x"\nwrong = "')
    QTest.mouseClick(dialog.again, Qt.MouseButton.LeftButton)
    until(lambda: "the rules cannot be read" in dialog.says.text())
    (tmp_path / "rules.toml").write_text(RULES % "woods")
    QTest.mouseClick(dialog.again, Qt.MouseButton.LeftButton)
    until(dialog.do.isEnabled)
    dialog.reject()
    assert table.drawing.desk is None
