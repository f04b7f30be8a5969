"""What is told of a draft without opening it to be worked on: how many edits stand in it."""

from __future__ import annotations

from pathlib import Path

from sandtable.design.draft import draft_path
from sandtable.engine.errors import Invalid
from sandtable.library.files.file import File
from sandtable.library.files.schema import DRAFT


def unsaved_edits(library: Path, key: str) -> int | None:
    """Return how many edits stand in the draft of a map, ``None`` where there is no draft.

    Raises ``Invalid`` for a draft that cannot be read, or is open elsewhere.
    """
    path = draft_path(library, key)
    if not path.exists():
        return None
    file = File.open(path, DRAFT)
    try:
        with file.reading() as connection:
            row = connection.execute("SELECT position FROM standing").fetchone()
        if row is None:
            raise Invalid(f"{path} is damaged and does not say how many edits stand in it")
        return int(row[0])
    finally:
        file.close()
