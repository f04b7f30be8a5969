"""A map redrawn: what hangs on its shapes follows them. Fixes return it as it was when there is nothing to do."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

import shapely
from msgspec.structs import replace
from shapely import Polygon
from shapely.geometry.base import BaseGeometry

from sandtable.board.areas import AreaMap
from sandtable.board.coverage import mean_width
from sandtable.board.cutting import as_shape
from sandtable.board.graph import Graph
from sandtable.board.holes import PIECE
from sandtable.board.label_places import label_place
from sandtable.board.shapely_arrays import misfits
from sandtable.board.shapes import Shape, array_of, is_shape, parts_of, shape_of
from sandtable.board.spaces import Edge, Feature, SpaceId
from sandtable.board.vocabulary import ALLOWED_GAP, COAST, LAND, WATER
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import Pair

ROUNDS: Final = 5
"""What is cleaned may leave noise of its own; so often it is looked at again."""


def redraw(sheet: Map, areas: AreaMap, notes: list[str] | None = None) -> Map:
    """Return the map with other shapes, and all that hangs on them.

    Edges that the shapes make or break come and go, all others stay as they are; a label that would stand outside
    moves into its area. ``notes`` takes a sentence for whatever became of edges.
    """
    was = sheet.areas if sheet.areas is not None else AreaMap({}, areas.tolerance)
    moved = areas.borders.changed_since(was.borders)
    drawn = derive_edges(moved, dataclasses.replace(sheet, areas=areas), notes)
    return _with_labels_inside(drawn, areas, was)


def derive_edges(pairs: Iterable[Pair], sheet: Map, notes: list[str] | None = None) -> Map:
    """Return the map with the edges of these pairs as the shapes show them; the designer's word stands."""
    if sheet.areas is None:
        return sheet
    changes: dict[Pair, Edge | None] = {}
    for pair in pairs:
        old, seen = sheet.graph.edges.get(pair), sheet.areas.borders.edge(pair)
        if old is not None and old.status != "derived":
            _note_contradiction(sheet, old, seen, notes)
            continue
        fresh = seen and (with_coast(sheet.graph, seen) if old is None else replace(old, contact=seen.contact))
        if fresh != old:
            changes[pair] = fresh
            _note_contact(sheet, pair, old, seen, notes)
    return dataclasses.replace(sheet, graph=sheet.graph.after({}, changes)) if changes else sheet


def _note_contradiction(sheet: Map, old: Edge, seen: Edge | None, notes: list[str] | None) -> None:
    if notes is not None and old.status == "confirmed" and (seen is None or seen.contact != old.contact):
        names = " and ".join(map(sheet.name, old.pair))
        how = "no longer touch" if seen is None else "touch otherwise now"
        notes.append(f"{names} {how}, but the way between them was confirmed: add it, or take that back")


def _note_contact(sheet: Map, pair: Pair, old: Edge | None, seen: Edge | None, notes: list[str] | None) -> None:
    if notes is None:
        return
    names = " and ".join(map(sheet.name, pair))
    kinds = [edge.contact if edge is not None else None for edge in (old, seen)]
    match kinds:
        case [_, "border"]:
            notes.append(f"{names} share a border now")
        case ["border", _]:
            notes.append(f"{names} no longer share a border" + (": they touch at a corner" if seen else ""))
        case _:
            pass


def _with_labels_inside(sheet: Map, areas: AreaMap, was: AreaMap) -> Map:
    """Return the map with the labels that stood inside their areas, and do no more, moved to where there is room."""
    for id in areas.changed_since(was):
        spot = sheet.places.get(id)
        if spot is None or id not in was or areas[id].covers(shapely.Point(spot)):
            continue
        if was[id].covers(shapely.Point(spot)):
            sheet = centre_label(id, sheet)
    return sheet


def with_coast(graph: Graph, edge: Edge) -> Edge:
    """Return a derived edge with the coast that lies between land and water."""
    kinds = {graph[id].kind for id in edge.pair}
    if edge.contact == "border" and kinds & LAND and kinds & WATER:
        return replace(edge, along=(Feature(COAST),))
    return edge


def with_coasts(sheet: Map, ids: Iterable[SpaceId]) -> Map:
    """Return the map with a coast on the derived edges of some spaces where land meets water, and nowhere else."""
    changes: dict[Pair, Edge | None] = {}
    for edge in {edge.pair: edge for id in ids for edge in sheet.graph.edges_of(id)}.values():
        if edge.status != "derived":
            continue
        bare = replace(edge, along=tuple(one for one in edge.along if one.kind != COAST))
        fresh = edge if bare.along else with_coast(sheet.graph, bare)
        if fresh != edge:
            changes[edge.pair] = fresh
    return dataclasses.replace(sheet, graph=sheet.graph.after({}, changes)) if changes else sheet


