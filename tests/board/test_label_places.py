"""Names of areas stand where they can be written largest."""

from __future__ import annotations

import pytest
from shapely import MultiPolygon, Point, Polygon, box

from sandtable.board.areas import AreaMap
from sandtable.board.graph import Graph
from sandtable.board.label_places import label_place
from sandtable.board.maps import Map, MapInfo
from sandtable.board.shapes import Shape
from sandtable.board.spaces import Space, SpaceId

SEA = Polygon([(0, 0), (100, 0), (100, 6), (40, 6), (40, 60), (0, 60)])
"""A wide bay with a thin arm to the east."""
STAIRS = Polygon([(0, 0), (60, 0), (60, 10), (20, 10), (20, 20), (80, 20), (80, 40), (10, 40), (10, 50), (0, 50)])


def test_a_name_stands_in_the_bay_and_not_in_its_thin_arm() -> None:
    x, y = label_place(SEA, "Adriatic Sea")
    assert x == pytest.approx(20, abs=4)
    assert y > 12


def test_a_long_name_stands_where_it_is_wide_and_a_short_one_where_there_is_most_room() -> None:
    tall = Polygon([(0, 0), (90, 0), (90, 14), (22, 14), (22, 80), (0, 80)])
    assert label_place(tall, "The Long Channel")[0] > 30
    assert label_place(tall, "Sea")[0] < 24


def test_of_several_parts_it_is_the_one_with_most_room() -> None:
    long, round_one = box(0, 0, 200, 2), box(0, 50, 18, 68)
    x, y = label_place(MultiPolygon([long, round_one]), "Isles")
    assert (x, y) == pytest.approx((9, 59), abs=2)


@pytest.mark.parametrize("shape", [box(0, 0, 200, 20), box(0, 0, 20, 200), box(0, 0, 30, 30)])
@pytest.mark.parametrize("name", ["Sea", "The Long Channel"])
def test_where_there_is_as_much_room_all_along_it_is_the_middle(shape: Polygon, name: str) -> None:
    middle = shape.centroid
    assert label_place(shape, name) == pytest.approx((middle.x, middle.y), abs=1)


@pytest.mark.parametrize("shape", [SEA, STAIRS, Point(0, 0).buffer(5).difference(Point(0, 0).buffer(4.8))])
@pytest.mark.parametrize("name", ["", "Sea", "A name that is longer than any other name"])
def test_it_is_inside_whatever_the_form(shape: Shape, name: str) -> None:
    assert shape.covers(Point(label_place(shape, name)))


def test_a_map_without_a_place_for_a_label_says_so_by_its_name() -> None:
    sea = SpaceId("sea")
    sheet = Map(MapInfo("m", "M"), Graph([Space(sea, "Adriatic Sea", "sea")], []), areas=AreaMap({sea: SEA}))
    assert sheet.locate("sea") == label_place(SEA, "Adriatic Sea")
