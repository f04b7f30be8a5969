"""Tells for how long a window has stood still."""

from __future__ import annotations

from time import perf_counter

from PySide6.QtCore import QTimer


class Pulse:
    """Beats all the time while the window lives; ``longest``: seconds for which it did not."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._last = perf_counter()
        self._timer = QTimer(interval=1)
        self._timer.timeout.connect(self.beat)
        self._timer.start()

    def beat(self) -> None:
        now = perf_counter()
        self.longest, self._last = max(self.longest, now - self._last), now

    def stop(self) -> float:
        self.beat()
        self._timer.stop()
        return self.longest
