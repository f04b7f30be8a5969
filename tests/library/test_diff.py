"""What differs between two maps, in words: every single edit gives exactly its line, nothing differs from itself."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from shapely import LineString, Polygon, box

from sandtable.board import Edge, Feature, Graph, Space
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, Provenance, Region, RegionId, Underlay
from sandtable.board.numbering import Count, Numbering
from sandtable.library.diff import map_changes
from tests.library.samples import RUNS, maps
from tests.lint.sheets import S, at, isle, plain, with_attributes, with_edges, with_space, without_edges

PICTURE = Underlay("scan", "image/png", b"picture", 0.0, 0.0, 100.0, 80.0)
SOURCE = Provenance("house", "fortress", source="a guess")
ASH_BIRCH = (S("ash"), S("birch"))


def base() -> Map:
    """Return a map with something of everything."""
    return dataclasses.replace(isle(), hexes=plain().hexes, underlays=(PICTURE,), provenance=(SOURCE,))


def info(**changed: Any) -> Map:
    return dataclasses.replace(base(), info=replace(base().info, **changed))


def space(id: str, **changed: Any) -> Map:
    return dataclasses.replace(base(), graph=base().graph.put_space(replace(base().graph[S(id)], **changed)))


def edge(**changed: Any) -> Map:
    return with_edges(base(), replace(base().graph.edges[ASH_BIRCH], **changed))


def drawn(**shapes: Polygon) -> Map:
    """Return the map with shapes in place of others, its edges left alone."""
    sheet = base()
    areas = sheet.areas
    assert areas is not None
    for id, shape in shapes.items():
        areas = areas.put(S(id), shape)
    return dataclasses.replace(sheet, areas=areas)


def undrawn(id: str) -> Map:
    sheet = base()
    assert sheet.areas is not None
    return dataclasses.replace(sheet, areas=sheet.areas.remove(S(id)))


def region(**changed: Any) -> Map:
    return dataclasses.replace(base(), regions=tuple(replace(one, **changed) for one in base().regions))


def line(**changed: Any) -> Map:
    return dataclasses.replace(base(), lines=tuple(replace(one, **changed) for one in base().lines))


def underlay(**changed: Any) -> Map:
    return dataclasses.replace(base(), underlays=(replace(PICTURE, **changed),))


def hexes(**changed: Any) -> Map:
    sheet = base()
    assert sheet.hexes is not None
    return dataclasses.replace(sheet, hexes=dataclasses.replace(sheet.hexes, **changed))


def painted(do: Callable[[Map], None]) -> Map:
    """Return the map with something painted on its hexes."""
    sheet = base()
    do(sheet)
    return sheet


def paint(sheet: Map) -> None:
    assert sheet.hexes is not None
    sheet.hexes.terrain.paint([at(sheet, "0303"), at(sheet, "0304")], "wood", "hill")


def raise_ground(sheet: Map) -> None:
    assert sheet.hexes is not None
    sheet.hexes.elevation[[8, 9, 10]] = 2


def lay(sheet: Map) -> None:
    assert sheet.hexes is not None
    sheet.hexes.sides.add(at(sheet, "0303"), 2, "slope", at(sheet, "0303"))


def grid(**changed: Any) -> Map:
    sheet = base()
    assert sheet.hexes is not None
    board = copy.copy(sheet.hexes)
    after = dataclasses.replace(board.grid, **changed)
    terrain, sides = copy.copy(board.terrain), copy.copy(board.sides)
    terrain.grid = sides.grid = after
    return dataclasses.replace(sheet, hexes=dataclasses.replace(board, grid=after, terrain=terrain, sides=sides))


def masked() -> Map:
    mask = HexGrid(6, 5).present.reshape(5, 6).copy()
    mask[4, 5] = False
    return grid(mask=mask)


EDITS: dict[str, tuple[Callable[[], Map], list[tuple[str, str]]]] = {
    "title": (lambda: info(title="Isle"), [("map-info", "the map: title The isle → Isle")]),
    "licence": (lambda: info(licence="CC0"), [("map-info", "the map: licence nothing → CC0")]),
    "a space more": (
        lambda: with_space(base(), Space(S("inn"), "The Inn", "box"), at=(5.0, 5.0)),
        [("space-added", "box The Inn (inn) is new")],
    ),
    "a space less": (
        lambda: dataclasses.replace(
            without_edges(base(), ("ash-box", "mere"), ("ash-box", "ash-port")),
            graph=base().graph.without_space(S("ash-box")),
            places={id: spot for id, spot in base().places.items() if id != "ash-box"},
        ),
        [
            ("space-gone", "blockade ash-box is gone"),
            ("edge-gone", "ash-box–Ashmouth (ash-port): the added edge with harbour is gone"),
            ("edge-gone", "ash-box–The Mere (mere): the added edge with harbour is gone"),
        ],
    ),
    "renamed": (lambda: space("ash", name="Ash"), [("space-renamed", "Ashford (ash) is called Ash now")]),
    "another kind": (lambda: space("ash", kind="lake"), [("space-kind", "Ashford (ash) is lake, no longer land")]),
    "an attribute": (
        lambda: with_attributes(base(), "ash", fortress=3),
        [("space-attribute", "Ashford (ash): fortress 1 → 3")],
    ),
    "an attribute, yes for 1": (
        lambda: with_attributes(base(), "ash", fortress=True),
        [("space-attribute", "Ashford (ash): fortress 1 → yes")],
    ),
    "an attribute more": (
        lambda: with_attributes(base(), "ash", money=4),
        [("space-attribute", "Ashford (ash): money is now 4")],
    ),
    "an attribute less": (
        lambda: space("ash", attributes=(("country", "isle"),)),
        [("space-attribute", "Ashford (ash): fortress is gone (was 1)")],
    ),
    "attributes in another order": (
        lambda: space("ash", attributes=(("fortress", 1), ("country", "isle"))),
        [("space-attribute", "Ashford (ash): its attributes stand in another order")],
    ),
    "moved": (lambda: drawn(ash=box(-3, 4, 7, 14)), [("space-moved", "Ashford (ash) is moved by 5 km")]),
    "larger": (
        lambda: drawn(ash=box(0, -5, 10, 10)),
        [("space-reshaped", "Ashford (ash) is drawn again: 100 km² → 150 km² (gains 50 km²)")],
    ),
    "otherwise": (
        lambda: drawn(ash=box(5, 0, 15, 8)),
        [("space-reshaped", "Ashford (ash) is drawn again: 100 km² → 80 km² (gains 40 km² and loses 60 km²)")],
    ),
    "with another vertex": (
        lambda: drawn(ash=Polygon([(0, 0), (5, 0), (10, 0), (10, 10), (0, 10)])),
        [("space-redrawn", "Ashford (ash) covers the same ground, drawn with 5 → 6 vertices")],
    ),
    "from another vertex": (
        lambda: drawn(ash=Polygon([(0, 0), (10, 0), (10, 10), (0, 10)])),
        [("space-redrawn", "Ashford (ash) covers the same ground, drawn with other vertices")],
    ),
    "undrawn": (lambda: undrawn("ash"), [("space-undrawn", "Ashford (ash) has no shape any more")]),
    "the tolerance": (
        lambda: dataclasses.replace(base(), areas=isle(tolerance=0.5).areas),
        [("tolerance", "the tolerance of borders: 0.01 km → 0.5 km")],
    ),
    "no areas": (
        lambda: dataclasses.replace(base(), areas=None),
        [
            ("areas", "the map has no areas any more"),
            *(
                ("space-undrawn", f"{name} has no shape any more")
                for name in (
                    "Ashford (ash)",
                    "Birchwood (birch)",
                    "Cedar Hill (cedar)",
                    "Long Dale (dale)",
                    "The Mere (mere)",
                )
            ),
        ],
    ),
    "the label": (
        lambda: dataclasses.replace(base(), places={**base().places, S("dale"): (15.0, 12.0)}),
        [("label-moved", "the label of Long Dale (dale) is moved by 3 km")],
    ),
    "a label of its own": (
        lambda: dataclasses.replace(base(), places={**base().places, S("ash"): (5.0, 5.0)}),
        [("label-moved", "the label of Ashford (ash) has a place of its own now")],
    ),
    "the place": (
        lambda: dataclasses.replace(base(), places={**base().places, S("ash-port"): (0.5, 9.0)}),
        [("space-moved", "Ashmouth (ash-port) is moved by 4 km")],
    ),
    "an edge more": (
        lambda: with_edges(base(), Edge(S("ash-port"), S("birch"), across=(Feature("ferry"),), status="added")),
        [("edge-added", "Ashmouth (ash-port)–Birchwood (birch): a new added edge with ferry")],
    ),
    "an edge less": (
        lambda: without_edges(base(), ASH_BIRCH),
        [("edge-gone", "Ashford (ash)–Birchwood (birch): the derived edge is gone")],
    ),
    "forbidden": (
        lambda: edge(status="forbidden"),
        [("edge-status", "Ashford (ash)–Birchwood (birch): derived → forbidden")],
    ),
    "a corner": (
        lambda: edge(contact="corner"),
        [("edge-contact", "Ashford (ash)–Birchwood (birch): border → corner")],
    ),
    "one way": (
        lambda: edge(one_way=True),
        [("edge-direction", "Ashford (ash)–Birchwood (birch): leads from ash to birch, no longer both ways")],
    ),
    "a river": (
        lambda: edge(along=(Feature("river"),)),
        [("edge-along", "Ashford (ash)–Birchwood (birch): along it river is new")],
    ),
    "a road": (
        lambda: edge(across=(Feature("road", S("ash")),)),
        [("edge-across", "Ashford (ash)–Birchwood (birch): across it road on the side of ash is new")],
    ),
    "a region more": (
        lambda: dataclasses.replace(base(), regions=(*base().regions, Region(RegionId("e"), "shire", "Eastshire"))),
        [("region-added", "shire Eastshire (e) is new")],
    ),
    "a region less": (
        lambda: dataclasses.replace(base(), regions=()),
        [("region-gone", "country The Isle (isle) is gone")],
    ),
    "a region renamed": (
        lambda: region(name="Isle"),
        [("region-changed", "country Isle (isle): name The Isle → Isle")],
    ),
    "a region's attribute": (
        lambda: region(attributes=(("capital", "ash"),)),
        [("region-attribute", "country The Isle (isle): capital dale → ash")],
    ),
    "a line drawn anew": (
        lambda: line(geometry=LineString([(10, 5), (10, 0)])),
        [("line-redrawn", "river Swift (swift) is drawn again: 10 km → 5 km")],
    ),
    "a line of another kind": (
        lambda: line(kind="canal"),
        [("line-changed", "canal Swift (swift): kind river → canal")],
    ),
    "a line less": (lambda: dataclasses.replace(base(), lines=()), [("line-gone", "river Swift (swift) is gone")]),
    "another image": (
        lambda: underlay(image=b"other picture"),
        [("underlay-image", "underlay scan is another image (image/png, 7 bytes → image/png, 13 bytes)")],
    ),
    "the image moved": (lambda: underlay(left=2.5), [("underlay-laid", "underlay scan: left 0 → 2.5")]),
    "the image gone": (lambda: dataclasses.replace(base(), underlays=()), [("underlay-gone", "underlay scan is gone")]),
    "another source": (
        lambda: dataclasses.replace(base(), provenance=(replace(SOURCE, source="a map"),)),
        [("provenance", "fortress of the map comes from house, a map, no longer from house, a guess")],
    ),
    "no source": (
        lambda: dataclasses.replace(base(), provenance=()),
        [("provenance", "nothing says any more where fortress of the map comes from")],
    ),
    "terrain": (lambda: painted(paint), [("hex-terrain", "2 hexes: clear → hill and wood")]),
    "elevation": (lambda: painted(raise_ground), [("hex-elevation", "3 hexes: elevation 0 → 2")]),
    "a hexside": (lambda: painted(lay), [("hexside", "1 hexside: nothing → slope favouring one hex")]),
    "the lie of the hexes": (lambda: grid(left=2.0), [("hex-grid", "the hexes' left: 0 → 2")]),
    "a hex cut out": (masked, [("hex-grid", "the map has 1 hex cut out")]),
    "the numbers": (
        lambda: hexes(numbering=Numbering(column=Count(start=5))),
        [("hex-numbering", "the hexes are numbered differently: 0101 → 0501")],
    ),
    "a hex named": (lambda: hexes(names={at(base(), "0302"): "Elm"}), [("hex-name", "hex 0302 is called Elm")]),
    "no hexes": (lambda: dataclasses.replace(base(), hexes=None), [("hexes", "the map no longer has 30 hexes")]),
}


SMALL: dict[str, Callable[[Map], Map]] = {
    "rename": lambda sheet: dataclasses.replace(sheet, graph=sheet.graph.rename(S("ash"), "Ash")),
    "fortify": lambda sheet: with_attributes(sheet, "birch", fortress=4),
    "forbid": lambda sheet: dataclasses.replace(sheet, graph=sheet.graph.forbid(S("cedar"), S("dale"))),
    "retitle": lambda sheet: dataclasses.replace(sheet, info=replace(sheet.info, title="Isle")),
    "move": lambda sheet: dataclasses.replace(sheet, places={**sheet.places, S("dale"): (15.0, 12.0)}),
    "drain": lambda sheet: dataclasses.replace(sheet, lines=()),
    "clear": lambda sheet: dataclasses.replace(sheet, underlays=()),
    "settle": lambda sheet: with_space(sheet, Space(S("inn"), "The Inn", "box")),
}
"""Edits that do not touch each other."""


@pytest.mark.parametrize("name", EDITS)
def test_a_single_edit_gives_exactly_its_line(name: str) -> None:
    made, expected = EDITS[name]
    assert [(one.kind, one.words) for one in map_changes(base(), made())] == expected


@pytest.mark.parametrize("name", EDITS)
def test_nothing_differs_from_itself(name: str) -> None:
    assert map_changes(EDITS[name][0](), EDITS[name][0]()) == ()


@pytest.mark.parametrize("name", EDITS)
def test_the_way_back_has_a_line_too(name: str) -> None:
    assert map_changes(EDITS[name][0](), base())


def test_ground_that_goes_to_another_area_is_told() -> None:
    sheet = base()
    assert sheet.areas is not None
    whole = sheet.areas.merge(S("ash"), S("birch"))
    graph = Graph(one for id, one in sheet.graph.spaces.items() if id != "birch")
    merged = dataclasses.replace(sheet, areas=whole, graph=graph)
    kinds = {one.kind: one.words for one in map_changes(sheet, merged)}
    assert kinds["space-gone"] == "land Birchwood (birch) is gone, its ground is Ashford (ash)'s now"
    back = {one.kind: one.words for one in map_changes(merged, sheet)}
    assert back["space-added"] == "land Birchwood (birch) is new, on ground of Ashford (ash)"


def test_hexes_of_other_sizes_are_compared_where_both_have_them() -> None:
    small, large = plain(), dataclasses.replace(plain())
    grid = HexGrid(8, 7)
    assert small.hexes is not None
    board = HexBoard.blank(grid)
    for hex in small.hexes.grid:
        board.terrain.paint([hex], *small.hexes.terrain.of(hex))
    board.terrain.paint([at(small, "0505")], "wood")
    board.sides.add_along([at(small, one) for one in ("0302", "0402", "0502", "0602")], "road")
    large = dataclasses.replace(large, hexes=board)
    assert [one.words for one in map_changes(small, large)] == [
        "the map is 8 × 7 hexes, no longer 6 × 5", "1 hex: clear → wood",
    ]  # fmt: skip


def test_what_cannot_be_seen_is_told_as_its_escape() -> None:
    (one,) = map_changes(base(), space("ash", name="Ash\x1b[2J\n"))
    assert one.words == "Ashford (ash) is called 'Ash\\x1b[2J\\n'... now"
    assert all(change.words.isprintable() for change in map_changes(space("ash", name="\u200e\n"), base()))


@RUNS
@given(a=maps(), b=maps())
def test_two_random_maps_differ_exactly_when_something_is_told(a: Map, b: Map) -> None:
    assert bool(map_changes(a, b)) == (a != b)
    assert map_changes(a, a) == ()
    assert "rewritten" not in {one.kind for one in map_changes(a, b)}


@RUNS
@given(st.lists(st.sampled_from(sorted(SMALL)), max_size=4, unique=True))
def test_several_edits_give_the_lines_of_each(names: list[str]) -> None:
    sheet = base()
    for name in names:
        sheet = SMALL[name](sheet)
    told = [one.words for one in map_changes(base(), sheet)]
    assert sorted(told) == sorted(one.words for name in names for one in map_changes(base(), SMALL[name](base())))
