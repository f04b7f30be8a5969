"""Why a piece could not act in a step that was passed over: the menu of its place tells."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from sandtable.engine import InstalledGame
from sandtable_drill_ground.system import DRILL_GROUND
from tests.editor.workbench import NONE, Workbench


@pytest.fixture
def ground(qapp: QApplication, tmp_path: Path, home: Path) -> Iterator[Workbench]:
    made = Workbench(qapp, tmp_path, family=InstalledGame(DRILL_GROUND))
    made.begin()
    yield made
    made.close()
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)


def test_the_menu_of_a_gun_says_why_it_could_not_fire(ground: Workbench) -> None:
    """The armies begin out of range: Blue is asked for its march, and its fire was passed over."""
    QTest.mouseClick(ground.map.viewport(), Qt.MouseButton.RightButton, NONE, ground.counter("Blue Battery"))
    ground.settle()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    why = next(one for one in menu.actions() if one.text() == "Fire: Blue Battery — why not?")
    why.trigger()
    menu.close()
    ground.settle()
    said = ground.plain_screen()
    assert "Fire was passed over (Round 1 · Fire · Blue)" in said
    assert "The Red Battery must be in front of the Blue Battery, within range (DRILL-3.2)" in said
    assert "in front of Blue 1st" not in said
