"""Drawings from elsewhere: where things lie, what they are called, and what becomes of them."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from math import hypot, pi

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.board.graph import Graph
from sandtable.board.maps import Map
from sandtable.board.spaces import Edge, Space, SpaceId
from sandtable.design.document import DesignDocument
from sandtable.engine.errors import Invalid
from sandtable.interchange import drawings
from sandtable.interchange.drawings import ShapeRule, SvgMapping, arrive, read_mapping, write_mapping
from sandtable.interchange.drawings.drawn_things import DrawnThing
from sandtable.interchange.svg import render
from tests.design.drawing import Designer, country
from tests.design.test_hex_edits import meadows
from tests.interchange.sheets import RUNS, danube, tyrol
from tests.interchange.svg_files import AREAS, TWO_LANDS, look, svg, take
from tests.tiers import count


def areas(body: str, head: str = 'width="100" height="100"', mapping: SvgMapping = AREAS) -> dict[str, shapely.Polygon]:
    sheet = take(svg(body, head), mapping).map
    assert sheet.areas is not None
    return {id: sheet.areas[id] for id in sheet.areas}  # type: ignore[misc]


def place_of(text: DrawnThing) -> tuple[float, float]:
    x, y = np.frombuffer(text.outlines[0], "<f8").tolist()
    return x, y


def only(body: str, head: str = 'width="100" height="100"', mapping: SvgMapping = AREAS) -> shapely.Polygon:
    (shape,) = areas(body, head, mapping).values()
    return shape


# --- a whole drawing --------------------------------------------------------------------------------------------------


def test_a_drawing_of_inkscape_comes_in_as_it_was_meant() -> None:
    arrived = take(TWO_LANDS)
    sheet = arrived.map
    assert {space.id: (space.name, space.kind) for space in sheet.graph.spaces.values()} == {
        "the-bight": ("The Bight", "sea"),
        "west-land": ("West Land", "land"),
        "east": ("East", "land"),
        "aldbridge": ("Aldbridge", "town"),
    }
    assert sheet.graph[SpaceId("west-land")].get("terrain") == "forest"
    assert sheet.title == "Two Lands"
    assert sheet.info.unit == "mm"
    assert set(sheet.graph.edges) == {("east", "the-bight"), ("east", "west-land"), ("the-bight", "west-land")}
    assert sheet.places[SpaceId("aldbridge")] == (30, 40)
    assert [(line.id, line.kind) for line in sheet.lines] == [("brook", "river")]
    assert sheet.areas is not None
    assert sheet.areas[SpaceId("west-land")].bounds[:2] == (10, 10)
    assert sheet.areas[SpaceId("west-land")].area == pytest.approx(3000, rel=1e-3)
    assert not sheet.areas.faults()
    assert "ground left to the areas drawn over it: The Bight (to path 'path2' and East)" in arrived.notices


def test_the_hole_of_a_compound_path_is_the_land_of_what_lies_under_it() -> None:
    sheet = take(TWO_LANDS).map
    assert sheet.areas is not None
    lake = shapely.Point(75, 35)
    assert not sheet.areas[SpaceId("east")].covers(lake)
    assert sheet.areas[SpaceId("the-bight")].covers(lake)


def test_layers_classes_and_fills_are_counted() -> None:
    sorts = drawings.sorts_of(look(TWO_LANDS))
    assert [(one.layer, one.form, one.classes, one.fill, one.many, one.called) for one in sorts] == [
        ("", "surface", "", "white", 1, []),
        ("Sea", "surface", "", "#88aacc", 1, ["The Bight"]),
        ("Provinces", "surface", "wood", "#99bb77", 1, []),
        ("Provinces", "surface", "", "#ccbb77", 1, ["East"]),
        ("Provinces", "text", "", "#000000", 1, ["West Land"]),
        ("Towns", "circle", "", "#000000", 1, []),
        ("Towns", "text", "", "#000000", 1, ["Aldbridge"]),
        ("Rivers", "line", "", "none", 1, ["brook"]),
    ]


def test_ids_and_names_of_illustrator_and_figma_are_read() -> None:
    body = (
        '<g id="Old_x20_Castile_1_"><path id="XMLID_12_" d="M0 0h9v9h-9z"/></g>'
        '<rect id="Rectangle 7" data-name="León" x="20" width="5" height="5"/>'
        '<rect id="New Castile" x="40" width="5" height="5"/>'
    )
    things = look(svg(body)).things
    assert [one.layers for one in things] == [("Old Castile",), (), ()]
    assert [one.name for one in things] == ["", "León", "New Castile"]
    assert list(areas(body)) == ["XMLID_12_", "leon", "new-castile"]


# --- where things lie -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "size"),
    [
        ('width="200mm" height="100mm" viewBox="0 0 200 100"', 10 * 96 / 25.4),
        ('width="20cm" height="10cm" viewBox="0 0 200 100"', 10 * 96 / 25.4),
        ('width="2in" height="1in"', 10),
        ('width="150pt" height="75pt" viewBox="0 0 200 100"', 10),
        ('viewBox="0 0 200 100"', 10),
        ('width="100%" height="100%" viewBox="0 0 200 100"', 10),
        ('width="400" height="400" viewBox="0 0 200 100"', 20),
    ],
)
def test_units_and_the_viewbox_say_how_large_it_is(head: str, size: float) -> None:
    left, top, right, bottom = only('<rect width="10" height="10"/>', head).bounds
    assert (right - left, bottom - top) == pytest.approx((size, size))


def test_what_is_larger_than_its_viewbox_one_way_lies_in_the_middle() -> None:
    assert only('<rect width="10" height="10"/>', 'width="400" height="400" viewBox="0 0 200 100"').bounds == (
        0, 100, 20, 120,
    )  # fmt: skip
    stretched = 'width="400" height="400" viewBox="0 0 200 100" preserveAspectRatio="none"'
    assert only('<rect width="10" height="10"/>', stretched).bounds == (0, 0, 20, 40)


def test_a_millimetre_is_as_many_map_units_as_the_mapping_says() -> None:
    mapping = SvgMapping(scale=2.5, of="mm", unit="km", rule=AREAS.rule)
    shape = only('<rect width="10" height="10"/>', 'width="100mm" height="100mm" viewBox="0 0 100 100"', mapping)
    assert shape.bounds == (0, 0, 25, 25)


@pytest.mark.parametrize(
    ("transform", "corner"),
    [
        ("translate(5)", (6, 2)),
        ("translate(5, 7)", (6, 9)),
        ("scale(2)", (2, 4)),
        ("scale(2 3)", (2, 6)),
        ("rotate(90)", (-2, 1)),
        ("rotate(90 10 10)", (18, 1)),
        ("matrix(1 2 3 4 5 6)", (12, 16)),
        ("skewX(45)", (3, 2)),
        ("skewY(45)", (1, 3)),
        ("translate(5,7) scale(2)", (7, 11)),
        ("scale(2),translate(5,7)", (12, 18)),
    ],
)
def test_a_transform_puts_a_place_where_every_program_puts_it(transform: str, corner: tuple[float, float]) -> None:
    line = f'<g transform="{transform}"><path id="a" fill="none" d="M1,2 L50,60"/></g>'
    sheet = take(svg(line), SvgMapping(rule=(ShapeRule(becomes="line"),))).map
    assert sheet.lines[0].geometry.coords[0] == pytest.approx(corner)


@settings(RUNS, max_examples=30)
@given(
    st.lists(st.sampled_from(["translate(3,-4)", "rotate(30)", "scale(1.5,0.5)", "skewX(20)"]), min_size=1, max_size=6)
)
def test_transforms_inside_each_other_are_as_one(steps: list[str]) -> None:
    inner = '<path id="a" fill="none" d="M1,2 L50,60"/>'
    nested = "".join(f'<g transform="{step}">' for step in steps) + inner + "</g>" * len(steps)
    together = f'<g transform="{" ".join(steps)}">{inner}</g>'
    lines = SvgMapping(rule=(ShapeRule(becomes="line"),))
    one, other = (take(svg(body), lines).map.lines[0].geometry for body in (nested, together))
    assert shapely.get_coordinates(one).ravel().tolist() == pytest.approx(
        shapely.get_coordinates(other).ravel().tolist(), abs=1e-5
    )  # fmt: skip


def test_copies_and_symbols_are_drawn_where_they_stand() -> None:
    body = (
        '<defs><circle id="dot" cx="1" cy="1" r="1"/></defs>'
        '<symbol id="fort" viewBox="0 0 10 10"><rect width="10" height="10"/></symbol>'
        '<use id="leon" href="#dot" x="20" y="30"/>'
        '<use id="burgos" xlink:href="#fort" x="50" y="60" width="4" height="4"/>'
        '<use id="soria" href="#leon" transform="translate(10 0)"/>'
    )
    sheet = take(svg(body), SvgMapping(rule=(ShapeRule(becomes="place", kind="city"),))).map
    assert dict(sheet.places) == {"leon": (21, 31), "burgos": (52, 62), "soria": (31, 31)}


# --- curves -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fine", [1.0, 0.1, 0.01])
def test_a_circle_is_round_within_the_tolerance(fine: float) -> None:
    mapping = SvgMapping(curves=fine, rule=AREAS.rule)
    shape = only('<circle cx="50" cy="50" r="40"/>', mapping=mapping)
    assert all(abs(hypot(x - 50, y - 50) - 40) < 0.001 for x, y in shape.exterior.coords)
    assert shape.hausdorff_distance(shapely.Point(50, 50).buffer(40, quad_segs=500)) <= fine
    assert shape.area == pytest.approx(pi * 1600, rel=fine / 10)


def test_arcs_of_all_four_sorts_end_where_they_should() -> None:
    for large in (0, 1):
        for sweep in (0, 1):
            shape = only(f'<path d="M20 50A30 30 0 {large}{sweep}60 50Z"/>')  # flags without a blank, as programs write
            circle = [hypot(x - 40, y - (50 + far)) for x, y in shape.exterior.coords for far in (-22.3607, 22.3607)]
            assert min(circle) < 30.001
            assert (shape.area > pi * 450) == bool(large)


def test_a_curve_is_the_same_line_whichever_way_it_is_drawn() -> None:
    body = '<path id="a" d="M0 0C30 10 20 40 50 50V0Z"/><path id="b" d="M50 50C20 40 30 10 0 0V50Z"/>'
    sheet = take(svg(body), AREAS).map
    assert sheet.areas is not None
    assert not sheet.areas.faults(1.0)
    assert next(iter(sheet.areas.borders)).loose == 0


@pytest.mark.parametrize(
    "d",
    [
        "M10,10 H30 V30 H10 Z", "m10 10h20v20h-20z", "M10 10 30 10 30 30 10 30", "M10-.5e1m0 15l20 0 0 20-20 0z",
        "M10 10L30,10,30,30 10 30Z", "M 10 10\nL 30 10\tL30 30L10 30z",
    ],
)  # fmt: skip
def test_a_square_is_a_square_however_it_is_written(d: str) -> None:
    assert only(f'<path d="{d}"/>').equals(shapely.box(10, 10, 30, 30))


def test_smooth_curves_go_on_as_the_curve_before() -> None:
    lines = SvgMapping(curves=0.01, rule=(ShapeRule(becomes="line"),))
    pairs = [
        ("M0 0C0 10 10 10 10 0S20-10 20 0", "M0 0C0 10 10 10 10 0C10-10 20-10 20 0"),
        ("M0 0Q5 10 10 0T20 0", "M0 0Q5 10 10 0Q15-10 20 0"),
        ("M0 0S10 10 10 0", "M0 0C0 0 10 10 10 0"),
    ]
    for short, long in pairs:
        one, other = (
            take(svg(f'<path fill="none" d="{d}"/>'), lines).map.lines[0].geometry for d in (short, long)
        )  # fmt: skip
        assert one.equals(other)


def test_figures_are_drawn_as_paths_are() -> None:
    assert only('<rect x="10" y="10" width="20" height="20" rx="5"/>').area == pytest.approx(
        400 - (4 - pi) * 25, rel=1e-2
    )
    assert only('<ellipse cx="50" cy="50" rx="20" ry="10"/>').area == pytest.approx(pi * 200, rel=1e-2)
    assert only('<polygon points="10,10 30,10 30,30 10,30"/>').equals(shapely.box(10, 10, 30, 30))


# --- fill rules -------------------------------------------------------------------------------------------------------

INNER = "M0 0H30V30H0Z M10 10H20V20H10Z"
TURNED = "M0 0H30V30H0Z M10 10V20H20V10Z"


@pytest.mark.parametrize(
    ("d", "rule", "area"),
    [
        (INNER, "nonzero", 900), (INNER, "evenodd", 800), (TURNED, "nonzero", 800), (TURNED, "evenodd", 800),
        ("M0 0H30V30H0Z M20 0H50V30H20Z", "nonzero", 1500), ("M0 0H30V30H0Z M20 0H50V30H20Z", "evenodd", 1200),
        ("M0 0L30 30H0L30 0Z", "nonzero", 450), ("M0 0H10V10H0Z M50 50H60V60H50Z", "nonzero", 200),
    ],
)  # fmt: skip
def test_what_is_filled_is_the_ground(d: str, rule: str, area: float) -> None:
    assert only(f'<path fill-rule="{rule}" d="{d}"/>').area == pytest.approx(area)


def test_an_outline_that_crosses_itself_is_named() -> None:
    notices = take(svg('<path id="bow" d="M0 0L30 30H0L30 0Z"/>'), AREAS).notices
    assert "outlines that cross themselves, taken as they are filled: path 'bow'" in notices


def test_the_style_may_stand_in_an_attribute_a_style_or_a_sheet() -> None:
    body = (
        "<style>.st0{fill:#FF0000} #b{fill:rgb(0,255,0)} rect{fill:#00f} .st0.gone{display:none}</style>"
        '<rect id="a" class="st0" fill="#123456" width="5" height="5"/><rect id="b" class="st0" width="5" height="5"/>'
        '<rect id="c" width="5" height="5"/><rect id="d" class="st0" style="fill:#abc" width="5" height="5"/>'
        '<g fill="teal"><circle id="e" r="5"/></g><rect id="f" class="st0 gone" width="5" height="5"/>'
    )
    drawing = look(svg(body))
    assert [(one.id, one.fill) for one in drawing.things] == [
        ("a", "#ff0000"), ("b", "#00ff00"), ("c", "#0000ff"), ("d", "#aabbcc"), ("e", "teal"),
    ]  # fmt: skip
    assert drawing.hidden == 1


# --- rules ------------------------------------------------------------------------------------------------------------


def test_the_first_rule_that_fits_counts() -> None:
    mapping = SvgMapping(
        rule=(
            ShapeRule(fill=["#0000ff", "blue"], becomes="area", kind="sea"),
            ShapeRule(layer="Sketch*", becomes="nothing"),
            ShapeRule(class_="wood", becomes="area", kind="land", attributes={"terrain": "forest"}),
            ShapeRule(layer="Map/Land", becomes="area", kind="land"),
        )
    )
    body = (
        '<g id="Map"><g id="Land"><rect id="a" width="5" height="5"/>'
        '<rect id="b" class="wood" x="9" width="5" height="5"/></g>'
        '<rect id="c" fill="blue" x="20" width="5" height="5"/><rect id="d" x="40" width="5" height="5"/></g>'
        '<g id="Sketches"><rect id="e" class="wood" width="5" height="5"/></g>'
    )
    arrived = take(svg(body), mapping)
    spaces = arrived.map.graph.spaces
    assert {id: (space.kind, space.get("terrain")) for id, space in spaces.items()} == {
        "a": ("land", None), "b": ("land", "forest"), "c": ("sea", None),
    }  # fmt: skip
    assert "left out: 2 shapes that no rule takes, or that become nothing" in arrived.notices


def test_ground_painted_over_areas_is_their_terrain() -> None:
    mapping = SvgMapping(
        rule=(ShapeRule(layer="Woods", becomes="terrain", kind="forest"), ShapeRule(becomes="area", kind="land"))
    )
    body = (
        '<rect id="a" width="10" height="10"/><rect id="b" x="10" width="10" height="10"/>'
        '<g id="Woods"><rect width="12" height="10"/></g>'
    )
    spaces = take(svg(body), mapping).map.graph.spaces
    assert [spaces[SpaceId(id)].get("terrain") for id in "ab"] == ["forest", None]


def test_texts_name_areas_by_their_largest_letters_and_places_beside_them() -> None:
    body = (
        '<rect width="90" height="50"/><text x="5" y="20" font-size="8">Old</text>'
        '<text x="5" y="30" font-size="8">Castile</text><text x="60" y="45" font-size="3">hills</text>'
        '<g id="towns"><circle cx="20" cy="70" r="1"/><text x="22" y="71" font-size="3">Soria</text>'
        '<circle cx="20" cy="80" r="1"/><text x="22" y="81" font-size="3">Burgos</text></g>'
    )
    arrived = take(svg(body))
    names = {space.name: space.kind for space in arrived.map.graph.spaces.values()}
    assert names == {"Old Castile": "land", "Soria": "town", "Burgos": "town"}
    assert arrived.map.places[SpaceId("soria")] == (20, 70)
    assert arrived.map.places[SpaceId("old-castile")] != (0, 0)


def test_two_places_may_share_a_name() -> None:
    body = "".join(f'<rect inkscape:label="Utrecht" x="{x}" width="5" height="5"/>' for x in (0, 20))
    arrived = take(svg(body), AREAS)
    assert {id: space.name for id, space in arrived.map.graph.spaces.items()} == {
        "utrecht": "Utrecht", "utrecht-2": "Utrecht",
    }  # fmt: skip
    assert "names that several spaces share: Utrecht (2)" in arrived.notices


def test_borders_that_nearly_fit_are_put_together() -> None:
    body = '<rect id="a" width="10" height="10"/><rect id="b" x="10.2" y="0.1" width="10" height="10"/>'
    loose, snapped = (take(svg(body), SvgMapping(snap=snap, rule=AREAS.rule)) for snap in (0.0, 0.5))
    assert not loose.map.graph.edges
    assert list(snapped.map.graph.edges) == [("a", "b")]
    assert "borders within 0.5 of each other were put together" in snapped.notices


def test_what_is_lost_is_told() -> None:
    body = (
        '<defs><linearGradient id="g"/></defs><rect id="a" fill="url(#g)" width="5" height="5"/>'
        '<image href="a.png" width="5" height="5"/><image href="data:image/png;base64,AAAA"/>'
        '<rect id="b" clip-path="url(#c)" x="9" width="5" height="5"/>'
        '<rect id="c" filter="url(#f)" x="20" width="5" height="5"/>'
        '<text><textPath href="#none">The Alps</textPath></text><script>alert(1)</script><foreignObject/>'
        '<g style="display:none"><rect width="5" height="5"/></g><use href="other.svg#a"/><g><animate/></g>'
        "<style>g + rect {fill: red} rect:hover {fill: red}</style>"
    )
    notices = take(svg(body), AREAS).notices
    for says in (
        "left out: 1 gradients and patterns, whose colours are not taken", "left out: 2 images",
        "left out: 1 clip paths", "left out: 1 filters", "left out: 1 texts on a path that is not there",
        "left out: 1 scripts",
        "left out: 1 pieces of other documents", "left out: 1 animations",
        "left out: 1 copies of what stands in other files",
        "left out: 2 rules of style sheets that are not simple",
        "left out: 1 shape in hidden layers (`hidden = true` takes them)",
    ):  # fmt: skip
        assert says in notices


def test_rules_of_what_lies_in_something_are_heeded() -> None:
    body = (
        "<style>.land rect {fill: #ff0000} .land > rect {fill: #00ff00} #deep g rect.old {fill: #0000ff}"
        " svg .sea rect {fill: #123456} .land rect:hover, .land + rect {fill: #777777}</style>"
        '<g class="land"><rect id="a" width="5" height="5"/><g><rect id="b" x="9" width="5" height="5"/></g></g>'
        '<g id="deep"><g><g><rect id="c" class="old" x="20" width="5" height="5"/></g></g></g>'
        '<g class="sea"><rect id="d" x="30" width="5" height="5"/></g><rect id="e" x="40" width="5" height="5"/>'
    )
    found = {one.id: one.fill for one in look(svg(body)).things}
    assert found == {"a": "#00ff00", "b": "#ff0000", "c": "#0000ff", "d": "#123456", "e": "#000000"}


def test_a_text_on_a_path_stands_at_the_middle_of_it() -> None:
    body = (
        '<defs><path id="bow" d="M 10 10 L 30 10 L 30 50" transform="translate(5 0)"/></defs>'
        '<text font-size="4"><textPath href="#bow">The Alps</textPath></text>'
    )
    (text,) = look(svg(body)).things
    assert (text.form, text.text) == ("text", "The Alps")
    assert place_of(text) == pytest.approx((35, 20))


def test_hidden_layers_come_in_if_asked() -> None:
    body = '<g style="display:none"><rect id="a" width="5" height="5"/></g>'
    assert list(areas(body, mapping=SvgMapping(hidden=True, rule=AREAS.rule))) == ["a"]


def test_a_drawing_of_which_no_rule_takes_anything_is_refused() -> None:
    with pytest.raises(Invalid, match=r"x\.svg has 1 shape and no rule makes an area, a place or a line of one"):
        take(svg('<rect width="5" height="5"/>'), SvgMapping())


# --- the mapping as a text --------------------------------------------------------------------------------------------


def test_a_mapping_is_read_as_it_was_written() -> None:
    drawing = look(TWO_LANDS)
    mapping = drawings.propose(drawing)
    text = write_mapping(mapping, drawings.remarks_of(drawing, drawings.sorts_of(drawing)))
    assert read_mapping(text.encode(), what="m.toml") == mapping
    assert "# What becomes of the shapes" in text
    assert "#       1  Provinces: surface, of the class wood, filled #99bb77" in text
    assert '[[rule]]\nlayer = "Sea"\nform = "surface"\nbecomes = "area"\nkind = "sea"\n' in text
    odd = SvgMapping(
        title='A "q" \\ é', rule=(ShapeRule(fill=["a", "b"], becomes="area", attributes={"x y": 3, "z": True}),)
    )
    assert read_mapping(write_mapping(odd).encode(), what="m.toml") == odd


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("scale = 0", "scale is 0: give the map units of one px, above 0"),
        ("snap = -1", "snap is -1: give a width in map units, 0 or more"),
        ("scale = nan", "scale is nan"),
        ("colour = 1", "unknown field `colour`"),
        ("[[rule]]\nlayer = 'x'", "missing required field `becomes`"),
        ("[[rule]]\nbecomes = 'town'", "Invalid enum value 'town'"),
        ("[[rule", "Expected"),
    ],
)
def test_a_mapping_that_is_wrong_says_where(text: str, says: str) -> None:
    with pytest.raises(Invalid) as caught:
        read_mapping(text.encode(), what="m.toml")
    assert str(caught.value).startswith("m.toml: the rules cannot be read: ")
    assert says in str(caught.value)


# --- our own drawings -------------------------------------------------------------------------------------------------


def test_our_own_drawing_comes_back_as_the_same_areas() -> None:
    sheet = tyrol()
    assert sheet.areas is not None
    back = take(render(sheet)).map
    assert back.areas is not None
    assert back.areas.ids == sheet.areas.ids
    assert {(one.a, one.b) for one in back.areas.borders} == {(one.a, one.b) for one in sheet.areas.borders}
    for id in sheet.areas:
        assert back.graph[id].name == sheet.graph[id].name
        assert back.graph[id].kind == sheet.graph[id].kind
        assert back.graph[id].get("terrain") == sheet.graph[id].get("terrain")
        assert back.areas[id].hausdorff_distance(sheet.areas[id]) < 0.001
    assert (back.info.unit, back.info.projection, back.title) == (sheet.info.unit, sheet.info.projection, sheet.title)
    assert {line.id: (line.kind, line.name) for line in back.lines} == {
        line.id: (line.kind, line.name) for line in sheet.lines
    }


def as_far_as_drawn(sheet: Map) -> tuple[object, ...]:
    """Return all of a map that its drawing carries to the last digit."""
    return (
        sheet.info, sheet.graph, sheet.places, sheet.regions, sheet.provenance,
        [(line.id, line.kind, line.name, line.attributes) for line in sheet.lines],
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(count(200)))
def test_whatever_is_drawn_on_a_map_comes_back_from_its_drawing(seed: int) -> None:
    designer, document = Designer(seed), DesignDocument.of(country(seed))
    while document.history.position < 15:
        with suppress(Invalid):
            document.do(designer.edit(document.map))
    sheet = document.map
    come = arrive(render(sheet, scale=200).encode(), None, key=sheet.key, what="country.svg")
    assert as_far_as_drawn(come.map) == as_far_as_drawn(sheet)
    assert come.map.areas is not None
    assert sheet.areas is not None
    assert come.map.areas.ids == sheet.areas.ids
    for id in sheet.areas:
        assert come.map.areas[id].hausdorff_distance(sheet.areas[id]) < 2e-4
    assert not [one for one in come.notices if "no longer" in one or "gone" in one or "does not carry" in one]


def test_what_a_drawing_has_lost_since_and_what_it_never_had_is_told() -> None:
    sheet = meadows(4, 4).map
    spaces = [Space(SpaceId("quay"), "Quay", "port"), Space(SpaceId("roads"), "Roads", "box"), Space(SpaceId("off"))]
    link = Edge(SpaceId("quay"), SpaceId("roads"), status="added")
    sheet = replace(
        sheet, graph=Graph(spaces, [link]), places={SpaceId("quay"): (1.5, 2.5), SpaceId("roads"): (2.0, 2.0)}
    )
    drawing = render(sheet)
    come = take(drawing)
    assert come.map.graph == sheet.graph
    assert come.map.places == sheet.places
    assert [one for one in come.notices if "does not carry" in one] == [
        "a drawing does not carry its hexes: take it into the map that has them, or use GeoJSON"
    ]
    without = re.sub(r"<circle[^>]*data-place=.roads.[^>]*/>", "", drawing)
    come = take(without)
    assert sorted(come.map.graph.spaces) == ["off", "quay"]
    assert not come.map.graph.edges
    assert "no longer in the drawing: Roads" in come.notices
    assert "left out with them: 1 edge that they had with others" in come.notices


def test_a_sign_that_is_moved_takes_its_place_along() -> None:
    sheet = tyrol()
    id, (x, y) = next(iter(sheet.places.items()))
    drawing = render(sheet, scale=1.0)
    moved = re.sub(
        rf"<circle([^>]*data-(?:place|label)=.{id}.[^>]*)/>", r'<circle transform="translate(30 0)"\1/>', drawing
    )
    back = take(moved).map
    assert back.places[id] == pytest.approx((x + 30, y), abs=0.02)
    assert {other: at for other, at in back.places.items() if other != id} == {
        other: at for other, at in sheet.places.items() if other != id
    }


def test_what_is_damaged_in_a_drawing_of_ours_is_refused_in_a_sentence() -> None:
    drawing = render(tyrol())
    with pytest.raises(Invalid, match="damaged part 'data-parts'"):
        take(re.sub('data-parts="[^"]*"', 'data-parts="{&quot;info&quot;: 3}"', drawing))


def test_what_was_drawn_on_our_own_drawing_since_comes_in_where_it_lies() -> None:
    sheet = tyrol()
    assert sheet.areas is not None
    drawing = render(sheet)
    more = '<g id="Towns"><circle id="hall" cx="100" cy="100" r="2"/></g></svg>'
    back = take(drawing.removesuffix("</svg>\n") + more).map
    assert back.graph[SpaceId("hall")].kind == "town"
    x, y = back.places[SpaceId("hall")]
    left, low, right, high = shapely.union_all([sheet.areas[id] for id in sheet.areas]).bounds
    assert left - 1e3 < x < right + 1e3
    assert low - 1e3 < y < high + 1e3


def test_a_picture_of_hexes_has_no_areas_to_come_back() -> None:
    with pytest.raises(Invalid, match="no rule makes an area"):
        take(render(danube()))


def test_a_drawing_is_read_without_the_names_of_its_namespaces() -> None:
    data = b'<svg width="9" height="9"><rect id="a" width="5" height="5"/></svg>'
    assert list(take(data, AREAS).map.graph.spaces) == ["a"]
