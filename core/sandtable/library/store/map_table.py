"""The table of maps: which revisions a file holds under which keys. It is read without what maps are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sandtable.engine.errors import Invalid, unknown
from sandtable.library.files.hash_chains import seal
from sandtable.library.files.sqlite_errors import path_text

if TYPE_CHECKING:
    from sandtable.library.files.file import File


class MapEntry(NamedTuple):
    """A row of the table of maps."""

    id: int
    key: str
    revision: str
    current: int
    document: str
    content: str
    seal: str


class MapTable:
    """The rows of the table of maps, each compared with its seal."""

    def __init__(self, file: File) -> None:
        self._file = file

    def verified_rows(self) -> list[MapEntry]:
        """Return the rows of the table; raises ``Invalid`` when one is not what was written."""
        with self._file.reading():
            return [self.verify(entry) for entry in self.entries()]

    def revisions(self, key: str) -> tuple[str, ...]:
        """Return the revisions that are kept of a map, the current one first."""
        with self._file.reading():
            found = [self.verify(entry) for entry in self.entries() if entry.key == key]
            return tuple(entry.revision for entry in sorted(found, key=lambda entry: not entry.current))

    def entries(self) -> list[MapEntry]:
        """Return the rows of the table as they are, in order of keys and revisions."""
        with self._file.reading() as db:
            return [MapEntry(*row) for row in db.execute("SELECT * FROM maps ORDER BY key, revision")]

    def entry(self, key: str, revision: str = "") -> MapEntry:
        """Return the row of a map, by default of its current revision; raises ``Invalid`` when there is none."""
        entries = self.entries()
        for entry in entries:
            if entry.key == key and (entry.revision == revision if revision else entry.current):
                return self.verify(entry)
        if revision and any(entry.key == key for entry in entries):
            raise Invalid(f"{path_text(self._file.path)} does not have the revision {revision[:12]} of map {key!r}")
        raise unknown("map", key, {entry.key for entry in entries})

    def verify(self, entry: MapEntry) -> MapEntry:
        """Return a row; raises ``Invalid`` when it is not what was written."""
        if entry.seal != seal_of(entry):
            raise self.damage_error(entry.key, "maps")
        return entry

    def damage_error(self, key: str, table: str) -> Invalid:
        """Say that a part of a map is not what was written."""
        what = {"maps": "entry", "chunks": "layers of hexes", "boxes": "index of areas", "images": "images"}
        return Invalid(
            f"{path_text(self._file.path)}: map {key!r} is damaged ({what.get(table, table)}): "
            "restore it from an earlier copy"
        )


def seal_of(entry: MapEntry) -> str:
    """Return the seal that a row must have."""
    return seal(*entry[1:-1])
