"""A map as GeoJSON: what everybody understands as features with plain properties, the rest beside them.

One feature a line, in order, so that two revisions can be compared line by line.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from shapely import LineString, Point
from shapely.geometry.base import BaseGeometry

from sandtable.board.maps import Map, MapLine, Region
from sandtable.board.spaces import Attributes, Edge, Space, SpaceId
from sandtable.engine.errors import Invalid
from sandtable.interchange.geojson.globe import Globe
from sandtable.interchange.geojson.map_header import FORMAT, MapHeader, hexes_of, under_of
from sandtable.interchange.plain_geometry import json_of

RESERVED: Final = frozenset(
    "feature id name kind within sandtable a b status contact one_way along across".split()  # noqa: SIM905
)
"""Property names with a meaning of ours: an attribute of that name travels in the property ``sandtable``."""


def write(sheet: Map, *, hexes: bool = False, paper: bool = False) -> str:
    """Return a map as GeoJSON text, from which `read` makes an equal map.

    What was projected is in degrees, as RFC 7946 has it, and comes back to the millimetre; with ``paper`` it is in map
    units as it lies, and comes back exactly. ``hexes`` adds a polygon for every hex, for other programs.
    Raises ``Invalid`` for what the format cannot hold: coordinates that are no numbers, lines with measures.
    """
    globe = None if paper else Globe.of(sheet.info)
    if globe is not None:
        sheet = globe.there_and_back(sheet)
    lines = ['"type":"FeatureCollection"', f'"name":{_text(sheet.info.key)}']
    if globe is None and sheet.info.projection.startswith("+proj"):
        lines.append(f'"crs":{_text({"type": "name", "properties": {"name": sheet.info.projection}})}')
    lines.append(f'"sandtable":{_text(_header(sheet, globe))}')
    features = list(_features(sheet))
    if hexes and sheet.hexes is not None:
        from sandtable.interchange.geojson.hex_features import hex_features

        features += hex_features(sheet.hexes)
    for feature in features:
        feature["geometry"] = _geometry_json(feature, globe)
    listed = ",\n".join(_text(one) for one in features)
    lines.append(f'"features":[\n{listed}\n]' if listed else '"features":[]')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _geometry_json(feature: dict[str, Any], globe: Globe | None) -> dict[str, Any] | None:
    geometry: BaseGeometry | None = feature["geometry"]
    try:
        return None if geometry is None else json_of(geometry if globe is None else globe.degrees(geometry))
    except Invalid as error:
        raise Invalid(f"{feature['properties']['feature']} {feature['properties'].get('id', '')!r}: {error}") from None


def _text(thing: object) -> str:
    return msgspec.json.encode(thing).decode("utf-8")


def _header(sheet: Map, globe: Globe | None) -> MapHeader:
    return MapHeader(
        1 if globe is None else FORMAT,
        sheet.info,
        sheet.digest,
        None if sheet.areas is None else sheet.areas.tolerance,
        None if sheet.hexes is None else hexes_of(sheet.hexes),
        [under_of(one) for one in sheet.underlays],
        list(sheet.provenance),
        globe is not None,
    )


def _features(sheet: Map) -> Iterator[dict[str, Any]]:
    for space in sheet.graph.spaces.values():
        yield _space(sheet, space)
    for region in sheet.regions:
        yield _region(region)
    for line in sheet.lines:
        yield _line(line)
    for edge in sheet.graph.edges.values():
        yield _edge(sheet, edge)


def _feature(role: str, id: str, properties: dict[str, Any], geometry: BaseGeometry | None) -> dict[str, Any]:
    return {"type": "Feature", "id": id, "properties": {"feature": role, **properties}, "geometry": geometry}


def _space(sheet: Map, space: Space) -> dict[str, Any]:
    place = tuple(map(float, sheet.places[space.id])) if space.id in sheet.places else None
    flat, beside = _attributes(space.attributes)
    if sheet.areas is not None and space.id in sheet.areas:
        geometry: BaseGeometry | None = sheet.areas[space.id]
        if place is not None:
            beside["place"] = place
    else:
        geometry = None if place is None else Point(place)
    own = {"id": space.id, "name": space.name, "kind": space.kind}
    return _feature("space", space.id, {**own, **flat, **_beside(beside)}, geometry)


def _region(region: Region) -> dict[str, Any]:
    flat, beside = _attributes(region.attributes)
    own = {"id": region.id, "name": region.name, "kind": region.kind, "within": region.within}
    return _feature("region", f"region {region.id}", {**own, **flat, **_beside(beside)}, None)


def _line(line: MapLine) -> dict[str, Any]:
    flat, beside = _attributes(line.attributes)
    own = {"id": line.id, "name": line.name, "kind": line.kind}
    return _feature("line", f"line {line.id}", {**own, **flat, **_beside(beside)}, line.geometry)


def _edge(sheet: Map, edge: Edge) -> dict[str, Any]:
    own: dict[str, Any] = {
        "a": edge.a, "b": edge.b, "status": edge.status, "contact": edge.contact, "one_way": edge.one_way,
        "along": [one.kind for one in edge.along], "across": [one.kind for one in edge.across],
    }  # fmt: skip
    beside: dict[str, Any] = {}
    for name, features in (("along", edge.along), ("across", edge.across)):
        if any(one.side is not None for one in features):
            beside[f"{name}_sides"] = [one.side for one in features]
    return _feature("edge", f"edge {edge.a} {edge.b}", {**own, **_beside(beside)}, drawn_edge(sheet, edge))


def drawn_edge(sheet: Map, edge: Edge) -> BaseGeometry | None:
    """Return where an edge can be seen: the border, or a line from place to place; ``None`` if it has none."""
    if sheet.areas is not None and edge.contact == "border" and edge.pair in sheet.areas.borders:
        return sheet.areas.borders.line(edge.pair)
    ends = [place_of(sheet, id) for id in (edge.a, edge.b)]
    return None if None in ends else LineString([one for one in ends if one is not None])


def place_of(sheet: Map, id: SpaceId) -> Point | None:
    """Return where a space is: its place, else a point inside its shape."""
    if id in sheet.places:
        return Point(sheet.places[id])
    return sheet.areas[id].representative_point() if sheet.areas is not None and id in sheet.areas else None


def _attributes(attributes: Attributes) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return attributes as properties, or all of them beside where a property cannot say them."""
    flat = dict(attributes)
    if len(flat) < len(attributes) or not RESERVED.isdisjoint(flat):
        return {}, {"attributes": attributes}
    return flat, {}


def _beside(beside: dict[str, Any]) -> dict[str, Any]:
    return {"sandtable": beside} if beside else {}
