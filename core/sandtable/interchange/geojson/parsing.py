"""A GeoJSON file taken apart, in the worker process: every number looked at, every shape sound, plain data out."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct
from shapely.geometry.base import BaseGeometry

from sandtable.board.shapes import FARTHEST as BOARD
from sandtable.engine.errors import Invalid
from sandtable.engine.words import fit, fit_all, suspect
from sandtable.interchange.geojson.placing import NamedGeometry, PlacingOptions, as_drawn, place_geometries
from sandtable.interchange.plain_geometry import FARTHEST, MOST_IN_ALL, PlainGeometry, of_json, plain_of
from sandtable.interchange.strict_json import DEEPEST, depth_of, inner_of, is_list, is_object, parse_json, too_deep
from sandtable.interchange.worker_messages import WorkerTask

MOST_FEATURES: Final = 100_000
MOST_PROPERTIES: Final = 1_000
HEADER: Final = "sandtable"
GEOMETRIES: Final = frozenset(
    {"Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon", "GeometryCollection"}
)


class GeoFeature(Struct, array_like=True):
    """One feature; ``number`` counts from 1, ``properties`` are JSON, as they came."""

    number: int
    name: str
    id: str | None
    properties: bytes
    geometry: PlainGeometry | None


class ParsedFile(Struct):
    """A whole file.

    ``ours``: a map of ours was written to it; ``header`` (JSON) is what the format has no word for, empty when
    another program has lost it. ``projection`` and ``notices`` say what was done with a foreign file.
    """

    ours: bool
    header: bytes
    title: str
    features: list[GeoFeature]
    projection: str = ""
    notices: list[str] = []


class LocatedFile(NamedTuple):
    """A file taken apart, with the geometry of each feature where the map will have it."""

    parsed: ParsedFile
    geometries: list[BaseGeometry | None]


def parse(data: bytes, wanted: PlacingOptions) -> ParsedFile:
    """Take a file apart; what is drawn in it goes back as data."""
    parsed, geometries = take_apart(data, wanted)
    for feature, geometry in zip(parsed.features, geometries, strict=True):
        feature.geometry = None if geometry is None else plain_of(geometry)
    return parsed


def take_apart(data: bytes, wanted: PlacingOptions) -> LocatedFile:
    """Take a file apart; raises ``Invalid`` for the first thing in it that no map can have."""
    whole = parse_json(data)
    if not is_object(whole):
        raise Invalid("is JSON but not GeoJSON: it does not begin with an object; export it as GeoJSON")
    _check_depth(whole)
    listed = _features(whole)
    header = whole.get(HEADER)
    ours = is_object(header) or any(map(_ours, listed))
    farthest = BOARD if ours else FARTHEST
    features = [_feature(number, one, farthest) for number, one in enumerate(listed, 1)]
    _check_size(features)
    parsed = ParsedFile(ours, _encode(header) if is_object(header) else b"", _text(whole.get("name")), features)
    drawn = [NamedGeometry(one.name, one.geometry) for one in features if one.geometry is not None]
    done = as_drawn(drawn, wanted, parsed.notices) if ours else _place(parsed, drawn, _crs(whole), wanted)
    geometries = iter(done)
    if ours:
        _make_fit(parsed)
    return LocatedFile(parsed, [None if one.geometry is None else next(geometries) for one in features])


PARSE: Final = WorkerTask(parse, PlacingOptions, ParsedFile)


def _make_fit(parsed: ParsedFile) -> None:
    """Let nothing stand in a map of ours that our programs do not write."""
    parsed.title = fit(parsed.title)
    parsed.header = _fit(parsed.header)
    for feature in parsed.features:
        feature.properties = _fit(feature.properties)


def _fit(document: bytes) -> bytes:
    return msgspec.json.encode(fit_all(msgspec.json.decode(document))) if suspect(document) else document


# --- the frame ------------------------------------------------------------------------------------------------------


def _features(whole: dict[str, Any]) -> list[Any]:
    kind = whole.get("type")
    if kind == "Feature":
        return [whole]
    if kind == "Topology":
        raise Invalid("is TopoJSON: export it as GeoJSON")
    if isinstance(kind, str) and kind in GEOMETRIES:
        return [{"type": "Feature", "properties": {}, "geometry": whole}]
    if kind != "FeatureCollection":
        raise Invalid(f"is JSON but not GeoJSON: its type is {_text(kind) or 'not given'!r}, not 'FeatureCollection'")
    listed = whole.get("features")
    if not is_list(listed):
        raise Invalid("is a FeatureCollection without a list of features: export it again")
    many = sum(not _hex(one) for one in listed)
    if many > MOST_FEATURES:
        raise Invalid(f"has {many:,} features: {MOST_FEATURES:,} is the most a map can take; import a part of it")
    return listed


def _check_depth(whole: dict[str, Any]) -> None:
    """Look at everything but coordinates, whose depth their type tells."""
    listed = whole.get("features")
    rest = [value for key, value in whole.items() if key not in {"features", "geometry", "coordinates", "geometries"}]
    if is_list(listed):
        rest += [one.get("properties") if is_object(one) else one for one in listed]
    if depth_of(rest) > DEEPEST - 2:
        raise Invalid(too_deep())


def _ours(feature: Any) -> bool:
    """Say whether a feature was written by us, into a file whose header another program has lost."""
    properties = feature.get("properties") if is_object(feature) else None
    if not is_object(properties):
        return False
    if properties.get("feature") == "edge":
        return {"a", "b", "status"} <= properties.keys()
    return properties.get("feature") in ("space", "region", "line") and {"id", "name", "kind"} <= properties.keys()


def _hex(feature: Any) -> bool:
    """Say whether a feature is a hex of ours: as many as a hex map has may be drawn."""
    properties = feature.get("properties") if is_object(feature) else None
    return is_object(properties) and properties.get("feature") == "hex"


def _crs(whole: dict[str, Any]) -> str:
    """Return the name of the coordinate system, which files had to state before 2016."""
    crs = whole.get("crs")
    if crs is None:
        return ""
    properties = crs.get("properties") if is_object(crs) else None
    name = properties.get("name") if is_object(properties) else None
    if not isinstance(name, str):
        raise Invalid("has a 'crs' that names no coordinate system: remove it, or reproject the file to WGS 84")
    return name[:200]


def _text(given: Any) -> str:
    return given[:200] if isinstance(given, str) else ""


# --- features -------------------------------------------------------------------------------------------------------


def _feature(number: int, given: Any, farthest: float) -> GeoFeature:
    if not is_object(given) or given.get("type") != "Feature":
        raise Invalid(f"feature {number} is not a feature: write {{'type': 'Feature', ...}}")
    properties: Any = {} if given.get("properties") is None else given["properties"]
    if not is_object(properties):
        raise Invalid(f"feature {number} has properties that are not an object: write {{'name': ...}}")
    name = _name(number, properties)
    id, geometry = given.get("id"), given.get("geometry")
    try:
        if len(properties) > MOST_PROPERTIES:
            raise Invalid(
                f"has {len(properties):,} properties: {MOST_PROPERTIES:,} is the most it can have; leave some out"
            )
        if id is not None and (type(id) not in {str, int} or len(str(id)) > 200):
            raise Invalid("has an id that is not a short text or a number: give it another id")
        _check_numbers(properties)
        drawn = None if geometry is None else of_json(geometry, farthest)
        return GeoFeature(number, name, None if id is None else str(id), _encode(properties), drawn)
    except Invalid as error:
        raise Invalid(f"{name} {error}") from None


def _name(number: int, properties: dict[str, Any]) -> str:
    """Call a feature by its number, and by its name if it has one."""
    name = next((text for key in ("name", "NAME", "Name") if isinstance(text := properties.get(key), str)), "")
    shown = (name if name.isprintable() else "".join(letter for letter in name if letter.isprintable()))[:60]
    return f'feature {number} ("{shown}")' if shown else f"feature {number}"


def _encode(given: dict[str, Any]) -> bytes:
    try:
        return msgspec.json.encode(given)
    except UnicodeEncodeError:
        raise Invalid("has a text with half a letter in it (an unpaired surrogate): mend or remove it") from None


def _check_numbers(properties: dict[str, Any]) -> None:
    """Raise ``Invalid`` for a number too large to be one."""
    level: list[Any] = [properties]
    while level:
        level = inner_of(level)
        if any(type(one) is float and not isfinite(one) for one in level):
            raise Invalid("has a number among its properties that is too large: write it as text")


def _check_size(features: Sequence[GeoFeature]) -> None:
    vertices = sum(feature.geometry.vertices for feature in features if feature.geometry is not None)
    if vertices > MOST_IN_ALL:
        raise Invalid(f"has {vertices:,} vertices: {MOST_IN_ALL:,} is the most a map can take; simplify it")


# --- shapes ---------------------------------------------------------------------------------------------------------


def _place(parsed: ParsedFile, drawn: Sequence[NamedGeometry], crs: str, wanted: PlacingOptions) -> list[BaseGeometry]:
    """Put the geometries of a foreign file where the map will have them."""
    if not drawn:
        raise Invalid("has nothing drawn in it: there is nothing to import")
    done = place_geometries(drawn, crs, wanted)
    parsed.projection = done.projection
    parsed.notices = done.notices
    return done.geometries
