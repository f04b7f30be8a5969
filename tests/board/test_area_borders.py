"""Who borders whom: drawn cases, Iberia, random maps against the plain definition, and edit by edit."""

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, MultiPolygon, Point, Polygon, affinity, box

from sandtable.board import SpaceId
from sandtable.board.areas import AreaMap, Shape
from sandtable.board.borders import Borders
from sandtable.engine.errors import Invalid
from tests.board.areamaps import (
    RUNS,
    S,
    bordering,
    cells,
    drawn,
    iberia,
    islands,
    realms,
    seeds,
    shaken,
    squares,
    with_tees,
)


def test_squares_border_over_sides_and_touch_at_corners() -> None:
    areas = AreaMap(squares(2, 2))
    assert [(border.a, border.b, border.length, border.loose) for border in areas.borders] == [
        ("a0", "a1", 1, 0), ("a0", "b0", 1, 0), ("a1", "b1", 1, 0), ("b0", "b1", 1, 0),
    ]  # fmt: skip
    assert areas.borders.corners == ((("a0", "b1"), Point(1, 1)), (("a1", "b0"), Point(1, 1)))
    assert [edge.contact for edge in areas.edges()] == ["border"] * 4 + ["corner"] * 2


def test_a_border_has_its_line() -> None:
    areas = AreaMap({S("west"): Polygon([(0, 0), (1, 0), (2, 1), (1, 2), (0, 2)]),
                     S("east"): Polygon([(1, 0), (3, 0), (3, 2), (1, 2), (2, 1)])})  # fmt: skip
    assert areas.borders[S("west"), S("east")].length == pytest.approx(8**0.5)
    assert areas.borders.line((S("west"), S("east"))).equals(LineString([(1, 0), (2, 1), (1, 2)]))


def test_an_interrupted_border_has_several_lines() -> None:
    lake = Polygon([(0.9, 1), (1, 0.9), (1.1, 1), (1, 1.1)])
    west, east = box(0, 0, 1, 2) - lake, box(1, 0, 2, 2) - lake
    areas = AreaMap({S("west"): west, S("east"): east})
    assert len(areas.borders.line((S("east"), S("west"))).geoms) == 2  # type: ignore[union-attr]


def test_an_enclave_fills_the_hole_around_it_and_islands_belong_to_their_area() -> None:
    hole = box(1, 1, 2, 2)
    areas = AreaMap({
        S("around"): islands(Polygon(box(0, 0, 3, 3).exterior.coords, [hole.exterior.coords]), box(5, 0, 6, 1)),
        S("enclave"): hole,
        S("beside"): box(6, 0, 7, 1),
    })  # fmt: skip
    assert bordering(areas) == {frozenset((S("around"), S("enclave"))), frozenset((S("around"), S("beside")))}
    assert areas.borders[S("enclave"), S("around")].length == 4


def test_bricks_border_where_only_one_side_has_a_vertex() -> None:
    areas = AreaMap({S("low"): box(0, 0, 2, 1), S("left"): box(0, 1, 1, 2), S("right"): box(1, 1, 2, 2)})
    assert areas.borders[S("left"), S("low")].length == 1
    assert areas.borders[S("left"), S("low")].loose == 1
    assert areas.borders[S("left"), S("right")].loose == 0
    assert AreaMap({id: areas[id] for id in areas}, tolerance=0).borders.edges is not None
    assert bordering(AreaMap({id: areas[id] for id in areas}, tolerance=0)) == {frozenset((S("left"), S("right")))}


def test_borders_drawn_apart_count_within_the_tolerance_only() -> None:
    apart = {S("west"): box(0, 0, 1, 1), S("east"): box(1.01, 0, 2, 1)}
    assert not bordering(AreaMap(apart, tolerance=0.009))
    assert AreaMap(apart, tolerance=0.02).borders[S("west"), S("east")].loose == 1


def test_coasts_that_part_slowly_are_no_loose_border() -> None:
    north, south = Polygon([(0, 0), (9, 0.01), (9, 1), (0, 1)]), Polygon([(0, 0), (9, -0.01), (9, -1), (0, -1)])
    areas = AreaMap({S("north"): north, S("south"): south}, tolerance=0.005)
    assert [pair for pair, _ in areas.borders.corners] == [("north", "south")]


