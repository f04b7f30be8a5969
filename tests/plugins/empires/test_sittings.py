"""Sittings that were played by hand and kept: every input still does, and comes to the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.house import House
from tests.plugins.empires.sitting import HERE, came_of_it, kept_outcome, names, play


@pytest.mark.parametrize("name", names())
def test_a_kept_sitting_comes_out_the_same(name: str, tmp_path: Path) -> None:
    house = House(tmp_path)
    assert came_of_it(house, play(house, name)) == kept_outcome(name)
    assert "plies come out the same" in house.run("replay", house.home / "sitting.campaign", "--verify").stdout


def test_scripts_go_by_names() -> None:
    """A number would mean something else as soon as a list is another: a sitting says what it does."""
    for name in names():
        lines = (HERE / f"{name}.txt").read_text("utf-8").splitlines()
        assert not [line for line in lines if line.split(" > ")[0].isdigit()]
