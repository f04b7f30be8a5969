"""Folders for copies that are looked into and go again; what a killed program has left goes when the next is made."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from time import time
from typing import Final

PREFIX: Final = "sandtable-copy-"
_HELD: Final = "held"
"""A file in the folder that is locked as long as whoever made it lives."""
_YOUNG: Final = 3600.0
"""Seconds in which a folder without that file may just be in the making."""


class ScratchFolder:
    """A folder of its own in the temporary folder."""

    def __init__(self) -> None:
        _clear_away()
        self._folder = TemporaryDirectory(prefix=PREFIX, ignore_cleanup_errors=True)
        self.path = Path(self._folder.name)
        made = self.path / "made"
        self._held = made.open("xb")
        _lock(self._held.fileno())
        with suppress(OSError):  # where an open file cannot be renamed it cannot be removed either
            made.rename(self.path / _HELD)

    def drop(self) -> None:
        """Remove it with all that is in it."""
        self._held.close()
        self._folder.cleanup()

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_: object) -> None:
        self.drop()


def _clear_away() -> None:
    """Remove the folders of programs that were killed; those of a program that runs stay."""
    with suppress(OSError):
        for folder in Path(gettempdir()).glob(f"{PREFIX}*"):
            if _is_left(folder):
                shutil.rmtree(folder, ignore_errors=True)


def _is_left(folder: Path) -> bool:
    try:
        with (folder / _HELD).open("r+b") as held:
            return _lock(held.fileno())
    except FileNotFoundError:
        with suppress(OSError):
            return time() - folder.stat().st_mtime > _YOUNG
    except OSError:
        pass
    return False


def _lock(number: int) -> bool:
    """Lock an open file until it is closed; tell whether that could be done."""
    try:
        import fcntl
    except ImportError:
        import msvcrt

        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError:
            return False
        return True
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return os.fstat(number).st_nlink > 0
