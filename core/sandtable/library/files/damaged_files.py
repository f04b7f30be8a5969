"""What is left of a file that does not pass the gate: read in a copy, for what its own links and seals vouch for.

The gate refuses a file as a whole. Here the same file is opened all the same, where nothing it says can do harm:
a copy, read-only, with limits and a deadline, and with our tables only. What is the same in every file of its kind (the
header, the words of the schema) is written anew; SQLite then gives what it can still find.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import struct
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sandtable.engine.errors import Invalid
from sandtable.library.files.copies import WorkingCopy, in_use, put_together
from sandtable.library.files.file import File
from sandtable.library.files.gate import LARGEST, FileHeader, connect, deadline, header, side_files
from sandtable.library.files.schema import CAMPAIGN, KINDS, FileKind, schema_of
from sandtable.library.files.scratch_folders import ScratchFolder
from sandtable.library.files.sqlite_errors import FOREIGN, path_text, plain_errors
from sandtable.library.files.turns import FileLook

if TYPE_CHECKING:
    Row = tuple[str, str, str, str]

_PAGE: Final = 4096
_BRANCHES: Final = 5
"""What a page begins with that points to others, which hold rows."""
_HEAD: Final = struct.Struct(">16sH6B12I20x2I")
_SCHEMA_LIES_IN: Final = 1 << 18
"""The schema of a file stands in its first pages."""


@contextmanager
def open_damaged(path: Path, kind: FileKind = CAMPAIGN, *, behind: bool = False) -> Generator[File]:
    """Open what can be read of a damaged file; raises ``Invalid`` when it is none of its kind, or has no table left.

    ``behind``: with what its log holds behind a damage, too.
    """
    with plain_errors(path), ScratchFolder() as folder:
        copy = folder / "copy.db"
        with FileLook(path):
            head = _head_of(path, kind)
            if head.size > LARGEST or in_use(path):
                raise Invalid(f"{path_text(path)} cannot be read: use an earlier copy")
            (put_together if behind else _take)(path, copy, kind)
        _fill_up(copy)
        _write_head(copy, head)
        if not _write_schema(copy, head):
            _lay_schema(copy, head)
            _write_head(copy, head)
        connection = connect(copy, "mode=ro&immutable=1")
        try:
            connection.execute("PRAGMA query_only=ON")
            with deadline(connection, head.size):
                _require_ours(path, connection, head)
                yield File(path, kind, connection, writing=False)
        finally:
            connection.close()


def _head_of(path: Path, kind: FileKind) -> FileHeader:
    """Read the header; where that is damaged the schema tells what the file is."""
    try:
        return header(path, kind)
    except Invalid:
        if not path.is_file() or path.is_symlink():
            raise
        with plain_errors(path), path.open("rb") as file:
            begins = file.read(_SCHEMA_LIES_IN)
        others = [one for one in KINDS if len(one.statements(one.version)) > len(kind.statements(kind.version))]
        theirs = [statement for one in others for statement in one.statements(one.version)[-2:]]
        ours = kind.statements(kind.version)[-2:]
        if not any(one.encode() in begins for one in ours) or any(one.encode() in begins for one in theirs):
            raise
        return FileHeader(kind, kind.version, path.stat().st_size, unclosed=False, whole=False)


def _take(path: Path, copy: Path, kind: FileKind) -> None:
    """Copy a file, with what lies beside it where SQLite can still make one of both."""
    if side_files(path):
        with suppress(Invalid):
            settled = WorkingCopy(path, kind, lossy=True)
            try:
                shutil.copyfile(settled.path, copy)
            finally:
                settled.drop()
            return
    shutil.copyfile(path, copy)


def _fill_up(copy: Path) -> None:
    """Give a copy that was cut short its size again: what is missing is empty, and found to be."""
    with copy.open("rb") as file:
        pages = int.from_bytes(file.read(32)[28:], "big")
    size = copy.stat().st_size
    whole = pages * _PAGE if size < pages * _PAGE <= LARGEST else -(-size // _PAGE) * _PAGE
    os.truncate(copy, max(whole, _PAGE))


def _write_head(copy: Path, head: FileHeader) -> None:
    """Write the header anew: but for the length and two counters it is the same in all files of a kind."""
    with copy.open("r+b") as file:
        counter, cookie = struct.unpack(">24xI12xI", file.read(44))
        pages = copy.stat().st_size // _PAGE
        file.seek(0)
        file.write(
            _HEAD.pack(
                b"SQLite format 3\0", _PAGE, 1, 1, 0, 64, 32, 32, counter, pages, 0, 0, cookie, 4, 0, 0, 1,
                head.version, 0, head.kind.application, counter, 3_000_000,
            )
        )  # fmt: skip


def _lay_schema(copy: Path, head: FileHeader) -> None:
    """Lay the pages of the schema of a new file over those of a copy: a file that was made here has them there.

    One that was exported has not; then what its tables hold is not what their seals say, and does not count.
    """
    fresh = copy.with_name("fresh.db")
    connection = sqlite3.connect(fresh, isolation_level=None)
    try:
        for statement in ("PRAGMA journal_mode=OFF", "BEGIN", *head.kind.statements(head.version), "COMMIT"):
            connection.execute(statement)
    finally:
        connection.close()
    data = fresh.read_bytes()
    below = int.from_bytes(data[103:105], "big")
    cells = [int.from_bytes(data[112 + 2 * at : 114 + 2 * at], "big") for at in range(below)]
    leaves = [int.from_bytes(data[at : at + 4], "big") for at in (108, *cells)] if data[100] == _BRANCHES else []
    with copy.open("r+b") as file:
        for page in (1, *leaves):
            file.seek((page - 1) * _PAGE)
            file.write(data[(page - 1) * _PAGE : page * _PAGE])


def _write_schema(copy: Path, head: FileHeader) -> bool:
    """Write the words of the schema anew where they are not ours; where the tables begin stands beside them.

    Tells whether all of it could be read.
    """
    ours = _rows_of_schema(head)
    connection = connect(copy, "mode=rw")
    connection.text_factory = bytes
    try:
        connection.execute("PRAGMA writable_schema=ON")
        found: dict[int, Sequence[object]] = {}
        whole = False
        for way in ("", " DESC"):
            with suppress(*FOREIGN):
                for row in connection.execute(
                    f"SELECT rowid, rootpage, type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid{way}"
                ):
                    found[row[0]] = row[1:]
                whole = True
        sound = {tuple(row[1:]) for row in found.values()}
        missing = [one for one in ours if _as_bytes(one) not in sound]
        known = {_as_bytes(one) for one in ours}
        for rowid, (_, *words) in found.items():
            if missing and tuple(words) not in known:
                wanted = max(missing, key=lambda one: _likeness(words, _as_bytes(one)))  # called at once
                missing.remove(wanted)
                connection.execute(
                    "UPDATE sqlite_schema SET type = ?, name = ?, tbl_name = ?, sql = ? WHERE rowid = ?",
                    (*wanted, rowid),
                )
    except FOREIGN:
        return False
    else:
        return whole
    finally:
        connection.close()


def _as_bytes(row: Row) -> tuple[bytes | None, ...]:
    return tuple(one.encode() if one else None for one in row)


def _likeness(words: Sequence[object], wanted: Sequence[object]) -> float:
    """Say how much of a damaged row of the schema is that of one of ours: whole words count, then how each begins."""
    score = 0.0
    for one, other in zip(words, wanted, strict=True):
        same = one == other
        begins = 0
        if isinstance(one, bytes) and isinstance(other, bytes):
            begins = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
        score += same + begins / 10_000
    return score


def _rows_of_schema(head: FileHeader) -> list[Row]:
    connection = sqlite3.connect(":memory:")
    try:
        for statement in head.kind.statements(head.version):
            connection.execute(statement)
        return connection.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY rowid").fetchall()
    finally:
        connection.close()


def _require_ours(path: Path, connection: sqlite3.Connection, head: FileHeader) -> None:
    """Raise ``Invalid`` for any table, view or trigger that is not ours to the word; some may be missing."""
    ours, theirs = head.kind.schema(head.version), schema_of(connection)
    for (what, name), words in theirs.items():
        if ours.get((what, name)) != words:
            raise Invalid(
                f"{path_text(path)} has a foreign {what} {name!r}: it was not written by Sandtable; choose another file"
            )
