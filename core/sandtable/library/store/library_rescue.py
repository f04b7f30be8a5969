"""What is sound in a damaged library: taken out of it row by row, and put into a new one.

A thing counts when its own seals say that it is what was written; what does not is named and left behind.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from sandtable.engine.errors import Invalid
from sandtable.engine.rules.forms.rule_document import HouseRules
from sandtable.engine.state.charts import Chart
from sandtable.library.files.damaged_files import open_damaged
from sandtable.library.files.export import export
from sandtable.library.files.file import File
from sandtable.library.files.report_words import count_of
from sandtable.library.files.schema import LIBRARY
from sandtable.library.files.scratch_folders import ScratchFolder
from sandtable.library.files.sqlite_errors import FOREIGN, path_text, plain_errors
from sandtable.library.store import scenario_store
from sandtable.library.store.document_store import DocumentStore
from sandtable.library.store.documents import PresetDocument
from sandtable.library.store.map_store import MapStore
from sandtable.library.store.map_table import MapEntry
from sandtable.library.store.scenario_store import ScenarioStore

if TYPE_CHECKING:
    import sqlite3

    from sandtable.board.maps import Map
    from sandtable.library.store.documents import ScenarioDocument

T = TypeVar("T")
_HARM: Final = (Invalid, TypeError, AttributeError, *FOREIGN)
"""What reading a row may raise in which anything can stand."""
_MOST: Final = 10_000
"""So many numbers of maps or scenarios are looked for one by one."""
_PAPERS: Final[Sequence[tuple[str, str, type[Any]]]] = (
    ("presets", "preset", PresetDocument),
    ("charts", "chart", Chart),
    ("house_rules", "house rule", HouseRules),
)


@dataclass
class SoundParts:
    """What is sound in a library, and a sentence for each thing that is left behind."""

    maps: list[tuple[Map, bool]] = field(default_factory=list["tuple[Map, bool]"])
    """Each with whether it is the current revision of its key."""
    scenarios: list[ScenarioDocument] = field(default_factory=list["ScenarioDocument"])
    papers: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])
    lost: list[str] = field(default_factory=list[str])

    @property
    def things(self) -> str:
        """How much is sound, in words."""
        counts = [
            count_of(len(self.maps), "map"),
            count_of(len(self.scenarios), "scenario"),
            *(count_of(len(self.papers.get(table, {})), what) for table, what, _ in _PAPERS),
        ]
        return ", ".join(counts)


class RescuedLibrary:
    """A library in a folder of its own with what is sound in a damaged one; goes when it is dropped."""

    def __init__(self, path: Path) -> None:
        """Raise ``Invalid`` when nothing is left."""
        with plain_errors(path):
            self._folder = ScratchFolder()
        self.path = self._folder.path / "rescued.db"
        self.noticed: list[str] = []
        try:
            self.sound = write_sound_copy(path, self.path)
        except BaseException:
            self.drop()
            raise

    def drop(self) -> None:
        """Remove it."""
        self._folder.drop()


def write_sound_copy(source: Path, target: Path) -> SoundParts:
    """Write a new library with all that is sound in a damaged one, which is not touched.

    Raises ``Invalid`` when it is no library, when nothing is left of it, or when there is a file of that name.
    """
    with open_damaged(source, LIBRARY) as file:
        sound = _sound_in(file)
    if not (sound.maps or sound.scenarios or any(sound.papers.values())):
        raise Invalid(f"{path_text(source)} is damaged, and nothing in it can be read: use an earlier copy")
    with ScratchFolder() as folder, File.create(folder / "sound.db", LIBRARY) as fresh:
        _put(fresh, sound)
        if os.path.lexists(target):
            raise Invalid(f"{path_text(target)} already exists: choose another name")
        export(fresh, target)
    return sound


def _put(file: File, sound: SoundParts) -> None:
    kept, bound = MapStore(file), {(one.map, one.revision) for one in sound.scenarios}
    with file.unit():
        for whole, current in sorted(sound.maps, key=lambda one: one[1]):
            if current or (whole.info.key, whole.digest) in bound:
                kept.put(whole, bound)
        for scenario in sound.scenarios:
            ScenarioStore(file).put(scenario)
        for table, what, kind in _PAPERS:
            papers: DocumentStore[Any] = DocumentStore(file, table, what, kind)
            for key, paper in sound.papers[table].items():
                papers.put(key, paper)


def _sound_in(file: File) -> SoundParts:
    file.conn.text_factory = _read_anyway
    sound = SoundParts()
    for row in _rows(file, "maps", ("id",), sound):
        _take_map(sound, file, MapEntry(*row))
    for row in _rows(file, "scenarios", ("id",), sound):
        entry = scenario_store.ScenarioEntry(*row)
        sound.scenarios += _read_if_sound(sound, f"scenario {entry.key!r}", partial(ScenarioStore(file).read, entry))
    for table, what, kind in _PAPERS:
        papers: DocumentStore[Any] = DocumentStore(file, table, what, kind)
        sound.papers[table] = {
            row[0]: paper
            for row in (_rows(file, table, ("key",), sound) if _has(file, table) else ())
            for paper in _read_if_sound(sound, f"{what} {row[0]!r}", partial(papers.read, *row))
        }
    return sound


def _has(file: File, table: str) -> bool:
    """Tell whether a file has a table: one of an older version may lack it."""
    try:
        asked = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?"
        return file.conn.execute(asked, (table,)).fetchone() is not None
    except FOREIGN:
        return True


def _read_anyway(text: bytes) -> str:
    """Read a text that may be damaged: its seal tells that it was."""
    return text.decode("utf-8", "replace")


def _take_map(sound: SoundParts, file: File, entry: MapEntry) -> None:
    what = f"map {entry.key!r}" if entry.current else f"map {entry.key!r} as it was before ({str(entry.revision)[:8]})"
    for whole, without in _read_if_sound(sound, what, partial(MapStore(file).read_scraps, entry)):
        sound.maps.append((whole, bool(entry.current)))
        if without:
            sound.lost.append(f"{count_of(without, 'underlay')} of {what}: the image is not what was written")


def _read_if_sound(sound: SoundParts, what: str, read: Callable[[], T]) -> Iterator[T]:
    """Read a thing, if it is sound; else say that it is left behind."""
    try:
        yield read()
    except _HARM:
        sound.lost.append(f"{what}: it is not what was written")


def _rows(file: File, table: str, keys: Sequence[str], sound: SoundParts) -> list[tuple[Any, ...]]:
    """Return all rows of a table that can be read: from the front, from the back, and by their numbers."""
    connection, rows = file.conn, dict[tuple[Any, ...], None]()
    for way in ("", " DESC"):
        order = ", ".join(f"{key}{way}" for key in keys)
        try:
            for row in connection.execute(f"SELECT * FROM {table} NOT INDEXED ORDER BY {order}"):
                rows[row] = None
        except FOREIGN:
            continue
        return list(rows)
    if keys == ("id",):
        _look_one_by_one(connection, table, rows)
    sound.lost.append(f"{table} of which nothing can be read any more, if there were others")
    return list(rows)


def _look_one_by_one(connection: sqlite3.Connection, table: str, rows: dict[tuple[Any, ...], None]) -> None:
    misses = 0
    for id in range(1, _MOST):
        try:
            row = connection.execute(f"SELECT * FROM {table} NOT INDEXED WHERE id = ?", (id,)).fetchone()
        except FOREIGN:
            row = None
        misses = 0 if row else misses + 1
        if row:
            rows[row] = None
        elif misses > 500:
            return
