"""The campaigns that are kept, as the first page and the command line tell of them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from sandtable.engine import InstalledGame
from sandtable.engine.errors import Invalid
from sandtable.library.files.file import File
from sandtable.library.files.schema import CAMPAIGN, LIBRARY
from sandtable.play.begin.campaign_facts import CampaignState, Player, describe_player
from sandtable.play.begin.saved_campaigns import (
    find_campaign,
    read_saved,
    saved_campaigns,
    state_of,
    summarize,
)
from sandtable.play.begin.starts import Start
from sandtable.play.table.sitting import Wishes, begin
from sandtable_twin_rivers import TWIN_RIVERS
from tests.games.fords.at_the_fords import FAMILY
from tests.library.campaigns import edit
from tests.library.held_elsewhere import held_elsewhere
from tests.library.samples import names

RIVERS = InstalledGame(TWIN_RIVERS)


def kept(path: Path, wishes: Wishes | None = None, family: InstalledGame = FAMILY) -> Path:
    """Begin a campaign and close it."""
    start = Start(family, family.system.scenarios[0])
    begin(start, wishes or Wishes(seed="1", seats="one"), path).referee.sink.close()
    return path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return kept(tmp_path / "war.campaign")


def test_the_one_played_last_comes_first(tmp_path: Path) -> None:
    for nth, name in enumerate(("b", "c", "a")):
        os.utime(kept(tmp_path / f"{name}.campaign"), (1000 + nth, 1000 + nth))
    found = saved_campaigns(tmp_path)
    assert [one.name for one in found] == ["a", "c", "b"]
    assert {(one.title, one.state, one.wrong) for one in found} == {("The Fords", "ready", "")}
    assert saved_campaigns(tmp_path / "nothing") == []


@pytest.mark.parametrize(
    ("seats", "bots", "told"),
    [
        ("one", (), ["The table: Blue and Red"]),
        ("each", (), ["Blue", "Red"]),
        ("Anna=Blue,Ben=Red", (), ["Anna: Blue", "Ben: Red"]),
        ("Anna=Blue,Ben=Red", ("Red",), ["Anna: Blue", "Bot: Red"]),
        ("one", ("Blue", "Red"), ["Bots: Blue and Red"]),
    ],
)
def test_who_plays_what(tmp_path: Path, seats: str, bots: tuple[str, ...], told: list[str]) -> None:
    path = kept(tmp_path / "war.campaign", Wishes(seed="1", seats=seats, bots=bots))
    summary = summarize(path, lambda _: FAMILY, 100, 100)
    assert [describe_player(one) for one in summary.players] == told
    assert {len(colour) for one in summary.players for _, colour in one.sides} == {7}


def test_a_side_that_another_acts_for() -> None:
    assert describe_player(Player("deputy", "France", (("Italy", ""), ("Poland", "")))) == (
        "Italy and Poland: played by France"
    )


def test_how_it_stands_is_told_as_everybody_may_know_it(tmp_path: Path) -> None:
    path = kept(tmp_path / "rivers.campaign", family=RIVERS)
    content = path.read_bytes(), path.stat().st_mtime_ns
    summary = summarize(path, lambda _: RIVERS, 240, 150)
    assert (summary.game, summary.round, summary.is_over) == ("Twin Rivers", "Round 1", False)
    assert summary.lead
    picture = summary.picture
    assert picture is not None
    strengths = {stack.strength for stack in picture.stacks}
    assert strengths
    assert all(one in ("?", "") or one.startswith("×") for one in strengths)  # nobody sits there yet
    assert (path.read_bytes(), path.stat().st_mtime_ns) == content
    assert names(tmp_path) == ["rivers.campaign"]


def spoil(path: Path, how: CampaignState) -> None:
    match how:
        case "damaged":
            edit(path, "UPDATE campaign SET document = '{}'")
        case "newer":
            content = bytearray(path.read_bytes())
            content[60:64] = (CAMPAIGN.version + 1).to_bytes(4)
            path.write_bytes(content)
        case "foreign":
            path.write_text("Dear Sir")
        case _:
            path.write_bytes(b"")


@pytest.mark.parametrize("how", ["damaged", "newer", "foreign", "unfinished"])
def test_what_cannot_be_opened_is_told_as_what_it_is(path: Path, how: CampaignState) -> None:
    spoil(path, how)
    saved = read_saved(path)
    assert saved.state == how
    assert "war.campaign" in saved.wrong
    assert saved.name == "war"


def test_a_folder_and_a_library_are_no_campaigns(tmp_path: Path) -> None:
    (tmp_path / "folder.campaign").mkdir()
    File.create(tmp_path / "library.campaign", LIBRARY).close()
    assert {one.name: one.state for one in saved_campaigns(tmp_path)} == {"folder": "foreign", "library": "foreign"}


def test_one_that_is_open_in_this_program(path: Path) -> None:
    with File.open(path, CAMPAIGN, writing=True):
        assert read_saved(path).state == "open here"
    assert read_saved(path).state == "ready"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="forks")
def test_one_that_is_open_in_another_program_is_told_and_shown(path: Path) -> None:
    with held_elsewhere(path):
        saved = read_saved(path)
        assert (saved.state, saved.title) == ("open elsewhere", "The Fords")
        assert "is open in another program" in saved.wrong
        assert summarize(path, lambda _: FAMILY, 100, 100).round == "Round 1"


def test_what_shows_only_when_it_is_read_is_told_too(path: Path) -> None:
    edit(path, "UPDATE plies SET document = '{}'")
    assert read_saved(path).state == "ready"
    with pytest.raises(Invalid, match="was damaged or edited") as caught:
        summarize(path, lambda _: FAMILY, 100, 100)
    assert state_of(path, caught.value) == "damaged"


def test_a_campaign_is_found_by_its_name_or_as_a_file(tmp_path: Path, path: Path) -> None:
    assert find_campaign("war", tmp_path) == path
    assert find_campaign("war.campaign", tmp_path) == path
    shutil.copy(path, tmp_path / "elsewhere")
    assert find_campaign(str(tmp_path / "elsewhere"), tmp_path) == tmp_path / "elsewhere"
    with pytest.raises(Invalid, match="no campaign is called 'wars': did you mean war"):
        find_campaign("wars", tmp_path)


def test_one_whose_game_is_not_installed_is_not_called_damaged(path: Path) -> None:
    def family(key: str) -> InstalledGame:
        raise Invalid(f"no game is called {key!r}")

    with pytest.raises(Invalid, match="no game is called 'fords'") as caught:
        summarize(path, family, 100, 100)
    assert state_of(path, caught.value) == "unreadable"
