"""A file out and in: what is handed on is one whole, closed file; what comes from elsewhere is looked through first."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sandtable.engine.errors import Invalid
from sandtable.library.files.copies import in_use, sync
from sandtable.library.files.file import File
from sandtable.library.files.gate import open_checked, side_files, what_is
from sandtable.library.files.sqlite_errors import path_text, plain_errors
from sandtable.library.files.turns import is_open_here

if TYPE_CHECKING:
    from sandtable.library.files.schema import FileKind

Damage = Callable[[File], Sequence[str]]
"""What reads all of a file and says what is damaged."""


def export(file: File, target: Path) -> None:
    """Write a copy of an open file; a file of that name is replaced, at once and only by a whole one.

    Raises ``Invalid`` when the target is open somewhere or the disk is full; then nothing was changed.
    """
    require_free(target)
    part = target.with_name(f".{target.name}.part")
    with plain_errors(target):
        try:
            for left in (part, *side_files(part)):
                left.unlink(missing_ok=True)
            file.pour_into(part)
            sync(part)
            open_checked(part, file.kind).connection.close()
            part.replace(target)
            sync(target.absolute().parent)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)


def import_file(source: Path, target: Path, kind: FileKind, damage: Damage) -> None:
    """Copy a foreign file to a name that is free, after the gate and after all in it was read.

    Raises ``Invalid``; then there is nothing at the target. The source is not touched.
    """
    if target.exists():
        raise Invalid(f"{path_text(target)} already exists: choose another name")
    with File.open(source, kind, foreign=True) as file:
        for sentence in damage(file):
            raise Invalid(sentence)
        export(file, target)


def require_free(target: Path) -> None:
    """Raise ``Invalid`` when a file cannot be written there, or is open."""
    with plain_errors(target):
        if not target.absolute().parent.is_dir():
            raise Invalid(
                f"{path_text(target)} cannot be written: there is no folder {path_text(target.absolute().parent)}; "
                "make it first, or name a file elsewhere"
            )
        if os.path.lexists(target) and not stat.S_ISREG(os.lstat(target).st_mode):
            raise Invalid(f"{path_text(target)} is {what_is(target)}, which cannot be replaced: choose another name")
        if target.exists() and (is_open_here(target) or in_use(target)):
            raise Invalid(f"{path_text(target)} is open: close it first, or choose another name")
        if beside := side_files(target):
            raise Invalid(
                f"{path_text(target)} cannot be written while {path_text(Path(beside[0].name))} is beside it: "
                "open and close it, or choose another name"
            )
