"""A campaign in its file: everything comes back, one commit a ply, and whatever fails leaves it as it was."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from sandtable.engine.errors import Invalid
from sandtable.engine.journal.journal import Journal, Ply, PlyContents
from sandtable.engine.referee.referee import Referee
from sandtable.engine.referee.replay import Mismatch, verify
from sandtable.engine.running.installed_game import InstalledGame
from sandtable.engine.state.state import State
from sandtable.library.campaigns.campaigns import EVERY, last_written
from sandtable.library.campaigns.carried_setup import CarriedSetup
from sandtable.library.campaigns.opening import OpenedCampaign, open_campaign, read_header
from sandtable.library.files.file import File
from sandtable.library.files.schema import LIBRARY
from sandtable_twin_rivers import Unit
from tests.library.campaigns import FAMILY, begun, branched, edit, file_of, go_on, played, standing, tries
from tests.library.samples import county, names, untouched, war


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "war.campaign"


def reopened(referee: Referee, path: Path) -> OpenedCampaign:
    """Close a campaign and open it again; all is as it was, but for the dice of the table."""
    header = file_of(referee).header
    before = standing(referee, header)
    referee.sink.close()
    opened = open_campaign(FAMILY, path)
    assert not opened.notices
    assert standing(opened.referee, opened.header) == before
    return opened


def test_what_opens_campaigns_is_imported_without_sqlite_utils_and_geometry() -> None:
    code = (
        "import sandtable.testing, sandtable.library.campaigns.opening, "
        "sandtable.library.campaigns.incomplete_campaigns, sys; print(*sys.modules)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not {"sqlite_utils", "shapely", "numpy", "sandtable.board.maps"} & set(loaded.split())


# --- everything comes back ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", ["1805", None], ids=["seeded", "typed dice"])
def test_the_whole_tree_comes_back(path: Path, seed: str | None) -> None:
    opened = reopened(branched(begun(path, seed)), path)
    header = opened.header
    assert (header.game, header.scenario, header.title, header.seed, header.take_back) == (
        "twin_rivers", "twin_rivers", "Two rivers", seed, "free",
    )  # fmt: skip
    opened.referee.history.redo()
    assert opened.referee.journal.head != max(opened.referee.journal.plies)
    opened = reopened(played(opened.referee, 5), path)
    results = list(verify(FAMILY, opened.start, opened.referee.journal))
    assert len(results) == len(opened.referee.journal.plies)
    assert not [one for one in results if isinstance(one, Mismatch)]
    opened.referee.sink.close()


def test_the_same_dice_fall_after_it_was_closed(path: Path, tmp_path: Path) -> None:
    whole, parts = played(begun(tmp_path / "whole.campaign"), 30), begun(path)
    for _ in range(6):
        parts = reopened(played(parts, 5), path).referee
    assert parts.game.state.hash == whole.game.state.hash
    assert [ply.throws for ply in parts.journal.line()] == [ply.throws for ply in whole.journal.line()]
    for referee in (whole, parts):
        referee.sink.close()


def test_there_is_one_file_and_it_is_a_campaign(path: Path) -> None:
    referee = played(begun(path), 3)
    referee.sink.close()
    referee.sink.close()  # once more does nothing
    assert names(path.parent) == ["war.campaign"]
    assert path.read_bytes()[18:20] == b"\x01\x01"
    with pytest.raises(Invalid, match=r"war\.campaign is a campaign: choose a library"):
        File.open(path, LIBRARY)
    with pytest.raises(Invalid, match="already exists"):
        begun(path)


def test_a_campaign_of_another_game(path: Path) -> None:
    begun(path).sink.close()
    from tests.engine.skirmish import SKIRMISH

    with pytest.raises(Invalid, match=r"war\.campaign is a campaign of twin_rivers, not of skirmish"):
        open_campaign(type(FAMILY)(SKIRMISH), path)


def test_the_map_and_the_scenario_it_carries(path: Path) -> None:
    referee = begun(path, carried=CarriedSetup(county(), war()))
    opened = reopened(played(referee, 4), path)
    assert opened.carried_setup == CarriedSetup(county(), war())
    opened.referee.sink.close()
    assert open_campaign(FAMILY, path, reading=True).carried_setup.ground == county()
    edit(path, "UPDATE plies SET document = replace(document, 'seat', 'seal') WHERE id = 4")
    opened = open_campaign(FAMILY, path, last_good=True)
    assert opened.path.name == "war-last-good.campaign"
    assert opened.carried_setup == CarriedSetup(county(), war())
    opened.referee.sink.close()


def test_a_copy_is_whole_while_play_goes_on(path: Path, tmp_path: Path) -> None:
    referee = branched(begun(path))
    file_of(referee).copy(tmp_path / "copy.campaign")
    before = standing(referee, file_of(referee).header)
    go_on(referee)
    copy = open_campaign(FAMILY, tmp_path / "copy.campaign", reading=True)
    assert standing(copy.referee, copy.header) == before
    referee.sink.close()


# --- snapshots ------------------------------------------------------------------------------------------------------


def long_line(referee: Referee, plies: int) -> Referee:
    """Play one long line, by moves of the table that change nothing of the rules."""
    for at in range(plies):
        row = next(iter(referee.game[Unit]))
        referee.table(f"count {at}", lambda game, row=row: game.change(row, steps=1 + (row.steps or 0) % 4))  # type: ignore[misc]
    return referee


def snapshots(path: Path) -> list[int]:
    with sqlite3.connect(path) as connection:
        found = [ply for (ply,) in connection.execute("SELECT ply FROM snapshots ORDER BY ply")]
    connection.close()
    return found


def test_opening_reads_what_happened_in_few_plies(path: Path) -> None:
    referee = long_line(begun(path), 7 * EVERY // 2)
    referee.sink.close()
    opened = open_campaign(FAMILY, path)
    plies = opened.referee.journal.plies
    assert len(plies) > 3 * EVERY
    assert not [ply for ply in plies.values() if isinstance(ply.contents, PlyContents)]  # closing has kept the position
    first = opened.referee.journal.line()[0]
    opened.referee.history.goto(first.id)
    assert opened.referee.game.state.hash == first.hash
    opened.referee.sink.close()
    opened = open_campaign(FAMILY, path)
    assert sum(isinstance(ply.contents, PlyContents) for ply in opened.referee.journal.plies.values()) <= 1
    opened.referee.sink.close()


def test_positions_are_kept_now_and_then_and_short_sittings_leave_one(path: Path) -> None:
    long_line(begun(path), 5 * EVERY // 2).sink.close()
    assert snapshots(path) == [0, EVERY, 2 * EVERY, 5 * EVERY // 2 + 1]
    for sitting in range(4):
        opened = open_campaign(FAMILY, path)
        long_line(opened.referee, 3).sink.close()
        assert snapshots(path) == [0, EVERY, 2 * EVERY, 5 * EVERY // 2 + 1 + 3 * (sitting + 1)]
    open_campaign(FAMILY, path).referee.sink.close()
    assert len(snapshots(path)) == 4


def test_without_the_position_that_closing_keeps_it_opens_by_the_changes_since(path: Path, tmp_path: Path) -> None:
    referee = long_line(begun(path), EVERY + EVERY // 2)
    file_of(referee).copy(copy := tmp_path / "copy.campaign")  # what is in the file, without what closing adds
    before = standing(referee, file_of(referee).header)
    opened = open_campaign(FAMILY, copy, reading=True)
    assert sum(isinstance(ply.contents, PlyContents) for ply in opened.referee.journal.plies.values()) == EVERY // 2 + 1
    assert standing(opened.referee, opened.header) == before
    referee.sink.close()


# --- looking --------------------------------------------------------------------------------------------------------


def test_looking_changes_no_byte(path: Path) -> None:
    branched(begun(path)).sink.close()
    with untouched(path.parent):
        opened = open_campaign(FAMILY, path, reading=True)
        before = opened.referee.game.state.hash
        opened.referee.history.undo()
        go_on(opened.referee)
        opened.referee.sink.close()
        assert read_header(path) == opened.header
        assert names(path.parent) == ["war.campaign"]
        assert open_campaign(FAMILY, path, reading=True).referee.game.state.hash == before
        assert opened.start.hash == int(opened.header.start, 16)


def test_one_program_opens_it_once(path: Path) -> None:
    referee = played(begun(path), 3)
    for reading in (False, True):
        with pytest.raises(Invalid, match=r"war\.campaign is already open for writing in this program"):
            open_campaign(FAMILY, path, reading=reading)
    go_on(referee)
    reopened(referee, path).referee.sink.close()


def test_going_to_a_ply_that_there_is_none_of_writes_nothing(path: Path) -> None:
    referee = played(begun(path), 3)
    with untouched(path.parent), pytest.raises(Invalid, match="there is no ply 999"):
        referee.history.goto(999)
    referee.sink.close()


# --- units of work --------------------------------------------------------------------------------------------------

WRITES = {"INSERT", "UPDATE", "DELETE", "REPLACE", "CREATE", "DROP", "ALTER"}


def test_each_ply_is_one_commit_and_nothing_is_written_outside_of_a_unit(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every statement that SQLite runs for a campaign is looked at, from its beginning to its end."""
    depth, outside, seen = 0, list[str](), list[str]()
    unit, initialise = File.unit, File.__init__

    @contextmanager
    def counted(file: File) -> Generator[Any]:
        nonlocal depth
        depth += 1
        try:
            with unit(file) as db:
                yield db
        finally:
            depth -= 1

    def look(statement: str) -> None:
        seen.append(statement)
        if statement.split(maxsplit=1)[0].upper() in WRITES:
            outside.extend([statement] * (depth == 0))

    def traced(file: File, *args: Any, **kwargs: Any) -> None:
        initialise(file, *args, **kwargs)
        file.conn.set_trace_callback(look)

    monkeypatch.setattr(File, "unit", counted)
    monkeypatch.setattr(File, "__init__", traced)
    referee = begun(path)
    outside.clear()  # its tables were laid out
    for act in (
        referee.history.undo,
        referee.history.redo,
        lambda: go_on(referee),
        lambda: referee.history.goto(2),
    ) * 8:
        seen.clear()
        tries(act)
        assert seen.count("COMMIT") == sum(one.startswith("BEGIN") for one in seen) <= 2  # an end of the game, a ply
        go_on(referee)
    referee = long_line(referee, EVERY)
    assert not outside
    reopened(referee, path).referee.sink.close()
    assert {one.split()[1] for one in outside} == {"head"}  # that it is closed
    assert any(one.startswith("INSERT OR REPLACE INTO snapshots") for one in seen)


