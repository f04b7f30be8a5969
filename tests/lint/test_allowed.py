"""What a designer has allowed is not found again; what nobody allowed still is."""

from __future__ import annotations

import dataclasses

from msgspec.structs import replace
from shapely import LineString, Polygon, box

from sandtable.board.maps import MapLine
from tests.lint.cases.coverage import dot, lake
from tests.lint.cases.links import edge
from tests.lint.cases.regions import more_regions, shire
from tests.lint.cases.ways import brook
from tests.lint.sheets import codes, isle, with_attributes, with_lines


def test_a_line_allows_the_gap_it_is_drawn_in_and_no_other() -> None:
    two = isle({**lake(1.0), "dale": lake_of_dale()})
    assert codes(two) == ["area-gap", "area-gap"]
    allowed = with_lines(two, MapLine("lake", "allowed_gap", LineString([(4.2, 4.2), (4.8, 4.8)])))
    assert codes(allowed) == ["area-gap"]


def lake_of_dale() -> Polygon:
    return Polygon(box(10, 10, 20, 20).exterior, [box(14, 14, 15, 15).exterior.coords])


def test_a_line_along_the_rim_of_a_gap_does_not_allow_it() -> None:
    rim = with_lines(isle(lake(1.0)), MapLine("lake", "allowed_gap", LineString([(4, 4), (5, 4)])))
    assert codes(rim) == ["area-gap", "gap-allowed-idle"]


def test_an_allowed_gap_goes_on_being_allowed_when_it_is_drawn_anew() -> None:
    line = MapLine("lake", "allowed_gap", LineString([(4.1, 4.25), (4.4, 4.25)]))
    assert codes(with_lines(isle(lake(0.5)), line)) == []
    assert codes(with_lines(isle(lake(3.0)), line)) == []


def test_a_space_allows_codes_by_name() -> None:
    rock = isle(dot(0.01))
    assert codes(rock) == ["area-tiny"]
    assert codes(with_attributes(rock, "rock", allowed="name-twice area-tiny")) == []
    assert codes(with_attributes(rock, "rock", allowed="name-twice")) == ["area-tiny"]
    assert codes(with_attributes(rock, "ash", allowed="area-tiny")) == ["area-tiny"]


def test_either_end_of_an_edge_allows_it() -> None:
    sheet = edge(("ash", "birch"), one_way=True)
    assert codes(sheet) == ["edge-one-way"]
    assert codes(with_attributes(sheet, "birch", allowed="edge-one-way")) == []


def test_a_region_and_a_line_allow_codes_too() -> None:
    empty = replace(shire("east", None), attributes=(("allowed", "region-empty"),))
    assert codes(more_regions(empty)) == []
    sheet = brook((3, 5), (7, 5))
    lines = tuple(replace(one, attributes=(("allowed", "river-nowhere"),)) for one in sheet.lines)
    assert codes(sheet) == ["river-nowhere"]
    assert codes(dataclasses.replace(sheet, lines=lines)) == []
