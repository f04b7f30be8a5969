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
    sqlite3.SQLITE_FULL: "cannot be written, there is no room left on its disk: nothing was changed; "
    "make room and do it again, or save a copy elsewhere",
    sqlite3.SQLITE_BUSY: "is open in another program: close it there first",
    sqlite3.SQLITE_LOCKED: "is open in another program: close it there first",
    sqlite3.SQLITE_READONLY: "cannot be written: give yourself the right to write it and its folder, or save a copy "
    "elsewhere; nothing was changed",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened for writing: its folder must be there and let files be made in it; "
    "nothing was changed",
    sqlite3.SQLITE_PERM: "cannot be opened: you have no right to it",
    sqlite3.SQLITE_IOERR: "could not be read or written: the disk or the network behind it fails; "
    "nothing was changed; try again, or take a copy",
    sqlite3.SQLITE_NOTADB: "is no file of ours: choose another",
    sqlite3.SQLITE_CORRUPT: "is damaged: take a copy from before",
    sqlite3.SQLITE_TOOBIG: "holds a text or an image that is too large",
    sqlite3.SQLITE_INTERRUPT: "takes too long to read: it is damaged, or made to be",
    sqlite3.SQLITE_NOMEM: "needs more memory than there is",
    sqlite3.SQLITE_ERROR: "does not hold what it should: it is damaged, or another program has changed it; take a copy "
    "from before",
    sqlite3.SQLITE_SCHEMA: "was changed by another program meanwhile: open it again",
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
    return Invalid(f"{path_text(path)} is damaged: {' '.join(str(error).split())}; take a copy from before")


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
