"""Edits of an area map leave a coverage that fits, and the designer's word on its borders."""

from collections.abc import Callable

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import LineString, Polygon, box

from sandtable.board import Edge, Feature, Graph, Space, SpaceId
from sandtable.board.areas import AreaMap, Shape, mend_shape
from sandtable.board.borders import Borders
from sandtable.engine.errors import Invalid
from tests.board.areamaps import RUNS, S, bordering, cells, drawn, iberia, islands, realms, same, seeds, shaken, squares

TWO = {S("west"): box(0, 0, 2, 2), S("east"): box(2, 0, 4, 2)}


def fits(areas: AreaMap) -> bool:
    return bool(shapely.coverage_is_valid(areas.borders.shapes))


def line_through(areas: AreaMap, id: SpaceId, lean: float) -> LineString:
    """Return a bent line from border to border and beyond, through the area."""
    x0, _, x1, _ = areas[id].bounds
    middle = areas[id].representative_point()
    reach = x1 - x0
    return LineString(
        [(middle.x - reach, middle.y - lean * reach), (middle.x, middle.y), (middle.x + reach, middle.y + lean * reach)]
    )


def test_the_larger_part_keeps_the_id_and_the_neighbour_gets_the_vertex() -> None:
    after = AreaMap(TWO).split(S("west"), LineString([(-1, 0.5), (3, 0.5)]), S("south"))
    assert after[S("west")].equals(box(0, 0.5, 2, 2))
    assert after[S("south")].equals(box(0, 0, 2, 0.5))
    assert (2, 0.5) in after[S("east")].boundary.coords
    assert fits(after)


def test_a_line_that_ends_at_the_border_is_long_enough() -> None:
    after = AreaMap(TWO, tolerance=0.01).split(S("west"), LineString([(0.005, 1), (1.995, 1.5)]), S("part"))
    assert fits(after)
    assert len(after.borders) == 3


def test_a_ring_cuts_out_an_enclave_and_islands_stay_with_the_larger_part() -> None:
    areas = AreaMap({S("land"): islands(box(0, 0, 4, 4), box(6, 0, 7, 1))})
    after = areas.split(S("land"), LineString([(1, 1), (2, 1), (2, 2), (1, 2), (1, 1)]), S("city"))
    assert after[S("city")].area == 1
    assert len(shapely.get_parts(after[S("land")])) == 2
    assert after.borders[S("city"), S("land")].length == 4


def test_a_line_out_over_a_bay_leaves_both_horns_on_one_side() -> None:
    bay = Polygon([(0, 0), (6, 0), (6, 4), (4, 4), (4, 2), (2, 2), (2, 4), (0, 4)])
    after = AreaMap({S("land"): bay}).split(S("land"), LineString([(-1, 3), (7, 3)]), S("horns"))
    assert [part.area for part in shapely.get_parts(after[S("horns")])] == [2, 2]


def test_a_line_there_and_back_cuts_out_what_lies_between() -> None:
    after = AreaMap(TWO).split(S("west"), LineString([(-1, 0.5), (3, 0.5), (3, 1.25), (-1, 1.25)]), S("belt"))
    assert after[S("belt")].equals(box(0, 0.5, 2, 1.25))
    assert fits(after)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (LineString([(0.5, -1), (0.5, 1)]), "does not cross 'west': draw it right across"),
        (LineString([(5, 5), (6, 6)]), "does not cross 'west'"),
        (LineString([(-1, 0), (3, 2), (3, 0), (-1, 2)]), "crosses itself at 1, 1: draw it without the loop"),
        (drawn("LINESTRING (0 NaN, 3 1)"), "not a number"),
        (LineString(), "cuts nothing"),
        (box(0, 0, 1, 1), "a Polygon cuts nothing"),
        (LineString([(-1, 0.5), (3, 0.5), (3, -1), (-2, -1), (-2, 1.5), (3, 1.5)]), "does not leave two sides"),
    ],
)
def test_a_line_that_leaves_no_two_sides_says_why(line: LineString, words: str) -> None:
    with pytest.raises(Invalid, match=words):
        AreaMap(TWO).split(S("west"), line, S("part"))


def test_a_new_part_needs_a_new_id() -> None:
    with pytest.raises(Invalid, match="'east', which already exists: choose a new id"):
        AreaMap(TWO).split(S("west"), LineString([(-1, 1), (3, 1)]), S("east"))


def test_merging_drops_the_vertices_that_only_the_border_needed() -> None:
    areas = AreaMap(squares(2, 2)).merge(S("a0"), S("b0"))
    assert shapely.get_num_coordinates(areas[S("a0")]) == 6  # (1, 1) is a corner of the squares above, (1, 0) of none
    assert bordering(areas) == {
        frozenset((S("a0"), S("a1"))),
        frozenset((S("a0"), S("b1"))),
        frozenset((S("a1"), S("b1"))),
    }


