"""A map of ours read back from its GeoJSON; what was changed in it by another program is looked at again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
from msgspec import Struct
from shapely import LineString, MultiLineString, Point
from shapely.geometry.base import BaseGeometry

from sandtable.board.areas import AreaMap
from sandtable.board.graph import Graph
from sandtable.board.hex_board import HexBoard
from sandtable.board.maps import Map, MapInfo, MapLine, Region, RegionId
from sandtable.board.shapes import Place, Shape, is_shape
from sandtable.board.spaces import Attributes, Contact, Edge, Feature, Space, SpaceId, Status
from sandtable.engine.errors import Invalid
from sandtable.interchange.geojson import parsing
from sandtable.interchange.geojson.border_checks import derive_borders
from sandtable.interchange.geojson.clean_names import list_names, slug, value_of
from sandtable.interchange.geojson.foreign_maps import MapBuilder
from sandtable.interchange.geojson.globe import Globe
from sandtable.interchange.geojson.hex_edits import DrawnHex, EditedBoard, apply_edits
from sandtable.interchange.geojson.import_options import ImportedMap, ImportOptions
from sandtable.interchange.geojson.map_header import FORMAT, MapHeader, board_of, header_of, underlay_of
from sandtable.interchange.geojson.writing import RESERVED
from sandtable.library.files.report_words import count_of

Strange = tuple[parsing.GeoFeature, BaseGeometry | None]
"""A feature that was not written by us, and how it is drawn."""


class _Beside(Struct, frozen=True):
    """The property ``sandtable`` of a feature."""

    attributes: Attributes | None = None
    place: tuple[float, float] | None = None
    along_sides: list[SpaceId | None] = []
    across_sides: list[SpaceId | None] = []


class _Thing(Struct, frozen=True):
    """A space, a region or a line."""

    id: str
    name: str
    kind: str
    within: RegionId | None = None


class _EdgeRecord(Struct, frozen=True):
    """An edge."""

    a: SpaceId
    b: SpaceId
    status: Status
    contact: Contact = "border"
    one_way: bool = False
    along: list[str] = []
    across: list[str] = []


@dataclass
class _Parts:
    """What a file holds, gathered feature by feature."""

    spaces: list[Space] = field(default_factory=list[Space])
    shapes: dict[SpaceId, Shape] = field(default_factory=dict[SpaceId, Shape])
    places: dict[SpaceId, Place] = field(default_factory=dict[SpaceId, Place])
    regions: list[Region] = field(default_factory=list[Region])
    lines: list[MapLine] = field(default_factory=list[MapLine])
    edges: list[Edge] = field(default_factory=list[Edge])
    hexes: list[DrawnHex] = field(default_factory=list[DrawnHex])
    strange: list[Strange] = field(default_factory=list[Strange])


def map_of(apart: parsing.LocatedFile, reading: ImportOptions) -> ImportedMap:
    """Return the map that was written, and notices if it is another by now."""
    parsed, geometries = apart
    without = MapHeader(FORMAT, MapInfo(reading.key or slug(parsed.title) or "map", reading.title or parsed.title))
    header = header_of(parsed.header) if parsed.header else without
    globe = Globe.of(header.info) if header.globe else None
    parts = _Parts()
    for feature, drawn in zip(parsed.features, geometries, strict=True):
        geometry = drawn if drawn is None or globe is None else globe.paper(drawn)
        try:
            _take(parts, feature, geometry)
        except (Invalid, msgspec.ValidationError) as error:
            raise Invalid(f"{feature.name} is not a valid part of a map: {error}") from None
    notices = [*parsed.notices, *_take_additions(parts, reading), *_without_what_is_gone(parts)]
    board, hexes = _hexes(header, parts)
    notices += hexes
    sheet = _put_together(header, parts, board)
    same = header.digest == sheet.digest
    if not same:
        changed = "the file has been changed since it was exported"
        lost = "what only sandtable writes is gone from the file: hexes, underlays, tolerance, where values come from"
        notices = [changed if parsed.header else lost, *notices]
    if reading.snap > 0 and sheet.areas is not None:
        same, sheet = False, replace(sheet, areas=sheet.areas.clean(reading.snap, reading.snap))
        notices.append(f"borders within {reading.snap:g} of each other were put together")
    return ImportedMap(sheet, notices) if same else _look_over(sheet, reading, notices)


def _hexes(header: MapHeader, parts: _Parts) -> EditedBoard:
    """Return the hexes of the map, as they were edited."""
    if header.hexes is not None:
        return apply_edits(board_of(header.hexes), parts.hexes)
    drawn = count_of(len(parts.hexes), "hex", "hexes")
    lost = f"{drawn} drawn in the file cannot be a hex map again without what only sandtable writes: they were left out"
    return EditedBoard(None, [lost] if parts.hexes else [])


def _put_together(header: MapHeader, parts: _Parts, board: HexBoard | None) -> Map:
    tolerance = header.tolerance
    known = {*(space.id for space in parts.spaces), *(region.id for region in parts.regions)}
    return Map(
        header.info,
        Graph(parts.spaces, parts.edges),
        AreaMap(parts.shapes, tolerance) if parts.shapes or tolerance is not None else None,
        board,
        parts.places,
        tuple(parts.regions),
        tuple(parts.lines),
        tuple(underlay_of(one) for one in header.underlays),
        tuple(word for word in header.provenance if not word.of or word.of in known),
    )


# --- features -------------------------------------------------------------------------------------------------------


def _take(parts: _Parts, feature: parsing.GeoFeature, geometry: BaseGeometry | None) -> None:
    properties: dict[str, Any] = msgspec.json.decode(feature.properties)
    match properties.get("feature"):
        case "space":
            _take_space(parts, properties, geometry)
        case "region":
            one = msgspec.convert(properties, _Thing)
            attributes = _attributes(properties, _beside(properties))
            parts.regions.append(Region(RegionId(one.id), one.kind, one.name, one.within, attributes))
        case "line":
            one = msgspec.convert(properties, _Thing)
            if not isinstance(geometry, LineString | MultiLineString):
                raise Invalid("a line has a geometry of lines; draw it or remove it")
            parts.lines.append(
                MapLine(one.id, one.kind, geometry, one.name, _attributes(properties, _beside(properties)))
            )
        case "edge":
            parts.edges.append(_edge(msgspec.convert(properties, _EdgeRecord), _beside(properties)))
        case "hex":
            parts.hexes.append(DrawnHex(properties, geometry))
        case _:
            parts.strange.append((feature, geometry))


def _take_space(parts: _Parts, properties: dict[str, Any], geometry: BaseGeometry | None) -> None:
    one, beside = msgspec.convert(properties, _Thing), _beside(properties)
    id = SpaceId(one.id)
    parts.spaces.append(Space(id, one.name, one.kind, _attributes(properties, beside)))
    if is_shape(geometry):
        parts.shapes[id] = geometry
    elif isinstance(geometry, Point):
        parts.places[id] = (geometry.x, geometry.y)
    elif geometry is not None:
        raise Invalid("the geometry of a space must be polygons or a point; draw it again")
    if beside.place is not None and is_shape(geometry):
        parts.places[id] = beside.place


def _edge(link: _EdgeRecord, beside: _Beside) -> Edge:
    along, across = _features(link.along, beside.along_sides), _features(link.across, beside.across_sides)
    return Edge(link.a, link.b, along, across, link.status, link.contact, link.one_way)


def _features(kinds: Sequence[str], sides: Sequence[SpaceId | None]) -> tuple[Feature, ...]:
    if sides and len(sides) != len(kinds):
        raise Invalid(f"it has {len(kinds)} features and {len(sides)} sides of them; export the map again")
    return tuple(Feature(kind, side) for kind, side in zip(kinds, sides or [None] * len(kinds), strict=True))


def _beside(properties: dict[str, Any]) -> _Beside:
    """Return the property ``sandtable``, which some programs turn into a text."""
    given = properties.get("sandtable")
    if isinstance(given, str):
        return msgspec.json.decode(given, type=_Beside)
    return _Beside() if given is None else msgspec.convert(given, _Beside)


def _attributes(properties: dict[str, Any], beside: _Beside) -> Attributes:
    """Return the attributes; a property without a value is one that another program has added."""
    if beside.attributes is not None:
        return beside.attributes
    return tuple(
        (name, value_of(value)[0]) for name, value in properties.items() if name not in RESERVED and value is not None
    )


# --- changed elsewhere ----------------------------------------------------------------------------------------------


def _take_additions(parts: _Parts, reading: ImportOptions) -> list[str]:
    """Take in what another program has drawn in addition."""
    if not parts.strange:
        return []
    making = MapBuilder(reading, parts.spaces, parts.lines)
    for feature, geometry in parts.strange:
        making.take(feature, geometry)
    parts.spaces += making.spaces
    parts.shapes |= making.shapes
    parts.places |= making.places
    parts.lines += making.lines
    return [f"new: {list_names([one.name for one, _ in parts.strange])}", *making.notices()]


def _without_what_is_gone(parts: _Parts) -> list[str]:
    """Leave out the edges of spaces that somebody has taken away."""
    known = {space.id for space in parts.spaces}
    gone = [edge for edge in parts.edges if not {edge.a, edge.b} <= known]
    parts.edges = [edge for edge in parts.edges if {edge.a, edge.b} <= known]
    return [f"edges of spaces that are gone: {list_names([f'{edge.a}–{edge.b}' for edge in gone])}"] if gone else []


def _look_over(sheet: Map, reading: ImportOptions, notices: list[str]) -> ImportedMap:
    """Derive the edges of a map anew that somebody has edited elsewhere; the designer's word stands."""
    if sheet.areas is None:
        return ImportedMap(sheet, notices)
    names = {id: space.name or id for id, space in sheet.graph.spaces.items()}
    derived, faults = derive_borders(sheet.areas, names, snapped=reading.snap > 0)
    fresh = sheet.graph.rederive(derived, frozenset(sheet.areas))
    told = {
        "borders that have appeared": fresh.appeared,
        "borders that are gone": fresh.gone,
        "confirmed borders that the shapes no longer show": fresh.contradicted,
    }
    notices += [
        f"{says}: {list_names([f'{edge.a}–{edge.b}' for edge in edges])}" for says, edges in told.items() if edges
    ]
    return ImportedMap(replace(sheet, graph=fresh.graph), [*notices, *faults])
