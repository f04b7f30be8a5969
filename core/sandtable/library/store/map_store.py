"""The maps of a file: revisions under a key, each sealed when it is written and compared when it is read.

One revision of a key is current. Others are kept only while a scenario is bound to them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from sandtable.board.maps import Map, MapInfo
from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import Invalid, unknown
from sandtable.library.files.gate import LARGEST_VALUE
from sandtable.library.files.hash_chains import seal
from sandtable.library.files.sqlite_errors import FOREIGN, path_text
from sandtable.library.store import map_rows
from sandtable.library.store.documents import checked_key
from sandtable.library.store.map_rows import AREAS, LINES, PARTS, UNDERLAYS, MapDocument, StoredMap
from sandtable.library.store.map_table import MapEntry, MapTable, seal_of
from sandtable.library.store.part_tables import Row
from sandtable.library.store.sealed_maps import SealedMap
from sandtable.library.store.undrawn_maps import UndrawnMap

if TYPE_CHECKING:
    from sandtable.library.files.file import File

Bound = Collection[tuple[str, str]]
"""Key and revision of the maps that scenarios are bound to."""

UNDRAWN: Final = frozenset({AREAS.table, LINES.table, UNDERLAYS.table})
"""The parts that are only drawn: no rule asks for them."""

_BOXES = (
    "SELECT areas.space, boxes.west, boxes.east, boxes.south, boxes.north "
    "FROM areas JOIN boxes ON boxes.id = areas.id WHERE areas.map = ? ORDER BY areas.space"
)
_IN_BOX = (
    "SELECT areas.space FROM boxes JOIN areas ON areas.id = boxes.id WHERE boxes.west <= ? AND boxes.east >= ? "
    "AND boxes.south <= ? AND boxes.north >= ? AND areas.map = ? ORDER BY areas.space"
)


class MapStore(MapTable):
    """The maps in a library, or a campaign's own."""

    def __init__(self, file: File) -> None:
        super().__init__(file)
        self._sound: set[int] = set()
        """The ids of maps whose boxes were compared with their seal."""

    # --- reading ------------------------------------------------------------------------------------------------

    def infos(self) -> tuple[MapInfo, ...]:
        """Return what each map is, in order of their keys."""
        with self._file.reading():
            return tuple(map_rows.document(entry.document).info for entry in self.verified_rows() if entry.current)

    def get(self, key: str, revision: str = "") -> Map:
        """Return a map, by default as it is now; raises ``Invalid`` naming the part of it that is damaged."""
        with self._file.reading():
            return self.read(self.entry(key, revision))

    def get_undrawn(self, key: str, revision: str, whole: Callable[[], Map]) -> Map:
        """Return a map to play on; its shapes, lines and images are taken from the ``whole`` one when they are wanted.

        Raises ``Invalid`` naming the part of it that is damaged.
        """
        with self._file.reading() as db:
            entry = self.entry(key, revision)
            rows = {part.table: part.content(db, entry.id) for part in PARTS if part.table not in UNDRAWN}
            self._compare(entry, rows)
        return self._undrawn(entry, rows, whole)

    def get_sealed(self, key: str, revision: str = "") -> UndrawnMap:
        """Return a map to play on that has all its rows as they are here: what is drawn is made of them when wanted.

        Raises ``Invalid`` naming the part of it that is damaged.
        """
        with self._file.reading() as db:
            entry = self.entry(key, revision)
            rows = {part.table: part.rows(db, entry.id) for part in PARTS}
            boxes = _boxes(db, entry.id)
            images = {row[-1]: self._image(entry.key, row[-1]) for row in rows[UNDERLAYS.table]}
        sealed = SealedMap(entry, rows, boxes, images)
        content = sealed.content()
        self._compare(entry, {**content, "boxes": boxes})
        played = self._undrawn(entry, content, lambda: self._make_whole(sealed))
        played.sealed = sealed
        return played

    def _make_whole(self, sealed: SealedMap) -> Map:
        head = map_rows.document(sealed.entry.document)
        return self._make(sealed.entry, head, sealed.content(), sealed.images, sealed.entry.revision)

    def _undrawn(self, entry: MapEntry, rows: Mapping[str, Sequence[Row]], whole: Callable[[], Map]) -> UndrawnMap:
        head = replace(map_rows.document(entry.document), tolerance=None)
        played = self._make(entry, head, {**rows, **dict.fromkeys(UNDRAWN, ())}, {}, "")
        return UndrawnMap.of(played, entry.revision, whole)

    def read(self, entry: MapEntry) -> Map:
        """Return the map of a row; raises ``Invalid`` naming the part of it that is damaged."""
        with self._file.reading() as db:
            rows = {part.table: part.content(db, entry.id) for part in PARTS}
            images = {name: self._image(entry.key, name) for _, name in rows["underlays"]}
            return self._put_together(entry, rows, images)

    def read_scraps(self, entry: MapEntry) -> tuple[Map, int]:
        """Return the map of a row in a damaged file, and how many underlays were left out for their images are damaged.

        Raises ``Invalid`` where more than images is damaged. No index is trusted.
        """
        with self._file.reading() as db:
            self.verify(entry)
            rows = {part.table: part.content(db, entry.id, plain=True) for part in PARTS}
            images: dict[str, bytes] = {}
            for _, name in rows["underlays"]:
                for how in ("", "NOT INDEXED"):
                    with suppress(Invalid, *FOREIGN):
                        images[name] = self._image(entry.key, name, how)
            found = self._put_together(entry, rows, images)
            return found, len(rows["underlays"]) - len(found.underlays)

    def _compare(self, entry: MapEntry, rows: Mapping[str, Sequence[Row]]) -> None:
        """Raise ``Invalid`` for a part of a map that is not what its seal says."""
        content = _seals(entry)
        for table, some in rows.items():
            if seal(some) != content.get(table):
                raise self.damage_error(entry.key, table)

    def _put_together(self, entry: MapEntry, rows: Mapping[str, list[Row]], images: Mapping[str, bytes]) -> Map:
        """Compare the parts of a map with their seals, and make it of them; underlays without an image are left out."""
        self._compare(entry, rows)
        shown = [row for row in rows["underlays"] if row[1] in images]
        revision = entry.revision if len(shown) == len(rows["underlays"]) else ""
        return self._make(entry, map_rows.document(entry.document), {**rows, "underlays": shown}, images, revision)

    def _make(
        self,
        entry: MapEntry,
        head: MapDocument,
        rows: Mapping[str, Sequence[Row]],
        images: Mapping[str, bytes],
        revision: str,
    ) -> Map:
        try:
            return map_rows.map_of(head, rows, images, revision)
        except (Invalid, *FOREIGN) as error:
            raise Invalid(f"{path_text(self._file.path)} holds a damaged map {entry.key!r}: {error}") from error

    def areas_in(self, key: str, west: float, south: float, east: float, north: float) -> tuple[SpaceId, ...]:
        """Return the areas of the current map whose boxes reach into a box, without reading the map."""
        with self._file.reading() as db:
            entry = self.entry(key)
            self.compare_boxes(entry)
            found = db.execute(_IN_BOX, (east, west, north, south, entry.id))
            return tuple(SpaceId(space) for (space,) in found)

    def compare_boxes(self, entry: MapEntry) -> None:
        """Raise ``Invalid`` when the boxes of a map's areas are not what was written."""
        with self._file.reading() as db:
            if entry.id not in self._sound and seal(_boxes(db, entry.id)) != _seals(entry).get("boxes"):
                raise self.damage_error(entry.key, "boxes")
            self._sound.add(entry.id)

    def _image(self, key: str, name: str, how: str = "") -> bytes:
        question = f"SELECT content FROM images {how} WHERE hash = ?"
        row = self._file.conn.execute(question, (name,)).fetchone()
        if row is None or map_rows.name_of(row[0]) != name:
            raise self.damage_error(key, "images")
        image: bytes = row[0]
        return image

    # --- writing ------------------------------------------------------------------------------------------------

    def put(self, whole: Map, bound: Bound) -> None:
        """Keep a map as the current revision of its key; of what is there only what differs is written anew."""
        key = checked_key("a map", whole.info.key)
        new = map_rows.rows_of_map(whole)
        if any(len(image) > LARGEST_VALUE for image in new.images.values()):
            raise Invalid(
                f"map {key!r} cannot be kept: one of its images has over {LARGEST_VALUE >> 20} MB; scale it down"
            )
        with self._file.unit() as db:
            place = self._place(key, whole.digest, bound)
            content = self._fill(db, place, new)
            entry = MapEntry(place, key, whole.digest, 1, new.document, content, "")
            self._write(db, entry)
            self.let_go(bound)

    def put_sealed(self, sealed: SealedMap, bound: Bound) -> None:
        """Keep a map that another file has as the current revision of its key: its rows as they are there."""
        key, revision = checked_key("a map", sealed.entry.key), sealed.entry.revision
        with self._file.unit() as db:
            place = self._place(key, revision, bound)
            self._sound.clear()
            db.executemany("INSERT OR IGNORE INTO images VALUES (?, ?)", sealed.images.items())
            for part in PARTS:
                part.put(db, place, sealed.rows[part.table])
            ids = _places(db, place)
            db.executemany(
                "INSERT OR REPLACE INTO boxes (id, west, east, south, north) VALUES (?, ?, ?, ?, ?)",
                [(ids[space], *box) for space, *box in sealed.boxes],
            )
            self._write(db, sealed.entry._replace(id=place, current=1))
            self.let_go(bound)

    def remove(self, key: str) -> None:
        """Remove a map with all its revisions; raises ``Invalid`` when there is none."""
        with self._file.unit() as db:
            entries = self.entries()
            gone = [entry.id for entry in entries if entry.key == key]
            if not gone:
                raise unknown("map", key, {entry.key for entry in entries})
            self._drop(db, gone)

    def let_go(self, bound: Bound) -> None:
        """Remove the revisions that are not current and that no scenario is bound to, and images nobody shows."""
        with self._file.unit() as db:
            gone = [one.id for one in self.entries() if not one.current and (one.key, one.revision) not in bound]
            self._drop(db, gone)

    def _place(self, key: str, revision: str, bound: Bound) -> int:
        """Return the id under which a revision goes: its own, that of the one it replaces, or a new one."""
        there = [entry for entry in self.entries() if entry.key == key]
        same = next((entry for entry in there if entry.revision == revision), None)
        before = next((entry for entry in there if entry.current and entry is not same), None)
        if before and not same and (key, before.revision) not in bound:
            return before.id
        connection = self._file.conn
        if before:
            self._write(connection, before._replace(current=0))
        if same:
            return same.id
        new = connection.execute("INSERT INTO maps VALUES (NULL, ?, ?, 0, '', '', '')", (key, revision)).lastrowid
        return new or 0

    def _fill(self, connection: sqlite3.Connection, id: int, new: StoredMap) -> str:
        """Write the parts of a map; returns their seals."""
        self._sound.clear()
        connection.executemany("INSERT OR IGNORE INTO images VALUES (?, ?)", new.images.items())
        for part in PARTS:
            put = _put_areas if part is AREAS else part.put
            put(connection, id, new.rows[part.table])
        content = {part.table: seal(part.content_of(new.rows[part.table])) for part in PARTS}
        content["boxes"] = seal(_boxes(connection, id))
        return msgspec.json.encode(content, order="sorted").decode()

    def _write(self, connection: sqlite3.Connection, entry: MapEntry) -> None:
        connection.execute(
            "UPDATE maps SET key = ?, revision = ?, current = ?, document = ?, content = ?, seal = ? WHERE id = ?",
            (*entry[1:-1], seal_of(entry), entry.id),
        )

    def _drop(self, connection: sqlite3.Connection, gone: list[int]) -> None:
        self._sound.clear()
        some = [(id,) for id in gone]
        connection.executemany("DELETE FROM boxes WHERE id IN (SELECT id FROM areas WHERE map = ?)", some)
        connection.executemany("DELETE FROM maps WHERE id = ?", some)
        connection.execute("DELETE FROM images WHERE hash NOT IN (SELECT image FROM underlays)")


