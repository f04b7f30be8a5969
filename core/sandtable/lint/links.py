"""Ways between spaces: one-way edges, spaces without a way in, edges that the shapes contradict."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Final

from sandtable.board.graph import Graph
from sandtable.board.vocabulary import WATER
from sandtable.design.edits.edges import DeriveEdges, SayEdge
from sandtable.design.redrawing import derive_edges
from sandtable.library.files.report_words import join_names
from sandtable.lint.findings import Fix
from sandtable.lint.looking import each_edge, whole
from sandtable.lint.registry import code

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.board.spaces import Edge, Pair
    from sandtable.lint.findings import Finding
    from sandtable.lint.survey import Survey

ONE_WAY = code("edge-one-way", "map", "hint", "An edge that can be used in one direction only.")
NO_WAY_IN = code("space-without-way", "map", "warning", "A space into which no open edge leads.")
CUT_OFF = code("space-cut-off", "map", "hint", "Spaces with ways among themselves, but none to the rest of the map.")
MISSING = code(
    "edge-missing", "map", "warning", "Two areas share a border, but there is no edge between them.",
    "derives the edge",
)  # fmt: skip
STALE = code(
    "edge-stale", "map", "warning", "A derived edge that the shapes do not show, or show as another kind of contact.",
    "derives it again",
)  # fmt: skip
CONTRADICTED = code(
    "edge-contradicted", "map", "warning",
    "An edge that was confirmed, but the shapes do not show it, or show it as another kind of contact.",
)  # fmt: skip
IDLE = code(
    "edge-forbidden-idle", "map", "hint", "An edge is forbidden between two areas that do not touch.",
    "lifts the ban on the edge",
)  # fmt: skip
UNTYPED = code(
    "edge-untyped", "map", "warning",
    "An added edge joins areas that do not touch, not both of them seas, and does not say what lies across it.",
)  # fmt: skip


def _one_way(survey: Survey, pair: Pair) -> Iterator[Finding[Map]]:
    edge = survey.map.graph.edges[pair]
    if edge.one_way and edge.open:
        words = f"the edge from {survey.name_of(edge.a)} to {survey.name_of(edge.b)} leads that way only"
        yield ONE_WAY.finding(survey.place(edge.a, edge.b), words)


def _unreachable(survey: Survey) -> Iterator[Finding[Map]]:
    if len(survey.spaces) < 2 or not survey.entered_spaces:
        return
    alone = [id for id in survey.spaces if id not in survey.entered_spaces and not survey.is_hex(id)]
    for id in alone:
        yield NO_WAY_IN.finding(
            survey.place(id), f"no way leads into {survey.name_of(id)}: add an edge, or take it out"
        )
    for part in survey.parts[1:]:
        if len(part) > 1:
            words = f"{join_names(map(survey.name_of, part))} cannot be reached from the rest of the map"
            yield CUT_OFF.finding(survey.place(*part), words)


def _missing(survey: Survey) -> Iterator[Finding[Map]]:
    """Look for areas that share a border, but have no edge."""
    missing = survey.missing_edges
    if len(missing) > 1 and not any(survey.drawn_ends(pair) for pair in survey.map.graph.edges):
        fix = Fix("derive all edges from the shapes", partial(derive_edges, missing), edit=DeriveEdges(tuple(missing)))
        yield MISSING.finding(survey.place(), f"{len(missing)} borders have no edge: derive them", fix)
        return
    for pair in missing:
        fix = Fix(f"derive the edge {pair[0]!r}–{pair[1]!r}", partial(derive_edges, [pair]), edit=DeriveEdges((pair,)))
        words = (
            f"{survey.name_of(pair[0])} and {survey.name_of(pair[1])} share a border, but there is no edge between them"
        )
        yield MISSING.finding(survey.place(*pair), words, fix)


def _against_shapes(survey: Survey, pair: Pair) -> Iterator[Finding[Map]]:
    """Look at an edge between areas: whether their shapes show it so."""
    if not survey.drawn_ends(pair):
        return
    edge, seen = survey.map.graph.edges[pair], survey.derived_edge(pair)
    a, b = pair
    names = f"{survey.name_of(a)} and {survey.name_of(b)}"
    if seen is None:
        touch = "do not touch"
    else:
        touch = "share a border" if seen.contact == "border" else "touch at a corner only"
    differs = seen is None or seen.contact != edge.contact
    match edge.status:
        case "derived" if differs:
            fix = Fix(
                f"derive the edge {a!r}–{b!r} again", partial(derive_edges, [edge.pair]), edit=DeriveEdges((edge.pair,))
            )
            yield STALE.finding(survey.place(a, b), f"{names} {touch}, but the derived edge says otherwise", fix)
        case "confirmed" if differs:
            words = f"the edge between {names} was confirmed, but they {touch}: add it, take it back, or redraw them"
            yield CONTRADICTED.finding(survey.place(a, b), words)
        case "forbidden" if seen is None:
            fix = Fix(
                f"take back that {a!r}–{b!r} is forbidden",
                partial(_take_back, edge.pair),
                edit=SayEdge(a, b, "derived"),
            )
            yield IDLE.finding(
                survey.place(a, b), f"the edge between {names} is forbidden, but they {touch} anyway", fix
            )
        case "added" if seen is None and not edge.across and not _at_sea(survey, edge):
            words = f"an edge joins {names}, which {touch}: say what lies across it (strait, crossing, ferry)"
            yield UNTYPED.finding(survey.place(a, b), words)
        case _:
            pass


def _at_sea(survey: Survey, edge: Edge) -> bool:
    return all(survey.spaces[id].kind in WATER for id in edge.pair)


def _take_back(pair: Pair, sheet: Map) -> Map:
    edge = sheet.graph.edges.get(pair)
    if edge is None or edge.status != "forbidden":
        return sheet
    edges = (one for one in sheet.graph.edges.values() if one is not edge)
    return dataclasses.replace(sheet, graph=Graph(sheet.drawn.values(), edges))


CHECKS: Final = (
    each_edge(_one_way),
    whole(_unreachable, "edges", "ids"),
    each_edge(_against_shapes),
    whole(_missing, "shapes", "edges"),
)
