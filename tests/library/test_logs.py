"""The log beside a file that was not closed: damage to it is told with what stood in it, and what can be had is had."""

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from sandtable.engine.errors import Invalid
from sandtable.engine.referee.replay import Mismatch, verify
from sandtable.library.campaigns.opening import noticed_header, open_campaign, read_header
from sandtable.library.files.write_ahead_log import ACCOUNTS
from sandtable.library.store.library_file import Library
from tests.library.campaigns import FAMILY, Standing, begun, branched, file_of, played, standing
from tests.library.samples import names, untouched, war
from tests.tiers import count

PLIES: Final = 40
Harm = Callable[[bytearray, int, random.Random], None]


class Sample(NamedTuple):
    """A campaign that was not closed: its file, its log, where frames end in that, and all that was acknowledged."""

    file: bytes
    log: bytes
    ends: int
    standing: Standing


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Sample:
    path = tmp_path_factory.mktemp("sample") / "war.campaign"
    played(begun(path), 4).sink.close()
    opened = open_campaign(FAMILY, path)
    played(opened.referee, PLIES - len(opened.referee.journal.plies))
    log = path.with_name("war.campaign-wal").read_bytes()
    found = Sample(path.read_bytes(), log, len(log[:-ACCOUNTS].rstrip(b"\0")), standing(opened.referee, opened.header))
    opened.referee.sink.close()
    return found


def left(folder: Path, sample: Sample, log: bytes) -> Path:
    """Leave a campaign with a log."""
    path = folder / "war.campaign"
    path.write_bytes(sample.file)
    path.with_name("war.campaign-wal").write_bytes(log)
    return path


def flipped(log: bytearray, at: int, rng: random.Random) -> None:
    log[at] ^= 1 << rng.randrange(8)


def overwritten(log: bytearray, at: int, rng: random.Random) -> None:
    log[at : at + 64] = rng.randbytes(64)


def without_a_sector(log: bytearray, at: int, rng: random.Random) -> None:
    first = at // 512 * 512
    log[first : first + 512] = bytes(512)


def without_a_page(log: bytearray, at: int, rng: random.Random) -> None:
    log[at : at + 4096] = bytes(4096)


def without_its_end(log: bytearray, at: int, rng: random.Random) -> None:
    log[at:-ACCOUNTS] = bytes(len(log) - at - ACCOUNTS)


def cut(log: bytearray, at: int, rng: random.Random) -> None:
    del log[at:]


def cut_to_zero(log: bytearray, at: int, rng: random.Random) -> None:
    """What a disk leaves that had not written the last sector yet."""
    log[max(at, len(log) - 4096) :] = bytes(min(len(log) - at, 4096))


HARMS: Final = (flipped, overwritten, without_a_sector, without_a_page, without_its_end, cut)


def refusal(path: Path) -> str:
    """Return why a campaign cannot be opened, an empty text when it can."""
    try:
        open_campaign(FAMILY, path, reading=True)
    except Invalid as error:
        return str(error)
    return ""


@pytest.mark.parametrize("harm", HARMS)
def test_no_ply_is_lost_from_a_damaged_log_without_a_word(harm: Harm, sample: Sample, tmp_path: Path) -> None:
    """1,200 in all; nothing is opened as whole that is not, and what is given back is what was played."""
    rng = random.Random(harm.__name__)
    told = whole = 0
    for _ in range(count(200)):
        log = bytearray(sample.log)
        harm(log, rng.randrange(sample.ends), rng)
        path = left(tmp_path, sample, bytes(log))
        said = refusal(path)
        with untouched(tmp_path):
            opened = open_campaign(FAMILY, path, reading=True, last_good=bool(said))
        found = standing(opened.referee, opened.header)
        if said:
            assert "war.campaign-wal beside it is damaged, of " in said
            assert "saved in it only" in said
            assert ("all of it can be put together again" in said) == (found == sample.standing)
        assert opened.notices or found == sample.standing
        assert found.plies.items() <= sample.standing.plies.items()
        told += bool(opened.notices)
        whole += bool(said) and found == sample.standing
    print(f"{harm.__name__}: {told} told, {whole} put together whole")
    assert told


@pytest.mark.parametrize("harm", [flipped, overwritten, without_a_sector, without_a_page, cut_to_zero])
def test_an_account_that_came_to_harm_is_no_alarm_where_nothing_is_lost(
    harm: Harm, sample: Sample, tmp_path: Path
) -> None:
    rng = random.Random(harm.__name__)
    for place in (len(sample.log) - ACCOUNTS, len(sample.log) - 32):
        for at in range(place, place + 32, 5):
            log = bytearray(sample.log)
            harm(log, at, rng)
            path = left(tmp_path, sample, bytes(log[: len(sample.log)]))
            opened = open_campaign(FAMILY, path, reading=True)
            assert opened.notices == []
            assert standing(opened.referee, opened.header) == sample.standing


