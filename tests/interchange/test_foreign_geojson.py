"""Anybody's GeoJSON becomes a map, and what was done to it on the way is said."""

import json
from typing import Any

import numpy as np
import pytest

from sandtable.board.maps import Map
from sandtable.engine.errors import Invalid
from sandtable.interchange import geojson
from sandtable.interchange.geojson import ImportOptions
from tests.board.areamaps import IBERIA, S, iberia

FLAT = ImportOptions(project="none")


def polygon(*ring: tuple[float, float], **properties: Any) -> dict[str, Any]:
    return feature({"type": "Polygon", "coordinates": [[*ring, ring[0]]]}, **properties)


def square(x: float, y: float, **properties: Any) -> dict[str, Any]:
    return polygon((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), **properties)


def feature(geometry: dict[str, Any] | None, **properties: Any) -> dict[str, Any]:
    return {"type": "Feature", "properties": properties, "geometry": geometry}


def arrive(*features: dict[str, Any], reading: ImportOptions = FLAT, **more: Any) -> geojson.ImportedMap:
    return geojson.arrive(
        json.dumps({"type": "FeatureCollection", "features": features, **more}), reading, what="x.geojson"
    )


def refused(*features: dict[str, Any], reading: ImportOptions = FLAT, **more: Any) -> str:
    with pytest.raises(Invalid) as caught:
        arrive(*features, reading=reading, **more)
    return str(caught.value)


# --- what becomes what ----------------------------------------------------------------------------------------------


def test_polygons_become_areas_with_their_borders_and_properties_attributes() -> None:
    sheet, notices = arrive(
        square(0, 0, id="tyrol", name="Tyrol", terrain="mountain", money=3, coast=False),
        square(1, 0, name="Görz & Gradiška", kind="sea", money=4.0, note=None),
        square(2, 1, id=7, name=""),
        name="Alps",
    )
    assert notices == []
    assert (sheet.info.key, sheet.info.title) == ("alps", "Alps")
    assert [(one.id, one.name, one.kind) for one in sheet.graph.spaces.values()] == [
        ("7", "", "land"),
        ("gorz-gradiska", "Görz & Gradiška", "sea"),
        ("tyrol", "Tyrol", "land"),
    ]
    assert sheet.graph[S("tyrol")].attributes == (("coast", False), ("money", 3), ("terrain", "mountain"))
    assert sheet.graph[S("gorz-gradiska")].attributes == (("money", 4),)
    assert {edge.pair: edge.contact for edge in sheet.graph.edges.values()} == {
        ("gorz-gradiska", "tyrol"): "border",
        ("7", "gorz-gradiska"): "corner",
    }
    assert {edge.status for edge in sheet.graph.edges.values()} == {"derived"}


def test_points_become_places_and_lines_lines() -> None:
    sheet, notices = arrive(
        square(0, 0, name="Tyrol"),
        feature({"type": "Point", "coordinates": [0.5, 0.25, 570]}, name="Innsbruck"),
        feature({"type": "LineString", "coordinates": [[0, 0], [1, 1]]}, name="Inn", type="river", length=5.5),
        feature({"type": "MultiLineString", "coordinates": [[[0, 0], [1, 1]], [[2, 2], [3, 3]]]}, name="Inn"),
    )
    assert sheet.places == {"innsbruck": (0.5, 0.25)}
    assert sheet.graph[S("innsbruck")].kind == "place"
    assert [(line.id, line.kind, line.name) for line in sheet.lines] == [
        ("inn", "river", "Inn"),
        ("inn-2", "line", "Inn"),
    ]
    assert sheet.lines[0].attributes == (("length", "5.5"),)
    assert notices == [
        "heights were left out",
        "properties that are neither text, whole number nor yes or no, kept as text: length",
        "1 point became a place without a shape and without borders",
    ]


def test_what_is_no_plain_value_is_kept_as_text() -> None:
    sheet, notices = arrive(square(0, 0, id="a", tags={"de": ["Tirol"]}, share=0.25, big=2**70))
    assert sheet.graph[S("a")].attributes == (("big", str(2**70)), ("share", "0.25"), ("tags", '{"de":["Tirol"]}'))
    assert notices == ["properties that are neither text, whole number nor yes or no, kept as text: tags, share, big"]


