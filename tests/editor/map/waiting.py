"""Waiting for work in jobs, as long as it takes and no longer."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from PySide6.QtTest import QTest

LONG = 30.0
"""Seconds after which it will never come."""


def until(holds: Callable[[], bool]) -> None:
    """Let the window go on until something holds."""
    end = monotonic() + LONG
    while not holds():
        assert monotonic() < end, "it never came"
        QTest.qWait(2)
