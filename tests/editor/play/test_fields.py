"""Every kind of field, filled by mouse, by keyboard, and on the map where that can be."""

from __future__ import annotations

from typing import get_args

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QListWidget, QSlider, QSpinBox, QWidget

from sandtable.engine import Action, EndStep
from sandtable.engine.running.common_actions import EnterThrow
from sandtable.play.table.sitting import Wishes
from sandtable.play.turn.entries import ListEntry, SharesEntry, WayEntry
from sandtable_editor.play.turn.fields.field import LineInput, ValueList
from sandtable_editor.play.turn.fields.shared import SharedField
from tests.editor.play.player import How, enter, offer_of
from tests.editor.workbench import CTRL, Workbench
from tests.games.fords import CorpsId, Feed, Levy, March, Order, PlayChit, Proclaim, Rest

ONE, TWO, THREE = (CorpsId(f"Blue {n}") for n in (1, 2, 3))
ENTER, BACK, ESC = Qt.Key.Key_Return, Qt.Key.Key_Backspace, Qt.Key.Key_Escape
ACTIONS: list[Action] = [
    March(ONE, ("birchley", "fenny_bridge", "gorse_hill")),  # rows, and a way
    Rest((TWO, THREE)),  # some of a list
    Levy(THREE, 2),  # rows, and a range
    Feed(((ONE, 2), (THREE, 2))),  # shares
    Proclaim("Peace, or else", "stern", True),  # a text, a choice, yes or no
]


ORDERS = (Order("hold", 1), Order("attack", 1))
TO_CRANMERE = (March(ONE, ("birchley", "cranmere")), EndStep(), March(CorpsId("Red 1"), ("cranmere",)), EndStep())
"""Two corps meet, and the next question is for the chits of their battle."""


def at_march(bench: Workbench, wishes: Wishes | None = None) -> None:
    """Come to Blue's march."""
    bench.begin(wishes, *ORDERS)


@pytest.mark.parametrize("how", get_args(How))
def test_every_kind_of_field(bench: Workbench, how: How) -> None:
    at_march(bench)
    for action in ACTIONS:
        enter(bench, action, how)
        at = bench.campaign.referee.journal.at
        assert at is not None
        assert at.action == action


@pytest.mark.parametrize("how", ["mouse", "keys"])
def test_dice_that_were_rolled_on_the_table(bench: Workbench, how: How) -> None:
    bench.begin(Wishes(typed=True, seats="one"), *ORDERS, *TO_CRANMERE)
    for _ in range(2):
        enter(bench, PlayChit("probe"), how)
    assert "Throw the dice: Blue fires at cranmere (FOR-3-fire)" in bench.plain_screen()
    enter(bench, EnterThrow((6, 5)), how)
    enter(bench, EnterThrow((1, 2)), how)
    assert "Red fires at cranmere: 1 2 = 3 (2d6)" in bench.screen()


def test_dice_are_typed_in_many_ways(bench: Workbench) -> None:
    bench.begin(Wishes(typed=True, seats="one"), *ORDERS, *TO_CRANMERE, PlayChit("probe"), PlayChit("probe"))
    line = bench.field(QLineEdit)
    for typed, lacks in (
        ("3", "1 to enter"),
        ("3 4 5", "too many numbers"),
        ("0,7", "a die shows 1 to 6"),
        ("x", "2 to enter"),
    ):
        line.clear()
        bench.click(line)
        bench.write(typed)
        assert bench.campaign_view.prompt.lacks.text() == lacks
        assert not bench.campaign_view.prompt.commit.isEnabled()
    line.clear()
    bench.write("34")
    assert bench.draft.action() == EnterThrow((3, 4))
    bench.key(ENTER)
    assert bench.campaign.prompt is not None
    assert bench.campaign.prompt.open[0].why == "Red fires at cranmere"


def test_a_step_back_leads_out_of_the_action(bench: Workbench) -> None:
    at_march(bench)
    bench.press("March")
    bench.choose(0)
    assert bench.draft.field == "way"
    bench.choose(0)
    bench.choose(0)
    assert isinstance(bench.draft.entry, WayEntry)
    assert len(bench.draft.entry.way) == 2
    for left in (1, 0):
        bench.key(BACK)
        assert len(bench.draft.entry.way) == left
    bench.key(BACK)
    assert isinstance(bench.draft.entry, ListEntry)
    bench.key(BACK)
    assert bench.draft.offer is None
    assert bench.campaign.referee.journal.head == 3


def test_escape_leaves_the_action_from_any_field(bench: Workbench) -> None:
    at_march(bench)
    for label in ("March", "Rest", "Levy", "Feed", "Proclaim"):
        bench.press(label)
        assert bench.draft.offer is not None
        bench.key(ESC)
        assert bench.draft.offer is None


def test_a_field_can_be_changed_again(bench: Workbench) -> None:
    at_march(bench)
    bench.press("Levy")
    bench.choose(1)
    assert "Corps: Blue 2" in bench.plain_screen()
    bench.press("Change")
    bench.choose(2)
    bench.key(ENTER)
    at = bench.campaign.referee.journal.at
    assert at is not None
    assert at.action == Levy(THREE, 1)