def test_ids_are_made_unique_names_may_be_shared_and_both_is_said() -> None:
    named = [{**square(x, 0, name="Neustadt"), "id": id} for x, id in enumerate(["a", "a", 3])]
    sheet, notices = arrive(*named)
    assert {one.id: one.name for one in sheet.graph.spaces.values()} == {
        "3": "Neustadt",
        "a": "Neustadt",
        "a-2": "Neustadt",
    }
    assert notices == [
        "ids that were taken: a became a-2",
        "names that several spaces share: Neustadt (a, a-2, 3)",
    ]


def test_invisible_marks_are_taken_out_of_names() -> None:
    sheet, notices = arrive(square(0, 0, name="\u200fGra\u0301nada\u202c\n de  la\u00a0Sierra "))
    (space,) = sheet.graph.spaces.values()
    assert (space.id, space.name) == ("granada-de-la-sierra", "Gránada de la Sierra")
    assert notices == ["names that were cleaned of invisible marks and stray spaces: Gránada de la Sierra"]


def test_fields_of_other_names_can_be_chosen() -> None:
    reading = ImportOptions(name_field="NOM", id_field="code", kind_field="classe", project="none")
    (space,) = arrive(
        square(0, 0, NOM="Tyrol", code=66, classe="lac", id="x"), reading=reading
    ).map.graph.spaces.values()
    assert (space.id, space.name, space.kind, space.attributes) == ("66", "Tyrol", "lac", (("id", "x"),))
    said = refused(square(0, 0, nom="Tyrol"), reading=reading)
    assert said == "x.geojson has no property called 'NOM' in any feature: use one of nom"


def test_one_feature_or_bare_geometry_is_a_file_too() -> None:
    for text in (json.dumps(square(0, 0, name="A")), json.dumps(square(0, 0)["geometry"])):
        assert len(geojson.read(text, FLAT).graph.spaces) == 1


def test_what_is_not_drawn_is_left_out_and_said() -> None:
    arrived = arrive(square(0, 0, name="A"), feature(None, name="Nowhere"))
    assert arrived.notices == ['nothing is drawn of, and left out: feature 2 ("Nowhere")']


def test_the_borders_of_real_areas_are_those_that_are_known() -> None:
    known = iberia()[1]
    sheet = geojson.read(IBERIA.read_bytes(), ImportOptions(tolerance=3.0))
    found = {frozenset(edge.pair) for edge in sheet.graph.edges.values() if edge.contact == "border"}
    assert len(found & known) / len(found | known) > 0.9


# --- on paper -------------------------------------------------------------------------------------------------------


def test_degrees_become_kilometres_on_paper() -> None:
    arrived = arrive(polygon((10, 46), (11, 46), (11, 47), (10, 47), name="Tyrol"), reading=ImportOptions())
    assert arrived.map.info.unit == "km"
    assert arrived.map.info.projection.startswith("+proj=lcc +lat_1=46.17 +lat_2=46.83 +lat_0=46.5 +lon_0=10.5")
    assert "longitudes and latitudes were laid on paper, in kilometres" in arrived.notices[0]
    assert arrived.map.areas is not None
    shape = arrived.map.areas[S("tyrol")]
    assert shape.area == pytest.approx(111.195 * 111.195 * np.cos(np.radians(46.5)), rel=1e-3)
    left, low, right, high = shape.bounds
    assert (left, high) == pytest.approx((-right, -low), rel=0.01)
    assert shape.exterior.is_ccw  # type: ignore[union-attr]  # north stays up


def test_shared_borders_stay_shared_on_paper() -> None:
    rng = np.random.default_rng(5)
    border = [(10 + x, 46 + y) for y, x in zip(np.linspace(0, 1, 400), rng.uniform(0, 0.1, 400), strict=True)]
    sheet = arrive(
        polygon((9, 46), *border, (9, 47), name="West"), polygon((12, 47), *border[::-1], (12, 46), name="East"),
        reading=ImportOptions(tolerance=0.0),
    ).map  # fmt: skip
    assert sheet.areas is not None
    (edge,) = sheet.graph.edges.values()
    assert sheet.areas.borders[edge.pair].loose == 0
    assert sheet.areas.faults(0.0) == ()


