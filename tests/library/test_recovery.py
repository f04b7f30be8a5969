"""What lies beside a file: its own last changes are put in order, what belongs elsewhere never gets in."""

import os
import shutil
import sqlite3
import struct
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from sandtable.engine.errors import Invalid
from sandtable.library.store.library_file import Library
from tests.library.samples import content, made, names, untouched, war

ELSEWHERE: Final = r"library\.db has library\.db-(wal|journal) beside it, which belongs to another file or an older"

STOPS: Final = """
import os, sys
from pathlib import Path
from sandtable.library.store.library_file import Library
library = Library.open(Path(sys.argv[1]), writing=True)
for key in sys.argv[2:]:
    library.remove_preset(key)
os.kill(os.getpid(), 9)
"""


def killed(path: Path, *presets: str) -> None:
    """Let a program open a library, remove presets, and be killed."""
    subprocess.run([sys.executable, "-c", STOPS, path, *presets], env=os.environ, check=False)


@pytest.fixture(scope="module")
def unfinished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with a library whose last change lies beside it."""
    folder = tmp_path_factory.mktemp("unfinished")
    killed(made(folder / "library.db"), "club")
    assert names(folder) == ["library.db", "library.db-wal"]
    return folder


@pytest.fixture
def folder(unfinished: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(unfinished, tmp_path / "copy"))


def test_the_last_change_is_seen_by_one_who_only_looks(folder: Path) -> None:
    with untouched(folder), Library.open(folder / "library.db") as library:
        assert library.presets() == ()
        assert library.maps()
        assert not library.damage()
        library.export(folder.parent / "export.db")
    with Library.open(folder.parent / "export.db") as library:
        assert library.presets() == ()


def test_one_who_writes_puts_it_in_order(folder: Path) -> None:
    with Library.open(folder / "library.db", writing=True) as library:
        assert library.presets() == ()
    assert names(folder) == ["library.db"]


def test_what_lies_beside_is_gone_with_its_file_and_nothing_else_is(folder: Path) -> None:
    (folder / "library.db-wal").unlink()
    with Library.open(folder / "library.db") as library:
        assert [preset.key for preset in library.presets()] == ["club"]
        assert not library.damage()


@pytest.mark.parametrize("writing", [False, True])
def test_changes_of_another_library_do_not_get_in(folder: Path, tmp_path: Path, writing: bool) -> None:
    (tmp_path / "other").mkdir()
    with Library.create(tmp_path / "other" / "library.db", "another id"):
        pass
    shutil.copy(folder / "library.db-wal", tmp_path / "other")
    with untouched(tmp_path / "other"), pytest.raises(Invalid, match=f"{ELSEWHERE}|is damaged|has another"):
        Library.open(tmp_path / "other" / "library.db", writing=writing)


@pytest.mark.parametrize("writing", [False, True])
def test_changes_from_before_do_not_take_a_newer_file_back(folder: Path, writing: bool) -> None:
    path = folder / "library.db"
    stale = (folder / "library.db-wal").read_bytes()
    with Library.open(path, writing=True) as library:
        library.remove_scenario("war")
        library.remove_map("plain")
    (folder / "library.db-wal").write_bytes(stale)
    with untouched(folder), pytest.raises(Invalid, match=f"{ELSEWHERE}|is damaged"):
        Library.open(path, writing=writing)
    (folder / "library.db-wal").unlink()
    with Library.open(path) as library:
        assert [info.key for info in library.maps()] == ["county"]


def journal_of(path: Path) -> bytes:
    """Return the journal of a change to a file that was broken off half way."""
    work = path.with_name("work")
    shutil.copy(path, work)
    connection = sqlite3.connect(work, isolation_level=None)
    connection.execute("PRAGMA cache_size=1")
    connection.execute("BEGIN")
    connection.execute("UPDATE pieces SET document = document || ' '")
    connection.execute("UPDATE spaces SET document = document || ' '")
    journal = Path(f"{work}-journal").read_bytes()
    connection.execute("ROLLBACK")
    connection.close()
    work.unlink()
    assert journal[:8] == bytes.fromhex("d9d505f920a163d7")
    return journal


@pytest.mark.parametrize("writing", [False, True])
def test_a_journal_of_another_program_takes_nothing_back(tmp_path: Path, writing: bool) -> None:
    path = made(tmp_path / "library.db")
    journal = journal_of(path)
    with Library.open(path, writing=True) as library:
        library.put_scenario(war(title="The newer war"))
        everything = content(library)
    path.with_name("library.db-journal").write_bytes(journal)
    with (
        untouched(tmp_path),
        pytest.raises(Invalid, match=r"which another program has left behind: .* nothing was changed"),
    ):
        Library.open(path, writing=writing)
    path.with_name("library.db-journal").unlink()
    with Library.open(path) as library:
        assert content(library) == everything


def test_a_switch_in_the_header_that_was_broken_off_is_taken_back(tmp_path: Path) -> None:
    """What remains when a program is killed while it turns a file into one that is written, or back."""
    path = made(tmp_path / "library.db")
    whole = path.read_bytes()
    page = int.from_bytes(whole[16:18], "big")
    header = bytes.fromhex("d9d505f920a163d7") + struct.pack(">5I", 1, 7, len(whole) // page, 512, page)
    check = (7 + sum(whole[page - 200 : 0 : -200])) & 0xFFFFFFFF
    record = struct.pack(">I", 1) + whole[:page] + struct.pack(">I", check)
    path.with_name("library.db-journal").write_bytes(header.ljust(512, b"\0") + record)
    path.write_bytes(whole[:18] + b"\2\2" + whole[20:])
    with untouched(tmp_path), Library.open(path) as library:
        assert not library.damage()
    with Library.open(path, writing=True) as library:
        assert not library.damage()
    assert names(tmp_path) == ["library.db"]


def test_leftovers_that_mean_nothing_go_when_it_is_written(tmp_path: Path) -> None:
    path = made(tmp_path / "library.db")
    for end, data in (("-wal", b""), ("-journal", bytes(512)), ("-shm", bytes(32768))):
        path.with_name(f"library.db{end}").write_bytes(data)
    with untouched(tmp_path), Library.open(path) as library:
        assert not library.damage()
    with Library.open(path, writing=True) as library:
        assert not library.damage()
    assert names(tmp_path) == ["library.db"]


@pytest.mark.parametrize("writing", [False, True])
def test_what_lies_beside_must_be_a_file(tmp_path: Path, writing: bool) -> None:
    path = made(tmp_path / "library.db")
    path.with_name("library.db-wal").symlink_to("/dev/zero")
    with pytest.raises(Invalid, match=r"library\.db-wal is not a file and does not belong to .*; move it away"):
        Library.open(path, writing=writing)


@pytest.mark.parametrize("writing", [False, True])
def test_changes_that_bring_a_foreign_schema_are_refused(tmp_path: Path, writing: bool) -> None:
    path, work = made(tmp_path / "library.db"), tmp_path / "work"
    shutil.copy(path, work)
    connection = sqlite3.connect(work, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("CREATE TRIGGER t AFTER UPDATE ON file BEGIN DELETE FROM maps; END")
    shutil.copy(f"{work}-wal", f"{path}-wal")
    connection.close()
    work.unlink()
    with untouched(tmp_path), pytest.raises(Invalid, match=r"library\.db has a foreign trigger 't'"):
        Library.open(path, writing=writing)


@pytest.mark.parametrize("writing", [False, True])
@pytest.mark.parametrize(
    "statements",
    [
        (
            "DROP TABLE file",
            (
                "CREATE VIEW file (one, id, changes) AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) "
                "SELECT x, x, sum(x) FROM n"
            ),
        ),
        ("CREATE TABLE more (id INTEGER)",),
        ("DELETE FROM file",),
    ],
)
def test_a_hostile_file_with_something_beside_it_is_refused_as_any(
    tmp_path: Path, writing: bool, statements: tuple[str, ...]
) -> None:
    path = made(tmp_path / "library.db")
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(statement)
    connection.close()
    path.with_name("library.db-wal").write_bytes(b"")
    with untouched(tmp_path), pytest.raises(Invalid, match=r"library\.db (lacks|has a foreign|is damaged)"):
        Library.open(path, writing=writing)
