"""Handing the screen over: each seat sees only its own, and while nobody sits there, nothing of the game is there."""

from __future__ import annotations

import gc
import re

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from sandtable.engine import EndStep
from sandtable.play.table.sitting import Wishes
from sandtable_editor.play.table.curtain import Curtain
from sandtable_editor.play.turn.prompt import answered
from tests.editor.play.player import enter, sit_down
from tests.editor.play.test_fields import ONE, ORDERS, TO_CRANMERE
from tests.editor.workbench import FAMILY, Workbench
from tests.games.fords import Corps, Levy, March, Order, PlayChit

TWO_PEOPLE = Wishes(seed="1", seats="Anna=Blue,Bernd=Red")
NAMES = {"Blue": "Anna", "Red": "Bernd"}


def of_the_game(screen: str) -> set[str]:
    """Return what of the game can be read: corps, places, rules, dice."""
    words = r"Blue \d|Red \d|aldbrook|Aldbrook|FOR-\d[\w-]*|strength|attack|feint|\d+d\d+"
    return set(re.findall(words, screen)) - {id for id in FAMILY.texts if id in screen and "FOR" in id}


def test_nothing_of_the_game_is_there_while_nobody_sits_at_the_screen(bench: Workbench) -> None:
    bench.begin(TWO_PEOPLE)
    assert bench.stands("curtain")
    assert "Hand over to Anna" in bench.screen()
    assert not of_the_game(bench.screen(covered=True))
    for action in (Order("feint", 4), Order("attack", 2), March(ONE, ("birchley",)), EndStep()):
        sit_down(bench)
        assert of_the_game(bench.screen())
        enter(bench, action)
        if bench.campaign.turn_state == "next":
            bench.press(f"Hand over to {NAMES['Red' if bench.campaign.seat == 'Anna' else 'Blue']}")
            assert not of_the_game(bench.screen(covered=True)), of_the_game(bench.screen(covered=True))
            assert not QToolTip.isVisible()


def test_the_keys_reach_nothing_behind_the_curtain(bench: Workbench) -> None:
    bench.begin(TWO_PEOPLE)
    head = bench.campaign.referee.journal.head
    for keys in ("1", "2", "Ctrl+Z", "Ctrl+F", "Esc", "Tab", "Ctrl+Return", "A", "Ctrl+B"):
        bench.type_keys(keys)
        assert bench.stands("curtain")
        assert bench.campaign.referee.journal.head == head
        assert not of_the_game(bench.screen(covered=True))


def test_tab_does_not_lead_behind_the_curtain(bench: Workbench) -> None:
    bench.begin(TWO_PEOPLE)
    bench.window.activateWindow()
    bench.settle()
    curtain = bench.campaign_view.curtain
    for keys in ("Tab", "Shift+Tab", "Tab"):
        QTest.keySequence(QApplication.focusWidget() or bench.window, QKeySequence(keys))
        assert QApplication.focusWidget() in (curtain, curtain.sit)
    QTest.keySequence(QApplication.focusWidget() or bench.window, QKeySequence("Return"))
    bench.settle()
    assert not bench.stands("curtain")


