"""A draft: a map that is worked on, with all that was done to it, on disk before anybody sees it.

It lies beside the library that the map is from. Whatever ends the program, it opens again with map and history; a save
is one unit of work in the library, and never overwrites what another program has put there meanwhile.
"""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, Self
from urllib.parse import quote

import msgspec
from msgspec import Struct

from sandtable.board.maps import Map
from sandtable.design import script, stored_patches
from sandtable.design.document import DesignDocument
from sandtable.design.history import EditHistory, HistoryEntry, after_all, on_the_way
from sandtable.design.last_run import keep_run_at
from sandtable.engine.errors import Invalid
from sandtable.library.diff import map_changes
from sandtable.library.files.file import File
from sandtable.library.files.hash_chains import link, seal
from sandtable.library.files.schema import DRAFT
from sandtable.library.files.sqlite_errors import path_text
from sandtable.library.store.library_file import Library
from sandtable.library.store.map_rows import name_of
from sandtable.library.store.map_store import MapStore

NOWHERE: Final = -1
"""Where the history stood when the map was saved, once that is no longer in it."""
TOLD: Final = 4
"""So many differences are told in a sentence."""


class Codec(NamedTuple):
    """How edits of a subject, and what they changed, are written and read."""

    write_edit: Callable[[Any], str]
    read_edit: Callable[[str, str], Any]
    write_patch: Callable[[Any, dict[str, bytes]], bytes]
    """Images go by their hashes; it adds them to those that are kept, each once."""
    read_patch: Callable[[bytes, Callable[[str], bytes]], Any]


CODECS: Final[Mapping[str, Codec]] = {
    "map": Codec(script.write_edit, script.read_edit, stored_patches.to_bytes, stored_patches.from_bytes)
}
"""By subject: whatever else a design may hold comes in here."""


class ChangedMeanwhile(Invalid):
    """Another program has changed in the library what a draft was made of; ``differences`` say how, in words."""

    def __init__(self, message: str, differences: tuple[str, ...]) -> None:
        super().__init__(message)
        self.differences = differences


class DraftHead(Struct, frozen=True):
    """What a draft is of: the key of a map."""

    key: str


class _KeptEdit(Struct, frozen=True):
    """An entry of the history without its patch."""

    subject: str
    edit: str
    says: str
    notes: tuple[str, ...] = ()


class DraftStanding(Struct, frozen=True):
    """Where the history stands, where it stood when the map was saved last, and the revision that was saved."""

    position: int
    saved: int
    revision: str


def draft_path(library: Path, key: str) -> Path:
    """Return where the draft of a map lies."""
    return library.with_name(f"{library.name}.{quote(key, safe='')}.draft")


