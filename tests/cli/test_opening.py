"""``sandtable FILE``: what somebody names in place of a command is opened, or a sentence says why not."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from sandtable.cli.opening import call_for
from sandtable.engine.discovery.modules import Plugins
from sandtable.engine.errors import Invalid
from sandtable.library.shipped import shipped_path
from sandtable.library.store.library_file import Library
from tests.cli.house import House

CAMPAIGN = "crown.campaign"


def without_display(house: House, *args: str, typed: str = "", status: int = 0) -> subprocess.CompletedProcess[str]:
    environment = {k: v for k, v in house.environment().items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}  # fmt: skip  # noqa: E501
    run = subprocess.run(
        house.command(*args), input=typed, env=environment, cwd=house.home, capture_output=True, text=True, check=False
    )
    assert run.returncode == status, run.stderr
    return run


@pytest.fixture
def library(house: House) -> Path:
    """A library of one scenario."""
    path = house.home / "one.db"
    with Library.open(shipped_path()) as ours, Library.create(path, id="one") as made, made.unit():
        made.put_map(ours.map("europe-1805"))
        made.put_scenario(ours.scenario("peninsula-1808"))
    return path


@pytest.fixture
def campaign(house: House) -> Path:
    house.run("play", "crown", "--seed", "1", "--campaign", CAMPAIGN)
    return house.home / CAMPAIGN


def test_a_campaign_goes_on_in_the_terminal_where_there_is_no_window(house: House, campaign: Path) -> None:
    run = without_display(house, CAMPAIGN)
    assert f"Going on with {CAMPAIGN}." in run.stdout
    moved = campaign.rename(house.home / "renamed")  # what a file is, its contents say
    assert f"Going on with {moved.name}." in without_display(house, "renamed").stdout
    refused = without_display(house, "renamed", "--seed", "3", status=2)
    assert refused.stderr == "the campaign renamed has begun already: leave out --seed, or name a scenario\n"


def test_a_scenario_and_a_library_are_opened_too(house: House, library: Path) -> None:
    assert "A new campaign of The crown" in without_display(house, "crown", "--new").stdout
    assert "A new campaign of The Peninsula, 1808" in without_display(house, str(library)).stdout
    assert "Going on with" in without_display(house, f"{library}#peninsula-1808").stdout


def test_in_the_window_where_there_is_one(campaign: Path, library: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def found() -> Plugins:
        return Plugins(safe=True)

    assert call_for(str(campaign), found, window=True) == ["workbench", "--campaign", str(campaign)]
    assert call_for(str(library), found, window=True) == ["workbench", f"{library}#peninsula-1808"]
    assert call_for("peninsula-1808", found, window=True) == ["workbench", "peninsula-1808"]
    assert call_for("lsit", found, window=True) is None
    monkeypatch.chdir(campaign.parent)
    with pytest.raises(Invalid, match=r"^\. is a folder: choose a file$"):
        call_for(".", found, window=True)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("notes.txt", b"words", "notes.txt is neither a campaign nor a library; `sandtable list` shows what there is"),
        ("x.png", b"\x89PNG\r\n", "x.png is neither a campaign nor a library: it looks like a PNG image; "),
        ("x.db", b"SQLite format 3\0" + bytes(84), "x.db is neither a campaign nor a library; "),
        ("a.geojson", b"{}", "a.geojson cannot be played: `sandtable map import a.geojson maps.db` imports a GeoJSON"),
        ("no.campaign", None, "no.campaign: there is no such file; name a campaign, a library or a scenario"),
    ],
)
def test_what_is_no_such_file_is_told_in_a_sentence(house: House, name: str, content: bytes | None, says: str) -> None:
    if content is not None:
        (house.home / name).write_bytes(content)
    assert house.refused(name).startswith(says)


def test_a_library_without_a_scenario_says_what_it_holds(house: House) -> None:
    house.run("map", "export", f"{shipped_path()}#europe-1805", "maps.db")
    said = house.refused("maps.db")
    assert said.startswith("maps.db is a library with the map europe-1805 and no scenario to play: `sandtable list")


# -- the guides


def test_the_guides_are_listed_and_printed(house: House) -> None:
    facts = json.loads(house.run("docs", "--json").stdout)
    pages = {one["page"]: Path(one["path"]) for one in facts["pages"]}
    assert {"players-guide", "rules-module", "commands", "hooks", "twin-rivers", "changelog"} <= pages.keys()
    for key, path in pages.items():
        assert house.run("docs", key).stdout == path.read_text("utf-8")
    assert facts["folder"] in house.run("docs").stdout
    assert house.refused("docs", "rules-modul").startswith("no page is called 'rules-modul': did you mean rules-module")


# -- what it does


def test_it_is_quiet_until_somebody_wants_to_hear_what_it_does(house: House) -> None:
    assert house.run("list").stderr == ""
    for call in (["--verbose", "list"], ["list", "--verbose"]):
        told = house.run(*call).stderr.splitlines()
        assert all(re.match(r"\d\d:\d\d:\d\d\.\d{3} \d+ \S", line) for line in told), told
        assert any("game parley is loaded from sandtable_parley:PARLEY (sandtable-parley 1.0)" in one for one in told)
        assert any("SQLite" in one for one in told)


def test_what_it_does_is_written_to_the_end_of_a_file(house: House) -> None:
    for _ in range(2):
        assert house.run("--log", "what.log", "list").stderr == ""
    assert (house.home / "what.log").read_text("utf-8").count("called: ") == 2
    assert house.refused("--log", "no/where.log", "list").startswith("no/where.log cannot be written: No such file")
