"""Where code stands, as a reader finds it: the file's path from its package on, and the line."""

from __future__ import annotations

import inspect
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType


class CodePlace(NamedTuple):
    """Lines of a file; as text, with the first of them, ``sandtable_empires/land/movement.py:78``."""

    file: Path
    shown: str
    line: int
    last: int

    def __str__(self) -> str:
        return f"{self.shown}:{self.line}"


def place_of(function: Callable[..., Any]) -> CodePlace:
    """Return where a function begins, its decorators included."""
    plain = inspect.unwrap(function)
    file = inspect.getsourcefile(plain) or plain.__code__.co_filename
    lines, first = inspect.getsourcelines(plain)
    return CodePlace(Path(file), path_from_package(file, plain.__module__), first, first + len(lines) - 1)


def place_in(frame: FrameType, line: int) -> CodePlace:
    """Return a line of the code that a frame runs."""
    file = frame.f_code.co_filename
    return CodePlace(Path(file), path_from_package(file, str(frame.f_globals.get("__name__", ""))), line, line)


def openable(path: str) -> str:
    """Return a file's path as it can be opened from the folder that the program runs in."""
    here = Path.cwd()
    return str(Path(path).relative_to(here)) if Path(path).is_relative_to(here) else path


def path_from_package(file: str, module: str) -> str:
    """Return a file's path from the package of its module on; the file's name where that is no path to it."""
    path = PurePath(file)
    for tail in (PurePath(*module.split(".")).with_suffix(".py"), PurePath(*module.split("."), "__init__.py")):
        if path.parts[-len(tail.parts) :] == tail.parts:
            return tail.as_posix()
    return path.name
