"""The sittings of the designer's guide can be done as it says, by mouse and by keys, and are the same by command."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable_editor.map.tools import tool_classes
from tests.editor.map.drawing import DrawingBench, blank_areas
from tests.editor.map.sitting import MapSitting, replay
from tests.editor.map.test_frame import S, two_lands
from tests.editor.map.test_hex_tools import meadows
from tests.editor.map.test_underlay_tools import over_scan
from tests.editor.map.waiting import until

GUIDE = Path(__file__).parents[3] / "docs" / "designers-guide.md"


NOT_RUN = {"underlays"}
"""Groups of tools that no sitting takes up: they need an image, and have tests of their own (test_underlay_tools)."""


def tools_of_the_guide() -> dict[str, str]:
    """Return the tools in the tables of the guide by their titles, each with its letter."""
    rows = re.findall(r"^\| (?:`(\w)`)? *\| ([^|`]+?) \|", GUIDE.read_text("utf-8"), re.MULTILINE)
    return {title: letter for letter, titles in rows for title in titles.split(", ") if title != "tool"}


def steps_with(line: str) -> list[str]:
    """Return the one sitting of the guide with a line in it."""
    sittings: list[str] = re.findall(r"```sitting\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    (found,) = [one.splitlines() for one in sittings if line in one.splitlines()]
    return found


def test_every_section_of_the_guide_has_steps_that_are_run() -> None:
    sections = GUIDE.read_text("utf-8").split("\n## ")[1:]
    bare = [one.splitlines()[0] for one in sections if "```sitting" not in one]
    assert not bare


def test_every_tool_stands_in_a_table_of_the_guide_with_its_letter() -> None:
    told = tools_of_the_guide()
    there = {tool.title: tool.letter for tool in tool_classes() if tool.key != "select"}
    assert told == there


def test_every_tool_is_taken_up_by_a_sitting_or_is_named_as_not_run() -> None:
    here = Path(__file__).parent
    texts = [GUIDE.read_text("utf-8"), *(one.read_text("utf-8") for one in here.rglob("*.txt"))]
    texts += [one.read_text("utf-8") for one in here.glob("test_*.py")]
    taken = set(re.findall(r"\btool (\w+)", "\n".join(texts)))
    missed = {tool.key for tool in tool_classes() if tool.key not in taken}
    assert {tool.__module__.split(".")[3] for tool in tool_classes() if tool.key in missed} <= NOT_RUN


def test_the_steps_on_edges_and_regions_can_be_done(table: DrawingBench, tmp_path: Path) -> None:
    found = replay(table, two_lands(), steps_with("tool regions"), tmp_path)
    edge = found.graph.edge(S("east"), S("west"))
    assert edge is not None
    assert (edge.status, [one.kind for one in edge.along]) == ("confirmed", ["river"])
    assert {str(one) for one in found.spaces_of(found.regions[0].id)} == {"east", "west"}


def test_two_lands_are_drawn_from_nothing(table: DrawingBench, tmp_path: Path) -> None:
    found = replay(table, blank_areas(), steps_with("click 30, -2"), tmp_path)
    names = {(space.name, space.kind) for space in found.graph.spaces.values()}
    assert names == {("West", "land"), ("East", "land"), ("Town", "city")}
    assert found.areas is not None
    assert found.areas[S("west")].area == 40 * 60
    assert (S("east"), S("west")) in found.areas.borders


def test_a_border_is_bent_and_an_area_split_and_merged(table: DrawingBench, tmp_path: Path) -> None:
    found = replay(table, two_lands(), steps_with("press Merge"), tmp_path)
    assert found.areas is not None
    assert {str(one) for one in found.areas.ids} == {"east", "west"}
    assert found.areas[S("west")].area == 40 * 60 - 4 * 60 / 2


def test_the_first_steps_of_the_guide_can_be_done(table: DrawingBench, tmp_path: Path) -> None:
    found = replay(table, two_lands(), steps_with("fill New attribute = manpower"), tmp_path)
    spaces = found.graph.spaces
    kinds = {str(id): (space.name, space.kind) for id, space in spaces.items()}
    assert kinds["east"] == ("Orient", "land")
    assert kinds["town"] == ("Town", "fortress")
    assert {str(id): dict(space.attributes) for id, space in spaces.items()}["east"] == {"manpower": 9}


def test_the_steps_on_places_and_lines_can_be_done(table: DrawingBench, tmp_path: Path) -> None:
    found = replay(table, two_lands(), steps_with("tool along"), tmp_path)
    assert (found.name("ayton"), found.places[S("ayton")]) == ("Ayton", (20.0, 50.0))
    assert found.graph.edge(S("ayton"), S("west")) is not None
    assert [(line.kind, line.name) for line in found.lines] == [("road", "Great Road"), ("river", "Tyne")]
    edge = found.graph.edge(S("east"), S("west"))
    assert edge is not None
    assert [one.kind for one in edge.along] == ["river"]


def test_the_steps_over_a_scan_can_be_done(table: DrawingBench, tmp_path: Path) -> None:
    found = replay(table, over_scan(), steps_with("press Lay a board"), tmp_path)
    assert found.hexes is not None
    assert (found.hexes.grid.columns, found.hexes.grid.rows) == (8, 6)


def test_the_steps_on_hexes_can_be_done(table: DrawingBench, tmp_path: Path) -> None:
    found = replay(table, meadows(), steps_with("tool hex_fill"), tmp_path)
    assert found.hexes is not None
    assert (found.hexes.grid.columns, found.hexes.grid.rows) == (14, 10)
    hexes = found.by_number
    assert hexes.terrain("0304") == ("forest",)
    assert hexes.level("1004") == 2
    assert "slope" in "".join(hexes.side_between("1004", "1003").along)
    assert found.name("0307") == "Westbury"
    crossed = [pair for pair in (("0606", "0707"), ("0607", "0707"), ("0607", "0708"))
               if "bridge" in hexes.side_between(*pair).across]  # fmt: skip
    assert len(crossed) == 1


def test_the_steps_to_sheets_of_paper_can_be_done(
    table: DrawingBench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    table.open(two_lands())
    table.window.show()
    for line in steps_with("fill File = lands.svg"):
        MapSitting(table, "mouse").read([line])
        name = line.partition("File = ")[2]
        if name:
            until((tmp_path / name).exists)
            until(lambda name=name: f"Exported: {name}" in table.window.status.hint.text())  # type: ignore[misc]
    assert (tmp_path / "lands.svg").read_bytes().startswith(b"<?xml")
    assert (tmp_path / "lands.pdf").read_bytes().startswith(b"%PDF")
