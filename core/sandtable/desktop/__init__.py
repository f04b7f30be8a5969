"""The program among the others of a desktop: its icon, its entry in the menu, the types of its files.

After the standards of freedesktop.org: files go to the user's data folder, ``XDG_DATA_HOME``.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from sandtable.library.files.schema import CAMPAIGN, LIBRARY

HERE: Final = Path(__file__).parent
ICON: Final = HERE / "sandtable.svg"
PLACES: Final = {
    "sandtable.svg": "icons/hicolor/scalable/apps",
    "sandtable.desktop": "applications",
    "sandtable.xml": "mime/packages",
}
INDEXES: Final = (
    ("update-mime-database", "mime"),
    ("update-desktop-database", "applications"),
    ("gtk-update-icon-cache", "icons/hicolor"),
)
"""What keeps lists of these files, where it is installed, and the folder it wants to hear of."""


def data_home() -> Path:
    """Return where a user's desktop looks for such files."""
    given = os.environ.get("XDG_DATA_HOME", "")
    return Path(given) if os.path.isabs(given) else Path.home() / ".local" / "share"  # noqa: PTH117  # may be empty


def places() -> dict[str, Path]:
    """Return where each file goes."""
    return {name: data_home() / folder / name for name, folder in PLACES.items()}


def install() -> list[Path]:
    """Write the files, in the place of older ones; raises ``OSError``."""
    command = " ".join(map(_quote, this_command()))
    ids = {"{campaign}": f"0x{CAMPAIGN.application:08X}", "{library}": f"0x{LIBRARY.application:08X}"}
    for name, path in places().items():
        text = (HERE / name).read_text("utf-8")
        for mark, value in {**ids, "{command}": command}.items():
            text = text.replace(mark, value)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    _index()
    return list(places().values())


def remove() -> list[Path]:
    """Remove the files again; returns those that were there. Raises ``OSError``."""
    there = [path for path in places().values() if path.exists()]
    for path in there:
        path.unlink()
    _index()
    return there


def this_command() -> list[str]:
    """Return what starts this program: the command beside its Python, or else Python with the module."""
    beside = Path(sys.executable).with_name("sandtable")
    return [str(beside)] if beside.exists() else [sys.executable, "-m", "sandtable"]


def _quote(word: str) -> str:
    """Quote a word of a command line as desktop files want it: for their own escapes, then for the command's."""
    for sign in '\\"`$':
        word = word.replace(sign, f"\\{sign}")
    word = word.replace("%", "%%")
    return '"' + word.replace("\\", "\\\\") + '"'


def _index() -> None:
    """Have the desktop look again; one that does not list such files needs nothing of the kind."""
    for program, folder in INDEXES:
        found, place = shutil.which(program), data_home() / folder
        if found and place.is_dir():
            with suppress(OSError, subprocess.TimeoutExpired):
                subprocess.run([found, str(place)], capture_output=True, check=False, timeout=60)
