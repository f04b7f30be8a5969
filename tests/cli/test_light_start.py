"""What is listed is not loaded: ``sandtable list`` begins with titles alone, and they are those of the games."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from sandtable.engine import GameTitle, ScenarioTitle
from sandtable.engine.discovery.modules import Plugins
from sandtable_empires.system import EMPIRES
from sandtable_empires.title import TITLE
from sandtable_twin_rivers import TWIN_RIVERS
from sandtable_twin_rivers_title import TITLE as RIVERS
from tests.cli.house import House

RUN = """
import sys
from sandtable.cli import main
try:
    main(sys.argv[1:])
except SystemExit as left:
    assert not left.code
print("|", *sorted(sys.modules))
"""
COUNTED = """
import sys
texts = []
sys.addaudithook(lambda event, what: texts.append(what) if event == "compile" and what[1] == "<string>" else None)
"""
FIELDS = """
import msgspec
def below(kind):
    return [kind, *(deeper for one in kind.__subclasses__() for deeper in below(one))]
fields = sum(len(one.__struct_fields__) for one in below(msgspec.Struct) if one is not msgspec.Struct)
print("|", len(texts), fields)
"""
COMPILED = 3
"""Texts to a field: once by ours, with what its class declares besides, and once by what decodes it; it was four."""
GEOMETRY = ("numpy", "shapely", "sandtable.board.areas", "sandtable.board.maps")
UNASKED = ("numpy", "shapely", "sqlite_utils", "sandtable_empires.maps.")
"""Who plays on areas at the terminal looks at no shapes, converts no file and searches for no words."""
HEAVY = ("numpy", "shapely", "sqlite_utils", "sandtable.board", "sandtable.lint", "sandtable.engine.referee")


def run(house: House, *arguments: str) -> tuple[str, list[str]]:
    """Return what a command says, and the modules that are loaded when it ends."""
    command = [sys.executable, "-c", RUN, *arguments]
    said = subprocess.run(
        command, capture_output=True, text=True, check=True, cwd=house.home, env=house.environment()
    ).stdout
    shown, _, names = said.rpartition("|")
    return shown, names.split()


def test_listing_loads_no_game_that_has_a_title_page_and_nothing_of_geometry(house: House) -> None:
    shown, loaded = run(house, "list")
    assert "The Peninsula, 1808" in shown
    assert "Europe in 1805" in shown
    assert "Twin Rivers" in shown
    assert [name for name in loaded if name.startswith("sandtable_empires")] == [
        "sandtable_empires",
        "sandtable_empires.campaign_texts",
        "sandtable_empires.title",
    ]
    assert [name for name in loaded if name.startswith("sandtable_twin")] == ["sandtable_twin_rivers_title"]
    assert not [name for name in loaded if name.startswith(HEAVY)]


def test_listing_campaigns_loads_nothing_of_tables_and_geometry(house: House) -> None:
    script = house.home / "script.txt"
    script.write_text("quit\n", "utf-8")
    run(house, "play", "twin_rivers", "--script", str(script))
    shown, loaded = run(house, "list")
    assert "twin_rivers-001.campaign" in shown
    assert not [name for name in loaded if name.startswith(("numpy", "shapely", "sqlite_utils", "sandtable.board"))]


def test_telling_options_reads_presets_of_the_library_and_no_map(house: House) -> None:
    shown, loaded = run(house, "options", "peninsula-1808")
    assert "Guard" in shown
    assert "sandtable.library.store.library_file" in loaded
    assert not [name for name in loaded if name.startswith(("numpy", "shapely", "sqlite_utils"))]


def test_the_game_of_a_scenario_is_loaded_and_no_other(house: House) -> None:
    _, loaded = run(house, "simulate", "peninsula-1808", "--turns", "1")
    assert "sandtable_empires.system" in loaded
    assert not [name for name in loaded if name.startswith(UNASKED)]
    assert [name for name in loaded if name.startswith(("sandtable_twin", "sandtable_drill"))] == [
        "sandtable_drill_ground",
        "sandtable_drill_ground.title",
        "sandtable_twin_rivers_title",
    ]


def test_a_campaign_begins_at_the_terminal_without_what_compares_maps(house: House) -> None:
    script = house.home / "script.txt"
    script.write_text("quit\n", "utf-8")
    _, loaded = run(house, "play", "twin_rivers", "--script", str(script))
    assert "sandtable.cli.talk.table_talk" in loaded
    assert not [name for name in loaded if name.startswith("sandtable.library.diff")]


def test_a_campaign_on_areas_begins_and_goes_on_without_geometry(house: House) -> None:
    script = house.home / "script.txt"
    script.write_text("quit\n", "utf-8")
    for campaign in ([], [str(house.home / "campaigns" / "peninsula-1808-001.campaign")]):  # begun, and gone on with
        shown, loaded = run(house, "play", *(campaign or ["peninsula-1808"]), "--script", str(script))
        assert "France chooses its place" in shown
        assert not [name for name in loaded if name.startswith(UNASKED)]


def test_the_fields_of_a_class_are_worked_out_once_when_a_campaign_begins(house: House) -> None:
    script = house.home / "script.txt"
    script.write_text("quit\n", "utf-8")
    command = [sys.executable, "-c", f"{COUNTED}{RUN}{FIELDS}"]
    said = subprocess.run(
        [*command, "play", "peninsula-1808", "--script", str(script)],
        capture_output=True, text=True, check=True, cwd=house.home, env=house.environment(),
    ).stdout  # fmt: skip
    texts, fields = map(int, said.rpartition("|")[2].split())
    assert fields <= texts <= COMPILED * fields


@pytest.mark.parametrize("game", ["sandtable_empires.system", "sandtable_twin_rivers"])
def test_a_game_is_loaded_without_geometry(game: str) -> None:
    command = f"import sys, {game}; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True).stdout.split()
    assert "sandtable.engine.rules.rules" in loaded
    assert not [name for name in loaded if name.startswith(GEOMETRY)]


def test_a_title_page_says_what_the_game_says() -> None:
    assert TITLE.load() is EMPIRES
    assert TITLE.fault_in(EMPIRES) == ""
    assert RIVERS.load() is TWIN_RIVERS
    assert RIVERS.fault_in(TWIN_RIVERS) == ""
    other = replace(TITLE, scenarios=(ScenarioTitle("peninsula-1808", "Another war"),))
    assert "Another war" in other.fault_in(EMPIRES)


def test_the_games_come_with_their_titles_and_whole() -> None:
    plugins = Plugins(safe=True)
    assert isinstance(plugins.titles()["empires"], GameTitle)
    assert isinstance(Plugins().titles()["twin_rivers"], GameTitle)
    assert plugins.systems()["empires"] is EMPIRES
    assert plugins.family("empires").system is EMPIRES
    assert not [one for one in plugins.untitled() if one.standing == "broken"]
