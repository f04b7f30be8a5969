"""Two versions of a map made one: what either has changed counts; where both have, one stands and it is told."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from sandtable.board.areas import AreaMap
from sandtable.board.borders import Borders
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo
from sandtable.board.shapes import array_of
from sandtable.cli import main
from sandtable.design.document import DesignDocument
from sandtable.design.merging.maps import MergedMap, merge_maps
from sandtable.design.script import read_script
from sandtable.engine.errors import Invalid
from sandtable.interchange import geojson
from sandtable.library.diff import map_changes
from sandtable.library.store.library_file import Library
from tests.design.drawing import Designer, country
from tests.tiers import count

LANDS = """
{"edit": "DrawArea", "id": "west", "outline": [[0,0],[10,0],[10,10],[0,10]], "name": "West"}
{"edit": "DrawArea", "id": "middle", "outline": [[10,0],[20,0],[20,10],[10,10]], "name": "Middle"}
{"edit": "DrawArea", "id": "east", "outline": [[20,0],[30,0],[30,10],[20,10]], "name": "East"}
{"edit": "InsertVertex", "at": [10,5]}
{"edit": "InsertVertex", "at": [20,5]}
{"edit": "AddSpace", "id": "town", "at": [5,5], "name": "Town", "kind": "city"}
{"edit": "DrawLine", "id": "brook", "kind": "river", "pieces": [[[1,1],[3,3],[5,1],[7,3],[9,1]]], "name": "Brook"}
{"edit": "AddRegion", "id": "march", "kind": "province", "name": "The March"}
"""


def drawn(sheet: Map, script: str) -> Map:
    """Return a map after the edits of a script."""
    document = DesignDocument.of(sheet)
    document.do_all(list(read_script(script, "the script")))
    return document.map


@pytest.fixture(scope="module")
def lands() -> Map:
    return drawn(Map(MapInfo("lands", "Lands", unit="km"), areas=AreaMap({}, 1e-6)), LANDS)


def board() -> Map:
    return Map(MapInfo("board", "Board"), hexes=HexBoard.blank(HexGrid(4, 4, "flat", "odd", 1.0)))


def words_of(merged: MergedMap) -> list[str]:
    return [one.words for one in merged.conflicts]


def plain(sheet: Map) -> Map:
    """Return a map whose sources stand in order: whose came first is of no matter."""
    return replace(sheet, provenance=tuple(sorted(sheet.provenance, key=lambda one: one.of)))


def is_sound(sheet: Map) -> bool:
    """Tell whether borders are what a full derivation finds, and derived edges what they show."""
    areas = sheet.areas
    assert areas is not None
    seen = {edge.pair: edge.contact for edge in areas.edges()}
    edges = [edge for edge in sheet.graph.edges.values() if edge.a in areas and edge.b in areas]
    derived = {edge.pair: edge.contact for edge in edges if edge.status == "derived"}
    said = {edge.pair for edge in edges if edge.status != "derived"}
    fresh = Borders(areas.ids, array_of([areas[id] for id in areas]), areas.tolerance)
    return derived == {pair: how for pair, how in seen.items() if pair not in said} and areas.borders == fresh


# --- what both have done counts -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "theirs"),
    [
        ('{"edit": "SetFields", "spaces": ["west"], "name": "Occident"}',
         '{"edit": "SetFields", "spaces": ["west"], "kind": "sea", "attributes": {"forage": 3}}'),
        ('{"edit": "SetFields", "spaces": ["west"], "attributes": {"terrain": "wood"}}',
         '{"edit": "SetFields", "spaces": ["west"], "attributes": {"forage": 3}}'),
        ('{"edit": "MoveVertices", "moves": [[[10,5],[12,5]]]}',
         '{"edit": "MoveVertices", "moves": [[[20,5],[22,5]]]}'),
        ('{"edit": "MoveVertices", "moves": [[[10,5],[12,5]]]}',
         '{"edit": "Split", "space": "east", "line": [[25,-1],[25,11]], "part": "far", "name": "Far"}'),
        ('{"edit": "SayEdge", "a": "west", "b": "middle", "status": "forbidden"}',
         '{"edit": "MoveVertices", "moves": [[[10,5],[12,5]]]}'),
        ('{"edit": "SayEdge", "a": "west", "b": "east", "status": "added"}',
         '{"edit": "SayEdge", "a": "town", "b": "west", "status": "added"}'),
        ('{"edit": "RemoveSpace", "space": "town"}', '{"edit": "RemoveSpace", "space": "east"}'),
        ('{"edit": "MoveVertices", "moves": [[[3,3],[3,4]]], "line": "brook"}',
         '{"edit": "MoveVertices", "moves": [[[7,3],[7,4]]], "line": "brook"}'),
        ('{"edit": "SetInfo", "title": "The Lands"}', '{"edit": "SetInfo", "licence": "CC0", "size": [30, 10]}'),
        ('{"edit": "PaintRegion", "spaces": ["west"], "region": "march"}',
         '{"edit": "SetRegion", "region": "march", "name": "The Marches"}'),
        ('{"edit": "SaySource", "origin": "house", "of": "west", "source": "seen"}',
         '{"edit": "SaySource", "origin": "house", "of": "east", "source": "read"}'),
        ('{"edit": "MoveLabel", "space": "west", "to": [2,2]}', '{"edit": "MoveLabel", "space": "east", "to": [22,2]}'),
    ],
)  # fmt: skip
def test_what_either_has_changed_is_in_the_one_map(lands: Map, mine: str, theirs: str) -> None:
    ours, others = drawn(lands, mine), drawn(lands, theirs)
    merged = merge_maps(lands, ours, others)
    assert words_of(merged) == []
    assert plain(merged.map) == plain(drawn(ours, theirs)) == plain(merge_maps(lands, others, ours).map)
    assert is_sound(merged.map)


def test_a_version_without_changes_gives_the_other(lands: Map) -> None:
    other = drawn(lands, '{"edit": "RemoveSpace", "space": "town"}')
    assert merge_maps(lands, lands, other).map is other
    assert merge_maps(lands, other, lands).map is other
    assert merge_maps(lands, other, drawn(other, '{"edit": "SetInfo", "title": "New"}')).map.title == "New"


# --- where both have changed the same -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "theirs", "says"),
    [
        ('{"edit": "SetFields", "spaces": ["west"], "name": "Occident"}',
         '{"edit": "SetFields", "spaces": ["west"], "name": "Sunset"}',
         "Occident: name: Occident in one, Sunset in the other"),
        ('{"edit": "SetFields", "spaces": ["west"], "attributes": {"forage": 2}}',
         '{"edit": "SetFields", "spaces": ["west"], "attributes": {"forage": 3}}',
         "West: forage: 2 in one, 3 in the other"),
        ('{"edit": "MoveVertices", "moves": [[[10,5],[12,5]]]}', '{"edit": "MoveVertices", "moves": [[[10,5],[8,5]]]}',
         "the borders of Middle and West: drawn so in one, drawn otherwise in the other"),
        ('{"edit": "RemoveSpace", "space": "town"}', '{"edit": "SetFields", "spaces": ["town"], "kind": "port"}',
         "Town: removed in one, changed in the other"),
        ('{"edit": "SetFields", "spaces": ["town"], "kind": "port"}', '{"edit": "RemoveSpace", "space": "town"}',
         "Town: changed in one, removed in the other"),
        ('{"edit": "SayEdge", "a": "west", "b": "middle", "status": "forbidden"}',
         '{"edit": "SayEdge", "a": "west", "b": "middle", "status": "confirmed"}',
         "the way between Middle and West: status: forbidden in one, confirmed in the other"),
        ('{"edit": "MoveVertices", "moves": [[[3,3],[3,4]]], "line": "brook"}',
         '{"edit": "MoveVertices", "moves": [[[3,3],[2,4]]], "line": "brook"}',
         "the river Brook: its course: another one in one, another one in the other"),
        ('{"edit": "MoveLabel", "space": "west", "to": [2,2]}', '{"edit": "MoveLabel", "space": "west", "to": [3,3]}',
         "where West stands: 2.0, 2.0 in one, 3.0, 3.0 in the other"),
    ],
)  # fmt: skip
def test_where_both_have_changed_the_same_mine_stands_and_it_is_told(
    lands: Map, mine: str, theirs: str, says: str
) -> None:
    ours, others = drawn(lands, mine), drawn(lands, theirs)
    merged = merge_maps(lands, ours, others)
    assert words_of(merged) == [says]
    assert merged.map == ours
    assert is_sound(merged.map)
    assert merge_maps(lands, others, ours).map == others


def test_areas_drawn_together_are_left_out_together_and_all_else_is_merged(lands: Map) -> None:
    mine = drawn(lands, '{"edit": "Merge", "keep": "west", "gone": "middle"}')
    theirs = drawn(
        lands,
        '{"edit": "Split", "space": "middle", "line": [[15,-1],[15,11]], "part": "half"}\n'
        '{"edit": "SetFields", "spaces": ["town"], "name": "City"}',
    )
    merged = merge_maps(lands, mine, theirs)
    assert "half" not in merged.map.graph.spaces
    assert merged.map.areas is not None
    assert mine.areas is not None
    assert all(merged.map.areas[id] == mine.areas[id] for id in mine.areas)
    assert merged.map.name("town") == "City"
    assert any("the borders of" in words for words in words_of(merged))
    assert is_sound(merged.map)


def test_two_who_draw_on_the_same_free_ground_do_not_overlap(lands: Map) -> None:
    outline = '{"edit": "DrawArea", "id": "%s", "outline": [[0,10],[%d,10],[%d,20],[0,20]]}'
    mine, theirs = drawn(lands, outline % ("north", 8, 8)), drawn(lands, outline % ("hill", 6, 6))
    merged = merge_maps(lands, mine, theirs)
    assert "hill" not in merged.map.graph.spaces
    assert len(merged.conflicts) == 1
    assert is_sound(merged.map)


# --- hexes ----------------------------------------------------------------------------------------------------------


def test_hexes_are_merged_one_by_one(lands: Map) -> None:
    base = drawn(board(), '{"edit": "PaintHexes", "hexes": ["0101", "0202"], "terrain": ["clear"]}')
    mine = drawn(
        base,
        '{"edit": "PaintHexes", "hexes": ["0101"], "terrain": ["forest"]}\n'
        '{"edit": "PaintHexes", "hexes": ["0202"], "terrain": ["town"], "how": "add"}\n'
        '{"edit": "SetLevels", "hexes": ["0303"], "level": 2}\n'
        '{"edit": "NameHex", "hex": "0101", "name": "Wood"}\n'
        '{"edit": "PaintHexes", "hexes": ["0404"], "terrain": ["marsh"]}',
    )
    theirs = drawn(
        base,
        '{"edit": "PaintHexes", "hexes": ["0202"], "terrain": ["hill"]}\n'
        '{"edit": "SetLevels", "hexes": ["0303"], "level": 3}\n'
        '{"edit": "NameHex", "hex": "0404", "name": "Mere"}\n'
        '{"edit": "PaintHexes", "hexes": ["0404"], "terrain": ["lake"]}',
    )
    merged = merge_maps(base, mine, theirs)
    assert merged.map.hexes is not None
    terrain, numbers = merged.map.hexes.terrain, merged.map.hexes.numbers
    assert [terrain.of(numbers.hex(one)) for one in ("0101", "0202", "0404")] == [
        ("forest",),
        ("hill", "town"),
        ("marsh",),
    ]
    assert sorted(merged.map.hexes.names.values()) == ["Mere", "Wood"]
    assert words_of(merged) == [
        "the terrain of hex 0404: marsh in one, lake in the other",
        "the level of hex 0303: 2 in one, 3 in the other",
    ]
    wider = drawn(base, '{"edit": "ResizeBoard", "right": 2}')
    assert words_of(merge_maps(base, mine, wider)) == [
        "the board of hexes: laid out and painted so in one, otherwise in the other"
    ]


# --- whatever is done -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(count(400)))
def test_whatever_two_have_done_the_one_map_is_sound(seed: int) -> None:
    base = country(seed, 12)
    mine, theirs = (_worked_on(base, seed * 2 + one) for one in (0, 1))
    merged = merge_maps(base, mine, theirs)
    assert is_sound(merged.map)
    assert merge_maps(base, mine, mine).map is mine
    if not merged.conflicts:
        other = merge_maps(base, theirs, mine)
        assert words_of(other) == []
        differences = [one.words for one in map_changes(plain(merged.map), plain(other.map))]
        assert [words for words in differences if "covers the same ground" not in words] == []


def _worked_on(base: Map, seed: int) -> Map:
    designer, document = Designer(seed), DesignDocument.of(base)
    designer.made = seed * 1000
    done = 0
    while done < 4:
        try:
            document.do(designer.edit(document.map))
        except Invalid:
            continue
        done += 1
    return document.map


# --- by command -----------------------------------------------------------------------------------------------------


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["map", "merge", *arguments])
    return result.exit_code, result.output


def test_files_are_merged_as_git_asks_for_it(lands: Map, tmp_path: Path) -> None:
    mine, theirs = (
        drawn(lands, f'{{"edit": "SetFields", "spaces": ["{id}"], "name": "New {id}"}}') for id in ("west", "east")
    )
    names = [str(tmp_path / name) for name in (".merge_file_O", ".merge_file_A", ".merge_file_B")]
    for name, sheet in zip(names, (lands, mine, theirs), strict=True):
        Path(name).write_text(geojson.write(sheet))
    code, output = run(*names)
    assert (code, "3 areas" in output) == (0, True)
    found = geojson.arrive(Path(names[1]).read_bytes()).map
    assert [found.name(id) for id in ("west", "middle", "east")] == ["New west", "Middle", "New east"]


@pytest.mark.parametrize(("prefer", "name"), [("mine", "Mine"), ("theirs", "Theirs")])
def test_conflicts_are_listed_and_one_of_the_two_stands(lands: Map, tmp_path: Path, prefer: str, name: str) -> None:
    path = tmp_path / "maps.db"
    with Library.create(path) as library:
        library.put_map(lands)
        for key in ("mine", "theirs"):
            edit = f'{{"edit": "SetFields", "spaces": ["west"], "name": "{key.title()}"}}'
            sheet = drawn(lands, edit)
            library.put_map(replace(sheet, info=MapInfo(key, "Lands", unit="km")))
    code, output = run(f"{path}#lands", f"{path}#mine", f"{path}#theirs", "--prefer", prefer, "--json")
    facts = json.loads(output)
    assert (code, facts["conflicts"]) == (1, [f"{name}: name: Mine in one, Theirs in the other"])
    with Library.open(path) as library:
        assert library.map("mine").name("west") == name
        assert library.map("lands") == lands


def test_a_version_that_is_not_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    code, output = run("a.geojson", "b.geojson", "c.geojson")
    assert code == 2
    assert len(output.strip().splitlines()) == 1
