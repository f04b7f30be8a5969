"""A file that is handed on is one whole, closed file; one that comes from elsewhere is looked through first."""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from sandtable.engine.errors import Invalid
from sandtable.library.store.library_file import Library
from tests.library.samples import content, made, names, untouched


def test_an_export_is_a_closed_file_with_the_same_content(tmp_path: Path) -> None:
    path, target = made(tmp_path / "library.db"), tmp_path / "handed on.db"
    with Library.open(path, writing=True) as library:
        library.export(target)
        everything = content(library)
    assert target.read_bytes()[18:20] == b"\x01\x01"
    assert names(tmp_path) == ["handed on.db", "library.db"]
    with Library.open(target) as library:
        assert content(library) == everything
        library.export(tmp_path / "again.db")
    once, again = target.read_bytes(), (tmp_path / "again.db").read_bytes()
    assert once[:40] + once[44:] == again[:40] + again[44:]  # but for how often the schema was copied


def test_what_was_removed_is_not_in_an_export(tmp_path: Path) -> None:
    path = made(tmp_path / "library.db")
    with Library.open(path, writing=True) as library:
        library.remove_scenario("war")
        library.remove_map("county")
        library.export(tmp_path / "out.db")
    assert b"The County" not in (tmp_path / "out.db").read_bytes()


def test_an_export_takes_the_place_of_a_file_only_when_it_is_whole(tmp_path: Path) -> None:
    path, target = made(tmp_path / "library.db"), tmp_path / "target.db"
    target.write_text("what was there before")
    left = tmp_path / ".target.db.part"
    left.write_text("left by a program that was killed")
    with Library.open(path) as library:
        library.export(target)
        assert not left.exists()
        (tmp_path / "target.db-wal").write_bytes(b"")
        with pytest.raises(Invalid, match=r"cannot be written while .*target\.db-wal is beside it"):
            library.export(target)
        with pytest.raises(Invalid, match="there is no folder"):
            library.export(tmp_path / "nowhere" / "target.db")
        (tmp_path / "folder").mkdir()
        with pytest.raises(Invalid, match="folder is a folder, which cannot be replaced"):
            library.export(tmp_path / "folder")
    assert names(tmp_path) == ["folder", "library.db", "target.db", "target.db-wal"]
    (tmp_path / "target.db-wal").unlink()
    with Library.open(target) as library:
        assert not library.damage()


def test_a_library_is_not_exported_over_itself(tmp_path: Path) -> None:
    path = made(tmp_path / "library.db")
    with Library.open(path, writing=True) as library:
        with pytest.raises(Invalid, match="is open: close it first, or choose another name"):
            library.export(path)
        library.remove_preset("club")
    assert names(tmp_path) == ["library.db"]


def test_taking_in_copies_and_leaves_the_source_alone(tmp_path: Path) -> None:
    mail, home = tmp_path / "mail", tmp_path / "home"
    mail.mkdir()
    home.mkdir()
    source = made(mail / "library.db")
    with untouched(mail):
        Library.take_in(source, home / "mine.db")
    assert names(home) == ["mine.db"]
    with Library.open(source) as one, Library.open(home / "mine.db") as other:
        assert content(one) == content(other)
    with untouched(tmp_path), pytest.raises(Invalid, match="already exists: choose another name"):
        Library.take_in(source, home / "mine.db")


def test_taking_in_refuses_what_is_damaged_and_leaves_nothing(tmp_path: Path) -> None:
    source = made(tmp_path / "library.db")
    connection = sqlite3.connect(source)
    connection.execute("UPDATE pieces SET document = replace(document, 'north', 'south')")
    connection.commit()
    connection.close()
    with (
        untouched(tmp_path),
        pytest.raises(Invalid, match=r"scenario 'war' is damaged \(rows\)"),
    ):
        Library.take_in(source, tmp_path / "mine.db")


def test_taking_in_wants_a_closed_file_where_opening_puts_it_in_order(tmp_path: Path) -> None:
    path = made(tmp_path / "library.db")
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.close()
    with untouched(tmp_path):
        with pytest.raises(Invalid, match="was not closed after it was written"):
            Library.take_in(path, tmp_path / "mine.db")
        with Library.open(path) as library:
            assert not library.damage()
    with Library.open(path, writing=True) as library:
        assert not library.damage()
    Library.take_in(path, tmp_path / "mine.db")


KILLED: Final = """
import os, sys
from pathlib import Path
from sandtable.library.files.file import File
from sandtable.library.store.library_file import Library
pour = File.pour_into
def stops(self, path):
    pour(self, path)
    os.kill(os.getpid(), 9)
File.pour_into = stops
with Library.open(Path(sys.argv[1])) as library:
    library.export(Path(sys.argv[2]))
"""


def test_an_export_that_is_killed_leaves_the_target_as_it_was(tmp_path: Path) -> None:
    path, target = made(tmp_path / "library.db"), tmp_path / "target.db"
    target.write_text("what was there before")
    run = subprocess.run([sys.executable, "-c", KILLED, path, target], env=os.environ, check=False)
    assert run.returncode == -signal.SIGKILL
    assert target.read_text() == "what was there before"
    with Library.open(path) as library:
        library.export(target)
    assert names(tmp_path) == ["library.db", "target.db"]
