"""What the tests of the Rules workspace share: a workbench with it in front, for the game of the Peninsula."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from sandtable.engine import InstalledGame
from tests.editor.rules.rules_bench import RulesBench


@pytest.fixture
def rules(qapp: QApplication, tmp_path: Path, home: Path, empires: InstalledGame) -> Iterator[RulesBench]:
    """Give a workbench with the Rules workspace; what nobody caught in it is a failure."""
    made = RulesBench(qapp, tmp_path, empires)
    yield made
    made.close()
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)
