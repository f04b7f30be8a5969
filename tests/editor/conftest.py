"""What the tests of the workbench share: a desk of its own for each."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from sandtable.engine import InstalledGame
from sandtable_editor.shell.collecting import Collector
from sandtable_empires.system import EMPIRES
from tests.editor.workbench import Workbench


@pytest.fixture(scope="module", autouse=True)
def swept(qapp: QApplication) -> Iterator[None]:
    """Have what is left of windows die in this thread: xdist hears in another, and tests that come next start some."""
    collector = Collector(qapp)
    if "PYTEST_XDIST_WORKER" in os.environ:
        collector.hold()
    yield
    gc.collect()
    collector.release()
    collector.deleteLater()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the user a folder of its own."""
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture(scope="session")
def empires() -> InstalledGame:
    """Give the game of the Peninsula."""
    return InstalledGame(EMPIRES)


@pytest.fixture
def peninsula(qapp: QApplication, tmp_path: Path, home: Path, empires: InstalledGame) -> Iterator[Workbench]:
    """Give a workbench on which the Peninsula is played."""
    made = Workbench(qapp, tmp_path, family=empires)
    yield made
    made.close()
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)


@pytest.fixture
def bench(qapp: QApplication, tmp_path: Path, home: Path) -> Iterator[Workbench]:
    """Give a workbench; what nobody caught in it is a failure, unless the test has taken it away."""
    made = Workbench(qapp, tmp_path)
    yield made
    made.close()
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)
