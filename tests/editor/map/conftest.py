"""What the tests of the Map workspace share."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.editor.map.drawing import DrawingBench


@pytest.fixture
def table(qapp: QApplication, tmp_path: Path, home: Path) -> Iterator[DrawingBench]:
    """Give a workbench with the Map workspace; what nobody caught in it is a failure."""
    made = DrawingBench(qapp, tmp_path)
    yield made
    made.close()
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)
