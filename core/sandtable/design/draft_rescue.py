"""What is left of a damaged draft: its edits up to the damage, on what it was begun with, as a draft again."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from sandtable.design.draft_places import SIDES, free_place
from sandtable.design.draft_rows import (
    NOWHERE,
    DraftStanding,
    read_entries,
    read_standing,
    write_entry,
    write_head,
)
from sandtable.design.draft_sorts import MAP_DRAFTS, DraftSort
from sandtable.design.history import HistoryEntry
from sandtable.engine.errors import Elsewhere, Invalid
from sandtable.library.files.copies import LogDamaged, in_use
from sandtable.library.files.damaged_files import open_damaged
from sandtable.library.files.file import File
from sandtable.library.files.report_words import count_of
from sandtable.library.files.sqlite_errors import FOREIGN, path_text, plain_errors
from sandtable.library.files.turns import OpenHere


class DamagedDraft(Invalid):
    """A draft of which nothing can be read; ``path`` is where it lies."""

    def __init__(self, path: Path, title: str, what: str = "map") -> None:
        super().__init__(
            f"the draft of {title}, {path_text(path)}, is damaged and nothing of it can be read: go on with the "
            f"{what} as it was saved last, and keep the damaged draft aside"
        )
        self.path = path


class DraftScraps(NamedTuple):
    """What can be read: what the draft was begun with, what was done to it, and where that stood."""

    base: Any
    entries: list[HistoryEntry]
    standing: DraftStanding


def may_be_damaged(path: Path, refused: Invalid) -> bool:
    """Tell whether a draft was refused for what is in it: not for who has it open, or which program wrote it."""
    if isinstance(refused, (Elsewhere, OpenHere)) or path.is_symlink() or not path.is_file():
        return False
    with suppress(Invalid, OSError):
        return os.access(path, os.R_OK | os.W_OK) and not in_use(path)
    return False


def left_of(
    library: Path, key: str, path: Path, refused: Invalid | None = None, sort: DraftSort = MAP_DRAFTS
) -> DraftScraps | None:
    """Return what can be read of a damaged draft, ``None`` where that is nothing."""
    ways = (True, False) if isinstance(refused, LogDamaged) else (False,)
    found = [one for behind in ways if (one := _read(library, key, path, sort, behind=behind)) is not None]
    return max(found, key=lambda one: len(one.entries), default=None)


def rescue(library: Path, key: str, path: Path, refused: Invalid | None = None, sort: DraftSort = MAP_DRAFTS) -> str:
    """Put what can be read of a draft in its place, keep the damaged one aside, and say so in a sentence.

    Raises ``DamagedDraft`` where nothing can be read; then nothing was changed.
    """
    scraps, title = left_of(library, key, path, refused, sort), sort.title_of(library, key)
    if scraps is None:
        raise DamagedDraft(path, title, sort.what)
    fresh = path.with_name(f"{path.name}.fresh")
    fresh.unlink(missing_ok=True)
    try:
        _write(fresh, key, scraps, sort)
        away = _exchange(path, fresh)
    finally:
        fresh.unlink(missing_ok=True)
    many = len(scraps.entries)
    what = "the first edit stands" if many == 1 else f"the first {count_of(many, 'edit')} stand"
    return (
        f"the draft of {title} was damaged: {what}, what was done after that is lost; "
        f"the damaged draft is kept as {path_text(away)}"
    )


def _read(library: Path, key: str, path: Path, sort: DraftSort, *, behind: bool) -> DraftScraps | None:
    try:
        with open_damaged(path, sort.kind, behind=behind) as file:
            entries = read_entries(file).entries
            standing = _standing(file, len(entries))
            base = sort.kept(file, key)
    except (Invalid, *FOREIGN):
        return None
    if base is None and standing.saved != NOWHERE:
        base = sort.taken_back(library, key, standing, entries)
    return DraftScraps(base, entries, standing) if entries and base is not None else None


def _standing(file: File, many: int) -> DraftStanding:
    """Return where the history stood, as far as that is still there."""
    try:
        standing = read_standing(file)
    except Invalid:
        return DraftStanding(many, NOWHERE, "")
    saved = standing.saved if standing.saved <= many else NOWHERE
    return DraftStanding(min(standing.position, many), saved, standing.revision)


def _write(path: Path, key: str, scraps: DraftScraps, sort: DraftSort) -> None:
    """Write a draft that is whole."""
    with File.create(path, sort.kind) as file, file.unit() as db:
        sort.put(file, scraps.base)
        write_head(db, key, scraps.standing)
        links: list[str] = []
        for number, entry in enumerate(scraps.entries, 1):
            links.append(write_entry(db, links, number, entry))


def _exchange(path: Path, fresh: Path) -> Path:
    """Put a draft in the place of another, which is copied aside first; return where that lies."""
    away = free_place(path)
    with plain_errors(path):
        for end in ("", *SIDES):
            if (one := path.with_name(path.name + end)).exists():
                shutil.copyfile(one, away.with_name(away.name + end))
        for end in SIDES:
            path.with_name(path.name + end).unlink(missing_ok=True)
        fresh.replace(path)
    return away
