"""Copies: on disk for certain, working copies to look into what may not be changed, and who holds a file open."""

from __future__ import annotations

import os
import shutil
import struct
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sandtable.engine.errors import Invalid
from sandtable.library.gate import LARGEST, Header, connected, deadline, header, require_short_schema, side_files
from sandtable.library.schema import FILE, Kind, schema_of
from sandtable.library.trouble import FOREIGN, named, plainly, told

Signature = tuple[int, int, int, int]

_SHARED_LOCK: Final = (0x40000002, 510)
"""Where SQLite locks a file that is read or written: first byte and length."""
_TRIES: Final = 5
_JOURNAL: Final = bytes.fromhex("d9d505f920a163d7")
"""What a journal begins with while it counts."""


def signature(path: Path) -> Signature | None:
    """Return what tells that a path leads to the same file, unchanged; ``None`` when it leads nowhere."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns


def synced(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on disk."""
    if path.is_dir() and os.name == "nt":
        return
    number = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def copied(source: Path, target: Path) -> None:
    """Copy a file to a name that is free, for certain: it is whole and on disk, or not there."""
    part = target.with_name(target.name + ".part")
    with plainly(target):
        try:
            with source.open("rb") as reading, part.open("wb") as writing:
                shutil.copyfileobj(reading, writing, 1 << 20)
            synced(part)
            part.replace(target)
            synced(target.parent)
        except BaseException:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            raise


def in_use(path: Path) -> bool:
    """Say whether another program has a file open for writing, where the system can tell without touching it.

    Not to be asked of a file that this program has open: asking would drop its lock.
    """
    try:
        import fcntl
    except ImportError:  # there SQLite itself finds out, when it opens the file
        return False
    first, length = _SHARED_LOCK
    with path.open("rb") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB, length, first)
        except OSError:
            return True
    return False


class WorkingCopy:
    """A file with what lies beside it, copied to a folder of its own and put in order there.

    That is how one looks at a file that was not closed, or that is being written, and changes nothing.
    """

    def __init__(self, path: Path, kind: Kind) -> None:
        """Raise ``Invalid`` when a side file cannot be a part of the file."""
        self._folder = TemporaryDirectory(prefix="sandtable-", ignore_cleanup_errors=True)
        self.path = Path(self._folder.name) / "copy.db"
        try:
            with plainly(path):
                self._take(path)
                self._settle(path, kind)
        except BaseException:
            self.drop()
            raise

    def drop(self) -> None:
        """Remove the copy."""
        self._folder.cleanup()

    def _take(self, path: Path) -> None:
        """Copy until nothing has changed meanwhile."""
        for _ in range(_TRIES):
            sides = [side for side in side_files(path) if not side.name.endswith("-shm")]
            before = [signature(one) for one in (path, *sides)]
            _require_short_journal(path)
            for one in (path, *sides):
                if not one.is_file() or one.is_symlink():
                    raise Invalid(f"{named(one)} is no file: it does not belong to {named(path)}; move it away")
                if one.stat().st_size > LARGEST:
                    raise Invalid(f"{named(one)} is larger than {LARGEST >> 20} MB: take a copy from before")
                with suppress(FileNotFoundError):
                    shutil.copyfile(one, self.path.with_name(self.path.name + one.name[len(path.name) :]))
            if before == [signature(one) for one in (path, *sides)]:
                return
        raise Invalid(f"{named(path)} is being written by another program: try again when that has paused")

    def _settle(self, path: Path, kind: Kind) -> None:
        """Let SQLite finish what was begun; refuse what would take the file back."""
        head = header(self.path, kind)
        require_short_schema(self.path)
        was = _state(self.path, head)
        connection = connected(self.path, "mode=rw")
        try:
            with deadline(connection, head.size):
                for statement in ("PRAGMA synchronous=OFF", "BEGIN IMMEDIATE", "COMMIT", "PRAGMA journal_mode=DELETE"):
                    connection.execute(statement).fetchall()
        finally:
            connection.close()
        for left in side_files(self.path):  # journals of work that was done, or never begun
            left.unlink()
        now = _state(self.path, head)
        if was is not None and now is not None and (was[0] != now[0] or was[1] > now[1]):
            beside = " and ".join(named(Path(side.name)) for side in side_files(path))
            raise Invalid(
                f"{named(path)} has {beside} beside it, which belongs to another file or an older state of it: "
                "move that away; nothing was changed"
            )
        if now is None:
            raise told(path, ValueError("its last changes cannot be put in order"))


def _require_short_journal(path: Path) -> None:
    """Raise ``Invalid`` for a journal that would take more back than the first page.

    All else this program writes goes through the -wal, so such a journal is another program's; it may be of another
    state of the file.
    """
    journal = path.with_name(f"{path.name}-journal")
    if not journal.is_file() or journal.is_symlink():
        return
    with journal.open("rb") as file:
        head = file.read(28)
        size = os.fstat(file.fileno()).st_size
    if head.startswith(_JOURNAL):
        sector, page = struct.unpack_from(">II", head.ljust(28, b"\0"), 20)
        if size > sector + page + 8:
            raise Invalid(
                f"{named(path)} has {named(Path(journal.name))} beside it, which another program has left: "
                "open it in that program once, or move that away; nothing was changed"
            )


def _state(path: Path, head: Header) -> tuple[str, int] | None:
    """Return a file's id and how often it was changed, looking at the one file only; ``None`` when it does not say."""
    try:
        connection = connected(path, "mode=ro&immutable=1")
        try:
            with deadline(connection, head.size):
                if schema_of(connection).get(("table", "file")) != FILE[0]:
                    return None
                row = connection.execute("SELECT id, changes FROM file").fetchone()
        finally:
            connection.close()
    except FOREIGN:
        return None
    match row:
        case (str(id), int(changes)):
            return id, changes
        case _:
            return None
