"""A map as rows, and rows as a map: every part of it is a document, a geometry, an image or a square of a layer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Final, TypeVar

from msgspec import Raw, Struct

from sandtable.board.affine import ControlPoint
from sandtable.board.graph import Graph
from sandtable.board.maps import Map, MapInfo, MapLine, Provenance, Region, Underlay
from sandtable.board.spaces import Attributes, Edge, Space
from sandtable.engine.errors import Invalid
from sandtable.library.store import json_documents
from sandtable.library.store.json_documents import UNFIT
from sandtable.library.store.part_tables import PartTable, Row

if TYPE_CHECKING:
    from sandtable.board.areas import AreaMap
    from sandtable.board.hex_board import HexBoard

T = TypeVar("T")

SPACES: Final = PartTable("spaces", "map", ("id",), ("document",), told=True)
EDGES: Final = PartTable("edges", "map", ("a", "b"), ("document",), told=True)
PLACES: Final = PartTable("places", "map", ("space",), ("document",))
REGIONS: Final = PartTable("regions", "map", ("id",), ("document",), told=True)
PROVENANCE: Final = PartTable("provenance", "map", ("number",), ("document",))
AREAS: Final = PartTable("areas", "map", ("space",), ("geometry",))
LINES: Final = PartTable("lines", "map", ("id",), ("document", "geometry"), told=True)
CHUNKS: Final = PartTable("chunks", "map", ("layer", "square"), ("content",))
UNDERLAYS: Final = PartTable("underlays", "map", ("id",), ("document", "image"), told=True)
PARTS: Final = (SPACES, EDGES, PLACES, REGIONS, PROVENANCE, AREAS, LINES, CHUNKS, UNDERLAYS)

Rows = Mapping[str, Sequence[Row]]
"""The rows of every part, by its table: with their keys where they are written, as `Part.content` where read."""


NOTHING: Final = Raw(b"null")


class MapDocument(Struct, frozen=True):
    """What a map is beside its parts."""

    info: MapInfo
    tolerance: float | None = None
    hexes: Raw = NOTHING
    """The document of its hexes, which ``hex_rows`` reads."""


class LineDocument(Struct, frozen=True):
    """A line without its geometry."""

    id: str
    kind: str
    name: str = ""
    attributes: Attributes = ()


class UnderlayDocument(Struct, frozen=True, omit_defaults=True):
    """An underlay without its image."""

    id: str
    media: str
    left: float
    top: float
    width: float
    height: float
    opacity: int = 100
    slant: float = 0.0
    drop: float = 0.0
    points: tuple[ControlPoint, ...] = ()


class StoredMap(Struct, frozen=True):
    """A map as it is stored."""

    document: str
    rows: Rows
    images: Mapping[str, bytes]
    """By their hash."""


def name_of(image: bytes) -> str:
    """Return what an image is stored under."""
    return sha256(image).hexdigest()


def rows_of_map(whole: Map) -> StoredMap:
    """Take a map apart; raises ``Invalid`` naming what in it cannot be kept."""
    try:
        return _rows_of_map(whole)
    except (*UNFIT, Invalid) as error:
        raise Invalid(f"map {whole.info.key!r} cannot be kept: {error}") from error


def _rows_of_map(whole: Map) -> StoredMap:
    from sandtable.library.store import wkb  # brings geometry along, as ``hex_rows`` does

    areas = whole.areas
    hexes, chunks = (NOTHING, []) if whole.hexes is None else _of_hexes(whole.hexes)
    head = MapDocument(whole.info, None if areas is None else areas.tolerance, hexes)
    rows = {
        **_of_graph(whole),
        **_of_drawing(whole),
        "areas": [] if areas is None else _zip_columns(areas, wkb.encode([areas[id] for id in areas])),
        "chunks": chunks,
    }
    images = {name_of(one.image): one.image for one in whole.underlays}
    return StoredMap(json_documents.encode([head], MapDocument)[0], rows, images)


def _of_hexes(board: HexBoard) -> tuple[Raw, list[Row]]:
    from sandtable.library.store import hex_rows

    (document,) = json_documents.encode([hex_rows.document_of(board)], hex_rows.HexDocument)
    return Raw(document.encode()), list(hex_rows.rows_of(board))


def _of_graph(whole: Map) -> dict[str, list[Row]]:
    spaces, edges = whole.graph.spaces, whole.graph.edges
    places = [(float(x), float(y)) for x, y in whole.places.values()]
    return {
        "spaces": _zip_columns(spaces, json_documents.encode(spaces.values(), Space)),
        "edges": [(*pair, text) for pair, text in zip(edges, json_documents.encode(edges.values(), Edge), strict=True)],
        "places": _zip_columns(whole.places, json_documents.encode(places, tuple[float, float])),
        "regions": _zip_columns(whole.region, json_documents.encode(whole.regions, Region)),
        "provenance": list(enumerate(json_documents.encode(whole.provenance, Provenance))),
    }


def _of_drawing(whole: Map) -> dict[str, list[Row]]:
    from sandtable.library.store import wkb

    lines = [LineDocument(one.id, one.kind, one.name, one.attributes) for one in whole.lines]
    drawn = wkb.encode([one.geometry for one in whole.lines])
    wkb.lines(drawn)
    underlays = [
        UnderlayDocument(
            one.id,
            one.media,
            float(one.left),
            float(one.top),
            float(one.width),
            float(one.height),
            one.opacity,
            float(one.slant),
            float(one.drop),
            one.points,
        )
        for one in whole.underlays
    ]
    images = [name_of(one.image) for one in whole.underlays]
    return {
        "lines": _zip_columns([one.id for one in lines], json_documents.encode(lines, LineDocument), drawn),
        "underlays": _zip_columns(
            [one.id for one in underlays], json_documents.encode(underlays, UnderlayDocument), images
        ),
    }


def _zip_columns(*columns: Iterable[Any]) -> list[Row]:
    return list(zip(*columns, strict=True))


def document(text: str) -> MapDocument:
    """Read the document of a map."""
    return json_documents.decode([text], MapDocument)[0]


def map_of(head: MapDocument, rows: Rows, images: Mapping[str, bytes], revision: str) -> Map:
    """Put a map together; raises ``Invalid`` or ``ValueError`` for what makes none.

    ``revision`` is its digest as it was stored, which is not worked out again; empty where it is another map now.
    """
    placed, places = _columns(rows["places"], 2)
    found = Map(
        head.info,
        Graph(_read_documents(rows["spaces"], 0, Space), _read_documents(rows["edges"], 0, Edge)),
        None if head.tolerance is None else _areas(rows["areas"], head.tolerance),
        None if head.hexes == NOTHING else _board(head.hexes, rows["chunks"]),
        dict(zip(placed, json_documents.decode(places, tuple[float, float]), strict=True)),
        tuple(_read_documents(rows["regions"], 0, Region)),
        tuple(_lines(rows["lines"])) if rows["lines"] else (),
        tuple(_underlays(rows["underlays"], images)),
        tuple(_read_documents(rows["provenance"], 1, Provenance)),
    )
    if revision:
        vars(found)["_digest"] = revision
    return found


def _board(document: Raw, chunks: Sequence[Row]) -> HexBoard:
    from sandtable.library.store import hex_rows

    (head,) = json_documents.decode([bytes(document).decode()], hex_rows.HexDocument)
    return hex_rows.board_of(head, chunks)


def _areas(rows: Sequence[Row], tolerance: float) -> AreaMap:
    from sandtable.board.areas import AreaMap
    from sandtable.library.store import wkb

    ids, geometries = _columns(rows, 2)
    return AreaMap(dict(zip(ids, wkb.shapes(geometries), strict=True)), tolerance)


def _lines(rows: Sequence[Row]) -> Iterator[MapLine]:
    from sandtable.library.store import wkb

    geometries = wkb.lines(_columns(rows, 2)[1])
    for one, geometry in zip(_read_documents(rows, 0, LineDocument), geometries, strict=True):
        yield MapLine(one.id, one.kind, geometry, one.name, one.attributes)


def _underlays(rows: Sequence[Row], images: Mapping[str, bytes]) -> Iterator[Underlay]:
    names = _columns(rows, 2)[1]
    for one, name in zip(_read_documents(rows, 0, UnderlayDocument), names, strict=True):
        known: dict[str, Any] = {field: getattr(one, field) for field in one.__struct_fields__}
        yield Underlay(**known, image=images[name])


def _read_documents(rows: Sequence[Row], column: int, kind: type[T]) -> list[T]:
    return json_documents.decode((row[column] for row in rows), kind)


def _columns(rows: Sequence[Row], many: int) -> Sequence[Sequence[Any]]:
    return tuple(zip(*rows, strict=True)) if rows else ((),) * many
