"""Hostile library files, made to order: one maker per kind, with what the refusal must say.

A maker gets the path of a sound library and spoils it, or puts something else there.
"""

import os
import shutil
import socket
import sqlite3
import struct
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import shapely

from sandtable.library.files.hash_chains import seal
from sandtable.library.store.map_rows import PARTS
from sandtable.library.store.scenario_store import PIECES

Maker = Callable[[Path], Path | None]


class Hostile(NamedTuple):
    """A kind of hostile file: the line of the list it stands for, how it is made, what is said of it."""

    line: int
    make: Maker
    says: str


FILES: Final[dict[str, Hostile]] = {}


def hostile(line: int, says: str) -> Callable[[Maker], Maker]:
    def register(make: Maker) -> Maker:
        FILES[make.__name__] = Hostile(line, make, says)
        return make

    return register


def edit(path: Path, *statements: str) -> None:
    """Change a file behind our back, schema included."""
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA writable_schema=ON")
    connection.create_function("app_run", 1, lambda text: text)
    for statement in statements:
        connection.execute(statement)
    connection.close()


def patched(path: Path, at: int, data: bytes) -> None:
    content = bytearray(path.read_bytes())
    content[at : at + len(data)] = data
    path.write_bytes(content)


def resealed(path: Path, *statements: str, values: tuple[Any, ...] = ()) -> None:
    """Change what stands in a library and seal it again, as somebody would who knows how."""
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in statements:
        connection.execute(statement, values)
    for id, *head, content, _ in connection.execute("SELECT * FROM maps").fetchall():
        seals = msgspec.json.decode(content)
        seals |= {part.table: seal(part.content(connection, id)) for part in PARTS}
        row = (*head, msgspec.json.encode(seals, order="sorted").decode())
        connection.execute("UPDATE maps SET content = ?, seal = ? WHERE id = ?", (row[-1], seal(*row), id))
    for id, *head, _, _ in connection.execute("SELECT * FROM scenarios").fetchall():
        row = (*head, seal(PIECES.content(connection, id)))
        connection.execute("UPDATE scenarios SET content = ?, seal = ? WHERE id = ?", (row[-1], seal(*row), id))
    for key, document, _ in connection.execute("SELECT * FROM presets").fetchall():
        connection.execute("UPDATE presets SET seal = ? WHERE key = ?", (seal(key, document), key))
    connection.close()


# --- 1-3: no file of ours -------------------------------------------------------------------------------------------


@hostile(1, "is empty and holds no library; choose another")
def zero_bytes(path: Path) -> None:
    path.write_bytes(b"")


@hostile(2, "is not a library; choose another")
def text(path: Path) -> None:
    path.write_text("Dear all,\nhere is the library.\n" * 99)


@hostile(2, "it looks like a ZIP archive")
def zip_renamed(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", "<x/>")


@hostile(2, "it looks like a PNG image")
def png_renamed(path: Path) -> None:
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(99))


@hostile(3, "is a folder: choose a file")
def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@hostile(3, "is a link: choose a file")
def link(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to("elsewhere")


@hostile(3, "is a pipe: choose a file")
def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@hostile(3, "is a device: choose a file")
def device(path: Path) -> Path:
    return Path("/dev/zero")


@hostile(3, "is a socket: choose a file")
def bound_socket(path: Path) -> None:
    path.unlink()
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(path))


# --- 4-9: damage ----------------------------------------------------------------------------------------------------


@hostile(4, "is cut short or longer than it says")
def header_only(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:100])


@hostile(4, "is cut short after 60 bytes")
def half_a_header(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:60])


@hostile(5, "is cut short or longer than it says")
def truncated_after_a_page(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: 4096 * 5])


