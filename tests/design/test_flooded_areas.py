"""Areas that are flooded from an image are drawn all at once, as drafts, and share their borders."""

from __future__ import annotations

import pytest

from sandtable.board.areas import AreaMap
from sandtable.board.maps import Map, MapInfo
from sandtable.design.document import DesignDocument
from sandtable.design.edits.flooded import ConfirmAreas, FloodAreas, FloodedArea, draft_areas, free_ids
from sandtable.design.edits.shapes import DrawArea
from sandtable.design.script import read_edit, write_edit
from sandtable.engine.errors import Invalid
from sandtable.interchange.flooding.flood_task import FloodRequest, FloodSettings, flood
from sandtable.lint.maps import check_map
from tests.design.drawing import S
from tests.interchange.drawn_borders import DrawnMap


def blank() -> DesignDocument:
    return DesignDocument.of(Map(MapInfo("vale", "The Vale"), areas=AreaMap({}, 1e-3)))


def square(id: str, left: float, top: float, side: float = 10.0) -> FloodedArea:
    right, low = left + side, top + side
    return FloodedArea(id, ((left, top), (right, top), (right, low), (left, low)))


def test_forty_flooded_areas_are_one_entry_and_fit_together() -> None:
    drawn = DrawnMap(1)
    grey = drawn.picture((4.0,), gaps=4.0, grain=6.0)
    found = flood(grey.tobytes(), FloodRequest(*drawn.size, FloodSettings()))
    document = blank()
    ids = free_ids(document.map, len(found))
    areas = tuple(
        FloodedArea(id, tuple(one.outline), tuple(map(tuple, one.holes))) for id, one in zip(ids, found, strict=True)
    )
    entry = document.do(FloodAreas(areas, "land", "scan"))
    assert entry.says == "Draw 40 areas from an image"
    assert entry.notes == ("40 areas were drawn as drafts, with 67 borders",)
    assert draft_areas(document.map) == tuple(sorted(ids))
    crossing = [one for one in check_map(document.map) if one.code in {"overlap", "gap", "sliver"}]
    assert not crossing
    borders = [edge for edge in document.map.graph.edges.values() if edge.contact == "border"]
    assert len(borders) == 7 * 5 + 8 * 4
    assert read_edit(write_edit(entry.edit)) == entry.edit
    document.undo()
    assert document.map.areas is not None
    assert not len(document.map.areas)


def test_a_draft_says_where_it_is_from_until_it_is_confirmed() -> None:
    document = blank()
    document.do(FloodAreas((square("a", 0, 0), square("b", 10, 0)), underlay="scan"))
    word = document.map.origin_of("a", "")
    assert word is not None
    assert (word.source, word.confidence) == ("flooded from the image scan", "draft")
    entry = document.do(ConfirmAreas((S("a"),)))
    assert (entry.says, draft_areas(document.map)) == ("Confirm a", ("b",))
    with pytest.raises(Invalid, match="nothing would change"):
        document.do(ConfirmAreas((S("a"),)))


def test_areas_that_are_there_keep_their_ground() -> None:
    document = blank()
    document.do(DrawArea("old", ((5, -5), (25, -5), (25, 5), (5, 5))))
    entry = document.do(FloodAreas((square("a", 0, 0), square("b", 10, 0), square("c", 0, 10)), "sea"))
    areas = document.map.areas
    assert areas is not None
    assert [round(areas[S(id)].area) for id in ("a", "b", "c", "old")] == [75, 50, 100, 200]
    assert entry.notes[0] == "old had some of the ground already, and kept it"
    assert document.map.graph[S("a")].kind == "sea"


def test_areas_that_lap_over_each_other_are_parted() -> None:
    document = blank()
    document.do(FloodAreas((square("a", 0, 0), square("b", 5, 0))))
    areas = document.map.areas
    assert areas is not None
    assert [round(areas[S(id)].area) for id in ("a", "b")] == [100, 50]


@pytest.mark.parametrize(
    ("areas", "says"),
    [
        ((), "0 areas are to be drawn: give 1 to 5,000"),
        ((square("a", 0, 0), square("a", 10, 0)), "two of the areas to be drawn have one id"),
        ((square(" ", 0, 0),), "cannot be the id of a space"),
        ((FloodedArea("a", ((0, 0), (1, 1))),), "has 2 corners: draw three or more"),
        ((FloodedArea("a", ((0, 0), (float("nan"), 1), (5, 5))),), "which is not a place on a map"),
        ((FloodedArea("a", ((0, 0), (9, 9), (9, 0), (0, 9))),), "'a' is not sound"),
    ],
)
def test_what_cannot_be_drawn_is_refused(areas: tuple[FloodedArea, ...], says: str) -> None:
    document = blank()
    before = document.map
    with pytest.raises(Invalid) as error:
        document.do(FloodAreas(areas))
    assert says in str(error.value)
    assert document.map is before
