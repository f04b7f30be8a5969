"""What is told of drafts without opening them to be worked on: how much was done, and what of it is not saved."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from sandtable.design.draft_places import draft_path, drafts_beside
from sandtable.design.draft_rescue import DamagedDraft, left_of, may_be_damaged, title_of
from sandtable.design.draft_rows import read_entries, read_standing
from sandtable.design.history import EditHistory
from sandtable.engine.errors import Invalid
from sandtable.library.files.file import File
from sandtable.library.files.report_words import count_of
from sandtable.library.files.schema import DRAFT
from sandtable.library.files.sqlite_errors import path_text


class KeptDraft(Struct, frozen=True):
    """A draft as it lies there."""

    key: str
    """Of the map that it is of."""
    path: str
    edits: int = 0
    """How many stand."""
    unsaved: int = 0
    """How many of them are not in the library, or were taken back since."""
    is_aside: bool = False
    """It was put aside: no program opens it by itself."""
    wrong: str = ""
    """Why it cannot be read, or not all of it."""
    is_lost: bool = False
    """Nothing of it can be read."""

    @property
    def words(self) -> str:
        """How it stands, in words."""
        if self.is_lost:
            return "a draft that is damaged"
        if self.wrong and not self.edits:
            return "a draft that cannot be read now"
        done = count_of(self.edits, "edit")
        if self.is_aside:
            return f"{done}, put aside"
        if not self.unsaved:
            return f"{done}, all saved"
        return f"{done}, not saved" if self.unsaved == self.edits else f"{done}, {self.unsaved:,} not saved"


def draft_of(library: Path, key: str) -> KeptDraft | None:
    """Return the draft of a map, ``None`` where there is none."""
    path = draft_path(library, key)
    return look_at(library, key, path) if path.exists() else None


def kept_drafts(library: Path) -> list[KeptDraft]:
    """Return all drafts beside a library."""
    return [look_at(library, key, path) for key, path in drafts_beside(library)]


def look_at(library: Path, key: str, path: Path) -> KeptDraft:
    """Return what is told of a draft."""
    aside, where = path != draft_path(library, key), str(path)
    try:
        with File.open(path, DRAFT) as file, file.reading() as db:
            standing = read_standing(file)
            (many,) = db.execute("SELECT count(*) FROM edits").fetchone()
    except Invalid as error:
        if not may_be_damaged(path, error):
            return KeptDraft(key, where, is_aside=aside, wrong=str(error))
        left = left_of(library, key, path, error)
        if left is None:
            return KeptDraft(
                key, where, is_aside=aside, wrong=str(DamagedDraft(path, title_of(library, key))), is_lost=True
            )
        wrong = f"{path_text(path)} is damaged: only its first {count_of(len(left.entries), 'edit')} can be read"
        return KeptDraft(key, where, left.standing.position, left.standing.unsaved, aside, wrong)
    return KeptDraft(key, where, min(many, standing.position), min(many, standing.unsaved), aside)


def kept_history(library: Path, key: str, path: Path) -> tuple[EditHistory, str]:
    """Return what was done in a draft, of a damaged one what can be read; and what is wrong with it.

    Raises ``Invalid`` where it is open elsewhere, or nothing of it can be read.
    """
    try:
        with File.open(path, DRAFT) as file:
            entries, _, wrong = read_entries(file)
            if not wrong:
                return EditHistory(tuple(entries), min(read_standing(file).position, len(entries))), ""
            raise Invalid(wrong)
    except Invalid as error:
        if not may_be_damaged(path, error):
            raise
        left = left_of(library, key, path, error)
        if left is None:
            raise DamagedDraft(path, title_of(library, key)) from error
        wrong = f"{path_text(path)} is damaged: only its first {count_of(len(left.entries), 'edit')} can be read"
        return EditHistory(tuple(left.entries), left.standing.position), wrong
