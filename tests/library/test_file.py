"""The open file: one unit of work, one writer, nothing left beside it, nothing touched that is only looked at."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from sqlite_utils import Database

from sandtable.board.maps import Map, MapInfo, Underlay
from sandtable.engine.errors import Invalid
from sandtable.library.files import gate
from sandtable.library.files.file import File
from sandtable.library.files.gate import deadline, require_short_schema
from sandtable.library.files.schema import CAMPAIGN, LIBRARY
from sandtable.library.store.library_file import Library
from tests.library.samples import content, fill, made, names, untouched

ROW = {"key": "club", "document": "{}", "seal": ""}


def presets(file: File) -> int:
    return int(file.conn.execute("SELECT count(*) FROM presets").fetchone()[0])


def in_words(file: File) -> Database:
    """Return sqlite-utils' face of a file: whoever writes by it outside of a unit is refused as all are."""
    return Database(file.conn, recursive_triggers=False, execute_plugins=False)


def put_preset(db: sqlite3.Connection, key: str = "club") -> None:
    db.execute("INSERT OR REPLACE INTO presets VALUES (?, '{}', '')", (key,))


# --- the unit of work -----------------------------------------------------------------------------------------------


def broken_off(file: File, key: str) -> None:
    with file.unit() as db:
        put_preset(db, key)
        raise KeyError("whoever")


def write_with_connection(file: File) -> None:
    with file.conn:
        file.conn.execute("UPDATE file SET changes = 0")


def write_with_atomic(file: File) -> None:
    with in_words(file).atomic() as db:
        db.table("presets").insert(ROW)


WRITES: dict[str, Callable[[File], Any]] = {
    "insert of sqlite-utils": lambda file: in_words(file).table("presets").insert(ROW),
    "upsert of sqlite-utils": lambda file: in_words(file).table("presets").upsert(ROW, pk="key"),
    "query with RETURNING": lambda file: file.conn.execute(
        "INSERT INTO presets VALUES ('a', '', '') RETURNING key"
    ).fetchall(),
    "a connection's execute": lambda file: file.conn.execute("DELETE FROM file"),
    "a connection's script": lambda file: file.conn.executescript("BEGIN; DELETE FROM file; COMMIT;"),
    "the idiom with the connection": write_with_connection,
    "a new table": lambda file: in_words(file).table("more").create({"id": int}),
    "a table less": lambda file: in_words(file).table("charts").drop(),
    "atomic without a unit": write_with_atomic,
    "a blob": lambda file: file.conn.blobopen("snapshots", "content", 1),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=list(WRITES))
def test_a_write_outside_of_a_unit_raises_and_changes_nothing(tmp_path: Path, write: Callable[[File], Any]) -> None:
    path = tmp_path / "campaign.db"
    with File.create(path, CAMPAIGN) as file:
        with file.unit() as db:
            db.execute("INSERT INTO snapshots VALUES (1, x'00', '')")
        before = list(file.conn.iterdump())
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            write(file)
        file.conn.rollback()
        assert not file.conn.in_transaction
        assert list(file.conn.iterdump()) == before
        with file.unit() as db:
            put_preset(db)
        assert presets(file) == 1
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            write(file)


def test_a_unit_is_all_or_nothing(tmp_path: Path) -> None:
    with File.create(tmp_path / "library.db", LIBRARY) as file:
        with pytest.raises(KeyError, match="whoever"):
            broken_off(file, "club")
        assert presets(file) == 0
        with file.unit() as db:
            put_preset(db)
            with pytest.raises(KeyError):
                broken_off(file, "inner")
            with file.unit():
                put_preset(db, "second")
        assert presets(file) == 2


def test_what_a_unit_breaks_is_said_in_our_words(tmp_path: Path) -> None:
    with File.create(tmp_path / "library.db", LIBRARY) as file:
        with pytest.raises(Invalid, match=r"library\.db cannot be used: SQLite says .*presets"), file.unit() as db:
            db.execute("INSERT INTO presets VALUES ('a', NULL, '')")
        assert presets(file) == 0


