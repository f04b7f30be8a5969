"""A game whose rules take their time: whoever points, carries and clicks never waits for them, and is told."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import perf_counter, sleep
from typing import Final

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from sandtable.engine import Game, InstalledGame, Refusal, RuleModule, RuleText, Stride, hookimpl, refuses_step, rule
from sandtable.play.turn.entries import WayEntry
from sandtable.present import PieceOverlay
from sandtable_editor.play.map.play_map import PlayMap
from sandtable_editor.play.map.ring import PoseRing
from sandtable_editor.play.map.space_talk import THINKING
from sandtable_editor.shell.jobs import SOON
from tests.editor.pulse import Pulse
from tests.editor.workbench import LEFT, NONE, Workbench
from tests.games.heath import UnitId
from tests.games.parade import PARADE, Parade, Pose, Troop

TROOP: Final = UnitId("b1")
NAP: Final = 0.006
"""Seconds that each step takes to be judged: some hundred steps are in reach."""


class Sleepy(RuleModule):
    """Judges every step slowly, and tells slowly what a troop covers."""

    key = "sleepy"

    @refuses_step(Parade, "there")
    @rule("PA-2-sleepy")
    def slowly(self, game: Game, stride: Stride[Pose]) -> Refusal | None:
        sleep(NAP)
        return None

    @hookimpl
    def piece_overlays(self, game: Game, piece: str) -> list[PieceOverlay]:
        sleep(20 * NAP)
        troop = game[Troop][UnitId(piece)]
        return [PieceOverlay(piece=piece, kind="zone", spaces=frozenset(game.board.neighbours(troop.hex)))]


SLOW: Final = replace(
    PARADE,
    modules=(*PARADE.modules, Sleepy),
    texts={**PARADE.texts, "PA-2-sleepy": RuleText("PA-2-sleepy", "Sleep", "Every step is judged slowly.")},
)


@pytest.fixture
def slow(qapp: QApplication, tmp_path: Path, home: Path) -> Iterator[Workbench]:
    made = Workbench(qapp, tmp_path, family=InstalledGame(SLOW))
    made.window.jobs.soon = SOON
    made.begin()
    yield made
    made.close()
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)


def board(bench: Workbench) -> PlayMap:
    assert bench.campaign_view.board is not None
    return bench.campaign_view.board


def move(bench: Workbench, at: QPoint) -> None:
    """Move the mouse, and let the window do no more than it does at once."""
    QTest.mouseMove(bench.map.viewport(), at)
    bench.application.processEvents()


def test_hovering_carrying_and_dropping_never_wait_for_slow_rules(slow: Workbench) -> None:
    spots = [slow.spot(space) for space in ("0303", "0203", "0603")]
    start = slow.counter(TROOP)
    pulse, began = Pulse(), perf_counter()
    move(slow, start)
    assert board(slow).is_thinking
    QTest.mousePress(slow.map.viewport(), LEFT, NONE, start)
    for at in spots:
        move(slow, (start + at) / 2)
        move(slow, at)
    assert THINKING in slow.window.status.hint.text()
    move(slow, spots[0])
    QTest.mouseRelease(slow.map.viewport(), LEFT, NONE, spots[0])
    assert QApplication.activePopupWidget() is None  # what the drop means is being worked out
    slow.settle()
    longest, whole = pulse.stop(), perf_counter() - began
    ring = QApplication.activePopupWidget()
    assert isinstance(ring, PoseRing)
    assert whole > 0.4, "the rules were not slow"
    assert longest < 0.3 * whole, f"the window stood still for {longest:.3f} of {whole:.3f} s"
    ring.close()


def test_a_click_waits_for_slow_rules_and_the_window_does_not(slow: Workbench) -> None:
    there = slow.spot("0303")
    slow.draft.hold(slow.draft.open[0].fill(troop=TROOP))
    pulse, began = Pulse(), perf_counter()
    QTest.mouseClick(slow.map.viewport(), LEFT, NONE, there)
    assert QApplication.activePopupWidget() is None
    slow.settle()
    longest, whole = pulse.stop(), perf_counter() - began
    ring = QApplication.activePopupWidget()
    assert isinstance(ring, PoseRing)
    assert whole > 0.4, "the rules were not slow"
    assert longest < 0.3 * whole, f"the window stood still for {longest:.3f} of {whole:.3f} s"
    ring.close()


def test_a_drop_that_is_thought_better_of_comes_to_nothing(slow: Workbench) -> None:
    start, there = slow.counter(TROOP), slow.spot("0303")
    QTest.mousePress(slow.map.viewport(), LEFT, NONE, start)
    move(slow, (start + there) / 2)
    move(slow, there)
    QTest.mouseRelease(slow.map.viewport(), LEFT, NONE, there)
    slow.draft.put_down()  # something else, before the answer has come
    slow.settle()
    assert QApplication.activePopupWidget() is None
    assert slow.campaign.game[Troop][TROOP].hex == "0304"


def test_what_a_piece_covers_comes_a_little_later(slow: Workbench) -> None:
    move(slow, slow.spot("0603"))  # the mouse may rest there already
    move(slow, slow.counter(TROOP))
    assert slow.map.display.overlays.is_empty
    slow.settle()
    assert [overlay.kind for overlay, _ in slow.map.display.overlays.regions] == ["zone"]


def test_the_steps_of_a_way_are_looked_for_beside_the_window(slow: Workbench) -> None:
    pulse, began = Pulse(), perf_counter()
    slow.draft.hold(slow.draft.open[0].fill(troop=TROOP))
    slow.settle()
    steps = list(slow.draft.spots().values())
    slow.choose(0)  # the first step, of the list
    longest, whole = pulse.stop(), perf_counter() - began
    entry = slow.draft.entry
    assert isinstance(entry, WayEntry)
    assert len(entry.way) == 1
    assert steps
    assert whole > 0.1, "the rules were not slow"
    assert longest < 0.3 * whole, f"the window stood still for {longest:.3f} of {whole:.3f} s"


def test_the_menu_of_a_place_opens_when_it_is_known_what_it_says(slow: Workbench) -> None:
    board(slow).menu.open_at("0304", slow.map.mapToGlobal(slow.counter(TROOP)))
    slow.settle()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert any("Parade" in one.text() for one in menu.actions())
    menu.close()
