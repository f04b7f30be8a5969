"""How soon the window is there, against an empty Qt window in a process of its own, run by turns with it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

ROUNDS = 12
EMPTY = """
from PySide6.QtWidgets import QApplication, QMainWindow
qt = QApplication(["empty"])
window = QMainWindow()
window.resize(1280, 800)
window.show()
qt.processEvents()
print("shown", flush=True)
"""
OURS = """
from sandtable_editor.app import application, furnish, window
qt = application()
made = window(qt)
made.painted.connect(lambda: print("shown", flush=True))
made.show()
qt.processEvents()
furnish(made)
qt.processEvents()
print("ready", flush=True)
"""


def seconds(code: str, home: Path, *said: bytes) -> list[float]:
    """Return the times from the start of the process until it has said these words."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "SANDTABLE_HOME": str(home)}
    start = perf_counter()
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        times: list[float] = []
        for word in said:
            assert process.stdout.readline().strip() == word
            times.append(perf_counter() - start)
        return times


def test_first_window_against_an_empty_one(say: Callable[[str], None], tmp_path: Path) -> None:
    """The goal is 1.5, until the window is painted; until its contents are there is printed beside it."""
    runs = [(seconds(EMPTY, tmp_path, b"shown"), seconds(OURS, tmp_path, b"shown", b"ready")) for _ in range(ROUNDS)]
    runs = runs[1:]  # the first one fills the cache of the disk
    empty = median(theirs[0] for theirs, _ in runs)
    for at, what in enumerate(("first window", "with its contents")):
        ratio = median(ours[at] / theirs[0] for theirs, ours in runs)
        say(
            f"{what}: {median(ours[at] for _, ours in runs):.3f} s, an empty Qt window {empty:.3f} s: ratio {ratio:.2f}"
        )
