"""Files as they are named on the command line: a library, one thing in it (``FILE#KEY``), or a GeoJSON file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click

if TYPE_CHECKING:
    from sandtable.board.maps import Map
    from sandtable.library.store.library_file import Library
    from sandtable.lint.libraries import Games

SQLITE: Final = b"SQLite format 3\0"
GEOJSON: Final = frozenset({".geojson", ".json"})
LIBRARIES: Final = (".db", ".sqlite", ".sqlite3")


class FileArgument(NamedTuple):
    """A file, and the key of what is meant in it.

    ``kind`` says which sort of thing, ``revision`` how the digest of an earlier map begins, when that was said.
    """

    path: Path
    kind: str = ""
    key: str = ""
    revision: str = ""

    @property
    def is_library(self) -> bool:
        """Tell a library by how it begins, whatever its name; by its name where its beginning is damaged."""
        return self.beginning.startswith(SQLITE) or self.path.suffix.lower() in LIBRARIES

    @property
    def beginning(self) -> bytes:
        """The first bytes of the file; raises ``Invalid`` when it cannot be read."""
        from sandtable.interchange.foreign_files import first_bytes

        return first_bytes(self.path, len(SQLITE))


def parse_argument(text: str) -> FileArgument:
    """Read ``FILE``, ``FILE#KEY``, ``FILE#KIND/KEY`` or ``FILE#KEY@REVISION``; a file may have a # in its name."""
    path, mark, inner = text.rpartition("#")
    if not mark or os.path.lexists(text):
        return FileArgument(Path(text))
    kind, slash, key = inner.partition("/")
    if not slash or kind not in ("map", "scenario", "preset", "chart"):
        kind, key = "", inner
    key, _, revision = key.partition("@")
    return FileArgument(Path(path), kind, key, revision)


def revision(library: Library, key: str, begins: str) -> str:
    """Return the revision of a map that begins so, no text for the current one; ``Invalid`` for none or several."""
    from sandtable.engine.errors import Invalid

    found = [one for one in library.revisions(key) if one.startswith(begins)] if begins else [""]
    if len(found) == 1:
        return found[0]
    there = ", ".join(one[:8] for one in library.revisions(key))
    raise Invalid(f"{len(found) or 'no'} revisions of map {key!r} begin with {begins!r}: choose from {there}")


def open_library(path: Path) -> Library:
    """Open a library to be looked at; of a damaged one what is sound, and what is not is said on standard error."""
    from sandtable.library.store.library_file import Library

    library = Library.open_sound(path)
    for one in library.harm:
        click.echo(one, err=True)
    return library


def kinds_of(library: Library, wanted: FileArgument) -> list[str]:
    """Return what sorts of things (a map, a house rule) have a key in a library; raises ``Invalid`` for none."""
    from sandtable.engine.errors import Invalid, unknown
    from sandtable.library.files.sqlite_errors import path_text

    known = {
        "map": {info.key for info in library.maps()},
        "scenario": {head.key for head in library.scenarios()},
        "preset": {one.key for one in library.presets()},
        "chart": {str(one.id) for one in library.charts()},
        "house rule": {one.key for one in library.house_rules()},
    }
    found = [kind for kind, keys in known.items() if wanted.key in keys and wanted.kind in ("", kind)]
    if not found:
        keys = known[wanted.kind] if wanted.kind else {key for its in known.values() for key in its}
        what = wanted.kind or "map, scenario, preset, chart or house rule"
        raise Invalid(f"{path_text(wanted.path)}: {unknown(what, wanted.key, keys)}")
    return found


def read_map(path: Path, data: bytes, *, mend: bool = False) -> Map:
    """Return the map that a GeoJSON file holds."""
    from sandtable.interchange.geojson import ImportOptions, read

    return read(data, ImportOptions(mend=mend), what=path.name)


def games() -> Games:
    """Return the installed games, as the ``--safe-mode`` of this call wants it."""
    from sandtable.cli.installed import plugins
    from sandtable.lint.libraries import working_games

    return working_games(plugins().family)
