"""The file of a campaign as a whole: it is named, renamed, copied, deleted and taken back.

A campaign is called what its file is called. What is deleted lies in the folder ``deleted`` beside the others, until
somebody removes it there.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from sandtable.engine.errors import Invalid
from sandtable.library.campaigns.campaigns import free_name, free_place, last_written
from sandtable.library.campaigns.contents import contents_of
from sandtable.library.campaigns.opening import noticed_header
from sandtable.library.files.copies import copy_file, in_use, sync
from sandtable.library.files.export import export
from sandtable.library.files.file import File
from sandtable.library.files.gate import kind_of, side_files
from sandtable.library.files.schema import CAMPAIGN
from sandtable.library.files.sqlite_errors import path_text, plain_errors
from sandtable.library.files.turns import OpenHere, alone_with

SUFFIX: Final = ".campaign"
UNENDED: Final = ".unended"
"""How the note ends that lies beside a campaign in which a rule did not come to an end."""
DELETED: Final = "deleted"
LONGEST: Final = 200
"""Bytes of a name: most systems allow 255 for a file's, and what lies beside it is named after it."""
FORBIDDEN: Final = frozenset('/\\:*?"<>|')
"""What some system does not allow in the name of a file."""
RESERVED: Final = frozenset(
    {"con", "prn", "aux", "nul"} | {f"{one}{nth}" for one in ("com", "lpt") for nth in range(1, 10)}
)


def require_name(name: str) -> str:
    """Return a name as a campaign can have it; raises ``Invalid`` for what cannot be the name of a file everywhere."""
    name = name.strip().removesuffix(SUFFIX).strip()
    if not name:
        raise Invalid("a campaign needs a name: write one")
    if FORBIDDEN & set(name) or not name.isprintable():
        raise Invalid(
            f"{name!r} cannot be the name of a campaign: it must not contain any of {' '.join(sorted(FORBIDDEN))}"
        )
    if name.startswith("."):
        raise Invalid(f"{name!r} cannot be the name of a campaign: it must not begin with a full stop")
    if name.endswith(".") or name.casefold() in RESERVED:
        raise Invalid(f"{name!r} should not be used as a name, some systems cannot have it: choose another name")
    if len(name.encode()) > LONGEST:
        raise Invalid(f"a name of {len(name.encode())} bytes is too long: use at most {LONGEST}")
    return name


def rename_campaign(path: Path, name: str) -> Path:
    """Give a campaign another name in its folder; returns its file. Its date stays."""
    target = path.with_name(require_name(name) + SUFFIX)
    return path if target == path else _move(path, target)


def copy_campaign(path: Path, name: str = "") -> Path:
    """Copy a campaign in its folder, without a name to ``NAME-copy``; the one that was played last stays the last.

    Raises ``Invalid`` for one that is damaged, or whose last changes are missing.
    """
    target = path.with_name(require_name(name) + SUFFIX) if name else free_name(path, "copy")
    _require_campaign(path)
    try:
        for harm in noticed_header(path)[1]:
            raise Invalid(harm)
        with File.open(path, CAMPAIGN) as file:
            if damage := contents_of(file).damage:
                raise Invalid(f"{path_text(path)} was damaged or edited: {damage}; open it, and it goes on in a copy")
            _require_free(target)
            export(file, target)
    except OpenHere:
        raise _open_here(path) from None
    played = last_written(path) - 1
    with suppress(OSError):
        os.utime(target, (played, played))
    return target


def delete_campaign(path: Path) -> Path:
    """Move a campaign to the folder of deleted ones beside it; returns where it is."""
    _require_campaign(path)
    folder = path.parent / DELETED
    with plain_errors(folder):
        folder.mkdir(exist_ok=True)
    try:
        return _move(path, free_place(folder, path.stem, SUFFIX))
    finally:
        with suppress(OSError):  # it has not come there, and nothing else is in it
            folder.rmdir()


def deleted_campaigns(folder: Path) -> list[Path]:
    """Return the campaigns that were deleted from a folder and can be taken back, by name."""
    return sorted((folder / DELETED).glob(f"*{SUFFIX}"), key=lambda path: path.stem)


def restore_campaign(path: Path) -> Path:
    """Take a deleted campaign back to where it was, under another name where that is taken; returns where it is."""
    target = free_place(path.parent.parent, path.stem, SUFFIX)
    moved = _move(path, target)
    with suppress(OSError):  # others are still in it
        path.parent.rmdir()
    return moved


# --- moving a file with what lies beside it -------------------------------------------------------------------------


def _move(path: Path, target: Path) -> Path:
    """Move a campaign that nobody has open to a name that is free.

    What lies beside it is copied first and removed last: whenever that is broken off, the campaign is whole under one
    of its names.
    """
    _require_campaign(path)
    with _alone(path), plain_errors(path):
        _require_free(target)
        beside = _beside(path)
        copies = [target.with_name(target.name + one.name[len(path.name) :]) for one in beside]
        made: list[Path] = []
        try:
            for one, copy in zip(beside, copies, strict=True):
                copy_file(one, copy)
                made.append(copy)
            path.rename(target)
        except BaseException:
            for copy in made:
                copy.unlink(missing_ok=True)
            raise
        for one in beside:
            one.unlink(missing_ok=True)
        for folder in {path.parent, target.parent}:
            sync(folder)
    return target


@contextmanager
def _alone(path: Path) -> Generator[None]:
    """Have a file to oneself; raises ``Invalid`` where somebody has it open."""
    try:
        with alone_with(path):
            if in_use(path):
                raise Invalid(f"{path_text(path)} is open in another program: close it there first")
            yield
    except OpenHere:
        raise _open_here(path) from None


def _open_here(path: Path) -> Invalid:
    return Invalid(f"{path_text(path)} is open in this program: close it first")


def _require_campaign(path: Path) -> None:
    """Raise ``Invalid`` for what is not there, and for what neither is a campaign nor is called one."""
    if not os.path.lexists(path):
        raise Invalid(f"there is no {path_text(path)}: `sandtable campaign list` shows what there is")
    with plain_errors(path):
        if not path.is_file() or (path.suffix != SUFFIX and kind_of(path) is not CAMPAIGN):
            raise Invalid(f"{path_text(path)} is not a campaign: choose another file")


def _require_free(path: Path) -> None:
    """Raise ``Invalid`` where something of this name is there, or lies beside it as if it were a part of it."""
    for one in (path, *_beside(path)):
        if os.path.lexists(one):
            raise Invalid(f"{path_text(one)} already exists: choose another name")


def _beside(path: Path) -> list[Path]:
    """Return what lies beside a campaign and belongs to it."""
    note = path.with_name(path.name + UNENDED)
    return [*side_files(path), *([note] if os.path.lexists(note) else [])]
