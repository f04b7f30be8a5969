"""Python's garbage collector: kept out of other threads, where it would destroy widgets, and out of frames."""

from __future__ import annotations

import gc
from typing import ClassVar, Final

from PySide6.QtCore import QObject, QTimer

OFTEN: Final = 200
"""Milliseconds between two looks for what is due, while Python does not look by itself."""


class Collector(QObject):
    """Collects in the window's thread while others run.

    Python collects in whichever thread happens to make an object. A cycle with a widget in it that is found in any
    thread but the window's takes the process down: Qt's objects die only where they live.
    """

    _holding: ClassVar[set[Collector]] = set()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self, interval=OFTEN)
        self._timer.timeout.connect(collect)

    def hold(self) -> None:
        """Collect here alone from now on; call it before another thread starts."""
        self._holding.add(self)
        gc.disable()
        self._timer.start()

    def release(self) -> None:
        """Let Python collect by itself again, unless another holds it; call it when no other thread is left."""
        self._timer.stop()
        self._holding.discard(self)
        if not self._holding:
            gc.enable()


def set_aside() -> None:
    """Leave all there is now out of collections until it is taken back.

    A map and a campaign are a hundred thousand objects that stay: to look through them takes as long as five frames.
    """
    gc.freeze()


def take_back() -> None:
    """Have everything collected again that is rubbish: what was on the table has gone."""
    gc.unfreeze()


def collect() -> None:
    """Collect the oldest generation that is due by Python's own thresholds."""
    due = [
        generation
        for generation, (count, threshold) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True))
        if count > threshold > 0
    ]
    if due:
        gc.collect(max(due))
