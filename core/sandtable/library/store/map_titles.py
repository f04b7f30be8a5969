"""What the maps in a library are called, read without what their shapes need: for lists."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from sandtable.engine.errors import Invalid
from sandtable.library.files.gate import open_checked
from sandtable.library.files.hash_chains import seal
from sandtable.library.files.schema import LIBRARY
from sandtable.library.files.sqlite_errors import path_text, plain_errors

_MAPS: Final = "SELECT key, revision, current, document, content, seal FROM maps WHERE current ORDER BY key, revision"


class MapTitle(Struct, frozen=True):
    """What a map is called, and what it says of itself."""

    key: str
    title: str
    says: str = ""


class _Document(Struct):
    info: MapTitle


def map_titles(path: Path) -> tuple[MapTitle, ...]:
    """Return the titles of the maps in a library; raises ``Invalid`` where something is not what was written."""
    with plain_errors(path):
        connection = open_checked(path, LIBRARY).connection
        try:
            rows = connection.execute(_MAPS).fetchall()
        finally:
            connection.close()
    for *row, sealed in rows:
        if seal(*row) != sealed:
            raise Invalid(f"{path_text(path)} does not hold what was written of the map {row[0]}")
    return tuple(msgspec.json.decode(row[3], type=_Document).info for row in rows)