@pytest.mark.parametrize("table", ["plies", "epochs", "head", "snapshots", "campaign"])
def test_a_write_outside_of_a_unit_raises(path: Path, table: str) -> None:
    referee = played(begun(path), 2)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        file_of(referee).file.conn.execute(f"DELETE FROM {table}")
    reopened(referee, path).referee.sink.close()


# --- what goes wrong ------------------------------------------------------------------------------------------------


def test_when_the_disk_is_full_nothing_is_changed_and_play_goes_on_after_making_room(path: Path) -> None:
    referee = played(begun(path), 20)
    connection = file_of(referee).file.conn
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count={pages}")
    before = standing(referee, None)

    def fill() -> None:
        nonlocal before
        while True:
            before = standing(referee, None)
            go_on(referee)

    with pytest.raises(Invalid, match="its disk is full: nothing was changed; make room and try again"):
        fill()
    assert standing(referee, None) == before
    connection.execute(f"PRAGMA max_page_count={pages + 100}")
    played(referee, 10)
    in_memory = played(begun(None), len(referee.journal.plies) - 1)
    assert referee.game.state.hash == in_memory.game.state.hash  # no throw was lost or thrown anew
    reopened(referee, path).referee.sink.close()


def test_when_the_file_vanishes_nothing_is_changed_and_play_goes_on_when_it_is_back(path: Path) -> None:
    referee = played(begun(path), 5)
    before = standing(referee, None)
    path.rename(away := path.with_name("away"))
    for act in ACTS.values():
        with pytest.raises(Invalid, match=r"war\.campaign was moved, removed or replaced .*: nothing was changed"):
            act(referee)
        assert standing(referee, None) == before
    away.rename(path)
    referee = reopened(played(referee, 5), path).referee
    assert referee.game.state.hash == played(begun(None), 10).game.state.hash
    referee.sink.close()


