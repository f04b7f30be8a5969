"""The gate that a file passes before anything reads it.

First its bytes are looked at, then it is opened so that no other file beside it counts (``immutable``), with limits and
a deadline, and its schema compared word by word before the first question. What passes has our tables and no
others, whole; what stands in them is compared with its seals where it is read. Nothing here writes.
"""

from __future__ import annotations

import os
import re
import sqlite3
import stat
import struct
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from time import thread_time
from typing import Final, NamedTuple

from sandtable.engine.errors import Elsewhere, Invalid
from sandtable.library.files.schema import KINDS, FileKind, schema_of
from sandtable.library.files.sqlite_errors import path_text, plain_errors
from sandtable.library.files.turns import FileLook

LARGEST: Final = 1 << 30
"""Bytes of the largest file."""

LARGEST_VALUE: Final = 64 << 20
"""Bytes of the largest text or image in a file."""

SECONDS: Final = 8.0
"""How long a thread may work to look through a file, and as much again for every ``STRETCH`` bytes."""
STRETCH: Final = 128 << 20

SIDE_FILES: Final = ("-wal", "-journal", "-shm")
_MAGIC: Final = b"SQLite format 3\x00"
_LIMITS: Final = {
    sqlite3.SQLITE_LIMIT_LENGTH: LARGEST_VALUE,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 100,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 50,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 10,
    sqlite3.SQLITE_LIMIT_FUNCTION_ARG: 10,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 1,
}
_PRAGMAS: Final = ("trusted_schema=OFF", "cell_size_check=ON", "mmap_size=0", "foreign_keys=ON")
_LIKENESS: Final = {
    b"PK": "a ZIP archive",
    b"\x89PNG": "a PNG image",
    b"\xff\xd8": "a JPEG image",
    b"\x1f\x8b": "a gzip archive",
    b"{": "JSON",
    b"[": "JSON",
    b"<": "XML or SVG",
    b"%PDF": "a PDF",
}


_LEAF: Final = 13
"""What a page begins with that holds rows of a table and points to no other."""
_LEAVES: Final = 16


class FileHeader(NamedTuple):
    """What the first bytes of a file say."""

    kind: FileKind
    version: int
    size: int
    unclosed: bool
    """It is in write-ahead mode: whoever wrote it last did not close it."""
    whole: bool
    """It is as long as it says; one that was not closed need not be."""


class CheckedFile(NamedTuple):
    """An open file that may be read, and what it is."""

    connection: sqlite3.Connection
    header: FileHeader


def side_files(path: Path) -> list[Path]:
    """Return what SQLite would take for a part of the file."""
    return [side for end in SIDE_FILES if os.path.lexists(side := path.with_name(path.name + end))]


def missing_wal(path: Path, kind: FileKind) -> Path | None:
    """Return where the last changes of a file that was not closed should lie, when they are not there, or all is zero.

    Between the switch to write-ahead and the first change there is nothing yet to miss; the file looks the same then.
    """
    wal = path.with_name(f"{path.name}-wal")
    try:
        return wal if header(path, kind).unclosed and is_nothing(wal) else None
    except Invalid:
        return None


def is_nothing(wal: Path) -> bool:
    """Tell whether a log is not there, or has nothing in it."""
    if not os.path.lexists(wal):
        return True
    if not wal.is_file() or wal.is_symlink() or wal.stat().st_size > LARGEST:
        return False
    with wal.open("rb") as file:
        return not any(file.read(4096)) and not any(file.read())


