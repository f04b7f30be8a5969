"""What stands beside the map: log, dice, rules, sheets, tables, tracks, the battle window."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QTableWidget

from sandtable.engine.running.chance import ThrowResult
from sandtable.engine.running.game import RunningGame
from sandtable.lab.bots import RandomBot
from sandtable.play.record.dice_luck import SideThrow
from sandtable.play.table.sitting import Wishes
from sandtable.present import Panel, Sheet, Table, presentation
from sandtable.present.panels import Where
from sandtable_editor.play.panels.chosen import ChosenPanels
from sandtable_editor.play.panels.sheet import SheetView
from sandtable_editor.play.panels.stack import PanelStack
from sandtable_editor.play.panels.track import WIDEST, in_two_lines, marker, readable_on
from sandtable_editor.play.record.dice_panel import Throws
from sandtable_editor.play.record.recap_page import RecapPage
from tests.editor.play.player import enter
from tests.editor.play.test_fields import ONE, ORDERS, TO_CRANMERE, at_march
from tests.editor.workbench import Workbench, items
from tests.games.fords import Levy, Order, PlayChit


def in_battle(bench: Workbench) -> None:
    """Come to the first chits of a battle at Cranmere."""
    bench.begin(None, *ORDERS, *TO_CRANMERE)


def test_the_log_goes_by_turn_phase_and_step(bench: Workbench) -> None:
    in_battle(bench)
    enter(bench, PlayChit("probe"))
    lines = [text for text in bench.log_text().splitlines() if text]
    shown = [line.strip() for line in lines if "\n" not in line and "Click to show" not in line]
    for heading in ("Round 1", "Planning", "Orders", "Operations · Blue", "March", "Operations · Red", "Battle"):
        assert heading in shown
    assert any(line.startswith("Fighting Cranmere") for line in shown)
    assert "Blue: March Blue 1 birchley, cranmere" in shown


def test_the_log_is_narrowed_by_words_kind_and_side(bench: Workbench) -> None:
    in_battle(bench)
    for chit in ("probe", "assault"):
        enter(bench, PlayChit(chit))
    log = bench.campaign_view.log

    def seen() -> list[str]:
        found: list[str] = []
        ahead = [log.tree.topLevelItem(at) for at in range(log.tree.topLevelItemCount())]
        while ahead:
            item = ahead.pop(0)
            if item is not None and not item.isHidden():
                found += [item.text(0)] if item.childCount() == 0 else []
                ahead = [item.child(at) for at in range(item.childCount())] + ahead
        return found

    log.words.setText("cranmere")
    assert seen()
    assert all("cranmere" in line for line in seen())
    log.words.clear()
    log.kinds.setCurrentText("Dice")
    assert all("2d6" in line for line in seen())
    assert len(seen()) == 2
    log.kinds.setCurrentText("Actions")
    log.sides.setCurrentText("Red")
    assert "Red: March Red 1 cranmere" in seen()
    assert not any(line.startswith("Blue: March") for line in seen())
    log.words.setText("no such word")
    assert seen() == []


def test_a_click_in_the_log_jumps_to_the_place(bench: Workbench) -> None:
    in_battle(bench)
    assert bench.campaign_view.place is not None
    for ply, place in ((4, "cranmere"), (6, "cranmere")):
        bench.campaign_view.place.look_at("aldbrook")
        bench.campaign_view.log.jumped.emit(ply)
        bench.settle()
        assert bench.campaign_view.place.space == place
    assert bench.campaign_view.place_of(5) == ""  # the end of a step is nowhere


def test_a_secret_order_leads_nowhere(bench: Workbench) -> None:
    at_march(bench)
    enter(bench, Levy(ONE, 2))
    assert bench.campaign_view.place_of(4) == "aldbrook"  # where the corps stands that was levied
    assert bench.campaign_view.place_of(2) == ""


def test_the_dice_ledger(bench: Workbench) -> None:
    in_battle(bench)
    bench.campaign_view.docks["dice"].raise_()
    bench.settle()
    dice = bench.campaign_view.dice
    assert [one.text() for one in dice.luck.findChildren(QLabel)] == ["No dice have been thrown yet."]
    for _ in range(2):
        enter(bench, PlayChit("probe"))
    model = bench.campaign_view.dice.model
    assert [one.throw.why for one in model.throws] == ["Red fires at cranmere", "Blue fires at cranmere"]
    assert "FOR-3-fire" in list(items(bench.campaign_view.dice.table))
    assert [(one.side, model.data(model.index(nth, 1))) for nth, one in enumerate(model.throws)] == [
        ("Red", "Red"), ("Blue", "Blue"),
    ]  # fmt: skip
    (luck,) = dice.luck.findChildren(QTableWidget)
    rows = list(items(luck))[::2]
    assert rows[:2] == ["Blue", "2 d6"]
    assert rows[3] == "7"  # expected of two dice
    bench.type_keys("Ctrl+Z")
    assert model.throws == []


def test_the_ledger_shows_a_die_of_00_to_99_as_one_number() -> None:
    model = Throws()
    model.put([SideThrow(3, "Blue", ThrowResult("1d00-99", (5,), "morale", "X-1"))])
    shown = [model.data(model.index(0, at)) for at in range(model.columnCount())]
    assert shown == ["3", "Blue", "morale", "1d00-99", "05", "05", "X-1"]


def test_the_battle_window_comes_up_with_both_sides_and_goes(bench: Workbench) -> None:
    in_battle(bench)
    battle = bench.campaign_view.battle
    assert battle.isVisible()
    titles = [one.text() for one in battle.findChildren(QLabel)]
    said = "\n".join(titles)
    for words in ("+8 Blue 1 (FOR-3-battle)", "+9 Red 1 (FOR-3-battle)", "Losses this round", "Rounds", "now"):
        assert words in said
    assert bench.window.isActiveWindow()  # the keyboard stays with the prompt
    bench.type_keys("Ctrl+B")
    assert not battle.isVisible()
    enter(bench, PlayChit("probe"))
    assert not battle.isVisible()  # put away: it does not come back for the same battle
    bench.type_keys("Ctrl+B")
    assert battle.isVisible()
    bench.type_keys("Ctrl+Z")
    for _ in range(3):
        bench.type_keys("Ctrl+Z")
    assert not battle.isVisible()


def test_the_battle_window_tells_the_odds_until_the_position_changes(bench: Workbench) -> None:
    bench.window.resize(1080, 900)
    in_battle(bench)
    bench.campaign_view.battle.keep_clear = list  # beside what is asked about it may have to be smaller
    before = bench.campaign.game.state.hash
    odds = bench.campaign_view.battle.odds
    assert odds.isVisible()
    bench.click(odds.button)
    assert odds.running
    bench.wait(lambda: not odds.running)
    tables = odds.findChildren(QTableWidget)
    assert [table.columnCount() for table in tables] == [4, 3]
    assert {"assault", "probe", "defend"} <= set(items(tables[1]))
    said = "\n".join(label.text() for label in odds.findChildren(QLabel))
    assert "Battle of cranmere: the odds, as Blue may know them" in said
    assert "Played out 402 times, each choice 134 times" in said
    assert bench.campaign.game.state.hash == before
    battle = bench.campaign_view.battle
    assert battle.windowTitle() == "Battle of cranmere"
    high = battle.height()
    enter(bench, PlayChit("probe"))
    assert not odds.findChild(QTableWidget) or not odds.tables.isVisible()
    bench.settle()
    assert battle.height() < high - 100
    assert not battle.stack.verticalScrollBar().maximum()  # all of it is seen


def test_the_battle_window_is_left_as_high_as_its_user_has_made_it(bench: Workbench) -> None:
    in_battle(bench)
    battle = bench.campaign_view.battle
    own = battle.height() + 60
    battle.resize(battle.width(), own)
    bench.settle()
    enter(bench, PlayChit("probe"))
    assert battle.height() == own


def test_a_battle_window_that_its_contents_have_made_higher_is_not_as_its_user_has_made_it(bench: Workbench) -> None:
    in_battle(bench)
    for _ in range(2):
        enter(bench, PlayChit("probe"))
    battle = bench.campaign_view.battle
    high = battle.height()
    battle.story.text.setMinimumHeight(high)
    bench.settle()
    assert battle.height() > high
    battle.story.text.setMinimumHeight(48)
    bench.settle()
    battle.refresh()
    bench.settle()
    assert battle.height() == high


def test_trying_odds_out_can_be_stopped(bench: Workbench) -> None:
    in_battle(bench)
    odds = bench.campaign_view.battle.odds
    bench.click(odds.button)
    assert odds.button.text().startswith("Stop")
    bench.click(odds.button)
    assert not odds.running
    assert odds.button.text() == "&Odds"
    bench.wait(lambda: not bench.window.jobs.running)
    assert not odds.tables.isVisible()


def test_tables_lead_to_their_places(bench: Workbench) -> None:
    at_march(bench)
    grid = next(one for one in bench.campaign_view.sheets.findChildren(QTableWidget) if one.columnCount() == 3)
    assert list(items(grid))[::2][:3] == ["Blue 1", "aldbrook", "8"]
    grid.itemClicked.emit(grid.item(3, 0))
    bench.settle()
    assert bench.campaign_view.place is not None
    assert bench.campaign_view.place.space == "dunford"


def test_only_panels_that_change_are_drawn_anew(bench: Workbench) -> None:
    at_march(bench)
    before = bench.campaign_view.sheets.panels
    bench.campaign.settle()
    assert bench.campaign_view.sheets.panels is before
    enter(bench, Levy(ONE, 2))
    assert bench.campaign_view.sheets.panels != before


def test_panels_that_nobody_sees_are_drawn_when_they_are_seen(bench: Workbench) -> None:
    at_march(bench)
    sheets, docks = bench.campaign_view.sheets, bench.campaign_view.docks

    def table() -> list[str]:
        (grid,) = (one for one in sheets.findChildren(QTableWidget) if one.columnCount() == 3)
        return list(items(grid))[::2][:3]

    docks["place"].raise_()
    bench.settle()
    before, ask = table(), bench.campaign.ask
    assert ask is not None
    bench.campaign.answer(Levy(ONE, 2), ask)
    bench.settle()
    assert table() == before == ["Blue 1", "aldbrook", "8"]
    docks["sheets"].raise_()
    bench.settle()
    assert table() == ["Blue 1", "aldbrook", "10"]


def test_a_dock_with_nothing_in_it_is_not_shown(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    at_march(bench)
    docks = [bench.campaign_view.docks[key].toggleViewAction() for key in ("tracks", "sheets")]
    assert all(dock.isChecked() for dock in docks)

    def nothing(game: RunningGame, *wanted: Where) -> list[Panel]:
        return []

    monkeypatch.setattr(presentation, "panels", nothing)
    bench.campaign.settle()
    bench.settle()
    assert [dock.isChecked() for dock in docks] == [True, False]  # the sequence of play is always there


def test_rules_are_found_by_words(bench: Workbench) -> None:
    at_march(bench, Wishes(seed="1", seats="one"))
    rules = bench.campaign_view.rules
    rules.words.setText("hills climbed")
    left = [rules.list.item(at).text() for at in range(rules.list.count()) if not rules.list.item(at).isHidden()]
    assert left == ["FOR-6-mud  6-mud"]
    rules.show_rule("FOR-6-mud")
    assert "not in force in this campaign" in rules.text.toPlainText()
    assert "implemented" not in rules.text.toPlainText(), "the code has its button"
    assert "Hooks." not in rules.text.toPlainText()
    rules.show_rule("no such rule")
    assert "FOR-6-mud" in rules.text.toPlainText()


def test_what_is_sealed_stands_under_its_step(bench: Workbench) -> None:
    bench.begin()
    enter(bench, Order("hold", 1))
    assert bench.log_text().splitlines()[0].strip() == "Round 1"


@pytest.mark.parametrize(
    ("colour", "letters"),
    [
        ("#000000", "#ffffff"), ("#ffffff", "#000000"), ("#00ff00", "#000000"), ("#0000ff", "#ffffff"),
        ("#8c8c8c", "#ffffff"), ("#8d8d8d", "#000000"), ("#ff0000", "#ffffff"),
    ],
)  # fmt: skip
def test_letters_are_black_on_light_colours_and_white_on_dark_ones(colour: str, letters: str) -> None:
    assert readable_on(colour) == letters


@pytest.mark.parametrize("side_by_side", [True, False])
def test_sheets_of_a_group_stand_side_by_side_from_edge_to_edge_where_there_is_room(
    bench: Workbench, side_by_side: bool
) -> None:
    stack = PanelStack(side_by_side=side_by_side)
    stack.resize(640, 400)
    stack.put([Sheet(key=name, title=name, entries=(), group="corps") for name in ("one", "two")])
    stack.show()
    bench.settle()
    first, second = (one.rect().translated(one.mapTo(stack.inside, QPoint())) for one in stack.findChildren(SheetView))
    if side_by_side:
        assert (first.top(), first.width()) == (second.top(), second.width())
        assert first.right() < second.left()
    else:
        assert first.bottom() < second.top()
    assert first.left() == stack.inside.width() - 1 - second.right() == 8  # the margin of the column alone
    stack.close()


# -- the story of a battle


def story_lines(bench: Workbench) -> list[str]:
    """Return the lines of the story in the battle window."""
    return [line.strip() for line in bench.campaign_view.battle.story.text.toPlainText().splitlines() if line.strip()]


def fight_it_out(bench: Workbench) -> None:
    """Have the battle at Cranmere fought to its end."""
    bot = RandomBot("1")
    while len(bench.campaign.game.frames) > 1:
        ask = bench.campaign.ask
        assert ask is not None
        action = bot.answer(bench.campaign.referee, ask)
        assert action is not None
        bench.campaign.answer(action, ask)
        bench.settle()


def test_the_battle_window_tells_each_round_and_who_won_and_stays_until_it_is_closed(bench: Workbench) -> None:
    in_battle(bench)
    battle = bench.campaign_view.battle
    for _ in range(2):
        enter(bench, PlayChit("probe"))
    lines = story_lines(bench)
    assert lines[0] == "Nothing is decided yet."
    assert "Round 1" in lines
    assert any(line.startswith("⚄ Blue fires at cranmere: ") for line in lines)
    fight_it_out(bench)
    assert battle.isVisible()
    assert story_lines(bench)[0].startswith(("Winner: ", "Nobody has won."))
    assert battle.windowTitle() == "Battle of cranmere"
    assert not battle.odds.isVisible()
    battle.close()
    bench.settle()
    bench.campaign.settle()
    bench.settle()
    assert not battle.isVisible()
    bench.type_keys("Ctrl+B")
    assert battle.isVisible()
    assert story_lines(bench)[0].startswith(("Winner: ", "Nobody has won."))


def test_a_rule_in_the_story_shows_its_words(bench: Workbench) -> None:
    in_battle(bench)
    for _ in range(2):
        enter(bench, PlayChit("probe"))
    bench.campaign_view.battle.story.text.anchorClicked.emit(QUrl("rule:FOR-3-fire"))
    bench.settle()
    assert "FOR-3-fire" in bench.campaign_view.rules.text.toPlainText()


def test_a_story_that_is_taken_back_is_told_no_more(bench: Workbench) -> None:
    in_battle(bench)
    for _ in range(2):
        enter(bench, PlayChit("probe"))
    fight_it_out(bench)
    assert bench.campaign_view.battle.isVisible()
    story = bench.campaign_view.battle.story
    assert story.fought is not None
    assert story.has_gone_on(story.fought)
    assert not story.has_gone_on(replace(story.fought, first=story.fought.first + 1))  # that one was taken back
    bench.campaign.referee.history.goto(3)
    bench.campaign.settle()
    bench.settle()
    assert not bench.campaign_view.battle.isVisible()
    bench.campaign_view.battle.bring()
    assert not bench.campaign_view.battle.isVisible()


def test_the_battle_window_stands_beside_what_is_asked_about(bench: Workbench) -> None:
    in_battle(bench)
    battle = bench.campaign_view.battle
    asked: list[QRect] = []
    battle.keep_clear = lambda: asked
    for nth in (1, 2, 3):
        there = battle.geometry().topLeft() + QPoint(battle.width() * nth // 4, battle.height() // 2)
        asked[:] = [QRect(there, QSize(40, 40))]
        assert battle.geometry().intersects(asked[0])
        battle.stand_clear()
        assert not battle.geometry().intersects(asked[0])


def test_the_battle_window_does_not_cover_what_has_happened(bench: Workbench) -> None:
    bench.window.resize(1280, 800)
    in_battle(bench)
    battle, middle = bench.campaign_view.battle, bench.campaign_view.middle
    bench.wait(battle.isVisible)
    middle.recap()
    bench.settle()
    assert isinstance(middle.page, RecapPage)
    told = middle.page.list
    assert not battle.geometry().intersects(QRect(told.mapToGlobal(QPoint(0, 0)), told.size()))
    middle.leave()
    assert middle.boxes() == []


def test_words_of_a_box_are_broken_where_the_longer_line_is_shortest() -> None:
    def ten_a_letter(words: str) -> int:
        return 10 * len(words)

    assert in_two_lines("17 VP", ten_a_letter) == "17 VP"
    assert in_two_lines("18 Instability, 3 VP, loss 1", ten_a_letter) == "18 Instability,\n3 VP, loss 1"
    assert in_two_lines("Reinforcement", ten_a_letter) == "Reinforcement"


def test_a_marker_that_names_very_many_is_cut_and_read_whole_in_its_tip(qapp: QApplication) -> None:
    many = f"passed over: {', '.join(f'Country {one}' for one in range(24))}"
    long, short = marker("#8c857a", many), marker("#8c857a", "passed over: Red")
    assert long.sizeHint().width() <= WIDEST + 16
    assert ("Country 23" in long.text(), "Country 23" in long.toolTip()) == (False, True)
    assert long.accessibleName() == many
    assert (short.text(), short.toolTip()) == ("passed over: Red", "")


@pytest.fixture
def chosen(qapp: QApplication) -> Iterator[ChosenPanels]:
    """Give a dock of panels, seen."""
    made = ChosenPanels(name="Tracks")
    made.resize(400, 300)
    made.show()
    made.be_seen(True)
    yield made
    made.deleteLater()


def grids_in(chosen: ChosenPanels) -> list[str]:
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return [one.accessibleName() for one in chosen.findChildren(QTableWidget)]


def tables(*names: str) -> list[Panel]:
    return [Table(key=name.lower(), title=name, columns=("A",), rows=(("1",),)) for name in names]


def test_of_many_panels_one_can_be_chosen_with_the_keys(chosen: ChosenPanels) -> None:
    chosen.put(tables("Wars", "Minors", "Trade", "Fleets", "Calendar"))
    assert grids_in(chosen) == ["Wars", "Minors", "Trade", "Fleets", "Calendar"]
    chosen.list.setFocus()
    QTest.keyClicks(chosen.list, "tr")
    QTest.keyClick(chosen.list, Qt.Key.Key_Return)
    QTest.keyClick(chosen.list, Qt.Key.Key_Return)
    assert grids_in(chosen) == ["Trade"]


def test_what_was_chosen_stays_while_it_is_there(chosen: ChosenPanels) -> None:
    names = "Wars", "Minors", "Trade", "Fleets", "Calendar"
    chosen.put(tables(*names))
    QTest.keyClick(chosen.list, Qt.Key.Key_End)
    assert grids_in(chosen) == ["Calendar"]
    chosen.put(tables("Proposals", *names))
    assert grids_in(chosen) == ["Calendar"]
    assert chosen.list.currentText() == "Calendar"
    chosen.put(tables("Proposals", *names[:-1]))
    assert grids_in(chosen) == ["Proposals", "Wars", "Minors", "Trade", "Fleets"]


def test_few_panels_have_no_list(chosen: ChosenPanels) -> None:
    chosen.put(tables("Wars", "Minors", "Trade"))
    assert not chosen.list.isVisible()
    assert grids_in(chosen) == ["Wars", "Minors", "Trade"]