def test_merging_over_a_loose_border_closes_it() -> None:
    areas = AreaMap({S("west"): box(0, 0, 1, 1), S("east"): box(1.001, 0, 2, 1)}, tolerance=0.01)
    assert isinstance(areas.merge(S("west"), S("east"))[S("west")], Polygon)


def test_merging_areas_that_overlap_keeps_what_both_cover() -> None:
    west = Polygon([(0, 0), (2, 0), (2, 1), (2, 2), (0, 2)])
    areas = AreaMap({S("west"): west, S("east"): Polygon([(2, 0), (4, 0), (4, 1), (1, 1.5), (2, 1)])})
    assert areas.borders[S("west"), S("east")].loose == 0
    assert areas.merge(S("west"), S("east"))[S("west")].equals(west.union(areas[S("east")]))


@pytest.mark.parametrize(
    ("other", "words"), [("b1", "touch at a corner only"), ("c0", "do not touch"), ("a0", "itself")]
)
def test_only_areas_with_a_border_are_merged(other: str, words: str) -> None:
    with pytest.raises(Invalid, match=words):
        AreaMap(squares(3, 2)).merge(S("a0"), S(other))


drawings = st.sampled_from([cells, realms])


@RUNS
@given(seeds, drawings, st.floats(-1, 1))
def test_split_then_merge_changes_nothing(
    seed: int, drawing: Callable[[int], dict[SpaceId, Shape]], lean: float
) -> None:
    areas = AreaMap(drawing(seed))
    id = areas.ids[seed % len(areas)]
    try:
        split = areas.split(id, line_through(areas, id, lean), S("part"))
    except Invalid:
        assume(False)
    assert fits(split)
    assert split[id].area >= split[S("part")].area
    assert split.borders == Borders(split.ids, split.borders.shapes, split.tolerance)
    assert same(split.merge(id, S("part")), areas)


def test_split_then_merge_changes_nothing_in_iberia() -> None:
    areas = AreaMap(iberia()[0]).clean(0.002)
    for turn, id in enumerate(areas):
        if turn % 4 == 0:
            split = areas.split(id, line_through(areas, id, 0.3), S("part"))
            assert same(split.merge(id, S("part")), areas)


words = st.sampled_from(["leave", "confirm", "forbid"])


@RUNS
@given(seeds, drawings, st.lists(words, min_size=60, max_size=60), st.floats(-1, 1))
def test_the_designers_word_survives_every_edit(
    seed: int, drawing: Callable[[int], dict[SpaceId, Shape]], said: list[str], lean: float
) -> None:
    areas = AreaMap(drawing(seed))
    graph = Graph(map(Space, areas), areas.edges())
    for edge, word in zip(tuple(graph.edges.values()), said, strict=False):
        if word == "confirm":
            graph = graph.confirm(edge.a, edge.b, along=[Feature("river", edge.a)])
        elif word == "forbid":
            graph = graph.forbid(edge.a, edge.b)
    far = (areas.ids[0], areas.ids[-1])
    if graph.edge(*far) is None:
        graph = graph.add(Edge(*far, across=(Feature("ferry"),)))
    stated = {pair: edge for pair, edge in graph.edges.items() if edge.status != "derived"}

    id = areas.ids[seed % len(areas)]
    areas_without = areas.remove(id)
    after = graph.rederive(areas_without.edges())
    assert stated.items() <= after.graph.edges.items()
    assert {edge.pair for edge in after.contradicted} == {
        pair for pair, edge in stated.items() if edge.status == "confirmed" and id in pair
    }
    assert after.graph.rederive(areas.edges()).graph == graph

    try:
        split = areas.split(id, line_through(areas, id, lean), S("part"))
    except Invalid:
        return
    divided = graph.split(id, Space(S("part")), split.edges())
    assert divided.contradicted == () or all(edge.contact == "corner" for edge in divided.contradicted)
    merged = divided.graph.merge(id, S("part"))
    assert {pair: edge.status for pair, edge in merged.edges.items() if edge.contact == "border"} == {
        pair: edge.status for pair, edge in graph.edges.items() if edge.contact == "border"
    }


def test_a_shared_vertex_moves_in_all_areas_that_have_it() -> None:
    after = AreaMap(squares(2, 2)).move_vertex((1, 1), (1.2, 0.9))
    assert all((1.2, 0.9) in after[id].boundary.coords for id in after)
    assert fits(after)


@pytest.mark.parametrize(
    ("at", "to", "words"),
    [
        ((0.5, 0.5), (0, 0), "no border has a vertex at 0.5, 0.5"),
        ((1, 1), (1, 5), "not sound|would lay"),
        ((1, 0), (3.5, 0.5), "not sound|would lay"),
        ((1, 1), (float("nan"), 0), "give two places"),
    ],
)
def test_a_vertex_stays_among_its_areas(at: tuple[float, float], to: tuple[float, float], words: str) -> None:
    with pytest.raises(Invalid, match=words):
        AreaMap(squares(4, 2)).move_vertex(at, to)


