"""The rows of a draft: what it is of, where its history stands, and the history, each edit linked to the one before."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Struct

from sandtable.design import script, stored_patches
from sandtable.design.history import HistoryEntry
from sandtable.design.scenario import scenario_patch, scenario_script
from sandtable.engine.errors import Invalid
from sandtable.library.files.file import File
from sandtable.library.files.hash_chains import link, seal
from sandtable.library.files.sqlite_errors import FOREIGN
from sandtable.library.store.map_rows import name_of

NOWHERE: Final = -1
"""Where the history stood when the map was saved, once that is no longer in it."""


class Codec(NamedTuple):
    """How edits of a subject, and what they changed, are written and read."""

    write_edit: Callable[[Any], str]
    read_edit: Callable[[str | bytes, str], Any]
    write_patch: Callable[[Any, dict[str, bytes]], bytes]
    """Images go by their hashes; it adds them to those that are kept, each once."""
    read_patch: Callable[[bytes, Callable[[str], bytes]], Any]


CODECS: Final[Mapping[str, Codec]] = {
    "map": Codec(script.write_edit, script.read_edit, stored_patches.to_bytes, stored_patches.from_bytes),
    "scenario": Codec(
        scenario_script.write_edit, scenario_script.read_edit, scenario_patch.to_bytes, scenario_patch.from_bytes
    ),
}
"""By subject: whatever else a design may hold comes in here."""


class DraftHead(Struct, frozen=True):
    """What a draft is of: the key of a map."""

    key: str


class KeptEdit(Struct, frozen=True):
    """An entry of the history without its patch."""

    subject: str
    edit: msgspec.Raw
    """JSON; in drafts of before a text that holds it."""
    says: str
    notes: tuple[str, ...] = ()

    @property
    def line(self) -> str | bytes:
        """The edit as it stands in a script."""
        written = bytes(self.edit)
        return msgspec.json.decode(written, type=str) if written.startswith(b'"') else written


class DraftStanding(Struct, frozen=True):
    """Where the history stands, where it stood when the map was saved last, and the revision that was saved."""

    position: int
    saved: int
    revision: str

    @property
    def unsaved(self) -> int:
        """How many edits stand between what is drawn and what is saved; all where nothing that was saved is left."""
        return self.position if self.saved == NOWHERE else abs(self.position - self.saved)


UNKNOWN: Final = DraftStanding(1 << 30, NOWHERE, "")
"""Where that is damaged all of the history stands, and nothing counts as saved."""


# --- writing --------------------------------------------------------------------------------------------------------


def write_head(connection: sqlite3.Connection, key: str, standing: DraftStanding) -> None:
    """Write what a new draft is of, and where its history stands."""
    head = msgspec.json.encode(DraftHead(key)).decode()
    connection.execute("INSERT INTO draft VALUES (1, ?, ?)", (head, seal(head)))
    connection.execute("INSERT INTO standing VALUES (1, ?, ?, ?, ?)", _sealed(standing))


def write_standing(connection: sqlite3.Connection, standing: DraftStanding) -> None:
    """Write where the history stands now."""
    connection.execute("UPDATE standing SET position = ?, saved = ?, revision = ?, seal = ?", _sealed(standing))


def write_entry(connection: sqlite3.Connection, links: Sequence[str], number: int, entry: HistoryEntry) -> str:
    """Write an entry that comes after the one before, and return its link; what came after that one is gone.

    ``links`` are those of all entries that are kept.
    """
    codec = CODECS[entry.subject]
    kept = KeptEdit(entry.subject, msgspec.Raw(codec.write_edit(entry.edit)), entry.says, entry.notes)
    images: dict[str, bytes] = {}
    document, patch = msgspec.json.encode(kept).decode(), codec.write_patch(entry.patch, images)
    if number <= len(links):
        connection.execute("DELETE FROM edits WHERE number >= ?", (number,))
    _keep_images(connection, images)
    fresh = link(links[number - 2] if number > 1 else "", number, document, patch)
    connection.execute("INSERT INTO edits VALUES (?, ?, ?, ?)", (number, document, patch, fresh))
    return fresh


def _keep_images(connection: sqlite3.Connection, images: Mapping[str, bytes]) -> None:
    for name, content in images.items():
        if connection.execute("SELECT 1 FROM images WHERE hash = ?", (name,)).fetchone() is None:
            connection.execute("INSERT INTO images VALUES (?, ?)", (name, content))


def _sealed(standing: DraftStanding) -> tuple[int, int, str, str]:
    facts = (standing.position, standing.saved, standing.revision)
    return (*facts, seal(*facts))


# --- reading --------------------------------------------------------------------------------------------------------


def read_key(file: File) -> str:
    """Return the key of the map that a draft is of; an empty text where that is damaged."""
    with file.reading() as db:
        row = db.execute("SELECT document, seal FROM draft").fetchone()
    return "" if row is None or seal(row[0]) != row[1] else msgspec.json.decode(row[0], type=DraftHead).key


def read_standing(file: File) -> DraftStanding:
    """Return where the history stands, ``UNKNOWN`` where that is damaged."""
    with file.reading() as db:
        row = db.execute("SELECT position, saved, revision, seal FROM standing").fetchone()
    return UNKNOWN if row is None or seal(*row[:3]) != row[3] else DraftStanding(*row[:3])


class ReadEntries(NamedTuple):
    """The history up to the first entry that is not what was written, and what is wrong with that one."""

    entries: list[HistoryEntry]
    links: list[str]
    wrong: str = ""


def read_entries(file: File) -> ReadEntries:
    """Return what can be read of the history."""
    entries: list[HistoryEntry] = []
    links: list[str] = []
    try:
        for entry, joint in _entries(file):
            entries.append(entry)
            links.append(joint)
    except (Invalid, KeyError, *FOREIGN) as error:
        return ReadEntries(entries, links, str(error))
    return ReadEntries(entries, links)


def _entries(file: File) -> Iterator[tuple[HistoryEntry, str]]:
    before, image = "", _images(file)
    for expected, (number, document, patch, joint) in enumerate(_rows(file), 1):
        if number != expected or link(before, number, document, patch) != joint:
            raise Invalid(f"edit {expected} is not what was written")
        before = joint
        kept = msgspec.json.decode(document, type=KeptEdit)
        codec = CODECS[kept.subject]
        edit, changed = codec.read_edit(kept.line, f"edit {number}"), codec.read_patch(patch, image)
        yield HistoryEntry(edit, changed, kept.says, tuple(kept.notes)), joint


def _rows(file: File) -> Iterator[tuple[int, str, bytes, str]]:
    with file.reading() as db:
        yield from db.execute("SELECT number, document, patch, link FROM edits ORDER BY number")


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
