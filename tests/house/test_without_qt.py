"""The shared models of play are tested where no Qt is installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
RUN = """
import sys
import pytest

sys.modules.update({"PySide6": None, "shiboken6": None, "sandtable_editor": None})
arguments = ["-q", "-p", "no:pytest-qt", "-p", "no:xdist", "-p", "no:cacheprovider", "tests/play", "tests/present"]
sys.exit(pytest.main(arguments))
"""


def test_the_tests_of_play_and_present_run_without_qt() -> None:
    done = subprocess.run([sys.executable, "-c", RUN], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " passed" in done.stdout
