"""A plugin that does not come to an end while it is loaded: told while it lasts, left out from the next start on.

A note about it is written once loading has lasted, and taken away when it ends. So a note that is still there tells
what the program was at when it was stopped.
"""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from threading import Timer
from typing import Final

from sandtable.engine.errors import Invalid, Remedy

NOTES: Final = "unended"
"""A folder beside the rules files."""
UNENDED: Final = "it did not finish loading last time"
PATIENCE: Final = 5.0
"""Seconds after which a plugin's loading is told and written down."""


class LoadAgain(Remedy):
    """A plugin, ``name``, that was left out for not coming to an end can be loaded again."""

    says = "it is loaded again when you ask for it by its name"


class SeePlugins(Remedy):
    """What is installed, and what is wrong with it, can be listed."""

    says = "list the plugins to see what is installed"


@contextmanager
def loading(folder: Path, name: str) -> Generator[None]:
    """Look after the loading of a third party's plugin; ``folder`` is that of the rules files."""
    path = _note(folder, name)

    def lasts() -> None:
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(name, "utf-8")
        sys.stderr.write(
            f"{name} has not finished loading after {PATIENCE:g} s; "
            "stop the program (Ctrl-C), and the next start leaves it out\n"
        )

    timer = Timer(PATIENCE, lasts)
    timer.daemon = True
    timer.start()
    try:
        yield
    except BaseException:
        timer.cancel()
        raise
    timer.cancel()
    timer.join()
    _forget(path)


def left_unended(folder: Path, name: str) -> bool:
    """Tell whether a plugin did not come to an end when it was loaded last."""
    return _note(folder, name).exists()


def load_again(folder: Path, name: str) -> None:
    """Take the note of a plugin away; raises ``Invalid`` when there is none."""
    path = _note(folder, name)
    if not path.exists():
        raise Invalid(f"{name} was not left out for taking too long to load", remedy=SeePlugins())
    _forget(path)


def _note(folder: Path, name: str) -> Path:
    return folder / NOTES / sha256(name.encode()).hexdigest()[:16]


def _forget(path: Path) -> None:
    with suppress(OSError):
        path.unlink(missing_ok=True)
