"""What hexify made of a map last, beside its library: the map itself, its digest and old files know nothing of it."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from sandtable.design.edits.hexified import Hexify
from sandtable.design.history import EditHistory
from sandtable.design.stored_patches import unpack_board
from sandtable.engine.errors import Invalid
from sandtable.interchange.foreign_files import foreign_bytes, write_bytes
from sandtable.library.files.sqlite_errors import path_text, plain_errors


def last_run_path(library: Path, key: str) -> Path:
    """Return where the last run of a map lies."""
    return library.with_name(f"{library.name}.{quote(key, safe='')}.hexified")


def read_last_run(library: Path, key: str) -> bytes:
    """Return the packed board that the last run made of a map; nothing where none is known.

    Raises ``Invalid`` for a file that is damaged.
    """
    path = last_run_path(library, key)
    if not path.exists():
        return b""
    packed = foreign_bytes(path)
    try:
        unpack_board(packed)
    except Invalid as error:
        raise Invalid(
            f"{path_text(path)} is damaged, which tells what was changed by hand since the last run: make the map anew"
        ) from error
    return packed


def keep_last_run(library: Path, key: str, made: bytes) -> None:
    """Keep the packed board that a run has made, in place of that of the run before."""
    write_bytes(last_run_path(library, key), made)


def run_at(history: EditHistory) -> bytes | None:
    """Return what the last run made where a history stands: nothing before the first, ``None`` where it has no run."""
    for entry in reversed(history.entries[: history.position]):
        if isinstance(entry.edit, Hexify):
            return entry.edit.made
    undone = (entry.edit for entry in history.entries[history.position :] if isinstance(entry.edit, Hexify))
    return next((edit.last for edit in undone), None)


def keep_run_at(history: EditHistory, library: Path, key: str) -> None:
    """Keep what the last run made where a history stands, as its map is saved."""
    run = run_at(history)
    if run:
        keep_last_run(library, key, run)
    elif run is not None:
        path = last_run_path(library, key)
        with plain_errors(path):
            path.unlink(missing_ok=True)
