"""Where drafts lie: beside the library that they are of, and those that were put aside beside them."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Final
from urllib.parse import quote, unquote

from sandtable.engine.errors import Invalid
from sandtable.library.files.copies import in_use
from sandtable.library.files.sqlite_errors import path_text, plain_errors

END: Final = ".draft"
SIDES: Final = ("-wal", "-journal", "-shm")
"""What lies beside a draft that was not closed."""


def draft_path(library: Path, key: str) -> Path:
    """Return where the draft of a map lies."""
    return library.with_name(f"{library.name}.{quote(key, safe='')}{END}")


def drafts_beside(library: Path, ends: str = END) -> list[tuple[str, Path]]:
    """Return the drafts beside a library whose files end so, those that were put aside too, each with its key."""
    found: list[tuple[str, Path]] = []
    for path in sorted(library.absolute().parent.glob("*")):
        head, end, number = path.name.removeprefix(f"{library.name}.").rpartition(ends)
        if path.name.startswith(f"{library.name}.") and end and (not number or number[1:].isdecimal()):
            found.append((unquote(head), path))
    return found


def put_aside(path: Path) -> Path:
    """Move a draft, with what lies beside it, to where no program opens it by itself; return where it lies then."""
    if in_use(path):
        raise Invalid(f"{path_text(path)} is open in another program: close it there first")
    away = free_place(path)
    with plain_errors(path):
        for end in ("", *SIDES):
            one = path.with_name(path.name + end)
            if end in SIDES and not one.exists():
                continue
            one.rename(away.with_name(away.name + end))
    return away


def remove_draft(path: Path) -> None:
    """Remove a draft with what lies beside it; raises ``Invalid`` for one that is open."""
    if in_use(path):
        raise Invalid(f"{path_text(path)} is open in another program: close it there first")
    with plain_errors(path):
        for end in ("", *SIDES):
            path.with_name(path.name + end).unlink(missing_ok=True)


def free_place(path: Path) -> Path:
    """Return where a draft can be put aside: beside it, under the first number that is free."""
    return next(place for number in count(1) if not (place := path.with_name(f"{path.name}.{number}")).exists())
