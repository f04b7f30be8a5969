"""The ring of facings and formations: opened by a drop and by a click, gone round by mouse and by keys."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QToolTip

from sandtable.engine import InstalledGame, SpaceId
from sandtable_drill_ground.system import DRILL_GROUND
from sandtable_editor.play.map.play_map import PlayMap
from sandtable_editor.play.map.ring import ACROSS, PoseRing
from tests.editor.workbench import LEFT, NONE, Workbench
from tests.games.heath import UnitId
from tests.games.parade import PARADE, Pose, Troop

TROOP, SECOND, HERE = UnitId("b1"), UnitId("b2"), SpaceId("0304")
RIGHT, DOWN, ENTER, ESCAPE = Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Escape


@pytest.fixture
def parade(qapp: QApplication, tmp_path: Path, home: Path) -> Iterator[Workbench]:
    made = Workbench(qapp, tmp_path, family=InstalledGame(PARADE))
    made.begin()
    yield made
    made.close()
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)


@pytest.fixture
def stack(qapp: QApplication, tmp_path: Path, home: Path) -> Iterator[Workbench]:
    made = Workbench(qapp, tmp_path, family=InstalledGame(PARADE))
    made.begin(scenario="stack")
    yield made
    made.close()
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)


@pytest.fixture
def drill(qapp: QApplication, tmp_path: Path, home: Path) -> Iterator[Workbench]:
    made = Workbench(qapp, tmp_path, family=InstalledGame(DRILL_GROUND))
    made.begin()
    yield made
    if (popup := QApplication.activePopupWidget()) is not None:
        popup.close()
    made.close()
    assert not made.reporter.faults, "\n".join(fault.details for fault in made.reporter.faults)


def board(bench: Workbench) -> PlayMap:
    assert bench.campaign_view.board is not None
    return bench.campaign_view.board


def ring() -> PoseRing:
    found = QApplication.activePopupWidget()
    assert isinstance(found, PoseRing)
    return found


def troop(bench: Workbench) -> tuple[str, int, str]:
    row = bench.campaign.game[Troop][TROOP]
    return row.hex, row.facing, row.formation


def ways_there(bench: Workbench) -> set[tuple[int | None, str, str]]:
    return {(pose.facing, pose.formation, pose.price) for pose in ring().poses.all}


def test_a_drop_where_several_poses_end_opens_a_ring_and_does_nothing_yet(parade: Workbench) -> None:
    parade.drag(TROOP, "0303")
    assert ways_there(parade) == {
        (0, "line", "1 point"), (2, "line", "2 points"), (10, "line", "2 points"), (0, "column", "2 points"),
        (4, "line", "3 points"), (8, "line", "3 points"), (2, "column", "3 points"), (10, "column", "3 points"),
    }  # fmt: skip
    assert troop(parade) == ("0304", 0, "line")
    ring().close()
    parade.settle()
    assert troop(parade) == ("0304", 0, "line")


def test_each_pose_is_named_with_its_facing_and_its_price(parade: Workbench) -> None:
    parade.drag(TROOP, "0303")
    names = {button.accessibleName() for button in ring().buttons.values()}
    assert {"line facing north, 1 point", "line facing north-east, 2 points"} <= names
    assert [button.isChecked() for pose, button in ring().buttons.items() if pose == ring().marked] == [True]


def test_the_cheapest_pose_is_marked_and_all_that_is_said_of_it_is_seen(parade: Workbench) -> None:
    parade.drag(TROOP, "0303")
    assert ring().marked.price == min(pose.price for pose in ring().poses.all)
    says = next(label for label in ring().findChildren(QLabel) if label.text() == str(ring().marked))
    for pose in ring().poses.all:
        ring().mark(pose)
        assert says.width() >= says.fontMetrics().horizontalAdvance(says.text())
        assert ring().mask().contains(says.geometry())


def test_a_click_on_a_facing_carries_the_drop_out(parade: Workbench) -> None:
    parade.drag(TROOP, "0303")
    pose = next(one for one in ring().buttons if one.facing == 2)
    parade.click(ring().buttons[pose])
    assert troop(parade) == ("0303", 2, "line")


def test_another_formation_is_chosen_in_the_ring(parade: Workbench) -> None:
    parade.drag(TROOP, "0303")
    parade.click(ring().formations["column"])
    assert {pose.formation for pose in ring().buttons} == {"column"}
    pose = next(one for one in ring().buttons if one.facing == 0)
    parade.click(ring().buttons[pose])
    assert troop(parade) == ("0303", 0, "column")


def test_what_is_marked_stands_as_a_ghost_on_the_map_with_its_way_and_its_price(parade: Workbench) -> None:
    parade.drag(TROOP, "0303")
    ghost, lines = parade.map.display.ghost, parade.map.display.lines
    parade.key(RIGHT, widget=ring())
    assert ghost.posed is not None
    marked = ring().marked
    assert (ghost.posed.spaces, ghost.posed.facing, ghost.posed.formation) == (
        (SpaceId("0303"),), marked.facing, marked.formation,
    )  # fmt: skip
    assert ghost.words == ""  # the ring tells it
    assert any(marked.price in label.text() for label in ring().findChildren(QLabel))
    ((way, _),) = lines.traces
    assert (way.spaces[0], way.spaces[-1]) == ("0304", "0303")
    parade.key(DOWN, widget=ring())
    assert ghost.posed.formation == "column"
    parade.key(ESCAPE, widget=ring())
    parade.hover("0603")
    assert ghost.posed is None
    assert not lines.traces


def test_the_cheapest_pose_is_marked_first_and_in_each_formation(drill: Workbench) -> None:
    drill.drag("Blue 3rd", "1409")
    poses = ring().poses
    assert ring().marked.cost == min(pose.cost for pose in poses.all)
    assert len({pose.cost for pose in poses.of(ring().marked.formation)}) > 1
    for formation, button in list(ring().formations.items()):
        drill.click(button)
        assert ring().marked.cost == min(pose.cost for pose in poses.of(formation))
        assert button.text().endswith(f"· {ring().marked.cost}")


def test_the_ghost_over_a_hex_is_one_of_the_poses_that_the_ring_would_offer(drill: Workbench) -> None:
    at = drill.carry("Blue 3rd", "1409")
    drill.settle()
    ghost = drill.map.display.ghost.posed
    assert ghost is not None
    drill.drop(at)
    marked = ring().marked
    assert marked.ghost is not None
    assert (ghost.spaces, ghost.facing, ghost.formation) == (
        marked.ghost.spaces, marked.ghost.facing, marked.ghost.formation,
    )  # fmt: skip
    assert {pose.ghost.spaces[0] for pose in ring().poses.all if pose.ghost is not None} == {"1409"}


def test_the_rest_of_a_stack_is_carried_on_after_the_first_has_its_pose(stack: Workbench) -> None:
    stack.drag(SECOND, "0303")
    first = ring()
    stack.key(RIGHT, widget=first)
    stack.key(ENTER, widget=first)
    assert ring() is not first
    assert troop(stack) == ("0303", 2, "line")
    names = [label.text() for label in ring().findChildren(QLabel)]
    assert any(SECOND in name for name in names)
    stack.key(ENTER, widget=ring())
    assert QApplication.activePopupWidget() is None
    assert stack.campaign.game[Troop][SECOND].hex == "0303"


def test_the_rest_of_a_stack_stays_where_the_ring_is_closed(stack: Workbench) -> None:
    stack.drag(SECOND, "0303")
    stack.key(ENTER, widget=ring())
    stack.key(ESCAPE, widget=ring())
    assert troop(stack)[0] == "0303"
    assert stack.campaign.game[Troop][SECOND].hex == HERE


def test_a_line_is_carried_whole_by_either_of_its_hexes(drill: Workbench) -> None:
    line = drill.map.counters["Blue 1st"]
    assert len(line.spaces) == 2
    for held in line.spaces:
        drill.see("0812")
        place = drill.map.geography.place(held)
        assert place is not None
        start, end = drill.map.on_view(QPointF(*place)).toPoint(), drill.spot("0812")
        viewport = drill.map.viewport()
        QTest.mousePress(viewport, LEFT, NONE, start)
        for part in (0.4, 0.7, 1.0):
            QTest.mouseMove(viewport, start + (end - start) * part)
            drill.settle()
        assert drill.map.tool.carrying.pieces == (line.piece,)  # type: ignore[attr-defined]
        ghost = drill.map.display.ghost.posed
        assert ghost is not None
        assert ghost.spaces[0] == "0812"
        drill.drop(end)
        assert {pose.ghost.spaces[0] for pose in ring().poses.all if pose.ghost is not None} == {"0812"}
        drill.key(ESCAPE, widget=ring())
    assert drill.map.counters["Blue 1st"].spaces == line.spaces


def test_the_price_in_a_hex_is_that_of_the_ring(drill: Workbench) -> None:
    for hex in ("0812", "0712", "0512"):
        drill.drag("Blue 1st", hex)
        reach = board(drill).questions.reaches.at_hand("Blue 1st")
        assert reach is not None
        assert reach.costs[SpaceId(hex)] == str(ring().poses.cheapest.cost)
        ring().close()
        drill.settle()


def test_the_keys_go_round_the_ring(parade: Workbench) -> None:
    parade.drag(TROOP, "0303")
    before = ring().marked
    parade.key(RIGHT, widget=ring())
    assert ring().marked == ring().poses.turn(before, 1)
    parade.key(DOWN, widget=ring())
    assert ring().marked.formation == "column"
    marked = ring().marked
    assert str(marked) in ring().accessibleDescription()
    parade.key(ENTER, widget=ring())
    assert troop(parade) == ("0303", marked.facing, "column")


def test_escape_closes_the_ring_and_leaves_everything(parade: Workbench) -> None:
    parade.drag(TROOP, "0303")
    parade.key(ESCAPE, widget=ring())
    assert QApplication.activePopupWidget() is None
    assert troop(parade) == ("0304", 0, "line")


def test_a_click_opens_the_ring_too_and_the_way_waits_for_the_word(parade: Workbench) -> None:
    parade.click_counter(TROOP)
    parade.click_space("0303")
    parade.click(ring().buttons[next(one for one in ring().buttons if one.facing == 10)])
    action = parade.draft.action()
    assert action is not None
    assert getattr(action, "way")[-1] == Pose(SpaceId("0303"), 10, "line")  # noqa: B009  # of some action
    assert troop(parade) == ("0304", 0, "line")


def test_where_one_pose_ends_the_drop_is_carried_out(parade: Workbench) -> None:
    parade.drag(TROOP, "0301")
    assert QApplication.activePopupWidget() is None
    assert troop(parade) == ("0301", 0, "line")


def test_by_keys_alone_from_the_counter_to_the_pose(parade: Workbench) -> None:
    parade.map.setFocus()
    while parade.map.counters.focus != TROOP:
        parade.key(Qt.Key.Key_Tab, widget=parade.map)
    assert parade.map.counters.focus == TROOP
    parade.key(ENTER, widget=parade.map)
    parade.key(Qt.Key.Key_Up, widget=parade.map)
    parade.key(ENTER, widget=parade.map)
    parade.key(RIGHT, widget=ring())
    parade.key(ENTER, widget=ring())
    assert troop(parade)[0] == "0303"


def test_keys_turn_and_form_what_the_hand_holds_and_take_a_step_back(parade: Workbench) -> None:
    parade.click_counter(TROOP)
    parade.map.setFocus()
    parade.key(Qt.Key.Key_BracketRight, widget=parade.map)
    entry = parade.draft.entry
    assert entry is not None
    assert entry.result()[-1] == Pose(HERE, 2, "line")
    parade.key(Qt.Key.Key_F, widget=parade.map)
    assert entry.result()[-1] == Pose(HERE, 2, "column")
    parade.key(Qt.Key.Key_BracketLeft, widget=parade.map)
    assert entry.result()[-1] == Pose(HERE, 0, "column")
    parade.key(Qt.Key.Key_Backspace, widget=parade.map)
    parade.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert troop(parade) == ("0304", 0, "line")


def test_between_the_facings_the_map_is_seen(parade: Workbench) -> None:
    parade.drag(TROOP, "0303")
    shown, on_it = ring().mask(), next(iter(ring().buttons.values()))
    assert shown.contains(on_it.mapTo(ring(), on_it.rect().center()))
    assert not shown.contains(QPoint(ring().width() // 2, ACROSS // 2))


def test_a_long_price_is_a_number_and_not_cut_off(drill: Workbench) -> None:
    drill.drag("Blue 3rd", "1409")
    assert {button.text() for button in ring().buttons.values()} <= {"4", "5"}
    assert all(pose.price.endswith("movement points") for pose in ring().buttons)
    ring().close()


def test_what_a_price_is_made_of_is_told_while_a_piece_is_carried_and_in_the_ring(drill: Workbench) -> None:
    """Two steps, the second into the wood: that is named beside the price, with its rule."""
    at = drill.carry("Blue Guard", "1610")
    drill.settle()
    assert "advance 2 (DRILL-2.2), wood 1 (DRILL-2.3)" in QToolTip.text()
    drill.drop(at)
    assert "advance 2 (DRILL-2.2), wood 1 (DRILL-2.3)" in [label.text() for label in ring().findChildren(QLabel)]
