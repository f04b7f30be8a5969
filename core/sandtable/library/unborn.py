"""Campaigns that were cut short while they were made: nothing was played in them, nothing is lost with them."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

from sandtable.engine.errors import Invalid
from sandtable.library.contents import begun
from sandtable.library.copies import in_use
from sandtable.library.file import File, held
from sandtable.library.gate import header, side_files
from sandtable.library.schema import CAMPAIGN
from sandtable.library.trouble import plainly

_CHANGES: Final = slice(24, 28)
"""Where SQLite counts how often a file was written."""


def is_unborn(path: Path) -> bool:
    """Tell whether a file is a campaign that was never begun; one that another program is making is not."""
    if held(path):
        return False
    try:
        head = header(path, CAMPAIGN)
    except Invalid:
        return path.is_file() and not path.is_symlink() and not path.stat().st_size
    with plainly(path):
        if in_use(path):
            return False
        if not head.whole and not head.unclosed:  # its tables were being laid out, for the first time
            return int.from_bytes(path.read_bytes()[_CHANGES]) <= 1
    with suppress(Invalid), File.open(path, CAMPAIGN) as file:
        return not begun(file)
    return False


def remove_unborn(path: Path) -> None:
    """Remove such a file, and what lies beside it first."""
    with plainly(path):
        for one in (*side_files(path), path):
            one.unlink()
