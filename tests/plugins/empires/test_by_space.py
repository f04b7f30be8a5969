"""Campaigns of version 1 of the data, in which areas went by their names, are brought up."""

from __future__ import annotations

import lzma
from pathlib import Path
from typing import Any, Final

import pytest

from sandtable.engine import InstalledGame, Mark, Tables
from sandtable.lab.bots import RandomBot
from sandtable.library.campaigns.opening import open_campaign
from sandtable.play.record.chronicle import Chronicle
from sandtable.play.words.where import ply_places
from sandtable_empires.by_space import act, province, rows
from sandtable_empires.maps.europe_1805 import europe_1805
from sandtable_empires.model import Area, Corps, Depot, Garrison, Link, Province
from sandtable_empires.model.calendar import MONTHS
from sandtable_empires.system import EMPIRES
from sandtable_empires.testing.peninsula import rows as start

KEPT: Final = Path(__file__).parents[2] / "library" / "kept" / "2"
LAND: Final[Tables] = {
    "Province": {"New Castile": {"id": "New Castile", "title": "New Castile", "home": "Spain", "capital": "Madrid"}},
    "Area": {
        "Madrid": {"id": "Madrid", "title": "Madrid", "province": "New Castile", "space": "madrid"},
        "Ciudad Real": {"id": "Ciudad Real", "title": "Ciudad Real", "province": "New Castile", "space": "x-17"},
    },
    "Link": {"Ciudad Real|Madrid": {"id": "Ciudad Real|Madrid", "ends": ["Ciudad Real", "Madrid"], "river": "Tagus"}},
}
"""A space has the id that its map gives it, whatever it is called."""


def turned(table: str, row: dict[str, Any]) -> dict[str, Any]:
    (found,) = rows(LAND | {table: {row["id"]: row}})[table].values()
    return found


def test_the_land_goes_by_the_ids_of_the_map() -> None:
    land = rows(LAND)
    assert land["Area"]["x-17"] == {"id": "x-17", "title": "Ciudad Real", "province": "new-castile"}
    assert land["Province"]["new-castile"]["capital"] == "madrid"
    assert land["Link"] == {"madrid|x-17": {"id": "madrid|x-17", "ends": ["madrid", "x-17"], "river": True}}


def test_a_province_has_the_id_of_its_region() -> None:
    provinces = [region for region in europe_1805().regions if region.kind == "province"]
    assert [province(one.name) for one in provinces] == [one.id for one in provinces]


@pytest.mark.parametrize(
    ("table", "was", "now"),
    [
        ("Corps", {"id": "F I", "area": "Ciudad Real"}, {"id": "F I", "area": "x-17"}),
        ("Corps", {"id": "F I"}, {"id": "F I"}),
        (
            "Garrison",
            {"id": "Spain depot guard in Ciudad Real", "area": "Ciudad Real"},
            {"id": "Spain depot guard in x-17", "area": "x-17"},
        ),
        (
            "Depot",
            {"id": "Great Britain depot Madrid", "area": "Madrid"},
            {"id": "Great Britain depot madrid", "area": "madrid"},
        ),
        ("Siege", {"id": "Madrid", "area": "Madrid"}, {"id": "madrid", "area": "madrid"}),
        ("Guerillas", {"id": "Madrid", "factors": 2}, {"id": "madrid", "factors": 2}),
        ("Arrival", {"id": "V", "areas": ["Madrid", "Ciudad Real"]}, {"id": "V", "areas": ["madrid", "x-17"]}),
        ("Fleet", {"id": "Reserve", "port": "Madrid"}, {"id": "Reserve", "port": "madrid", "space": None}),
        ("Reckoned", {"id": "Spain garrison of Madrid"}, {"id": "Spain garrison of madrid"}),
        (
            "Mark",
            {"id": "assault:Madrid", "subject": "Madrid", "what": "assault"},
            {"id": "assault:madrid", "subject": "madrid", "what": "assault"},
        ),
        (
            "Mark",
            {"id": "searched by France:New Castile", "subject": "New Castile", "what": "searched by France"},
            {"id": "searched by France:new-castile", "subject": "new-castile", "what": "searched by France"},
        ),
        (
            "Mark",
            {"id": "came:S garrison of Madrid: militia", "subject": "S garrison of Madrid: militia", "what": "came"},
            {"id": "came:S garrison of madrid: militia", "subject": "S garrison of madrid: militia", "what": "came"},
        ),
        (
            "Duty",
            {"id": "attack:France:Ciudad Real", "subject": "Ciudad Real", "what": "attack"},
            {"id": "attack:France:x-17", "subject": "x-17", "what": "attack"},
        ),
        ("Frame", {"id": "frame-02", "subject": "battle-0001"}, {"id": "frame-02", "subject": "battle-0001"}),
        (
            "Standing",
            {"id": "a", "side": "Spain", "kind": "JoinFight", "topic": "Madrid"},
            {"id": "a", "side": "Spain", "kind": "JoinFight", "topic": "madrid"},
        ),
        (
            "Proposal",
            {"id": "p", "what": "correct", "data": {"table": "Corps", "id": "F I", "fields": {"area": "Madrid"}}},
            {"id": "p", "what": "correct", "data": {"table": "Corps", "id": "F I", "fields": {"area": "madrid"}}},
        ),
        (
            "Proposal",
            {"id": "p", "what": "correct", "data": {"table": "Area", "id": "Madrid", "fields": {"holder": "France"}}},
            {"id": "p", "what": "correct", "data": {"table": "Area", "id": "madrid", "fields": {"holder": "France"}}},
        ),
    ],
)  # fmt: skip
def test_what_is_somewhere_is_there_by_its_id(table: str, was: dict[str, Any], now: dict[str, Any]) -> None:
    assert turned(table, was) == now