@pytest.mark.parametrize(
    ("wanted", "crs", "place", "unit"),
    [
        ("auto", None, 10, "km"),
        ("auto", "urn:ogc:def:crs:OGC:1.3:CRS84", 10, "km"),
        ("auto", "urn:ogc:def:crs:EPSG::3857", 10, ""),
        ("auto", None, 5000, ""),
        ("none", None, 10, ""),
        ("lcc", "EPSG:4326", 10, "km"),
    ],
)
def test_what_lies_on_the_globe_is_projected(wanted: Any, crs: str | None, place: float, unit: str) -> None:
    more = {} if crs is None else {"crs": {"type": "name", "properties": {"name": crs}}}
    assert arrive(square(place, 46), reading=ImportOptions(project=wanted), **more).map.info.unit == unit


def test_what_cannot_be_projected_is_refused() -> None:
    lcc = ImportOptions(project="lcc")
    assert "from 5000, 46 to 5001, 47, which are not longitudes and latitudes: import it as it is" in refused(
        square(5000, 46), reading=lcc
    )
    assert "not longitudes and latitudes: swap the two" in refused(square(46, 100), reading=lcc)
    crs = {"crs": {"type": "name", "properties": {"name": "EPSG:3035"}}}
    assert "coordinates of 'EPSG:3035', not longitudes and latitudes" in refused(square(9, 46), reading=lcc, **crs)
    assert "covers 341 degrees of longitude" in refused(square(-170, 46), square(170, 46), reading=lcc)


# --- mending and snapping -------------------------------------------------------------------------------------------

BOW = {"type": "Polygon", "coordinates": [[[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]]}
OPEN = {"type": "Polygon", "coordinates": [[[0, 0], [2, 0], [2, 2], [0, 2]], [[0.5, 0.5], [1, 1]]]}


def test_an_unsound_shape_is_named_with_the_place_or_mended_if_asked() -> None:
    assert refused(feature(BOW, name="Bow"), feature(BOW, name="Second")) == (
        'x.geojson: feature 1 ("Bow") is not sound: its border crosses itself at 1, 1; '
        "move the border there, or have it mended (1 more like it)"
    )
    arrived = arrive(feature(BOW, name="Bow"), reading=ImportOptions(project="none", mend=True))
    assert arrived.notices == ['mended: feature 1 ("Bow")']
    assert arrived.map.areas is not None
    assert arrived.map.areas[S("bow")].area == 2.0


def test_open_rings_are_closed_and_stubs_of_holes_dropped_if_asked() -> None:
    assert "has a ring that is not closed" in refused(feature(OPEN, name="Open"))
    arrived = arrive(feature(OPEN, name="Open"), reading=ImportOptions(project="none", mend=True))
    assert arrived.notices == ['open rings were closed in feature 1 ("Open")']
    assert arrived.map.areas is not None
    assert arrived.map.areas[S("open")].area == 4.0


def test_what_nothing_would_be_left_of_is_refused() -> None:
    flat = {"type": "Polygon", "coordinates": [[[0, 0], [1, 1], [2, 2], [0, 0]]]}
    assert 'feature 1 ("Flat") cannot be mended' in refused(
        feature(flat, name="Flat"), reading=ImportOptions(mend=True)
    )


def test_borders_that_nearly_fit_are_put_together_if_asked() -> None:
    near = [square(0, 0, name="A"), polygon((1.01, 0), (2, 0), (2, 1), (1.01, 1.01), name="B")]
    apart = arrive(*near).map
    assert not apart.graph.edges
    close = arrive(*near, reading=ImportOptions(project="none", tolerance=0.05)).map
    assert close.areas is not None
    assert close.areas.borders[S("a"), S("b")].loose > 0
    snapped, notices = arrive(*near, reading=ImportOptions(project="none", snap=0.05))
    assert snapped.areas is not None
    assert snapped.areas.borders[S("a"), S("b")].loose == 0
    assert notices == ["borders within 0.05 of each other were put together"]


def test_a_map_that_came_in_goes_out_and_comes_in_the_same() -> None:
    sheet: Map = geojson.read(IBERIA.read_bytes())
    assert geojson.read(geojson.write(sheet)) == sheet