# --- fixes ----------------------------------------------------------------------------------------------------------


def clean_borders(narrow: float, sheet: Map) -> Map:
    """Take all noise out of the borders of a map, until none is left or nothing more can be done.

    Borders that run within the tolerance are drawn alike; where two areas overlap one of them gives way; gaps and
    parts of areas up to ``narrow`` across go to the area beside them. Allowed gaps stay.
    """
    areas = sheet.areas
    allowed: list[BaseGeometry] = [line.geometry for line in sheet.lines if line.kind == ALLOWED_GAP]
    for _ in range(ROUNDS if areas is not None else 0):
        assert areas is not None
        before = areas
        if len(misfits(array_of([areas[id] for id in areas]))):
            areas = areas.clean(gap_width=areas.tolerance)
        areas = _sweep_crumbs(_fill_gaps(_draw_alike(areas), narrow, allowed), narrow)
        if areas is before:
            break
    return redraw(sheet, areas) if areas is not None and areas is not sheet.areas else sheet


def _draw_alike(areas: AreaMap) -> AreaMap:
    """Give two areas each other's vertices where they draw their border differently, and nothing overlaps.

    Cleaning puts vertices together that are near each other; where a border is open at one end they may lie farther
    apart than the lines do.
    """
    for border in areas.borders:
        for one, other in ((border.a, border.b), (border.b, border.a)) if border.loose > 0 else ():
            shape: BaseGeometry = shapely.snap(areas[one], areas[other], areas.tolerance)
            if is_shape(shape) and shape.is_valid and not shape.is_empty and shape != areas[one]:
                areas = areas.put(one, shape)
    return areas


def _fill_gaps(areas: AreaMap, narrow: float, allowed: list[BaseGeometry]) -> AreaMap:
    """Give every narrow gap to the area with which it has the longest border."""
    for fault in areas.faults(narrow):
        if fault.kind == "gap" and not any(drawn_in(line, fault.shape) for line in allowed):
            areas = give_piece(areas, as_shape(fault.shape, PIECE))
    return areas


def _sweep_crumbs(areas: AreaMap, narrow: float) -> AreaMap:
    """Give every narrow part of an area to the area beside it; drop it when there is none."""
    for id in areas:
        parts = parts_of(areas[id])
        small = crumbs(parts, narrow)
        if small:
            areas = areas.put(id, shape_of(id, [part for part in parts if part not in small]))
            for part in small:
                areas = give_piece(areas, part)
    return areas


def drawn_in(line: BaseGeometry, gap: BaseGeometry) -> bool:
    """Say whether a line runs inside a gap."""
    return line.intersects(gap) and not line.touches(gap)


def crumbs(parts: list[Polygon], width: float) -> list[Polygon]:
    """Return the parts that are no wider than this; never the largest."""
    ordered = sorted(parts, key=lambda part: part.area, reverse=True)
    return [part for part in ordered[1:] if mean_width(part) <= width]


def give_piece(areas: AreaMap, piece: Shape, to: SpaceId | None = None) -> AreaMap:
    """Make a piece part of an area, or of that with which it has the longest border; leave the map when there is none.

    Raises ``Invalid`` where the piece does not border the area.
    """
    with_piece = areas.put(PIECE, piece)
    if to is not None:
        if (to, PIECE) not in with_piece.borders:
            raise Invalid(f"the ground does not border {to!r}: name an area beside it")
        return with_piece.merge(to, PIECE)
    borders = [border for border in with_piece.borders if PIECE in (border.a, border.b)]
    if not borders:
        return areas
    longest = max(borders, key=lambda border: (border.length - border.loose, border.length, border.a))
    return with_piece.merge(longest.a if longest.b == PIECE else longest.b, PIECE)


def without_line(id: str, sheet: Map) -> Map:
    """Take a line out of the map."""
    left = tuple(line for line in sheet.lines if line.id != id)
    return dataclasses.replace(sheet, lines=left) if left != sheet.lines else sheet


def centre_label(id: SpaceId, sheet: Map) -> Map:
    """Move the label of an area to where it has the most room."""
    if sheet.areas is None or id not in sheet.areas:
        return sheet
    return dataclasses.replace(sheet, places={**sheet.places, id: label_place(sheet.areas[id], sheet.name(id))})