def test_when_it_was_written_last_counts_what_is_not_closed_yet(path: Path) -> None:
    referee = played(begun(path), 2)
    os.utime(path, (1, 1))
    assert last_written(path) > 1_000
    referee.sink.close()
    os.utime(path, (2, 2))
    assert last_written(path) == 2


class Interrupted:
    """A sink that keeps what it is given, and is interrupted before it can say so."""

    def __init__(self, referee: Referee) -> None:
        self.referee, self.sink = referee, referee.sink
        referee.sink = self

    def ply(self, ply: Ply) -> None:
        self.sink.ply(ply)
        self._stop()

    def head(self, id: int) -> None:
        self.sink.head(id)
        self._stop()

    def epoch(self, epoch: Any) -> None:
        self.sink.epoch(epoch)
        self._stop()

    def recall(self, family: InstalledGame) -> tuple[Journal, State] | None:
        return self.sink.recall(family)

    def close(self) -> None:
        self.sink.close()

    def _stop(self) -> None:
        self.referee.sink = self.sink
        raise KeyboardInterrupt


ACTS: dict[str, Callable[[Referee], object]] = {
    "a ply": go_on,
    "a move of the head": lambda referee: referee.history.undo(),
    "an epoch": lambda referee: referee.accept_rules(referee.journal.epochs[0]),
}


