"""What the tests of the Scenario workspace share."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.editor.scenario.laying import LayingBench


@pytest.fixture
def table(qapp: QApplication, tmp_path: Path, home: Path) -> Iterator[LayingBench]:
    """Give a workbench with the Scenario workspace; what nobody caught in it is a failure."""
    made = LayingBench(qapp, tmp_path)
    yield made
    made.close()
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)
