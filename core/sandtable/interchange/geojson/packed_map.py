"""A map as it goes over the pipe: made whole in the worker process, put together here from data of known types."""

from __future__ import annotations

from math import isfinite

from msgspec import Struct

from sandtable.board.areas import AreaMap
from sandtable.board.graph import Graph
from sandtable.board.maps import Map, MapInfo, MapLine, Provenance, Region
from sandtable.board.shapes import Place
from sandtable.board.spaces import Attributes, Edge, Space, SpaceId
from sandtable.engine.errors import Invalid
from sandtable.interchange.geojson.import_options import ImportedMap
from sandtable.interchange.geojson.map_header import Hexes, UnderlayRecord, board_of, hexes_of, under_of, underlay_of
from sandtable.interchange.plain_geometry import PlainGeometry, line_of, plain_of
from sandtable.library.store import wkb


class PackedLine(Struct, array_like=True, frozen=True):
    """A line of a map."""

    id: str
    kind: str
    geometry: PlainGeometry
    name: str
    attributes: Attributes


class PackedMap(Struct, frozen=True):
    """All that a map holds; ``shapes`` are WKB, beside the ids of ``areas``."""

    info: MapInfo
    spaces: list[Space]
    edges: list[Edge]
    tolerance: float | None
    areas: list[SpaceId]
    shapes: list[bytes]
    hexes: Hexes | None
    places: dict[SpaceId, Place]
    regions: list[Region]
    lines: list[PackedLine]
    underlays: list[UnderlayRecord]
    provenance: list[Provenance]
    notices: list[str]


def pack_map(arrived: ImportedMap) -> PackedMap:
    """Take a map apart."""
    sheet, areas = arrived.map, arrived.map.areas
    return PackedMap(
        info=sheet.info,
        spaces=list(sheet.graph.spaces.values()),
        edges=list(sheet.graph.edges.values()),
        tolerance=None if areas is None else areas.tolerance,
        areas=[] if areas is None else list(areas.ids),
        shapes=[] if areas is None else wkb.encode([areas[id] for id in areas]),
        hexes=None if sheet.hexes is None else hexes_of(sheet.hexes),
        places=dict(sheet.places),
        regions=list(sheet.regions),
        lines=[PackedLine(one.id, one.kind, plain_of(one.geometry), one.name, one.attributes) for one in sheet.lines],
        underlays=[under_of(one) for one in sheet.underlays],
        provenance=list(sheet.provenance),
        notices=arrived.notices,
    )


def unpack_map(come: PackedMap) -> ImportedMap:
    """Return the map; raises ``Invalid`` or ``ValueError`` for what makes none."""
    if not all(isfinite(x) and isfinite(y) for x, y in come.places.values()):
        raise Invalid("has a place without coordinates: give two numbers")
    areas = None
    if come.tolerance is not None:
        areas = AreaMap(dict(zip(come.areas, wkb.shapes(come.shapes), strict=True)), come.tolerance)
    sheet = Map(
        come.info,
        Graph(come.spaces, come.edges),
        areas,
        None if come.hexes is None else board_of(come.hexes),
        come.places,
        tuple(come.regions),
        tuple(MapLine(one.id, one.kind, line_of(one.geometry), one.name, one.attributes) for one in come.lines),
        tuple(underlay_of(one) for one in come.underlays),
        tuple(come.provenance),
    )
    return ImportedMap(sheet, come.notices)