def header(path: Path, kind: FileKind) -> FileHeader:
    """Read the header of a file without asking SQLite; raises ``Invalid`` for what cannot be one of ours."""
    first, size = _first_bytes(path)
    if not size:
        raise Invalid(f"{path_text(path)} is empty and holds no {kind.name}; choose another file")
    if not first.startswith(_MAGIC):
        raise Invalid(f"{path_text(path)} is not a {kind.name}{_like(first)}; choose another file")
    if len(first) < 100:
        raise Invalid(f"{path_text(path)} is cut short after {size} bytes: use a complete copy")
    page, write, _, pages, encoding, version, application = struct.unpack(">16xHBB8xI24xIIxxxxI28x", first)
    if application != kind.application:
        what = next((f"a {one.name}" for one in KINDS if one.application == application), "not one of our files")
        raise Invalid(f"{path_text(path)} is {what}: choose a {kind.name} instead")
    if version > kind.version:
        raise Elsewhere(
            f"{path_text(path)} was made by a newer Sandtable (version {version} of the {kind.name}, this program "
            f"knows {kind.version}): update the program; nothing was changed"
        )
    if version < 1:
        raise Invalid(f"{path_text(path)} was never finished and holds no {kind.name}; choose another file")
    if encoding != 1:
        raise Invalid(f"{path_text(path)} stores text as UTF-16, and Sandtable uses UTF-8: choose another file")
    width = 65536 if page == 1 else page
    whole = width >= 512 and not width & (width - 1) and not size % width and pages in {0, size // width}
    return FileHeader(kind, version, size, write != 1, whole)


def kind_of(path: Path) -> FileKind | None:
    """Return which of our kinds a file says it is; raises ``Invalid`` for what is no file."""
    first, _ = _first_bytes(path)
    application = int.from_bytes(first[68:72], "big") if first.startswith(_MAGIC) else 0
    return next((one for one in KINDS if one.application == application), None)


def likeness(path: Path) -> str:
    """Say what a file looks like that is none of ours; an empty text where that cannot be told."""
    return _like(_first_bytes(path)[0])


def _like(first: bytes) -> str:
    return next((f": it looks like {what}" for begin, what in _LIKENESS.items() if first.startswith(begin)), "")


def _first_bytes(path: Path) -> tuple[bytes, int]:
    """Read the first hundred bytes; never waits, never follows a link."""
    try:
        mode = os.lstat(path).st_mode
        if stat.S_ISREG(mode):
            with FileLook(path), path.open("rb") as file:
                return file.read(100), os.fstat(file.fileno()).st_size
    except OSError as error:
        raise Invalid(f"{path_text(path)} cannot be opened: {error.strerror}; check its name") from error
    raise Invalid(f"{path_text(path)} is {what_is(path)}: choose a file")


def what_is(path: Path) -> str:
    """Return what lies at a path that is no file, in words."""
    kinds = {stat.S_IFDIR: "a folder", stat.S_IFLNK: "a link", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}
    return kinds.get(stat.S_IFMT(os.lstat(path).st_mode), "a device")


def open_checked(path: Path, kind: FileKind, head: FileHeader | None = None) -> CheckedFile:
    """Open a file that has nothing beside it, for reading; raises ``Invalid`` in one sentence for all that is wrong.

    Whoever gets the connection closes it. It stays read-only and keeps its limits. ``head`` is its header, if that
    was read just now.
    """
    head = head or header(path, kind)
    if head.size > LARGEST:
        raise Invalid(
            f"{path_text(path)} has {head.size >> 20} MB; a {kind.name} may have at most {LARGEST >> 20}: split it"
        )
    if beside := side_files(path):
        raise Invalid(
            f"{path_text(path)} has {path_text(Path(beside[0].name))} beside it, which could change its contents: "
            "ask for the single file that an export makes"
        )
    if head.unclosed:
        raise Invalid(
            f"{path_text(path)} was not closed after it was written, and its last changes may be missing: "
            "ask for the single file that an export makes"
        )
    if not head.whole:
        raise Invalid(f"{path_text(path)} is cut short or longer than it says ({head.size} bytes): use a complete copy")
    require_short_schema(path)
    with plain_errors(path):
        connection = connect(path, "mode=ro&immutable=1")
        try:
            examine(path, connection, head)
        except BaseException:
            connection.close()
            raise
    return CheckedFile(connection, head)


def require_short_schema(path: Path) -> None:
    """Raise ``Invalid`` when the schema is far longer than ours: SQLite reads all of it before anything can be asked.

    Ours fills a few pages, the first of which points to the others.
    """
    with plain_errors(path), FileLook(path), path.open("rb") as file:
        first = file.read(4096)
        width = int.from_bytes(first[16:18], "big")
        width = 65536 if width == 1 else width
        first += file.read(max(0, width - len(first)))
        below = int.from_bytes(first[103:105], "big")
        if first[100] == _LEAF:
            return
        if below <= _LEAVES:
            cells = [int.from_bytes(first[112 + 2 * at : 114 + 2 * at], "big") for at in range(below)]
            pages = [first[108:112], *(first[cell : cell + 4] for cell in cells)]
            kinds: set[bytes] = set()
            for page in pages:
                file.seek((int.from_bytes(page, "big") - 1) * width)
                kinds.add(file.read(1))
            if kinds == {bytes([_LEAF])}:
                return
            if b"" in kinds:
                raise Invalid(f"{path_text(path)} is cut short: use a complete copy")
    raise Invalid(
        f"{path_text(path)} has a schema that is not ours: it was not written by Sandtable; choose another file"
    )


def connect(path: Path, how: str, *, patience: float = 0.0) -> sqlite3.Connection:
    """Open a connection with our limits; ``how`` are SQLite's words for a URI. It opens no transaction by itself."""
    uri = f"{path.absolute().as_uri()}?{how}"
    connection = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=patience)
    for category, limit in _LIMITS.items():
        connection.setlimit(category, limit)
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    return connection


