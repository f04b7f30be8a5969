"""Geography that is hardly any: a point, a line, nothing, the whole globe. A map comes of it, or a sentence."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sandtable.board.maps import Map
from sandtable.engine.errors import Invalid
from sandtable.interchange import geojson
from sandtable.interchange.hexify import hexify, read_rules


def point(x: float, y: float) -> dict[str, Any]:
    return {"type": "Point", "coordinates": [x, y]}


def line(*places: tuple[float, float]) -> dict[str, Any]:
    return {"type": "LineString", "coordinates": places}


def area(left: float, low: float, right: float, high: float) -> dict[str, Any]:
    return {
        "type": "Polygon",
        "coordinates": [[[left, low], [right, low], [right, high], [left, high], [left, low]]],
    }


def collection(*geometries: dict[str, Any] | None) -> bytes:
    features = [{"type": "Feature", "properties": {"name": "Ulm"}, "geometry": one} for one in geometries]
    return json.dumps({"type": "FeatureCollection", "features": features}).encode()


FILES = {
    "one point": collection(point(10, 48)),
    "two equal points": collection(point(10, 48), point(10, 48)),
    "two points, nearly one": collection(point(10, 48), point(10.000000001, 48)),
    "a line": collection(line((10, 48), (11, 48))),
    "a line due north": collection(line((10, 48), (10, 49))),
    "a line without length": collection(line((10, 48), (10, 48))),
    "no features": collection(),
    "nothing drawn": collection(None),
    "one area": collection(area(10, 48, 11, 49)),
    "an area as thin as a line": collection(area(10, 48, 10, 49)),
    "an area hardly to be seen": collection(area(10, 48, 10.0000001, 48.0000001)),
    "the largest numbers": collection(point(2.9e7, 2.9e7), point(-2.9e7, -2.9e7)),
    "beyond all maps": collection(point(1e12, 0)),
    "a pole": collection(point(0, 90)),
    "both poles": collection(point(0, 90), point(0, -90)),
    "the whole globe": collection(point(-180, -90), point(180, 90)),
    "on the equator": collection(point(10, 0)),
    "over the date line": collection(point(179.9, 10), point(-179.9, 10)),
    "on paper": collection(point(500, 500)),
}
HEADS = {
    "plain": "[hexes]\nsize = 5",
    "larger than the map": "[hexes]\nsize = 1e7",
    "as small as can be": "[hexes]\nsize = 1e-6",
    "unprojected": 'project = "none"\n[hexes]\nsize = 5',
    "projected": 'project = "lcc"\n[hexes]\nsize = 5',
    "north up": 'project = "none"\nnorth_up = true\n[hexes]\nsize = 5',
    "elsewhere": "[hexes]\nsize = 5\nbox = [20.0, 48.0, 21.0, 49.0]",
    "all of it": "[hexes]\nsize = 500\nbox = [-2.9e7, -2.9e7, 2.9e7, 2.9e7]",
    "from an origin": "[hexes]\nsize = 5\norigin = [0.0, 0.0]",
    "too many": "[hexes]\nsize = 5\ncolumns = 1000000000000",
}
WRONG = {
    "size = 0": "hexes.size is 0: give a width above 0",
    "size = -1": "hexes.size is -1: give a width above 0",
    "size = nan": "hexes.size is nan: give a width above 0",
    "size = inf": "hexes.size is inf: give a width above 0",
    "size = 1e308": r"hexes.size is 1e\+308: give a width above 0",
    "size = 1e-300": "hexes.size is 1e-300: give a width above 0",
    "size = 5\nbox = [10.0, 48.0, 10.0, 49.0]": r"hexes.box is \[10.0, 48.0, 10.0, 49.0\]: give left",
    "size = 5\nbox = [10.0, 48.0, 10.0, 48.0]": "hexes.box is .*: give left",
    "size = 5\nbox = [nan, 48.0, 21.0, 49.0]": r"hexes.box is \[nan, 48.0, 21.0, 49.0\]: give left",
    "size = 5\nbox = [-inf, -inf, inf, inf]": r"hexes.box is \[-inf, -inf, inf, inf\]: give left",
    "size = 5\norigin = [nan, 0.0]": r"hexes.origin is \[nan, 0.0\]: give a place within",
    "size = 5\norigin = [0.0, nan]": r"hexes.origin is \[0.0, nan\]: give a place within",
    "size = 5\norigin = [1e300, 0.0]": r"hexes.origin is \[1e\+300, 0.0\]: give a place within",
    "size = 5\ncolumns = 0": "hexes.columns and hexes.rows are 1 or more",
}
LAID = """
[[name]]
where = {name = "*"}
[[terrain]]
terrain = "woods"
where = {name = "*"}
[[hexside]]
kind = "river"
where = {name = "*"}
[[road]]
kind = "road"
where = {name = "*"}
[[height]]
where = {name = "*"}
level = 2
"""


def laid(data: bytes, head: str) -> Map:
    return hexify([("x.geojson", data)], read_rules(f"{head}\n{LAID}".encode(), what="rules.toml")).map


def made(file: str, head: str) -> Map | str:
    """Return the hex map of a file, or why there is none."""
    try:
        return laid(FILES[file], head)
    except Invalid as error:
        return str(error)


def arrived(file: str) -> Map | str:
    """Return the map of a file, or why there is none."""
    try:
        return geojson.read(FILES[file], what="x.geojson")
    except Invalid as error:
        return str(error)


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("head", HEADS)
def test_hexes_are_made_of_it_or_it_is_told_why_not(file: str, head: str) -> None:
    sheet = made(file, HEADS[head])
    if isinstance(sheet, str):
        assert len(sheet) < 300
        assert "\n" not in sheet
    else:
        assert sheet.hexes is not None
        assert 1 <= len(sheet.hexes.grid) <= 1_000_000


@pytest.mark.parametrize(
    "file", ["one point", "two equal points", "two points, nearly one", "on the equator", "a pole"]
)
def test_one_place_becomes_one_hex_with_its_name(file: str) -> None:
    sheet = made(file, HEADS["plain"])
    assert isinstance(sheet, Map)
    board = sheet.hexes
    assert board is not None
    assert len(board.grid) == 1
    assert list(board.names.values()) == ["Ulm"]


@pytest.mark.parametrize("head", WRONG)
def test_a_rule_that_makes_no_hexes_is_refused_in_words(head: str) -> None:
    with pytest.raises(Invalid, match=WRONG[head]):
        laid(FILES["one area"], f"[hexes]\n{head}")


@pytest.mark.parametrize("file", FILES)
def test_it_comes_in_as_a_map_or_it_is_told_why_not(file: str) -> None:
    sheet = arrived(file)
    if isinstance(sheet, str):
        assert sheet.startswith("x.geojson")
    else:
        assert sheet.graph.spaces or sheet.lines
        assert geojson.read(geojson.write(sheet)) == sheet