def test_iberia_has_the_borders_that_are_known() -> None:
    shapes, known = iberia()
    areas = AreaMap(shapes)
    assert known <= bordering(areas)
    assert all(areas.borders[min(pair), max(pair)].length < 0.1 for pair in bordering(areas) - known)


def plainly(shapes: dict[SpaceId, Shape]) -> tuple[dict[frozenset[SpaceId], float], set[frozenset[SpaceId]]]:
    """Return borders with their lengths, and corner contacts, by the plain definition."""
    borders, corners = dict[frozenset[SpaceId], float](), set[frozenset[SpaceId]]()
    for (one, shape), (other, beside) in combinations(shapes.items(), 2):
        if shape.touches(beside):
            length = shape.boundary.intersection(beside.boundary).length
            if length > 0:
                borders[frozenset((one, other))] = length
            else:
                corners.add(frozenset((one, other)))
    return borders, corners


@RUNS
@given(seeds)
def test_a_map_that_fits_has_the_borders_of_the_plain_definition(seed: int) -> None:
    shapes = cells(seed)
    areas = AreaMap(shapes, tolerance=1e-12)
    borders, corners = plainly(shapes)
    assert {frozenset((one.a, one.b)): pytest.approx(one.length) for one in areas.borders} == borders
    assert {frozenset(pair) for pair, _ in areas.borders.corners} == corners
    for border in areas.borders:
        assert areas.borders.line((border.a, border.b)).length == pytest.approx(border.length)


@RUNS
@given(seeds, st.sampled_from([0.0, 0.3, 1.0]))
def test_a_map_drawn_unsteadily_has_the_same_borders(seed: int, tees: float) -> None:
    tolerance = 0.004
    unsteady = shaken(with_tees(cells(seed), tees, seed), tolerance / 2, seed)
    steady = {id: shape for id, shape in cells(seed).items() if id in unsteady}
    truth, _ = plainly(steady)
    found = bordering(AreaMap(unsteady, tolerance))
    for one, other in map(sorted, found - truth.keys()):
        assert steady[one].distance(steady[other]) <= tolerance
    assert {pair for pair, length in truth.items() if length > 5 * tolerance} <= found


flaws = st.sampled_from([(0.0, 0.0), (0.0, 0.4), (0.003, 0.0), (0.003, 0.4)])


@RUNS
@given(seeds, flaws, st.sampled_from([0.0, 1e-6, 0.004, 0.05]))
def test_edit_by_edit_the_borders_are_those_of_a_full_derivation(
    seed: int, flaw: tuple[float, float], tolerance: float
) -> None:
    shake, tees = flaw
    shapes = shaken(with_tees(cells(seed, 32), tees, seed), shake, seed)
    areas, rng, removed = AreaMap(shapes, tolerance), np.random.default_rng(seed), dict[SpaceId, Shape]()
    for _ in range(6):
        id = areas.ids[int(rng.integers(len(areas)))]
        match int(rng.integers(4)):
            case 0:
                removed[id] = areas[id]
                areas = areas.remove(id)
            case 1 if removed:
                areas = areas.put(*removed.popitem())
            case 2:
                grown = areas[id].buffer(float(rng.choice([-0.01, tolerance / 2, tolerance, 0.02])), quad_segs=1)
                areas = areas if grown.is_empty else areas.put(id, grown)
            case _:
                xy = shapely.get_coordinates(areas[id])
                xy[1] += rng.uniform(-0.02, 0.02, 2)
                areas = areas.put(id, Polygon(xy)) if Polygon(xy).is_valid else areas
        assert areas.borders == Borders(areas.ids, areas.borders.shapes, tolerance)


def edited(areas: AreaMap, rng: np.random.Generator) -> AreaMap:
    """Return the map with one edit of any kind, or as it was where that edit cannot be."""
    one, other = (areas.ids[int(at)] for at in rng.integers(len(areas), size=2))
    places = shapely.get_coordinates(areas[one])
    x, y = places[int(rng.integers(len(places)))].tolist()
    dx, dy = rng.uniform(-0.05, 0.05, 2).tolist()
    try:
        match int(rng.integers(7)):
            case 0:
                return areas.split(one, LineString([(x - 9 * dx, y - 9 * dy), (x + 50 * dx, y + 50 * dy)]), S(f"{x}"))
            case 1:
                beside = [border for border in areas.borders if one in (border.a, border.b)]
                return areas.merge(beside[0].a, beside[0].b) if beside else areas
            case 2:
                return areas.put(one, areas[one].buffer(float(rng.choice([-0.02, 0.01, areas.tolerance])), quad_segs=1))
            case 3:
                return areas.remove(one).put(S(f"{y}"), affinity.translate(areas[one], dx, dy))
            case 4:
                return areas.put(one, areas[other])
            case _:
                return areas.move_vertex((x, y), (x + dx, y + dy))
    except Invalid:
        return areas


