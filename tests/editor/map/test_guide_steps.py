"""The sittings of the designer's guide can be done as it says, by mouse and by keys, and are the same by command."""

from __future__ import annotations

import re
from pathlib import Path

from sandtable_editor.map.tools import tool_classes
from tests.editor.map.drawing import DrawingBench
from tests.editor.map.sitting import replay
from tests.editor.map.test_frame import S, two_lands

GUIDE = Path(__file__).parents[3] / "docs" / "designers-guide.md"


NOT_RUN = {"underlays"}
"""Groups of tools that no sitting takes up: they need an image, and have tests of their own (test_underlay_tools)."""


def tools_of_the_guide() -> dict[str, str]:
    """Return the tools in the tables of the guide by their titles, each with its letter."""
    rows = re.findall(r"^\| (?:`(\w)`)? *\| ([^|`]+?) \|", GUIDE.read_text("utf-8"), re.MULTILINE)
    return {title: letter for letter, titles in rows for title in titles.split(", ") if title != "tool"}


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
    (_, steps, *_) = re.findall(r"```sitting\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    found = replay(table, two_lands(), steps.splitlines(), tmp_path)
    edge = found.graph.edge(S("east"), S("west"))
    assert edge is not None
    assert (edge.status, [one.kind for one in edge.along]) == ("confirmed", ["river"])
    assert {str(one) for one in found.spaces_of(found.regions[0].id)} == {"east", "west"}


def test_the_first_steps_of_the_guide_can_be_done(table: DrawingBench, tmp_path: Path) -> None:
    (steps, *_) = re.findall(r"```sitting\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)
    found = replay(table, two_lands(), steps.splitlines(), tmp_path)
    spaces = found.graph.spaces
    kinds = {str(id): (space.name, space.kind) for id, space in spaces.items()}
    assert kinds["east"] == ("Orient", "land")
    assert kinds["town"] == ("Town", "fortress")
    assert {str(id): dict(space.attributes) for id, space in spaces.items()}["east"] == {"manpower": 9}
