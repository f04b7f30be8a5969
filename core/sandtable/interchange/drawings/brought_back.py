"""A map of ours that was drawn, and comes back: what the drawing carries is put to what was read from its shapes."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from sandtable.board.graph import Graph
from sandtable.board.maps import Map, MapInfo
from sandtable.board.spaces import Attributes, Edge, Space
from sandtable.interchange.drawings.drawn_things import SvgDrawing
from sandtable.interchange.drawings.mapping import SvgMapping
from sandtable.interchange.drawings.paper import own_paper
from sandtable.interchange.svg.carried import CarriedMap, read_carried
from sandtable.library.files.report_words import count_of, join_names

SHOWN: Final = 5


def carried_in(drawing: SvgDrawing) -> CarriedMap | None:
    """Return what a drawing of ours carries, ``None`` for any other; raises ``Invalid`` for what is damaged."""
    return None if own_paper(drawing.own) is None else read_carried(drawing.own.get("parts", ""))


def info_of(carried: CarriedMap | None, mapping: SvgMapping, drawing: SvgDrawing, key: str) -> MapInfo:
    """Return what a map is: its mapping says it, else the drawing."""
    info = carried.info if carried is not None else MapInfo("", "")
    title = mapping.title or drawing.title or info.title or key
    source, unit = mapping.source or info.source, mapping.unit or info.unit
    return replace(info, key=mapping.key or key, title=title, unit=unit, source=source)


def brought_back(sheet: Map, carried: CarriedMap) -> tuple[Map, list[str]]:
    """Return a map with what its drawing carries, and what of that has gone, or was never in it, a sentence each."""
    attributes = {space.id: space.attributes for space in carried.spaces}
    spaces = [_with(space, attributes.get(space.id, ())) for space in sheet.graph.spaces.values()]
    spaces += [space for space in carried.nowhere if space.id not in sheet.graph.spaces]
    known = {space.id for space in spaces}
    said = [edge for edge in carried.edges if {edge.a, edge.b} <= known]
    graph = Graph(spaces, said).rederive(sheet.graph.edges.values(), sheet.areas.ids if sheet.areas else ()).graph
    of_lines = dict(carried.lines)
    lines = tuple(replace(line, attributes=of_lines.get(line.id, line.attributes)) for line in sheet.lines)
    about = {*known, *(region.id for region in carried.regions)}
    words = tuple(word for word in carried.provenance if not word.of or word.of in about)
    back = dataclasses.replace(sheet, graph=graph, regions=carried.regions, lines=lines, provenance=words)
    return back, list(_notices(back, carried))


def _with(space: Space, carried: Attributes) -> Space:
    """Return a space with the attributes that its drawing carries; what the drawing shows now counts before them."""
    shown, known = dict(space.attributes), {name for name, _ in carried}
    kept = tuple((name, shown.get(name, value)) for name, value in carried)
    return replace(space, attributes=(*kept, *(one for one in space.attributes if one[0] not in known)))


def _notices(sheet: Map, carried: CarriedMap) -> Iterator[str]:
    gone = [space.name or space.id for space in carried.spaces if space.id not in sheet.graph.spaces]
    if gone:
        yield f"no longer in the drawing: {join_names(gone, SHOWN)}"
    cut = [edge for edge in carried.edges if not {edge.a, edge.b} <= sheet.graph.spaces.keys()]
    if cut:
        yield f"left out with them: {count_of(len(cut), 'edge')} that they had with others"
    lost = [edge for edge in carried.edges if edge.pair not in sheet.graph.edges and edge not in cut]
    if lost:
        yield f"borders that are gone: {join_names((_pair(sheet, edge) for edge in lost), SHOWN)}"
    if carried.left:
        left = join_names(carried.left, SHOWN)
        yield f"a drawing does not carry {left}: take it into the map that has them, or use GeoJSON"


def _pair(sheet: Map, edge: Edge) -> str:
    return f"{sheet.name(edge.a)}–{sheet.name(edge.b)}"
