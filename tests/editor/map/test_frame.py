"""The frame of the Map workspace: edits and their history, selecting, the crosshair, what is said."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QUndoStack
from PySide6.QtWidgets import QMenu

from sandtable.board.maps import Map
from sandtable.board.spaces import SpaceId
from sandtable.design.document import DesignDocument
from sandtable.design.draft_places import draft_path
from sandtable.design.edits.fields import SetFields
from sandtable.design.edits.shapes import DrawArea, Split
from sandtable.design.edits.spaces import AddSpace
from sandtable_editor.map.drawn_map import HeldSpace
from sandtable_editor.map.guides import GuideWords, PaperFrame
from tests.editor.map.drawing import DrawingBench, Press, blank_areas, blank_hexes
from tests.editor.map.sitting import MapSitting, replay
from tests.editor.workbench import CTRL, NONE

WEST = DrawArea("west", ((0, 0), (40, 0), (40, 60), (0, 60)), name="West")
EAST = DrawArea("east", ((40, 0), (80, 0), (80, 60), (40, 60)), name="East")
TOWN = AddSpace("town", (20, 20), name="Town", kind="city")
S = SpaceId
SHIFT, ALT = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier


class PaintCount(QObject):
    """How often a widget has been painted."""

    def __init__(self, widget: QObject) -> None:
        super().__init__()
        self.times = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.times += event.type() == QEvent.Type.Paint
        return False


def two_lands(key: str = "drawn") -> Map:
    document = DesignDocument.of(blank_areas(key))
    document.do_all([WEST, EAST, TOWN])
    return document.map


def test_an_edit_is_shown_kept_and_taken_back(table: DrawingBench) -> None:
    desk = table.open(blank_areas())
    assert desk.design.do(WEST) is not None
    assert len(desk.view.geography.ids) == 1
    assert draft_path(table.library, "drawn").exists()
    assert table.window.windowTitle() == "Drawn* — Sandtable"
    table.type_keys("Ctrl+Z")
    assert not desk.view.geography.ids
    assert desk.design.stack.isClean()
    table.type_keys("Ctrl+Shift+Z")
    assert desk.view.geography.ids == ("west",)
    assert "Draw West" in table.screen()


def test_what_cannot_be_done_is_said_in_a_sentence_and_changes_nothing(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    before = desk.design.map
    assert desk.design.do(Split(S("west"), ((5, 5), (6, 6)), "part")) is None
    assert desk.design.map is before
    assert desk.design.stack.count() == 0
    assert desk.hints.bubble.isVisible()
    assert desk.hints.bubble.text() == table.window.status.hint.text() != ""
    table.click_at((20, 40))
    assert not desk.hints.bubble.isVisible()


def test_what_was_done_besides_is_said(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    desk.design.do(DrawArea("south", ((0, 50), (80, 50), (80, 90), (0, 90))))
    assert "was left to it" in table.window.status.hint.text()
    assert "was left to it" in desk.design.entries[-1].notes[0]


def test_several_edits_are_one_and_survive_as_one(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    names = [SetFields((S("west"),), name="Left"), SetFields((S("east"),), name="Right")]
    assert desk.design.do_all(names, "Name both") is not None
    assert [entry.says for entry in desk.design.entries] == ["Name both"]
    digest = desk.design.map.digest
    table.drawing.close_design()
    again = table.open_again()
    assert again.design.map.digest == digest
    assert [again.design.stack.text(at) for at in range(again.design.stack.count())] == ["Name both"]
    again.design.undo()
    assert again.design.map.name("west") == "West"


def test_the_stack_follows_the_document_whoever_moves_it(table: DrawingBench) -> None:
    desk = table.open(blank_areas())
    for edit in (WEST, EAST, TOWN):
        desk.design.do(edit)
    stack: QUndoStack = desk.design.stack
    stack.setIndex(1)
    assert desk.design.position == 1
    assert desk.view.geography.ids == ("west",)
    desk.design.go_to(3)
    assert stack.index() == 3
    desk.design.go_to(1)
    desk.design.do(SetFields((S("west"),), name="Only"))
    assert (stack.count(), stack.index(), desk.design.position) == (2, 2, 2)


def test_what_is_open_is_not_looked_through_for_rubbish_while_one_zooms(table: DrawingBench) -> None:
    """A board of 250,000 hexes would take 50 ms each time, in the middle of a frame."""
    table.open(two_lands())
    table.wait(lambda: gc.get_freeze_count() > 0)
    table.drawing.close_design()
    assert gc.get_freeze_count() == 0


def test_undo_belongs_to_the_workspace_in_front(table: DrawingBench) -> None:
    desk = table.open(blank_areas())
    desk.design.do(WEST)
    table.window.show_workspace(table.play)
    table.type_keys("Ctrl+Z")
    assert desk.design.position == 1
    assert table.window.windowTitle() == "Sandtable"
    assert not any(dock.isVisible() for dock in table.drawing.docks())
    table.window.show_workspace(table.drawing)
    assert any(dock.isVisible() for dock in table.drawing.docks())
    table.type_keys("Ctrl+Z")
    assert desk.design.position == 0


def test_menus_are_those_of_the_workspace_in_front(table: DrawingBench) -> None:
    def menus() -> list[str]:
        return [one.text().replace("&", "") for one in table.window.menuBar().actions() if one.isVisible()]

    table.open(blank_areas())
    assert menus() == ["Map", "Edit", "View", "Draw", "Help"]
    assert not table.window.commands["new_campaign"].isEnabled()
    table.window.show_workspace(table.play)
    assert menus() == ["Campaign", "Edit", "View", "Table", "Help"]
    assert table.window.commands["new_campaign"].isEnabled()
    assert not table.window.commands["map_save"].isEnabled()


def entries(table: DrawingBench, name: str) -> list[str]:
    """Return what stands in a menu, "-" for what parts it."""
    (menu,) = [one.menu() for one in table.window.menuBar().actions() if one.text().replace("&", "") == name]
    assert isinstance(menu, QMenu)
    return [
        "-" if one.isSeparator() else f"{one.text()} >" if one.menu() is not None else one.text().replace("&", "")
        for one in menu.actions()
        if one.isVisible()
    ]


def test_menus_stand_in_groups(table: DrawingBench) -> None:
    table.open(two_lands())
    listed = entries(table, "Map")
    begin = ["New map…", "New map from geography…", "Open a library…", "Open quickly…", "Import a map…", "-"]
    assert listed[: len(begin)] == begin
    assert "Scan >" in listed
    assert "Lay a scan…" not in listed
    assert entries(table, "Edit")[:3] == ["Undo", "Redo", "-"]
    assert {"Areas >", "Places >", "Lines >"} <= set(entries(table, "Draw"))
    table.window.show_workspace(table.play)
    assert "Scan >" not in entries(table, "Campaign")


def test_problems_come_when_there_are_some_and_not_before(table: DrawingBench) -> None:
    desk = table.open(blank_areas())
    panel = table.drawing.panel("problems")
    table.settle(rounds=20)
    assert not panel.isVisible()
    for edit in (WEST, EAST, TOWN):
        desk.design.do(edit)
    table.wait(panel.isVisible)


def test_docks_that_a_kept_layout_does_not_know_stand_with_those_of_their_side(table: DrawingBench) -> None:
    table.open(two_lands())
    table.drawing.close_design()
    known = table.window.settings.text("layout/map/docks")
    table.window.settings.put("layout/map/docks", known.replace("map.regions", ""))
    table.open_again()
    docks = {dock.objectName(): dock for dock in table.drawing.docks()}
    assert docks["map.regions"] in table.window.tabifiedDockWidgets(docks["map.fields"])


def test_panels_stand_as_they_stood_when_another_map_is_opened_at_once(table: DrawingBench) -> None:
    table.open(two_lands())
    table.open(two_lands("other"))
    docks = {dock.objectName(): dock for dock in table.drawing.docks()}
    beside = {one.objectName() for one in table.window.tabifiedDockWidgets(docks["map.fields"])}
    assert "map.regions" in beside
    assert not docks["map.edges"].isVisible()


def test_a_blank_map_shows_how_large_it_will_be(table: DrawingBench) -> None:
    desk = table.open(blank_areas(size=200))
    (frame,) = desk.guides.shown("paper")
    assert isinstance(frame, PaperFrame)
    corners = {abs(part) for place in (frame.one, frame.other) for part in place}
    assert max(corners) == pytest.approx(200)
    table.open(two_lands("lands"))
    assert not table.desk.guides.shown("paper")


def test_a_click_selects_shift_adds_and_alt_takes_what_is_beneath(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    table.click_at((20, 40))
    assert list(desk.selection.spaces) == ["west"]
    table.click_at((60, 40), SHIFT)
    assert list(desk.selection.spaces) == ["west", "east"]
    table.click_at((60, 40), SHIFT)
    assert desk.selection.spaces == ("west",)
    table.click_at((20, 20))
    assert desk.selection.spaces == ("town",)
    table.click_at((20, 20), ALT)
    assert desk.selection.spaces == ("west",)
    table.click_at((90, 90))
    assert not desk.selection


def test_a_drag_selects_what_lies_in_its_box_and_esc_leaves_it(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    table.drag_along((-5, -5), (45, 70))
    assert set(desk.selection.spaces) == {"west", "town"}
    table.bring((-5, -5), (90, 70))
    table.mouse(Press, (-5, -5))
    table.mouse(Press.MouseMove, (90, 70), down=True)
    assert desk.guides.shown()
    table.key_on_map(Qt.Key.Key_Escape)
    assert not desk.guides.shown()
    assert set(desk.selection.spaces) == {"west", "town"}
    table.key_on_map(Qt.Key.Key_Escape)
    assert not desk.selection


def test_what_a_tool_shows_is_painted_at_once(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    table.settle(rounds=20)
    painted = PaintCount(desk.view.viewport())
    desk.guides.show_guides([GuideWords((20, 20), "here")])
    table.settle()
    assert (before := painted.times)
    desk.guides.clear()
    table.settle()
    assert painted.times > before


def test_properties_problems_and_history_stand_in_front(table: DrawingBench) -> None:
    table.open(two_lands())
    table.settle()
    inside = {dock.objectName(): not dock.visibleRegion().isEmpty() for dock in table.drawing.docks()}
    assert {name for name, seen in inside.items() if seen} == {"map.fields", "map.history", "map.problems"}


def test_one_can_go_as_far_away_as_one_may_draw(table: DrawingBench) -> None:
    view = table.open(two_lands()).view
    view.navigation.zoom_by(1 / 64)
    shown = view.mapToScene(view.viewport().rect()).boundingRect()
    assert shown.contains(view.roaming())


def test_where_one_looks_stays_when_all_is_taken_back_and_done_again(table: DrawingBench) -> None:
    desk = table.open(blank_areas(size=1000))
    far = DrawArea("far", tuple((900 + x, 900 + y) for x, y in ((0, 0), (40, 0), (40, 60), (0, 60))))
    assert desk.design.do(far) is not None
    table.drawing.close_design()
    desk = table.open_again()
    view = desk.view
    before = view.spot_of((900, 900))
    desk.design.undo()
    table.settle()
    desk.design.redo()
    table.settle()
    assert (view.spot_of((900, 900)) - before).manhattanLength() < 2


def test_tab_goes_through_spaces_and_arrows_to_neighbours(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    table.key_on_map(Qt.Key.Key_Tab)
    assert desk.selection.spaces == ("east",)
    assert desk.view.accessibleDescription() == "East"
    table.key_on_map(Qt.Key.Key_Left)
    table.key_on_map(Qt.Key.Key_Return)
    assert desk.selection.spaces in (("west",), ("town",))


def test_the_crosshair_moves_by_round_steps_and_to_what_it_can_snap_to(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    table.go_by_keys((50, 30))
    stride = desk.view.stride
    table.key_on_map(Qt.Key.Key_Right)
    assert desk.crosshair.at == (50 + stride, 30)
    table.key_on_map(Qt.Key.Key_Up, SHIFT)
    assert desk.crosshair.at == (50 + stride, 30 - 10 * stride)
    table.go_by_keys((38, 1))
    table.key_on_map(Qt.Key.Key_Right, CTRL)
    assert desk.crosshair.at == (40, 0)
    assert f"40.{'0' * desk.view.digits}"[: 3 if desk.view.digits else 2] in table.window.status.where.text()


def test_the_status_bar_tells_the_place_and_the_hex(table: DrawingBench) -> None:
    table.open(blank_hexes())
    table.on_map("0")
    table.write("203")
    table.key(Qt.Key.Key_Return)
    assert "hex 0203" in table.window.status.where.text()


def test_what_is_typed_and_is_no_place_is_refused_in_a_sentence(table: DrawingBench) -> None:
    table.open(blank_hexes())
    table.on_map("9")
    table.write("9x9")
    table.key(Qt.Key.Key_Return)
    assert "“99x9” is not a place" in table.screen()


def test_what_is_selected_is_deleted_as_one_edit_and_comes_back(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    table.drag_along((-5, -5), (45, 70))
    table.key_on_map(Qt.Key.Key_Delete)
    assert set(desk.design.map.graph.spaces) == {"east"}
    assert not desk.selection
    assert [entry.says for entry in desk.design.entries] == ["Remove 2 spaces"]
    table.type_keys("Ctrl+Z")
    assert set(desk.design.map.graph.spaces) == {"east", "west", "town"}


def test_an_entry_of_the_history_selects_what_it_touched_and_goes_there(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    desk.design.do(SetFields((S("east"),), name="Orient"))
    panel = table.drawing.panel("history")
    table.choose(1, panel.list)  # type: ignore[attr-defined]
    assert desk.selection.spaces == ("east",)
    table.press("Copy as a script")
    assert table.application.clipboard().text().startswith('{"edit":"SetFields"')
    table.choose(0, panel.list)  # type: ignore[attr-defined]
    table.press("Go there")
    assert desk.design.map.name("east") == "East"


def test_a_map_that_is_drawn_on_keeps_where_one_looks_and_paints_no_more_than_differs(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    desk.view.zoom_by(3)
    desk.view.settle()
    painted, origin = desk.view.map_scene.tiles.painted, desk.view.origin()
    desk.design.do(SetFields((S("town"),), name="Other"))
    desk.view.settle()
    assert desk.view.origin() == origin
    assert desk.view.map_scene.tiles.painted - painted <= 4


def test_a_sitting_by_mouse_and_by_keys_is_the_same_as_by_command(table: DrawingBench, tmp_path: Path) -> None:
    lines = ["tool select", "drag -5, -5 -> 45, 70", "click 60, 40 shift", "key Delete", "key Ctrl+Z", "key Escape",
             "click 60, 40", "key Delete"]  # fmt: skip
    found = replay(table, two_lands(), lines, tmp_path)
    assert set(found.graph.spaces) == {"west", "town"}


def test_space_clicks_unless_the_map_was_moved_with_it(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    MapSitting(table, "keys").read(["move 60, 40"])
    table.key_on_map(Qt.Key.Key_Space, NONE)
    assert desk.selection.spaces == ("east",)


def test_space_that_is_held_is_no_click_however_often_it_repeats() -> None:
    space = HeldSpace()
    space.press(1_000)
    clicks = [space.is_click_at(1_660)]
    for now in range(1_660, 1_900, 40):
        space.press(now)
        space.moved_map |= now == 1_740
        clicks.append(space.is_click_at(now + 40))
    assert not any(clicks)
    space.press(5_000)
    assert space.is_click_at(5_100)
    space.press(5_300)
    space.moved_map = True
    assert not space.is_click_at(5_400)
