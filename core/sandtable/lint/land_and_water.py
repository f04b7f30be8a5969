"""Land and water: coasts, straits and crossings, bridges, ports and blockade boxes."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from sandtable.board.spaces import Feature
from sandtable.board.vocabulary import BLOCKADE, BY_SEA, COAST, ENDS, KNOWN, LAND, OVER_WATER, PORT, RIVERS, WATER
from sandtable.design.edits.edges import LayCoast
from sandtable.library.files.report_words import join_names
from sandtable.lint.findings import Fix
from sandtable.lint.looking import each_edge, each_space
from sandtable.lint.registry import code

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import Edge, Pair, SpaceId
    from sandtable.lint.findings import Finding
    from sandtable.lint.survey import Survey

NO_COAST = code(
    "edge-no-coast", "map", "warning", "Land and water share a border along which no coast runs.", "adds the coast"
)
WRONG_ENDS = code(
    "edge-wrong-ends", "map", "warning",
    "What runs along or across an edge cannot lie between spaces of these kinds: a coast between lands, a road at sea.",
)  # fmt: skip
STRAIT_ON_LAND = code(
    "edge-strait-on-land", "map", "warning", "A strait or a crossing joins two lands that share a border on land.",
)  # fmt: skip
BRIDGE_DRY = code("bridge-dry", "map", "warning", "A bridge or a ford where no water runs.")
NO_SEA = code(
    "port-no-sea", "map", "error", "A port from which no way leads to the sea, directly or by its blockade box."
)
NO_LAND = code("port-no-land", "map", "warning", "A port that no way joins to land.")
BLOCKS_NOTHING = code("blockade-loose", "map", "warning", "A blockade box that does not lie between a port and a sea.")


def _edge(survey: Survey, pair: Pair) -> Iterator[Finding[Map]]:
    """Look at what lies between two spaces of their kinds."""
    edge = survey.map.graph.edges[pair]
    if edge.open:
        yield from _coast(survey, edge)
        yield from _ends(survey, edge)
        yield from _bridge(survey, edge)


def _harbour(survey: Survey, id: SpaceId) -> Iterator[Finding[Map]]:
    kind = survey.spaces[id].kind
    if kind == PORT:
        yield from _port(survey, id)
    elif kind == BLOCKADE:
        yield from _blockade(survey, id)


def _kinds(survey: Survey, edge: Edge) -> tuple[str, str]:
    return survey.spaces[edge.a].kind, survey.spaces[edge.b].kind


def _coast(survey: Survey, edge: Edge) -> Iterator[Finding[Map]]:
    kinds = set(_kinds(survey, edge))
    wet = edge.contact == "border" and kinds & LAND and kinds & WATER and not _has(edge.along, COAST)
    if wet and survey.drawn_ends(edge.pair):
        a, b = edge.pair
        fix = Fix(
            f"let a coast run between {a!r} and {b!r}", partial(_with_coast, edge.pair), edit=LayCoast((edge.pair,))
        )
        yield NO_COAST.finding(
            survey.place(a, b), f"{survey.name_of(a)} and {survey.name_of(b)} have no coast between them", fix
        )


def _with_coast(pair: Pair, sheet: Map) -> Map:
    edge = sheet.graph.edges.get(pair)
    if edge is None or _has(edge.along, COAST):
        return sheet
    return dataclasses.replace(sheet, graph=sheet.graph.put(replace(edge, along=(*edge.along, Feature(COAST)))))


def _ends(survey: Survey, edge: Edge) -> Iterator[Finding[Map]]:
    one, other = _kinds(survey, edge)
    if not {one, other} <= KNOWN:
        return
    a, b = edge.pair
    for feature in dict.fromkeys(feature.kind for feature in (*edge.along, *edge.across)):
        wanted = ENDS.get(feature, ())
        if wanted and not any((one in x and other in y) or (one in y and other in x) for x, y in wanted):
            words = f"a {feature} cannot lie between {survey.name_of(a)} ({one}) and {survey.name_of(b)} ({other})"
            yield WRONG_ENDS.finding(survey.place(a, b), f"{words}: remove it, or change the kind of one of them")
    if one in LAND and other in LAND:
        yield from _strait(survey, edge)


def _strait(survey: Survey, edge: Edge) -> Iterator[Finding[Map]]:
    by_sea = sorted({feature.kind for feature in edge.across} & BY_SEA)
    seen = survey.derived_edge(edge.pair) if by_sea else None
    if seen is not None and seen.contact == "border" and not _has(edge.along, *RIVERS):
        a, b = edge.pair
        ends = f"{survey.name_of(a)} and {survey.name_of(b)}"
        words = f"a {by_sea[0]} joins {ends}, which share a border on land: draw them apart"
        yield STRAIT_ON_LAND.finding(survey.place(a, b), f"{words}, or remove the {by_sea[0]}")


def _bridge(survey: Survey, edge: Edge) -> Iterator[Finding[Map]]:
    over = sorted({feature.kind for feature in edge.across} & OVER_WATER)
    if over and not _has(edge.along, *RIVERS) and not _has(edge.across, *BY_SEA):
        a, b = edge.pair
        words = f"a {over[0]} leads from {survey.name_of(a)} to {survey.name_of(b)}, but no river runs there"
        yield BRIDGE_DRY.finding(survey.place(a, b), f"{words}: add the river, or make it a road")


def _port(survey: Survey, port: SpaceId) -> Iterator[Finding[Map]]:
    beside = _beside(survey, port)
    at_sea = [id for id in beside if survey.spaces[id].kind in WATER]
    boxes = [id for id in beside if survey.spaces[id].kind == BLOCKADE]
    if not at_sea and not any(survey.spaces[id].kind in WATER for box in boxes for id in _beside(survey, box)):
        words = f"no way leads from port {survey.name_of(port)} to the sea: join it to a sea, or to its blockade box"
        yield NO_SEA.finding(survey.place(port), words)
    if not any(survey.spaces[id].kind in LAND for id in beside):
        words = f"port {survey.name_of(port)} is not joined to land: join it to the area whose harbour it is"
        yield NO_LAND.finding(survey.place(port), words)


def _blockade(survey: Survey, box: SpaceId) -> Iterator[Finding[Map]]:
    beside = {survey.spaces[id].kind for id in _beside(survey, box)}
    lacking = [what for what, there in (("port", PORT in beside), ("sea", bool(beside & WATER))) if not there]
    if lacking:
        words = f"the blockade box {survey.name_of(box)} is not joined to a {join_names(lacking, last='or a')}"
        yield BLOCKS_NOTHING.finding(survey.place(box), f"{words}: join it, or take it out")


def _beside(survey: Survey, id: SpaceId) -> list[SpaceId]:
    return [edge.other(id) for edge in survey.map.graph.edges_of(id) if edge.open]


def _has(features: tuple[Feature, ...], *kinds: str) -> bool:
    return any(feature.kind in kinds for feature in features)


CHECKS: Final = (each_edge(_edge), each_space(_harbour, far=2))
