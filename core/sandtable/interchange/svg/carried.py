"""What a drawing of a map carries beside what it shows, so that the map can be made of it again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec import Struct

from sandtable.board.maps import Map, MapInfo, Provenance, Region
from sandtable.board.spaces import Attributes, Edge, Space
from sandtable.engine.errors import Invalid
from sandtable.library.files.report_words import count_of

LARGEST: Final = 1 << 24
"""Letters: more than any map has to carry."""


class CarriedMap(Struct, frozen=True, omit_defaults=True):
    """All of it; where things lie is drawn.

    ``edges`` are without those that the shapes show by themselves. ``nowhere``: spaces without a shape or a place.
    ``left``: what a drawing cannot carry, in words.
    """

    info: MapInfo
    tolerance: float | None = None
    spaces: tuple[Space, ...] = ()
    nowhere: tuple[Space, ...] = ()
    edges: tuple[Edge, ...] = ()
    regions: tuple[Region, ...] = ()
    lines: tuple[tuple[str, Attributes], ...] = ()
    provenance: tuple[Provenance, ...] = ()
    left: tuple[str, ...] = ()


def carried_by(sheet: Map) -> str:
    """Return what a drawing of a map carries, as one line of text."""
    lies = {*(sheet.areas or ()), *sheet.places}
    spaces = sheet.graph.spaces.values()
    carried = CarriedMap(
        sheet.info,
        None if sheet.areas is None else sheet.areas.tolerance,
        tuple(one for one in spaces if one.id in lies),
        tuple(one for one in spaces if one.id not in lies),
        tuple(edge for edge in sheet.graph.edges.values() if not _is_plain(sheet, edge)),
        sheet.regions,
        tuple((line.id, line.attributes) for line in sheet.lines if line.attributes),
        sheet.provenance,
        tuple(_left(sheet)),
    )
    return msgspec.json.encode(carried).decode()


def read_carried(text: str) -> CarriedMap | None:
    """Return what a drawing carries, ``None`` where that is nothing; raises ``Invalid`` for what is damaged."""
    if not text:
        return None
    try:
        return msgspec.json.decode(text, type=CarriedMap)
    except (msgspec.MsgspecError, Invalid, RecursionError) as error:
        raise Invalid(f"has a damaged part 'data-parts': {error}; take it out, or render the map again") from None


def _is_plain(sheet: Map, edge: Edge) -> bool:
    """Tell whether an edge is found again by the shapes alone."""
    if sheet.areas is None or edge.status != "derived" or edge.along or edge.across or edge.one_way:
        return False
    return edge.a in sheet.areas and edge.b in sheet.areas


def _left(sheet: Map) -> Iterator[str]:
    if sheet.hexes is not None:
        yield "its hexes"
    if sheet.underlays:
        yield count_of(len(sheet.underlays), "image under it", "images under it")