def test_each_unit_that_changes_something_is_counted_once(tmp_path: Path) -> None:
    with File.create(tmp_path / "library.db", LIBRARY) as file:
        for _ in range(3):
            with file.unit() as db, file.unit():
                put_preset(db)
        with file.unit() as db:
            db.execute("SELECT 1")
        assert file.conn.execute("SELECT changes FROM file").fetchone() == (3,)


def test_a_change_that_an_interrupt_kept_from_being_noted_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    with File.create(tmp_path / "library.db", LIBRARY) as file:
        with monkeypatch.context() as patch:
            patch.setattr(file, "account", interrupted)
            with pytest.raises(KeyboardInterrupt), file.unit() as db:
                put_preset(db)
        file.break_off()
        with file.unit() as db:
            put_preset(db)
        assert file.conn.execute("SELECT changes FROM file").fetchone() == (2,)


def test_whoever_is_trusted_with_a_connection_writes_in_units_as_before(tmp_path: Path) -> None:
    with File.create(tmp_path / "library.db", LIBRARY) as file:
        with pytest.raises(sqlite3.OperationalError):
            put_preset(file.conn)
        file.trust()
        with file.unit() as db:
            put_preset(db)
        file.gather()
        with pytest.raises(Invalid), file.unit() as db:
            db.execute("INSERT INTO presets VALUES ('another', '{}', ''), ('a', NULL, '')")
        with file.unit() as db, file.unit():
            put_preset(db, "third")
        assert presets(file) == 2
        assert file.conn.execute("SELECT changes FROM file").fetchone() == (2,)
    with File.open(tmp_path / "library.db", LIBRARY) as file:
        assert presets(file) == 2


def test_a_transaction_that_is_no_unit_is_found(tmp_path: Path) -> None:
    with File.create(tmp_path / "library.db", LIBRARY) as file:
        file.conn.execute("BEGIN")
        with pytest.raises(RuntimeError, match="a transaction is open that is not a unit of work"), file.unit():
            pass
        file.conn.rollback()
        with file.unit() as db:
            put_preset(db)
        file.conn.execute("BEGIN")  # closing ends it
    with File.open(tmp_path / "library.db", LIBRARY) as file:
        assert presets(file) == 1


def test_the_settings_that_keep_it_safe(tmp_path: Path) -> None:
    def settings(file: File) -> list[Any]:
        pragmas = ("journal_mode", "synchronous", "foreign_keys", "trusted_schema", "cell_size_check", "mmap_size")
        return [file.conn.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas]

    path = tmp_path / "library.db"
    with File.create(path, LIBRARY) as file:
        assert settings(file) == ["wal", 2, 1, 0, 1, 0]
    with File.open(path, LIBRARY, writing=True) as file:
        assert settings(file) == ["wal", 2, 1, 0, 1, 0]
    with File.open(path, LIBRARY) as file:
        assert settings(file)[2:] == [1, 0, 1, 0]


# --- looking ---------------------------------------------------------------------------------------------------------


def test_looking_changes_no_byte_and_leaves_nothing(tmp_path: Path) -> None:
    path = made(tmp_path / "library.db")
    with untouched(tmp_path):
        with Library.open(path) as library:
            assert len(content(library)) == 9
            assert names(tmp_path) == ["library.db"]
            with pytest.raises(Invalid, match="open for reading only: open it for writing"):
                library.remove_preset("club")
        with pytest.raises(sqlite3.OperationalError), File.open(path, LIBRARY) as file:
            file.conn.execute("DELETE FROM maps")


def test_opening_for_writing_and_closing_leaves_one_file(tmp_path: Path) -> None:
    path = made(tmp_path / "library.db")
    before = path.read_bytes()
    with Library.open(path, writing=True):
        assert names(tmp_path) == ["library.db", "library.db-wal"]
    assert names(tmp_path) == ["library.db"]
    assert path.read_bytes()[18:20] == b"\x01\x01"
    with Library.open(path) as library:
        assert library.content_hash()
    assert len(path.read_bytes()) == len(before)


