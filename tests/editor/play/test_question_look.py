"""The map goes to the question and back; the battle window stands beside the place, not over it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QSize

from sandtable.board.spaces import SpaceId
from sandtable_editor.play.turn.battle_window import corner_clear_of
from tests.editor.play.player import enter
from tests.editor.play.test_fields import TO_CRANMERE, at_march
from tests.editor.workbench import Workbench

CRANMERE = SpaceId("cranmere")


def is_seen(bench: Workbench, space: SpaceId) -> bool:
    stand = bench.map.geography.stand(space)
    assert stand is not None
    return bench.map.viewport().rect().contains(bench.map.on_view(QPointF(*stand)).toPoint())


def looking_at_marlow(bench: Workbench) -> None:
    bench.map.zoom_by(5)
    bench.map.centre_on(SpaceId("marlow"))
    bench.settle()


def at_the_battle(bench: Workbench) -> None:
    """Come to the battle of Cranmere, with the map looking elsewhere."""
    at_march(bench)
    for action in TO_CRANMERE[:-1]:
        enter(bench, action)
    looking_at_marlow(bench)
    assert not is_seen(bench, CRANMERE)
    ask = bench.campaign.ask
    assert ask is not None
    bench.campaign.answer(TO_CRANMERE[-1], ask)
    bench.settle()


def test_the_map_goes_to_a_battle_that_is_out_of_sight_and_back(bench: Workbench) -> None:
    at_the_battle(bench)
    assert is_seen(bench, CRANMERE)
    step = bench.map.navigation.step
    bench.type_keys("Ctrl+Shift+J")
    assert not is_seen(bench, CRANMERE)
    assert bench.map.navigation.step == step
    bench.type_keys("Ctrl+J")
    assert is_seen(bench, CRANMERE)


def test_a_campaign_that_is_opened_in_a_battle_shows_its_place(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The map begins with all that stands on it, which is more than fits; then it goes to what is asked."""
    at_the_battle(bench)
    board = bench.campaign_view.board
    assert board is not None
    looking_at_marlow(bench)
    assert not is_seen(bench, CRANMERE)
    monkeypatch.setattr(board.view, "look_at_counters", lambda _: looking_at_marlow(bench))
    board.look_at_forces()
    bench.settle()
    assert is_seen(bench, CRANMERE)


def test_a_question_about_no_place_leaves_the_map_where_it_is(bench: Workbench) -> None:
    at_march(bench)
    looking_at_marlow(bench)
    before = bench.map.on_canvas(QPointF(0, 0))
    bench.type_keys("Ctrl+J")
    assert bench.map.on_canvas(QPointF(0, 0)) == before
    assert bench.window.status.hint.text() == "This question is not about any one place on the map."


def test_the_battle_window_lies_beside_the_place(bench: Workbench) -> None:
    at_the_battle(bench)
    look = bench.campaign_view.board
    assert look is not None
    assert look.question_look.boxes()


def test_a_window_stands_in_the_corner_that_covers_least() -> None:
    room, size = QRect(0, 0, 1000, 700), QSize(400, 300)
    assert corner_clear_of([], room, size) == QPoint(0, 0)
    left_high = QRect(100, 100, 50, 50)
    assert not QRect(corner_clear_of([left_high], room, size), size).intersects(left_high)
    both = [left_high, QRect(800, 100, 50, 50)]
    assert not any(map(QRect(corner_clear_of(both, room, size), size).intersects, both))
    there = QPoint(300, 350)
    assert corner_clear_of(both, room, size, there) == there
