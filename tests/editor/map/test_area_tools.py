"""Drawing areas on the desk: by mouse, by keys, and as the same edits by command."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt

from sandtable.board.maps import Map
from sandtable.board.spaces import SpaceId
from sandtable.design.document import DesignDocument
from sandtable.design.edits.lines import DrawLine
from sandtable.design.edits.shapes import DrawArea
from sandtable.design.edits.vertices import InsertVertex
from sandtable.lint.maps import check_map
from sandtable_editor.map.dialogs.simplify import SimplifyDialog
from sandtable_editor.map.guides import EditGhost, Handles, SnapMark
from sandtable_editor.map.tools.areas.vertices import VerticesTool
from sandtable_editor.map.tools.outlining import OutliningTool
from tests.editor.map.drawing import DrawingBench, Move, blank_areas
from tests.editor.map.sitting import MapSitting, replay

S = SpaceId
CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)
WEST = DrawArea("west", ((0, 0), (40, 0), (40, 60), (0, 60)), name="West")
EAST = DrawArea("east", ((40, 0), (80, 0), (80, 60), (40, 60)), name="East")


def two_lands() -> Map:
    document = DesignDocument.of(blank_areas())
    document.do_all([WEST, EAST, InsertVertex((40, 30))])
    return document.map


def ground(sheet: Map, id: str) -> float:
    assert sheet.areas is not None
    return round(sheet.areas[S(id)].area, 3)


def done(table: DrawingBench) -> list[str]:
    return [entry.says for entry in table.desk.design.entries]


def outlining(table: DrawingBench) -> OutliningTool:
    tool = table.desk.tool
    assert isinstance(tool, OutliningTool)
    return tool


# --- drawing --------------------------------------------------------------------------------------------------------

DRAWN = """
    tool draw_area
    click 20, 20
    click 60, 20
    click 60, 50
    click 20, 50
    click 20, 20            # the first place closes it
    fill Kind = land
    fill Name = Old Castile
