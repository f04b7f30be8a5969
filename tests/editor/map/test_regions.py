"""Regions: added, named and ordered in a tree, painted onto the spaces that belong to them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from sandtable.board.spaces import RegionId, SpaceId
from sandtable_editor.map.panels.regions import RegionsPanel
from sandtable_editor.map.tools.regions.paint_regions import RegionsTool
from tests.editor.map.drawing import RIGHT, DrawingBench
from tests.editor.map.sitting import MapSitting, replay
from tests.editor.map.test_edges import lands

SITTINGS: Final = Path(__file__).parent / "sittings"
S, R = SpaceId, RegionId


def lines() -> list[str]:
    return (SITTINGS / "regions.txt").read_text("utf-8").splitlines()


def test_a_sitting_over_regions_is_the_same_by_mouse_by_keys_and_by_command(
    table: DrawingBench, tmp_path: Path
) -> None:
    sheet = replay(table, lands(), lines()[:-1], tmp_path)
    assert sheet.spaces_of(R("marches")) == ("east", "middle", "south", "west")
    assert sheet.region[R("the-realm")].kind == "country"


def test_alt_takes_out_and_a_stroke_is_one_entry(table: DrawingBench) -> None:
    desk = table.open(lands())
    MapSitting(table, "mouse").read(lines())
    assert desk.design.map.spaces_of(R("marches")) == ("east", "middle", "south")
    assert [entry.says for entry in desk.design.entries] == [
        "Add province Marches", "Add country The Realm", "Put West, Middle, East into Marches",
        "Put South into Marches", "Take West out of every province",
    ]  # fmt: skip
    table.type_keys("Ctrl+Z")
    assert desk.design.map.spaces_of(R("marches")) == ("east", "middle", "south", "west")


def test_a_region_lies_within_another_and_never_within_itself(table: DrawingBench) -> None:
    desk = table.open(lands())
    MapSitting(table, "mouse").read(lines()[:7])
    (panel,) = table.window.findChildren(RegionsPanel)
    for one, within in (("marches", "the-realm"), ("the-realm", "marches")):
        panel.tree.moved.emit(one, within)
    assert desk.design.map.region[R("marches")].within == "the-realm"
    assert desk.design.map.region[R("the-realm")].within is None
    assert "within itself" in desk.hints.bubble.text()
    top = panel.tree.topLevelItem(0)
    assert top is not None
    below = top.child(0)
    assert below is not None
    assert [top.text(0), below.text(0)] == ["The Realm", "Marches"]


def test_spaces_that_are_selected_come_into_a_new_region_and_it_can_be_renamed_and_removed(
    table: DrawingBench,
) -> None:
    desk = table.open(lands())
    desk.selection.select(spaces=[S("west"), S("south")])
    sitting = MapSitting(table, "mouse")
    sitting.read(lines()[:4])
    assert desk.design.map.spaces_of(R("marches")) == ("south", "west")
    (panel,) = table.window.findChildren(RegionsPanel)
    panel.name.setText("Border Lands")
    QTest.keyClick(panel.name, Qt.Key.Key_Return)
    assert desk.design.map.region[R("marches")].name == "Border Lands"
    sitting.read(["press Remove"])
    assert not desk.design.map.regions
    assert "belong to no province any more" in desk.design.entries[-1].notes[0]


def test_right_click_takes_up_the_region_at_a_place(table: DrawingBench) -> None:
    desk = table.open(lands())
    MapSitting(table, "mouse").read(lines())
    tool = desk.tools["regions"]
    assert isinstance(tool, RegionsTool)
    tool.choice.setCurrentIndex(tool.choice.findData("the-realm"))
    table.click_at((60, 30), button=RIGHT)
    assert tool.region is not None
    assert tool.region.id == "marches"
    assert desk.selection.regions == ("marches",)
    desk.selection.select(regions=[R("the-realm")])
    assert tool.region.id == "the-realm"
    table.click_at((20, 30), button=RIGHT)
    assert "No region is here" in desk.hints.bubble.text()
