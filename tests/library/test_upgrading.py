"""An upgrade of a game's data loses no answer: killed at any point, saved from memory, in the middle of the set-up."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Final

import pytest

from sandtable.engine.errors import Illegal, Invalid, SandtableError
from sandtable.engine.referee.referee import Referee
from sandtable.engine.running.installed_game import InstalledGame
from sandtable.library.campaigns.beginning import new_campaign
from sandtable.library.campaigns.campaigns import CampaignFile
from sandtable.library.campaigns.opening import OpenedCampaign, open_campaign
from tests.library import test_code_changes as changed
from tests.library.campaigns import file_of
from tests.library.test_code_changes import (
    SECOND,
    TIRED,
    both,
    in_a_battle,
    play,
    put,
    same,
    second_toml,
    sound_since,
    standing,
    swap,
)  # fmt: skip

Rivers = Callable[..., InstalledGame]
rivers = changed.rivers
ROOT: Final = Path(__file__).parents[2]


def source_of(family: InstalledGame) -> Path:
    file = sys.modules[family.system.rows[0].__module__].__file__
    assert file is not None
    return Path(file)


def strengths(referee: Any) -> dict[str, Any]:
    units = referee.game.state.documents()["Unit"]
    return {id: (unit["area"], unit.get("strength")) for id, unit in units.items()}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="children are forked")
def test_killed_at_any_point_of_an_upgrade_no_answer_is_lost(rivers: Rivers, tmp_path: Path) -> None:
    path, left = tmp_path / "war.campaign", tmp_path / "left"
    left.mkdir()
    stood = in_a_battle(rivers(same), path)
    second = rivers(SECOND, second_toml)
    command = [sys.executable, "-m", "tests.library.upgrade_nursery", str(source_of(second)), str(path), str(left)]
    subprocess.run(command, check=True, cwd=ROOT, timeout=300)
    copies = sorted(left.glob("*.campaign"), key=lambda one: int(one.stem))
    assert len(copies) > 10
    for copy in copies:
        opened = open_campaign(second, copy)
        now = standing(opened.referee)
        assert now["why"] == stood["why"], copy.name
        assert strengths(opened.referee) == stood["units"], copy.name
        assert set(stood["plies"]) < set(now["plies"])
        opened.referee.sink.close()


def saved_and_opened(second: InstalledGame, opened: OpenedCampaign, target: Path) -> Referee:
    """Save a copy, look at it, play on in it; returns it as it was opened."""
    referee = opened.referee
    stands = (referee.journal.head, referee.game.state.hash, sorted(referee.journal.plies))
    file_of(referee).copy(target)
    again = open_campaign(second, target)
    journal = again.referee.journal
    assert not again.notices
    assert (journal.head, again.referee.game.state.hash, sorted(journal.plies)) == stands
    assert sound_since(again)
    play(again.referee, 5)
    again.referee.sink.close()
    return open_campaign(second, target, reading=True).referee


@pytest.mark.parametrize("harm", ["gone", "cut", "sound"])
@pytest.mark.parametrize("sittings", [1, 2])
def test_an_upgraded_campaign_is_saved_from_memory(harm: str, sittings: int, rivers: Rivers, tmp_path: Path) -> None:
    path = tmp_path / "war.campaign"
    in_a_battle(rivers(same), path)
    second = rivers(SECOND, second_toml)
    for _ in range(sittings - 1):
        opened = open_campaign(second, path)
        play(opened.referee, 3)
        opened.referee.sink.close()
    opened = open_campaign(second, path)
    play(opened.referee, 3)
    log = path.with_name(f"{path.name}-wal")
    if harm == "gone":
        path.unlink()
        log.unlink()
    elif harm == "cut":
        os.truncate(log, 5_000)
    copy = saved_and_opened(second, opened, tmp_path / "copy.campaign")
    assert copy.journal.base == opened.referee.journal.base
    with suppress(Invalid):
        opened.referee.sink.close()


def test_one_that_cannot_be_written_is_saved_elsewhere(rivers: Rivers, tmp_path: Path) -> None:
    """The disk is full: what was acknowledged can be had."""
    path = tmp_path / "war.campaign"
    in_a_battle(rivers(same), path)
    second = rivers(SECOND, second_toml)
    opened = open_campaign(second, path)
    connection = file_of(opened.referee).file.conn
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count={pages}")
    with pytest.raises(SandtableError, match="its disk is full"):
        play(opened.referee, 500)
    saved_and_opened(second, opened, tmp_path / "copy.campaign")
    with suppress(Invalid):
        opened.referee.sink.close()


def test_an_upgrade_that_cannot_be_kept_changes_nothing(
    rivers: Rivers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "war.campaign"
    stood = in_a_battle(rivers(same), path)
    second = rivers(SECOND, second_toml)
    fill = CampaignFile.fill

    def full(self: CampaignFile, *given: Any, **named: Any) -> None:
        connection = self.file.conn
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count={pages}")
        fill(self, *given, **named)

    with monkeypatch.context() as patched:
        patched.setattr(CampaignFile, "fill", full)
        with pytest.raises(Invalid, match="its disk is full"):
            open_campaign(second, path)
    assert standing(open_campaign(rivers(same), path, reading=True).referee) == stood
    referee = open_campaign(second, path).referee
    assert standing(referee)["why"] == stood["why"]
    referee.sink.close()


@pytest.mark.parametrize("table", ["plies", "snapshots"])
@pytest.mark.parametrize("sittings", [0, 1])
def test_a_damaged_one_is_brought_up_in_a_copy(table: str, sittings: int, rivers: Rivers, tmp_path: Path) -> None:
    path = tmp_path / "war.campaign"
    in_a_battle(rivers(same), path)
    second = rivers(SECOND, second_toml)
    for _ in range(sittings):
        opened = open_campaign(second, path)
        play(opened.referee, 3)
        opened.referee.sink.close()
    with closing(sqlite3.connect(path)) as connection:
        last = "SELECT max(id) FROM plies"
        connection.execute(f"UPDATE plies SET document = document || ' ' WHERE id = ({last})")
        if table == "snapshots":
            connection.execute("UPDATE snapshots SET seal = '' WHERE ply = 0")
        connection.commit()
    opened = open_campaign(second, path, last_good=True)
    play(opened.referee, 3)
    stands = opened.referee.game.state.hash
    opened.referee.sink.close()
    for _ in range(2):
        again = open_campaign(second, opened.path)
        assert not again.notices
        assert again.referee.game.state.hash == stands
        assert sound_since(again)
        again.referee.sink.close()


def test_a_default_may_change_after_an_upgrade(rivers: Rivers, tmp_path: Path) -> None:
    path = tmp_path / "war.campaign"
    in_a_battle(rivers(same), path)
    second = rivers(both(TIRED, SECOND), second_toml)
    opened = open_campaign(second, path)
    play(opened.referee, 6)
    stood = strengths(opened.referee)
    opened.referee.sink.close()
    third = rivers(both(TIRED, SECOND, swap("tired: int = 3", "tired: int = 500")), second_toml)
    for _ in range(2):
        opened = open_campaign(third, path)
        assert not opened.notices
        assert strengths(opened.referee) == stood
        assert sound_since(opened)
        play(opened.referee, 2)
        stood = strengths(opened.referee)
        opened.referee.sink.close()


# --- while the set-up is asking


ASKING: Final = put(
    '    key, brings = "marching", (MARCHED,)\n    actions = {"march": (March,)}\n',
    """
    @hookimpl
    async def set_up(self, game: Game) -> None:
        for side in SIDES:
            for _ in range(2):
                await roll("1d6", why="how ready they are", rule="TR-2-once")
                where = next(unit.area for unit in game[Unit] if unit.side == side)
                lost = await ask(side, LoseStep, f"{side} is not ready", about=where)
                lose_step(game, game[Unit][structs.astuple(lost)[0]])
