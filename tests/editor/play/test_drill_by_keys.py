"""A round of the drill ground by keys alone: from the prompt to the map, over hexes, round the ring, and on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from sandtable.board import Facing
from sandtable.engine import InstalledGame
from sandtable_drill_ground.model import Unit, UnitId
from sandtable_drill_ground.system import DRILL_GROUND
from sandtable_editor.play.map.ring import PoseRing
from tests.editor.workbench import Workbench

TAB, UP, RIGHT, DOWN = Qt.Key.Key_Tab, Qt.Key.Key_Up, Qt.Key.Key_Right, Qt.Key.Key_Down
ENTER, END, FIRE = Qt.Key.Key_Return, Qt.Key.Key_0, Qt.Key.Key_1


@pytest.fixture
def drill(qapp: QApplication, tmp_path: Path, home: Path) -> Iterator[Workbench]:
    made = Workbench(qapp, tmp_path, family=InstalledGame(DRILL_GROUND))
    made.begin()
    yield made
    made.close()
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)


def pick_up(bench: Workbench, piece: str) -> None:
    """Go on with Tab, from wherever the keyboard is, until a counter is reached; take it."""
    for _ in range(60):
        if bench.map.counters.focus == piece:
            break
        bench.key(TAB)
    assert bench.map.counters.focus == piece
    bench.key(ENTER)


def ring() -> PoseRing:
    found = QApplication.activePopupWidget()
    assert isinstance(found, PoseRing)
    return found


def stands(bench: Workbench, name: str) -> str:
    return bench.campaign.game[Unit][UnitId(name)].pose.name_in(bench.campaign.game)


def test_a_round_is_played_by_keys_alone(drill: Workbench) -> None:
    pick_up(drill, "Blue Hussars")
    for _ in range(4):
        drill.key(UP)
    drill.key(ENTER)
    assert ring().marked.facing == Facing.D0
    drill.key(ENTER, widget=ring())
    assert stands(drill, "Blue Hussars") == "2007 column facing north"
    pick_up(drill, "Blue 3rd")
    drill.key(UP)
    drill.key(ENTER)
    drill.key(DOWN, widget=ring())  # into line
    drill.key(RIGHT, widget=ring())
    formed = str(ring().marked)
    drill.key(ENTER, widget=ring())
    assert formed.startswith(stands(drill, "Blue 3rd").partition(" ")[2])
    drill.key(END)
    assert drill.campaign.referee.prompt is not None
    assert drill.campaign.referee.prompt.open[0].side == "Red"
    pick_up(drill, "Red Dragoons")
    drill.key(DOWN)
    drill.key(ENTER)
    drill.key(ENTER, widget=ring())
    assert stands(drill, "Red Dragoons") == "2006 column facing south"
    assert drill.campaign.referee.prompt.open[0].why == "the Red Dragoons march by in 2006"
    drill.key(FIRE)
    drill.key(ENTER)  # one unit has one target: no question
    assert drill.campaign.referee.prompt.open[0].side == "Red"
    drill.key(END)
    assert drill.campaign.game.round == 2


def test_a_unit_that_is_picked_up_is_turned_where_it_stands(drill: Workbench) -> None:
    """Nobody has to take the march up first: turning what is carried is marching it."""
    pick_up(drill, "Blue Hussars")
    drill.key(Qt.Key.Key_BracketRight)
    assert drill.map.selection == ("Blue Hussars",)
    assert drill.draft.filled_fields == {"unit": "Blue Hussars"}
    drill.key(Qt.Key.Key_BracketRight)
    drill.key(Qt.Key.Key_BracketLeft)
    drill.key(ENTER, Qt.KeyboardModifier.ControlModifier)
    assert stands(drill, "Blue Hussars") == "2011 column facing north-east"
    pick_up(drill, "Blue 3rd")
    drill.key(Qt.Key.Key_F)
    drill.key(ENTER, Qt.KeyboardModifier.ControlModifier)
    assert "line" in stands(drill, "Blue 3rd")


def test_what_cannot_march_is_not_turned_and_says_why(drill: Workbench) -> None:
    pick_up(drill, "Red Dragoons")
    drill.key(Qt.Key.Key_BracketRight)
    assert drill.draft.offer is None
    assert stands(drill, "Red Dragoons") == "2005 column facing south"
