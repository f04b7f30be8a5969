"""The scenarios of a file: a head and rows, each a document, sealed when written and compared when read."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from sandtable.engine import words
from sandtable.engine.errors import Invalid, unknown
from sandtable.library.files.hash_chains import seal
from sandtable.library.files.sqlite_errors import FOREIGN, path_text
from sandtable.library.store import json_documents
from sandtable.library.store.documents import ScenarioDocument, ScenarioHead, checked_key
from sandtable.library.store.json_documents import UNFIT
from sandtable.library.store.part_tables import PartTable, Row
from sandtable.library.store.scenario_parts import Rows

if TYPE_CHECKING:
    from sandtable.library.files.file import File

PIECES: Final = PartTable("pieces", "scenario", ("kind", "id"), ("document",))


class ScenarioEntry(NamedTuple):
    """A row of the table of scenarios."""

    id: int
    key: str
    document: str
    digest: str
    content: str
    seal: str


class ScenarioStore:
    """The scenarios in a library, or a campaign's own."""

    def __init__(self, file: File) -> None:
        self._file = file

    def verified_rows(self) -> list[ScenarioEntry]:
        """Return the rows of the table; raises ``Invalid`` when one is not what was written."""
        with self._file.reading():
            return [self._verify(entry) for entry in self.entries()]

    def heads(self) -> tuple[ScenarioHead, ...]:
        """Return what each scenario is, in order of their keys."""
        with self._file.reading():
            return tuple(json_documents.decode((entry.document for entry in self.verified_rows()), ScenarioHead))

    def bound_maps(self) -> set[tuple[str, str]]:
        """Return key and revision of the maps that scenarios are bound to; of a damaged one what can be read."""
        found: set[tuple[str, str]] = set()
        for entry in self.entries():
            try:
                head = msgspec.json.decode(entry.document, type=ScenarioHead)
            except msgspec.MsgspecError:
                continue
            found.add((head.map, head.revision))
        return found

    def get(self, key: str) -> ScenarioDocument:
        """Return a scenario; raises ``Invalid`` when it is not there or damaged."""
        with self._file.reading():
            return self.read(self._entry(key))

    def read(self, entry: ScenarioEntry) -> ScenarioDocument:
        """Return the scenario of a row; raises ``Invalid`` when it is damaged."""
        with self._file.reading() as db:
            self._verify(entry)
            pieces = PIECES.content(db, entry.id)
            if seal(pieces) != entry.content:
                raise self._damage_error(entry.key, "rows")
            try:
                head = words.read(entry.document, ScenarioDocument)
                return replace(head, rows=_rows(head.rows, pieces))
            except FOREIGN as error:
                raise Invalid(
                    f"{path_text(self._file.path)} holds a damaged scenario {entry.key!r}: {error}"
                ) from error

    def put(self, scenario: ScenarioDocument) -> None:
        """Keep a scenario in place of that of its key; raises ``Invalid`` for one that would not come back the same."""
        key = checked_key("a scenario", scenario.key)
        empty: Rows = {kind: {} for kind, rows in scenario.rows.items() if not rows}
        try:
            (document,) = json_documents.encode([replace(scenario, rows=empty)], ScenarioDocument)
            pieces = _pieces(scenario.rows)
            digest = scenario.digest
        except (*UNFIT, Invalid) as error:
            raise Invalid(f"scenario {key!r} cannot be kept: {error}") from error
        with self._file.unit() as db:
            (id,) = db.execute(
                "INSERT INTO scenarios VALUES (NULL, ?, '', '', '', '') "
                "ON CONFLICT (key) DO UPDATE SET seal = '' RETURNING id",
                (key,),
            ).fetchone()
            PIECES.put(db, id, pieces)
            entry = ScenarioEntry(id, key, document, digest, seal(PIECES.content_of(pieces)), "")
            db.execute(
                "UPDATE scenarios SET document = ?, digest = ?, content = ?, seal = ? WHERE id = ?",
                (*entry[2:-1], _seal(entry), id),
            )

    def remove(self, key: str) -> None:
        """Remove a scenario; raises ``Invalid`` when there is none."""
        with self._file.unit() as db:
            if not db.execute("DELETE FROM scenarios WHERE key = ?", (key,)).rowcount:
                raise unknown("scenario", key, {entry.key for entry in self.entries()})

    def entries(self) -> list[ScenarioEntry]:
        """Return the rows of the table as they are, in order of keys."""
        with self._file.reading() as db:
            return [ScenarioEntry(*row) for row in db.execute("SELECT * FROM scenarios ORDER BY key")]

    def _entry(self, key: str) -> ScenarioEntry:
        entries = self.entries()
        for entry in entries:
            if entry.key == key:
                return self._verify(entry)
        raise unknown("scenario", key, {entry.key for entry in entries})

    def _verify(self, entry: ScenarioEntry) -> ScenarioEntry:
        if entry.seal != _seal(entry):
            raise self._damage_error(entry.key, "entry")
        return entry

    def _damage_error(self, key: str, what: str) -> Invalid:
        return Invalid(
            f"{path_text(self._file.path)}: scenario {key!r} is damaged ({what}): restore it from an earlier copy"
        )


def _seal(entry: ScenarioEntry) -> str:
    return seal(*entry[1:-1])


def _pieces(rows: Rows) -> list[Row]:
    places = [(kind, id) for kind, some in rows.items() for id in some]
    documents = json_documents.encode([row for some in rows.values() for row in some.values()], dict[str, Any])
    return [(*place, document) for place, document in zip(places, documents, strict=True)]


def _rows(empty: Rows, pieces: list[Row]) -> Rows:
    rows: Rows = {kind: {} for kind in empty}
    kinds, ids, documents = zip(*pieces, strict=True) if pieces else ((), (), ())
    found = json_documents.decode(documents, dict[str, Any])
    start = 0
    for kind, some in groupby(kinds):
        end = start + len(list(some))
        rows[kind] = dict(zip(ids[start:end], found[start:end], strict=True))
        start = end
    return rows
