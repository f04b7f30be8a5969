"""Undo, redo and going to a line of the log, under the campaign's rule for taking back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from sandtable.engine import EndStep
from sandtable.engine.referee.history import TakeBack
from sandtable.play.table.sitting import Wishes
from tests.editor.play.player import enter, sit_down
from tests.editor.play.test_fields import ONE, ORDERS, TO_CRANMERE, at_march
from tests.editor.workbench import Workbench
from tests.games.fords import Levy, March, Order, PlayChit

ANNA = "Anna=Blue,Bernd=Red"


def box() -> QMessageBox:
    return next(one for one in QApplication.topLevelWidgets() if isinstance(one, QMessageBox) and one.isVisible())


def no_box() -> bool:
    return not any(isinstance(one, QMessageBox) and one.isVisible() for one in QApplication.topLevelWidgets())


def test_undo_and_redo_by_keys(bench: Workbench) -> None:
    at_march(bench)
    hashes = [bench.campaign.game.state.hash]
    for action in (March(ONE, ("birchley",)), Levy(ONE, 2)):
        enter(bench, action)
        hashes.append(bench.campaign.game.state.hash)
    assert not bench.window.commands["redo"].isEnabled()
    for before in reversed(hashes[:-1]):
        bench.type_keys("Ctrl+Z")
        assert bench.window.commands["redo"].isEnabled()
        assert bench.campaign.game.state.hash == before
    for after, keys in zip(hashes[1:], ("Ctrl+Shift+Z", "Ctrl+Y"), strict=True):
        bench.type_keys(keys)
        assert bench.campaign.game.state.hash == after
    assert not bench.window.commands["redo"].isEnabled()


def test_where_nothing_was_answered_the_keys_say_so(bench: Workbench) -> None:
    bench.begin(Wishes(seed="1", seats="one"))
    assert not bench.window.commands["undo"].isEnabled()
    bench.type_keys("Ctrl+Z")
    assert bench.window.status.hint.text() == "Nothing has been answered yet, so there is nothing to undo."
    bench.type_keys("Ctrl+Y")
    assert bench.window.status.hint.text() == "Nothing was undone, so there is nothing to redo."


def test_the_first_question_of_the_peninsula_says_so_too_whatever_has_the_focus(peninsula: Workbench) -> None:
    """It stands in the middle of a procedure."""
    bench = peninsula
    bench.begin(Wishes(seed="1", seats="one"))
    assert not bench.campaign.referee.journal.line()[-1].is_save_point
    for one in [*bench.campaign_view.prompt.findChildren(QWidget), bench.map]:
        if one.isVisible() and one.isEnabled() and one.focusPolicy() & Qt.FocusPolicy.TabFocus:
            one.setFocus()
            bench.window.status.hint.setText("")
            bench.type_keys("Ctrl+Z")
            assert "nothing to undo" in bench.window.status.hint.text(), one


def test_a_covered_screen_says_what_comes_first(bench: Workbench) -> None:
    bench.begin(Wishes(seed="1", seats="each"))
    bench.type_keys("Ctrl+Z")
    assert bench.window.status.hint.text() == "The screen is covered: uncover it first."


def test_keys_of_ones_own_say_it_too_and_other_workspaces_keep_theirs(bench: Workbench) -> None:
    bench.begin(Wishes(seed="1", seats="one"))
    bench.window.commands.give_key("undo", QKeySequence("Ctrl+U"))
    bench.type_keys("Ctrl+U")
    assert "nothing to undo" in bench.window.status.hint.text()
    bench.window.status.hint.setText("")
    bench.type_keys("Ctrl+Z")
    assert bench.window.status.hint.text() == ""


def test_sealed_answers_that_were_revealed_go_back_as_one(bench: Workbench) -> None:
    at_march(bench)
    bench.type_keys("Ctrl+Z")
    assert bench.campaign.prompt is not None
    assert bench.campaign.prompt.purpose == "sealed"
    assert bench.campaign.referee.journal.head == 1
    assert not bench.window.commands["undo"].isEnabled()
    bench.type_keys("Ctrl+Y")
    assert bench.campaign.referee.journal.head == 3


def fought(bench: Workbench, take_back: TakeBack) -> None:
    """Play through the first throw of the dice."""
    wishes = Wishes(seed="1", seats=ANNA, take_back=take_back)
    bench.begin(wishes, *ORDERS, *TO_CRANMERE, PlayChit("probe"), PlayChit("probe"))
    sit_down(bench)


@pytest.mark.parametrize("agrees", [True, False])
def test_past_a_throw_everybody_is_asked(bench: Workbench, agrees: bool) -> None:
    fought(bench, "agree")
    head = bench.campaign.referee.journal.head
    bench.type_keys("Ctrl+Z")
    asked = box()
    assert "agree to take it back?" in asked.text()
    assert "taking back past a throw" in asked.informativeText()
    bench.press("I agree" if agrees else "I disagree", asked)
    assert (bench.campaign.referee.journal.head < head) == agrees
    assert no_box()
    if not agrees:
        assert "disagrees; nothing was done." in bench.window.status.hint.text()


def test_never_means_never_and_says_so(bench: Workbench) -> None:
    fought(bench, "never")
    head = bench.campaign.referee.journal.head
    bench.type_keys("Ctrl+Z")
    assert "In this campaign nothing can be taken back past a throw" in bench.plain_screen()
    assert bench.campaign.referee.journal.head == head
    assert no_box()


def test_free_needs_nobody(bench: Workbench) -> None:
    fought(bench, "free")
    head = bench.campaign.referee.journal.head
    bench.type_keys("Ctrl+Z")
    assert bench.campaign.referee.journal.head < head
    assert no_box()


def test_going_to_a_line_of_the_log_and_to_what_was_taken_back(bench: Workbench) -> None:
    at_march(bench)
    for action in (March(ONE, ("birchley",)), Levy(ONE, 2), EndStep()):
        enter(bench, action)
    end = bench.campaign.game.state.hash
    bench.campaign_view.log.goto_wanted.emit(4)
    bench.settle()
    assert bench.campaign.referee.journal.head == 4
    assert "Levy" not in bench.log_text()
    bench.campaign_view.log.undone.setChecked(True)
    bench.settle()
    assert "Undone" in bench.log_text()
    assert "Blue: Levy Blue 1 2" in bench.log_text()
    bench.campaign_view.log.goto_wanted.emit(6)
    bench.settle()
    assert bench.campaign.game.state.hash == end


def test_another_choice_after_undo_is_another_branch_and_nothing_is_erased(bench: Workbench) -> None:
    at_march(bench)
    enter(bench, March(ONE, ("birchley",)))
    bench.type_keys("Ctrl+Z")
    enter(bench, Levy(ONE, 3))
    journal = bench.campaign.referee.journal
    assert sorted(journal.plies) == [1, 2, 3, 4, 5]
    assert journal.children(3) == (4, 5)


def test_undo_takes_the_bots_answers_back_too(bench: Workbench) -> None:
    bench.window.settings.put("play/pace", "at once")
    bench.begin(Wishes(seed="1", seats="Anna=Blue,bots=Red", bots=("Red",)))
    sit_down(bench)
    enter(bench, Order("hold", 1))
    bench.wait(lambda: bench.campaign.turn_state == "asks" and bench.campaign.game.frame.step == "march")
    enter(bench, EndStep())
    bench.wait(lambda: bench.campaign.turn_state in ("asks", "over") and bench.campaign.game.frame.step != "march")
    bench.type_keys("Ctrl+Z")
    assert bench.campaign.game.frame.step == "march"
    assert bench.campaign.game.frame.side == "Blue"
    bench.type_keys("Ctrl+Y")
    assert bench.campaign.game.frame.step != "march"


def test_an_undo_that_gives_the_turn_to_another_hands_over(bench: Workbench) -> None:
    bench.begin(Wishes(seed="1", seats=ANNA), *ORDERS, EndStep())
    sit_down(bench)
    assert bench.campaign.seat == "Bernd"
    bench.type_keys("Ctrl+Z")
    assert bench.stands("next")
    assert bench.campaign.coming == "Anna"
    assert bench.campaign.seat == "Bernd"
