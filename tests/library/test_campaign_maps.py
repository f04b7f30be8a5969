"""The maps of a campaign: all it was played on are in its file, named by its rows, read when they are wanted."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from sandtable import board
from sandtable.board import Map, SpaceId
from sandtable.cli import main
from sandtable.cli.simulation import GameTask, play_one
from sandtable.engine import Choices, Illegal, InstalledGame, Invalid, OnBoard, Referee
from sandtable.engine.referee.replay import Mismatch, verify
from sandtable.library.campaigns.beginning import new_campaign
from sandtable.library.campaigns.carried_setup import CarriedSetup, put_revision
from sandtable.library.campaigns.opening import OpenedCampaign, open_campaign
from sandtable.library.files.file import File
from sandtable.library.files.hash_chains import seal
from sandtable.library.files.schema import CAMPAIGN
from sandtable.library.store.documents import ScenarioDocument
from sandtable.library.store.library_file import Library
from sandtable.library.store.undrawn_maps import UndrawnMap
from sandtable.play.begin.starts import Start
from tests.games.fords import FORDS, fords
from tests.games.heath import HEATH, Go, Leaps, Looks, Unit, UnitId, drowned, heath, price
from tests.library.campaigns import FAMILY as RIVERS
from tests.library.campaigns import begun as begun_rivers
from tests.library.campaigns import file_of
from tests.library.samples import county

FAMILY = InstalledGame(HEATH)
SCENARIO = FAMILY.scenario("heath")
OLD = InstalledGame(replace(HEATH, modules=(Leaps, Looks), texts={}))
"""The game before its rules asked for a map."""
TO_0301 = Go(UnitId("b1"), SpaceId("0301"))


def begun(path: Path | None, family: InstalledGame = FAMILY, key: str = "heath") -> Referee:
    return new_campaign(
        family,
        path,
        Start(family, family.scenario(key)).begin,
        scenario=key,
        title=key,
        seed="1",
        take_back="free",
    )


def before_maps(path: Path, carried: CarriedSetup) -> None:
    """Make a campaign as it was begun before maps were named."""
    referee = new_campaign(
        OLD,
        path,
        lambda: Referee.begin(OLD, SCENARIO.rows(), Choices(frozenset({"leaps"}))),
        scenario="heath",
        title="The heath",
        seed="1",
        take_back="free",
        carried=carried,
    )
    referee.sink.close()


def edit(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def adopt(referee: Referee, sheet: Map) -> None:
    """Have the table play on another revision."""
    put_revision(file_of(referee).file, sheet)
    referee.table("another map", lambda game: game.state.place_on(sheet))


# -- what it carries


def test_a_campaign_of_an_installed_scenario_carries_its_map(tmp_path: Path) -> None:
    path = tmp_path / "war.campaign"
    begun(path).sink.close()
    opened = open_campaign(FAMILY, path)
    assert not opened.notices
    assert opened.carried_setup == CarriedSetup(heath())
    there = board.of(opened.referee.game)
    assert there.digest == heath().digest
    assert price(opened.referee.game, "0201", "0301") == 1
    opened.referee.play(TO_0301)
    opened.referee.sink.close()
    looked_at = open_campaign(FAMILY, path, reading=True)
    assert looked_at.start[OnBoard]["board"].digest == heath().digest
    assert not [one for one in verify(FAMILY, looked_at.start, looked_at.referee.journal) if isinstance(one, Mismatch)]


def test_the_map_is_read_when_it_is_wanted_and_drawn_when_it_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "war.campaign"
    family = InstalledGame(FORDS)
    begun(path, family, "fords").sink.close()
    read: list[str] = []
    whole = OpenedCampaign.whole_map

    def note(self: OpenedCampaign, digest: str) -> Map:
        read.append(digest)
        return whole(self, digest)

    monkeypatch.setattr(OpenedCampaign, "whole_map", note)
    opened = open_campaign(family, path)
    assert opened.referee.prompt is not None
    there = board.of(opened.referee.game)
    assert isinstance(there, UndrawnMap)
    assert there == fords()
    assert there.neighbours("aldbrook") == fords().neighbours("aldbrook")
    assert read == []
    assert there.areas is not None
    assert list(there.areas) == list(fords().areas or ())
    assert there.lines == fords().lines
    assert read == [fords().digest]
    opened.referee.sink.close()


def test_every_revision_it_was_played_on_stays_in_its_file(tmp_path: Path) -> None:
    path = tmp_path / "war.campaign"
    referee = begun(path)
    adopt(referee, drowned())
    assert price(referee.game, "0201", "0301") == 2
    referee.sink.close()
    opened = open_campaign(FAMILY, path)
    referee = opened.referee
    assert opened.carried_setup == CarriedSetup(drowned(), None, (heath(),))
    assert board.of(referee.game) == drowned()
    referee.history.undo()
    assert board.of(referee.game) == heath()
    assert price(referee.game, "0201", "0301") == 1
    referee.play(TO_0301)
    file_of(referee).copy(tmp_path / "copy.campaign")
    referee.sink.close()
    copied = open_campaign(FAMILY, tmp_path / "copy.campaign", reading=True)
    assert copied.carried_setup == CarriedSetup(drowned(), None, (heath(),))
    assert board.of(copied.referee.game) == heath()


def test_what_was_broken_off_goes_on_with_its_map(tmp_path: Path) -> None:
    referee = begun(tmp_path / "war.campaign")
    referee.in_doubt = True
    referee.recall()
    assert board.of(referee.game) == heath()
    referee.play(TO_0301)
    referee.sink.close()


# -- a revision that is gone


def test_a_campaign_whose_map_is_gone_opens_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "war.campaign"
    begun(path).sink.close()
    edit(path, "DELETE FROM maps")
    opened = open_campaign(FAMILY, path)
    assert [one for one in opened.notices if f"revision {heath().digest[:12]} of the map 'heath'" in one]
    assert opened.referee.game[Unit]["b1"].hex == "0201"
    with pytest.raises(Invalid, match="not in its file any more"):
        board.of(opened.referee.game)
    before = opened.referee.game.state.hash
    with pytest.raises(Invalid, match="not in its file any more"):
        opened.referee.play(TO_0301)
    assert opened.referee.game.state.hash == before
    opened.referee.sink.close()
    assert open_campaign(FAMILY, path, reading=True).referee.journal.head == 1


def test_verification_says_that_a_revision_is_gone(tmp_path: Path) -> None:
    path = tmp_path / "war.campaign"
    referee = begun(path)
    adopt(referee, drowned())
    referee.sink.close()
    edit(path, f"DELETE FROM maps WHERE revision = '{drowned().digest}'")
    ((ply, says),) = open_campaign(FAMILY, path, reading=True).map_faults()
    assert (ply, says) == (
        2,
        (
            "the map 'heath' that it is played on cannot be read: its revision "
            f"{drowned().digest[:12]} is not in the file any more; take a copy of the file from before"
        ),
    )


def test_verification_names_a_map_that_is_another(tmp_path: Path) -> None:
    library, path = tmp_path / "own.db", tmp_path / "war.campaign"
    with Library.create(library) as own:
        own.put_map(county())
    document = ScenarioDocument.of(RIVERS.scenario("twin_rivers"), RIVERS, county())
    start = Start.of(document, RIVERS, library)
    new_campaign(RIVERS, path, start.begin, scenario="own", title="Own", seed="1", take_back="free").sink.close()
    sound = CliRunner().invoke(main, ["replay", str(path), "--verify"])
    assert "all 1 plies come out the same" in sound.stdout
    other = replace(county(), info=msgspec.structs.replace(county().info, says="redrawn"))
    with File.open(path, CAMPAIGN, writing=True) as file:
        put_revision(file, other)
        with file.unit() as db:
            db.execute("DELETE FROM maps WHERE revision = ?", (county().digest,))
            entry = list(db.execute("SELECT * FROM maps").fetchone())
            entry[2] = county().digest
            db.execute("UPDATE maps SET revision = ?, seal = ?", (entry[2], seal(*entry[1:-1])))
    ((ply, says),) = open_campaign(RIVERS, path, reading=True).map_faults()
    assert (ply, says) == (
        0, f"the map 'county' in its file is not the revision {county().digest[:12]} it was played on"
    )  # fmt: skip
    found = CliRunner().invoke(main, ["replay", str(path), "--verify"])
    assert found.exit_code == 1
    assert says in found.stderr


# -- from before maps were named


@pytest.mark.parametrize("carried", [CarriedSetup(), CarriedSetup(heath())], ids=["of its game", "carried"])
def test_a_campaign_of_before_names_its_map_when_it_is_opened(carried: CarriedSetup, tmp_path: Path) -> None:
    path = tmp_path / "war.campaign"
    before_maps(path, carried)
    looked_at = open_campaign(FAMILY, path, reading=True)
    assert board.of(looked_at.referee.game) == heath()
    assert not list(looked_at.map_faults())
    opened = open_campaign(FAMILY, path)
    assert "it names the map it is played on, heath" in opened.notices[0]
    referee = opened.referee
    assert referee.game[OnBoard]["board"].digest == heath().digest
    referee.play(TO_0301)
    referee.history.undo()
    with pytest.raises(Illegal, match="play cannot go back there"):
        referee.history.undo()
    referee.sink.close()
    again = open_campaign(FAMILY, path, reading=True)
    assert not again.notices
    assert again.carried_setup.ground == heath()


def test_a_map_that_no_rule_asks_for_is_only_carried(tmp_path: Path) -> None:
    begun_rivers(tmp_path / "rivers.campaign", carried=CarriedSetup(county())).sink.close()
    opened = open_campaign(RIVERS, tmp_path / "rivers.campaign", reading=True)
    assert not opened.notices
    assert len(opened.referee.game[OnBoard]) == 0


def test_a_scenario_of_a_library_is_played_on_the_map_of_that_library(tmp_path: Path) -> None:
    library, path = tmp_path / "own.db", tmp_path / "war.campaign"
    document = ScenarioDocument.of(SCENARIO, FAMILY, drowned())
    with Library.create(library) as own:
        own.put_map(drowned())
        own.put_scenario(document)
    start = Start.of(document, FAMILY, library)
    played = new_campaign(FAMILY, path, start.begin, scenario="heath", title="Heath", seed="1", take_back="free")
    assert price(played.game, "0201", "0301") == 2
    played.sink.close()
    library.unlink()
    opened = open_campaign(FAMILY, path, reading=True)
    assert price(opened.referee.game, "0201", "0301") == 2
    task = GameTask("heath", "heath", document, library, Choices(), "1", 1, "random", True)
    (one, two) = (play_one(task, 1, FAMILY, scenario) for scenario in (SCENARIO, start.scenario))
    assert (one.fault, two.fault) == ("", "")
    assert one.state_hash != two.state_hash
