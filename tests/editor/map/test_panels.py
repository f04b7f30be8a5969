"""The panels beside the map: what is wrong, and what is said of what is selected."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QComboBox, QFileDialog, QLineEdit

from sandtable.board.spaces import pair_of
from sandtable.design.edits.fields import SaySource, SetFields
from sandtable.design.edits.regions import AddRegion
from sandtable.design.edits.shapes import DrawArea
from sandtable.design.edits.underlays import LayUnderlay
from sandtable.library.store.library_file import Library
from sandtable.lint.maps import check_map
from sandtable_editor.map.panels.fields import FieldsPanel
from sandtable_editor.map.panels.history import HistoryPanel
from sandtable_editor.map.panels.problems import ProblemsPanel
from sandtable_editor.shell.theme import shades
from tests.cli.test_edited_copies import run
from tests.editor.map.drawing import DrawingBench, blank_hexes
from tests.editor.map.sitting import MapSitting
from tests.editor.map.test_frame import SHIFT, S, two_lands
from tests.interchange.sheets import image


def problems(table: DrawingBench) -> ProblemsPanel:
    """Return the panel of problems, when all of the map has been looked at."""
    panel = table.drawing.panel("problems")
    assert isinstance(panel, ProblemsPanel)
    table.wait(lambda: not panel.lint.is_looking)
    return panel


def test_problems_are_those_of_the_map_after_each_edit_and_its_undo(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    panel = problems(table)
    before = [one.words for one in panel.lint.findings]
    for edit in (
        DrawArea("far", ((70, 70), (90, 70), (90, 90), (70, 90)), name="Far"),
        SetFields((S("far"),), name="West"),
        DrawArea("sea", ((80, 0), (99, 0), (99, 60), (80, 60)), kind="sea", name="Sea"),
    ):
        desk.design.do(edit)
        table.settle()
        assert [one.name for one in panel.lint.findings] == [one.name for one in check_map(desk.design.map)]
    desk.design.go_to(0)
    table.settle()
    assert [one.words for one in panel.lint.findings] == before


def test_a_problem_that_is_chosen_is_gone_to_and_can_be_allowed(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    desk.design.do(DrawArea("far", ((70, 70), (90, 70), (90, 90), (70, 90)), name="Far"))
    panel = problems(table)
    table.settle()
    assert panel.lint.findings, "an area by itself is found"
    row = next(at for at, one in enumerate(panel.lint.findings) if "far" in one.place.spaces)
    found = panel.lint.findings[row]
    table.choose(row, panel.list)
    assert "far" in desk.selection.spaces
    table.press("Allow")
    assert found.name not in [one.name for one in panel.lint.findings]
    table.type_keys("Ctrl+Z")
    assert found.name in [one.name for one in panel.lint.findings]


def test_the_spot_of_a_problem_is_gone_to_by_itself_and_all_around_it_again(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    crack = ((80.02, 0), (120, 0), (120, 60), (80.02, 60))
    desk.design.do(DrawArea("far", crack, name="Far"))
    panel = problems(table)
    table.settle()
    row = next(at for at, one in enumerate(panel.lint.findings) if one.place.at is not None)
    at = panel.lint.findings[row].place.at
    assert at is not None
    table.choose(row, panel.list)
    around = desk.view.zoom
    assert panel.near.isEnabled()
    table.press("Close up")
    assert desk.view.zoom > 4 * around
    middle = desk.view.place_at(QPointF(desk.view.viewport().rect().center()))
    assert abs(middle[0] - at[0]) < 1
    assert abs(middle[1] - at[1]) < 1
    table.choose(row, panel.list)
    assert desk.view.zoom == pytest.approx(around, rel=0.02)


def test_a_fix_is_an_edit_and_can_be_taken_back(table: DrawingBench) -> None:
    sheet = two_lands()
    torn = replace(sheet, graph=sheet.graph.after({}, {(S("east"), S("west")): None}))
    desk = table.open(torn)
    panel = problems(table)
    row = next(at for at, one in enumerate(panel.lint.findings) if one.fix is not None)
    table.choose(row, panel.list)
    table.window.activateWindow()
    panel.fix.setFocus()
    table.type_keys("Space")
    assert desk.design.map.graph.edge(S("east"), S("west")) is not None
    assert panel.list.hasFocus(), "the button has gone off: the keyboard is where the problems are"
    table.type_keys("Ctrl+Z")
    assert desk.design.map.graph.edge(S("east"), S("west")) is None


def test_what_is_selected_is_named_and_given_values_in_the_form(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    MapSitting(table, "mouse").read([
        "click 60, 40",
        "fill Name = Orient",
        "fill Kind = sea",
        "fill New attribute = manpower",
        "fill Value of the new attribute = 7",
    ])  # fmt: skip
    east = desk.design.map.graph[S("east")]
    assert (east.name, east.kind, dict(east.attributes)["manpower"]) == ("Orient", "sea", 7)
    MapSitting(table, "keys").read(["fill manpower = many"])
    assert "is not a whole number" in table.screen()
    assert dict(desk.design.map.graph[S("east")].attributes)["manpower"] == 7
    MapSitting(table, "keys").read(["fill manpower ="])
    assert "manpower" not in dict(desk.design.map.graph[S("east")].attributes)


def test_several_at_once_are_given_one_value_and_their_region(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    desk.design.do(AddRegion("spain", "country", "Spain"))
    desk.design.do(AddRegion("narrows", "sea_crossing", "The Narrows"))
    MapSitting(table, "mouse").read(["click 60, 40", "click 20, 40 shift", "fill Country = spain"])
    assert "The Narrows" in combo_texts(table, "Sea crossing")
    assert desk.design.map.spaces_of(desk.design.map.regions[-1].id) == ("east", "west")
    MapSitting(table, "mouse").read(["fill Country = france"])
    assert "there is no country france" in table.screen().lower()
    assert "Spain" in combo_texts(table, "Country")
    names = [one for one in table.window.findChildren(QLineEdit) if one.accessibleName() == "Name" and one.isVisible()]
    assert names[0].placeholderText() == "(different values)"


def test_the_form_says_where_a_value_comes_from(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    desk.design.do(SetFields((S("east"),), attributes={"manpower": 7}))
    desk.design.do(SaySource("house", "manpower", "east", source="Smith 1998"))
    table.click_at((60, 40))
    assert "From: Smith 1998" in table.screen()


def combo_texts(table: DrawingBench, name: str) -> list[str]:
    """Return what can be chosen in a field of the form."""
    boxes = [one for one in table.window.findChildren(QComboBox) if one.accessibleName() == name and one.isVisible()]
    return [boxes[0].itemText(row) for row in range(boxes[0].count())]


def test_where_a_value_comes_from_is_said_beside_it_and_taken_back(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    desk.design.do(SetFields((S("east"), S("west")), attributes={"manpower": 7}))
    table.click_at((60, 40))
    MapSitting(table, "mouse").read(["press source?", "fill Origin = house"])
    assert "Where “manpower” of East comes from." in table.screen()
    MapSitting(table, "mouse").read(["fill Source = Smith 1998"])
    said = desk.design.map.origin_of("east", "manpower")
    assert said is not None
    assert (said.origin, said.source) == ("house", "Smith 1998")
    table.click_at((20, 40), SHIFT)
    table.press("several")
    table.press("Say so")
    assert [desk.design.map.origin_of(one, "manpower") is not None for one in ("east", "west")] == [True, True]
    table.press("Smith 1998")
    table.press("Forget it")
    assert desk.design.map.provenance == ()
    table.type_keys("Ctrl+Z")
    assert len(desk.design.map.provenance) == 2


def test_an_edge_has_its_properties(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    pair = pair_of(S("east"), S("west"))
    desk.selection.select(edges=[pair])
    table.settle()
    panel = table.drawing.panel("fields")
    assert isinstance(panel, FieldsPanel)
    assert panel.edges.isVisible()
    assert panel.heading.text() == "East–West"
    MapSitting(table, "mouse").read(["fill Known as = Confirmed", "fill What lies along it = river", "press Add along"])
    edge = desk.design.map.graph.edge(*pair)
    assert edge is not None
    assert (edge.status, [one.kind for one in edge.along]) == ("confirmed", ["river"])
    table.click(table.button("Remove", panel.edges))
    edge = desk.design.map.graph.edge(*pair)
    assert edge is not None
    assert edge.along == ()
    desk.selection.clear()
    assert not panel.edges.isVisible()


def test_hexes_have_their_terrain_level_name_and_what_lies_on_their_sides(table: DrawingBench) -> None:
    desk = table.open(blank_hexes())
    desk.selection.select(hexes=[S("0303")])
    table.settle()
    MapSitting(table, "mouse").read([
        "fill Name = The Hill",
        "fill Terrain = wood, rough",
        "fill Level = 3",
        "fill Side to 0302 = river, wall for 0303",
    ])  # fmt: skip
    sheet = desk.design.map
    assert sheet.hexes is not None
    here = sheet.by_number.at("0303")
    cell = sheet.hexes.grid.index(here)
    assert (sheet.hexes.names[here], int(sheet.hexes.elevation[cell])) == ("The Hill", 3)
    assert sheet.hexes.terrain.of(here) == ("rough", "wood")
    to_north = here.direction_to(sheet.by_number.at("0302"))
    assert to_north is not None
    lying = {one.kind: one.favours for one in sheet.hexes.sides.of(here, to_north)}
    assert lying == {"river": None, "wall": here}
    MapSitting(table, "keys").read(["fill Side to 0302 = wall for 0302"])
    board = desk.design.map.hexes
    assert board is not None
    assert {one.kind: one.favours for one in board.sides.of(here, to_north)} == {"wall": sheet.by_number.at("0302")}
    MapSitting(table, "keys").read(["fill Side to 0302 = wall for 0909", "fill Level = high"])
    assert "High is not a level: give a whole number" in table.screen()
    desk.selection.select(hexes=[S("0303"), S("0304")])
    table.settle()
    MapSitting(table, "mouse").read(["fill Terrain = marsh", "fill Level = 2"])
    board = desk.design.map.hexes
    assert board is not None
    assert [board.terrain.of(desk.design.map.by_number.at(one)) for one in ("0303", "0304")] == [("marsh",)] * 2


def test_history_and_tools_take_the_colours_and_the_size_of_another_theme(table: DrawingBench) -> None:
    table.open(two_lands())
    rail, history = table.drawing.page.rail, table.drawing.panel("history")
    assert isinstance(history, HistoryPanel)
    wide = rail.width()
    table.window.theme.choose("dark")
    table.window.theme.enlarge(150)
    table.settle()
    assert rail.width() > wide
    assert history.list.item(0).foreground().color() == QColor(shades().text)


def test_a_history_with_a_scan_is_saved_as_a_script_that_does_it_again(table: DrawingBench, tmp_path: Path) -> None:
    desk = table.open(two_lands())
    desk.design.do(LayUnderlay("scan", "scan.png", content=image()))
    history = table.drawing.panel("history")
    assert isinstance(history, HistoryPanel)
    table.press("Copy as a script")
    assert "the images that it names are not" in table.screen()
    table.press("Save as a script…")
    (asking,) = [one for one in table.window.findChildren(QFileDialog) if one.isVisible()]
    asking.reject()
    history.save_as_script(str(tmp_path / "drawn.jsonl"))
    assert "with 1 image beside it" in table.screen()
    digest = desk.design.map.digest
    with Library.create(tmp_path / "other.db") as other:
        other.put_map(two_lands())
    run("map", "edit", f"{tmp_path / 'other.db'}#drawn", "--script", tmp_path / "drawn.jsonl")
    with Library.open(tmp_path / "other.db") as other:
        assert other.map("drawn").digest == digest


def test_a_sound_map_has_no_problem_and_says_so(table: DrawingBench) -> None:
    table.open(two_lands())
    panel = problems(table)
    assert (panel.state.text() == ProblemsPanel.nothing) == (not check_map(two_lands()))


def test_a_key_hides_all_panels_and_brings_back_those_that_were_there(table: DrawingBench) -> None:
    table.open(two_lands())
    table.window.show()
    table.settle()
    docks = table.drawing.docks()
    before = {dock.objectName() for dock in docks if not dock.isHidden()}
    assert len(before) > 2
    table.type_keys("Ctrl+Tab")
    table.settle()
    assert all(dock.isHidden() for dock in docks)
    table.type_keys("Ctrl+Tab")
    table.settle()
    assert {dock.objectName() for dock in docks if not dock.isHidden()} == before


def test_a_double_click_on_an_area_takes_up_its_vertices(table: DrawingBench) -> None:
    desk = table.open(two_lands())
    table.double_at((60, 40))
    assert desk.tool.key == "vertices"
    assert desk.selection.spaces == (S("east"),)
    desk.take("select")
    table.double_at((20, 20))
    assert desk.tool.key == "select", "a town has no vertices: its form comes forward"