@pytest.mark.parametrize("act", ACTS.values(), ids=list(ACTS))
@pytest.mark.parametrize("at_once", [True, False], ids=["closed at once", "played on"])
def test_what_was_on_disk_when_it_was_interrupted_counts(
    path: Path, act: Callable[[Referee], object], at_once: bool
) -> None:
    referee, twin = played(begun(path), 8), played(begun(None), 8)
    for _ in range(3):
        Interrupted(referee)
        with pytest.raises(KeyboardInterrupt):
            act(referee)
        act(twin)
        if at_once:
            referee.sink.close()
            referee = open_campaign(FAMILY, path).referee
        else:
            referee = reopened(played(referee, 2), path).referee
            played(twin, 2)
        assert standing(referee, None) == standing(twin, None)
    referee.sink.close()


def test_interrupted_within_the_unit_of_work_the_journal_and_its_file_agree_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee = played(begun(path), 8)
    unit = File.unit

    @contextmanager
    def interrupted(file: File) -> Generator[Any]:
        with unit(file) as db:
            yield db
        monkeypatch.undo()
        raise KeyboardInterrupt

    for _ in range(3):
        monkeypatch.setattr(File, "unit", interrupted)
        with pytest.raises(KeyboardInterrupt):
            go_on(referee)
        referee.history.undo()
        played(referee, 2)
        referee = reopened(referee, path).referee
    referee.sink.close()


def test_an_answer_that_cannot_be_kept_changes_nothing(path: Path) -> None:
    referee = played(begun(path), 2)
    before = standing(referee, None)
    with pytest.raises(Invalid, match=r"cannot be kept: .*surrogates"):
        referee.table("\ud800", lambda game: None)
    assert standing(referee, None) == before
    reopened(referee, path).referee.sink.close()


def test_a_campaign_that_cannot_be_made_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object) -> None:
        raise Invalid("no room")

    monkeypatch.setattr("sandtable.library.campaigns.campaigns.put_carried", full)
    with pytest.raises(Invalid, match="no room"):
        begun(path)
    assert not names(path.parent)


