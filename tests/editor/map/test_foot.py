"""The foot of the window counts problems and zooms; a map is opened by its title; the wand selects what is alike."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from sandtable.board.shapes import Place
from sandtable.board.spaces import SpaceId
from sandtable.design.alike import alike_around
from sandtable.design.edits.edges import SayEdge
from sandtable.design.edits.fields import SetFields
from sandtable.design.edits.hexes import PaintHexes
from sandtable.design.edits.shapes import DrawArea
from sandtable_editor.map.foot import MapFoot
from sandtable_editor.shell.settings_dialog import ViewPage
from sandtable_editor.wheel import WHEEL_SCROLLS
from tests.editor.map.drawing import DrawingBench, blank_areas, blank_hexes
from tests.editor.map.test_frame import two_lands

S = SpaceId
ALT, SHIFT = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier


def foot_of(table: DrawingBench) -> MapFoot:
    return table.drawing.page.foot


def test_problems_are_counted_at_the_foot_and_a_click_leads_to_them(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    table.settle()
    foot = foot_of(table)
    desk.design.do(DrawArea("far", ((70, 70), (90, 70), (90, 90), (70, 90)), name="Far"))
    table.settle()
    panel = table.drawing.panel("problems")
    assert foot.problems.isVisible()
    assert "warning" in foot.problems.accessibleName()
    desk.panels_turned_away.emit()
    assert not panel.isVisible()
    foot.problems.click()
    table.settle()
    assert panel.isVisible()


def test_zoom_is_shown_in_percent_of_the_whole_map_and_can_be_typed(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    table.settle()
    foot = foot_of(table)
    assert foot.line.text() == "100 %"
    desk.view.zoom_by(2)
    assert 195 <= foot.percent <= 205
    assert foot.line.text() == f"{foot.percent} %"
    foot.line.setFocus()
    foot.line.selectAll()
    QTest.keyClicks(foot.line, "150")
    QTest.keyClick(foot.line, Qt.Key.Key_Return)
    assert 145 <= foot.percent <= 155
    assert desk.view.hasFocus()
    foot.line.setFocus()
    foot.line.selectAll()
    QTest.keyClicks(foot.line, "near")
    QTest.keyClick(foot.line, Qt.Key.Key_Return)
    assert foot.line.text() == f"{foot.percent} %", "what is no number changes nothing"


def test_only_zooms_are_offered_to_which_the_map_comes(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    table.settle()
    foot = foot_of(table)
    offered = [foot.zoom.itemText(at) for at in range(foot.zoom.count())]
    assert offered[:2] == ["50 %", "100 %"]
    for text in offered:
        foot.zoom.textActivated.emit(text)
        assert abs(foot.percent - int(text.split()[0].replace(",", ""))) <= 0.02 * foot.percent
    desk.view.zoom_by(1_000)
    assert foot.percent == foot.closest >= int(offered[-1].split()[0].replace(",", ""))


def test_the_foot_is_the_maps_alone_and_goes_with_it(table: DrawingBench) -> None:
    table.open(two_lands())
    table.settle()
    foot = foot_of(table)
    assert foot.isVisible()
    table.window.show_workspace(table.window.workspaces[0])
    assert not foot.isVisible()
    table.window.show_workspace(table.drawing)
    assert foot.isVisible()
    table.drawing.close_design()
    table.settle()
    assert not table.window.status.findChildren(MapFoot)


def test_a_map_is_opened_by_a_part_of_its_title(table: DrawingBench) -> None:
    table.open(two_lands())
    other = blank_areas("other")
    table.open(replace(other, info=structs.replace(other.info, title="Second map")))
    table.drawing.first_page.add_library(str(table.library))
    table.type_keys("Ctrl+P")
    table.wait(table.window.menus.finder.isVisible)
    finder = table.window.menus.finder
    QTest.keyClicks(finder.line, "draw")
    assert [finder.list.item(row).text().split("    ")[0] for row in range(finder.list.count())] == ["Drawn"]
    QTest.keyClick(finder.line, Qt.Key.Key_Return)
    table.settle()
    assert table.desk.design.map.key == "drawn"


def near(table: DrawingBench, number: str) -> Place:
    """Return a place in a hex in few digits."""
    place = table.sheet.locate(number)
    assert place is not None
    return round(place[0], 1), round(place[1], 1)


def test_the_wand_takes_what_hangs_together_and_is_alike(table: DrawingBench) -> None:
    desk = table.open(blank_hexes())
    desk.design.do(PaintHexes(("0303", "0304", "0805"), ("forest",)))
    desk.take("wand")
    table.click_at(middle := near(table, "0303"))
    assert set(desk.selection.hexes) == {S("0303"), S("0304")}
    table.click_at(near(table, "0805"), SHIFT)
    assert set(desk.selection.hexes) == {S("0303"), S("0304"), S("0805")}
    table.click_at(middle, ALT)
    assert desk.selection.hexes == (S("0805"),)


def test_areas_are_alike_by_their_kind_and_hang_together_where_there_is_a_way(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    assert set(alike_around(desk.design.map, S("west"))) == {"west", "east"}
    desk.design.do(SayEdge(S("east"), S("west"), status="forbidden"))
    assert alike_around(desk.design.map, S("west")) == ["west"]
    desk.design.undo()
    desk.design.do(SetFields((S("east"),), kind="sea"))
    assert alike_around(desk.design.map, S("west")) == ["west"]


def test_the_wheel_is_told_in_settings_to_scroll(table: DrawingBench) -> None:
    page = ViewPage(table.window)
    assert not page.wheel.isChecked()
    page.wheel.click()
    assert table.window.property(WHEEL_SCROLLS) is True
    assert table.window.settings.flag(WHEEL_SCROLLS, default=False)
    assert ViewPage(table.window).wheel.isChecked()
    page.wheel.click()
    assert table.window.property(WHEEL_SCROLLS) is False


def test_the_map_has_the_keyboard_again_when_the_palette_is_left(table: DrawingBench) -> None:
    table.open(blank_hexes())
    finder = table.window.menus.finder
    for typed, last in (("", Qt.Key.Key_Escape), ("zoom in", Qt.Key.Key_Return)):
        table.drawn.setFocus()
        table.type_keys("Ctrl+Shift+P")
        QTest.keyClicks(finder.line, typed)
        QTest.keyClick(finder.line, last)
        table.settle()
        assert not finder.isVisible()
        assert table.drawn.hasFocus()


def test_a_refusal_is_no_longer_told_once_esc_was_pressed(table: DrawingBench) -> None:
    desk = table.open(blank_hexes())
    table.drawn.setFocus()
    desk.refuse("That cannot be.")
    assert table.window.status.hint.text() == "That cannot be."
    QTest.keyClick(table.drawn, Qt.Key.Key_Escape)
    assert "That" not in table.window.status.hint.text()