def examine(path: Path, connection: sqlite3.Connection, head: FileHeader) -> None:
    """Compare the schema with ours, then look through every page; raises ``Invalid``."""
    with deadline(connection, head.size):
        connection.execute("PRAGMA query_only=ON")
        same_schema(path, connection, head)
        (says,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
        if says != "ok":
            raise Invalid(f"{path_text(path)} is damaged ({_in_words(says)}): use an earlier copy")
        if connection.execute("SELECT count(*) FROM file").fetchone() != (1,):
            raise Invalid(f"{path_text(path)} is damaged and does not say which file it is: use an earlier copy")
        dangling = connection.execute("PRAGMA foreign_key_check").fetchone()
        if dangling:
            raise Invalid(
                f"{path_text(path)} is damaged: {dangling[0]} name {dangling[2]} that are not there; "
                f"use an earlier copy"
            )


def _in_words(says: str) -> str:
    """Return what SQLite finds wrong in a file, in plain words: the column it names, or the pages."""
    column = re.search(r" value in (\w+\.\w+)", says)
    return f"{column[1]} holds what it may not" if column else "its pages do not fit together"


def same_schema(path: Path, connection: sqlite3.Connection, head: FileHeader) -> None:
    """Raise ``Invalid`` for the first table, view or trigger that is not ours to the word."""
    ours, theirs = head.kind.schema(head.version), schema_of(connection)
    if ours == theirs:
        return
    what, name = min(key for key in ours.keys() | theirs.keys() if ours.get(key) != theirs.get(key))
    how = "lacks the" if (what, name) not in theirs else "has another" if (what, name) in ours else "has a foreign"
    raise Invalid(f"{path_text(path)} {how} {what} {name!r}: it was not written by Sandtable; choose another file")


@contextmanager
def deadline(connection: sqlite3.Connection, size: int) -> Generator[None]:
    """Stop whatever takes more work than a file of this size can need; a slow disk, or other programs, do not count."""
    end = thread_time() + SECONDS * (1 + size // STRETCH)
    connection.set_progress_handler(lambda: thread_time() > end, 10_000)
    try:
        yield
    finally:
        connection.set_progress_handler(None, 10_000)
