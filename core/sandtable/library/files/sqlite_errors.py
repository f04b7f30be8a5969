"""What SQLite and the disk answer, in one sentence each: what, where, what to do."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from sandtable.engine.errors import Invalid

FOREIGN: Final = (
    sqlite3.Error,
    msgspec.MsgspecError,
    MemoryError,
    OSError,
    OverflowError,
    RecursionError,
    ValueError,  # UnicodeDecodeError too: sqlite3 raises it on some damaged files
)
"""What reading a damaged or hostile file may raise, beside what we raise ourselves."""

_SAYS: Final = {
    sqlite3.SQLITE_FULL: "cannot be written, its disk is full: nothing was changed; "
    "make room and try again, or save a copy elsewhere",
    sqlite3.SQLITE_BUSY: "is open in another program: close it there first",
    sqlite3.SQLITE_LOCKED: "is open in another program: close it there first",
    sqlite3.SQLITE_READONLY: "cannot be written: allow yourself to write it and its folder, or save a copy "
    "elsewhere; nothing was changed",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened for writing: its folder must exist, "
    "and you must be allowed to write there; "
    "nothing was changed",
    sqlite3.SQLITE_PERM: "cannot be opened: you are not allowed to read it",
    sqlite3.SQLITE_IOERR: "could not be read or written: its disk or network has failed; "
    "nothing was changed; try again, or use an earlier copy",
    sqlite3.SQLITE_NOTADB: "was not made by Sandtable: choose another file",
    sqlite3.SQLITE_CORRUPT: "is damaged: use an earlier copy",
    sqlite3.SQLITE_TOOBIG: "holds a text or an image that is too large: use an earlier copy",
    sqlite3.SQLITE_INTERRUPT: "takes too long to read and is probably damaged: use an earlier copy",
    sqlite3.SQLITE_NOMEM: "needs more memory than is free: close other programs and try again",
    sqlite3.SQLITE_ERROR: "does not hold what it should: it is damaged, or another program has changed it; use an "
    "earlier copy",
    sqlite3.SQLITE_SCHEMA: "was changed by another program in the meantime: open it again",
    sqlite3.SQLITE_PROTOCOL: "is open in another program: close it there first",
}


def path_text(path: Path) -> str:
    """Return a path as it can stand in a sentence: one line, nothing hidden in it."""
    text = str(path)
    return text if text.isprintable() else repr(text)


def error_for(path: Path, error: BaseException) -> Invalid:
    """Say what went wrong with a file."""
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", None)
        if code is None and isinstance(error, sqlite3.OperationalError):  # a text that is no UTF-8
            code = sqlite3.SQLITE_CORRUPT
        says = _SAYS.get(code & 0xFF) if isinstance(code, int) else None
        return Invalid(f"{path_text(path)} {says or f'cannot be used: SQLite says {error}'}")
    if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
        return Invalid(f"{path_text(path)} cannot be used, its name is too long: choose a shorter one")
    if isinstance(error, OSError):
        return Invalid(f"{path_text(path)} cannot be used: {error.strerror or error}")
    if isinstance(error, MemoryError):
        return Invalid(f"{path_text(path)} {_SAYS[sqlite3.SQLITE_NOMEM]}")
    return Invalid(f"{path_text(path)} is damaged: {' '.join(str(error).split())}; use an earlier copy")


def reason(error: BaseException) -> str:
    """Return what an error says of a file, without its name and what to do."""
    says = str(error_for(Path("-"), error)).removeprefix("- ").removeprefix("is damaged: ")
    return says.partition(":")[0].partition(";")[0]


@contextmanager
def plain_errors(path: Path) -> Generator[None]:
    """Let whatever a file may raise come out as one ``Invalid`` sentence."""
    try:
        yield
    except FOREIGN as error:
        raise error_for(path, error) from error