@RUNS
@given(seeds, st.sampled_from([cells, realms]), st.sampled_from([0.0, 0.003]), st.sampled_from([0.0, 1e-6, 0.004]))
def test_after_edits_of_every_kind_the_borders_are_those_of_the_map_drawn_afresh(
    seed: int, drawing: Callable[[int], dict[SpaceId, Shape]], shake: float, tolerance: float
) -> None:
    areas, rng = AreaMap(shaken(drawing(seed), shake, seed), tolerance), np.random.default_rng(seed)
    for _ in range(8):
        areas = edited(areas, rng)
        assert areas.borders == AreaMap({id: areas[id] for id in areas}, tolerance).borders


@pytest.mark.parametrize(("shake", "tees"), [(0.0, 0.0), (0.002, 0.0), (0.002, 0.3)])
def test_an_edit_on_a_large_map_leaves_the_borders_of_a_full_derivation(shake: float, tees: float) -> None:
    shapes = shaken(with_tees(cells(7, 400, lines=20), tees, 7), shake, 7)
    areas, rng = AreaMap(shapes, tolerance=0.004), np.random.default_rng(7)
    for _ in range(12):
        areas = edited(areas, rng)
        assert areas.borders == Borders(areas.ids, areas.borders.shapes, areas.tolerance)


def test_maps_of_one_area_and_none() -> None:
    none = AreaMap({}, tolerance=1e-6)
    one = none.put(S("a0"), box(0, 0, 1, 1))
    assert one.borders == AreaMap({S("a0"): box(0, 0, 1, 1)}).borders
    assert one.remove(S("a0")).borders == none.borders
    assert one.borders.after({}) is one.borders.after({S("zz"): None}) is one.borders
    assert none.simplify(1).borders == none.borders


def test_hundreds_of_edits_leave_the_borders_of_a_full_derivation() -> None:
    areas = AreaMap(cells(1, 40))
    for turn in range(100):
        id = areas.ids[turn % len(areas)]
        areas = areas.remove(id).put(id, areas[id])
    assert areas.borders == Borders(areas.ids, areas.borders.shapes, areas.tolerance)


BOW = Polygon([(0, 0), (1, 1), (1, 0), (0, 1)])


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        (BOW, "area 'x' is not sound: its border crosses itself at 0.5, 0.5; move the border there"),
        (Point(1, 2), "area 'x' is a Point: give it one polygon"),
        (Polygon(), "area 'x' is empty"),
        (drawn("POLYGON ((0 0, 1 0, NaN 1, 0 0))"), "coordinates that are not numbers"),
        (drawn("POLYGON ((0 0, inf 0, 1 1, 0 0))"), "coordinates that are not numbers or lie beyond"),
        (Polygon([(0, 0), (1e300, 0), (1, 1)]), "rescale"),
        (Polygon(box(0, 0, 1, 1).exterior.coords, [box(2, 2, 3, 3).exterior.coords]), "a hole lies outside"),
        (MultiPolygon([box(0, 0, 2, 2), box(1, 1, 3, 3)]), "its border crosses itself"),
    ],
)
def test_a_shape_that_no_area_can_have_says_why(shape: Shape, words: str) -> None:
    with pytest.raises(Invalid, match=words):
        AreaMap({S("x"): shape})


def test_other_things_that_cannot_be() -> None:
    areas = AreaMap(squares(2, 1))
    with pytest.raises(Invalid, match="no area is called 'a7': did you mean a0"):
        areas[S("a7")]
    with pytest.raises(Invalid, match="'a0' and 'zz' share no border"):
        areas.borders[S("a0"), S("zz")]
    with pytest.raises(Invalid, match="tolerance of -1: choose 0 or more"):
        AreaMap({}, tolerance=-1)
    assert len(AreaMap({}).borders) == 0
