"""A copy of the library whose map a designer has edited: it is played so, and `check` says what that changes."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from sandtable.library.shipped import shipped_path
from sandtable.library.store.library_file import Library
from tests.cli.house import House

MARCH = ("Turn order > 1", "end", "? March > Moncey > Cuenca", "quit")


def edit(house: House, library: Path, **changed: str) -> None:
    """Forbid the way from Cuenca to Madrid and make Toledo a mountain, or what ``changed`` says, by GeoJSON."""
    file = library.with_suffix(".geojson")
    house.run("map", "export", f"{library}#europe-1805", str(file))
    document = json.loads(file.read_text("utf-8"))
    for feature in document["features"]:
        said = feature["properties"]
        if said.get("id") == "toledo":
            said.update(changed or {"terrain": "mountain"})
        if not changed and (said.get("a"), said.get("b")) == ("cuenca", "madrid"):
            said["status"] = "forbidden"
    file.write_text(json.dumps(document), "utf-8")
    house.run("map", "import", str(file), f"{library}#europe-1805", "--replace")


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return Path(shutil.copy(shipped_path(), tmp_path / "copy.db"))


def test_a_copy_is_played_as_its_map_was_edited_once_it_is_bound_to_it(house: House, copy: Path) -> None:
    """Until then it is played on the map as it was, which is said."""
    edit(house, copy)
    said = house.run("check", str(copy), status=1).stdout
    assert "which touches it in 2 places: Area Toledo: terrain clear → mountain; Link Cuenca|Madrid is gone" in said
    here = ("play", f"{copy}#peninsula-1808", "--campaign")
    before = house.run(*here, str(copy.with_name("before.campaign")), typed="\n".join(MARCH) + "\n")
    assert "is played on the map 'europe-1805' as it was" in before.stderr
    assert "\nCuenca: possible" in before.stdout.replace("> ", "\n")

    assert "1 warning" in house.run("check", str(copy), "--fix", status=1).stdout
    assert (
        "fixed, scenario peninsula-1808: bind"
        in house.run("check", str(copy), "--fix", "--code", "scenario-map-old").stdout
    )
    assert house.run("check", str(copy)).stdout == "nothing is wrong\n"
    campaign = str(copy.with_name("after.campaign"))
    after = house.run(*here, campaign, typed="\n".join(MARCH) + "\n")
    assert "as it was" not in after.stderr
    assert "\nGuadalajara, Cuenca: possible" in after.stdout.replace("> ", "\n")
    assert "verified" in house.run("replay", campaign, "--verify").stdout


def test_several_processes_play_the_edited_map_as_one_does(house: House, copy: Path) -> None:
    edit(house, copy)
    house.run("check", str(copy), "--fix", "--code", "scenario-map-old")
    games = ("--games", "2", "--turns", "1", "--seed", "7", "--json")
    edited, alone, shipped = (
        [one["state_hash"] for one in json.loads(house.run("simulate", *call, *games).stdout)["games"]]
        for call in ((f"{copy}#peninsula-1808", "--workers", "2"), (f"{copy}#peninsula-1808",), ("peninsula-1808",))
    )
    assert edited == alone
    assert set(edited).isdisjoint(shipped)


def test_a_map_that_lacks_what_the_game_reads_is_found_and_refused_in_one_sentence(house: House, copy: Path) -> None:
    edit(house, copy, terrain="jungle")
    says = "the terrain of Toledo (toledo) is 'jungle': make it one of clear, forest, mountain, marsh, desert"
    checked = house.run("check", str(copy), status=1).stdout
    assert f"map-unfit         {says}" in checked
    assert "[fix: bind" not in checked
    with Library.open(copy, writing=True) as library:
        library.put_scenario(replace(library.scenario("peninsula-1808"), revision=""))
    said = house.refused("play", f"{copy}#peninsula-1808", typed="quit\n")
    assert said.strip() == f"the map 'Europe in 1805' cannot be played: {says}"
