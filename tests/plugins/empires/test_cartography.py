"""Making maps out of text: shapes as text, cells around towns, seas, river borders."""

import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, Polygon, box

from sandtable.board import Shape
from sandtable.engine.errors import Invalid
from sandtable_empires.maps.cartography.cells import bend, cells
from sandtable_empires.maps.cartography.planar import shape_of, unite, without
from sandtable_empires.maps.cartography.seas import open_water, seas
from sandtable_empires.maps.cartography.topology import Topology
from sandtable_empires.maps.cartography.units import Together, Wanted, areas, clip_areas, tidy
from sandtable_empires.maps.cartography.watercourses import beside, course, join_ends
from tests.tiers import count

SQUARE = box(0, 0, 100, 100)


# --- shapes as text -------------------------------------------------------------------------------------------------


def as_text(shapes: dict[str, Shape]) -> str:
    topology = Topology(0.01)
    topology.shapes = {"land": shapes}
    return topology.text()


def test_a_shared_border_stands_once() -> None:
    text = as_text({"west": box(0, 0, 1, 1), "east": box(1, 0, 2, 1)})
    assert [line for line in text.splitlines() if line.startswith("[[")] == [
        "[[100,0],[0,100]],",
        "[[100,100],[-100,0],[0,-100],[100,0]],",
        "[[100,0],[100,0],[0,100],[-100,0]]",
    ]


@st.composite
def patchworks(draw: st.DrawFn) -> dict[str, Shape]:
    """Shapes of unit squares, with holes, islands and corners that touch, sharing borders."""
    owners = draw(st.lists(st.sampled_from("abcd."), min_size=25, max_size=25))
    squares: dict[str, list[Polygon]] = {}
    for at, owner in enumerate(owners):
        if owner != ".":
            squares.setdefault(owner, []).append(box(at % 5, at // 5, at % 5 + 1, at // 5 + 1))
    return {owner: unite(mine) for owner, mine in sorted(squares.items())}


@given(patchworks())
@settings(max_examples=count(2000), derandomize=True)
def test_shapes_come_back_as_they_were(shapes: dict[str, Shape]) -> None:
    text = as_text(shapes)
    back = Topology.read(text)
    assert back.shapes.get("land", {}).keys() == shapes.keys()
    for id, shape in shapes.items():
        assert back.shapes["land"][id].is_valid
        assert back.shapes["land"][id].equals(shape)
    assert not shapes or as_text(dict(back.shapes["land"])) == text


def test_lines_places_and_facts_come_back() -> None:
    topology = Topology(0.5)
    topology.lines = {"rivers": {"Ebro": LineString([(0, 0), (1.5, 2), (3, 2)])}}
    topology.places = {"towns": {"madrid": (10.5, -3.0)}}
    topology.facts = {"drawn_with": "a pen"}
    back = Topology.read(topology.text())
    assert back.lines["rivers"]["Ebro"].equals(topology.lines["rivers"]["Ebro"])
    assert back.places["towns"]["madrid"] == (10.5, -3.0)
    assert back.facts == {"drawn_with": "a pen"}


HEAD = '{"transform":{"scale":[1]},"objects":{"rivers":{"geometries":[{"type":"LineString","id":"a","arcs":[0]}]}},'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[1,2]",
        '{"transform":{"scale":[]},"arcs":[],"objects":{}}',
        HEAD + '"arcs":[]}',
        HEAD + '"arcs":[[[1,1]]]}',
        HEAD + '"arcs":[[["north",1],[2,3]]]}',
    ],
)
def test_what_is_no_topology_is_refused(text: str) -> None:
    with pytest.raises(Invalid, match="topology cannot be read"):
        Topology.read(text)


# --- cells ----------------------------------------------------------------------------------------------------------


def test_every_town_has_its_own_cell_and_nothing_is_left() -> None:
    towns = {"a": (20.0, 20.0), "b": (80.0, 30.0), "c": (50.0, 80.0)}
    found = {id: unite(pieces) for id, pieces in cells(SQUARE, towns).items()}
    assert all(found[id].contains(shapely.Point(place)) for id, place in towns.items())
    assert sum(shape.area for shape in found.values()) == pytest.approx(SQUARE.area)
    assert unite(found.values()).equals(SQUARE)


def test_a_river_is_a_border_wherever_it_parts_two_towns() -> None:
    river = LineString([(-5, 70), (105, 70)])
    found = cells(SQUARE, {"south": (50.0, 60.0), "north": (50.0, 95.0)}, [river])
    assert unite(found["south"]).bounds == (0, 0, 100, 70)
    assert unite(found["north"]).bounds == (0, 70, 100, 100)


def test_a_bank_without_a_town_goes_to_its_neighbour() -> None:
    found = cells(SQUARE, {"town": (50.0, 60.0)}, [LineString([(-5, 70), (105, 70)])])
    assert unite(found["town"]).equals(SQUARE)


@given(*[st.floats(-500, 500)] * 4)
@settings(max_examples=count(1000), derandomize=True)
def test_a_bent_border_keeps_its_ends_and_bends_the_same_both_ways(x: float, y: float, u: float, v: float) -> None:
    line = LineString([(x, y), (u, v)])
    one, other = bend(line), bend(line.reverse())
    assert one.equals(other)
    assert one.hausdorff_distance(line) <= 0.3 * min(line.length, 90.0) + 0.1


# --- areas out of units ---------------------------------------------------------------------------------------------

UNITS: dict[str, Shape] = {
    "ESP:West": box(0, 0, 50, 100),
    "ESP:East": box(50, 0, 100, 100),
    "ESP:Isle": box(120, 0, 140, 20),
}


