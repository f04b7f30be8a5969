"""What the tests of the command line share."""

from pathlib import Path

import pytest

from tests.cli.house import House


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Give a machine with the game of these tests installed."""
    return House(tmp_path)