@hostile(5, "is cut short or longer than it says")
def truncated_by_a_byte(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


@hostile(5, "is cut short or longer than it says")
def appended_to(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"\n")


@hostile(5, "is cut short: use a complete copy")
def truncated_and_said_so(path: Path) -> None:
    data = bytearray(path.read_bytes()[: 4096 * 5])
    data[28:32] = (5).to_bytes(4, "big")
    path.write_bytes(data)


@hostile(6, "is not one of our files: choose a library")
def foreign_application(path: Path) -> None:
    edit(path, "PRAGMA application_id=1196444487")


@hostile(6, "is a campaign: choose a library")
def another_kind(path: Path) -> None:
    edit(path, "PRAGMA application_id=1398031184")


@hostile(7, "was made by a newer Sandtable .* update the program; nothing was changed")
def newer_version(path: Path) -> None:
    edit(path, "PRAGMA user_version=99")


@hostile(7, "was never finished")
def version_0(path: Path) -> None:
    edit(path, "PRAGMA user_version=0")


@hostile(8, "is damaged")
def page_of_zeros(path: Path) -> None:
    patched(path, 4096 * 3, bytes(4096))


@hostile(8, "is damaged")
def pages_swapped(path: Path) -> None:
    data = path.read_bytes()
    patched(path, 4096 * 3, data[4096 * 8 : 4096 * 9] + data[4096 * 4 : 4096 * 8] + data[4096 * 3 : 4096 * 4])


@hostile(9, "scenario 'war' is damaged")
def one_bit(path: Path) -> None:
    patched(path, path.read_bytes().index(b'"id":"c7"'), b'"ID":"c7"')


# --- 10-16: a schema that is not ours -------------------------------------------------------------------------------

SAYS_SCHEMA: Final = "it was not written by Sandtable; choose another"


@hostile(10, SAYS_SCHEMA)
def view_for_table(path: Path) -> None:
    edit(path, "ALTER TABLE presets RENAME TO real", "CREATE VIEW presets AS SELECT * FROM real")


@hostile(11, SAYS_SCHEMA)
def trigger(path: Path) -> None:
    edit(path, "CREATE TRIGGER t AFTER UPDATE ON file BEGIN DELETE FROM maps; END")


@hostile(11, SAYS_SCHEMA)
def trigger_that_fills_the_disk(path: Path) -> None:
    many = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 200000000)"
    edit(path, f"CREATE TRIGGER t AFTER UPDATE ON file BEGIN INSERT INTO images {many} SELECT x, x'00' FROM n; END")


@hostile(12, SAYS_SCHEMA)
def extra_table(path: Path) -> None:
    edit(path, "CREATE TABLE more (id INTEGER)")


@hostile(12, SAYS_SCHEMA)
def extra_index(path: Path) -> None:
    edit(path, "CREATE INDEX more ON presets (document)")


@hostile(12, SAYS_SCHEMA)
def statistics(path: Path) -> None:
    edit(path, "ANALYZE")


@hostile(12, SAYS_SCHEMA)
def lacking_table(path: Path) -> None:
    edit(path, "DROP TABLE charts")


@hostile(12, SAYS_SCHEMA)
def virtual_table(path: Path) -> None:
    edit(path, "CREATE VIRTUAL TABLE more USING fts5(text)")


@hostile(13, SAYS_SCHEMA)
def default_with_function(path: Path) -> None:
    edit(path, "UPDATE sqlite_schema SET sql = replace(sql, 'seal TEXT NOT NULL', "
         "'seal TEXT NOT NULL DEFAULT (app_run(1))') WHERE name = 'presets'")  # fmt: skip


@hostile(13, SAYS_SCHEMA)
def check_with_function(path: Path) -> None:
    edit(path, "UPDATE sqlite_schema SET sql = replace(sql, 'seal TEXT NOT NULL', "
         "'seal TEXT NOT NULL CHECK (app_run(seal))') WHERE name = 'charts'")  # fmt: skip


@hostile(13, SAYS_SCHEMA)
def generated_column(path: Path) -> None:
    edit(path, "ALTER TABLE presets ADD COLUMN more TEXT AS (printf('%.*c', 900000000, 'x')) VIRTUAL")


@hostile(14, SAYS_SCHEMA)
def endless_view(path: Path) -> None:
    edit(path, "DROP TABLE charts",
         "CREATE VIEW charts (key, document, seal) AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) "
         "SELECT x, x, x FROM n")  # fmt: skip


@hostile(15, SAYS_SCHEMA)
def view_of_a_huge_text(path: Path) -> None:
    edit(path, "DROP TABLE charts",
         "CREATE VIEW charts (key, document, seal) AS SELECT printf('%.*c', 900000000, 'x'), zeroblob(900000000), ''",
    )  # fmt: skip


@hostile(16, SAYS_SCHEMA)
def sixty_thousand_tables(path: Path) -> None:
    edit(path, "PRAGMA synchronous=OFF", "BEGIN",
         "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 60000) INSERT INTO sqlite_schema "
         "SELECT 'table', 't' || x, 't' || x, (SELECT rootpage FROM sqlite_schema WHERE name = 'file'), "
         "'CREATE TABLE t' || x || ' (a, b, c)' FROM n",
         "COMMIT")  # fmt: skip


@hostile(16, SAYS_SCHEMA + "|is damaged")
def bad_sql(path: Path) -> None:
    edit(path, "UPDATE sqlite_schema SET sql = 'CREATE TABLE charts (' || char(0) || '((((' WHERE name = 'charts'")


