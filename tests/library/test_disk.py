"""A disk that is full, a folder that may only be read: one sentence, nothing lost, and play goes on afterwards."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from sandtable.board.maps import Map, MapInfo, Underlay
from sandtable.engine.errors import Invalid
from sandtable.library.files.file import File
from sandtable.library.files.schema import LIBRARY
from sandtable.library.store.library_file import Library
from tests.library.samples import content, county, fill, made, names, untouched
from tests.tiers import count

SIZE = 1 << 20


@pytest.fixture(scope="module")
def mounted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give a disk of one megabyte."""
    disk = tmp_path_factory.mktemp("disk")
    if (
        not shutil.which("mount")
        or subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", disk], capture_output=True, check=False
        ).returncode
    ):
        pytest.skip("no disk can be mounted here")
    yield disk
    subprocess.run(["umount", disk], check=True)


@pytest.fixture
def disk(mounted: Path) -> Path:
    """Give the disk, empty."""
    for path in mounted.iterdir():
        path.unlink()
    return mounted


def filled(disk: Path, leave: int) -> Path:
    """Fill a disk but for so many bytes; return the file that does it."""
    filler = disk / "filler"
    free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize
    filler.write_bytes(bytes(max(0, free - leave)))
    return filler


def saved(library: Library, number: int) -> None:
    """Save a state: the number, and an image that takes room."""
    with library.unit():
        library.put_map(replace(county(), info=MapInfo("county", str(number))))
        image = Underlay("scan", "image/png", os.urandom(9_000), 0, 0, 1, 1)
        library.put_map(Map(MapInfo(f"m{number}", str(number)), underlays=(image,)))


def state(library: Library) -> int:
    assert not library.damage()
    number = int(library.map("county").info.title)
    assert [info.key for info in library.maps()] == sorted(["county", *(f"m{at}" for at in range(1, number + 1))])
    return number


@pytest.mark.parametrize("point", range(count(200)))
def test_a_full_disk_loses_nothing_that_was_saved(disk: Path, point: int) -> None:
    path = disk / "library.db"
    with Library.create(path) as library:
        library.put_map(replace(county(), info=MapInfo("county", "0")))
    filler = filled(disk, 40_000 + point * 220_000 // count(200))
    number = 0
    library = Library.open(path, writing=True)
    with suppress(Invalid):
        while number < 60:
            saved(library, number + 1)
            number += 1
    assert number < 60
    assert state(library) == number
    with pytest.raises(Invalid, match=r"library\.db cannot be written, its disk is full: nothing was"):
        library.put_map(Map(MapInfo("big", "Big"), underlays=(Underlay("u", "image/png", bytes(SIZE), 0, 0, 1, 1),)))
    assert state(library) == number
    with suppress(Invalid):
        saved(library, number + 1)
        number += 1
    if point % 2:
        filler.unlink()
        saved(library, number + 1)
        number += 1
        assert state(library) == number
        library.close()
        assert names(disk) == ["library.db"]
    else:
        closed_somehow(library)
    with Library.open(path) as library:
        assert state(library) == number
    filler.unlink(missing_ok=True)
    with Library.open(path, writing=True) as library:
        saved(library, number + 1)
        assert state(library) == number + 1


def closed_somehow(library: Library) -> None:
    """Close while there is no room: it may not come into order, and says so."""
    try:
        library.close()
    except Invalid as error:
        assert "what you did is safe in the -wal beside it" in str(error)  # noqa: PT017


@pytest.mark.parametrize("leave", [0, 4_096, 12_288, 40_960])
def test_opening_and_making_on_a_full_disk(disk: Path, leave: int) -> None:
    path = made(disk / "library.db")
    before = path.read_bytes()
    filler = filled(disk, leave)
    with Library.open(path) as library:
        assert content(library)
        with pytest.raises(Invalid, match="its disk is full"):
            library.export(disk / "export.db")
    try:
        Library.open(path, writing=True).close()
    except Invalid as error:
        assert "its disk is full" in str(error)  # noqa: PT017
    with pytest.raises(Invalid, match="its disk is full"):
        fill_a_new_one(disk / "new.db")
    filler.unlink()
    with Library.open(path) as library:
        assert content(library)
        assert not library.damage()
    assert len(path.read_bytes()) == len(before)
    assert "export.db" not in names(disk)
    (disk / "new.db").unlink(missing_ok=True)


def fill_a_new_one(path: Path) -> None:
    with Library.create(path) as library:
        fill(library)


def test_a_folder_that_may_only_be_read(disk: Path) -> None:
    path = made(disk / "library.db")
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    try:
        with untouched(disk):
            with Library.open(path) as library:
                assert content(library)
                with pytest.raises(Invalid, match=r"export\.db cannot be "):
                    library.export(disk / "export.db")
            with pytest.raises(Invalid, match=r"library\.db cannot be "):
                Library.open(path, writing=True)
            with pytest.raises(Invalid, match=r"new\.db cannot be made: Read-only file system"):
                Library.create(disk / "new.db")
            assert names(disk) == ["library.db"]
    finally:
        subprocess.run(["mount", "-o", "remount,rw", disk], check=True)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_without_the_right_to_write(tmp_path: Path) -> None:
    path = made(tmp_path / "library.db")
    tmp_path.chmod(0o555)
    try:
        with Library.open(path) as library:
            assert content(library)
        with pytest.raises(Invalid, match=r"library\.db cannot be "):
            Library.open(path, writing=True)
    finally:
        tmp_path.chmod(0o755)


def test_a_file_that_may_not_grow_is_as_a_full_disk(tmp_path: Path) -> None:
    """What a full disk does, where none can be mounted."""
    with File.create(tmp_path / "library.db", LIBRARY) as file:
        pages = file.conn.execute("PRAGMA page_count").fetchone()[0]
        file.conn.execute(f"PRAGMA max_page_count={pages + 2}")
        with pytest.raises(Invalid, match="its disk is full: nothing was changed"), file.unit() as db:
            db.execute("INSERT INTO images VALUES ('x', zeroblob(90000))")
        assert file.conn.execute("SELECT count(*) FROM images").fetchone() == (0,)
        with file.unit() as db:
            db.execute("INSERT INTO images VALUES ('x', x'00')")
        assert file.conn.execute("SELECT count(*) FROM images").fetchone() == (1,)
