"""Maps go out in degrees, as RFC 7946 has it, and come in again as the same maps."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
import shapely
from msgspec import structs
from shapely.geometry import shape

from sandtable.board.maps import Map, MapLine
from sandtable.interchange import geojson
from sandtable.interchange.geojson import ImportOptions
from sandtable.interchange.projection import SOUTHWARDS, conic_for
from tests.board.areamaps import S
from tests.interchange.sheets import danube, tyrol

ALPS = conic_for(9.0, 46.0, 13.0, 48.0)


def alps() -> Map:
    """Return a small map that was projected from the globe, with a hole, an island, a place and a river."""
    ring = [[10, 46], [12, 46], [12, 48], [10, 48], [10, 46]]
    hole = [[10.5, 46.5], [11, 46.5], [11, 47], [10.5, 47], [10.5, 46.5]]
    island = [[12.5, 46.5], [13, 46.5], [13, 47], [12.5, 46.5]]
    drawn = {
        "Tyrol": {"type": "MultiPolygon", "coordinates": [[ring, hole], [island]]},
        "Lake": {"type": "Polygon", "coordinates": [hole]},
        "Innsbruck": {"type": "Point", "coordinates": [11.4, 47.27]},
        "Inn": {"type": "LineString", "coordinates": [[10, 46.9], [11.4, 47.27], [12, 47.6]]},
    }
    features = [{"type": "Feature", "properties": {"name": name}, "geometry": one} for name, one in drawn.items()]
    text = json.dumps({"type": "FeatureCollection", "features": features})
    return geojson.read(text, ImportOptions(key="alps", project="lcc"))


def features_of(sheet: Map, **how: Any) -> list[dict[str, Any]]:
    return list(json.loads(geojson.write(sheet, **how))["features"])


def test_shapes_are_in_degrees_and_wound_as_the_standard_has_it() -> None:
    drawn = [shape(one["geometry"]) for one in features_of(alps()) if one["geometry"] is not None]
    west, south, east, north = shapely.total_bounds(drawn)
    assert (west > 9.99, south > 45.99, east < 13.01, north < 48.01) == (True,) * 4
    for part in shapely.get_parts([one for one in drawn if one.geom_type.endswith("Polygon")]):
        assert part.exterior.is_ccw
        assert not any(hole.is_ccw for hole in part.interiors)


def test_it_comes_in_again_as_the_same_map() -> None:
    sheet = alps()
    arrived = geojson.arrive(geojson.write(sheet))
    assert arrived.notices == []
    assert arrived.map.digest == sheet.digest


def test_on_paper_nothing_is_moved_and_it_says_what_it_lies_in() -> None:
    sheet = alps()
    written = json.loads(geojson.write(sheet, paper=True))
    assert written["crs"]["properties"]["name"].startswith("+proj=lcc")
    assert written["sandtable"]["info"]["unit"] == "km"
    assert geojson.read(json.dumps(written)).digest == sheet.digest
    assert "crs" not in json.loads(geojson.write(sheet))


@pytest.mark.parametrize("nudge", [1e-9, 0.1234567890123])
def test_what_was_drawn_finer_than_a_millimetre_comes_back_to_the_millimetre(nudge: float) -> None:
    sheet = alps()
    line = structs.replace(sheet.lines[0], geometry=shapely.transform(sheet.lines[0].geometry, lambda xy: xy + nudge))
    sheet = replace(sheet, lines=(line,))
    arrived = geojson.arrive(geojson.write(sheet))
    assert arrived.notices == []
    assert arrived.map.lines[0].geometry.hausdorff_distance(line.geometry) < 2e-6
    again = geojson.arrive(geojson.write(arrived.map)).map
    assert again.digest == arrived.map.digest


def test_a_line_with_heights_keeps_them() -> None:
    sheet = alps()
    high = MapLine("high", "ridge", shapely.LineString([(0, 0, 570), (10, 10, 1200)]))
    again = geojson.read(geojson.write(replace(sheet, lines=(high,)))).lines[0].geometry
    assert [place[2] for place in again.coords] == [570, 1200]


def test_a_map_whose_y_grows_downwards_has_its_north_up() -> None:
    board = danube()
    sheet = replace(board, info=structs.replace(board.info, projection=f"{ALPS.text} {SOUTHWARDS}", unit="km"))
    hexes = [one for one in features_of(sheet, hexes=True) if one["properties"]["feature"] == "hex"]
    first, last = (shape(one["geometry"]).centroid for one in (hexes[0], hexes[-1]))
    assert first.y > last.y
    arrived = geojson.arrive(geojson.write(sheet, hexes=True))
    assert arrived.notices == []
    assert arrived.map.digest == sheet.digest


def test_an_edit_in_degrees_is_an_edit_on_the_map() -> None:
    sheet = alps()
    written = json.loads(geojson.write(sheet))
    for one in written["features"]:
        if one["properties"].get("name") == "Innsbruck":
            one["geometry"]["coordinates"][1] += 0.1
    moved = geojson.read(json.dumps(written)).places[S("innsbruck")]
    was = sheet.places[S("innsbruck")]
    assert moved[1] - was[1] == pytest.approx(0.1 * 111.2, abs=0.2)


def test_a_map_that_was_never_projected_stays_in_its_units() -> None:
    sheet = tyrol() if not tyrol().info.projection.startswith("+proj=lcc") else danube()
    assert geojson.write(sheet) == geojson.write(sheet, paper=True)
