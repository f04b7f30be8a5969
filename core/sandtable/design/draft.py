"""A draft: a map that is worked on, with all that was done to it, on disk before anybody sees it.

It lies beside the library that the map is from. Whatever ends the program, it opens again with map and history, after a
save too. A save is one unit of work in the library, and never overwrites what another program has put there meanwhile.
"""

from __future__ import annotations

import dataclasses
from contextlib import suppress
from pathlib import Path
from typing import Self

import msgspec

from sandtable.board.maps import Map
from sandtable.design.document import DesignDocument
from sandtable.design.draft_on_disk import ChangedMeanwhile, DraftOnDisk, TakenKey
from sandtable.design.draft_places import draft_path, put_aside
from sandtable.design.draft_rescue import may_be_damaged, rescue
from sandtable.design.draft_rows import (
    NOWHERE,
    DraftStanding,
    read_entries,
    read_key,
    read_standing,
    write_head,
)
from sandtable.design.edits.merged import TakeChanges
from sandtable.design.history import EditHistory, after_all, on_the_way
from sandtable.design.last_run import keep_run_at
from sandtable.design.merging.conflicts import MergeConflict
from sandtable.design.merging.maps import merge_maps
from sandtable.design.patch import MapPatch
from sandtable.design.stored_patches import pack_patch, unpack_patch
from sandtable.engine.errors import Elsewhere, Invalid
from sandtable.library.diff import map_changes
from sandtable.library.files.file import File
from sandtable.library.files.schema import DRAFT
from sandtable.library.files.sqlite_errors import path_text
from sandtable.library.store.library_file import Library
from sandtable.library.store.map_store import MapStore


class OtherDraft(Elsewhere):
    """A draft of another map lies where that of this one should."""


