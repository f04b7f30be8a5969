"""Areas whose borders were simplified one by one, as public data often has them: told with what would mend them."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest
import shapely

from sandtable.board.areas import AreaMap
from sandtable.board.shapes import Shape, array_of
from sandtable.board.snap_width import Snapping, rounded_up, snapping
from sandtable.interchange import geojson
from sandtable.interchange.geojson import ImportOptions
from sandtable.lint.maps import check_map
from tests.board.areamaps import cells


@cache
def raw() -> bytes:
    """Return forty areas of many bends, each simplified without its neighbours."""
    features = [
        {"type": "Feature", "properties": {"name": id}, "geometry": shapely.geometry.mapping(shape.simplify(8.0))}
        for id, shape in whole().items()
    ]
    return json.dumps({"type": "FeatureCollection", "features": features}).encode()


@cache
def whole() -> dict[str, Shape]:
    return {
        str(id): shapely.transform(shape, lambda places: places * 400)
        for id, shape in cells(3, 40, lines=6, bends=12, sway=0.02, missing=0).items()
    }


def test_an_import_says_within_how_much_they_fit() -> None:
    notices = geojson.arrive(raw()).notices
    (said,) = [one for one in notices if "with a snap of" in one]
    found = re.fullmatch(
        r"borders that were drawn one by one leave (\d+) overlaps and gaps: "
        r"importing it with a snap of (\S+) mends all but (\d+) of them",
        said,
    ) or re.fullmatch(r"borders that .* leave (\d+) .* a snap of (\S+) mends all()? of them", said)
    assert found is not None, said
    faults, width, left = int(found[1]), float(found[2]), int(found[3] or 0)
    assert faults > 20
    assert left <= faults / 10

    mended = geojson.arrive(raw(), ImportOptions(snap=width))
    assert not [one for one in mended.notices if "a snap of" in one or "overlap" in one]
    areas = mended.map.areas
    assert areas is not None
    assert not [fault for fault in areas.faults() if fault.kind == "overlap"]


def test_a_check_tells_what_one_cause_has_made_in_one_finding() -> None:
    sheet = geojson.read(raw())
    assert sheet.areas is not None
    faults = [one for one in sheet.areas.faults(20.0) if one.kind != "loose"]
    found = check_map(sheet)
    (finding,) = [one for one in found if one.code == "borders-unfitted"]
    assert finding.severity == "error"
    assert "export the map and import it with a snap of " in finding.words
    assert len([one for one in found if one.code in {"area-overlap", "area-gap", "border-loose"}]) < len(faults) / 5


def test_a_few_faults_are_told_one_by_one() -> None:
    areas = AreaMap({geojson.slug(id): shape for id, shape in whole().items()})  # type: ignore[misc]
    assert snapping(areas.ids, array_of([areas[id] for id in areas]), areas.tolerance) is None


def test_two_areas_that_overlap_by_much_are_no_slip_of_a_border() -> None:
    shapes = array_of([shapely.box(0, 0, 10, 10), shapely.box(9, 0, 19, 10)])
    assert snapping(["a", "b"], shapes, 1e-6) is None  # type: ignore[list-item]


def test_a_width_that_would_take_an_area_away_is_not_advised() -> None:
    boxes = [shapely.box(x, 0, x + 10.05, 10) for x in range(0, 100, 10)]
    tiny = shapely.box(120, 0, 120.3, 0.3)
    shapes = array_of([*boxes, tiny])
    found = snapping([str(at) for at in range(len(shapes))], shapes, 1e-6)  # type: ignore[misc]
    assert found is not None
    assert found == Snapping(found.width, 9, 0)
    assert found.width <= 0.15


@pytest.mark.parametrize(("width", "up"), [(0.9, 1.0), (1.0, 1.0), (1.2, 2.0), (2.1, 5.0), (6.0, 10.0), (0.03, 0.05)])
def test_widths_are_rounded_up_to_one_digit(width: float, up: float) -> None:
    assert rounded_up(width) == up


def test_a_width_that_is_too_large_names_the_area_that_it_takes_away() -> None:
    from sandtable.engine.errors import Invalid

    with pytest.raises(Invalid, match=r"nothing would be left of '?feature \d+ \("):
        geojson.arrive(raw(), ImportOptions(snap=500.0))
