"""The spaces of a map through one face: those of its graph and its hexes by their printed numbers."""

from dataclasses import replace

import pytest
from shapely import box

from sandtable.board import Edge, Graph, Map, MapInfo, Space, SpaceId
from sandtable.board.areas import AreaMap
from sandtable.board.hex_board import HexBoard
from sandtable.board.hex_spaces import Hexside
from sandtable.board.hexes import HexGrid
from sandtable.board.numbering import Count, Numbering
from sandtable.engine import Invalid
from tests.games.heath import heath

A, B, C = SpaceId("a"), SpaceId("b"), SpaceId("c")


def areas() -> Map:
    graph = Graph(
        [Space(A, "Ash"), Space(B, "Birch"), Space(C)],
        [Edge(A, B), Edge(B, C, status="forbidden"), Edge(A, C, contact="corner")],
    )
    shapes = AreaMap({A: box(0, 0, 1, 1), B: box(1, 0, 2, 1)})
    return Map(MapInfo("m", "M"), graph, shapes, places={C: (7.0, 8.0)})


def mixed() -> Map:
    """Return the heath with a box beside it that a way leads to from 0101, and no way between 0101 and 0102."""
    reserve, hex, below = SpaceId("box"), SpaceId("0101"), SpaceId("0102")
    spaces = [Space(reserve, "Reserve", "box"), Space(hex, "The Mill", "hex"), Space(below, "", "hex")]
    edges = [Edge(reserve, hex, status="added"), Edge(hex, below, status="forbidden")]
    return replace(heath(), graph=Graph(spaces, edges))


def test_areas_are_known_named_and_located() -> None:
    sheet = areas()
    assert list(sheet.spaces()) == ["a", "b", "c"]
    assert [sheet.knows(id) for id in ("a", "0101", "")] == [True, False, False]
    assert [sheet.name(id) for id in ("a", "c", "nowhere")] == ["Ash", "c", "nowhere"]
    assert sheet.neighbours("a") == ("b",)
    assert sheet.neighbours("b") == ("a",)
    assert sheet.locate("a") == (0.5, 0.5)
    assert sheet.locate("c") == (7.0, 8.0)
    assert sheet.locate("nowhere") is None
    assert sheet.space("a") is sheet.graph[A]
    with pytest.raises(Invalid, match="no space is called 'nowhere'"):
        sheet.neighbours("nowhere")
    with pytest.raises(Invalid, match="no space is called 'nowhere'"):
        sheet.space("nowhere")
    with pytest.raises(Invalid, match="The map 'M' has no hexes"):
        sheet.by_number  # noqa: B018


def test_hexes_are_known_named_and_located_by_their_numbers() -> None:
    sheet = heath()
    assert [sheet.knows(id) for id in ("0101", "0806", "0807", "101", " 0101")] == [True, True, False, False, False]
    assert [sheet.name(id) for id in ("0602", "0101", "0807")] == ["Gallows Hill", "0101", "0807"]
    assert sheet.neighbours("0101") == ("0201", "0102")
    assert sheet.neighbours("0302") == ("0301", "0401", "0402", "0303", "0202", "0201")
    assert sheet.hexes is not None
    assert sheet.locate("0101") == sheet.hexes.grid.centre(sheet.by_number.at("0101"))
    assert sheet.space("0603").attributes == (("terrain", "heath"), ("level", 2))
    assert (sheet.space("0602").name, sheet.space("0602").kind) == ("Gallows Hill", "hex")
    assert next(sheet.spaces()) == "0101"
    assert len(list(sheet.spaces())) == 48


def test_a_map_of_both_has_one_face_for_both() -> None:
    sheet = mixed()
    assert list(sheet.spaces())[:4] == ["0101", "0102", "box", "0201"]
    assert len(list(sheet.spaces())) == 49
    assert sheet.neighbours("0101") == ("0201", "box")
    assert sheet.neighbours("0102") == ("0201", "0202", "0103")
    assert sheet.neighbours("box") == ("0101",)
    assert sheet.name("0101") == "The Mill"


