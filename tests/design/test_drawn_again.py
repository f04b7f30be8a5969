"""A map whose drawing comes in again after more was drawn: shapes follow it, the designer's word stays."""

from __future__ import annotations

import dataclasses

import pytest
import shapely

from sandtable.board.maps import Map, Provenance, Region, RegionId
from sandtable.board.shapes import Place
from sandtable.design.document import DesignDocument
from sandtable.design.drawn_again import draw_again
from sandtable.design.edits.edges import SayEdge
from sandtable.design.edits.edit import NothingChanges
from sandtable.design.edits.fields import SetFields
from sandtable.design.edits.regions import AddRegion, PaintRegion
from sandtable.design.edits.shapes import DrawArea
from sandtable.design.edits.spaces import AddPort, MoveLabel
from sandtable.design.edits.taking_in import DrawnPath, DrawnSpace, TakeIn
from sandtable.design.script import read_edit, write_edit
from sandtable.engine.errors import Invalid
from sandtable.interchange.drawings import ShapeRule, SvgMapping
from tests.design.drawing import S
from tests.interchange.svg_files import svg, take

RULES = SvgMapping(
    rule=(
        ShapeRule(form="line", becomes="line", kind="river"),
        ShapeRule(form="circle", becomes="place", kind="town"),
        ShapeRule(becomes="area", kind="land"),
    )
)


def box(id: str, x: float, y: float = 0, wide: float = 10, name: str = "") -> str:
    label = f' inkscape:label="{name}"' if name else ""
    return f'<rect id="{id}"{label} x="{x}" y="{y}" width="{wide}" height="10"/>'


ROW = (box("a", 0), box("b", 10), box("c", 20))


def drawn(*shapes: str) -> Map:
    return take(svg("".join(shapes)), RULES).map


def designed() -> DesignDocument:
    """Return three areas in a row, of which a designer has said this and that."""
    document = DesignDocument.of(drawn(*ROW))
    document.do_all(
        [
            SayEdge(S("a"), S("b"), "forbidden"), SayEdge(S("b"), S("c"), "confirmed"),
            SetFields((S("a"),), name="Aldbridge", kind="sea", attributes={"terrain": "wood"}),
            AddRegion("north", "country", "The North"), PaintRegion((S("a"),), RegionId("north")),
            MoveLabel(S("b"), (11.0, 1.0)),
        ]
    )  # fmt: skip
    return document


def again(document: DesignDocument, *shapes: str, drop: bool = False) -> list[str]:
    found = draw_again(document.map, drawn(*shapes), drop=drop)
    return [*found.notices, *document.do(found.edit).notes]


def test_shapes_follow_the_drawing_and_the_word_of_the_designer_stays() -> None:
    document = designed()
    was = document.map
    notes = again(document, box("a", 0, wide=12), box("b", 12, wide=8), box("c", 20))
    sheet = document.map
    assert sheet.areas is not None
    assert sheet.areas[S("a")].equals(shapely.box(0, 0, 12, 10))
    assert sheet.graph.spaces == was.graph.spaces
    assert sheet.graph.edges == was.graph.edges
    assert sheet.regions == was.regions
    assert sheet.places[S("b")] != (11.0, 1.0), "it would stand in another area"
    assert notes == ["drawn anew: Aldbridge and b"]
    document.undo()
    assert document.map.digest == was.digest


def test_what_appeared_went_and_is_contradicted_is_told() -> None:
    document = designed()
    notes = again(document, box("a", 0), box("b", 10), box("c", 10, 10), box("d", 20, name="Dale"))
    assert "drawn anew: c" in notes
    assert "new: Dale" in notes
    assert not any("borders that are gone" in note for note in notes), "b and c still touch"
    moved = again(document, box("a", 0), box("b", 40), box("c", 0, 10), box("d", 20, name="Dale"))
    assert "confirmed borders that the shapes no longer show: b–c" in moved
    assert "borders that have appeared: Aldbridge–c" in moved
    edges = document.map.graph.edges
    assert edges[S("b"), S("c")].status == "confirmed"
    assert edges[S("a"), S("b")].status == "forbidden"
    assert (S("b"), S("dale")) not in edges


def test_what_the_file_has_no_more_stays_unless_it_is_to_go() -> None:
    document = designed()
    document.do(AddPort("haven", S("b"), S("a"), (15.0, 9.0), "Haven"))
    document.do(DrawArea("e", ((40, 0), (50, 0), (50, 10)), name="Drawn here"))
    kept = draw_again(document.map, drawn(*ROW[:2], box("c", 21)))
    assert kept.notices == ["the file does not have them, and they stay as they are: Drawn here"]
    assert kept.edit.gone == ()
    notes = again(document, *ROW[:2], box("f", 60), drop=True)
    assert "gone: c and Drawn here" in notes
    assert set(document.map.graph.spaces) == {"a", "b", "f", "haven"}


