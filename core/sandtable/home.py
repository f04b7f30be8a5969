"""Where the user's files are: what is played in the data folder, settings and reports where the system keeps such.

``SANDTABLE_HOME`` names one folder for all of them. Needs nothing of ours, so that a window can ask before the engine
is there.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

from sandtable.log import note

APP: Final = "sandtable"
REPORTS: Final = "reports"


def home() -> Path:
    """Return the folder of campaigns and rules: ``SANDTABLE_HOME``, or the data folder of the system."""
    if chosen := _chosen_folder():
        return chosen
    from platformdirs import user_data_dir

    return Path(user_data_dir(APP, appauthor=False))


def settings_file(name: str) -> Path:
    """Return a file of settings; what an earlier version has kept among the data is taken over."""
    former = home() / name
    if _chosen_folder():
        return former
    from platformdirs import user_config_dir

    path = Path(user_config_dir(APP, appauthor=False)) / name
    if former != path and former.exists() and not path.exists():
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(former, path)
            note("%s is taken over from %s", path, former)
    return path


def reports_folder() -> Path:
    """Return the folder of logs and reports of errors."""
    if chosen := _chosen_folder():
        return chosen / REPORTS
    from platformdirs import user_log_dir

    return Path(user_log_dir(APP, appauthor=False))


def make_reports_folder() -> Path:
    """Make the folder of reports, and move there what an earlier version has written among the data."""
    folder, former = reports_folder(), home() / REPORTS
    folder.mkdir(parents=True, exist_ok=True)
    if former != folder and former.is_dir():
        for one in former.iterdir():
            with suppress(OSError):
                if not (folder / one.name).exists():
                    one.replace(folder / one.name)
        with suppress(OSError):  # something is left in it
            former.rmdir()
    return folder


def _chosen_folder() -> Path | None:
    given = os.environ.get("SANDTABLE_HOME")
    return Path(given) if given else None
