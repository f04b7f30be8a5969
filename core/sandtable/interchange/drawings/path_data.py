"""The data of a path, letter by letter, drawn with a pen."""

from __future__ import annotations

import re
from collections.abc import Callable
from math import isfinite, radians
from typing import Final

from sandtable.engine.errors import Invalid
from sandtable.interchange.drawings.affine import NUMBER
from sandtable.interchange.drawings.tracing import Place, Tracer

BLANK: Final = r"[\s,]*"
COMMAND: Final = re.compile(rf"{BLANK}([MmZzLlHhVvCcSsQqTtAa])")
VALUE: Final = re.compile(rf"{BLANK}({NUMBER.pattern})")
FLAG: Final = re.compile(rf"{BLANK}([01])")
END: Final = re.compile(rf"{BLANK}\Z")


def trace_path(data: str, pen: Tracer) -> None:
    """Draw a path; raises ``Invalid`` for data that makes none."""
    _Reader(data, pen).draw()


class _Reader:
    """Reads one path."""

    def __init__(self, data: str, pen: Tracer) -> None:
        self._data, self._pen = data, pen
        self._at: int = 0
        self._before = ""
        self._handle: Place | None = None
        """The last handle of the curve before, which the next may mirror."""
        self._draws: dict[str, Callable[[bool], None]] = {
            "M": self._move, "L": self._line, "H": self._across, "V": self._up, "C": self._cubic, "S": self._smooth,
            "Q": self._quadratic, "T": self._smooth_quadratic, "A": self._arc,
        }  # fmt: skip

    def draw(self) -> None:
        first = True
        while not END.match(self._data, self._at):
            command = COMMAND.match(self._data, self._at)
            if command is None or (first and command[1] not in "Mm"):
                raise self._unreadable()
            first, self._at = False, command.end()
            letter = command[1].upper()
            if letter == "Z":
                self._pen.close()
                self._before = "Z"
                continue
            draw, begun = self._draws[letter], False
            while not begun or VALUE.match(self._data, self._at):
                draw(command[1].islower())
                if letter == "M":
                    letter, draw = "L", self._line
                begun, self._before = True, letter

    def _unreadable(self) -> Invalid:
        rest = self._data[self._at : self._at + 24].strip()
        return Invalid(f"has a path that cannot be read from {rest!r} on: draw it again")

    def _number(self) -> float:
        read = VALUE.match(self._data, self._at)
        if read is None:
            raise self._unreadable()
        found = float(read[1])
        if not isfinite(found):
            raise Invalid(f"has a path with the number {read[1][:24]!r}: draw it again")
        self._at = read.end()
        return found

    def _flag(self) -> bool:
        read = FLAG.match(self._data, self._at)
        if read is None:
            raise self._unreadable()
        self._at = read.end()
        return read[1] == "1"

    def _place(self, beside: bool) -> Place:
        x, y = self._number(), self._number()
        return (self._pen.at[0] + x, self._pen.at[1] + y) if beside else (x, y)

    def _mirrored(self, letters: str) -> Place:
        x, y = self._pen.at
        if self._handle is None or self._before not in letters:
            return x, y
        return 2 * x - self._handle[0], 2 * y - self._handle[1]

    # --- letters ------------------------------------------------------------------------------------------------

    def _move(self, beside: bool) -> None:
        self._pen.move(self._place(beside))

    def _line(self, beside: bool) -> None:
        self._pen.line(self._place(beside))

    def _across(self, beside: bool) -> None:
        x, y = self._pen.at
        self._pen.line((self._number() + (x if beside else 0.0), y))

    def _up(self, beside: bool) -> None:
        x, y = self._pen.at
        self._pen.line((x, self._number() + (y if beside else 0.0)))

    def _cubic(self, beside: bool) -> None:
        one, self._handle, to = self._place(beside), self._place(beside), self._place(beside)
        self._pen.cubic(one, self._handle, to)

    def _smooth(self, beside: bool) -> None:
        one = self._mirrored("CS")
        self._handle, to = self._place(beside), self._place(beside)
        self._pen.cubic(one, self._handle, to)

    def _quadratic(self, beside: bool) -> None:
        self._handle, to = self._place(beside), self._place(beside)
        self._pen.quadratic(self._handle, to)

    def _smooth_quadratic(self, beside: bool) -> None:
        self._handle = self._mirrored("QT")
        self._pen.quadratic(self._handle, self._place(beside))

    def _arc(self, beside: bool) -> None:
        radii, slant = (self._number(), self._number()), radians(self._number())
        large, sweep = self._flag(), self._flag()
        self._pen.arc(radii, slant, self._place(beside), large=large, sweep=sweep)
