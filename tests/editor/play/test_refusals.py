"""Every refusal is shown: what, why, by which rule, and what would make it legal."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton

from sandtable.play.table.sitting import Wishes
from sandtable_editor.shell.code_window import CodeWindow
from tests.editor.play.player import enter, sit_down
from tests.editor.play.test_fields import ONE, ORDERS, THREE, TWO, at_march
from tests.editor.workbench import Workbench
from tests.games.fords import Corps, CorpsId, Feed, March, Rest

ONCE = "Blue 1 has marched this turn (FOR-2-once)"


def marched(bench: Workbench) -> None:
    bench.begin(None, *ORDERS, March(ONE, ("birchley",)))


def test_what_is_not_possible_now_says_why_when_it_is_chosen(bench: Workbench) -> None:
    bench.begin(None, *ORDERS, Feed(((ONE, 2), (TWO, 2))))
    assert bench.button("Feed").objectName() == "shut"
    bench.press("Feed")
    said = bench.plain_screen()
    assert "Feed is not possible now" in said
    assert "The wagons are empty (FOR-2-feed)→ wait for the next turn" in said.replace("\n", "")


def test_a_value_that_is_not_possible_says_why(bench: Workbench) -> None:
    marched(bench)
    bench.press("March")
    bench.choose(2)  # what is not possible stands last
    said = bench.plain_screen()
    assert "Not Blue 1" in said
    assert ONCE in said
    assert bench.draft.filled_fields == {}
    bench.choose(0)  # another one goes, and the reasons go
    assert ONCE not in bench.plain_screen()
    assert bench.draft.filled_fields == {"corps": TWO}


def test_the_whole_action_is_judged_before_it_is_done(bench: Workbench) -> None:
    at_march(bench)
    bench.press("Feed")
    bench.press("Assign the rest")  # three to the first
    assert "No corps may have all three spare wagons (FOR-2-feed)" in bench.plain_screen()
    assert not bench.campaign_view.prompt.commit.isEnabled()
    bench.key(Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert bench.campaign.referee.journal.head == 3


def test_the_rule_of_a_reason_is_a_click_away(bench: Workbench) -> None:
    marched(bench)
    bench.press("March")
    bench.choose(0)
    bench.campaign_view.prompt.reasons.rule_clicked.emit("FOR-2-once")
    bench.settle()
    assert bench.campaign_view.docks["rules"].isVisible()
    assert "A corps marches once a turn." in bench.campaign_view.rules.text.toPlainText()
    assert "Part of: Marches" in bench.campaign_view.rules.text.toPlainText()


def test_from_the_rule_of_a_reason_its_code_is_a_click_away(bench: Workbench) -> None:
    marched(bench)
    bench.press("March")
    bench.choose(0)
    bench.campaign_view.prompt.reasons.rule_clicked.emit("FOR-2-once")
    bench.settle()
    (show,) = bench.campaign_view.rules.findChildren(QPushButton, options=Qt.FindChildOption.FindChildrenRecursively)
    assert re.fullmatch(r"Show tests/games/fords/marching\.py:\d+", show.text())
    QTest.mouseClick(show, Qt.MouseButton.LeftButton)
    bench.settle()
    (window,) = bench.campaign_view.rules.findChildren(CodeWindow)
    assert window.windowTitle() == show.text().removeprefix("Show ")
    cursor = window.text.textCursor()
    first = cursor.block().text()
    assert window.text.firstVisibleBlock().blockNumber() <= cursor.blockNumber()
    marked = [one.cursor.block().text() for one in window.text.extraSelections()]
    assert marked[0] == first
    assert any('@rule("FOR-2-once")' in line for line in marked)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    bench.settle()
    assert not bench.campaign_view.rules.findChildren(CodeWindow)


def test_the_table_may_allow_what_is_refused(bench: Workbench) -> None:
    marched(bench)
    bench.press("March")
    bench.choose(2)
    bench.press("Do it anyway")
    bench.choose(0)
    assert ONCE in bench.plain_screen()
    assert not bench.campaign_view.prompt.commit.isEnabled()
    bench.press("Ask the table to allow it…")  # one person plays all: everybody has agreed
    at = bench.campaign.referee.journal.at
    assert at is not None
    assert at.overruled
    assert bench.campaign.game[Corps][ONE].area == "aldbrook"
    assert "(overruled)" in bench.screen()


def test_another_person_may_decline_to_allow_it(bench: Workbench) -> None:
    bench.begin(Wishes(seed="1", seats="Anna=Blue,Bernd=Red"), *ORDERS, March(ONE, ("birchley",)))
    sit_down(bench)
    for answer, area in (("I disagree", "birchley"), ("I agree", "aldbrook")):
        bench.press("March")
        bench.choose(2)
        bench.press("Do it anyway")
        bench.choose(0)
        bench.press("Ask the table to allow it…")
        box = next(one for one in QApplication.topLevelWidgets() if isinstance(one, QMessageBox) and one.isVisible())
        assert box.text() == "Bernd: agree to this?"
        assert box.informativeText() == "allow what was refused: March Blue 1 aldbrook"
        bench.press(answer, box)
        assert bench.campaign.game[Corps][ONE].area == area
        bench.window.activateWindow()
        bench.key(Qt.Key.Key_Escape)


def test_an_answer_that_comes_too_late_is_refused_in_words(bench: Workbench) -> None:
    at_march(bench)
    ask = bench.campaign.ask
    assert ask is not None
    enter(bench, Rest((TWO, THREE)))
    assert not bench.campaign.answer(Rest((TWO, THREE)), ask)
    bench.settle()
    assert "That cannot be done" in bench.plain_screen()
    assert "Corps cannot be Blue 2, Blue 3 here" in bench.plain_screen()
    assert not bench.campaign.answer(March(CorpsId("Blue 9"), ("birchley",)), ask)
    bench.settle()
    assert "Corps cannot be Blue 9 here" in bench.plain_screen()


def test_a_disk_that_is_full_is_told_and_nothing_is_lost(bench: Workbench) -> None:
    from sandtable.engine.errors import Invalid

    at_march(bench)
    sink = bench.campaign.referee.sink
    before = bench.campaign.game.state.hash

    class Full:
        def __getattr__(self, name: str) -> object:
            return getattr(sink, name)

        def ply(self, ply: object) -> None:
            raise Invalid("table.campaign could not be written (no space left): nothing was changed")

    bench.campaign.referee.sink = Full()  # type: ignore[assignment]
    bench.press("End step")
    assert "no space left" in bench.plain_screen()
    assert bench.campaign.game.state.hash == before
    bench.campaign.referee.sink = sink
    bench.press("End step")
    assert bench.campaign.game.frame.side == "Red"
