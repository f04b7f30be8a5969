"""Interrupts at any step of the program: a ``KeyboardInterrupt`` before the n-th bytecode from now on."""

import signal
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

OURS: Final = ("/sandtable", "contextlib.py", "functools.py", "weakref.py", "sqlite_utils")
"""What is stepped through: our code, and what of the standard library stands between its lines."""


class Interrupts:
    """Counts the bytecodes of our program while ``counting``; at the given ones it interrupts."""

    def __init__(self, *steps: int) -> None:
        self.left, self.count = sorted(steps), 0
        self.made: list[str] = []
        """Where it has interrupted, as it is told when something is wrong after that."""

    @contextmanager
    def counting(self) -> Generator[None]:
        before = sys.gettrace()
        sys.settrace(self._frame)
        try:
            yield
        finally:
            sys.settrace(before)

    def _frame(self, frame: FrameType, event: str, arg: Any) -> Callable[..., Any] | None:
        if not any(part in frame.f_code.co_filename for part in OURS):
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        return self._step

    def _step(self, frame: FrameType, event: str, arg: Any) -> Callable[..., Any]:
        if event == "opcode":
            self.count += 1
            if self.left and self.count >= self.left[0]:
                del self.left[0]
                self.made.append(f"{self.count}: {_told(frame)}")
                signal.default_int_handler(signal.SIGINT, None)  # as Ctrl-C is raised, and not as a rule would do it
        return self._step


def _told(frame: FrameType | None, depth: int = 6) -> str:
    """Name the functions that were at work, innermost first."""
    names: list[str] = []
    while frame is not None and len(names) < depth:
        names.append(f"{frame.f_code.co_name}:{frame.f_lineno}")
        frame = frame.f_back
    return " < ".join(names)
