"""Edits of areas one by one: what each carries along, what it tells, what it refuses."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sandtable.board.areas import AreaMap
from sandtable.board.maps import Map, MapInfo, Provenance
from sandtable.board.spaces import Feature
from sandtable.design.document import DesignDocument
from sandtable.design.edits.shapes import Merge, Split
from sandtable.design.history import HistoryEntry
from sandtable.design.script import EDITS, read_edit, read_script, write_edit
from sandtable.engine.errors import Invalid
from sandtable.lint.maps import check_map
from tests.design.drawing import S, country
from tests.lint.sheets import isle


def blank() -> DesignDocument:
    return DesignDocument.of(Map(MapInfo("blank", "Blank", unit="km"), areas=AreaMap({}, 1e-6)))


def done(document: DesignDocument, edit: str, **fields: Any) -> HistoryEntry:
    """Do something that is written as in a script."""
    return document.do(read_edit(json.dumps({"edit": edit, **fields})))


def two_lands() -> DesignDocument:
    document = blank()
    done(document, "DrawArea", id="west", outline=[[0, 0], [10, 0], [10, 10], [0, 10]], name="West")
    done(document, "DrawArea", id="east", outline=[[10, 0], [20, 0], [20, 10], [10, 10]], name="East")
    return document


def ground(document: DesignDocument, id: str) -> float:
    areas = document.map.areas
    assert areas is not None
    return round(areas[S(id)].area, 6)


def pairs(document: DesignDocument) -> set[tuple[str, ...]]:
    return {edge.pair for edge in document.map.graph.edges.values() if edge.contact == "border"}


def test_a_new_area_ends_at_its_neighbours_and_what_was_clipped_is_said() -> None:
    document = two_lands()
    entry = done(document, "DrawArea", id="south", outline=[[0, -5], [20, -5], [20, 2], [0, 2]], kind="sea")
    assert ground(document, "south") == 100
    assert [note for note in entry.notes if "lay in" in note] == [
        "20 km² of south lay in East and was left to it",
        "20 km² of south lay in West and was left to it",
    ]
    coast = document.map.graph.edge(S("south"), S("west"))
    assert coast is not None
    assert coast.along == (Feature("coast"),)


def test_a_vertex_moves_in_all_areas_that_share_it() -> None:
    document = two_lands()
    done(document, "InsertVertex", at=[10, 5])
    entry = done(document, "MoveVertices", moves=[[[10, 5], [12, 5]]])
    assert (ground(document, "west"), ground(document, "east")) == (110, 90)
    assert entry.patch.touched == {"west", "east"}
    done(document, "DropVertex", at=[12, 5])
    assert (ground(document, "west"), ground(document, "east")) == (100, 100)


def test_a_vertex_that_is_moved_onto_a_neighbours_border_is_a_vertex_of_that_border_too() -> None:
    document = two_lands()
    done(document, "DrawArea", id="isle", outline=[[2, 12], [6, 12], [4, 16]], name="Isle")
    entry = done(document, "MoveVertices", moves=[[[2, 12], [2, 10]], [[6, 12], [6, 10]]])
    assert "West got a vertex there, too: the border moves along from now on" in entry.notes
    assert pairs(document) == {("east", "west"), ("isle", "west")}
    done(document, "MoveVertices", moves=[[[2, 10], [2, 9]]])
    assert (ground(document, "west"), ground(document, "isle")) == (100 - 3, 12 + 1)
    assert check_map(document.map) == []
    document.undo()
    document.undo()
    areas, before = document.map.areas, two_lands().map.areas
    assert areas is not None
    assert before is not None
    assert areas[S("west")] == before[S("west")]


def test_a_vertex_that_only_comes_near_a_border_leaves_it_alone() -> None:
    document = two_lands()
    done(document, "DrawArea", id="isle", outline=[[2, 12], [6, 12], [4, 16]], name="Isle")
    entry = done(document, "MoveVertices", moves=[[[2, 12], [2, 10.01]]])
    assert entry.patch.touched == {"isle"}
    assert entry.notes == ()


def test_a_stretch_of_border_moves_with_all_who_share_it() -> None:
    document = two_lands()
    for at in ([10, 4], [10, 6]):
        done(document, "InsertVertex", at=at)
    done(document, "MoveBorder", space="east", start=[10, 4], end=[10, 6], by=[1, 0])
    assert (ground(document, "west"), ground(document, "east")) == (106, 94)


@pytest.mark.parametrize(("bend", "west"), [(13, 106), (7, 94)])
def test_a_border_is_drawn_along_a_line(bend: float, west: float) -> None:
    document = two_lands()
    done(document, "Reshape", space="west", line=[[10, 3], [bend, 5], [10, 7]])
    assert (ground(document, "west"), ground(document, "east")) == (west, 200 - west)
    assert check_map(document.map) == []


def test_what_is_split_keeps_its_values_its_edges_and_its_sources() -> None:
    document = DesignDocument.of(isle(provenance=(Provenance("house", "terrain", "dale", "seen"),)))
    document.do(Split(S("dale"), ((15, 5), (15, 25)), "glen", "Glen"))
    sheet = document.map
    glen, dale = sheet.graph[S("glen")], sheet.graph[S("dale")]
    assert (glen.kind, glen.attributes) == (dale.kind, dale.attributes)
    assert [word.of for word in sheet.provenance] == ["dale", "glen"]
    sea = sheet.graph.edge(S("glen"), S("mere"))
    assert sea is not None
    assert [one.kind for one in sea.along] == ["coast"]
    document.undo()
    assert document.map == isle(provenance=(Provenance("house", "terrain", "dale", "seen"),))


def test_areas_merge_with_a_choice_of_values() -> None:
    document = two_lands()
    done(document, "SetFields", spaces=["west"], attributes={"terrain": "wood", "forage": 4})
    done(document, "SetFields", spaces=["east"], attributes={"terrain": "clear", "forage": 6})
    done(document, "SaySource", origin="house", attribute="forage", of="east", source="counted")
    done(document, "AddRegion", id="land", kind="country", attributes={"capital": "east"})
    done(document, "AddSpace", id="fort", at=[15, 5], kind="fort")
    done(document, "SayEdge", a="fort", b="east", status="added", across=[{"kind": "road"}])
    document.do(Merge(S("west"), S("east"), ("forage",)))
    west = document.map.graph[S("west")]
    assert (west.name, west.get("terrain"), west.get("forage")) == ("West", "wood", 6)
    assert [(word.of, word.source) for word in document.map.provenance] == [("west", "counted")]
    assert document.map.regions[0].get("capital") == "west"
    assert pairs(document) == {("fort", "west")}


def test_a_piece_is_given_to_a_neighbour() -> None:
    document = two_lands()
    done(document, "Cede", giver="west", to="east", line=[[8, -1], [8, 11]])
    assert (ground(document, "west"), ground(document, "east")) == (80, 120)


def test_gaps_holes_and_islands() -> None:
    document = two_lands()
    done(document, "CutHole", space="west", outline=[[2, 2], [4, 2], [4, 4], [2, 4]], inner="lake", kind="lake")
    done(document, "CutHole", space="west", outline=[[6, 2], [8, 2], [8, 4], [6, 4]])
    assert (ground(document, "west"), ground(document, "lake")) == (92, 4)
    entry = done(document, "FillGap", at=[7, 3])
    assert entry.notes == ("a gap of 4 km² is filled",)
    done(document, "CutHole", space="west", outline=[[6, 2], [8, 2], [8, 4], [6, 4]])
    done(document, "FillHole", space="west", at=[7, 3])
    assert ground(document, "west") == 96
    done(document, "AddPart", space="east", outline=[[30, 0], [31, 0], [31, 1], [30, 1]])
    assert ground(document, "east") == 101
    done(document, "DropPart", space="east", at=[30.5, 0.5])
    assert ground(document, "east") == 100


def test_what_is_said_of_a_way_survives_redrawing() -> None:
    document = two_lands()
    done(document, "SayEdge", a="west", b="east", status="confirmed", across=[{"kind": "road"}])
    assert done(document, "Reshape", space="east", line=[[10, 0], [11, 5], [10, 10]]).notes == ()
    edge = document.map.graph.edge(S("west"), S("east"))
    assert edge is not None
    assert (edge.status, edge.across) == ("confirmed", (Feature("road"),))
    done(document, "SayEdge", a="west", b="east", status="forbidden")
    done(document, "SayEdge", a="west", b="east", status="derived")
    assert document.map.graph.edges[S("east"), S("west")].status == "derived"
    done(document, "SayEdge", a="west", b="east", one_way=True)
    assert document.map.graph.neighbours(S("east")) == ()


def test_a_word_that_the_shapes_contradict_is_told() -> None:
    document = two_lands()
    done(document, "DrawArea", id="north", outline=[[0, 10], [20, 10], [20, 15], [0, 15]], name="North")
    done(document, "SayEdge", a="west", b="east", status="confirmed")
    entry = done(document, "Cede", giver="east", to="north", line=[[12, -1], [12, 11]])
    assert entry.notes == (
        "East and West no longer touch, but the way between them was confirmed: add it, or take that back",
    )
    assert pairs(document) == {("east", "north"), ("east", "west"), ("north", "west")}


def test_what_lies_along_a_border_is_on_the_edge_and_drawn_there() -> None:
    document = two_lands()
    done(document, "LayAlong", kind="river", borders=[["west", "east"]], line="rhine", name="Rhine")
    edge = document.map.graph.edge(S("west"), S("east"))
    assert edge is not None
    assert (edge.along, edge.status) == ((Feature("river"),), "confirmed")
    (line,) = document.map.lines
    assert (line.id, line.name, line.geometry.length) == ("rhine", "Rhine", 10)


def test_two_places_may_share_a_name() -> None:
    document = two_lands()
    entry = done(document, "SetFields", spaces=["east"], name="West")
    assert [space.name for space in document.map.graph.spaces.values()] == ["West", "West"]
    assert entry.notes == ("another space is called West too (west)",)
    done(document, "Allow", code="name-twice", space="east")
    assert check_map(document.map) == []


def test_a_kind_that_changes_takes_its_coasts_along() -> None:
    document = two_lands()
    done(document, "SetFields", spaces=["east"], kind="sea")
    edge = document.map.graph.edge(S("west"), S("east"))
    assert edge is not None
    assert edge.along == (Feature("coast"),)
    done(document, "SetFields", spaces=["east"], kind="land")
    assert document.map.graph.edges[S("east"), S("west")].along == ()


def test_a_label_stays_inside_its_area() -> None:
    document = two_lands()
    done(document, "MoveLabel", space="west", to=[9, 5])
    done(document, "Cede", giver="west", to="east", line=[[8, -1], [8, 11]])
    areas = document.map.areas
    assert areas is not None
    assert areas[S("west")].covers(_point(document.map.places[S("west")]))


def _point(at: tuple[float, float]) -> Any:
    from shapely import Point

    return Point(at)


def test_a_patch_holds_what_was_touched_and_no_more() -> None:
    document = DesignDocument.of(country(1))
    entry = document.do(read_edit('{"edit": "SetFields", "spaces": ["c001"], "attributes": {"forage": 3}}'))
    assert list(entry.patch.spaces) == ["c001"]
    assert [name for name in ("edges", "shapes", "places", "regions", "lines") if getattr(entry.patch, name)] == []
    assert entry.patch.box(document.map) is not None


def test_an_attempt_changes_nothing() -> None:
    document = two_lands()
    before = document.map
    entry = document.attempt(Split(S("west"), ((5, -1), (5, 11)), "new"))
    assert document.map is before
    assert set(entry.patch.shapes) == {"west", "new"}


def test_a_script_is_done_whole_or_not_at_all() -> None:
    document = two_lands()
    before = document.map
    script = (
        '# a comment\n{"edit": "SetFields", "spaces": ["west"], "kind": "sea"}\n\n{"edit": "RemoveSpace", "space": "x"}'
    )
    with pytest.raises(Invalid, match=r"edit 2 \(RemoveSpace\) cannot be done: no space is called 'x'"):
        document.do_all(list(read_script(script, "the script")))
    assert document.map is before
    assert document.history.position == 2


def test_every_edit_is_written_as_it_is_read() -> None:
    document = two_lands()
    done(document, "Split", space="west", line=[[5, -1], [5, 11]], part="new")
    for entry in document.history:
        assert read_edit(write_edit(entry.edit)) == entry.edit
    assert len({kind.__name__ for kind in EDITS}) == len(EDITS)


# --- bad input ------------------------------------------------------------------------------------------------------

CIRCLE = [[float(at % 7), float(at)] for at in range(100_000)]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"edit": "DrawArea", "id": "bow", "outline": [[30,0],[40,10],[40,0],[30,10]]}', "its border crosses itself"),
        ('{"edit": "DrawArea", "id": "in", "outline": [[1,1],[2,1],[2,2]]}', "would lie wholly in West"),
        ('{"edit": "DrawArea", "id": "west", "outline": [[1,1],[2,1],[2,2]]}', "the id west is that of West already"),
        ('{"edit": "DrawArea", "id": "thin", "outline": [[30,1],[31,1]]}', "has 2 corners"),
        ('{"edit": "DrawArea", "id": "far", "outline": [[1e13,1],[31,1],[2,3]]}', "not a place on a map"),
        ('{"edit": "DrawArea", "id": "x", "outline": [[NaN,1],[31,1],[2,3]]}', "is not an edit"),
        ('{"edit": "DrawArea", "id": "x", "outline": [[1e999,1],[31,1],[2,3]]}', "is no"),
        (json.dumps({"edit": "DrawArea", "id": "many", "outline": CIRCLE}), "has 100,000 points: simplify it"),
        ('{"edit": "Split", "space": "west", "line": [[1,1],[2,2]], "part": "p"}', "does not cross West"),
        ('{"edit": "Split", "space": "west", "line": [[-1,1],[12,8],[12,1],[-1,8]], "part": "p"}', "crosses itself"),
        ('{"edit": "Split", "space": "west", "line": [[1,1]], "part": "p"}', "the line has 1 point: draw"),
        ('{"edit": "Reshape", "space": "west", "line": [[3,3],[4,4]]}', "does not reshape West"),
        ('{"edit": "Merge", "keep": "west", "gone": "west"}', "cannot be merged with itself"),
        ('{"edit": "MoveVertices", "moves": [[[10,0],[-30,50]]]}', "crosses itself|overlap"),
        ('{"edit": "MoveVertices", "moves": [[[3,3],[4,4]]]}', "no border has a vertex at 3, 3: choose"),
        ('{"edit": "DropVertex", "at": [10, 0]}', "several borders meet"),
        ('{"edit": "FillGap", "at": [50, 50]}', "no areas enclose the ground"),
        ('{"edit": "SayEdge", "a": "west", "b": "west"}', "no edge with itself"),
        ('{"edit": "SayEdge", "a": "west", "b": "east", "status": "perhaps"}', "is no SayEdge"),
        ('{"edit": "Simplify", "width": 0}', "cannot be simplified by 0"),
        ('{"edit": "MergeAll"}', "no edit is called 'MergeAll': did you mean Merge"),
        ('{"edit": "Merge", "keep": "west", "gone": "east", "colour": "red"}', "unknown field `colour`"),
        ('["Merge"]', "is not an edit"),
        ("Merge west east", "is not an edit"),
        ("[" * 100_000, "is not an edit"),
        ('{"edit": "RemoveSpace", "space": "wets"}', "did you mean west"),
        ('{"edit": "SetFields", "spaces": ["west"], "name": "West"}', "nothing would change"),
        ('{"edit": "SetInfo", "size": [0, 5]}', "cannot be 0 by 5: give its width and its height"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_refused_in_one_sentence_and_nothing_is_lost(text: str, says: str) -> None:
    document = two_lands()
    before, history = document.map, document.history
    with pytest.raises(Invalid, match=says) as refused:
        document.do(read_edit(text))
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300
    assert document.map is before
    assert document.history is history


# --- lines and their vertices ---------------------------------------------------------------------------------------


def with_river() -> DesignDocument:
    """Return two lands with the Rhine along their border, and the Main, which flows into it."""
    document = two_lands()
    done(document, "InsertVertex", at=[10, 5])
    done(document, "LayAlong", kind="river", borders=[["west", "east"]], line="rhine", name="Rhine")
    done(document, "DrawLine", id="main", pieces=[[[10, 5], [14, 6], [18, 5]]], name="Main")
    return document


def course(document: DesignDocument, id: str) -> list[list[float]]:
    (line,) = (one for one in document.map.lines if one.id == id)
    return [list(place) for place in line.geometry.coords]


def test_a_river_along_a_border_moves_with_it_and_what_flows_into_it_too() -> None:
    document = with_river()
    entry = done(document, "MoveVertices", moves=[[[10, 5], [11, 5]]])
    assert sorted(course(document, "rhine")) == [[10, 0], [10, 10], [11, 5]]
    assert course(document, "main")[0] == [11, 5]
    assert entry.notes == ("the river Main has moved with the border", "the river Rhine has moved with the border")
    assert set(entry.patch.lines) == {"main", "rhine"}
    done(document, "DropVertex", at=[11, 5])
    assert (sorted(course(document, "rhine")), course(document, "main")[0]) == ([[10, 0], [10, 10]], [14, 6])
    document.undo()
    document.undo()
    assert document.map == with_river().map


def test_vertices_of_one_line_are_moved_inserted_and_dropped() -> None:
    document = with_river()
    entry = done(document, "MoveVertices", moves=[[[14, 6], [14, 7]], [[18, 5], [19, 5]]])
    assert (course(document, "main"), entry.says) == ([[10, 5], [14, 7], [19, 5]], "Move 2 vertices")
    entry = done(document, "MoveVertices", moves=[[[10, 5], [10, 4]]], line="main")
    assert course(document, "main")[0] == [10, 4]
    assert (entry.says, entry.patch.shapes) == ("Move a vertex of Main", {})
    done(document, "InsertVertex", at=[12, 5.5])
    assert course(document, "main") == [[10, 4], [12, 5.5], [14, 7], [19, 5]]
    done(document, "DropVertex", at=[14, 7])
    assert course(document, "main") == [[10, 4], [12, 5.5], [19, 5]]


def test_a_vertex_on_a_border_is_inserted_in_the_line_along_it_too() -> None:
    document = with_river()
    done(document, "InsertVertex", at=[10, 2])
    assert [10, 2] in course(document, "rhine")
    done(document, "InsertVertex", at=[10, 3], line="rhine")
    assert ground(document, "west") == 100
    done(document, "InsertVertex", at=[10, 3])
    assert document.history.entries[-1].patch.lines == {}


def test_the_stretch_of_a_border_takes_its_river_along() -> None:
    document = with_river()
    for y in (4, 6):
        done(document, "InsertVertex", at=[10, y])
    done(document, "MoveBorder", space="west", start=[10, 4], end=[10, 6], by=[-1, 0])
    assert sorted(course(document, "rhine")) == [[9, 4], [9, 5], [9, 6], [10, 0], [10, 10]]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"edit": "MoveVertices", "line": "mian", "moves": [[[10,5],[10,4]]]}', "did you mean main"),
        ('{"edit": "MoveVertices", "line": "main", "moves": [[[10,0],[10,4]]]}', "main has no vertex at 10, 0"),
        ('{"edit": "InsertVertex", "at": [3, 3]}', "no border runs through 3, 3"),
        ('{"edit": "InsertVertex", "at": [3, 3], "line": "main"}', "the line main does not run through 3, 3"),
        ('{"edit": "InsertVertex", "at": [10, 5]}', "there is a vertex at 10, 5 already"),
        ('{"edit": "DropVertex", "at": [3, 3]}', "no border or line has a vertex at 3, 3"),
        ('{"edit": "MoveVertices", "line": "main", "moves": [[[10,5],[14,6]],[[18,5],[14,6]]]}', "would be left"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_to_lines_is_refused(text: str, says: str) -> None:
    document = with_river()
    before = document.map
    with pytest.raises(Invalid, match=says):
        document.do(read_edit(text))
    assert document.map is before


def test_a_map_without_areas_has_lines_with_vertices() -> None:
    document = DesignDocument.of(Map(MapInfo("hexes", "Hexes")))
    done(document, "DrawLine", id="brook", pieces=[[[0, 0], [5, 5]], [[6, 6], [9, 9], [12, 9]]])
    done(document, "InsertVertex", at=[2, 2])
    done(document, "MoveVertices", moves=[[[2, 2], [2, 3]]])
    done(document, "DropVertex", at=[12, 9])
    (brook,) = document.map.lines
    assert brook.geometry.wkt == "MULTILINESTRING ((0 0, 2 3, 5 5), (6 6, 9 9))"
    with pytest.raises(Invalid, match="no border or line has a vertex at 3, 3"):
        done(document, "MoveVertices", moves=[[[3, 3], [4, 4]]])


def test_edits_that_belong_together_are_done_and_taken_back_as_one() -> None:
    document = two_lands()
    before = document.map.digest
    names = [{"edit": "SetFields", "spaces": [id], "name": id.upper()} for id in ("west", "east")]
    entry = done(document, "Together", edits=names, title="Shout")
    assert (entry.says, document.map.name("west"), document.map.name("east")) == ("Shout", "WEST", "EAST")
    assert read_edit(write_edit(entry.edit)).patch(DesignDocument.of(two_lands().map).map, []) == entry.patch
    document.undo()
    assert document.map.digest == before


def test_of_edits_that_belong_together_all_are_done_or_none() -> None:
    document = two_lands()
    good: dict[str, Any] = {"edit": "SetFields", "spaces": ["west"], "name": "W"}
    wrong: list[tuple[Any, str]] = [
        ({"edit": "SetFields", "spaces": ["nowhere"], "name": "N"}, "edit 2 of 'Both' cannot be done: "),
        ({"edit": "Together", "edits": [good], "title": "Inner"}, "no edit is called 'Together'"),
        ({"edit": "SetFields", "spaces": 3}, "edit 2 of 'Both' is not an edit"),
        ([], "edit 2 of 'Both' is not an edit"),
    ]
    for bad, why in wrong:
        with pytest.raises(Invalid, match=why):
            done(document, "Together", edits=[good, bad], title="Both")
    with pytest.raises(Invalid, match="nothing is to be done together"):
        done(document, "Together", edits=[], title="None")
    assert document.map.name("west") == "West"
