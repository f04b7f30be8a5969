"""Raw shapes: every one that no area can have is named, and mended where that is possible."""

from __future__ import annotations

import json

import pytest
import shapely
from shapely import LineString, MultiPolygon, Polygon, box
from shapely.geometry.base import BaseGeometry

from sandtable.board.areas import AreaMap
from sandtable.board.spaces import SpaceId
from sandtable.interchange.worker import shared_worker
from sandtable.lint.foreign_shapes import FLAWS, as_finding
from sandtable.lint.registry import codes
from sandtable.lint.shapes import check_shapes
from tests.board.areamaps import drawn
from tests.lint.sheets import LANDS, S

BOW = Polygon([(0, 0), (2, 2), (2, 0), (0, 2)])
WRONG: dict[str, tuple[BaseGeometry, str, bool]] = {
    "bow": (BOW, "its border crosses itself at 1, 1", True),
    "hole outside": (Polygon([(0, 0), (1, 0), (1, 1)], [[(5, 5), (6, 5), (6, 6)]]), "a hole lies outside", True),
    "nested": (MultiPolygon([box(0, 0, 4, 4), box(1, 1, 2, 2)]), "a part lies in another part", True),
    "empty": (Polygon(), "is empty", False),
    "line": (LineString([(0, 0), (1, 1)]), "is a LineString", False),
    "flat": (Polygon([(0, 0), (1, 1), (2, 2), (0, 0)]), "is not sound", False),
    "far": (box(0, 0, 1e13, 1), "beyond", False),
    "not a number": (drawn("POLYGON ((0 0, nan 1, 1 1, 0 0))"), "not numbers", False),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_shape_that_no_area_can_have_is_named_and_mended_where_it_can_be(name: str) -> None:
    shape, words, mendable = WRONG[name]
    shapes: dict[SpaceId, BaseGeometry] = {**LANDS, S("odd"): shape}
    (one,) = check_shapes("raw", shapes)
    assert one.code == "shape-unsound"
    assert words in one.words
    assert one.place.spaces == ("odd",)
    assert (one.fix is not None) == mendable
    if one.fix is not None:
        after = one.fix.apply(shapes)
        assert check_shapes("raw", after) == []
        assert after[S("ash")] is LANDS[S("ash")]
        AreaMap(after)


def test_sound_shapes_are_quiet() -> None:
    assert check_shapes("raw", {**LANDS, S("two"): MultiPolygon([box(50, 50, 51, 51), box(52, 52, 53, 53)])}) == []


def test_mending_says_what_becomes_of_the_area() -> None:
    (one,) = check_shapes("raw", {S("bow"): BOW})
    assert one.fix is not None
    assert one.fix.says == "mend the rings of 'bow': an area of 0 becomes one of 2"


def test_every_shape_at_fault_in_a_file_is_found_by_the_process_that_reads_it() -> None:
    shapes = [BOW, box(0, 0, 1, 1), Polygon([(0, 0), (4, 4), (4, 0), (0, 4)])]
    features = [
        {"type": "Feature", "id": f"f{at}", "properties": {}, "geometry": json.loads(shapely.to_geojson(shape))}
        for at, shape in enumerate(shapes)
    ]
    ring = {"type": "Polygon", "coordinates": [[[0, 0], [1, 1], [0, 0]]]}
    features.append({"type": "Feature", "properties": {"name": "Nook"}, "geometry": ring})
    features.append({"type": "Feature", "properties": None, "geometry": None})
    data = json.dumps({"type": "FeatureCollection", "features": features}).encode()
    flaws = shared_worker().run(FLAWS, data, None, what="a file")
    assert [flaw.id for flaw in flaws] == ["f0", "f2", "Nook"]
    assert [bool(flaw.fix) for flaw in flaws] == [True, True, False]
    assert "a ring of 3 positions" in flaws[2].words
    assert all(as_finding("file", flaw).code in codes() for flaw in flaws)