def test_an_area_that_is_called_otherwise_is_known_by_its_ground() -> None:
    document = designed()
    notes = again(document, *ROW[:2], box("rect9", 20, wide=11, name="Castile"))
    assert "taken for the same by the ground they cover: c (Castile in the file)" in notes
    assert set(document.map.graph.spaces) == {"a", "b", "c"}
    assert document.map.areas is not None
    assert document.map.areas[S("c")].bounds == (20, 0, 31, 10)


def test_places_and_lines_follow_too() -> None:
    document = DesignDocument.of(
        drawn(*ROW, '<circle id="town" cx="5" cy="5" r="1"/>', '<path id="brook" fill="none" d="M0 0L9 9"/>')
    )
    notes = again(
        document, *ROW, '<circle id="town" cx="6" cy="5" r="1"/><circle id="fort" cx="1" cy="1" r="1"/>',
        '<path id="brook" fill="none" d="M0 0L9 8"/><path id="beck" fill="none" d="M0 0L9 7"/>',
    )  # fmt: skip
    assert document.map.places == {"town": (6, 5), "fort": (1, 1)}
    assert {line.id: line.geometry.bounds[3] for line in document.map.lines} == {"beck": 7, "brook": 8}
    assert {"new: fort", "new lines: beck"} <= set(notes)
    gone = again(document, *ROW, '<circle id="fort" cx="1" cy="1" r="1"/>',
                 '<path id="beck" fill="none" d="M0 0L9 7"/>', drop=True)  # fmt: skip
    assert {"gone: town", "lines gone: brook"} <= set(gone)


def test_names_that_differ_stay_and_are_told() -> None:
    document = designed()
    notes = draw_again(document.map, drawn(box("x", 0, name="A"), *ROW[1:])).notices
    assert notes == ["names that stay as the map has them: Aldbridge (A in the file)"]


def test_the_same_drawing_again_changes_nothing() -> None:
    document = DesignDocument.of(drawn(*ROW))
    with pytest.raises(NothingChanges):
        document.do(draw_again(document.map, drawn(*ROW)).edit)


def test_provenance_of_what_goes_goes_with_it() -> None:
    sheet = dataclasses.replace(drawn(*ROW), provenance=(Provenance("house", of="c"), Provenance("house")))
    document = DesignDocument.of(sheet)
    again(document, *ROW[:2], drop=True)
    assert document.map.provenance == (Provenance("house"),)


def test_a_capital_that_goes_is_told() -> None:
    sheet = drawn(*ROW)
    region = Region(RegionId("north"), "country", "The North", attributes=(("capital", "c"),))
    document = DesignDocument.of(dataclasses.replace(sheet, regions=(region,)))
    assert "The North has no capital any more" in again(document, *ROW[:2], drop=True)


def test_an_edit_is_written_and_read_as_a_line() -> None:
    found = draw_again(designed().map, drawn(box("a", 0, wide=9), *ROW[1:])).edit
    assert read_edit(write_edit(found)) == found


SQUARE: tuple[Place, ...] = ((0.0, 0.0), (5.0, 0.0), (5.0, 5.0))


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (
            TakeIn((DrawnSpace("a", (((SQUARE[0], SQUARE[1]),),)),)),
            "a ring of Aldbridge has 2 corners: draw three or more",
        ),
        (
            TakeIn((DrawnSpace("a", (((*SQUARE, (0.0, float("nan"))),),)),)),
            "a corner of Aldbridge is at 0.0, nan, which is not a place",
        ),
        (TakeIn((DrawnSpace("a", ((((0, 0), (5, 5), (5, 0), (0, 5)),),)),)), "its border crosses itself"),
        (TakeIn((DrawnSpace("f", at=(float("inf"), 0.0)),)), "is not a place on a map"),
        (TakeIn((DrawnSpace(" ", at=(0.0, 0.0)),)), "cannot be the id of a space"),
        (TakeIn(lines=(DrawnPath("x", ()),)), "the line 'x' has no piece: give it one, or leave it out"),
        (TakeIn(gone=(S("zz"),)), "zz"),
        (TakeIn(gone_lines=("zz",)), "zz"),
        (TakeIn((DrawnSpace("a"),)), "nothing would change"),
    ],
)
def test_what_cannot_be_taken_in_is_refused_whole(edit: TakeIn, says: str) -> None:
    document = designed()
    was = document.map
    with pytest.raises(Invalid, match=says.replace("(", r"\(")):
        document.do(edit)
    assert document.map is was


def test_a_map_of_hexes_is_no_drawing_of_areas() -> None:
    from tests.interchange.sheets import danube

    with pytest.raises(Invalid, match="cannot be drawn again from a map of hexes"):
        draw_again(designed().map, danube())
