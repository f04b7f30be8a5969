"""Presets and charts: small documents, each whole in a row with its seal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from msgspec import Struct

from sandtable.engine import words
from sandtable.engine.errors import Invalid, unknown
from sandtable.library.files.hash_chains import seal
from sandtable.library.files.sqlite_errors import FOREIGN, path_text
from sandtable.library.store import json_documents
from sandtable.library.store.documents import checked_key
from sandtable.library.store.json_documents import UNFIT

if TYPE_CHECKING:
    from sandtable.library.files.file import File

P = TypeVar("P", bound=Struct)


class DocumentStore(Generic[P]):
    """All documents of one kind in a file."""

    def __init__(self, file: File, table: str, what: str, kind: type[P]) -> None:
        """Name the table, the thing in a word, and its type."""
        self._file, self._table, self._what, self._kind = file, table, what, kind

    def all(self) -> tuple[P, ...]:
        """Return them in order of their keys."""
        with self._file.reading():
            return tuple(self.read(*row) for row in self.rows())

    def get(self, key: str) -> P:
        """Return one; raises ``Invalid`` when it is not there or damaged."""
        with self._file.reading():
            rows = self.rows()
            for row in rows:
                if row[0] == key:
                    return self.read(*row)
            raise unknown(self._what, key, {row[0] for row in rows})

    def put(self, key: str, paper: P) -> None:
        """Keep one under a key; raises ``Invalid`` for one that would not come back the same."""
        checked_key(f"a {self._what}", key)
        try:
            (document,) = json_documents.encode([paper], self._kind)
        except (*UNFIT, Invalid) as error:
            raise Invalid(f"{self._what} {key!r} cannot be kept: {error}") from error
        with self._file.unit() as db:
            row = (key, document, seal(key, document))
            db.execute(f"INSERT OR REPLACE INTO {self._table} VALUES (?, ?, ?)", row)

    def remove(self, key: str) -> None:
        """Remove one; raises ``Invalid`` when there is none."""
        with self._file.unit() as db:
            if not db.execute(f"DELETE FROM {self._table} WHERE key = ?", (key,)).rowcount:
                raise unknown(self._what, key, {row[0] for row in self.rows()})

    def rows(self) -> list[tuple[str, str, str]]:
        """Return key, document and seal of each as they are, in order of keys."""
        with self._file.reading() as db:
            return db.execute(f"SELECT key, document, seal FROM {self._table} ORDER BY key").fetchall()

    def verified_rows(self) -> list[tuple[str, str, str]]:
        """Return the rows of the table; raises ``Invalid`` when one is not what was written."""
        with self._file.reading():
            rows = self.rows()
            for row in rows:
                self._require_seal(*row)
            return rows

    def read(self, key: str, document: str, sealed: str) -> P:
        """Return the paper of a row; raises ``Invalid`` when it is damaged."""
        self._require_seal(key, document, sealed)
        try:
            return words.read(document, self._kind)
        except FOREIGN as error:
            raise Invalid(f"{path_text(self._file.path)} holds a damaged {self._what} {key!r}: {error}") from error

    def _require_seal(self, key: str, document: str, sealed: str) -> None:
        if sealed != seal(key, document):
            raise Invalid(
                f"{path_text(self._file.path)}: {self._what} {key!r} is damaged: restore it from an earlier copy"
            )
