"""Foreign files read, and ours written: looked at before they are opened, on disk for certain before they count."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

from sandtable.engine.errors import Invalid
from sandtable.library.files.copies import sync
from sandtable.library.files.gate import what_is
from sandtable.library.files.sqlite_errors import path_text, plain_errors

LARGEST: Final = 128 << 20
"""Bytes of a foreign file; more would not fit into what the reader may use."""


def foreign_bytes(path: Path, largest: int = LARGEST) -> bytes:
    """Return what is in a file; raises ``Invalid`` for what is none, is not there, or is too large to be read."""
    with plain_errors(path):
        found = _file_at(path)
        if found.st_size > largest:
            raise Invalid(
                f"{path_text(path)} has {found.st_size / 2**20:,.0f} MB: "
                f"{largest / 2**20:,.0f} is the most that can be "
                f"read; make it smaller"
            )
        with path.open("rb") as file:
            return file.read(largest + 1)


def foreign_text(path: Path, largest: int = LARGEST) -> str:
    """Return the text in a file; raises ``Invalid`` for what is no text in UTF-8."""
    try:
        return foreign_bytes(path, largest).decode()
    except UnicodeDecodeError as error:
        raise Invalid(
            f"{path_text(path)} is not a text in UTF-8 (at byte {error.start + 1}): save it in that encoding"
        ) from error


def first_bytes(path: Path, many: int) -> bytes:
    """Return how a file begins; raises ``Invalid`` for what is none or is not there, and never waits for a pipe."""
    with plain_errors(path):
        _file_at(path)
        with path.open("rb") as file:
            return file.read(many)


def _file_at(path: Path) -> os.stat_result:
    """Raise ``Invalid`` for what is no file, or is not there."""
    try:
        found = path.stat()
    except FileNotFoundError:
        raise Invalid(f"{path_text(path)} does not exist: name a file that does") from None
    if not stat.S_ISREG(found.st_mode):
        what = "a folder" if stat.S_ISDIR(found.st_mode) else "not a file"
        raise Invalid(f"{path_text(path)} is {what}: name a file")
    return found


def write_text(path: Path, text: str) -> None:
    """Write a text file in place of one that is there, at once and only when it is whole and on disk."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file in place of one that is there, at once and only when it is whole and on disk."""
    part = path.with_name(f".{path.name}.part")
    with plain_errors(path):
        if not path.absolute().parent.is_dir():
            raise Invalid(
                f"{path_text(path)} cannot be written: there is no folder {path_text(path.absolute().parent)}; "
                "make it first, or name a file elsewhere"
            )
        if path.is_dir():
            raise Invalid(f"{path_text(path)} is a folder: name a file in it")
        if os.path.lexists(path) and not stat.S_ISREG(os.lstat(path).st_mode):
            raise Invalid(f"{path_text(path)} is {what_is(path)}, which cannot be replaced: choose another name")
        try:
            with part.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
            sync(path.absolute().parent)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