@pytest.mark.parametrize(
    ("name", "was", "now"),
    [
        ("March", {"corps": "F I", "way": ["Ciudad Real", "Madrid"]}, {"corps": "F I", "way": ["x-17", "madrid"]}),
        ("Retreat", {"to": "the city"}, {"to": "the city"}),
        ("HuntGuerillas", {"province": "New Castile"}, {"province": "new-castile"}),
        (
            "LoseFactors",
            {"losses": [["guerillas in Madrid", 2], ["F I: infantry", 1]]},
            {"losses": [["guerillas in madrid", 2], ["F I: infantry", 1]]},
        ),
        ("NameClaimant", {"side": "Madrid"}, {"side": "Madrid"}),
    ],
)
def test_an_answer_names_areas_by_their_ids(name: str, was: dict[str, Any], now: dict[str, Any]) -> None:
    assert act(name, was, LAND) == (name, now)


@pytest.mark.parametrize("name", ["peninsula", "peninsula-battle", "peninsula-options"])
def test_a_kept_campaign_lies_on_the_land_of_today_and_goes_on(name: str, tmp_path: Path) -> None:
    """Two of them stand in the middle of a question."""
    path = tmp_path / f"{name}.campaign"
    path.write_bytes(lzma.decompress((KEPT / f"{name}.campaign.xz").read_bytes()))
    opened = open_campaign(InstalledGame(EMPIRES), path)
    referee, (told, *_) = opened.referee, opened.notices
    assert told.startswith("The campaign was brought up to newer data of its game at ply ")
    game = referee.game
    for kind in (Area, Province, Link):
        laid = {row.id for row in start() if type(row) is kind}
        assert set(game[kind].ids()) == laid
    rivers = {row.id: row.river for row in start() if isinstance(row, Link)}
    assert {link.id: link.river for link in game[Link]} == rivers
    standing = [row.area for row in (*game[Corps], *game[Garrison], *game[Depot]) if row.area is not None]
    assert standing
    assert all(area in game[Area] for area in standing)
    assert not any(mark.subject in {area.title for area in game[Area]} for mark in game[Mark])
    bot, first = RandomBot("on"), referee.journal.base
    for _ in range(30):
        if (prompt := referee.prompt) is None:
            break
        action = bot.answer(referee, prompt.open[0])
        assert action is not None
        referee.play(action, prompt.open[0].side)
    line = referee.journal.line()
    places = ply_places(game, line)
    assert places[line.index(referee.journal[first]) + 1 :] == ply_places(game, [one for one in line if one.id > first])
    book = Chronicle(game, referee.journal)
    chapters = {ply.id: book.chapter(ply) for ply in line}
    assert {chapters[ply.id] for ply in line if ply.id <= first} == {("Before it was brought up",)}
    assert {chapters[ply.id][0] for ply in line if ply.id > first} <= {f"{month} 1808" for month in MONTHS}
    assert all(book.lines(ply, ("France",)) is not None for ply in line)
    referee.sink.close()
    again = open_campaign(InstalledGame(EMPIRES), path, reading=True)
    assert (again.referee.game.state.hash, again.notices) == (game.state.hash, [])
