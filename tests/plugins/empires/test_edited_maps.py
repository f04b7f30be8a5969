"""A copy of the library whose map a designer has edited: it is played so, and `check` says what that changes."""

from __future__ import annotations

import dataclasses
import json
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandtable.board import SpaceId
from sandtable.cli.simulation import GameTask, play_one
from sandtable.engine import Choices
from sandtable.engine.discovery.modules import Plugins
from sandtable.library.shipped import shipped_path
from sandtable.library.store.library_file import Library
from sandtable.play.begin.starts import of_library
from sandtable_empires.system import EMPIRES
from tests.cli.house import House

MARCH = "Turn order > 1\nend\nMarch > Moncey > Cuenca\nquit\n"


def edit(house: House, library: Path) -> None:
    """Forbid the way from Cuenca to Madrid and make Toledo a mountain, by GeoJSON."""
    file = library.with_suffix(".geojson")
    house.run("map", "export", f"{library}#europe-1805", str(file))
    document = json.loads(file.read_text("utf-8"))
    for feature in document["features"]:
        said = feature["properties"]
        if said.get("id") == "toledo":
            said["terrain"] = "mountain"
        if (said.get("a"), said.get("b")) == ("cuenca", "madrid"):
            said["status"] = "forbidden"
    file.write_text(json.dumps(document), "utf-8")
    house.run("map", "import", str(file), f"{library}#europe-1805", "--replace")


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy in which the way from Cuenca to Madrid is forbidden and Toledo a mountain."""
    folder = tmp_path_factory.mktemp("edited")
    library = Path(shutil.copy(shipped_path(), folder / "copy.db"))
    edit(House(folder), library)
    return library


@pytest.fixture
def copy(edited: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(edited, tmp_path / "copy.db"))


def test_a_copy_is_played_as_its_map_was_edited_once_it_is_bound_to_it(house: House, copy: Path) -> None:
    """Until then it is played on the map as it was, which is said."""
    said = house.run("check", str(copy), "--fix", status=1).stdout
    assert (
        "which touches it in 4 places: Toledo: terrain clear → mountain; the way between Cuenca and Madrid is gone"
        in said
    )
    here = ("play", f"{copy}#peninsula-1808", "--campaign")
    before = house.run(*here, str(copy.with_name("before.campaign")), typed=MARCH)
    assert "is played on the map 'europe-1805' as it was" in before.stderr
    assert "Moncey's Corps marches to Cuenca" in before.stdout

    bound = house.run("check", str(copy), "--fix", "--code", "scenario-map-old").stdout
    assert "fixed, scenario peninsula-1808: bind" in bound
    assert bound.endswith("nothing is wrong\n")
    campaign = str(copy.with_name("after.campaign"))
    after = house.run(*here, campaign, typed=MARCH)
    assert "as it was" not in after.stderr
    assert "Moncey's Corps marches by Guadalajara to Cuenca" in after.stdout
    assert "verified" in house.run("replay", campaign, "--verify").stdout


def test_several_processes_play_the_edited_map_as_one_does(house: House, copy: Path) -> None:
    """The first game is played here too: it must be the same. It is another than on the map that ships."""
    bind(copy)
    games = ("--games", "2", "--turns", "1", "--seed", "7", "--json", "--workers", "2")
    edited = json.loads(house.run("simulate", f"{copy}#peninsula-1808", *games).stdout)["games"]
    start = of_library(shipped_path(), "peninsula-1808", Plugins())
    choices = Choices(frozenset(start.scenario.options))
    task = GameTask("empires", start.name, None, None, choices, "7", 1, "random", False)
    shipped = play_one(task, 1, start.family, start.scenario)
    assert edited[0]["state_hash"] != shipped.state_hash


def test_a_map_that_lacks_what_the_game_reads_is_found_and_refused_in_one_sentence(house: House, copy: Path) -> None:
    with Library.open(copy, writing=True) as library:
        sheet = library.map("europe-1805")
        toledo = sheet.graph[SpaceId("toledo")].with_attributes(terrain="jungle")
        library.put_map(dataclasses.replace(sheet, graph=sheet.graph.put_space(toledo)))
        for other in EMPIRES.scenarios:  # which lie on that map, too
            if other.key != "peninsula-1808":
                library.remove_scenario(other.key)
    bind(copy)
    says = "the terrain of Toledo (toledo) is 'jungle': make it one of clear, forest, mountain, marsh, desert"
    checked = house.run("check", str(copy), status=1).stdout
    assert checked == f"scenario peninsula-1808\n  error  map-unfit  {says}\n1 error\n"
    said = house.refused("play", f"{copy}#peninsula-1808", typed="quit\n")
    assert said.strip() == f"the map 'Europe in 1805' cannot be played: {says}"


def bind(library: Path) -> None:
    """Bind the campaign to the map as it is."""
    with Library.open(library, writing=True) as open_:
        revision = open_.revisions("europe-1805")[0]
        open_.put_scenario(replace(open_.scenario("peninsula-1808"), revision=revision))