""",
)


@pytest.mark.parametrize("answers", [0, 1, 3])
def test_it_is_brought_up_while_the_set_up_is_asking(answers: int, rivers: Rivers, tmp_path: Path) -> None:
    path, first, second = tmp_path / "war.campaign", rivers(ASKING), rivers(both(ASKING, SECOND), second_toml)
    rows = first.scenario("twin_rivers").rows
    referee = new_campaign(
        first, path, lambda: Referee.begin(first, rows()), scenario="twin_rivers", title="Rivers", seed="3",
        take_back="free",
    )  # fmt: skip
    play(referee, answers)
    stood = standing(referee)
    referee.sink.close()
    looked_at = open_campaign(second, path, reading=True)
    assert standing(looked_at.referee)["why"] == stood["why"]
    opened = open_campaign(second, path)
    referee = opened.referee
    assert ["was brought up to newer data of its game" in notice for notice in opened.notices] == [True]
    assert standing(referee)["why"] == stood["why"]
    assert strengths(referee) == stood["units"]
    for ply in (0, 1):
        with pytest.raises(Illegal, match="cannot go back"):
            referee.history.goto(ply)
    play(referee, 20)
    assert sound_since(opened)
    stands = referee.game.state.hash
    referee.sink.close()
    again = open_campaign(second, path)
    assert not again.notices
    assert again.referee.game.state.hash == stands
    assert sound_since(again)
    file_of(again.referee).copy(tmp_path / "copy.campaign")
    again.referee.sink.close()
    assert open_campaign(second, tmp_path / "copy.campaign", reading=True).referee.game.state.hash == stands