def _seals(entry: MapEntry) -> dict[str, str]:
    return msgspec.json.decode(entry.content, type=dict[str, str])


def _boxes(connection: sqlite3.Connection, id: int) -> list[Row]:
    return connection.execute(_BOXES, (id,)).fetchall()


def _put_areas(connection: sqlite3.Connection, id: int, rows: Sequence[Row]) -> None:
    """Write the areas of a map and keep the index of their boxes with them."""
    from sandtable.board.shapely_arrays import boxes  # geometry, which takes its time to load
    from sandtable.board.shapes import array_of
    from sandtable.library.store import wkb

    before = _places(connection, id)
    _, fresh = AREAS.put(connection, id, rows)
    after = _places(connection, id)
    connection.executemany(
        "DELETE FROM boxes WHERE id = ?", [(before[space],) for space in before.keys() - after.keys()]
    )
    around = boxes(array_of(wkb.shapes([geometry for _, geometry in fresh]))).tolist()
    connection.executemany(
        "INSERT OR REPLACE INTO boxes (id, west, south, east, north) VALUES (?, ?, ?, ?, ?)",
        [(after[space], *box) for (space, _), box in zip(fresh, around, strict=True)],
    )


def _places(connection: sqlite3.Connection, id: int) -> dict[str, int]:
    return dict(connection.execute("SELECT space, id FROM areas WHERE map = ?", (id,)).fetchall())
