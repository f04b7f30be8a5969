"""What is drawn is what is played: from the map to the table, and back."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QMenu

from sandtable import board
from sandtable.design.edits.edges import SayEdge
from sandtable.engine import InstalledGame
from sandtable.library.shipped import shipped_path
from sandtable.library.store.library_file import Library
from tests.editor.map.drawing import DrawingBench
from tests.editor.map.test_frame import S, two_lands
from tests.editor.workbench import OneGame


@pytest.fixture
def europe(qapp: QApplication, tmp_path: Path, home: Path, empires: InstalledGame) -> Iterator[DrawingBench]:
    """Give a workbench with a copy of the library that ships, and the game of the Peninsula."""
    made = DrawingBench(qapp, tmp_path)
    made.play.games = OneGame(empires)
    made.drawing.play_wanted.connect(made.play.play_on_map)
    made.play.map_wanted.connect(made.drawing.draw_on)
    shutil.copy(shipped_path(), made.library)
    yield made
    made.close()
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)


def test_a_way_that_is_forbidden_is_forbidden_at_the_table_and_the_map_is_a_key_away(europe: DrawingBench) -> None:
    desk = europe.open_again("europe-1805")
    desk.design.do(SayEdge(S("cuenca"), S("madrid"), status="forbidden"))
    europe.type_keys("F5")
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    titles = [one.text() for one in menu.actions()]
    assert titles == [
        "Austerlitz, 1805", "The Danube, 1809", "The Grand Campaign, 1805", "The Peninsula, 1808", "Prussia, 1806"
    ]  # fmt: skip
    menu.actions()[3].trigger()
    menu.close()
    europe.wait(lambda: europe.play.campaign is not None)
    with Library.open(europe.library) as library:
        assert library.scenario("peninsula-1808").revision == desk.design.map.digest
    assert europe.window.tabs.currentIndex() == 0
    game = europe.campaign.referee.game
    assert S("madrid") not in board.of(game).neighbours("cuenca")
    europe.window.commands["draw_map"].trigger()
    europe.settle()
    assert europe.window.tabs.currentIndex() == 1
    assert europe.drawing.desk is desk


def test_a_map_without_a_scenario_says_so(table: DrawingBench) -> None:
    table.open(two_lands())
    table.type_keys("F5")
    assert "No scenario in maps.db lies on this map" in table.screen()