@pytest.mark.parametrize(
    ("tolerance", "deep", "refused"),
    [(0.01, 0.3, True), (0.01, 0.005, False), (0.0, 0.005, True), (0.0, 1e-9, True), (0.0, 1e-13, False)],
)
def test_one_area_may_lie_over_another_by_the_tolerance_or_by_what_rounding_does(
    tolerance: float, deep: float, refused: bool
) -> None:
    """Only the eastern square has the vertex; it goes so deep into the western one."""
    east = Polygon([(1, 0), (2, 0), (2, 1), (1, 1), (1, 0.5)])
    areas = AreaMap({S("west"): box(0, 0, 1, 1), S("east"): east}, tolerance)
    if refused:
        with pytest.raises(Invalid, match="would make 'east' overlap 'west'"):
            areas.move_vertex((1, 0.5), (1 - deep, 0.5))
    else:
        moved = areas.move_vertex((1, 0.5), (1 - deep, 0.5))[S("east")]
        assert [1 - deep, 0.5] in shapely.get_coordinates(moved).tolist()


@RUNS
@given(seeds, st.floats(-0.05, 0.05), st.floats(-0.05, 0.05))
def test_a_moved_vertex_leaves_a_map_that_fits_or_is_refused(seed: int, dx: float, dy: float) -> None:
    areas = AreaMap(cells(seed))
    places = shapely.get_coordinates(areas[areas.ids[seed % len(areas)]])
    x, y = places[seed % len(places)].tolist()
    try:
        after = areas.move_vertex((x, y), (x + dx, y + dy))
    except Invalid:
        return
    assert fits(after)
    assert bordering(after) == bordering(areas)


def test_simplifying_keeps_borders_shared() -> None:
    areas = AreaMap(iberia()[0]).clean(0.002)
    simple = areas.simplify(0.1)
    assert fits(simple)
    assert bordering(simple) == bordering(areas)
    points = [sum(shapely.get_num_coordinates(one[id]) for id in one) for one in (areas, simple)]
    assert points[1] < points[0] / 3
    with pytest.raises(Invalid, match="do not fit together: clean the map"):
        AreaMap(iberia()[0]).simplify(0.1)
    with pytest.raises(Invalid, match="choose a width above 0"):
        areas.simplify(0)


@pytest.mark.parametrize("own", [False, True])
def test_cleaning_makes_borders_fit(own: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if own:
        monkeypatch.delattr(shapely, "coverage_clean", raising=False)
    rough = AreaMap(shaken(cells(3, bends=1), 0.002, 3), tolerance=0.005)
    clean = rough.clean(0.005, 0.01)
    assert fits(clean)
    assert bordering(clean) == bordering(rough)
    assert [fault.kind for fault in clean.faults() if fault.kind != "gap"] == []


def test_cleaning_does_not_lose_an_area() -> None:
    twice = AreaMap({S("a"): box(0, 0, 1, 1), S("b"): box(0, 0, 1, 1)})
    with pytest.raises(Invalid, match=r"nothing would be left of '[ab]' once cleaned"):
        twice.clean()
    with pytest.raises(Invalid, match="snap of -1: choose 0 or more"):
        twice.clean(-1)


def test_faults_name_gaps_overlaps_and_loose_borders() -> None:
    gap = Polygon([(1, 0.2), (1.004, 0.5), (1, 0.8)])
    areas = AreaMap(
        {
            S("a"): box(0, 0, 1, 1),
            S("b"): box(1, 0, 2, 1) - gap,
            S("c"): box(1.9, 0, 3, 1),
            S("d"): box(3, 0, 4, 0.5),
            S("e"): box(3, 0.5, 4, 1),
        },
        tolerance=0.001,
    )
    found = {(fault.kind, fault.areas): fault for fault in areas.faults(gap_width=0.01)}
    assert set(found) >= {("overlap", ("b", "c")), ("gap", ("a", "b")), ("loose", ("c", "d")), ("loose", ("c", "e"))}
    assert found["overlap", (S("b"), S("c"))].width == pytest.approx(0.1)
    assert ("loose", ("d", "e")) not in found
    assert AreaMap(squares(3, 3)).faults() == ()


def test_a_crossed_border_can_be_mended() -> None:
    bow = Polygon([(0, 0), (1, 1), (1, 0), (0, 1)])
    assert mend_shape(S("bow"), bow).area == pytest.approx(0.5)
    with pytest.raises(Invalid, match="nothing would be left of area 'flat'"):
        mend_shape(S("flat"), Polygon([(0, 0), (1, 1), (2, 2)]))
    with pytest.raises(Invalid, match="redraw it"):
        mend_shape(S("line"), LineString([(0, 0), (1, 1)]))


def test_a_map_is_not_changed_by_its_edits() -> None:
    areas = AreaMap(squares(2, 2))
    before = list(areas.borders)
    areas.merge(S("a0"), S("b0"))
    areas.move_vertex((1, 1), (1.1, 1))
    assert list(areas.borders) == before
    assert areas.ids == ("a0", "a1", "b0", "b1")
    assert areas.touching(shapely.Point(0.5, 0.5)) == ("a0",)
