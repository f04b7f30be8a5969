"""Copies: on disk for certain, working copies to look into what may not be changed, and who holds a file open."""

from __future__ import annotations

import os
import shutil
import struct
from contextlib import suppress
from pathlib import Path
from typing import Final

from sandtable.engine.errors import Invalid
from sandtable.library.files.gate import (
    LARGEST,
    FileHeader,
    connect,
    deadline,
    header,
    require_short_schema,
    side_files,
)
from sandtable.library.files.report_words import count_of
from sandtable.library.files.schema import FILE, FileKind, schema_of
from sandtable.library.files.scratch_folders import ScratchFolder
from sandtable.library.files.sqlite_errors import FOREIGN, error_for, path_text, plain_errors
from sandtable.library.files.turns import FileLook
from sandtable.library.files.write_ahead_log import acknowledged_changes, commits_behind, frames, log_of

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


def sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on disk."""
    if path.is_dir() and os.name == "nt":
        return
    number = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def copy_file(source: Path, target: Path) -> None:
    """Copy a file to a name that is free, for certain: it is whole and on disk, or not there."""
    part = target.with_name(target.name + ".part")
    with plain_errors(target):
        try:
            with source.open("rb") as reading, part.open("wb") as writing:
                shutil.copyfileobj(reading, writing, 1 << 20)
            sync(part)
            part.replace(target)
            sync(target.parent)
        except BaseException:
            with suppress(OSError):
                part.unlink(missing_ok=True)
            raise


def in_use(path: Path) -> bool:
    """Say whether another program has a file open for writing, where the system can tell without touching it.

    Raises ``OpenHere`` for a file that this program has open: asking would drop its lock.
    """
    try:
        import fcntl
    except ImportError:  # there SQLite itself finds out, when it opens the file
        return False
    first, length = _SHARED_LOCK
    with FileLook(path), path.open("rb") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB, length, first)
        except OSError:
            return True
    return False


class WorkingCopy:
    """A file with what lies beside it, copied to a folder of its own and put in order there.

    That is how one looks at a file that was not closed, or that is being written, and changes nothing.
    """

    def __init__(self, path: Path, kind: FileKind, *, lossy: bool = False) -> None:
        """Raise ``Invalid`` when a side file cannot be a part of the file, or, unless ``lossy``, has lost something."""
        with plain_errors(path):
            self._folder = ScratchFolder()
        self.path = self._folder.path / "copy.db"
        self.noticed: list[str] = []
        try:
            with plain_errors(path):
                self._take(path)
                try:
                    self._settle(path, kind, lossy)
                except LogDamaged:
                    raise
                except Invalid as error:
                    raise Invalid(str(error).replace(path_text(self.path), path_text(path))) from error
        except BaseException:
            self.drop()
            raise

    def drop(self) -> None:
        """Remove the copy."""
        self._folder.drop()

    def _take(self, path: Path) -> None:
        """Copy until nothing has changed meanwhile."""
        for _ in range(_TRIES):
            sides = [side for side in side_files(path) if not side.name.endswith("-shm")]
            before = [signature(one) for one in (path, *sides)]
            _require_short_journal(path)
            for one in (path, *sides):
                if not one.is_file() or one.is_symlink():
                    raise Invalid(
                        f"{path_text(one)} is not a file and does not belong to {path_text(path)}; move it away"
                    )
                if one.stat().st_size > LARGEST:
                    raise Invalid(f"{path_text(one)} is larger than {LARGEST >> 20} MB: use an earlier copy")
                with suppress(FileNotFoundError):
                    shutil.copyfile(one, self.path.with_name(self.path.name + one.name[len(path.name) :]))
            if before == [signature(one) for one in (path, *sides)]:
                return
        raise Invalid(f"{path_text(path)} is being written by another program: try again when it has finished")

    def _settle(self, path: Path, kind: FileKind, lossy: bool) -> None:
        """Let SQLite finish what was begun; refuse what would take the file back, and what has lost something."""
        head = header(self.path, kind)
        require_short_schema(self.path)
        was = _state(self.path, head)
        log = log_of(self.path)
        data, said = (log.read_bytes(), acknowledged_changes(log)) if log.exists() else (b"", None)
        connection = connect(self.path, "mode=rw")
        try:
            with deadline(connection, head.size):
                for statement in ("PRAGMA synchronous=OFF", "BEGIN IMMEDIATE", "COMMIT"):
                    connection.execute(statement).fetchall()
                _, read, _ = connection.execute("PRAGMA wal_checkpoint").fetchone()
                connection.execute("PRAGMA journal_mode=DELETE").fetchall()
        finally:
            connection.close()
        for left in side_files(self.path):  # journals of work that was done, or never begun
            left.unlink()
        now = _state(self.path, head)
        if was is not None and now is not None and (was[0] != now[0] or was[1] > now[1]):
            beside = " and ".join(path_text(Path(side.name)) for side in side_files(path))
            raise Invalid(
                f"{path_text(path)} has {beside} beside it, which belongs to another file or an older state of it: "
                "move that away; nothing was changed"
            )
        if now is None:
            raise error_for(path, ValueError("its last changes cannot be put in order"))
        if not lossy and any(data):
            self._compare(path, data, max(read, 0), said, was[1] if was else 0, now[1])

    def _compare(self, path: Path, data: bytes, read: int, said: int | None, before: int, now: int) -> None:
        """Raise ``LogDamaged`` when a log has held more changes than were read; note one that does not say how many."""
        missing = commits_behind(data, read) if said is None else said - now
        name = path_text(Path(log_of(path).name))
        if missing > 0:
            raise LogDamaged(path, name, now + missing, now - before, missing)
        if said is None and any(data[:32]):
            self.noticed.append(
                f"{name} beside {path_text(path)} does not end as it was written: it was cut off, or an earlier "
                f"version of Sandtable has left it; {count_of(now - before, 'change')} can be read in it, "
                "later ones may be missing"
            )


class LogDamaged(Invalid):
    """Changes that were acknowledged cannot be read in the usual way; ``damage`` says so without the file's name.

    ``changes``: how many there were in the life of the file.
    """

    def __init__(self, path: Path, name: str, changes: int, kept: int, missing: int) -> None:
        self.changes = changes
        only = f"the first {kept}" if kept else "none"
        self.damage = (
            f"{name} beside it is damaged, of {count_of(kept + missing, 'change')} that were saved in it only {only} "
            "can be read one after the other"
        )
        super().__init__(f"{path_text(path)} was not closed, and {self.damage}")


def put_together(path: Path, copy: Path, kind: FileKind) -> None:
    """Write a copy of a file with all that its damaged log still holds, also behind the damage.

    A page that is lost in the log is there when a later change has written it again; what comes of it is not yet
    known to be sound.
    """
    log = log_of(path)
    if not log.is_file() or log.is_symlink() or max(one.stat().st_size for one in (path, log)) > LARGEST:
        raise Invalid(f"{path_text(log)} is not a log that can be read")
    head = header(path, kind)
    found = [one for one in frames(log.read_bytes()) if one.page * len(one.content) <= LARGEST]
    shutil.copyfile(path, copy)
    was = _state(copy, head)
    with copy.open("r+b") as file:
        for one in found:
            file.seek((one.page - 1) * len(one.content))
            file.write(one.content)
        if found:
            file.truncate(min(found[-1].pages * len(found[-1].content), LARGEST))
        file.seek(18)
        file.write(b"\x01\x01")  # it has no log any more
    now = _state(copy, head)
    if was is not None and now is not None and was[0] != now[0]:
        raise Invalid(f"{path_text(log)} is the log of another file")


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
                f"{path_text(path)} has {path_text(Path(journal.name))} beside it, "
                f"which another program has left behind: "
                "open it in that program once, or move that away; nothing was changed"
            )


def _state(path: Path, head: FileHeader) -> tuple[str, int] | None:
    """Return a file's id and how often it was changed, looking at the one file only; ``None`` when it does not say."""
    try:
        connection = connect(path, "mode=ro&immutable=1")
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