class MapDraft:
    """A map under work; use ``begin`` and ``resume``, or ``open`` for whichever there is to do."""

    def __init__(self, file: File, library: Path, key: str, document: DesignDocument, standing: DraftStanding) -> None:
        """Take over an open file and what is in it."""
        self._file, self.library, self.key, self._standing = file, library, key, standing
        self.document = DesignDocument(document.subjects, document.history, self)
        self.harm: tuple[str, ...] = ()
        """What has come to harm in it, a sentence each."""

    # --- opening ------------------------------------------------------------------------------------------------

    @classmethod
    def open(cls, library: Path, key: str) -> Self:
        """Go on with the draft of a map, or begin one; raises ``Invalid`` when it is open elsewhere, or damaged."""
        return cls.resume(library, key) if draft_path(library, key).exists() else cls.begin(library, key)

    @classmethod
    def begin(cls, library: Path, key: str) -> Self:
        """Begin a draft of a map as the library has it."""
        with Library.open(library) as source:
            sheet = source.map(key)
        file = File.create(draft_path(library, key), DRAFT)
        try:
            standing = DraftStanding(0, 0, sheet.digest)
            with file.unit() as db:
                MapStore(file).put(sheet, ())
                head = msgspec.json.encode(DraftHead(key)).decode()
                db.execute("INSERT INTO draft VALUES (1, ?, ?)", (head, seal(head)))
                db.execute("INSERT INTO standing VALUES (1, ?, ?, ?, ?)", _sealed(standing))
        except BaseException:
            with suppress(Invalid):
                file.close()
            file.path.unlink(missing_ok=True)
            raise
        return cls(file, library, key, DesignDocument.of(sheet), standing)

    @classmethod
    def resume(cls, library: Path, key: str) -> Self:
        """Go on with a draft that is there. Of a damaged one, everything before the damage stands, as ``harm`` says.

        Raises ``Invalid`` where nothing of it can be read.
        """
        path = draft_path(library, key)
        file = File.open(path, DRAFT, writing=True)
        try:
            _require_head(file, key)
            base = MapStore(file).get(key)
            entries, harm = _read_entries(file)
            standing = _read_standing(file)
            at = min(standing.position, len(entries))
            saved = standing.saved if standing.saved <= len(entries) else NOWHERE
            begun = EditHistory(tuple(entries), 0)
            subjects = after_all({"map": base}, on_the_way(begun, at))
            document = DesignDocument(subjects, begun.at(at))
            draft = cls(file, library, key, document, DraftStanding(at, saved, standing.revision))
            draft.harm = (*file.noticed, *harm)
            if harm:
                draft._cut(len(entries))
            draft._notice_save()
        except BaseException:
            with suppress(Invalid):
                file.close()
            raise
        return draft

    def _notice_save(self) -> None:
        """Take note of a save that went through when the program ended before that could be written here."""
        current = self._current()
        if current not in ("", self._standing.revision) and current == self.document.map.digest:
            self._note(DraftStanding(self.document.history.position, self.document.history.position, current))

    def _current(self) -> str:
        try:
            with Library.open(self.library) as library:
                return next(iter(library.revisions(self.key)), "")
        except Invalid:
            return ""

    # --- what is kept -------------------------------------------------------------------------------------------

    @property
    def path(self) -> Path:
        """Where it lies."""
        return self._file.path

    @property
    def has_unsaved(self) -> bool:
        """Whether something stands that is not in the library, or was taken back that is."""
        return self._standing.saved != self.document.history.position

    @property
    def saved_position(self) -> int | None:
        """Where the history stood when the map was saved last; ``None`` when that is no longer in it."""
        return None if self._standing.saved == NOWHERE else self._standing.saved

    def keep(self, history: EditHistory, entry: HistoryEntry) -> None:
        """Keep what is being done, on disk for certain."""
        codec = CODECS[entry.subject]
        kept = _KeptEdit(entry.subject, codec.write_edit(entry.edit), entry.says, entry.notes)
        images: dict[str, bytes] = {}
        document, patch = msgspec.json.encode(kept).decode(), codec.write_patch(entry.patch, images)
        number = history.position + 1
        saved = self._standing.saved if self._standing.saved < number else NOWHERE
        with self._file.unit() as db:
            row = db.execute("SELECT link FROM edits WHERE number = ?", (number - 1,)).fetchone()
            db.execute("DELETE FROM edits WHERE number >= ?", (number,))
            fresh = link(row[0] if row else "", number, document, patch)
            self._keep_images(db, images)
            db.execute("INSERT INTO edits VALUES (?, ?, ?, ?)", (number, document, patch, fresh))
            self._note(DraftStanding(number, saved, self._standing.revision))

    @staticmethod
    def _keep_images(connection: sqlite3.Connection, images: Mapping[str, bytes]) -> None:
        for name, content in images.items():
            if connection.execute("SELECT 1 FROM images WHERE hash = ?", (name,)).fetchone() is None:
                connection.execute("INSERT INTO images VALUES (?, ?)", (name, content))

    def keep_position(self, position: int) -> None:
        """Keep how many edits stand."""
        self._note(DraftStanding(position, self._standing.saved, self._standing.revision))

    def _note(self, standing: DraftStanding) -> None:
        with self._file.unit() as db:
            db.execute("UPDATE standing SET position = ?, saved = ?, revision = ?, seal = ?", _sealed(standing))
        self._standing = standing

    def _cut(self, many: int) -> None:
        """Take away what is damaged: whatever comes next is linked to what is sound."""
        with self._file.unit() as db:
            db.execute("DELETE FROM edits WHERE number > ?", (many,))
            self._note(self._standing)

    # --- saving -------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Put the map into the library, in one unit of work.

        Raises ``ChangedMeanwhile`` where the library has another revision than this draft was made of, and ``Invalid``
        where it cannot be written; then nothing has changed, there or here.
        """
        sheet = self.document.map
        with Library.open(self.library, writing=True) as library:
            theirs = next(iter(library.revisions(self.key)), "")
            if theirs not in ("", self._standing.revision, sheet.digest):
                raise self._changed(library.map(self.key))
            library.put_map(sheet)
        position = self.document.history.position
        self._note(DraftStanding(position, position, sheet.digest))
        keep_run_at(self.document.history, self.library, self.key)

    def _changed(self, theirs: Map) -> ChangedMeanwhile:
        """Say how what is in the library differs from what this draft was made of, or was saved as."""
        saved = self._standing.saved
        ours = self.document.map
        if saved != NOWHERE:
            ours = after_all(self.document.subjects, on_the_way(self.document.history, saved))["map"]
        words = tuple(one.words for one in map_changes(ours, theirs))
        told = "; ".join(words[:TOLD])
        more = f"; and {len(words) - TOLD} more" if len(words) > TOLD else ""
        return ChangedMeanwhile(
            f"map {self.key!r} was changed in {path_text(self.library)} by another program ({told}{more}): "
            "nothing was saved; save it under another key, or discard the draft and begin with the map as it is now",
            words,
        )

    def save_as(self, key: str, title: str = "") -> None:
        """Put the map into the library as another one, which must not be there yet; the draft stays that of its own."""
        info = msgspec.structs.replace(self.document.map.info, key=key)
        if title:
            info = msgspec.structs.replace(info, title=title)
        copy = dataclasses.replace(self.document.map, info=info)
        with Library.open(self.library, writing=True) as library:
            if library.revisions(key):
                raise Invalid(f"{path_text(self.library)} already has a map {key!r}: choose another key")
            library.put_map(copy)

    # --- closing ------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Close it; one without anything that is not saved is removed."""
        gone = not self.has_unsaved
        self._file.close()
        if gone:
            self.path.unlink(missing_ok=True)

    def discard(self) -> None:
        """Close it and remove it, with all that was not saved."""
        with suppress(Invalid):
            self._file.close()
        self.path.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self.close()
        else:
            with suppress(Invalid):  # what failed first counts
                self._file.close()


