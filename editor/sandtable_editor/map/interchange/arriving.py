"""Foreign files made maps, and maps put into a library: Qt-free, done in jobs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.interchange.drawings import SvgDrawing, SvgMapping
    from sandtable.interchange.geojson import ImportedMap, ImportOptions
    from sandtable_editor.shell.jobs import Progress

DRAWINGS: Final = frozenset({".svg", ".svgz"})
TEXTS: Final = frozenset({".toml", ".txt"})
MOST_KEYS: Final = 1000


class KeptMap(NamedTuple):
    """A map in a library, and what was done to it on the way."""

    library: Path
    key: str
    notices: list[str]


def stopping(progress: Progress) -> Callable[[], bool]:
    """Return what tells the reader of foreign files that nobody waits any longer."""
    from sandtable_editor.shell.jobs import JobCancelled

    def is_over() -> bool:
        try:
            progress.check()
        except JobCancelled:
            return True
        return False

    return is_over


def look_at_drawing(path: Path, progress: Progress) -> SvgDrawing:
    """Return what an SVG file holds."""
    from sandtable.interchange import drawings
    from sandtable.interchange.foreign_files import foreign_bytes

    with _leaving():
        return drawings.look_at(foreign_bytes(path), what=path.name, cancelled=stopping(progress))


def draw_up(path: Path, mapping: SvgMapping, key: str, progress: Progress) -> ImportedMap:
    """Return the map that rules make of an SVG file."""
    from sandtable.interchange import drawings
    from sandtable.interchange.foreign_files import foreign_bytes

    with _leaving():
        data = foreign_bytes(path)
        return drawings.arrive(data, mapping, key=key, what=path.name, cancelled=stopping(progress))


def read_file(path: Path, reading: ImportOptions, progress: Progress) -> ImportedMap:
    """Return the map of a GeoJSON file, or of a text of areas or hexes that somebody has written."""
    from sandtable.interchange import geojson
    from sandtable.interchange.foreign_files import foreign_bytes

    if path.suffix.lower() in TEXTS:
        return geojson.ImportedMap(_read_text(path), [])
    with _leaving():
        return geojson.arrive(foreign_bytes(path), reading, what=path.name, cancelled=stopping(progress))


def make_hexes(files: Sequence[Path], rules: Path, progress: Progress) -> bytes:
    """Return the packed board of hexes that rules make of files of geography."""
    return packed_hexes(map_of_geography(files, rules, progress).map)


def packed_hexes(sheet: Map) -> bytes:
    """Return the hexes of a map, packed; raises ``Invalid`` for one without."""
    from sandtable.design.stored_patches import pack_board

    if sheet.hexes is None:
        raise Invalid("the rules make no hexes: see docs/hexify.md")
    return pack_board(sheet.hexes)


def map_of_geography(files: Sequence[Path], rules: Path, progress: Progress) -> ImportedMap:
    """Return the map of hexes that rules make of files of geography."""
    from sandtable.interchange.foreign_files import foreign_bytes
    from sandtable.interchange.hexify import hexify, read_rules

    wanted = read_rules(foreign_bytes(rules), what=rules.name)
    data: list[tuple[str, bytes]] = []
    for number, path in enumerate(files):
        progress(number, len(files) + 1, path.name)
        data.append((path.name, foreign_bytes(path)))
    progress(len(files), len(files) + 1, "hexes")
    with _leaving():
        return hexify(data, wanted, cancelled=stopping(progress))


def _read_text(path: Path) -> Map:
    """Return the map of a text: of hexes where it lays out a ground, else of areas."""
    from sandtable.interchange import read_area_map, read_hex_map
    from sandtable.interchange.foreign_files import foreign_bytes
    from sandtable.library.text.toml_reading import load_toml

    try:
        text = load_toml(foreign_bytes(path, 1 << 20).decode("utf-8"), path.name)
    except UnicodeDecodeError:
        raise Invalid(f"{path.name} is not UTF-8 text: save it as plain UTF-8") from None
    return read_hex_map(path) if "ground" in text else read_area_map(path)


def keep(arrived: ImportedMap) -> KeptMap:
    """Put a map into the user's own library, under a key that no map has there."""
    import dataclasses

    from msgspec.structs import replace

    from sandtable.library.own import open_own_library

    with open_own_library() as kept:
        taken = {info.key for info in kept.maps()}
        sheet = arrived.map
        keys = (sheet.key, *(f"{sheet.key}-{number}" for number in range(2, MOST_KEYS)))
        key = next((one for one in keys if one not in taken), None)
        if key is None:
            raise Invalid(f"{kept.path.name} has {MOST_KEYS:,} maps called {sheet.title}: give this one another name")
        kept.put_map(dataclasses.replace(sheet, info=replace(sheet.info, key=key)))
        return KeptMap(kept.path, key, arrived.notices)


def keep_geography(arrived: ImportedMap) -> KeptMap:
    """Keep a map of geography, with what this run has made: the next knows by it what was changed by hand."""
    from sandtable.design.last_run import keep_last_run

    packed = packed_hexes(arrived.map)
    kept = keep(arrived)
    keep_last_run(kept.library, kept.key, packed)
    return kept


class _leaving:  # noqa: N801  # it reads as a statement
    """What the reader of foreign files raises when nobody waits any longer ends a job."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, traceback: object) -> None:
        from sandtable.interchange.worker import Cancelled
        from sandtable_editor.shell.jobs import JobCancelled

        if isinstance(error, Cancelled):
            raise JobCancelled from None