@hostile(16, SAYS_SCHEMA + "|is damaged")
def deep_expression(path: Path) -> None:
    deep = "(" * 5_000 + "1" + ")" * 5_000
    edit(path, f"UPDATE sqlite_schema SET sql = 'CREATE VIEW charts AS SELECT {deep}', type = 'view' "
         "WHERE name = 'charts'")  # fmt: skip


# --- 17-21: what stands in it ---------------------------------------------------------------------------------------


@hostile(17, "holds a text or an image that is too large: use an earlier copy")
def blob_beyond_the_limit(path: Path) -> None:
    edit(path, "INSERT INTO images VALUES ('x', zeroblob(100000000))",
         "INSERT INTO underlays SELECT id, 'x', '{}', 'x' FROM maps")  # fmt: skip
    resealed_quickly(path)


def resealed_quickly(path: Path) -> None:
    resealed(path)


@hostile(17, "has 2048 MB; a library may have at most 1024")
def file_beyond_the_limit(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[28:32] = (2**31 // 4096).to_bytes(4, "big")
    with path.open("wb") as file:
        file.write(data)
        file.truncate(2**31)


@hostile(18, "is damaged")
def row_that_claims_2_gb(path: Path) -> None:
    connection = sqlite3.connect(path)
    (page,) = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'file'").fetchone()
    connection.close()
    content = bytearray(path.read_bytes())
    start = (page - 1) * 4096
    cell = start + int.from_bytes(content[start + 8 : start + 10], "big")
    content[cell : cell + 5] = b"\x88\x80\x80\x80\x00"  # 2 GB as SQLite writes a length
    path.write_bytes(content)


@hostile(19, "is damaged \\(presets.document holds")
def null_where_none_may_be(path: Path) -> None:
    edit(path, "UPDATE sqlite_schema SET sql = replace(sql, 'document TEXT NOT NULL', 'document TEXT') "
         "WHERE name = 'presets'")  # fmt: skip
    edit(path, "UPDATE presets SET document = NULL",
         "UPDATE sqlite_schema SET sql = replace(sql, 'document TEXT,', 'document TEXT NOT NULL,') "
         "WHERE name = 'presets'")  # fmt: skip


@hostile(19, r"is damaged \((presets|charts)\.document holds")
def wrong_types(path: Path) -> None:
    edit(path, "UPDATE sqlite_schema SET sql = replace(sql, 'STRICT, ', '') WHERE name = 'charts'")
    edit(path, "UPDATE charts SET document = x'00ff'",
         "UPDATE sqlite_schema SET sql = replace(sql, 'WITHOUT', 'STRICT, WITHOUT') WHERE name = 'charts'")  # fmt: skip


@hostile(19, "holds a damaged map 'county': Expected `str \\| int \\| bool`, got `float`|holds a damaged map 'county'")
def number_where_none_may_be(path: Path) -> None:
    resealed(path, """UPDATE spaces SET document = replace(document, '"fortress",0', '"fortress",0.5')""")


@hostile(19, "holds a damaged map 'county': .*out of range")
def infinite_place(path: Path) -> None:
    resealed(path, "UPDATE places SET document = '[1e999,0.0]'")


@hostile(19, "holds a damaged map 'plain'")
def integer_of_a_thousand_digits(path: Path) -> None:
    digits = "9" * 1000
    resealed(path, f"""UPDATE maps SET document = replace(document, '"columns":70', '"columns":{digits}')""")


@hostile(19, "holds a damaged preset 'club'")
def document_nested_100000_deep(path: Path) -> None:
    deep = "[" * 100_000 + "]" * 100_000
    resealed(path, "UPDATE presets SET document = ?", values=(f'{{"key":"club","parameters":{{"a":{{"b":{deep}}}}}}}',))


@hostile(20, "is damaged")
def text_that_is_no_utf8(path: Path) -> None:
    edit(path, "UPDATE presets SET document = CAST(x'7bff7d' AS TEXT)")


@hostile(20, "preset 'club.*' is damaged")
def nul_in_a_key(path: Path) -> None:
    edit(path, "UPDATE presets SET key = 'club' || char(0) || 'x'")


@hostile(21, "stores text as UTF-16, and Sandtable uses UTF-8")
def utf16(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[56:60] = (2).to_bytes(4, "big")
    path.write_bytes(data)


@hostile(21, "stores text as UTF-16, and Sandtable uses UTF-8")
def utf16_throughout(path: Path) -> None:
    old = path.with_name("old")
    path.rename(old)
    source, target = sqlite3.connect(old), sqlite3.connect(path, isolation_level=None)
    target.execute("PRAGMA encoding='UTF-16le'")
    for (sql,) in source.execute("SELECT sql FROM sqlite_schema WHERE sql NOT NULL AND name NOT LIKE 'boxes_%'"):
        target.execute(sql)
    for pragma in ("application_id", "user_version"):
        target.execute(f"PRAGMA {pragma}={source.execute(f'PRAGMA {pragma}').fetchone()[0]}")
    source.close()
    target.close()
    old.unlink()


# --- 22-25: what lies beside it, what hangs in the air --------------------------------------------------------------


def write_ahead(path: Path, *statements: str) -> None:
    """Change a file so that the change lies in a -wal beside it."""
    work = path.with_name("work")
    shutil.copy(path, work)
    connection = sqlite3.connect(work, isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA wal_autocheckpoint=0")
    for statement in statements:
        connection.execute(statement)
    shutil.copy(f"{work}-wal", f"{path}-wal")
    connection.close()
    work.unlink()


@hostile(22, "library.db-wal beside it, which could change its contents")
def planted_wal(path: Path) -> None:
    write_ahead(path, "UPDATE presets SET document = '{}'")


@hostile(22, "library.db-journal beside it, which could change its contents")
def planted_journal(path: Path) -> None:
    path.with_name("library.db-journal").write_bytes(bytes.fromhex("d9d505f920a163d7") + bytes(600))


@hostile(22, "library.db-shm beside it, which could change its contents")
def planted_shm(path: Path) -> None:
    path.with_name("library.db-shm").write_bytes(bytes(32768))


@hostile(22, "library.db-wal beside it")
def planted_link(path: Path) -> None:
    path.with_name("library.db-wal").symlink_to("/dev/zero")


@hostile(23, "was not closed after it was written")
def write_ahead_header(path: Path) -> None:
    edit(path, "PRAGMA journal_mode=WAL")


@hostile(25, "is damaged: pieces name scenarios that are not there")
def dangling_rows(path: Path) -> None:
    edit(path, "PRAGMA foreign_keys=OFF", "DELETE FROM scenarios")


@hostile(25, "does not say which file it is")
def nameless(path: Path) -> None:
    edit(path, "DELETE FROM file")


@hostile(25, "map 'county' is damaged \\(spaces\\)")
def a_space_less(path: Path) -> None:
    edit(path, "DELETE FROM spaces WHERE id = 'port'")


@hostile(25, "holds a damaged map 'county': no space is called 'port'")
def an_edge_into_nowhere(path: Path) -> None:
    resealed(path, "DELETE FROM spaces WHERE id = 'port'")


# --- 59-64: geometry, and hexes -------------------------------------------------------------------------------------

RING: Final = struct.pack("<I8d", 4, 0, 0, 1, 0, 1, 1, 0, 0)
SAYS_AREA: Final = "holds a damaged map 'county': "


def first_area(path: Path, geometry: bytes) -> None:
    resealed(path, "UPDATE areas SET geometry = ? WHERE id = 1", values=(geometry,))


@hostile(59, SAYS_AREA + "a geometry is of a kind that has no place there")
def byte_order_7(path: Path) -> None:
    first_area(path, b"\x07" + struct.pack("<II", 3, 1) + RING)


@hostile(60, SAYS_AREA + "a geometry is cut short or goes on after its end")
def trailing_garbage(path: Path) -> None:
    first_area(path, struct.pack("<BII", 1, 3, 1) + RING + b"garbage")


@hostile(61, SAYS_AREA + "a geometry is cut short")
def count_of_4_billion(path: Path) -> None:
    first_area(path, struct.pack("<BIII", 1, 3, 1, 2**32 - 1))


@hostile(61, SAYS_AREA + "a geometry is cut short")
def rings_of_4_billion(path: Path) -> None:
    first_area(path, struct.pack("<BII", 1, 3, 2**32 - 1) + RING)


@hostile(62, SAYS_AREA + "a geometry is of a kind that has no place there")
def unknown_geometry(path: Path) -> None:
    first_area(path, struct.pack("<BII", 1, 77, 1) + RING)


@hostile(63, SAYS_AREA + "a geometry is of a kind that has no place there")
def nested_collections(path: Path) -> None:
    first_area(path, struct.pack("<BII", 1, 7, 1) * 200_000 + struct.pack("<BI2d", 1, 1, 0, 0))


@hostile(63, SAYS_AREA + "a geometry is of a kind that has no place there")
def collections_nested_in_a_multipolygon(path: Path) -> None:
    first_area(path, struct.pack("<BII", 1, 6, 1) + struct.pack("<BII", 1, 7, 1) * 200_000)


@hostile(64, SAYS_AREA + "a geometry is of a kind that has no place there")
def heights(path: Path) -> None:
    first_area(path, shapely.to_wkb(shapely.Polygon([(0, 0, 1), (1, 0, 1), (1, 1, 1)]), byte_order=1))


@hostile(44, SAYS_AREA + ".* has coordinates that are not numbers")
def no_number(path: Path) -> None:
    ring = struct.pack("<I8d", 4, 0, 0, float("nan"), 0, 1, 1, 0, 0)
    first_area(path, struct.pack("<BII", 1, 3, 1) + ring)


@hostile(51, SAYS_AREA + ".* is not sound: its border crosses itself")
def self_crossing(path: Path) -> None:
    first_area(path, shapely.to_wkb(shapely.Polygon([(0, 0), (1, 1), (1, 0), (0, 1)]), byte_order=1))


@hostile(53, SAYS_AREA + "a geometry has over 262,144 corners")
def a_million_corners(path: Path) -> None:
    first_area(path, struct.pack("<BIII", 1, 3, 1, 1_000_000) + bytes(16_000_000))


@hostile(18, "holds a damaged map 'plain': a map of 1000000 by 66 hexes is too large to keep")
def a_million_columns(path: Path) -> None:
    resealed(path, """UPDATE maps SET document = replace(document, '"columns":70', '"columns":1000000')""")


@hostile(18, "holds a damaged map 'plain'")
def columns_below_nothing(path: Path) -> None:
    resealed(path, """UPDATE maps SET document = replace(document, '"columns":70', '"columns":-70')""")


@hostile(83, "holds a damaged map 'plain': what was compressed is not of the size it should have")
def square_that_swells(path: Path) -> None:
    resealed(path, "UPDATE chunks SET content = ?", values=(zlib.compress(bytes(1 << 26), 9),))


@hostile(82, "holds a damaged map 'plain': what was compressed cannot be read")
def square_that_is_no_zlib(path: Path) -> None:
    resealed(path, "UPDATE chunks SET content = x'00112233'")


@hostile(84, "holds a damaged map 'plain': square 0 of a layer has not the size")
def square_too_small(path: Path) -> None:
    resealed(path, "UPDATE chunks SET content = ?", values=(zlib.compress(bytes(7)),))


@hostile(87, "holds a damaged map 'plain': square 900 of a layer is not on the map")
def square_far_away(path: Path) -> None:
    resealed(path, "UPDATE chunks SET square = square + 900")


@hostile(85, "holds a damaged map 'plain': the stored layer has")
def set_that_is_not_there(path: Path) -> None:
    whole = zlib.compress(bytes([200]) * 4096)
    resealed(path, "UPDATE chunks SET content = ? WHERE layer = 'terrain' AND square = 0", values=(whole,))


@hostile(85, "holds a damaged map 'plain': a hexside favours neither of its hexes")
def side_that_favours_nobody(path: Path) -> None:
    resealed(path, """UPDATE maps SET document = replace(document, '["road",0,', '["road",9,')""")


@hostile(45, "holds a damaged map 'plain': numbers of hexes have at most 20 digits")
def numbers_of_a_million_letters(path: Path) -> None:
    resealed(
        path, """UPDATE maps SET document = replace(document, '"letters","start":1', '"doubled","start":9999999')"""
    )


def lengthened(path: Path, part: str) -> None:
    """Give a part of the numbers of hexes that is empty a thousand letters."""
    values = (f'"{part}":""', f'"{part}":"' + "N" * 1000 + '"')
    resealed(path, "UPDATE maps SET document = replace(document, ?, ?)", values=values)


@hostile(45, "holds a damaged map 'plain': what stands before and between numbers of hexes has at most 20 letters")
def number_behind_a_thousand_letters(path: Path) -> None:
    lengthened(path, "prefix")


@hostile(45, "holds a damaged map 'plain': what stands before and between numbers of hexes has at most 20 letters")
def numbers_a_thousand_letters_apart(path: Path) -> None:
    lengthened(path, "separator")


@hostile(45, "holds a damaged map 'plain': numbers of hexes have at most 20 digits")
def numbers_of_a_billion_digits(path: Path) -> None:
    resealed(path, """UPDATE maps SET document = replace(document, '"digits":2', '"digits":1000000000')""")
