"""Steps from one version to the next, proved on versions that are made up here, and those there are."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import pytest

from sandtable.engine import read_rules
from sandtable.engine.errors import Invalid
from sandtable.library.files.file import File
from sandtable.library.files.migrations import STEPS, Steps
from sandtable.library.files.schema import CAMPAIGN, KINDS, LIBRARY, FileKind
from sandtable.library.store.library_file import Library
from tests.library.samples import made, names, untouched

TABLE: Final = "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT"
FIRST: Final = LIBRARY.versions[-1]
NOW: Final = LIBRARY.version
SECOND: Final = (*FIRST, TABLE)
THIRD: Final = (*(one.replace("key TEXT NOT NULL PRIMARY KEY, document", "key TEXT NOT NULL PRIMARY KEY, says TEXT NOT "
    "NULL DEFAULT '', document") if "TABLE presets" in one else one for one in FIRST), TABLE)  # fmt: skip
LATER: Final = LIBRARY._replace(versions=(*LIBRARY.versions, SECOND, THIRD))


GARRISON: Final = """
game = "twin_rivers"
key = "garrison"
title = "Garrison"
says = "The last unit on a bridge stays."
[[rule]]
shape = "forbid"
id = "HOUSE-garrison"
says = "The last unit on a bridge does not leave it."
action = "March"
because = "it is the last"
"""


def with_notes(db: Any) -> None:
    db.conn.execute(TABLE)
    db.conn.execute("INSERT INTO notes SELECT NULL, key FROM presets")


def rebuilt(db: Any) -> None:
    (new,) = (one for one in THIRD if "TABLE presets" in one)
    db.conn.execute("ALTER TABLE presets RENAME TO old")
    db.conn.execute(new)
    db.conn.execute("INSERT INTO presets SELECT key, 'hello', document, seal FROM old")
    db.conn.execute("DROP TABLE old")


def fails(db: Any) -> None:
    rebuilt(db)
    db.conn.execute("DELETE FROM maps")
    db.conn.execute("INSERT INTO nowhere VALUES (1)")


def forgets(db: Any) -> None:
    db.conn.execute("CREATE TABLE other (id INTEGER)")


SOUND: Final[Steps] = {NOW: with_notes, NOW + 1: rebuilt}


def version(path: Path) -> int:
    return int.from_bytes(path.read_bytes()[60:64], "big")


def notes(file: File) -> list[Any]:
    return file.conn.execute("SELECT text, says FROM notes JOIN presets ON key = text").fetchall()


def test_the_product_has_a_step_for_every_version_but_the_last() -> None:
    for kind in KINDS:
        assert sorted(STEPS[kind.name]) == list(range(1, kind.version))


def test_a_file_goes_through_all_steps_after_a_copy_was_made(tmp_path: Path) -> None:
    path = made(tmp_path / "library.db")
    before = path.read_bytes()
    with File.open(path, LATER, writing=True, steps=SOUND) as file:
        assert notes(file) == [("club", "hello")]
        assert file.conn.execute("PRAGMA foreign_keys").fetchone() == (1,)
    assert version(path) == NOW + 2
    assert names(tmp_path) == ["library.db", f"library.db.version-{NOW}"]
    assert (tmp_path / f"library.db.version-{NOW}").read_bytes() == before
    with File.open(path, LATER, writing=True, steps={}) as file:
        assert notes(file) == [("club", "hello")]
    assert len(names(tmp_path)) == 2


def test_looking_at_an_old_file_migrates_a_copy_elsewhere(tmp_path: Path) -> None:
    path = made(tmp_path / "library.db")
    with untouched(tmp_path), File.open(path, LATER, steps=SOUND) as file:
        assert notes(file) == [("club", "hello")]


def test_an_older_copy_is_never_written_over(tmp_path: Path) -> None:
    path = made(tmp_path / "library.db")
    (tmp_path / f"library.db.version-{NOW}").write_text("mine")
    File.open(path, LATER, writing=True, steps=SOUND).close()
    assert names(tmp_path) == ["library.db", f"library.db.version-{NOW}", f"library.db.version-{NOW}-2"]
    assert (tmp_path / f"library.db.version-{NOW}").read_text() == "mine"


@pytest.mark.parametrize(
    ("steps", "says"),
    [
        ({NOW: with_notes, NOW + 1: fails}, "does not hold what it should"),
        ({NOW: with_notes}, "this program cannot bring it up to date"),
        ({NOW: forgets, NOW + 1: rebuilt}, "lacks the table 'notes'|has a foreign table 'other'"),
    ],
)
def test_a_step_that_fails_leaves_the_file_as_it_was(tmp_path: Path, steps: Steps, says: str) -> None:
    path = made(tmp_path / "library.db")
    with Library.open(path) as library:
        before = library.content_hash()
    with pytest.raises(Invalid, match=says):
        File.open(path, LATER, writing=True, steps=steps)
    assert version(path) == NOW
    with Library.open(path) as library:
        assert library.content_hash() == before
        assert not library.damage()
    with pytest.raises(Invalid, match=says):
        File.open(path, LATER, steps=steps)
    with Library.open(path, writing=True) as library:
        assert library.content_hash() == before


@pytest.mark.parametrize("writing", [False, True])
def test_a_newer_file_is_refused_and_not_touched(tmp_path: Path, writing: bool) -> None:
    path = made(tmp_path / "library.db")
    File.open(path, LATER, writing=True, steps=SOUND).close()
    with untouched(tmp_path), pytest.raises(Invalid, match=r"made by a newer Sandtable \(version 4 .* update"):
        Library.open(path, writing=writing)


def test_a_campaign_has_the_tables_of_a_library_and_more() -> None:
    library, campaign = LIBRARY.schema(1), CAMPAIGN.schema(1)
    assert library.items() < campaign.items()
    assert {name for what, name in campaign.keys() - library.keys() if what == "table"} == {
        "campaign", "epochs", "plies", "head", "snapshots"
    }  # fmt: skip


KILLED: Final = """
import os, sys
from pathlib import Path
from tests.library.test_migrations import LATER, NOW, SOUND, rebuilt
from sandtable.library.files.file import File
def stops(db):
    rebuilt(db)
    print("half way", flush=True)
    os.kill(os.getpid(), 9)