def test_nothing_is_made_by_accident(tmp_path: Path) -> None:
    for writing in (False, True):
        with pytest.raises(Invalid, match=r"nowhere\.db cannot be opened: No such file"):
            Library.open(tmp_path / "nowhere.db", writing=writing)
    assert not list(tmp_path.iterdir())
    path = made(tmp_path / "library.db")
    with untouched(tmp_path), pytest.raises(Invalid, match="already exists: open it, or choose another name"):
        Library.create(path)


ODD = ["a?b#c%20d.db", "zwei\nZeilen.db", "\u202egnp.db", "n" * 240 + ".db", "é 'quoted'.db"]


@pytest.mark.parametrize("name", ODD)
def test_odd_names_are_names(tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = made(tmp_path / name)
    assert names(tmp_path) == [name]
    monkeypatch.chdir(tmp_path)
    with Library.open(Path(name)) as library, Library.open(path) as same:
        assert library.content_hash() == same.content_hash()
    with Library.open(path, writing=True) as library:
        library.remove_preset("club")
        with pytest.raises(Invalid) as caught:
            Library.open(path)
        assert "\n" not in str(caught.value)
        assert "\u202e" not in str(caught.value)


def test_a_name_that_is_too_long_is_said(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="cannot be made: File name too long"):
        Library.create(tmp_path / ("n" * 300))
    with pytest.raises(Invalid, match="cannot be opened for writing"):  # it would fit, but for what lies beside it
        Library.create(tmp_path / ("n" * 253))
    assert not names(tmp_path)


# --- who has it open ------------------------------------------------------------------------------------------------

HOLD = """
import sys
from pathlib import Path
from sandtable.library.store.library_file import Library
with Library.open(Path(sys.argv[1]), writing=True) as library:
    library.remove_preset("club")
    print("open", flush=True)
    sys.stdin.readline()
"""


def test_a_second_program_is_kept_out_and_may_still_look(tmp_path: Path) -> None:
    path = made(tmp_path / "library.db")
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout is not None
    assert holder.stdout.readline() == "open\n"
    with untouched(tmp_path):
        with pytest.raises(Invalid, match=r"library\.db is open in another program: close it there first"):
            Library.open(path, writing=True)
        with Library.open(path) as library:
            assert library.presets() == ()
            assert library.maps()
        with pytest.raises(Invalid, match="is open: close it first, or choose another name"):
            library.export(path)
    holder.communicate("\n")
    with Library.open(path, writing=True) as library:
        assert library.presets() == ()


def test_one_program_opens_it_once(tmp_path: Path) -> None:
    path = made(tmp_path / "library.db")
    (tmp_path / "other").hardlink_to(path)
    with Library.open(path, writing=True):
        for name in ("library.db", "other"):
            with pytest.raises(Invalid, match="already open for writing in this program"):
                Library.open(tmp_path / name)
    Library.open(path).close()


# --- the file goes away ---------------------------------------------------------------------------------------------


def test_a_file_that_vanishes_costs_a_sentence_and_nothing_else(tmp_path: Path) -> None:
    path = made(tmp_path / "library.db")
    library = Library.open(path, writing=True)
    library.remove_preset("club")
    before = library.content_hash()
    path.rename(tmp_path / "moved.db")
    with pytest.raises(Invalid, match=r"library\.db was moved, removed or replaced .* save a copy elsewhere"):
        library.remove_map("plain")
    assert library.content_hash() == before
    (tmp_path / "moved.db").rename(path)
    library.remove_chart(library.charts()[0].id)
    before = library.content_hash()
    path.unlink()
    with pytest.raises(Invalid, match="nothing was changed"):
        library.remove_map("plain")
    library.export(tmp_path / "copy.db")
    path.write_bytes(b"somebody else's")
    with pytest.raises(Invalid, match="nothing was changed"):
        library.remove_map("plain")
    with pytest.raises(Invalid, match="in the file that was moved"):
        library.close()
    assert path.read_bytes() == b"somebody else's"
    assert names(tmp_path) == ["copy.db", "library.db"]
    with Library.open(tmp_path / "copy.db") as copy:
        assert copy.content_hash() == before
        assert not copy.damage()


def test_what_was_done_before_a_file_was_moved_is_in_it(tmp_path: Path) -> None:
    path = made(tmp_path / "library.db")
    library = Library.open(path, writing=True)
    library.remove_preset("club")
    path.rename(tmp_path / "moved.db")
    with pytest.raises(Invalid, match="in the file that was moved"):
        library.close()
    assert names(tmp_path) == ["moved.db"]
    with Library.open(tmp_path / "moved.db") as moved:
        assert not moved.presets()
        assert moved.maps()
        assert not moved.damage()


def test_a_file_that_another_program_writes_while_it_is_looked_at_is_not_called_damaged(tmp_path: Path) -> None:
    path = made(tmp_path / "library.db")
    with Library.open(path, writing=True) as library:  # more than SQLite keeps in memory
        scan = Underlay("scan", "image/png", b"image" * (2 << 20), 0, 0, 1, 1)
        library.put_map(Map(MapInfo("big", "Big"), underlays=(scan,)))
    with Library.open(path) as library:
        path.write_bytes(path.read_bytes()[:4096] + bytes(path.stat().st_size - 4096))
        with pytest.raises(Invalid, match="was changed by another program in the meantime: open it again"):
            library.map("big")


# --- same bytes -----------------------------------------------------------------------------------------------------


def test_the_same_library_is_the_same_bytes(tmp_path: Path) -> None:
    exports: list[bytes] = []
    for name in ("one", "two"):
        path = made(tmp_path / f"{name}.db")
        with Library.open(path) as library:
            library.export(tmp_path / f"{name}.out")
        exports.append((tmp_path / f"{name}.out").read_bytes())
    assert exports[0] == exports[1]


def test_a_library_is_its_content_whatever_came_first(tmp_path: Path) -> None:
    with Library.create(tmp_path / "one.db") as one, Library.create(tmp_path / "two.db") as two:
        fill(one)
        two.put_chart(one.charts()[0])
        two.put_preset(one.presets()[0])
        two.put_scenario(one.scenario("war"))
        two.put_map(one.map("plain"))
        two.put_map(one.map("county"))
        assert one.content_hash() == two.content_hash()
        two.remove_preset("club")
        assert one.content_hash() != two.content_hash()


# --- how long the schema may be ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [1024, 8192])
def test_a_schema_of_a_few_pages_is_short_however_wide_they_are(tmp_path: Path, width: int) -> None:
    """Three pages of tables pass, twenty do not; what the first page points to is read from all of it."""
    for pages, short in ((1, True), (3, True), (20, False)):
        path = tmp_path / f"{pages}.db"
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(f"PRAGMA page_size = {width}")
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("BEGIN")
            for number in range(max(1, pages * width // 260)):
                connection.execute(f"CREATE TABLE t{number} (a TEXT DEFAULT '{'x' * 200}')")
            connection.commit()
        if short:
            require_short_schema(path)
        else:
            with pytest.raises(Invalid, match="has a schema that is not ours"):
                require_short_schema(path)


# --- how long it may take -------------------------------------------------------------------------------------------

COUNTING = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {}) SELECT max(i) FROM n"


def test_a_slow_disk_is_waited_for_and_endless_work_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "SECONDS", 0.05)
    with closing(sqlite3.connect(":memory:")) as connection:
        with deadline(connection, 0):
            sleep(0.1)
            assert connection.execute(COUNTING.format(10_000)).fetchone() == (10_000,)
        with deadline(connection, 0), pytest.raises(sqlite3.OperationalError, match="interrupted"):
            connection.execute(COUNTING.format(10**12)).fetchone()
