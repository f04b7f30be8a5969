"""Campaigns that were cut short while they were made: nothing was played in them, nothing is lost with them."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from sandtable.engine.errors import Invalid
from sandtable.library.campaigns.contents import has_begun
from sandtable.library.files.copies import in_use
from sandtable.library.files.file import File
from sandtable.library.files.gate import header, side_files
from sandtable.library.files.schema import CAMPAIGN
from sandtable.library.files.sqlite_errors import plain_errors
from sandtable.library.files.turns import FileLook, OpenHere

_CHANGES: Final = slice(24, 28)
"""Where SQLite counts how often a file was written."""


def is_incomplete(path: Path) -> bool:
    """Tell whether a file is a campaign that was never begun; one that is being made is not."""
    try:
        with FileLook(path):
            return _is_incomplete(path)
    except OpenHere:
        return False


def _is_incomplete(path: Path) -> bool:
    try:
        head = header(path, CAMPAIGN)
    except Invalid:
        return path.is_file() and not path.is_symlink() and not path.stat().st_size
    with plain_errors(path):
        if in_use(path):
            return False
        if not head.whole and not head.unclosed:  # its tables were being laid out, for the first time
            return int.from_bytes(path.read_bytes()[_CHANGES]) <= 1
    with suppress(Invalid), File.open(path, CAMPAIGN) as file:
        return not has_begun(file)
    return False


def remove_incomplete(path: Path) -> None:
    """Remove such a file, and what lies beside it first."""
    with plain_errors(path):
        for one in (*side_files(path), path):
            one.unlink()
