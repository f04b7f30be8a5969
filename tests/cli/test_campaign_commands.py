"""``sandtable campaign``: listed, renamed, copied, deleted, taken back."""

from __future__ import annotations

import json

import pytest

from tests.cli.house import House


@pytest.fixture
def war(house: House) -> House:
    """Give a machine with one campaign, called "war"."""
    house.run("play", "crown", "--seed", "1", "--campaign", house.home / "campaigns" / "war.campaign", typed="quit\n")
    return house


def names(house: House) -> list[str]:
    return sorted(path.stem for path in house.campaigns)


def test_the_list_tells_how_it_stands_and_who_plays(war: House) -> None:
    told = war.run("campaign", "list").stdout
    assert told.splitlines()[0] == "war"
    assert "Round 1" in told
    assert "last played" in told
    (facts,) = json.loads(war.run("campaign", "list", "--json").stdout)["campaigns"]
    assert (facts["name"], facts["state"], facts["wrong"]) == ("war", "ready", "")
    assert facts["players"]


def test_without_campaigns_it_says_how_one_begins(house: House) -> None:
    assert "sandtable play SCENARIO" in house.run("campaign", "list").stdout
    assert json.loads(house.run("campaign", "list", "--json").stdout)["campaigns"] == []


def test_what_cannot_be_opened_is_listed_as_what_it_is(war: House) -> None:
    (war.home / "campaigns" / "letter.campaign").write_text("Dear Sir")
    told = war.run("campaign", "list", status=1).stdout
    assert "letter (not a campaign)" in told
    assert "\nwar\n" in f"\n{told}"


def test_renamed_copied_deleted_and_taken_back(war: House) -> None:
    war.run("campaign", "rename", "war", "Winter war")
    assert names(war) == ["Winter war"]
    made = json.loads(war.run("campaign", "copy", "Winter war", "--json").stdout)
    assert made["copy"].endswith("Winter war-copy.campaign")
    told = war.run("campaign", "delete", "Winter war-copy", "--yes").stdout
    assert "`sandtable campaign restore 'Winter war-copy'` takes it back" in told
    assert names(war) == ["Winter war"]
    assert "Winter war-copy" in war.run("campaign", "list", "--deleted").stdout
    war.run("campaign", "restore", "Winter war-copy")
    assert names(war) == ["Winter war", "Winter war-copy"]
    assert war.run("campaign", "list", "--deleted").stdout == "no campaign was deleted\n"


def test_deleting_asks_and_without_anybody_to_ask_it_does_nothing(war: House) -> None:
    assert "nobody can be asked: call it with --yes" in war.refused("campaign", "delete", "war")
    assert names(war) == ["war"]


def test_what_is_not_there_or_taken_is_refused_in_one_sentence(war: House) -> None:
    assert "did you mean war" in war.refused("campaign", "rename", "wars", "peace")
    war.run("campaign", "copy", "war", "peace")
    assert "peace.campaign already exists" in war.refused("campaign", "rename", "war", "peace")
    assert "must not contain" in war.refused("campaign", "copy", "war", "a/b")
    assert "no command of `sandtable campaign`" in war.refused("campaign", "remove", "war")


def test_play_goes_on_with_the_campaign_and_not_with_its_copy(war: House) -> None:
    war.run("campaign", "copy", "war")
    assert "war.campaign" in war.run("play", "crown", typed="quit\n").stdout


def test_a_report_is_written_as_a_page(war: House) -> None:
    page = war.home / "report.html"
    told = war.run("report", "war", "--out", page).stdout
    assert "Round 1" in told
    assert "<h1>Round 1</h1>" in page.read_text("utf-8")
    facts = json.loads(war.run("report", "war", "--round", "1", "--out", page, "--json").stdout)
    assert (facts["written"], facts["bytes"]) == (str(page), page.stat().st_size)


def test_a_report_that_cannot_be_is_refused_in_one_sentence(war: House) -> None:
    page = war.home / "report.html"
    assert "round 9 was not played" in war.refused("report", "war", "--round", "9", "--out", page)
    assert "no seat is called" in war.refused("report", "war", "--seat", "nobody", "--out", page)
    assert "no campaign is called" in war.refused("report", "peace", "--out", page)
    assert "there is no folder" in war.refused("report", "war", "--out", war.home / "no" / "x.html")
    assert not page.exists()
