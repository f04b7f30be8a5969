"""A map that goes out as GeoJSON comes in again as the same map, to the last bit."""

import json
from dataclasses import replace
from typing import Any

import pytest
import shapely
from hypothesis import given

from sandtable.board.maps import Map, MapLine
from sandtable.board.spaces import Edge
from sandtable.engine.errors import Invalid
from sandtable.interchange import geojson
from tests.board.areamaps import S, drawn
from tests.interchange.sheets import RUNS, danube, empty, mixed, sheets, tyrol

ALL = [tyrol, danube, mixed, empty]


@pytest.mark.parametrize("make", ALL)
def test_the_map_is_the_same(make: Any) -> None:
    sheet: Map = make()
    arrived = geojson.arrive(geojson.write(sheet))
    assert arrived.map.digest == sheet.digest
    assert arrived.notices == []


@RUNS
@given(sheets())
def test_any_map_is_the_same(sheet: Map) -> None:
    arrived = geojson.arrive(geojson.write(sheet))
    assert arrived.map.digest == sheet.digest
    assert arrived.notices == []


@pytest.mark.parametrize("make", ALL)
def test_the_text_is_the_same(make: Any) -> None:
    text = geojson.write(make())
    assert geojson.write(geojson.read(text)) == text
    assert geojson.write(geojson.read(text, what="again")) == text


def test_heights_of_lines_are_kept() -> None:
    ridge = MapLine("ridge", "ridge", shapely.MultiLineString([[(0, 0, 7), (1, 1, 8)], [(2, 2, 9), (3, 3, 1)]]))
    sheet = replace(tyrol(), lines=(ridge,))
    assert geojson.read(geojson.write(sheet)) == sheet


def test_everybody_can_read_it() -> None:
    written = json.loads(geojson.write(tyrol()))
    assert written["type"] == "FeatureCollection"
    features = {one["id"]: one for one in written["features"]}
    area, port, limbo = features["a0"], features["port"], features["limbo"]
    assert area["geometry"]["type"] == "Polygon"
    assert {"name": "Innsbruck", "kind": "land", "province": "tyrol", "fortress": 0}.items() <= area[
        "properties"
    ].items()
    assert port["geometry"] == {"type": "Point", "coordinates": [2.75, 1.5]}
    assert limbo["geometry"] is None
    assert features["isles"]["geometry"]["type"] == "MultiPolygon"
    assert features["region tyrol"]["properties"]["within"] == "austria"
    assert features["line inn"]["geometry"]["type"] == "LineString"
    border = features["edge a0 a1"]
    assert border["properties"]["along"] == ["river", "slope"]
    assert sorted(border["geometry"]["coordinates"]) == [[0.0, 1.0], [1.0, 1.0]]
    assert features["edge c1 port"]["geometry"]["coordinates"][1] == [2.75, 1.5]
    assert features["edge limbo a0"]["geometry"] is None


def test_a_feature_is_a_line_of_text() -> None:
    lines = geojson.write(tyrol()).splitlines()
    assert sum(line.startswith('{"type":"Feature"') for line in lines) == len(json.loads("\n".join(lines))["features"])


def test_hexes_can_be_shown_to_other_programs() -> None:
    sheet = danube()
    text = geojson.write(sheet, hexes=True)
    hexes = [one for one in json.loads(text)["features"] if one["properties"]["feature"] == "hex"]
    assert len(hexes) == 33
    (ulm,) = [one["properties"] for one in hexes if one["properties"]["name"] == "Ulm"]
    assert sheet.hexes is not None
    assert ulm["number"] == sheet.hexes.numbers.of(sheet.hexes.grid.hex_of(3, 2))
    assert geojson.read(text) == sheet


# --- edited by another program --------------------------------------------------------------------------------------


def edited(change: Any) -> geojson.ImportedMap:
    written = json.loads(geojson.write(tyrol()))
    change(written)
    return geojson.arrive(json.dumps(written))


def feature(written: dict[str, Any], id: str) -> dict[str, Any]:
    found: list[dict[str, Any]] = [one for one in written["features"] if one["id"] == id]
    return found[0]


def test_a_changed_name_is_kept_and_said() -> None:
    arrived = edited(lambda written: feature(written, "a0")["properties"].update(name="Hall"))
    assert arrived.map.graph[S("a0")].name == "Hall"
    assert arrived.notices == ["the file has been changed since it was exported"]