def test_a_way_that_the_designer_forbids_is_told_from_both_its_ends_and_not_stepped_over() -> None:
    sheet = mixed()
    assert [sheet.forbidden_neighbours(id) for id in ("0101", "0102", "0201", "box", "nowhere")] == [
        ("0102",),
        ("0101",),
        (),
        (),
        (),
    ]
    assert [areas().forbidden_neighbours(id) for id in "abc"] == [(), ("c",), ("b",)]
    hexes = sheet.by_number
    assert (hexes.step("0101", 3), hexes.step("0102", 0), hexes.step("0101", 2)) == (None, None, "0201")
    assert (hexes.steps_from("0101"), "0101" in hexes.steps_from("0102")) == (("0201",), False)
    assert hexes.beside("0101")[3] == "0102"
    assert hexes.direction("0101", "0102") == 3
    assert hexes.ground("0101", 3) == ("heath",)


def test_a_hex_that_is_in_the_graph_keeps_what_lies_in_it() -> None:
    sheet = replace(mixed(), graph=mixed().graph.put_space(Space(SpaceId("0603"), "", "hex")))
    assert sheet.space("0603").attributes == (("level", 2), ("terrain", "heath"))
    assert (sheet.space("0101").name, sheet.space("0101").get("terrain")) == ("The Mill", "heath")
    assert sheet.space("box").attributes == ()


# -- what rules ask of hexes


def test_what_lies_on_a_hexside_is_told_from_both_its_hexes() -> None:
    hexes = heath().by_number
    ditch = Hexside(along=("ditch",))
    assert hexes.side("0202", 3) == hexes.side("0203", 0) == hexes.side_between("0203", "0202") == ditch
    assert hexes.side("0201", 3) == Hexside(along=("ditch",), across=("bridge",))
    assert hexes.side("0101", 9) == Hexside()


def test_what_is_up_and_what_is_protected_is_told() -> None:
    hexes = heath().by_number
    assert hexes.side_between("0601", "0602").up == hexes.side_between("0602", "0601").up == "0602"
    assert hexes.side_between("0602", "0603").up is None
    wall = hexes.side("0505", 0)
    assert wall.protected == (("0505", "wall"),)
    assert wall.protects("0505")
    assert not wall.protects("0504")
    assert wall.up is None


def test_terrain_level_and_steps_are_asked_by_number() -> None:
    hexes = heath().by_number
    assert [hexes.terrain(id) for id in ("0303", "0101")] == [("woods",), ("heath",)]
    assert [hexes.level(id) for id in ("0602", "0101")] == [2, 0]
    assert [hexes.step("0101", k) for k in range(7)] == [None, None, "0201", "0102", None, None, None]
    assert hexes.steps_from("0101") == ("0201", "0102")
    assert hexes.direction("0101", "0102") == 3
    assert hexes.number(hexes.at("0706")) == "0706"
    assert [hexes.distance(("0101",), (id,)) for id in ("0101", "0102", "0104")] == [0, 1, 3]
    assert hexes.distance(("0104", "0101"), ("0706", "0102")) == 1
    for ask in (hexes.at, hexes.terrain, hexes.level, hexes.beside):
        with pytest.raises(Invalid, match="no hex is numbered '0909'"):
            ask("0909")
    with pytest.raises(Invalid, match="0101 and 0303 share no hexside"):
        hexes.side_between("0101", "0303")


def test_answers_are_those_of_the_layers_and_are_kept() -> None:
    sheet = heath()
    assert sheet.hexes is not None
    hexes = sheet.by_number
    for hex in sheet.hexes.grid:
        number = hexes.number(hex)
        assert hexes.at(number) == hex
        assert hexes.terrain(number) is hexes.terrain(number)
        for k in range(6):
            side = hexes.side(number, k)
            assert side is hexes.side(number, k)
            assert sorted((*side.along, *side.across)) == sorted(one.kind for one in sheet.hexes.sides.of(hex, k))


# -- whether it can be played


def one_digit() -> Map:
    """Return a map of 11 by 12 hexes where 111 is column 1, row 11 and column 11, row 1."""
    numbering = Numbering(column=Count(digits=1), row=Count(digits=1))
    return Map(MapInfo("clash", "The clash"), hexes=HexBoard.blank(HexGrid(11, 12), numbering))


def test_a_map_on_which_two_hexes_have_one_number_is_not_played() -> None:
    with pytest.raises(Invalid, match=r"'The clash' cannot be played: the number 111 is printed in more than one hex"):
        one_digit().require_playable()
    unsound = replace(one_digit(), hexes=HexBoard.blank(HexGrid(2, 2), Numbering(column=Count("letters", start=-4))))
    with pytest.raises(Invalid, match="cannot be printed in letters"):
        unsound.require_playable()
    for sheet in (heath(), areas(), mixed()):
        assert sheet.require_playable() is sheet
