"""Where the user's files are: what ``sandtable.engine.trust.home`` says, without waiting for the engine to load."""

from __future__ import annotations

import os
from pathlib import Path


def home() -> Path:
    """Return the user's folder: ``SANDTABLE_HOME``, or the data folder of the system."""
    given = os.environ.get("SANDTABLE_HOME")
    if given:
        return Path(given)
    from platformdirs import user_data_dir

    return Path(user_data_dir("sandtable", appauthor=False))
