"""A draft: a map that is worked on, with all that was done to it, on disk before anybody sees it.

It lies beside the library that the map is from. Whatever ends the program, it opens again with map and history, after a
save too. A save is one unit of work in the library, and never overwrites what another program has put there meanwhile.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, Self

import msgspec

from sandtable.board.maps import Map
from sandtable.design.document import DesignDocument
from sandtable.design.draft_places import draft_path, put_aside
from sandtable.design.draft_rescue import may_be_damaged, rescue
from sandtable.design.draft_rows import (
    NOWHERE,
    DraftStanding,
    read_entries,
    read_key,
    read_standing,
    write_entry,
    write_head,
    write_standing,
)
from sandtable.design.history import EditHistory, HistoryEntry, after_all, on_the_way
from sandtable.design.last_run import keep_run_at
from sandtable.engine.errors import Elsewhere, Invalid
from sandtable.library.diff import map_changes
from sandtable.library.files.file import File
from sandtable.library.files.schema import DRAFT
from sandtable.library.files.sqlite_errors import path_text
from sandtable.library.store.library_file import Library
from sandtable.library.store.map_store import MapStore

TOLD: Final = 4
"""So many differences are told in a sentence."""


class ChangedMeanwhile(Invalid):
    """Another program has changed in the library what a draft was made of; ``differences`` say how, in words."""

    def __init__(self, message: str, differences: tuple[str, ...]) -> None:
        super().__init__(message)
        self.differences = differences


class OtherDraft(Elsewhere):
    """A draft of another map lies where that of this one should."""


class TakenKey(Invalid):
    """A map is to be saved under a key that another one has."""


class MapDraft:
    """A map under work; use ``begin`` and ``resume``, or ``open`` for whichever there is to do."""

    def __init__(self, file: File, library: Path, key: str, document: DesignDocument, standing: DraftStanding) -> None:
        """Take over an open file and what is in it."""
        self._file, self.library, self.key, self._standing = file, library, key, standing
        self.document = DesignDocument(document.subjects, document.history, self)
        self.harm: tuple[str, ...] = ()
        """What has come to harm in it, a sentence each."""
        self._links: list[str] = []
        """The links of all entries that are kept, those that were taken back too."""
        self.meanwhile = ""
        """What another program did in the library since this was saved, in a sentence."""

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
            if current == self._standing.revision:
                return
            position = self.document.history.position
            if current == self.document.map.digest:
                self._note(DraftStanding(position, position, current))
            elif not current:
                self._note(DraftStanding(position, NOWHERE, ""))
            else:
                self.meanwhile = self._changed_words(self._differences(library.map(self.key)))

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
        number = history.position + 1
        saved = self._standing.saved if self._standing.saved < number else NOWHERE
        standing = DraftStanding(number, saved, self._standing.revision)
        with self._file.unit() as db:
            fresh = write_entry(db, self._links, number, entry)
            write_standing(db, standing)
        self._standing = standing
        self._links[number - 1 :] = [fresh]

    def keep_position(self, position: int) -> None:
        """Keep how many edits stand."""
        self._note(DraftStanding(position, self._standing.saved, self._standing.revision))

    def _note(self, standing: DraftStanding) -> None:
        with self._file.unit() as db:
            write_standing(db, standing)
        self._standing = standing

    # --- saving -------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Put the map into the library, in one unit of work.

        Raises ``ChangedMeanwhile`` where the library has another revision than this draft was made of, and ``Invalid``
        where it cannot be written; then nothing has changed, there or here.
        """
        sheet = self.document.map
        with self._kept_safe(), Library.open(self.library, writing=True) as library:
            theirs = next(iter(library.revisions(self.key)), "")
            if theirs not in ("", self._standing.revision, sheet.digest):
                raise self._changed(library.map(self.key))
            library.put_map(sheet)
        position = self.document.history.position
        self.meanwhile = ""
        self._note(DraftStanding(position, position, sheet.digest))
        keep_run_at(self.document.history, self.library, self.key)

    @contextmanager
    def _kept_safe(self) -> Generator[None]:
        """Let whatever keeps a library from being written say, too, where all of the work is."""
        try:
            yield
        except (ChangedMeanwhile, TakenKey):
            raise
        except Invalid as error:
            raise Invalid(f"{error}; all that you did is safe in the draft, {path_text(self.path)}") from error

    def _changed(self, theirs: Map) -> ChangedMeanwhile:
        """Say how what is in the library differs from what this draft was made of, or was saved as."""
        words = self._differences(theirs)
        return ChangedMeanwhile(
            f"{self._changed_words(words)}: nothing was saved; save it under another key, or discard the draft and "
            "begin with the map as it is now",
            words,
        )

    def _changed_words(self, words: tuple[str, ...]) -> str:
        told = "; ".join(words[:TOLD])
        more = f"; and {len(words) - TOLD} more" if len(words) > TOLD else ""
        how = f" ({told}{more})" if told else ""
        return f"{self.document.map.title} was changed in {path_text(self.library)} by another program{how}"

    def _differences(self, theirs: Map) -> tuple[str, ...]:
        """Return in words how what is in the library differs from what this draft was made of, or was saved as."""
        saved = self._standing.saved
        ours = self.document.map
        if saved != NOWHERE:
            ours = after_all(self.document.subjects, on_the_way(self.document.history, saved))["map"]
        return tuple(one.words for one in map_changes(ours, theirs))

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

    # --- closing ------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Close it; one without anything that was done is removed."""
        gone = not self.document.history.entries and not self.has_unsaved
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


def _require_key(file: File, key: str) -> None:
    found = read_key(file)
    if not found:
        raise Invalid(f"{path_text(file.path)} is damaged and does not say what it is a draft of")
    if found != key:
        raise OtherDraft(f"{path_text(file.path)} is a draft of the map {found!r}, not of {key!r}: move it away")
