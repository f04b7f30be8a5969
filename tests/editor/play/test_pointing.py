"""What is pointed at on the map: what is lit, what is told of it, and what a click on a counter means."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from sandtable.engine import InstalledGame
from sandtable.engine.errors import Illegal
from sandtable.engine.running.game import RunningGame
from sandtable_editor.play.campaign.aside import AskedAside
from sandtable_editor.play.map.play_map import PlayMap
from tests.editor.play.test_fields import ONE, at_march
from tests.editor.workbench import Workbench
from tests.games.fords import Corps, March
from tests.games.heath import HEATH, UnitId

BUFFS = UnitId("b2")


@pytest.fixture
def heath(qapp: QApplication, tmp_path: Path, home: Path) -> Iterator[Workbench]:
    made = Workbench(qapp, tmp_path, family=InstalledGame(HEATH))
    yield made
    made.close()
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)


def board(bench: Workbench) -> PlayMap:
    assert bench.campaign_view.board is not None
    return bench.campaign_view.board


def rest(bench: Workbench, space: str) -> None:
    """Have the mouse rest over a space, as long as Qt takes to ask for a tip."""
    at = bench.spot(space)
    viewport = bench.map.viewport()
    QApplication.sendEvent(viewport, QHelpEvent(QEvent.Type.ToolTip, at, viewport.mapToGlobal(at)))
    bench.settle()


def test_a_tip_that_refuses_stays_while_the_mouse_rests(bench: Workbench) -> None:
    at_march(bench)
    bench.click_counter(ONE)
    bench.hover("eastwick")
    rest(bench, "eastwick")
    assert QToolTip.isVisible()
    assert "FOR-2-stacking" in QToolTip.text()


def test_the_hint_says_what_may_be_done_once_the_mouse_has_left_the_map(bench: Workbench) -> None:
    at_march(bench)
    before = bench.window.status.hint.text()
    bench.hover("cranmere")
    assert bench.window.status.hint.text().startswith("Cranmere")
    QApplication.sendEvent(bench.map, QEvent(QEvent.Type.Leave))
    bench.settle()
    assert bench.window.status.hint.text() == before != ""


def test_what_the_keys_point_at_is_told_until_they_are_elsewhere(heath: Workbench) -> None:
    heath.begin()
    heath.press("Go")
    before = heath.window.status.hint.text()
    heath.map.setFocus()
    heath.key(Qt.Key.Key_Down, widget=heath.map)
    assert heath.window.status.hint.text()[:4].isdecimal()
    heath.button("Cancel").setFocus()
    heath.settle()
    assert heath.window.status.hint.text() == before


def test_an_enemy_counter_counts_for_its_place_where_a_place_is_asked(heath: Workbench) -> None:
    heath.begin()
    heath.click_counter(BUFFS)
    assert board(heath).hand.asks_for_space()
    heath.click_counter("r1")  # far off: it is refused, and nothing else is taken up
    assert heath.draft.filled_fields == {"unit": BUFFS}
    assert "0603" in heath.plain_screen() or "Gallows" in heath.plain_screen()
    assert heath.draft.objection is not None
    assert heath.map.reach is not None
    assert heath.map.reach.piece == BUFFS


def test_another_piece_is_taken_up_where_its_place_cannot_be_gone_to(heath: Workbench) -> None:
    heath.begin()
    heath.click_counter(BUFFS)
    heath.click_counter("b1")
    assert heath.draft.filled_fields in ({"unit": UnitId("b1")}, {"unit": BUFFS})


def test_only_what_is_possible_is_lit_and_stands_first_in_the_list(heath: Workbench) -> None:
    heath.begin()
    heath.click_counter(BUFFS)
    lit = board(heath).questions.possible_spots()
    assert lit is not None
    assert "0203" not in lit  # a ditch lies before it
    assert "0203" in heath.draft.spots()
    assert "0302" in lit
    heath.hover("0203")
    assert "HE-2-ditch" in QToolTip.text()


def test_where_the_way_in_hand_leads_nothing_stands_against_it(bench: Workbench) -> None:
    at_march(bench)
    bench.click_counter(ONE)
    bench.click_space("cranmere")
    for space in ("birchley", "cranmere"):
        bench.hover(space)
        assert "not possible" not in bench.window.status.hint.text()
    bench.hover("eastwick")
    assert bench.window.status.hint.text() == "Eastwick: not possible"


def test_hovering_shows_the_reach_of_the_piece_that_goes_and_not_of_the_enemy(bench: Workbench) -> None:
    at_march(bench)
    bench.click_counter(ONE)
    bench.map.counter_hovered.emit("Red 1")
    bench.settle()
    assert bench.map.reach is not None
    assert bench.map.reach.piece == ONE


# -- beside the window's thread


def test_what_is_worked_out_does_not_hinder_the_window_and_is_kept(bench: Workbench) -> None:
    at_march(bench)
    asked: AskedAside[str] = AskedAside(bench.campaign, bench.window.jobs, "Thinking")
    go, began, times = Event(), Event(), list[str]()

    def slowly(game: RunningGame) -> str:
        began.set()
        times.append("once")
        assert go.wait(20)
        return str(game[Corps][ONE].area)

    assert asked.want("it", slowly) is None
    assert began.wait(20)
    bench.map.zoom_by(1.2)  # the window goes on
    assert asked.is_busy
    go.set()
    bench.wait(lambda: not asked.is_busy)
    assert asked.want("it", slowly) == "aldbrook"
    assert times == ["once"]


def test_a_newer_question_breaks_the_older_one_off(bench: Workbench) -> None:
    at_march(bench)
    asked: AskedAside[str] = AskedAside(bench.campaign, bench.window.jobs, "Thinking")
    began = Event()

    def without_end(game: RunningGame) -> str:
        began.set()
        while len(game[Corps]):
            pass
        return ""

    asked.want("old", without_end)
    assert began.wait(20)
    asked.want("new", lambda game: "new")
    bench.wait(lambda: not asked.is_busy and not bench.window.jobs.running)
    assert asked.at_hand("new") == "new"
    assert not asked.is_known("old")


def test_what_cannot_be_answered_is_told_to_whoever_waits_for_it(bench: Workbench) -> None:
    at_march(bench)
    asked: AskedAside[str] = AskedAside(bench.campaign, bench.window.jobs, "Thinking")

    def fail(game: RunningGame) -> str:
        raise Illegal("the map of this campaign is gone")

    answers = list[str | None]()
    asked.ask("it", fail, answers.append)
    bench.wait(lambda: bool(answers))
    assert answers == [None]
    assert "The map of this campaign is gone" in bench.plain_screen()


def test_of_patient_questions_the_last_is_answered_after_the_one_that_runs(bench: Workbench) -> None:
    at_march(bench)
    asked: AskedAside[str] = AskedAside(bench.campaign, bench.window.jobs, "Thinking", patient=True)
    go, began, answered = Event(), Event(), list[str | None]()

    def slowly(game: RunningGame) -> str:
        began.set()
        assert go.wait(20)
        return "first"

    asked.want("first", slowly)
    assert began.wait(20)
    asked.want("passed by", lambda game: "passed by")
    asked.ask("waited for", lambda game: "waited for", answered.append)
    asked.want("looked at", lambda game: "looked at")
    go.set()
    bench.wait(lambda: bool(answered))
    assert answered == ["waited for"]
    assert asked.at_hand("first") == "first"
    assert not asked.is_known("passed by")
    assert not asked.is_known("looked at")


def test_what_is_known_of_one_position_is_forgotten_in_the_next(bench: Workbench) -> None:
    at_march(bench)
    bench.map.counter_hovered.emit(ONE)
    bench.settle()
    assert board(bench).questions.reaches.at_hand(ONE) is not None
    bench.drag(ONE, "birchley")
    assert board(bench).questions.reaches.at_hand(ONE) is None  # it has marched


def test_the_keys_click_where_something_on_the_map_is_asked(bench: Workbench) -> None:
    at_march(bench)
    bench.click_counter(ONE)
    bench.map.setFocus()
    bench.key(Qt.Key.Key_Right, widget=bench.map)
    assert "Birchley: 1 step" in bench.window.status.hint.text()
    bench.key(Qt.Key.Key_Return, widget=bench.map)
    assert bench.draft.action() == March(ONE, ("birchley",))
    assert QPoint(bench.map.screen_spot(bench.map.counters[ONE].space)) != QPoint()