class MapDraft(DraftOnDisk):
    """A map under work; use ``begin`` and ``resume``, or ``open`` for whichever there is to do."""

    def __init__(self, file: File, library: Path, key: str, document: DesignDocument, standing: DraftStanding) -> None:
        """Take over an open file and what is in it."""
        super().__init__(file, library, document, standing)
        self.key = key

    # --- opening ------------------------------------------------------------------------------------------------

    @classmethod
    def open(cls, library: Path, key: str) -> Self:
        """Go on with the draft of a map, or begin one; raises ``Invalid`` when it is open elsewhere, or damaged.

        Where all was saved and another program has changed the map since, its history is put aside, as ``meanwhile``
        says, and one begins with the map as it is now.
        """
        if not draft_path(library, key).exists():
            return cls.begin(library, key)
        draft = cls.resume(library, key)
        if not draft.meanwhile or draft.has_unsaved:
            return draft
        draft.close()
        away = put_aside(draft.path)
        fresh = cls.begin(library, key)
        fresh.meanwhile = (
            f"{draft.meanwhile}: you go on with it as it is now; the history up to then is kept as {path_text(away)}"
        )
        return fresh

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
                write_head(db, key, standing)
        except BaseException:
            with suppress(Invalid):
                file.close()
            file.path.unlink(missing_ok=True)
            raise
        return cls(file, library, key, DesignDocument.of(sheet), standing)

    @classmethod
    def resume(cls, library: Path, key: str) -> Self:
        """Go on with a draft that is there. Of a damaged one, everything before the damage stands, as ``harm`` says.

        Raises ``DamagedDraft`` where nothing of it can be read, and ``Invalid`` where it is open elsewhere.
        """
        path = draft_path(library, key)
        harm: tuple[str, ...] = ()
        try:
            draft = cls._resume(library, key, path)
        except Invalid as refused:
            if not may_be_damaged(path, refused):
                raise
            harm = (rescue(library, key, path, refused),)
            draft = cls._resume(library, key, path)
        draft.harm += harm
        draft.compare()
        return draft

    @classmethod
    def _resume(cls, library: Path, key: str, path: Path) -> Self:
        """Open a sound draft; raises ``Invalid`` for whatever is wrong in it."""
        file = File.open(path, DRAFT, writing=True)
        try:
            _require_key(file, key)
            base = MapStore(file).get(key)
            entries, links, wrong = read_entries(file)
            if wrong:
                raise Invalid(f"{path_text(path)} is damaged: {wrong}")
            standing = read_standing(file)
            at = min(standing.position, len(entries))
            begun = EditHistory(tuple(entries), 0)
            subjects = after_all({"map": base}, on_the_way(begun, at))
            document = DesignDocument(subjects, begun.at(at))
            draft = cls(file, library, key, document, DraftStanding(at, standing.saved, standing.revision))
            draft.harm = tuple(file.noticed)
            draft._links = links
        except BaseException:
            with suppress(Invalid):
                file.close()
            raise
        return draft

    def compare(self) -> None:
        """Compare it with the library: a save may have gone through unnoted, the map may be another, or gone."""
        with suppress(Invalid), Library.open(self.library) as library:
            current = next(iter(library.revisions(self.key)), "")
            if current == self._standing.revision or current in self._taken_in():
                return
            position = self.document.history.position
            if current == self.document.map.digest:
                self._note(DraftStanding(position, position, current))
            elif not current:
                self._note(DraftStanding(position, NOWHERE, ""))
            else:
                self.meanwhile = self._changed_words(self.document.map.title, self._differences(library.map(self.key)))

    # --- saving -------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Put the map into the library, in one unit of work.

        Raises ``ChangedMeanwhile`` where the library has another revision than this draft was made of, and ``Invalid``
        where it cannot be written; then nothing has changed, there or here.
        """
        sheet = self.document.map
        with self._kept_safe(), Library.open(self.library, writing=True) as library:
            theirs = next(iter(library.revisions(self.key)), "")
            if theirs not in ("", self._standing.revision, sheet.digest, *self._taken_in()):
                raise self._changed(library.map(self.key))
            library.put_map(sheet)
        position = self.document.history.position
        self.meanwhile = ""
        self._note(DraftStanding(position, position, sheet.digest))
        keep_run_at(self.document.history, self.library, self.key)

    def _changed(self, theirs: Map) -> ChangedMeanwhile:
        """Say how what is in the library differs from what this draft was made of, or was saved as."""
        words = self._differences(theirs)
        changed = self._changed_words(self.document.map.title, words)
        return ChangedMeanwhile(
            f"{changed}: nothing was saved; save it under another key, or discard the draft and "
            "begin with the map as it is now",
            words,
        )

    def _differences(self, theirs: Map) -> tuple[str, ...]:
        """Return in words how what is in the library differs from what this draft was made of, or was saved as."""
        ours = self.document.map if self._standing.saved == NOWHERE else self._common()
        return tuple(one.words for one in map_changes(ours, theirs))

    # --- taking in what another program did -----------------------------------------------------------------------

    def merged(self, *, prefer_theirs: bool = False) -> tuple[TakeChanges, tuple[MergeConflict, ...]]:
        """Return what takes in the library's map as it is now, and where both have changed the same.

        There mine stands, or theirs if asked. Raises ``Invalid`` where the library has the map no more.
        """
        with Library.open(self.library) as library:
            theirs = library.map(self.key)
        base, mine = self._common(), self.document.map
        found = merge_maps(base, theirs, mine).turned_round() if prefer_theirs else merge_maps(base, mine, theirs)
        changes, others = MapPatch.between(mine, found.map), MapPatch.between(base, theirs)
        return TakeChanges(pack_patch(changes), pack_patch(others), theirs.digest), found.conflicts

    def _common(self) -> Map:
        """Return the map that both have gone on from: as it was saved, with what was taken in since.

        Where what was saved is no longer in the history, it is the map as this draft was begun.
        """
        history, saved = self.document.history, self._standing.saved
        base: Map = after_all(self.document.subjects, on_the_way(history, max(saved, 0)))["map"]
        for edit in self._takings() if saved != NOWHERE else ():
            base = unpack_patch(edit.theirs).applied_to(base)
        return base

    def _takings(self) -> list[TakeChanges]:
        """Return what was taken in since the last save, and stands."""
        since = self.document.history.entries[max(self._standing.saved, 0) : self.document.history.position]
        return [entry.edit for entry in since if isinstance(entry.edit, TakeChanges)]

    def _taken_in(self) -> list[str]:
        """Return the revision that was taken in last, if that stands: what is drawn has all that is in it."""
        return [edit.revision for edit in self._takings()[-1:]]

    def save_as(self, key: str, title: str = "") -> None:
        """Put the map into the library as another one, which must not be there yet; the draft stays that of its own."""
        info = msgspec.structs.replace(self.document.map.info, key=key)
        if title:
            info = msgspec.structs.replace(info, title=title)
        copy = dataclasses.replace(self.document.map, info=info)
        with self._kept_safe(), Library.open(self.library, writing=True) as library:
            if library.revisions(key):
                raise TakenKey(f"{path_text(self.library)} already has a map {key!r}: choose another key")
            library.put_map(copy)


def _require_key(file: File, key: str) -> None:
    found = read_key(file)
    if not found:
        raise Invalid(f"{path_text(file.path)} is damaged and does not say what it is a draft of")
    if found != key:
        raise OtherDraft(f"{path_text(file.path)} is a draft of the map {found!r}, not of {key!r}: move it away")
