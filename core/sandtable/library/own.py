"""Where the user's own library lies: the maps and scenarios that somebody makes without naming another file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sandtable.home import home

OWN: Final = "library.db"


def own_library_path() -> Path:
    """Return where the user's own library lies, whether it is there yet or not."""
    return home() / OWN