def test_a_file_written_between_reading_and_opening_is_read_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played(begun(path), 3).sink.close()
    resumes = Referee.resumes

    def meanwhile(referee: Referee) -> None:
        monkeypatch.undo()
        played(open_campaign(FAMILY, path).referee, 1).sink.close()
        resumes(referee)

    monkeypatch.setattr(Referee, "resumes", meanwhile)
    with pytest.raises(Invalid, match=r"war\.campaign was changed by another program in the meantime: open it again"):
        open_campaign(FAMILY, path)
    opened = open_campaign(FAMILY, path)
    assert len(opened.referee.journal.plies) == 5
    opened.referee.sink.close()


# --- what lies beside it --------------------------------------------------------------------------------------------


def test_a_copy_without_what_lies_beside_it_says_that_something_may_be_missing(path: Path, tmp_path: Path) -> None:
    played(begun(path), 4).sink.close()
    referee = played(open_campaign(FAMILY, path).referee, 3)
    both, alone = tmp_path / "both" / path.name, tmp_path / "alone" / path.name
    for copy in (both, alone):
        copy.parent.mkdir()
        shutil.copy(path, copy)
    shutil.copy(f"{path}-wal", both.parent)
    head = referee.journal.head
    referee.sink.close()

    opened = open_campaign(FAMILY, both, reading=True)
    assert (opened.referee.journal.head, opened.notices) == (head, [])
    with untouched(alone.parent):
        opened = open_campaign(FAMILY, alone, reading=True)
    assert opened.referee.journal.head == head - 3
    (notice,) = opened.notices
    assert "war.campaign was not closed, and war.campaign-wal, which lay beside it, is not here" in notice
    assert not open_campaign(FAMILY, path, reading=True).notices, "the file itself was closed"


def test_a_new_campaign_stands_in_its_own_file_before_anything_is_asked(path: Path, tmp_path: Path) -> None:
    referee = begun(path)
    alone = Path(shutil.copy(path, tmp_path / "alone.campaign"))
    before = standing(referee, file_of(referee).header)
    referee.sink.close()
    opened = open_campaign(FAMILY, alone, reading=True)
    assert standing(opened.referee, opened.header) == before
    (notice,) = opened.notices
    assert "alone.campaign-wal, which lay beside it, is not here: what was done last may be missing" in notice


def test_where_only_the_switch_in_its_header_was_left_nothing_is_said_to_be_missing(path: Path) -> None:
    """As it is left when the program is killed between the end of its log and that switch, or before the first ply."""
    played(begun(path), 4).sink.close()
    for _ in range(2):
        whole = path.read_bytes()
        path.write_bytes(whole[:18] + b"\2\2" + whole[20:])
        opened = open_campaign(FAMILY, path)
        assert not opened.notices
        opened.referee.sink.close()
    assert not open_campaign(FAMILY, path, reading=True).notices


def test_a_campaign_that_nobody_closes_is_in_order_when_the_program_ends(path: Path) -> None:
    code = "import sys, pathlib, tests.library.campaigns as c; r = c.played(c.begun(pathlib.Path(sys.argv[1])), 3)"
    subprocess.run([sys.executable, "-c", code, path], cwd=Path(__file__).parents[2], check=True)
    assert names(path.parent) == [path.name]
    opened = open_campaign(FAMILY, path, reading=True)
    assert (len(opened.referee.journal.plies), opened.notices) == (4, [])


def _gather_nothing(file: File) -> None:
    """Leave all beside the file."""


def test_where_all_lay_beside_it_the_copy_says_what_is_missing(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As campaigns were begun by older versions of the program."""
    monkeypatch.setattr(File, "gather", _gather_nothing)
    referee = played(begun(path), 4)
    alone = Path(shutil.copy(path, tmp_path / "alone.campaign"))
    referee.sink.close()
    for opens in (partial(open_campaign, FAMILY), read_header):
        with pytest.raises(Invalid, match=r"alone\.campaign-wal, which lay beside it, is not here: without that it"):
            opens(alone)
    assert names(tmp_path) == ["alone.campaign", "war.campaign"]