def test_a_list_is_narrowed_by_typing_and_what_is_not_on_it_is_explained(bench: Workbench) -> None:
    at_march(bench)
    bench.press("March")
    field = bench.campaign_view.prompt.field
    assert field is not None
    line = bench.field(QLineEdit)
    line.show()  # with three corps there is no need of it
    bench.click(line)
    bench.write("2")
    assert bench.field(ValueList).model().rowCount() == 1
    line.clear()
    bench.write("Red 1")
    assert bench.field(ValueList).model().rowCount() == 0
    bench.key(ENTER)
    assert "Red 1 is Red's (FOR-2-own)" in bench.plain_screen()
    line.clear()
    bench.write("Blue")
    bench.key(Qt.Key.Key_Down)
    bench.key(ENTER)
    assert bench.draft.filled_fields == {"corps": TWO}


def test_a_double_click_on_a_list_does_not_choose_in_the_next_one_too(bench: Workbench) -> None:
    at_march(bench)
    bench.press("March")
    listed = bench.field(ValueList)
    at = listed.visualRect(listed.model().index(0, 0)).center()
    bench.double_click(listed.viewport(), at)
    assert bench.draft.filled_fields == {"corps": ONE}
    assert isinstance(bench.draft.entry, WayEntry)
    assert bench.draft.entry.way == ()


def test_a_double_click_on_the_last_list_does_it(bench: Workbench) -> None:
    at_march(bench)
    bench.press("Proclaim")
    bench.write("Hello")
    bench.key(ENTER)
    bench.choose(0)
    assert bench.draft.field == "loud"
    listed = bench.field(ValueList)
    bench.double_click(listed.viewport(), listed.visualRect(listed.model().index(1, 0)).center())
    at = bench.campaign.referee.journal.at
    assert at is not None
    assert at.action == Proclaim("Hello", "kind", True)


def test_the_slider_and_the_box_say_the_same(bench: Workbench) -> None:
    at_march(bench)
    bench.press("Levy")
    bench.choose(0)
    bench.field(QSlider).setValue(3)
    assert bench.field(QSpinBox).value() == 4
    bench.field(QSpinBox).setValue(6)
    assert bench.field(QSlider).value() == 5


def test_live_total_of_shares(bench: Workbench) -> None:
    at_march(bench)
    bench.press("Feed")
    field = bench.campaign_view.prompt.field
    assert isinstance(field, SharedField)
    assert "4 still to share" in bench.screen()
    assert not bench.campaign_view.prompt.commit.isEnabled()
    field.boxes[ONE].setValue(2)
    assert "2 still to share" in bench.screen()
    field.boxes[TWO].setValue(2)
    field.boxes[THREE].setValue(2)
    assert "2 too many" in bench.screen()
    field.boxes[TWO].setValue(0)
    assert bench.campaign_view.prompt.commit.isEnabled()
    bench.press("Start over")
    assert field.boxes[ONE].value() == 0
    bench.press("Assign the rest")
    assert isinstance(bench.draft.entry, SharesEntry)
    assert bench.draft.entry.result() == ((ONE, 3), (TWO, 1))


def test_undo_is_for_the_game_where_nothing_was_typed(bench: Workbench) -> None:
    at_march(bench)
    enter(bench, Rest((TWO,)))
    before = bench.campaign.referee.journal.head
    bench.press("Feed")
    assert isinstance(bench.campaign_view.prompt.field, SharedField)
    box = bench.campaign_view.prompt.field.boxes[ONE]
    box.setFocus()
    bench.key(Qt.Key.Key_A, CTRL)
    bench.write("2")
    assert box.value() == 2
    bench.type_keys("Ctrl+Z")
    assert bench.campaign.referee.journal.head == before, "what is typed is taken back first"
    box.setValue(0)
    bench.type_keys("Ctrl+Z")
    assert bench.campaign.referee.journal.head < before


def test_all_and_none_of_a_check_list(bench: Workbench) -> None:
    at_march(bench)
    bench.press("Rest")
    bench.press("All")
    assert "3 chosen, choose 1 to 2" in bench.screen()
    bench.press("None")
    assert "0 chosen, choose 1 to 2" in bench.screen()
    listed = bench.field(QListWidget)
    listed.setFocus()
    bench.key(Qt.Key.Key_Space)
    assert bench.draft.action() == Rest((ONE,))


def test_a_field_with_one_value_fills_itself_and_says_so(bench: Workbench) -> None:
    at_march(bench, Wishes(seed="1", seats="one", on=("leaps",)))
    bench.press("Rest")
    bench.press("All")
    bench.choose(0, bench.field(QListWidget))
    bench.key(ENTER, CTRL)
    bench.press("Rest")  # one corps is left that has not rested
    assert "the only choice" in bench.screen()
    bench.press("Rest", bench.campaign_view.prompt)
    assert offer_of(bench, "Rest") not in bench.draft.open


def test_an_action_without_fields_is_done_at_once(bench: Workbench) -> None:
    at_march(bench)
    bench.press("End step")
    assert bench.campaign.game.frame.side == "Red"


def test_enter_in_a_line_is_not_heard_around_it(qapp: QApplication) -> None:
    heard: list[int] = []

    class Around(QWidget):
        def keyPressEvent(self, event: QKeyEvent) -> None:
            heard.append(event.key())

    around = Around()
    line = LineInput(around)
    done: list[str] = []
    line.returnPressed.connect(lambda: done.append(line.text()))
    around.show()
    QTest.keyClicks(line, "351")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert done == ["351"]
    assert heard == []  # it would do the next thing too
    around.deleteLater()