def _sealed(standing: DraftStanding) -> tuple[int, int, str, str]:
    facts = (standing.position, standing.saved, standing.revision)
    return (*facts, seal(*facts))


def _require_head(file: File, key: str) -> None:
    with file.reading() as db:
        row = db.execute("SELECT document, seal FROM draft").fetchone()
    if row is None or seal(row[0]) != row[1]:
        raise Invalid(f"{path_text(file.path)} is damaged and does not say what it is a draft of: move it away")
    found = msgspec.json.decode(row[0], type=DraftHead).key
    if found != key:
        raise Invalid(f"{path_text(file.path)} is a draft of the map {found!r}, not of {key!r}: move it away")


def _read_standing(file: File) -> DraftStanding:
    """Read where the history stands; where that is damaged all of it does, and nothing counts as saved."""
    with file.reading() as db:
        row = db.execute("SELECT position, saved, revision, seal FROM standing").fetchone()
    if row is None or seal(*row[:3]) != row[3]:
        return DraftStanding(1 << 30, NOWHERE, "")
    return DraftStanding(*row[:3])


def _read_entries(file: File) -> tuple[list[HistoryEntry], tuple[str, ...]]:
    """Read the history up to the first entry that is not what was written; says so of that one."""
    entries: list[HistoryEntry] = []
    try:
        for entry in _entries(file):
            entries.append(entry)  # noqa: PERF402  (what was read before a fault stands)
    except (Invalid, msgspec.MsgspecError, KeyError) as error:
        return entries, (
            f"{path_text(file.path)} is damaged: the first {len(entries)} edits stand, the others are lost ({error})",
        )
    return entries, ()


def _entries(file: File) -> Iterator[HistoryEntry]:
    with file.reading() as db:
        rows = db.execute("SELECT number, document, patch, link FROM edits ORDER BY number").fetchall()
    before, image = "", _images(file)
    for expected, (number, document, patch, joint) in enumerate(rows, 1):
        if number != expected or link(before, number, document, patch) != joint:
            raise Invalid(f"edit {expected} is not what was written")
        before = joint
        kept = msgspec.json.decode(document, type=_KeptEdit)
        codec = CODECS[kept.subject]
        yield HistoryEntry(
            codec.read_edit(kept.edit, f"edit {number}"), codec.read_patch(patch, image), kept.says, tuple(kept.notes)
        )


def _images(file: File) -> Callable[[str], bytes]:
    """Return what gives the image of a hash, the same bytes however often it is asked for."""

    @cache
    def image(name: str) -> bytes:
        with file.reading() as db:
            row = db.execute("SELECT content FROM images WHERE hash = ?", (name,)).fetchone()
        if row is None or name_of(row[0]) != name:
            raise Invalid("an image is not what was written")
        content: bytes = row[0]
        return content

    return image