def test_a_changed_border_is_derived_anew_and_the_designers_word_stands() -> None:
    def change(written: dict[str, Any]) -> None:
        feature(written, "a1")["geometry"]["coordinates"] = [[[0, 1], [1, 1], [1, 1.5], [0, 2], [0, 1]]]
        feature(written, "c1")["geometry"]["coordinates"] = [[[5, 5], [6, 5], [6, 6], [5, 5]]]

    arrived = edited(change)
    graph = arrived.map.graph
    assert graph.edge(S("a0"), S("a1")) == tyrol().graph.edge(S("a0"), S("a1"))
    assert graph.edge(S("b1"), S("c1")) is None
    assert graph.edge(S("c1"), S("port")) is not None
    assert "borders that are gone: b0–c1, b1–c1, c0–c1" in arrived.notices


def test_a_confirmed_border_that_is_no_more_is_said() -> None:
    arrived = edited(
        lambda written: feature(written, "a1")["geometry"].update(coordinates=[[[5, 5], [6, 5], [6, 6], [5, 5]]])
    )
    assert "confirmed borders that the shapes no longer show: a0–a1" in arrived.notices
    assert isinstance(arrived.map.graph.edge(S("a0"), S("a1")), Edge)


def test_a_header_that_another_program_has_lost_is_missed_and_the_rest_kept() -> None:
    def change(written: dict[str, Any]) -> None:
        del written["sandtable"]
        for one in written["features"]:  # GDAL writes objects as text and missing properties as null
            properties = one["properties"]
            if "sandtable" in properties:
                properties["sandtable"] = json.dumps(properties["sandtable"])
            properties.setdefault("fortress", None)

    arrived = edited(change)
    assert "what only sandtable writes is gone from the file" in arrived.notices[0]
    assert arrived.map.info.key == "tyrol"
    assert list(arrived.map.graph.spaces.values()) == list(tyrol().graph.spaces.values())
    assert arrived.map.graph.edges == tyrol().graph.edges
    assert arrived.map.regions == tyrol().regions
    assert arrived.map.underlays == ()


def test_what_somebody_has_drawn_in_addition_is_taken_in() -> None:
    square = {"type": "Polygon", "coordinates": [[[3, 0], [4, 0], [4, 1], [3, 1], [3, 0]]]}

    def change(written: dict[str, Any]) -> None:
        for name, geometry in (("Como", square), ("Trent", None)):
            written["features"].append({"type": "Feature", "properties": {"name": name}, "geometry": geometry})

    arrived = edited(change)
    assert arrived.map.graph[S("como")].kind == "land"
    assert arrived.map.graph.neighbours(S("como")) == ("c0",)
    assert 'new: feature 27 ("Como"), feature 28 ("Trent")' in arrived.notices
    assert 'nothing is drawn of, and left out: feature 28 ("Trent")' in arrived.notices


def test_what_belonged_to_an_area_that_somebody_has_taken_away_goes_with_it() -> None:
    def change(written: dict[str, Any]) -> None:
        written["features"] = [one for one in written["features"] if one["id"] != "a0"]

    arrived = edited(change)
    assert S("a0") not in arrived.map.graph.spaces
    assert "edges of spaces that are gone: a0–a1, a0–b0, a0–b1, limbo–a0" in arrived.notices
    assert [word.of for word in arrived.map.provenance] == [""]


# --- what cannot go out ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("wkt", ["LINESTRING (0 0, NaN 1)", "LINESTRING M (0 0 1, 1 1 2)"])
def test_a_line_that_geojson_cannot_hold_is_refused_by_name(wkt: str) -> None:
    sheet = replace(tyrol(), lines=(MapLine("odd", "river", drawn(wkt)),))
    with pytest.raises(Invalid, match="line 'odd': a line with"):
        geojson.write(sheet)


def test_a_hexside_favours_one_of_its_hexes_or_none() -> None:
    """What is written as 0 (neither), 1 or 2 is nothing else; the other layers are sound."""
    document = json.loads(geojson.write(danube()))
    for number in (3, -1, 9):
        document["sandtable"]["hexes"]["sides"]["sets"][1] = [["slope", number, "derived"]]
        with pytest.raises(Invalid, match="has a hexside that favours none of its hexes: export the map again"):
            geojson.read(json.dumps(document).encode())
