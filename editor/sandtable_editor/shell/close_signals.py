"""Ctrl-C, SIGTERM and the end of the terminal close the window between two events, so that nothing is broken off."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

from PySide6.QtCore import QObject, QSocketNotifier

ASKING: Final = tuple(
    number for name in ("SIGINT", "SIGTERM", "SIGHUP") if (number := getattr(signal, name, None)) is not None
)


class AskedToClose(QObject):
    """Hears the signals that ask the program to end, and has the event loop do it.

    Qt's loop lets no Python run while nothing happens; so the signal is written into a socket that it listens to.
    A second Ctrl-C before that was heard breaks off what keeps the window from hearing it.
    """

    def __init__(self, close: Callable[[], object], parent: QObject) -> None:
        super().__init__(parent)
        self._close, self._waits = close, False
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)
        self._notifier = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._comes)
        self._wakeup = signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        self._before: dict[int, Any] = {number: signal.signal(number, self._asks) for number in ASKING}

    def _asks(self, number: int, frame: FrameType | None) -> None:
        if self._waits and number == signal.SIGINT:
            raise KeyboardInterrupt
        self._waits = True

    def _comes(self) -> None:
        if self._reader.recv(4096) and self._waits:
            self._waits = False
            self._close()

    def uninstall(self) -> None:
        """Put the former handlers back."""
        signal.set_wakeup_fd(self._wakeup)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._notifier.setEnabled(False)
        self._reader.close()
        self._writer.close()
