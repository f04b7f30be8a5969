"""What goes to the terminal: text in which no foreign word moves the cursor, hides or turns the line round."""

from __future__ import annotations

import re
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final, TextIO, cast

EASY: Final = re.compile("[\n -~]*")
"""What needs no look, and does not load the engine."""

OURS: Final = re.compile(
    "(\x1b\\[(?:[012]|3[0-7])m|\x1b\\[2J\x1b\\[3J\x1b\\[H|\x1b\\[\\?25[lh]|\r\x1b\\[K|\x1b\\[K|\r)"
)
"""What we write ourselves: bold, faint, colours, a wiped screen, a bar of progress drawn anew."""


class PlainStream:
    """A stream that passes on what is written to it, fit to be shown."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write a text; returns how long it was."""
        self._stream.write(printable(text, terminal=self._stream.isatty()))
        return len(text)

    def writelines(self, lines: list[str]) -> None:
        """Write several texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def printable(text: str, *, terminal: bool) -> str:
    """Return a text as it may be printed; our own signs for a terminal stay where there is one."""
    if EASY.fullmatch(text):
        return text
    from sandtable.engine.words import fit

    if not terminal:
        return fit(text, lines=True)
    parts = OURS.split(text)
    return "".join(part if at % 2 else fit(part, lines=True) for at, part in enumerate(parts))


@contextmanager
def plain_output() -> Generator[None]:
    """Let all that is printed meanwhile be fit to be shown."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (cast("TextIO", PlainStream(stream)) for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
