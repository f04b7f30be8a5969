"""What is told of drafts without opening them to be worked on: how much was done, and what of it is not saved."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from sandtable.design.draft_places import drafts_beside
from sandtable.design.draft_rescue import DamagedDraft, DraftScraps, left_of, may_be_damaged
from sandtable.design.draft_rows import read_entries, read_standing
from sandtable.design.draft_sorts import MAP_DRAFTS, DraftSort
from sandtable.design.history import EditHistory
from sandtable.engine.errors import Invalid
from sandtable.library.files.file import File
from sandtable.library.files.report_words import count_of
from sandtable.library.files.sqlite_errors import path_text


class KeptDraft(Struct, frozen=True):
    """A draft as it lies there."""

    key: str
    """Of what it is a draft of."""
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


def draft_of(library: Path, key: str, sort: DraftSort = MAP_DRAFTS) -> KeptDraft | None:
    """Return the draft of a map or a scenario, ``None`` where there is none."""
    path = sort.path(library, key)
    return look_at(library, key, path, sort) if path.exists() else None


def kept_drafts(library: Path, sort: DraftSort = MAP_DRAFTS) -> list[KeptDraft]:
    """Return all drafts of a sort beside a library."""
    return [look_at(library, key, path, sort) for key, path in drafts_beside(library, sort.end)]


def look_at(library: Path, key: str, path: Path, sort: DraftSort = MAP_DRAFTS) -> KeptDraft:
    """Return what is told of a draft."""
    aside, where = path != sort.path(library, key), str(path)
    try:
        with File.open(path, sort.kind) as file, file.reading() as db:
            standing = read_standing(file)
            (many,) = db.execute("SELECT count(*) FROM edits").fetchone()
    except Invalid as error:
        if not may_be_damaged(path, error):
            return KeptDraft(key, where, is_aside=aside, wrong=str(error))
        left = left_of(library, key, path, error, sort)
        if left is None:
            lost = DamagedDraft(path, sort.title_of(library, key), sort.what)
            return KeptDraft(key, where, is_aside=aside, wrong=str(lost), is_lost=True)
        return KeptDraft(key, where, left.standing.position, left.standing.unsaved, aside, _first_words(path, left))
    return KeptDraft(key, where, min(many, standing.position), min(many, standing.unsaved), aside)


def kept_history(library: Path, key: str, path: Path, sort: DraftSort = MAP_DRAFTS) -> tuple[EditHistory, str]:
    """Return what was done in a draft, of a damaged one what can be read; and what is wrong with it.

    Raises ``Invalid`` where it is open elsewhere, or nothing of it can be read.
    """
    try:
        with File.open(path, sort.kind) as file:
            entries, _, wrong = read_entries(file)
            if not wrong:
                return EditHistory(tuple(entries), min(read_standing(file).position, len(entries))), ""
            raise Invalid(wrong)
    except Invalid as error:
        if not may_be_damaged(path, error):
            raise
        left = left_of(library, key, path, error, sort)
        if left is None:
            raise DamagedDraft(path, sort.title_of(library, key), sort.what) from error
        return EditHistory(tuple(left.entries), left.standing.position), _first_words(path, left)


def _first_words(path: Path, left: DraftScraps) -> str:
    return f"{path_text(path)} is damaged: only its first {count_of(len(left.entries), 'edit')} can be read"
