"""One damaged or hostile GeoJSON file for each way to be one: each costs one sentence, which says where and what."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from sandtable.engine.errors import Invalid
from sandtable.interchange import geojson
from sandtable.interchange.foreign_files import foreign_bytes
from sandtable.interchange.geojson import ImportOptions

HERE: Final = Path(__file__).parent / "geojson"
TYROL: Final = 'feature 1 ("Tyrol") '
SAYS: Final = {
    "43-a-list": "is JSON but not GeoJSON: it does not begin with an object; export it as GeoJSON",
    "43-byte-order-mark": "begins with a byte order mark: save it as plain UTF-8",
    "43-cut-off": "is not JSON: line 2, column 60: expecting value; export it again from the program it comes from",
    "43-empty": "is empty: nothing can be read from it",
    "43-latin-1": "is not UTF-8 text (byte 87): save it as plain UTF-8",
    "43-no-geojson": "is JSON but not GeoJSON: its type is 'not given', not 'FeatureCollection'",
    "43-not-json": "is not JSON: line 1, column 1: expecting value; export it again from the program it comes from",
    "43-topojson": "is TopoJSON: export it as GeoJSON",
    "43-utf-16": "is UTF-16: save it as plain UTF-8",
    "43-utf-16-without-mark": "is not UTF-8 text: save it as plain UTF-8",
    "44-1e999": TYROL + "has a coordinate beyond ±30,000,000: rescale it, or mend that place",
    "44-1e999-property": TYROL + "has a number among its properties that is too large: write it as text",
    "44-infinity": "has -Infinity where a number should be: give a number or null",
    "44-nan": "has NaN where a number should be: give a number or null",
    "45-4000-digits": TYROL + "has a coordinate beyond ±30,000,000: rescale it, or mend that place",
    "45-5000-digits": "has a number with thousands of digits: no coordinate has more than twenty",
    "46-deep-coordinates": TYROL + "has a ring with positions of length 1: write [x, y]",
    "46-deep-property": "is nested deeper than 32 levels: no map needs that, simplify it",
    "46-deeper-than-any-stack": "is nested deeper than 32 levels: no map needs that, simplify it",
    "47-duplicate-keys": "has the key 'name' twice in one object: which one counts is unclear; remove one",
    "48-missing-coordinates": TYROL + "is a Polygon without coordinates: draw it, or give it no geometry",
    "48-null-coordinates": TYROL + "is a Polygon without coordinates: draw it, or give it no geometry",
    "48-null-position": TYROL + "has a ring with something in it that is not a position: write [x, y]",
    "48-object-as-position": TYROL + "has a ring with something in it that is not a position: write [x, y]",
    "48-text-as-number": TYROL + "has a ring with '4' as a coordinate: give a number",
    "48-true-as-number": TYROL + "has a ring with 'True' as a coordinate: give a number",
    "49-four-numbers": TYROL + "has a ring with positions of length 4: write [x, y]",
    "49-one-number": TYROL + "has a ring with positions of length 1: write [x, y]",
    "49-ragged": TYROL + "has a ring with positions of length 2 and 3: give all of them two numbers",
    "49-ragged-rings": TYROL + "has some positions with heights and some without: give all of them two numbers",
    "50-line-of-one": TYROL + "has a line of one position: give it two or more",
    "50-no-rings": TYROL + "is a polygon without rings: draw it, or give it no geometry",
    "50-open-ring": TYROL + "has a ring that is not closed: let it end where it begins",
    "50-three-positions": TYROL
    + "has a ring of 3 positions: a ring needs four or more, and the last repeats the first",
    "51-duplicate-ring": TYROL + "is not sound: ",
    "51-hole-outside": TYROL + "is not sound: a hole lies outside at 6, 6; move the border there, or have it mended",
    "51-parts-overlap": TYROL + "is not sound: a part lies in another part at 1, 1; move the border there, or have",
    "51-self-crossing": TYROL + "is not sound: its border crosses itself at 2, 2; move the border there, or have",
    "52-collection-at-the-top": "feature 1 is a GeometryCollection, several things in one: make each a feature",
    "52-nested-collection": "feature 1 is a GeometryCollection, several things in one: make each a feature",
    "54-no-feature": "feature 1 is not a feature: write {'type': 'Feature', ...}",
    "54-properties-are-a-list": "feature 1 has properties that are not an object: write {'name': ...}",
    "54-type-is-a-number": TYROL + "has a geometry of the type '7': use one of Point, LineString, MultiLineString,",
    "54-unknown-type": TYROL + "has a geometry of the type 'CircularString': use one of Point, LineString,",
    "55-crs-without-name": "has a 'crs' that names no coordinate system: remove it, or reproject the file to WGS 84",
    "55-out-of-range": TYROL + "has a coordinate beyond ±30,000,000: rescale it, or mend that place",
    "56-empty-line": TYROL + "is a LineString without positions: draw it, or give it no geometry",
    "56-features-missing": "is a FeatureCollection without a list of features: export it again",
    "56-no-features": "has nothing drawn in it: there is nothing to import",
    "56-nothing-drawn": "has nothing drawn in it: there is nothing to import",
    "58-duplicate-ids-in-a-map-of-ours": "two spaces have the id 'a': give one of them another id",
    "half-a-letter": "feature 1 has a text with half a letter in it (an unpaired surrogate): mend or remove it",
    "multipoint": TYROL + "is a MultiPoint: make each point a feature of its own",
    "ours-edge-status": "feature 1 is not a valid part of a map: Invalid enum value 'maybe' - at `$.status`",
    "ours-hexes-bad-numbers": "has hex numbers beyond 12 digits: count in smaller steps",
    "ours-hexes-bomb": "has a layer 'terrain' that does not fit its 8 bytes: export the map again",
    "ours-hexes-cut-off": "has a layer 'terrain' that does not fit its 8 bytes: export the map again",
    "ours-hexes-negative": "has a hex map of -1 by 2: there must be 1 to 4,194,304 hexes",
    "ours-hexes-no-base64": "has a damaged layer 'terrain' (",
    "ours-hexes-set-not-there": "the stored layer has 4 places and 1 sets; this map needs 4 places, the empty",
    "ours-hexes-too-many": "has a hex map of 100,000 by 100,000: there must be 1 to 4,194,304 hexes",
    "ours-newer": "was written by a newer sandtable (format 99): update this one to read it",
    "ours-self-crossing": 'feature 1 ("A") is not sound: its border crosses itself at 2, 2; move the border there, or',
    "ours-svg-as-underlay": "is SVG or another text, whatever its name says: save it as PNG, JPEG, WEBP or GIF",
    "ours-without-info": "has a damaged part 'sandtable': Object missing required field `info`; export the map again",
}


def refused(data: bytes) -> str:
    with pytest.raises(Invalid) as caught:
        geojson.read(data, what="x.geojson")
    said = str(caught.value)
    assert "fell over" not in said
    assert "\n" not in said
    assert len(said) < 400
    return said


def test_every_file_is_looked_at() -> None:
    assert {path.stem for path in HERE.iterdir()} == SAYS.keys()


@pytest.mark.parametrize("name", SAYS)
def test_it_costs_one_sentence(name: str) -> None:
    data = (HERE / f"{name}.geojson").read_bytes()
    said = refused(data)
    assert said.startswith("x.geojson")
    assert SAYS[name] in said


@pytest.mark.parametrize("name", [name for name in SAYS if name.startswith("51") and "ring" not in name])
def test_what_can_be_mended_is_if_asked(name: str) -> None:
    arrived = geojson.arrive((HERE / f"{name}.geojson").read_bytes(), ImportOptions(mend=True))
    assert arrived.notices[0].startswith('mended: feature 1 ("Tyrol")')


def test_ids_that_two_features_have_are_told_apart_in_a_foreign_file() -> None:  # line 58
    point = {"type": "Feature", "id": "a", "properties": {}, "geometry": {"type": "Point", "coordinates": [1, 1]}}
    arrived = geojson.arrive(json.dumps({"type": "FeatureCollection", "features": [point, point]}))
    assert list(arrived.map.graph.spaces) == ["a", "a-2"]
    assert "ids that were taken: a became a-2" in arrived.notices


# --- those that are too large to be kept -----------------------------------------------------------------------------


def polygon(*rings: Sequence[Sequence[float]]) -> dict[str, Any]:
    return {"type": "Feature", "properties": {"name": "Tyrol"}, "geometry": {"type": "Polygon", "coordinates": rings}}


def collection(*features: object) -> bytes:
    return json.dumps({"type": "FeatureCollection", "features": features}).encode()


def many_vertices() -> bytes:
    return collection(polygon([[x, 0] for x in range(200_001)] + [[0, 1], [0, 0]]))


def many_holes() -> bytes:
    hole = [[0.1, 0.1], [0.2, 0.1], [0.2, 0.2], [0.1, 0.1]]
    return collection(polygon([[0, 0], [1, 0], [1, 1], [0, 0]], *[hole] * 10_001))


def many_features() -> bytes:
    return collection(*[{"type": "Feature", "properties": None, "geometry": None}] * 100_001)


def giant_collection() -> bytes:
    points = [{"type": "Point", "coordinates": [1, 1]}] * 50_000
    return collection(
        {"type": "Feature", "properties": {}, "geometry": {"type": "GeometryCollection", "geometries": points}}
    )


def scribble() -> bytes:
    """Return a ring on which the default way of making geometry valid hangs for minutes."""
    import numpy as np

    places = np.random.default_rng(1).uniform(0, 1, (300, 2)).tolist()
    return collection(polygon([*places, places[0]]))


LARGE: list[tuple[Callable[[], bytes], str]] = [
    (many_vertices, TYROL + "has more than 200,000 vertices: simplify it"),
    (many_holes, TYROL + "has more than 10,000 holes: simplify it"),
    (many_features, "has 100,001 features: 100,000 is the most a map can take; import a part of it"),
    (giant_collection, "feature 1 is a GeometryCollection, several things in one"),
    (scribble, TYROL + "is not sound: its border crosses itself at "),
]


@pytest.mark.parametrize(("make", "says"), LARGE)
def test_too_much_is_refused(make: Callable[[], bytes], says: str) -> None:
    assert says in refused(make())


def test_a_scribble_is_mended_within_the_limits() -> None:
    sheet = geojson.read(scribble(), ImportOptions(mend=True, project="none"))
    assert sheet.areas is not None
    assert len(sheet.areas) == 1


def test_a_file_of_200_mb_is_refused_unread(tmp_path: Path) -> None:  # line 57
    path = tmp_path / "large.geojson"
    with path.open("wb") as file:
        file.truncate(200 << 20)
    with pytest.raises(Invalid, match=r"large.geojson has 200 MB: 128 is the most that can be read; make it smaller"):
        foreign_bytes(path)


def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.geojson")
    for path, says in (
        (tmp_path, "is a folder: name a file"),
        (tmp_path / "pipe.geojson", "is not a file: name a file"),
        (Path("/dev/zero"), "is not a file: name a file"),
        (tmp_path / "missing.geojson", "does not exist: name a file that does"),
    ):
        with pytest.raises(Invalid, match=says):
            foreign_bytes(path)
