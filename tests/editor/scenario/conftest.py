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


@pytest.fixture(scope="module")
def desk_of_module(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[LayingBench]:
    """Give a window with a copy of the Peninsula, for all tests of a module."""
    folder = tmp_path_factory.mktemp("laid")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SANDTABLE_HOME", str(folder / "home"))
        made = LayingBench(qapp, folder)
        made.open_copy()
    yield made
    made.close()


@pytest.fixture
def laid(desk_of_module: LayingBench) -> Iterator[LayingBench]:
    """Give it as it was opened: nothing done, nothing selected; what nobody caught in it is a failure."""
    made = desk_of_module
    made.scenario.go_to(0)
    made.scenario.select(())
    made.window.activateWindow()
    made.settle()
    yield made
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)