def test_no_curtain_is_seen_where_one_person_plays(bench: Workbench) -> None:
    """Not for a moment: it would flash when the campaign is put on the table."""
    seen: list[str] = []

    class Watch(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Show and isinstance(watched, Curtain):
                seen.append(watched.who.text())
            return False

    watch = Watch()
    bench.application.installEventFilter(watch)
    try:
        bench.begin()
        assert bench.stands("asks")
        assert not seen
        bench.begin(TWO_PEOPLE, name="two")
        assert seen == ["Hand over to Anna"]
    finally:
        bench.application.removeEventFilter(watch)


def test_enter_sits_down(bench: Workbench) -> None:
    bench.begin(TWO_PEOPLE)
    bench.key(Qt.Key.Key_Return)
    assert bench.campaign.seat == "Anna"


def test_the_line_at_the_foot_says_which_key_lifts_the_curtain(bench: Workbench) -> None:
    bench.begin(TWO_PEOPLE)
    hint = bench.window.status.hint
    assert bench.campaign_view.curtain.isVisible()
    assert hint.text() == "The screen is covered · Enter: I am Anna"
    foot = hint.mapTo(bench.window, hint.rect().center())
    assert not bench.campaign_view.curtain.geometry().contains(foot)
    bench.campaign_view.say_hint("Blue 2, strength 9")
    assert "strength" not in hint.text(), "nothing is told of what is pointed at behind it"
    bench.key(Qt.Key.Key_Return)
    assert "Enter: I am" not in hint.text()


def test_who_plays_alone_is_nobody_in_particular_behind_the_curtain(bench: Workbench) -> None:
    bench.begin(Wishes(seed="1", seats="one"))
    bench.type_keys("Ctrl+L")
    assert bench.stands("curtain")
    assert bench.window.status.hint.text() == "The screen is covered · Enter: Show the game"
    assert "I am" not in bench.screen()
    bench.press("Show the game")
    assert bench.stands("asks")


def test_a_sealed_answer_is_nobody_s_but_its_own(bench: Workbench) -> None:
    bench.begin(TWO_PEOPLE)
    sit_down(bench)
    enter(bench, Order("feint", 4))
    sit_down(bench)
    assert bench.campaign.seat == "Bernd"
    screen = bench.screen(covered=True)
    assert "Blue has answered" in screen
    assert "feint 4" not in screen
    assert "Answer anew" not in screen  # it is Anna's


def test_what_a_side_hides_is_not_on_the_other_s_screen(bench: Workbench) -> None:
    bench.begin(TWO_PEOPLE, *ORDERS)
    sit_down(bench)
    assert "Blue 2, strength 9" in bench.screen(covered=True)
    assert "Red 1, strength ?" in bench.screen(covered=True)
    assert "Red: Order\n" in bench.log_text() + "\n"  # a secret action: that it was done, not what
    enter(bench, EndStep())
    sit_down(bench)
    assert "Blue 2, strength ?" in bench.screen(covered=True)
    assert "Blue 2, strength 9" not in bench.screen(covered=True)


def with_strengths(bench: Workbench, strength: int, name: str) -> str:
    """Return all that Anna can read when Red's corps are worth so much."""
    bench.play.close_campaign()
    bench.settle()
    bench.begin(TWO_PEOPLE, name=name)
    state = bench.campaign.game.state
    state.gate.open = True
    for number in (1, 2, 3):
        bench.campaign.game.change(bench.campaign.game[Corps][f"Red {number}"], strength=strength, fed=strength // 2)
    state.take()
    state.gate.open = False
    sit_down(bench)
    bench.campaign_view.look_at("hartwell")
    bench.settle()
    gc.collect()  # what the game before has left
    bench.settle()
    return bench.screen(covered=True)


def test_games_that_differ_only_in_what_is_hidden_read_the_same(bench: Workbench) -> None:
    with_strengths(bench, 7, "once")  # the first one makes what stays
    screens = ((with_strengths(bench, strength, f"{strength}th table"), f"{strength}th table") for strength in (3, 12))
    weak, strong = (screen.replace(file, "its file").split("\n") for screen, file in screens)
    assert sorted(filter(None, weak)) == sorted(filter(None, strong))  # what is empty, or about to go, tells nothing


def test_somebody_walks_by(bench: Workbench) -> None:
    bench.begin(TWO_PEOPLE)
    sit_down(bench)
    bench.type_keys("Ctrl+L")
    assert bench.stands("curtain")
    assert not of_the_game(bench.screen(covered=True))
    sit_down(bench)
    assert bench.campaign.seat == "Anna"
    assert bench.stands("asks")


def test_one_person_for_all_hands_nothing_over(bench: Workbench) -> None:
    bench.begin(Wishes(seed="1", seats="one"))
    for action in (Order("hold", 1), Order("hold", 1), EndStep(), EndStep()):
        assert bench.stands("asks")
        enter(bench, action)


def test_a_sealed_answer_can_be_taken_back_by_who_gave_it(bench: Workbench) -> None:
    bench.begin(Wishes(seed="1", seats="one"))
    enter(bench, Order("hold", 1))
    bench.press("Answer anew")
    assert bench.campaign.prompt is not None
    assert not bench.campaign.prompt.answered
    assert bench.campaign.ask is not None
    assert bench.campaign.ask.side == "Blue"


def test_what_has_happened_since_one_last_looked_stands_out(bench: Workbench) -> None:
    bench.begin(TWO_PEOPLE)
    for action in (Order("hold", 1), Order("hold", 1), Levy(ONE, 2), EndStep()):
        sit_down(bench)
        enter(bench, action)
    sit_down(bench)
    fresh = [text for text, bold in bench.log_lines() if bold]
    assert "Blue: Levy Blue 1 2" in fresh
    assert "Blue has answered" not in fresh


def test_the_battle_window_goes_with_the_screen(bench: Workbench) -> None:
    bench.begin(TWO_PEOPLE, *ORDERS, *TO_CRANMERE)
    sit_down(bench)
    assert bench.campaign_view.battle.isVisible()
    assert "+8 Blue 1 (FOR-3-battle)" in bench.screen()
    enter(bench, PlayChit("assault"))
    bench.key(Qt.Key.Key_Return)  # hand over
    assert bench.stands("curtain")
    assert not bench.campaign_view.battle.isVisible()
    assert not of_the_game(bench.screen(covered=True))


def test_the_curtain_takes_the_keyboard_back_when_the_window_comes_to_the_front(bench: Workbench) -> None:
    bench.begin(TWO_PEOPLE)
    bench.campaign_view.log.setFocus()  # where a dialog that goes may leave it
    bench.application.sendEvent(bench.window, QEvent(QEvent.Type.WindowActivate))
    bench.key(Qt.Key.Key_Return)
    assert bench.campaign.seat == "Anna"


def test_one_person_who_plays_all_sides_is_not_asked_to_hand_over(bench: Workbench) -> None:
    bench.begin(TWO_PEOPLE)
    bench.press("One person plays all sides")
    assert bench.campaign.seat == "Anna"
    enter(bench, Order("feint", 4))
    assert bench.campaign.seat == "Bernd"  # at once, with what Bernd may see
    assert bench.stands("asks")
    enter(bench, Order("attack", 2))
    assert bench.stands("asks")
    path = bench.campaign.sitting.path
    bench.play.close_campaign()
    bench.play.open_path(str(path))
    bench.wait(lambda: bench.play.campaign_view is not None)
    assert bench.stands("asks")  # it is remembered
    bench.window.commands["alone"].trigger()
    bench.campaign.leave_screen()
    bench.settle()
    assert bench.stands("curtain")
    assert "Hand over to" in bench.screen()


def test_who_plays_all_sides_of_one_campaign_hands_another_over(bench: Workbench) -> None:
    bench.begin(TWO_PEOPLE)
    bench.press("One person plays all sides")
    bench.begin(TWO_PEOPLE, name="another")
    assert bench.stands("curtain")
    assert not bench.window.commands["alone"].isChecked()


def test_who_has_answered_is_one_sentence() -> None:
    assert answered(["Spain"]) == "Spain has answered."
    assert answered(["Austria", "Spain", "Turkey"]) == "Austria, Spain and Turkey have answered."
