"""Rivers and roads, drawn and from space to space."""

from msgspec.structs import replace
from shapely import LineString

from sandtable.board import Feature
from sandtable.board.maps import Map, MapLine
from tests.lint.case import Case
from tests.lint.sheets import at, isle, plain, sides_of, with_edges, with_lines


def brook(*places: tuple[float, float]) -> Map:
    """Return a second river."""
    return with_lines(isle(), MapLine("brook", "river", LineString(places), "Brook"))


def tracks(gap: float) -> Map:
    """Return two roads, the second beginning that far from the end of the first."""
    return with_lines(
        isle(),
        MapLine("a", "road", LineString([(1, 1), (4, 1)])),
        MapLine("b", "road", LineString([(4 + gap, 1), (8, 1)])),
    )


def edge_roads(*pairs: tuple[str, str]) -> Map:
    sheet = isle()
    edges = [sheet.graph.edge(*pair) for pair in pairs]  # type: ignore[arg-type]
    return with_edges(sheet, *(replace(edge, across=(Feature("road"),)) for edge in edges if edge is not None))


def hex_road(*numbers: str) -> Map:
    """Return a second road over these hexes, from the edge of the map."""
    sheet = plain()
    sides_of(sheet).add_along([at(sheet, number) for number in numbers], "road")
    return sheet


def four_squares(*pairs: tuple[str, str]) -> Map:
    """Return three columns of two squares with roads between these."""
    from sandtable.board import Graph, Space
    from sandtable.board.areas import AreaMap
    from sandtable.board.maps import MapInfo
    from tests.board.areamaps import squares

    areas = AreaMap(squares(3, 2))
    sheet = Map(
        MapInfo("squares", "Squares"), Graph([Space(id, f"Field {id}", "field") for id in areas], areas.edges()), areas
    )
    edges = [sheet.graph.edge(*pair) for pair in pairs]  # type: ignore[arg-type]
    return with_edges(sheet, *(replace(edge, across=(Feature("road"),)) for edge in edges if edge is not None))


CASES = {
    "river-nowhere": Case(lambda: brook((3, 5), (7, 5)), lambda: brook((3, 5), (0.15, 5))),
    "river-nowhere, into another": Case(lambda: brook((3, 6), (12, 5.1601)), lambda: brook((3, 6), (12, 5.1599))),
    "line-gap": Case(lambda: tracks(0.1599), lambda: tracks(0.1601)),
    "line-gap, met": Case(lambda: tracks(0.0081), lambda: tracks(0.0079)),
    "line-gap, of rivers": Case(lambda: brook((3, 6), (12, 5.0081)), lambda: brook((3, 6), (12, 5.0079))),
    "road-gap": Case(
        lambda: four_squares(("a0", "a1"), ("c0", "c1"), ("b0", "b1")), lambda: four_squares(("a0", "a1"), ("c0", "c1"))
    ),
    "road-gap, of hexes": Case(
        lambda: hex_road("0305", "0304", "0303"), lambda: hex_road("0305", "0304", "0303", "0302")
    ),
    "road-nowhere": Case(lambda: hex_road("0405", "0404"), lambda: hex_road("0405", "0404", "0403", "0402")),
}