File.open(Path(sys.argv[1]), LATER, writing=True, steps={**SOUND, NOW + 1: stops})
"""


def test_a_program_that_is_killed_half_way_leaves_the_old_file(tmp_path: Path) -> None:
    path = made(tmp_path / "library.db")
    with Library.open(path) as library:
        before = library.content_hash()
    run = subprocess.run(
        [sys.executable, "-c", KILLED, path],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.stdout == "half way\n", run.stderr
    assert run.returncode == -9
    with Library.open(path) as library:
        assert library.content_hash() == before
    with File.open(path, LATER, writing=True, steps=SOUND) as file:
        assert notes(file) == [("club", "hello")]
    old: FileKind = LIBRARY
    with File.open(tmp_path / f"library.db.version-{NOW}", old) as file:
        assert file.conn.execute("SELECT count(*) FROM maps").fetchone() == (2,)


def first_version(path: Path) -> Path:
    """Make a library as the first version of the program made them."""
    made(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE house_rules")
        connection.execute("PRAGMA user_version=1")
        connection.commit()
    return path


def test_a_library_of_the_first_version_gets_room_for_house_rules(tmp_path: Path) -> None:
    path = first_version(tmp_path / "library.db")
    with untouched(tmp_path), Library.open(path) as library:
        before = library.content_hash()
        assert library.house_rules() == ()
    with Library.open(path, writing=True) as library:
        assert library.content_hash() == before
        assert [one.key for one in library.presets()] == ["club"]
        library.put_house_rules(read_rules(GARRISON, "garrison.toml"))
    assert version(path) == NOW
    with Library.open(path) as library:
        assert [one.key for one in library.house_rules()] == ["garrison"]
        assert library.content_hash() != before
        assert not library.damage()


def test_what_is_left_of_a_damaged_library_of_the_first_version_lacks_nothing_else(tmp_path: Path) -> None:
    path = first_version(tmp_path / "library.db")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("UPDATE presets SET seal = 'wrong'")
        connection.commit()
    with Library.open_sound(path) as library:
        assert len(library.harm) == 2
        assert "has lost preset 'club'" in library.harm[1]
