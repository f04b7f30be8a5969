"""Ending all steps without anything to do with one key, and the same chore for some of a list, by real keys."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from sandtable.engine import EndStep
from sandtable.play.table.sitting import Wishes
from sandtable.play.turn.entries import ListEntry
from sandtable_editor.play.turn.fields.field import ValueList
from sandtable_editor.play.turn.offer_button import ChoiceButton
from sandtable_empires.campaign.order import TakePlace
from sandtable_empires.land.foraging import Forage
from tests.editor.workbench import CTRL, Workbench
from tests.games.fords.at_the_fords import ORDERS

SHIFT = Qt.KeyboardModifier.ShiftModifier
ENTER, SPACE = Qt.Key.Key_Return, Qt.Key.Key_Space


def pass_button(bench: Workbench) -> ChoiceButton | None:
    """Return the button that ends more than this step, if there is one."""
    there = bench.campaign_view.prompt.findChildren(ChoiceButton)
    return next((one for one in there if one.text().startswith("»")), None)


def plies(bench: Workbench) -> int:
    return len([ply for ply in bench.campaign.referee.journal.line() if ply.action is not None])


def wait_for_it(bench: Workbench) -> None:
    bench.wait(lambda: bench.campaign_view.idle.steps is not None)


def test_a_round_without_anything_to_do_ends_with_one_key(bench: Workbench) -> None:
    bench.begin(Wishes(seed="3", seats="one"), *ORDERS)
    wait_for_it(bench)
    before = plies(bench)
    bench.key(ENTER, CTRL | SHIFT)
    bench.wait(lambda: bench.campaign.game.round == 2)
    assert plies(bench) > before + 1
    assert "Passed: Blue: March; Red: March" in bench.plain_screen()
    bench.type_keys("Ctrl+Z")
    assert (plies(bench), bench.campaign.game.round) == (before, 1)
    bench.type_keys("Ctrl+Y")
    assert bench.campaign.game.round == 2


def test_the_button_says_what_it_comes_to_and_a_click_does_it(peninsula: Workbench) -> None:
    peninsula.begin(Wishes(seed="1808", seats="one"), TakePlace(1))
    wait_for_it(peninsula)
    made = pass_button(peninsula)
    assert made is not None
    assert made.text() == "»   Pass on to Supply"
    assert made.says.startswith("France: Depots, Land movement; then France cannot go on yet")
    assert "France, Land movement (not done: " in made.toolTip()
    assert "Ctrl+Shift+Enter" in made.toolTip()
    assert "March" in made.accessibleDescription()
    before = plies(peninsula)
    peninsula.click(made)
    assert plies(peninsula) == before + 2
    assert peninsula.campaign.game.frame.step == "supply"
    assert "Passed: France: Depots, Land movement. France cannot go on yet" in peninsula.plain_screen()
    assert pass_button(peninsula) is None, "the corps must be fed"
    peninsula.key(ENTER, CTRL | SHIFT)
    assert plies(peninsula) == before + 2, "the key does nothing where something must be done"


def test_nothing_is_passed_for_another_person_unless_one_plays_for_all(bench: Workbench) -> None:
    bench.begin(Wishes(seed="3", seats="Anna=Blue,Bernd=Red"), *ORDERS)
    bench.campaign.sit_down("Anna")
    bench.settle()
    wait_for_it(bench)
    idle = bench.campaign_view.idle
    assert idle.steps is not None
    assert {one.side for one in idle.steps.steps} == {"Blue"}
    bench.campaign.play_alone(True)
    bench.settle()
    bench.wait(lambda: idle.steps is not None and {one.side for one in idle.steps.steps} == {"Blue", "Red"})


def test_it_goes_on_after_bots_that_pass(bench: Workbench) -> None:
    bench.window.settings.put("play/pace", "at once")
    bench.begin(Wishes(seed="3", seats="Anna=Blue,bots=Red", bots=("Red",)), *ORDERS)
    bench.campaign.sit_down()
    bench.settle()
    wait_for_it(bench)
    bench.key(ENTER, CTRL | SHIFT)
    bench.wait(lambda: not bench.stands("bots"))
    assert "Passed: Blue: March" in bench.plain_screen()
    assert bench.campaign.game.round == 2 or "has acted" in bench.plain_screen()


# -- some of a list


def at_supply(bench: Workbench) -> ValueList:
    bench.begin(Wishes(seed="1808", seats="one"), TakePlace(1), EndStep(), EndStep())
    found = bench.field(ValueList)
    found.setFocus()
    return found


def forages(bench: Workbench) -> list[Forage]:
    return [ply.action for ply in bench.campaign.referee.journal.line() if isinstance(ply.action, Forage)]


def test_five_of_six_corps_forage_with_six_keys(peninsula: Workbench) -> None:
    at_supply(peninsula)
    entry = peninsula.draft.entry
    assert isinstance(entry, ListEntry)
    corps = list(entry.values)
    keys = [SPACE] * 5 + [ENTER]
    peninsula.field(ValueList).setCurrentIndex(peninsula.field(ValueList).model().index(0, 0))
    for key in keys:
        peninsula.key(key)
    peninsula.wait(lambda: len(forages(peninsula)) == 5)
    assert len(keys) <= 6
    assert [one.corps for one in forages(peninsula)] == corps[:5]


def test_what_is_known_of_a_corps_stands_below_its_name_where_the_list_is_narrow(peninsula: Workbench) -> None:
    listed = at_supply(peninsula)
    lines = [str(listed.model().index(row, 0).data()) for row in range(listed.model().rowCount())]
    for wide, fits in ((700, True), (240, False)):
        listed.setFixedWidth(wide)
        peninsula.settle()
        room, metrics = listed.viewport().width() - 40, listed.fontMetrics()
        assert fits == all(metrics.horizontalAdvance(line) <= room for line in lines)
        assert fits == (listed.sizeHintForRow(0) < 2 * metrics.height())
        assert fits or listed.height() > 4 * listed.sizeHintForRow(0)
    parts = [part for line in lines for part in line.split("    ")]
    assert all(metrics.horizontalAdvance(part) <= room for part in parts), "what stands on two lines is cut"


def test_ticks_are_shown_named_and_taken_back(peninsula: Workbench) -> None:
    listed = at_supply(peninsula)
    prompt = peninsula.campaign_view.prompt
    for _ in range(3):
        row = listed.visualRect(listed.model().index(_, 0))
        QTest.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(row.left() + 8, row.center().y()))
        peninsula.settle()
    states = [listed.model().index(row, 0).data(Qt.ItemDataRole.CheckStateRole) for row in range(4)]
    assert states == [Qt.CheckState.Checked] * 3 + [Qt.CheckState.Unchecked]
    assert prompt.lacks.text().startswith("3: Bessières' Corps, Duhesme's Corps and ")
    assert prompt.commit.isEnabled()
    none = next(one for one in prompt.findChildren(QPushButton) if one.text() == "&None")
    peninsula.click(none)
    assert not peninsula.draft.ticked
    assert prompt.lacks.text() == "Junot's Corps forages", "the row that is highlighted is chosen, as ever"
    assert forages(peninsula) == []


def test_the_button_does_it_with_those_that_are_ticked(peninsula: Workbench) -> None:
    listed = at_supply(peninsula)
    entry = peninsula.draft.entry
    assert isinstance(entry, ListEntry)
    corps = list(entry.values)
    listed.setCurrentIndex(listed.model().index(1, 0))
    peninsula.key(SPACE)
    peninsula.key(SPACE)
    peninsula.click(peninsula.campaign_view.prompt.commit)
    peninsula.wait(lambda: len(forages(peninsula)) == 2)
    assert [one.corps for one in forages(peninsula)] == corps[1:3]
