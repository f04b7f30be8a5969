"""Whose turn it is at a file in this program: many threads may look at it, or one opens, writes and closes it.

The system drops every lock that a program has on a file as soon as the program closes that file anywhere, if only after
a look at its first bytes. So a file that is written is opened in no other way, by no thread; but for SQLite's own
connections, which know of each other.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Condition, get_ident
from time import monotonic
from types import TracebackType
from typing import Final, Self
from weakref import WeakSet, WeakValueDictionary

from sandtable.engine.errors import Invalid
from sandtable.library.files.sqlite_errors import path_text

Key = tuple[int, int]
"""What tells one file from another, by whatever path it is reached: its device and its number there."""

LONGEST: Final = 60.0
"""Seconds to wait for another thread; whoever takes longer over a file does not come back."""
_OFTEN: Final = 0.05
"""Seconds after which a wait looks again: a look that nobody has ended goes without a word."""

_turn = Condition()
_looks: WeakSet[FileLook] = WeakSet()
_movers: dict[Key, int] = {}
"""The thread that is just opening a file to be written, or closing it."""
_written: WeakValueDictionary[Key, object] = WeakValueDictionary()
"""What is open for writing; it goes with whoever has it."""


class OpenHere(Invalid):
    """The file is open for writing in this program: it stands, or is about to; whoever has it goes on with it."""

    def __init__(self, path: Path) -> None:
        super().__init__(f"{path_text(path)} is already open for writing in this program: go on with that one")


def key_of(path: Path) -> Key | None:
    """Return which file a path leads to; ``None`` when it leads nowhere."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def is_open_here(path: Path) -> bool:
    """Say whether this program has a file open for writing."""
    key = key_of(path)
    return key is not None and _written.get(key) is not None


def begin_writing(key: Key, writer: object) -> None:
    """Note who has a file open for writing from now on."""
    _written[key] = writer


def end_writing(key: Key) -> None:
    """Note that the file is closed."""
    _written.pop(key, None)


class FileLook:
    """A look at a file: until it ends, no other thread begins to write the file.

    Waits while another thread opens or closes it; raises ``OpenHere`` where it is open for writing then.
    """

    def __init__(self, path: Path) -> None:
        self.thread = get_ident()
        with _turn:
            _wait_until(lambda: not _is_moved(key_of(path)), path)
            if is_open_here(path):
                raise OpenHere(path)
            self.key = key_of(path)
            _looks.add(self)

    def end(self) -> None:
        """Leave the file to others; may be called twice."""
        with _turn:
            _looks.discard(self)
            _turn.notify_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.end()


@contextmanager
def alone_with(path: Path, make: Callable[[], object] = lambda: None) -> Generator[None]:
    """Have a file alone while it is opened to be written, or closed; ``make`` makes one that is not there yet.

    Waits for the looks of other threads; whoever wants to look meanwhile waits, and finds it open, or closed.
    """
    with ExitStack() as turn:
        with _turn:
            _wait_until(lambda: not _is_with_others(key_of(path)), path)
            if is_open_here(path):
                raise OpenHere(path)
            make()
            turn.enter_context(moving(key_of(path)))
        yield


@contextmanager
def moving(key: Key | None) -> Generator[None]:
    """Let others wait with their looks, until a file that is this thread's has been opened, or closed."""
    if key is None:
        yield
        return
    with _turn:
        before, _movers[key] = _movers.get(key), get_ident()
    try:
        yield
    finally:
        with _turn:
            if before is None:
                _movers.pop(key, None)
            _turn.notify_all()


def _is_with_others(key: Key | None) -> bool:
    return _is_moved(key) or any(one.key == key and one.thread != get_ident() for one in _looks)


def _is_moved(key: Key | None) -> bool:
    """Tell whether another thread is opening a file to be written, or closing it."""
    return key is not None and _movers.get(key, get_ident()) != get_ident()


def _wait_until(is_free: Callable[[], bool], path: Path) -> None:
    """Wait for other threads; raise ``Invalid`` where that takes too long."""
    end = monotonic() + LONGEST
    while not is_free():
        if monotonic() > end:
            raise Invalid(f"{path_text(path)} is being read in this program, which takes too long: try again later")
        _turn.wait(_OFTEN)