def test_what_a_damaged_log_holds_behind_the_damage_goes_on_in_a_copy(sample: Sample, tmp_path: Path) -> None:
    log = bytearray(sample.log)
    log[sample.ends // 3] ^= 1
    path = left(tmp_path, sample, bytes(log))
    with pytest.raises(Invalid, match=r"of 3\d changes that were saved in it only the first \d+ can be read one after"):
        open_campaign(FAMILY, path)
    opened = open_campaign(FAMILY, path, last_good=True)
    assert standing(opened.referee, opened.header) == sample.standing
    assert "all of it can be put together again, up to ply 40" in opened.notices[0]
    assert path.with_name("war.campaign-wal").read_bytes() == log
    opened.referee.sink.close()
    again = open_campaign(FAMILY, opened.path, reading=True)
    assert (standing(again.referee, again.header), again.notices) == (sample.standing, [])


def test_a_log_that_was_cut_off_is_told_where_only_its_head_is_read(sample: Sample, tmp_path: Path) -> None:
    path = left(tmp_path, sample, sample.log[: sample.ends // 2])
    _, (notice,) = noticed_header(path)
    assert "war.campaign-wal beside" in notice
    assert "does not end as it was written: it was cut off, or an earlier version" in notice
    assert open_campaign(FAMILY, path, reading=True).notices == [notice]
    opened = open_campaign(FAMILY, path)
    assert opened.notices == [notice]
    opened.referee.sink.close()
    assert open_campaign(FAMILY, path, reading=True).notices == []


@pytest.mark.parametrize("left_of_it", [b"", bytes(4_096), bytes(6 << 20)])
def test_a_log_with_nothing_in_it_is_told_as_one_that_is_not_there(
    sample: Sample, tmp_path: Path, left_of_it: bytes
) -> None:
    path = left(tmp_path, sample, left_of_it)
    _, (notice,) = noticed_header(path)
    assert "was not closed, and war.campaign-wal, which lay beside it, is empty: what was done last may be" in notice
    assert open_campaign(FAMILY, path, reading=True).notices == [notice]


def test_a_sound_log_is_no_reason_for_a_word(sample: Sample, tmp_path: Path) -> None:
    path = left(tmp_path, sample, sample.log)
    assert noticed_header(path)[1] == []
    opened = open_campaign(FAMILY, path)
    assert (standing(opened.referee, opened.header), opened.notices) == (sample.standing, [])
    opened.referee.sink.close()
    assert names(tmp_path) == ["war.campaign"]


def test_a_library_tells_it_too(tmp_path: Path) -> None:
    path, copy = tmp_path / "own.db", tmp_path / "copy" / "own.db"
    copy.parent.mkdir()
    with Library.create(path) as library:
        for title in ("One", "Two", "Three", "Four"):
            library.put_scenario(war(title=title, map="", revision=""))
        shutil.copy(path, copy)
        log = bytearray(path.with_name("own.db-wal").read_bytes())
    log[32 + 2 * (4096 + 24) + 100] ^= 1
    copy.with_name("own.db-wal").write_bytes(log)
    for writing in (False, True):
        with untouched(copy.parent), pytest.raises(Invalid, match=r"own\.db-wal beside it is damaged, of 4 changes"):
            Library.open(copy, writing=writing)


# --- while it is open -------------------------------------------------------------------------------------------------


def test_a_log_that_is_removed_during_play_is_brought_into_the_file_and_told(tmp_path: Path) -> None:
    path = tmp_path / "war.campaign"
    referee = played(begun(path), 5)
    log = path.with_name("war.campaign-wal")
    for harm in (log.unlink, lambda: log.rename(tmp_path / "elsewhere"), lambda: log.replace(tmp_path / "elsewhere")):
        harm()
        played(referee, 3)
        noticed = file_of(referee).file.noticed
        assert "war.campaign-wal, which holds the last changes of" in noticed[0]
        assert "nothing is lost" in noticed.pop()
        assert not noticed
        copy = Path(shutil.copytree(tmp_path, tmp_path.with_name("copy"), dirs_exist_ok=True)) / path.name
        seen = open_campaign(FAMILY, copy, reading=True)
        assert standing(seen.referee, seen.header) == standing(referee, seen.header)
        assert not seen.notices
    referee.sink.close()
    assert read_header(path).scenario == "twin_rivers"


def test_a_log_that_is_cut_during_play_stops_it_and_all_is_saved_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "war.campaign"
    referee = branched(begun(path))
    all_of_it = standing(referee, file_of(referee).header)
    os.truncate(path.with_name("war.campaign-wal"), 5_000)
    with pytest.raises(Invalid, match=r"war\.campaign-wal, which holds the last changes of .*, was cut while it was"):
        played(referee, 1)
    assert standing(referee, file_of(referee).header) == all_of_it
    file_of(referee).copy(tmp_path / "copy.campaign")
    with pytest.raises(
        Invalid, match=r"was cut while it was open: the whole campaign is in .*war-rescued\.campaign, go on with that"
    ):
        referee.sink.close()
    for name in ("copy.campaign", "war-rescued.campaign"):
        again = open_campaign(FAMILY, tmp_path / name, reading=True)
        assert (standing(again.referee, again.header), again.notices) == (all_of_it, [])
        assert not [one for one in verify(FAMILY, again.start, again.referee.journal) if isinstance(one, Mismatch)]


def test_a_file_that_is_removed_during_play_is_saved_beside_its_place(tmp_path: Path) -> None:
    path = tmp_path / "war.campaign"
    referee = branched(begun(path))
    all_of_it = standing(referee, file_of(referee).header)
    path.unlink()
    with pytest.raises(Invalid, match="moved, removed or replaced while it was open: nothing was changed"):
        played(referee, 1)
    file_of(referee).copy(tmp_path / "copy.campaign")
    with pytest.raises(Invalid, match=r"the whole campaign is in .*war-rescued\.campaign, go on with that"):
        referee.sink.close()
    for name in ("copy.campaign", "war-rescued.campaign"):
        again = open_campaign(FAMILY, tmp_path / name, reading=True)
        assert (standing(again.referee, again.header), again.notices) == (all_of_it, [])
