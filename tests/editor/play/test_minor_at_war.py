"""A side that comes into the game later, in the window: its runner plays it, and the log can be narrowed to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from sandtable.engine import InstalledGame, Pass, Scenario, Side
from sandtable.play.table.sitting import Wishes
from tests.editor.play.player import enter
from tests.editor.workbench import Workbench
from tests.engine.running.test_sides_at_rest import FRANCE, PRUSSIA, TOY, GoToWar, MakePeace, Salute

MINOR = replace(TOY, scenarios=(Scenario("war", "War", lambda: [Side(FRANCE), Side(PRUSSIA)]),))


@pytest.fixture
def bench(qapp: QApplication, tmp_path: Path, home: Path) -> Iterator[Workbench]:
    made = Workbench(qapp, tmp_path, family=InstalledGame(MINOR))
    yield made
    made.close()
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)


def test_a_minor_at_war_is_played_and_can_be_read_of_in_the_log(bench: Workbench) -> None:
    bench.begin(Wishes(seed="1", seats="one"))
    for action in (GoToWar(), Salute(), Pass(), MakePeace()):
        enter(bench, action)
    sides = bench.campaign_view.log.sides
    assert [sides.itemText(at) for at in range(sides.count())] == ["All sides", "France", "Prussia", "Saxony"]
    assert "Saxony salutes" in bench.plain_screen()
