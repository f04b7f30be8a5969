"""Ways between spaces, and what the shapes say of them."""

import dataclasses

from msgspec.structs import replace

from sandtable.board import Edge, Feature, Graph, Space
from sandtable.board.maps import Map
from tests.lint.case import Case
from tests.lint.sheets import S, isle, with_edges, with_space, without_edges

ASH_BIRCH = (S("ash"), S("birch"))
ASH_DALE = (S("ash"), S("dale"))
"""These touch at a corner only."""


def edge(pair: tuple[str, str], **changed: object) -> Map:
    """Return the map with an edge changed."""
    sheet = isle()
    return with_edges(sheet, replace(sheet.graph.edges[S(pair[0]), S(pair[1])], **changed))


def said(status: str) -> Map:
    """Return the map with the designer's word on Ashford and a farm that does not touch it."""
    sheet = with_space(isle(), Space(S("far"), "Far", "box"), Edge(S("far"), S("dale"), status="added"))
    return with_edges(sheet, Edge(S("far"), S("ash"), status=status))  # type: ignore[arg-type]


def islands(*, joined: bool) -> Map:
    """Return two boxes more, joined with each other and perhaps with Ashford."""
    sheet = with_space(isle(), Space(S("one"), "One", "box"))
    sheet = with_space(sheet, Space(S("two"), "Two", "box"), Edge(S("one"), S("two"), status="added"))
    return with_edges(sheet, Edge(S("ash"), S("one"), status="added")) if joined else sheet


def way_in(*, out_only: bool) -> Map:
    """Return a box with a one-way edge out of it, or into it."""
    ends = ("inn", "ash") if out_only else ("ash", "inn")
    way = Edge(S(ends[0]), S(ends[1]), status="added", one_way=True)
    return with_space(isle(), Space(S("inn"), "The Inn", "box"), way)


def without_borders() -> Map:
    """Return the map with no edge between areas at all, as after a first drawing."""
    sheet = isle()
    edges = (one for one in sheet.graph.edges.values() if one.status == "added")
    return dataclasses.replace(sheet, graph=Graph(sheet.graph.spaces.values(), edges))


def crossing(*across: str) -> Map:
    """Return an added edge from Ashford to a land that lies apart from it, with what lies across."""
    from shapely import box

    from tests.lint.sheets import SEA

    apart = box(-8, -8, -4, -4)
    sheet = isle({"holm": apart, "mere": SEA.difference(apart)})
    return with_edges(sheet, Edge(S("ash"), S("holm"), across=tuple(map(Feature, across)), status="added"))


def forbidden_apart() -> Map:
    """Return a word against an edge between two lands that do not touch."""
    return with_edges(crossing("crossing"), Edge(S("dale"), S("holm"), status="forbidden"))


CASES = {
    "edge-one-way": Case(lambda: edge(ASH_BIRCH, one_way=True), lambda: edge(ASH_BIRCH, status="confirmed")),
    "space-without-way": Case(
        lambda: way_in(out_only=True), lambda: way_in(out_only=False), frozenset({"edge-one-way"})
    ),
    "space-cut-off": Case(lambda: islands(joined=False), lambda: islands(joined=True)),
    "edge-missing": Case(lambda: without_edges(isle(), ASH_BIRCH), lambda: without_edges(isle(), ASH_DALE)),
    "edge-missing, all of them": Case(without_borders, isle, frozenset({"space-without-way"})),
    "edge-stale": Case(lambda: edge(ASH_DALE, contact="border"), lambda: edge(ASH_DALE, along=(Feature("river"),))),
    "edge-contradicted": Case(
        lambda: edge(ASH_DALE, contact="border", status="confirmed"), lambda: edge(ASH_DALE, status="confirmed")
    ),
    "edge-forbidden-idle": Case(forbidden_apart, lambda: edge(ASH_BIRCH, status="forbidden")),
    "edge-untyped": Case(crossing, lambda: crossing("crossing")),
}