def make_areas(*wanted: Wanted, together: tuple[Together, ...] = ()) -> dict[str, Shape]:
    return areas(wanted, UNITS, together, {})


def test_a_unit_with_one_town_is_its_area_and_one_without_joins_the_nearest() -> None:
    found = make_areas(Wanted("leon", (20.0, 50.0)), Wanted("soria", (70.0, 50.0)))
    assert found["leon"].equals(UNITS["ESP:West"])
    assert found["soria"].equals(unite([UNITS["ESP:East"], UNITS["ESP:Isle"]]))


def test_a_unit_that_an_area_names_is_its_own() -> None:
    found = make_areas(Wanted("leon", (20.0, 50.0), ("ESP:Isle",)), Wanted("soria", (70.0, 50.0)))
    assert found["leon"].equals(unite([UNITS["ESP:West"], UNITS["ESP:Isle"]]))


def test_units_together_are_cut_as_one() -> None:
    found = make_areas(
        Wanted("north", (50.0, 75.0)), Wanted("south", (50.0, 25.0)), together=(Together(("ESP:West", "ESP:East")),)
    )
    assert found["north"].intersects(UNITS["ESP:West"])
    assert found["north"].intersects(UNITS["ESP:East"])
    assert found["north"].area == pytest.approx(5000, rel=0.2)


def test_a_drawn_outline_takes_the_land_in_it_and_no_water() -> None:
    found = make_areas(Wanted("leon", (20.0, 50.0)), Wanted("rock", (0.0, 0.0), (), box(-20, -20, 10, 10)))
    assert found["rock"].equals(box(0, 0, 10, 10))
    assert not found["leon"].intersection(found["rock"]).area


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ([Wanted("leon", (20.0, 50.0), ("ESP:North",))], "'ESP:North', which is not in the base"),
        ([Wanted("leon", (20.0, 50.0), ("ESP:East",)), Wanted("soria", (70.0, 9.0), ("ESP:East",))], "both want"),
        ([Wanted("leon", (900.0, 50.0))], "lies in no unit"),
        ([Wanted("leon", (20.0, 50.0), ("ESP:East",)), Wanted("soria", (70.0, 50.0))], "nothing is left for 'soria'"),
    ],
)
def test_a_recipe_that_cannot_be_followed_says_where(wanted: list[Wanted], words: str) -> None:
    with pytest.raises(Invalid, match=words):
        make_areas(*wanted)


def test_small_islands_go_and_the_largest_part_stays() -> None:
    isles = shape_of([box(0, 0, 10, 10), box(20, 0, 22, 2), box(30, 0, 35, 5)])
    found = clip_areas({"isles": isles, "rock": box(50, 0, 51, 1)}, box(-5, -5, 60, 60), least=20.0)
    assert found["isles"].area == 125
    assert found["rock"].area == 1


def test_enclaves_go_to_what_is_around_them_and_slits_are_closed() -> None:
    around = without(box(0, 0, 60, 60), unite([box(20, 20, 25, 25), box(40, 0, 41, 30)]))
    found = tidy({"around": around, "far": shape_of([box(70, 0, 90, 20), box(20, 20, 25, 25)])}, 50.0, 2.0)
    assert found["around"].equals(box(0, 0, 60, 60))
    assert found["far"].equals(box(70, 0, 90, 20))


# --- water ----------------------------------------------------------------------------------------------------------


def test_a_sea_does_not_reach_across_land() -> None:
    water = shape_of([box(0, 0, 45, 100), box(55, 0, 100, 100)])
    found, ponds = seas({"west": [(30.0, 50.0)], "east": [(95.0, 50.0)]}, water, least=10.0)
    assert not ponds
    assert found["east"].equals(box(55, 0, 100, 100))
    assert found["west"].equals(box(0, 0, 45, 100))


def test_a_pond_is_no_sea() -> None:
    water = shape_of([SQUARE, box(200, 0, 202, 2)])
    found, ponds = seas({"sea": [(50.0, 50.0)]}, water, least=10.0)
    assert found["sea"].equals(SQUARE)
    assert [pond.area for pond in ponds] == [4]


def test_the_narrow_end_of_a_bay_is_no_sea() -> None:
    wide, narrow = open_water(unite([SQUARE, box(100, 50, 130, 50.5)]), width=1.0)
    assert wide.symmetric_difference(SQUARE).area < 0.1
    assert [round(part.area) for part in narrow] == [15]


def test_a_river_that_ends_short_of_another_flows_into_it() -> None:
    rivers = {"Main": LineString([(50, 40), (3, 40)]), "Rhine": LineString([(0, 0), (0, 90)])}
    found = join_ends(rivers, reach=5.0)
    assert found["Main"].equals(LineString([(50, 40), (0, 40)]))
    assert found["Rhine"].equals(rivers["Rhine"])
    assert join_ends(rivers, reach=2.0)["Main"].equals(rivers["Main"])


def test_a_border_runs_along_a_river_for_half_its_length_or_it_does_not() -> None:
    rhine = course([LineString([(0, 0), (0, 50)])], [[(0.0, 50.0), (0.0, 100.0)]])
    borders = {
        ("alsace", "baden"): LineString([(2, 0), (2, 90)]),
        ("alsace", "lorraine"): LineString([(0, 100), (-90, 100)]),
        ("baden", "hesse"): LineString([(1, 60), (1, 100), (30, 100)]),
    }
    assert beside(borders, {"Rhine": rhine}, width=4.0, share=0.5) == {
        ("alsace", "baden"): "Rhine",
        ("baden", "hesse"): "Rhine",
    }
