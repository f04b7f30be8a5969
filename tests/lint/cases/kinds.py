"""Land and water."""

from msgspec.structs import replace

from sandtable.board import Edge, Feature, Space
from sandtable.board.maps import Map
from tests.lint.case import Case
from tests.lint.cases.links import crossing
from tests.lint.sheets import S, isle, with_edges, with_space, without_edges


def along(a: str, b: str, *kinds: str) -> Map:
    sheet = isle()
    return with_edges(sheet, replace(sheet.graph.edges[S(a), S(b)], along=tuple(map(Feature, kinds))))


def across(a: str, b: str, *kinds: str, along: tuple[str, ...] = ()) -> Map:
    sheet = isle()
    edge = sheet.graph.edges[S(a), S(b)]
    return with_edges(sheet, replace(edge, across=tuple(map(Feature, kinds)), along=tuple(map(Feature, along))))


def box_beside(*others: str) -> Map:
    """Return a second blockade box, joined to these."""
    edges = [Edge(S("z-box"), S(other), across=(Feature("harbour"),), status="added") for other in others]
    return with_space(isle(), Space(S("z-box"), "", "blockade"), *edges)


CASES = {
    "edge-no-coast": Case(lambda: along("ash", "mere"), lambda: along("ash", "mere", "coast")),
    "edge-wrong-ends": Case(lambda: along("ash", "birch", "coast"), lambda: along("ash", "birch", "river")),
    "edge-wrong-ends, across": Case(
        lambda: across("ash", "mere", "road", along=("coast",)), lambda: across("ash", "birch", "road")
    ),
    "edge-strait-on-land": Case(lambda: across("ash", "birch", "strait"), lambda: crossing("strait")),
    "bridge-dry": Case(
        lambda: across("ash", "birch", "bridge"), lambda: across("ash", "birch", "bridge", along=("river",))
    ),
    "port-no-sea": Case(lambda: without_edges(isle(), ("ash-box", "mere")), isle, frozenset({"blockade-loose"})),
    "port-no-land": Case(lambda: without_edges(isle(), ("ash", "ash-port")), isle),
    "blockade-loose": Case(lambda: box_beside("mere"), lambda: box_beside("mere", "ash-port")),
}
