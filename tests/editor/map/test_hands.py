"""Hands on the canvas: the map stays where it is, the line says what a click does now, keys do what the mouse does."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest

from sandtable.board.maps import Map
from sandtable.board.spaces import SpaceId
from sandtable.design.document import DesignDocument
from sandtable.design.edits.flooded import FloodAreas, FloodedArea, draft_areas
from sandtable.design.edits.hexes import PaintHexes
from sandtable.design.edits.shapes import CutHole
from sandtable_editor.map import design_history
from sandtable_editor.map.panels.history import HistoryPanel
from sandtable_editor.map.selection import Selected
from sandtable_editor.map.tools.hexes.palette import HexPalette
from tests.editor.map.drawing import DrawingBench, Move, Press, Release, blank_areas, blank_hexes
from tests.editor.map.test_edges import lands
from tests.editor.map.test_frame import two_lands
from tests.editor.map.test_layers import full_map
from tests.editor.map.waiting import until

SHIFT, CTRL, ALT = (
    Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier,
)  # fmt: skip
NONE = Qt.KeyboardModifier.NoModifier
S = SpaceId


def standing(table: DrawingBench, at: tuple[float, float]) -> QPoint:
    """Return where in the window a place of the map stands."""
    return table.drawn.viewport().mapTo(table.window, table.drawn.spot_of(at).toPoint())


# -- the map stays


@pytest.mark.parametrize("zoomed", [False, True])
def test_the_map_stays_where_it_is_whatever_tool_is_taken(table: DrawingBench, zoomed: bool) -> None:
    desk = table.open(full_map())
    if zoomed:
        desk.view.zoom_by(2.5)
    before = standing(table, (60, 40))
    for key, tool in desk.tools.items():
        if tool.is_fit():
            desk.take(key)
            table.settle()
            assert standing(table, (60, 40)) == before, key


@pytest.mark.parametrize("zoomed", [False, True])
def test_the_map_stays_where_it_is_when_an_edge_is_selected(table: DrawingBench, zoomed: bool) -> None:
    desk = table.open(lands())
    desk.bring_panel("edges")
    table.settle()
    if zoomed:
        desk.view.zoom_by(2.5)
    before = standing(table, (60, 40))
    desk.selection.set(Selected(edges=((S("middle"), S("west")),)))
    table.settle()
    assert standing(table, (60, 40)) == before
    desk.selection.clear()
    table.settle()
    assert standing(table, (60, 40)) == before


def test_the_map_stays_where_it_is_when_a_dock_comes_and_goes(table: DrawingBench) -> None:
    desk = table.open(lands())
    desk.view.zoom_by(2.5)
    before = standing(table, (60, 40))
    docks = [dock for dock in table.drawing.docks() if dock.isVisible()]
    for dock in docks:
        dock.hide()
        table.settle()
        moved = standing(table, (60, 40)) - before
        assert moved.manhattanLength() <= 2, dock.windowTitle()


@pytest.mark.parametrize("by_key", [False, True])
def test_the_map_stays_where_it_is_when_the_problems_come_up_while_one_draws(table: DrawingBench, by_key: bool) -> None:
    """Of a map that nobody has zoomed, too: the next press would go to another place than it was meant for."""
    desk = table.open(lands())
    problems = next(dock for dock in table.drawing.docks() if dock.objectName().endswith("problems"))
    problems.hide()
    table.settle()
    desk.take("select")
    if by_key:
        table.window.activateWindow()
        table.drawn.setFocus()
        QTest.keyClick(table.drawn, Qt.Key.Key_Right)
    else:
        table.click_at((60, 40))
    table.settle()
    before, zoom = standing(table, (60, 40)), table.drawn.zoom
    problems.show()
    table.settle()
    assert table.drawn.zoom == zoom
    assert (standing(table, (60, 40)) - before).manhattanLength() <= 2


def test_a_map_on_which_nobody_has_worked_yet_is_fitted_into_its_window(table: DrawingBench) -> None:
    desk = table.open(lands())
    zoom = desk.view.zoom
    table.window.resize(700, 500)
    table.settle()
    assert desk.view.zoom < zoom


# -- the line at the foot


def test_the_line_says_what_a_click_would_do_to_what_is_under_the_mouse(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    table.bring((20, 30), (60, 40))
    table.mouse(Move, (60, 40))
    assert desk.hints.line.startswith("Click: select East")
    table.mouse(Move, (20, 30))
    assert desk.hints.line.startswith("Click: select West")
    desk.take("vertices")
    table.mouse(Move, (80, 60))
    assert desk.hints.line.startswith("Drag: move this vertex")
    table.mouse(Move, (60, 40))
    assert "vertex" not in desk.hints.line


def test_the_line_follows_keys_that_go_down_and_up_without_the_mouse(table: DrawingBench) -> None:
    desk = table.open(blank_hexes())
    desk.take("hex_brush")
    table.mouse(Move, (2.0, 2.0))
    plain = desk.hints.line
    table.window.activateWindow()
    table.drawn.setFocus()
    QTest.keyPress(table.drawn, Qt.Key.Key_Control)
    assert desk.hints.line.startswith("Click or drag: add forest")
    QTest.keyRelease(table.drawn, Qt.Key.Key_Control)
    assert desk.hints.line == plain
    QTest.keyPress(table.drawn, Qt.Key.Key_Alt)
    table.window.commands["map_go_to"].trigger()
    table.settle()
    assert desk.hints.line == plain, "what was held down when another field was taken counts no more"


def test_the_line_follows_what_is_chosen_above_the_map(table: DrawingBench) -> None:
    desk = table.open(full_map())
    desk.take("along")
    tool = desk.tools["along"]
    tool.choice.setCurrentIndex(1)  # type: ignore[attr-defined]
    assert "off" in desk.hints.line
    desk.take("edges")
    desk.tools["edges"].choice.setCurrentIndex(1)  # type: ignore[attr-defined]
    assert "forbid it" in desk.hints.line.partition("·")[0]


def test_what_is_shown_follows_keys_too(table: DrawingBench) -> None:
    desk = table.open(blank_hexes())
    desk.take("hex_side")
    table.mouse(Move, (2.0, 2.0))
    before = desk.guides.shown()
    QTest.keyPress(table.drawn, Qt.Key.Key_Alt)
    assert before
    assert desk.guides.shown() != before, "what would go is red"
    QTest.keyRelease(table.drawn, Qt.Key.Key_Alt)
    assert desk.guides.shown() == before


# -- keys


def painted(key: str = "drawn") -> Map:
    document = DesignDocument.of(blank_hexes(key))
    document.do(PaintHexes(("0101", "0201", "0301"), ("swamp",)))
    return document.map


def terrain(table: DrawingBench, number: str) -> tuple[str, ...]:
    board = table.sheet.hexes
    assert board is not None
    return board.terrain.of(board.numbers.hex(number))


@pytest.mark.parametrize(
    ("key", "held", "lies"),
    [
        (Qt.Key.Key_Insert, CTRL, ("forest", "swamp")), (Qt.Key.Key_Insert, ALT, ()),
        (Qt.Key.Key_G, ALT, ()), (Qt.Key.Key_G, NONE, ("forest",)),
    ],
)  # fmt: skip
def test_a_drag_by_keys_has_what_its_key_was_pressed_with(
    table: DrawingBench, key: Qt.Key, held: Qt.KeyboardModifier, lies: tuple[str, ...]
) -> None:
    desk = table.open(painted())
    HexPalette.of(desk).put(terrain=("forest",))
    desk.take("hex_brush")
    HexPalette.of(desk).put(terrain=("forest",))
    board = table.sheet.hexes
    assert board is not None
    first, last = (desk.view.geography.on_canvas(board.grid.centre(board.numbers.hex(one))) for one in ("0101", "0301"))
    desk.crosshair.go_to(first)
    table.key_on_map(key, held)
    desk.place_box.wanted.emit(last)
    table.on_map("g")
    assert [terrain(table, one) for one in ("0101", "0201", "0301")] == [lies] * 3
    assert len(desk.design.entries) == 1


def test_the_line_says_so_while_g_holds_a_key(table: DrawingBench) -> None:
    desk = table.open(painted())
    desk.take("hex_brush")
    table.key_on_map(Qt.Key.Key_G, ALT)
    table.key_on_map(Qt.Key.Key_Right)
    assert desk.hints.line.startswith("Click or drag: take all terrain out")
    table.key_on_map(Qt.Key.Key_Escape)
    assert desk.hints.line.startswith("Click or drag: paint")


def test_the_letter_of_a_tool_can_be_another_and_is_printed_so(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    commands, rail = table.window.commands, table.drawing.page.rail
    assert commands.key_of("tool_draw_area") == "P"
    assert commands.give_key("tool_draw_area", QKeySequence("Z")) == ""
    assert rail.buttons["draw_area"].text().startswith("Z ")
    table.on_map("p")
    assert desk.tool.key == "select"
    table.on_map("z")
    assert desk.tool.key == "draw_area"
    assert "already belongs" in commands.give_key("tool_line", QKeySequence("Z"))
    assert commands.give_key("draw_snap", QKeySequence("Shift+N")) == ""
    table.on_map("n")
    assert desk.switches.snap
    table.key_on_map(Qt.Key.Key_N, SHIFT)
    assert not desk.switches.snap
    assert commands.give_key("draw_trace", QKeySequence("G")) != "", "G holds the button down"
    commands.reset_keys()
    table.on_map("p")
    assert rail.buttons["draw_area"].text().startswith("P ")


def test_a_letter_in_a_list_takes_no_tool(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    desk.bring_panel("layers")
    table.type_keys("P")
    assert desk.tool.key == "select"


def test_drafts_of_a_flood_are_confirmed_by_a_command(table: DrawingBench) -> None:
    document = DesignDocument.of(replace(blank_areas(), underlays=full_map().underlays[:1]))
    squares = [((x, 0.0), (x + 10, 0.0), (x + 10, 10.0), (x, 10.0)) for x in (0.0, 10.0)]
    found = tuple(FloodedArea(id, square) for id, square in zip(("a", "b"), squares, strict=True))
    document.do(FloodAreas(found, "land", "lower"))
    desk = table.open(document.map)
    confirm = table.window.commands["map_confirm_drafts"]
    assert confirm.isEnabled()
    table.click_at((5, 5))
    table.type_keys(table.window.commands.key_of("map_confirm_drafts"))
    assert draft_areas(table.sheet) == ("b",), "those that are selected"
    desk.selection.clear()
    confirm.trigger()
    assert draft_areas(table.sheet) == (), "all, where none is selected"
    assert not confirm.isEnabled()


# -- gaps


def test_a_gap_is_looked_for_beside_the_work_of_the_window(table: DrawingBench) -> None:
    document = DesignDocument.of(two_lands())
    document.do(CutHole(S("east"), ((50, 30), (56, 30), (56, 36), (50, 36))))
    desk = table.open(document.map)
    desk.take("fill_gap")
    table.bring((53, 33))
    table.mouse(Move, (53, 33))
    until(lambda: desk.hints.line.startswith("Click: East gets this gap"))
    assert desk.guides.shown()
    table.mouse(Press, (53, 33))
    table.mouse(Release, (53, 33))
    assert desk.design.entries[-1].says == "Fill the gap at 53, 33"
    assert "is filled" in desk.hints.line
    until(lambda: desk.tool.hint(NONE).startswith("There is no gap on this map"))


# -- nudges


def pressed(table: DrawingBench, key: Qt.Key, many: int) -> None:
    for _ in range(many):
        table.key_on_map(key)


def test_nudges_of_the_same_vertices_are_one_entry_and_taken_back_together(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    desk.take("vertices")
    table.click_at((80, 60))
    pressed(table, Qt.Key.Key_Right, 5)
    pressed(table, Qt.Key.Key_Up, 2)
    assert [entry.says for entry in desk.design.entries] == ["Move a vertex"]
    history = table.drawing.panel("history")
    assert isinstance(history, HistoryPanel)
    assert history.list.count() == 2
    assert desk.design.stack.count() == 1
    moved = table.sheet.digest
    table.type_keys("Ctrl+Z")
    assert table.sheet.digest == two_lands().digest
    table.type_keys("Ctrl+Shift+Z")
    assert table.sheet.digest == moved
    table.open_again()
    assert (table.sheet.digest, len(table.desk.design.entries)) == (moved, 1), "so it stands in the draft"


def test_anything_else_ends_a_run_of_nudges(table: DrawingBench, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = table.open(two_lands())
    desk.take("vertices")
    table.click_at((80, 60))
    pressed(table, Qt.Key.Key_Right, 2)
    table.click_at(desk.tools["vertices"].chosen[0])  # type: ignore[attr-defined]
    pressed(table, Qt.Key.Key_Right, 2)
    assert len(desk.design.entries) == 2, "a click"
    table.type_keys("Ctrl+S")
    pressed(table, Qt.Key.Key_Right, 2)
    assert len(desk.design.entries) == 3, "a save: that entry is in the library"
    assert desk.design.draft.has_unsaved
    monkeypatch.setattr(design_history, "PAUSE", -1.0)
    pressed(table, Qt.Key.Key_Right, 2)
    assert len(desk.design.entries) == 5, "a pause"


def test_a_nudge_there_and_back_is_no_entry_that_does_nothing(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    desk.take("vertices")
    table.click_at((80, 60))
    table.key_on_map(Qt.Key.Key_Right)
    table.key_on_map(Qt.Key.Key_Left)
    assert table.sheet.digest == two_lands().digest
    table.type_keys("Ctrl+Z Ctrl+Z")
    assert table.sheet.digest == two_lands().digest


def test_arrows_nudge_the_labels_that_are_selected(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    desk.take("label")
    table.click_at((60, 40))
    before = table.sheet.locate(S("east"))
    assert before is not None
    pressed(table, Qt.Key.Key_Right, 3)
    step = desk.view.stride / 10
    assert table.sheet.locate(S("east")) == pytest.approx((before[0] + 3 * step, before[1]))
    assert [entry.says for entry in desk.design.entries] == ["Move the label of East"]
    desk.selection.select(spaces=[S("east"), S("west")])
    table.key_on_map(Qt.Key.Key_Up, SHIFT)
    pressed(table, Qt.Key.Key_Up, 2)
    assert [entry.says for entry in desk.design.entries] == ["Move the label of East", "Move 2 labels"]
    table.type_keys("Ctrl+Z")
    assert table.sheet.locate(S("east")) == pytest.approx((before[0] + 3 * step, before[1]))


def test_arrows_that_move_a_scan_are_one_entry(table: DrawingBench) -> None:
    desk = table.open(full_map())
    desk.take("move_scan")
    pressed(table, Qt.Key.Key_Right, 4)
    assert [entry.says for entry in desk.design.entries] == ["Move the image upper"]
