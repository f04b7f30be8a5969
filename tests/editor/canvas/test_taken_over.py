"""What a view takes over from one revision of a map to the next, and what it must not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot
from shapely import box

from sandtable.board.areas import AreaMap
from sandtable.board.graph import Graph
from sandtable.board.maps import Map, MapInfo, Region
from sandtable.board.spaces import RegionId, Space, SpaceId
from sandtable.design.document import DesignDocument
from sandtable.design.edits.edit import MapEdit
from sandtable.design.edits.fields import SetFields
from sandtable.design.edits.shapes import DrawArea, Merge
from sandtable.design.edits.spaces import RemoveSpace
from sandtable_editor.canvas import MapView
from sandtable_editor.canvas.geometry.geography import CanvasGeography
from sandtable_editor.canvas.ground.ground import PaintedGround
from sandtable_editor.canvas.overlay.names import names_of
from tests.editor.canvas.test_revisions import segments_of

S = SpaceId
TOLERANCE = 0.5


def quilt() -> Map:
    """Return nine areas in three rows, with a crack within the tolerance before the third column."""
    shapes = {
        S(f"{row}{column}"): box(10 * column + (0.2 if column == 2 else 0), 10 * row, 10 * column + 10, 10 * row + 10)
        for row in range(3)
        for column in range(3)
    }
    spaces = [Space(id, f"Area {id}", "land") for id in shapes]
    return Map(MapInfo("quilt", "Quilt"), Graph(spaces, []), areas=AreaMap(shapes, TOLERANCE))


@pytest.mark.parametrize(
    "edits",
    [
        pytest.param([RemoveSpace(S("11"))], id="what borders on ground that is gone is a coast now"),
        pytest.param([RemoveSpace(S("12"))], id="so it is across a crack"),
        pytest.param([SetFields((S("11"),), kind="sea")], id="what parts land from a sea is a coast"),
        pytest.param([Merge(S("11"), S("01"))], id="there is no line between what is one"),
        pytest.param([DrawArea("new", ((30, 0), (40, 0), (40, 10), (30, 10)))], id="a coast is a border now"),
        pytest.param([DrawArea("new", ((30, 30), (40, 30), (40, 40), (30, 40)))], id="a corner has no line"),
        pytest.param([RemoveSpace(S("11")), RemoveSpace(S("12"))], id="one after the other"),
    ],
)
def test_lines_after_an_edit_are_those_of_the_map_shown_anew(qtbot: QtBot, edits: list[MapEdit]) -> None:
    document, view = DesignDocument.of(quilt()), MapView()
    qtbot.addWidget(view)
    view.show_map(document.map)
    for edit in edits:
        document.do(edit)
        view.show_map(document.map)
        anew = PaintedGround(CanvasGeography(document.map), view.map_scene.look).areas.lines
        ours = view.map_scene.ground.areas.lines
        assert segments_of(ours.pieces) == segments_of(anew.pieces)
        assert set(ours.ranks) == set(anew.ranks)


def torn(*ids: str) -> Map:
    """Return a province of two areas; others of these ids lie over its middle, which is a fault of the map."""
    whole = {
        S("m"): box(0, 0, 20, 20),
        S("n"): box(20, 0, 40, 20),
    } | {S(id): box(14, 4, 26, 16) for id in ids}
    spaces = [Space(S(id), id, "land", (("province", "prov"),) if id in "mn" else ()) for id in whole]
    regions = (Region(RegionId("prov"), "province", "Province"),)
    return Map(MapInfo("torn", "Torn"), Graph(spaces, []), areas=AreaMap(whole, TOLERANCE), regions=regions)


@pytest.mark.parametrize("over", ["a", "z"])
def test_the_name_of_a_region_leaves_its_middle_when_another_area_comes_to_lie_there(qtbot: QtBot, over: str) -> None:
    view = MapView()
    qtbot.addWidget(view)
    for sheet in (torn(), torn(over), torn()):
        view.show_map(sheet)
        assert view.map_scene.labels.names.all == names_of(CanvasGeography(sheet))


def test_a_coast_is_a_border_as_soon_as_an_area_lies_beside_it(qtbot: QtBot) -> None:
    before, view = quilt(), MapView()
    qtbot.addWidget(view)
    assert before.areas is not None
    areas = before.areas.after({S("new"): box(30.2, 0, 40, 10)})
    after = replace(before, areas=areas, graph=before.graph.put_space(Space(S("new"), "New", "land")))
    for sheet in (before, after):
        view.show_map(sheet)
    anew = PaintedGround(CanvasGeography(after), view.map_scene.look).areas.lines
    assert segments_of(view.map_scene.ground.areas.lines.pieces) == segments_of(anew.pieces)


def test_a_border_that_three_areas_draw_is_found_anew_when_one_of_them_leaves(qtbot: QtBot) -> None:
    before, view = quilt(), MapView()
    qtbot.addWidget(view)
    assert before.areas is not None
    graph = before.graph.put_space(Space(S("0-over"), "Over", "land"))
    laid = replace(before, areas=before.areas.after({S("0-over"): box(0, 0, 10, 10)}), graph=graph)
    assert laid.areas is not None
    moved = replace(laid, areas=laid.areas.after({S("0-over"): box(-20, 0, -10, 10)}))
    for sheet in (laid, moved, laid, before):
        view.show_map(sheet)
        anew = PaintedGround(CanvasGeography(sheet), view.map_scene.look).areas.lines
        assert segments_of(view.map_scene.ground.areas.lines.pieces) == segments_of(anew.pieces)


def test_only_lines_of_the_edited_area_are_made_anew_where_borders_are_drawn_alike(qtbot: QtBot) -> None:
    """Of the areas round one in the middle nothing else is drawn anew, so paths that are painted stay."""
    shapes = {
        S(f"{row}{column}"): box(10 * column, 10 * row, 10 * column + 10, 10 * row + 10)
        for row in range(5)
        for column in range(5)
    }
    graph = Graph([Space(id, f"Area {id}", "land") for id in shapes], [])
    document, view = DesignDocument.of(Map(MapInfo("q", "Q"), graph, areas=AreaMap(shapes, TOLERANCE))), MapView()
    qtbot.addWidget(view)
    view.show_map(document.map)
    before = {id(piece): piece for piece in view.map_scene.ground.areas.lines.pieces}
    document.do(SetFields((S("22"),), kind="sea"))
    view.show_map(document.map)
    after = view.map_scene.ground.areas.lines.pieces
    assert all("22" in (piece.one, piece.other) for piece in after if id(piece) not in before)
    assert len([piece for piece in after if id(piece) in before]) == len(before) - 4
