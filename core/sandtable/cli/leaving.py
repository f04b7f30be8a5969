"""Leaving a sitting, however: Ctrl-C, a terminal that is closed (SIGHUP), a program that is ended (SIGTERM)."""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Any, Final

ASKED: Final = tuple(
    number for name in ("SIGHUP", "SIGTERM") if (number := getattr(signal, name, None)) is not None
)  # fmt: skip


class Leaving:
    """As long as it lasts, whoever asks the program to end ends the sitting: all comes as ``KeyboardInterrupt``."""

    def __init__(self) -> None:
        self.by = 0
        """The signal that asked for it, 0 for Ctrl-C or when nobody has."""
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Leaving:
        self._answer(self._on_signal, *ASKED)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def ignore_signals(self) -> None:
        """Let nobody break off what is still to be done: closing the campaign."""
        self._answer(signal.SIG_IGN, signal.SIGINT, *ASKED)

    def _answer(self, how: Any, *numbers: int) -> None:
        if threading.current_thread() is threading.main_thread():
            for number in numbers:
                self._before.setdefault(number, signal.signal(number, how))

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.by = number
        raise KeyboardInterrupt
