"""``sandtable map survey`` and ``import`` of drawings: the page docs/svg.md is done step by step."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

import pytest

from sandtable.board.spaces import SpaceId
from sandtable.interchange import geojson
from sandtable.library.store.library_file import Library
from tests.cli.test_map_commands import run
from tests.interchange.sheets import tyrol
from tests.interchange.svg_files import TWO_LANDS, svg

PAGE: Final = (Path(__file__).parents[2] / "docs" / "svg.md").read_text("utf-8")


def block(language: str, number: int = 0) -> str:
    found: list[str] = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return found[number]


def commands() -> list[list[str]]:
    import shlex

    lines = "".join(re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)).splitlines()
    return [shlex.split(line)[2:] for line in lines]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give an empty folder, and be there."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_page_is_done_step_by_step(desk: Path) -> None:
    (desk / "lands.svg").write_text(block("xml"), "utf-8")
    survey, write, bring, forbid, again, render, back = commands()
    assert run(*survey).stdout == block("toml")
    run(*write)
    assert (desk / "lands.toml").read_text("utf-8") == block("toml")
    told = run(*bring)
    assert told.stdout == "maps.db#lands: 4 spaces, 3 areas, 3 edges, 1 line\n"
    run(*forbid)
    assert "nothing has changed: the map is as the file has it" in run(*again).stderr
    run(*render)
    assert "drawn anew" in run(*back).stderr
    with Library.open(desk / "maps.db") as library:
        sheet = library.map("lands")
    assert sheet.areas is not None
    assert sheet.graph.edges[SpaceId("east"), SpaceId("west-land")].status == "forbidden"
    assert sheet.graph[SpaceId("west-land")].name == "West Land"


def test_a_survey_can_be_read_by_programs(desk: Path) -> None:
    (desk / "a.svg").write_text(TWO_LANDS, "utf-8")
    facts = json.loads(run("survey", "a.svg", "--json").stdout)
    assert facts["page"]["unit"] == "mm"
    assert sum(one["shapes"] for one in facts["sorts"]) == 8
    assert facts["mapping"]["rule"][0]["becomes"] == "nothing"
    assert facts["written"] is None


def test_a_mapping_that_was_changed_by_hand_is_not_written_over(desk: Path) -> None:
    (desk / "a.svg").write_text(TWO_LANDS, "utf-8")
    (desk / "m.toml").write_text("mine")
    refused = run("survey", "a.svg", "--write", "m.toml", status=2)
    assert refused.stderr == "m.toml is there already: name another file, or replace it with --replace\n"
    assert (desk / "m.toml").read_text() == "mine"
    run("survey", "a.svg", "--write", "m.toml", "--replace")
    assert "[[rule]]" in (desk / "m.toml").read_text()


def test_without_a_mapping_the_proposed_one_counts(desk: Path) -> None:
    (desk / "a.svg").write_text(TWO_LANDS, "utf-8")
    told = run("import", "a.svg", "a.geojson", "--title", "Mine", "--snap", "0.3")
    assert "no --svg-map: 8 rules as `sandtable map survey` proposes them" in told.stderr
    assert "borders within 0.3 of each other were put together" in told.stderr
    assert geojson.read((desk / "a.geojson").read_bytes()).title == "Mine"


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (("import", "t.geojson", "x.db", "--svg-map", "m.toml"), "--svg-map is for an SVG drawing: leave it out"),
        (("import", "a.svg", "x.db", "--name-field", "n"), "has layers and classes, no properties: use --svg-map"),
        (("import", "a.svg", "x.db", "--drop"), "--drop goes with --update"),
        (("import", "a.svg", "x.db#k", "--update"), "x.db cannot be opened: No such file"),
        (("import", "bad.svg", "x.db"), "bad.svg is not XML: line 1, column"),
        (("import", "a.svg", "x.db", "--svg-map", "gone.toml"), "gone.toml does not exist"),
        (("import", "a.svg", "x.db", "--svg-map", "a.svg"), "a.svg: the rules cannot be read"),
        (("survey", "t.geojson"), "t.geojson is not XML"),
    ],
)
def test_what_does_not_go_is_said(desk: Path, call: tuple[str, ...], says: str) -> None:
    (desk / "a.svg").write_text(TWO_LANDS, "utf-8")
    (desk / "bad.svg").write_bytes(svg("<g>")[:-9])
    (desk / "t.geojson").write_text(geojson.write(tyrol()), "utf-8")
    (desk / "m.toml").write_text("")
    refused = run(*call, status=2)
    assert says in refused.stderr
    assert refused.stderr.count("\n") <= 4
    assert not (desk / "x.db").exists()


def test_geojson_comes_in_again_too(desk: Path) -> None:
    """The designer's word on edges stays, whatever program has redrawn the shapes."""
    (desk / "t.geojson").write_text(geojson.write(tyrol()), "utf-8")
    run("import", "t.geojson", "t.db")
    run("edit", "t.db", "--forbid", "a0", "b0")
    assert "map" in run("import", "t.geojson", "t.db#elsewhere", "--update", status=2).stderr
    told = run("import", "t.geojson", "t.db", "--update")
    assert "nothing has changed: the map is as the file has it" in told.stderr
    with Library.open(desk / "t.db") as library:
        (info,) = library.maps()
        assert library.map(info.key).graph.edges[SpaceId("a0"), SpaceId("b0")].status == "forbidden"


def test_two_of_one_name_are_told_apart_at_a_prompt(desk: Path) -> None:
    rects = "".join(f'<rect inkscape:label="{name}" x="{x}" width="9" height="9"/>' for x, name in
                    ((0, "Utrecht"), (9, "Breda"), (18, "Utrecht")))  # fmt: skip
    (desk / "a.svg").write_bytes(svg(rects))
    told = run("import", "a.svg", "a.db")
    assert "names that several spaces share: Utrecht (2)" in told.stderr
    refused = run("edit", "a.db", "--forbid", "Utrecht", "Breda", status=2)
    assert "'Utrecht' is the name of 2 spaces: write utrecht or utrecht-2" in refused.stderr
    run("edit", "a.db", "--forbid", "utrecht-2", "Breda")