"""


def test_an_area_is_drawn_by_mouse_by_keys_and_by_command(table: DrawingBench, tmp_path: Path) -> None:
    sheet = replay(table, blank_areas(), DRAWN.splitlines(), tmp_path)
    assert (sheet.name("old-castile"), ground(sheet, "old-castile")) == ("Old Castile", 1200)
    assert done(table) == ["Draw Old Castile"]


def test_it_ends_at_its_neighbours_and_that_is_said(table: DrawingBench, tmp_path: Path) -> None:
    lines = """
        tool draw_area
        click 10, 50
        click 70, 50
        click 70, 90
        click 10, 90
        key Return
        fill Kind = sea
        fill Name = Bay
    """
    bench = table.open(two_lands())
    MapSitting(table, "mouse").read(lines.splitlines()[:5])
    assert any(isinstance(one, EditGhost) for one in bench.guides.shown()), "no ghost before it is finished"
    table.desk.tool.escape()
    table.drawing.close_design()
    table.drop_draft("drawn")
    sheet = replay(table, two_lands(), lines.splitlines(), tmp_path)
    assert (ground(sheet, "bay"), sheet.graph[S("bay")].kind) == (1800, "sea")
    assert "lay in West and was left to it" in table.desk.hints.line
    table.desk.hints.forget()
    assert "Enter draws it" not in table.desk.hints.line  # the form is gone, and what was said of it
    assert check_map(sheet) == []


def test_a_click_snaps_to_a_vertex_and_ctrl_leaves_that(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    desk.take("draw_area")
    table.bring((40, 60), (40.2, 60.2))
    near = table.drawn.place_at(table.drawn.spot_of((40, 60)) + QPointF(5, 5))
    table.mouse(Move, near)
    assert [one.kind for one in desk.guides.shown() if isinstance(one, SnapMark)] == ["vertex"]
    table.click_at(near)
    assert outlining(table).places == ((40, 60),)
    desk.tool.back()
    table.click_at(near, CTRL)
    assert outlining(table).places == (near,)


def test_borders_are_traced_and_shift_takes_the_other_side(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    desk.take("draw_area")
    table.on_map("t")
    table.click_at((0, 60))
    table.click_at((80, 60))
    assert outlining(table).places == ((0, 60), (40, 60), (80, 60))
    table.key_on_map(Qt.Key.Key_Backspace)
    table.click_at((80, 60), SHIFT)
    assert outlining(table).places == ((0, 60), (0, 0), (40, 0), (80, 0), (80, 60))


def test_backspace_takes_a_place_back_and_esc_all_of_them(table: DrawingBench) -> None:
    desk = table.open(blank_areas())
    MapSitting(table, "mouse").read(["tool draw_area", "click 10, 10", "click 50, 10", "click 50, 50", "key Backspace"])
    assert outlining(table).places == ((10, 10), (50, 10))
    table.key_on_map(Qt.Key.Key_Return)
    assert "needs 3 places" in desk.hints.bubble.text()
    table.key_on_map(Qt.Key.Key_Escape)
    assert (outlining(table).places, desk.design.entries) == ((), ())


def test_what_crosses_itself_is_refused_at_the_mouse_and_stays_to_be_mended(table: DrawingBench) -> None:
    desk = table.open(blank_areas())
    bow = ["tool draw_area", "click 10, 10", "click 50, 50", "click 50, 10", "click 10, 50", "right 10, 60"]
    MapSitting(table, "mouse").read(bow)
    assert "crosses itself" in desk.hints.bubble.text()
    assert desk.hints.bubble.text().startswith("The new area is not sound")
    assert desk.hints.bubble.text().endswith("move the border there")  # to have it mended is for what is imported
    assert len(outlining(table).places) == 4


def test_the_form_does_not_block_and_nothing_that_was_drawn_is_lost(table: DrawingBench) -> None:
    desk = table.open(blank_areas())
    first = ["click 10, 10", "click 30, 10", "click 30, 30", "key Return"]
    MapSitting(table, "mouse").read(["tool draw_area", *first])
    assert done(table) == []
    MapSitting(table, "mouse").read(["click 50, 50", "click 70, 50", "click 70, 70", "key Return"])
    assert done(table) == ["Draw area-1"]
    desk.take("select")
    assert done(table) == ["Draw area-1", "Draw area-2"]


def test_esc_in_the_form_goes_on_drawing(table: DrawingBench) -> None:
    desk = table.open(blank_areas())
    MapSitting(table, "mouse").read(
        ["tool draw_area", "click 10, 10", "click 30, 10", "click 30, 30", "key Return", "key Escape", "click 10, 30",
         "key Return", "fill Id = mine", ]
    )  # fmt: skip
    assert ground(desk.design.map, "mine") == 400


# --- cutting --------------------------------------------------------------------------------------------------------


def test_an_area_is_split_and_its_part_is_named(table: DrawingBench, tmp_path: Path) -> None:
    lines = ["tool split_area", "click 20, -5", "click 20, 65", "right 20, 65", "fill Name = Outer West"]
    sheet = replay(table, two_lands(), lines, tmp_path)
    assert (ground(sheet, "west"), ground(sheet, "outer-west")) == (1200, 1200)
    assert done(table) == ["Split West"]


def test_a_cut_without_two_sides_is_refused_and_drawing_goes_on(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    MapSitting(table, "mouse").read(["tool split_area", "click 10, 10", "click 30, 30", "key Return"])
    assert "does not cross" in desk.hints.bubble.text()
    assert done(table) == []
    assert len(outlining(table).places) == 2


def test_a_border_is_reshaped_between_two_places_of_it(table: DrawingBench, tmp_path: Path) -> None:
    lines = ["tool reshape_area", "click 40, 0", "click 50, 30", "click 40, 60", "key Return"]
    sheet = replay(table, two_lands(), lines, tmp_path)
    assert {ground(sheet, "west"), ground(sheet, "east")} == {2700, 2100}


def test_a_piece_goes_to_the_neighbour_that_is_clicked(table: DrawingBench, tmp_path: Path) -> None:
    document = DesignDocument.of(two_lands())
    document.do(DrawArea("north", ((0, 60), (80, 60), (80, 90), (0, 90)), name="North"))
    lines = ["tool cede_area", "click 50, -5", "click 50, 65", "key Return", "click 20, 80"]
    sheet = replay(table, document.map, lines, tmp_path)
    assert (ground(sheet, "north"), ground(sheet, "east")) == (3000, 1800)
    assert done(table) == ["Give a piece of East to North"]


def test_a_piece_that_only_one_can_get_goes_there_at_once(table: DrawingBench, tmp_path: Path) -> None:
    lines = ["tool cede_area", "click 50, -5", "click 50, 65", "key Return"]
    sheet = replay(table, two_lands(), lines, tmp_path)
    assert (ground(sheet, "west"), ground(sheet, "east")) == (3000, 1800)


# --- merging --------------------------------------------------------------------------------------------------------


def test_areas_merge_with_a_choice_of_values(table: DrawingBench, tmp_path: Path) -> None:
    lines = ["tool merge_areas", "click 20, 20", "click 60, 20", "fill name = East  (East)", "press Merge"]
    sheet = replay(table, two_lands(), lines, tmp_path)
    assert (sheet.name("west"), ground(sheet, "west")) == ("East", 4800)
    assert done(table) == ["Merge East into West"]


def test_what_is_selected_is_merged_at_once_and_what_does_not_touch_is_refused(table: DrawingBench) -> None:
    document = DesignDocument.of(two_lands())
    document.do(DrawArea("isle", ((90, 0), (95, 0), (95, 5)), name="Isle"))
    desk = table.open(document.map)
    desk.selection.select(spaces=(S("west"), S("isle")))
    table.on_map("j")
    assert "do not touch" in desk.hints.bubble.text()
    assert done(table) == []


# --- holes, islands, gaps -------------------------------------------------------------------------------------------


def test_a_lake_a_hole_an_island_and_a_gap(table: DrawingBench, tmp_path: Path) -> None:
    lines = """
        tool cut_hole
        click 10, 10
        click 20, 10
        click 20, 20
        key Return
        fill Name = Mere
        click 50, 10
        click 60, 10
        click 60, 20
        key Return
        fill Leave it empty = yes
        press Done
        tool fill_gap
        click 57, 12
        tool draw_island
        click 20, 40
        click 90, 10
        click 95, 10
        click 95, 15
        key Return
    """
    sheet = replay(table, two_lands(), lines.splitlines(), tmp_path)
    assert (ground(sheet, "mere"), sheet.graph[S("mere")].kind) == (50, "lake")
    assert (ground(sheet, "east"), ground(sheet, "west")) == (2400, 2362.5)
    assert done(table) == [
        "Cut Mere out of West", "Cut a hole out of East", "Fill the gap at 57, 12", "Draw another part of West",
    ]  # fmt: skip


def test_alt_takes_an_island_away(table: DrawingBench, tmp_path: Path) -> None:
    lines = [
        "tool draw_island", "click 20, 40", "click 90, 10", "click 95, 10", "click 95, 15", "key Return",
        "click 94, 11 alt",
    ]  # fmt: skip
    sheet = replay(table, two_lands(), lines, tmp_path)
    assert ground(sheet, "west") == 2400
    assert done(table)[-1] == "Drop a part of West"


# --- vertices -------------------------------------------------------------------------------------------------------


def test_a_vertex_is_dragged_in_all_areas_that_share_it(table: DrawingBench, tmp_path: Path) -> None:
    lines = ["tool vertices", "drag 40, 30 -> 46, 30"]
    sheet = replay(table, two_lands(), lines, tmp_path)
    assert (ground(sheet, "west"), ground(sheet, "east")) == (2580, 2220)
    assert done(table) == ["Move a vertex"]


def test_a_small_handle_makes_a_vertex_and_so_do_two_clicks(table: DrawingBench, tmp_path: Path) -> None:
    lines = ["tool vertices", "drag 40, 15 -> 44, 15", "double 40, 45", "drag 40, 45 -> 44, 45"]
    sheet = replay(table, two_lands(), lines, tmp_path)
    assert ground(sheet, "west") > 2400
    assert done(table) == ["Insert a vertex", "Insert a vertex at 40, 45", "Move a vertex"]


def test_several_are_chosen_and_moved_nudged_and_dropped(table: DrawingBench, tmp_path: Path) -> None:
    document = DesignDocument.of(two_lands())
    document.do_all([InsertVertex((40, 20)), InsertVertex((40, 40))])
    lines = ["tool vertices", "click 40, 20", "click 40, 40 alt", "drag 40, 30 -> 44, 30"]
    sheet = replay(table, document.map, lines, tmp_path)
    assert ground(sheet, "west") == 2400 + 4 * 20 + 4 * 20
    assert done(table) == ["Move 3 vertices"]
    table.key_on_map(Qt.Key.Key_Delete)
    assert ground(table.sheet, "west") == 2400
    assert done(table)[-1] == "Drop 3 vertices"


def test_the_arrows_nudge_what_the_mouse_has_chosen(table: DrawingBench) -> None:
    table.open(two_lands())
    MapSitting(table, "mouse").read(["tool vertices", "click 40, 30"])
    far = table.drawn.stride / 10
    table.key_on_map(Qt.Key.Key_Right)
    table.key_on_map(Qt.Key.Key_Right, SHIFT)
    assert ground(table.sheet, "west") == pytest.approx(2400 + 11 * far * 30, abs=0.01)
    assert vertices(table).chosen[0] == pytest.approx((40 + 11 * far, 30))


def vertices(table: DrawingBench) -> VerticesTool:
    tool = table.desk.tool
    assert isinstance(tool, VerticesTool)
    return tool


def test_a_box_chooses_and_shift_adds(table: DrawingBench) -> None:
    table.open(two_lands())
    MapSitting(table, "mouse").read(["tool vertices", "drag 35, 20 -> 45, 70", "click 0, 0 shift"])
    assert vertices(table).chosen == ((40, 30), (40, 60), (0, 0))


def test_coordinates_are_typed(table: DrawingBench) -> None:
    table.open(two_lands())
    MapSitting(table, "mouse").read(["tool vertices", "click 40, 30", "fill Vertex x = 37.5"])
    assert ground(table.sheet, "west") == 2325
    MapSitting(table, "mouse").read(["fill Vertex x = high"])
    assert "is not a number" in table.desk.hints.bubble.text()


def test_a_vertex_of_a_river_is_moved(table: DrawingBench, tmp_path: Path) -> None:
    document = DesignDocument.of(two_lands())
    document.do(DrawLine("brook", (((5, 5), (20, 20), (35, 50)),), name="Brook"))
    lines = ["tool vertices", "drag 20, 20 -> 25, 20"]
    sheet = replay(table, document.map, lines, tmp_path)
    assert list(sheet.lines[0].geometry.coords)[1] == (25, 20)


def test_handles_are_shown_where_one_points_and_a_refusal_leaves_all_as_it_was(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    desk.take("vertices")
    table.bring((20, 30))
    table.mouse(Move, (20, 30))
    small = [one for one in desk.guides.shown() if isinstance(one, Handles) and one.small]
    assert any((40.0, 15.0) in one.places for one in small)
    before = desk.design.map
    MapSitting(table, "mouse").read(["drag 40, 30 -> -10, 70"])
    assert desk.design.map is before
    assert desk.hints.bubble.isVisible()


def test_a_vertex_that_is_put_on_a_border_is_a_vertex_of_that_too(table: DrawingBench, tmp_path: Path) -> None:
    document = DesignDocument.of(two_lands())
    document.do(DrawArea("isle", ((90, 10), (95, 10), (95, 20)), name="Isle"))
    sheet = replay(table, document.map, ["tool vertices", "drag 90, 10 -> 80, 17"], tmp_path)
    edge = sheet.graph.edge(S("east"), S("isle"))
    assert edge is not None
    assert edge.contact == "corner"
    assert done(table) == ["Move a vertex"]


def test_all_of_it_is_a_sentence(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    for key, tool in desk.tools.items():
        if tool.group == "areas":
            desk.take(key)
            for held in (Qt.KeyboardModifier.NoModifier, CTRL, SHIFT, ALT):
                assert len(tool.hint(held)) < 190, (key, tool.hint(held))
            assert desk.hints.line


def test_what_was_simplified_is_seen_before_it_is_done(table: DrawingBench) -> None:
    document = DesignDocument.of(two_lands())
    document.do_all([InsertVertex((40, 45)), InsertVertex((20, 60))])
    desk = table.open(document.map)
    table.window.commands["map_simplify"].trigger()
    MapSitting(table, "mouse").read(["fill Width = 1"])
    (dialog,) = desk.view.findChildren(SimplifyDialog)
    dialog.look()
    assert "vertices become" in dialog.says.text()
    assert desk.guides.shown("simplify")
    table.click(table.button("Simplify"))
    assert done(table) == ["Simplify borders by 1"]
    assert not desk.guides.shown("simplify")
