"""Maps made from nothing by ``sandtable map new`` and ``sandtable map edit``, as scripts and line by line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sandtable.cli import main
from sandtable.library.store.library_file import Library

ISLE = """
# an island of three lands
{"edit": "DrawArea", "id": "west", "outline": [[10,10],[50,10],[50,50],[10,50]], "name": "Westmark"}
{"edit": "DrawArea", "id": "east", "outline": [[45,10],[90,10],[90,50],[45,50]], "name": "Eastmark"}
{"edit": "DrawArea", "id": "sea", "outline": [[0,0],[100,0],[100,100],[0,100]], "name": "The Sea", "kind": "sea"}
{"edit": "Split", "space": "east", "line": [[70,5],[70,55]], "part": "far", "name": "Farmark"}
{"edit": "AddPort", "id": "haven", "land": "west", "sea": "sea", "at": [30,50], "name": "Haven"}
"""


def run(*call: str) -> Result:
    return CliRunner().invoke(main, call)


@pytest.fixture
def isle(tmp_path: Path) -> str:
    target = f"{tmp_path}/maps.db#isle"
    assert run("map", "new", target, "--title", "The Isle", "--unit", "km", "--size", "100", "100").exit_code == 0
    return target


def spaces(target: str) -> set[str]:
    path, _, key = target.partition("#")
    with Library.open(Path(path)) as library:
        return set(library.map(key).graph.spaces)


def test_an_island_is_drawn_by_a_script_and_nothing_is_wrong_with_it(isle: str, tmp_path: Path) -> None:
    script = tmp_path / "isle.jsonl"
    script.write_text(ISLE)
    done = run("map", "edit", isle, "--script", str(script), "--json")
    told = json.loads(done.stdout)
    assert told["done"] == ["Draw Westmark", "Draw Eastmark", "Draw The Sea", "Split Eastmark", "Add port Haven"]
    assert "200 km² of Eastmark lay in Westmark and was left to it" in told["notices"]
    assert spaces(isle) == {"west", "east", "far", "sea", "haven"}
    assert run("check", isle.partition("#")[0]).exit_code == 0


def test_a_script_of_which_one_line_cannot_be_done_does_nothing(isle: str, tmp_path: Path) -> None:
    script = tmp_path / "isle.jsonl"
    script.write_text(ISLE + '{"edit": "Merge", "keep": "west", "gone": "far"}\n')
    refused = run("map", "edit", isle, "--script", str(script))
    assert refused.exit_code == 2
    assert "edit 6 (Merge) cannot be done: Westmark and Farmark do not touch" in refused.stderr
    assert spaces(isle) == set()


def test_a_line_that_is_no_edit_is_named(isle: str, tmp_path: Path) -> None:
    script = tmp_path / "isle.jsonl"
    script.write_text(ISLE + '{"edit": "Glue"}\n')
    refused = run("map", "edit", isle, "--script", str(script))
    assert refused.exit_code == 2
    assert "no edit is called 'Glue'" in refused.stderr
    assert "line 8 of" in refused.stderr


@pytest.mark.parametrize(
    ("words", "hexes"),
    [
        (("--hex", "20", "--size", "200", "150"), 77),
        (("--columns", "7", "--rows", "5", "--pointy"), 35),
    ],
)
def test_a_board_of_hexes_is_made_and_painted(tmp_path: Path, words: tuple[str, ...], hexes: int) -> None:
    target = f"{tmp_path}/maps.db#field"
    made = json.loads(run("map", "new", target, *words, "--json").stdout)
    assert made["map"]["hexes"] == hexes
    assert (
        run("map", "edit", target, '{"edit":"PaintHexes","hexes":["0303"],"terrain":["wood"],"radius":1}').exit_code
        == 0
    )
    with Library.open(tmp_path / "maps.db") as library:
        board = library.map("field").hexes
        assert board is not None
        assert int(board.terrain.where("wood").sum()) == 7


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        (("--columns", "12", "--rows", "9"), ("0101", "1209")),
        (("--columns", "120", "--rows", "105"), ("001001", "120105")),
        (("--columns", "12", "--rows", "9", "--number", "A1"), ("A1", "L9")),
        (("--columns", "12", "--rows", "9", "--number", "01.1", "--row-first"), ("01.1", "09.12")),
        (("--columns", "12", "--rows", "9", "--number", "1010"), ("1010", "2118")),
        (("--paper", "A3 landscape", "--hex", "20"), ("0101", "2314")),
        (("--paper", "A3", "--hex", "20", "--pointy", "--row-first"), ("0101", "2314")),
    ],
)
def test_hexes_of_a_new_map_are_numbered_as_is_said(
    tmp_path: Path, words: tuple[str, ...], numbers: tuple[str, str]
) -> None:
    target = f"{tmp_path}/maps.db#field"
    made = json.loads(run("map", "new", target, *words, "--json").stdout)
    assert made["map"]["unit"] == ("mm" if "--paper" in words else "")
    with Library.open(tmp_path / "maps.db") as library:
        board = library.map("field").hexes
    assert board is not None
    all_of_them = board.numbers.all[board.grid.indices].tolist()
    assert (all_of_them[0], all_of_them[-1]) == numbers
    assert not board.numbers.clashes


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--hex", "500", "--size", "100", "100"), "holds no hex of 500"),
        (("--columns", "5"), "give --columns and --rows, or neither"),
        (("--columns", "4000", "--rows", "4000"), "too large to keep"),
        (("--paper", "A11"), "no paper is called 'A11'"),
        (("--paper", "A3", "--size", "4", "4"), "give --size or --paper, not both"),
        (("--columns", "9", "--rows", "9", "--number", "x"), "'x' is not the number of a hex"),
        (("--columns", "9", "--rows", "9", "--number", "123"), "'123' is not the number of a hex"),
        (("--columns", "120", "--rows", "120", "--number", "11"), "would be printed in more than one hex"),
    ],
)
def test_what_makes_no_map_is_refused(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    refused = run("map", "new", f"{tmp_path}/maps.db#field", *words)
    assert refused.exit_code == 2
    assert says in " ".join(refused.stderr.split())
    assert not (tmp_path / "maps.db").exists()


def test_a_map_that_is_there_is_not_replaced_unasked(isle: str) -> None:
    assert "already has a map 'isle'" in run("map", "new", isle).stderr
    assert run("map", "new", isle, "--replace").exit_code == 0
