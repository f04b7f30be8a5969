"""What a player meets on the Peninsula: stacks, ways to march, places by their names, supply on the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolTip

from sandtable.board.spaces import SpaceId
from sandtable.engine import Game
from sandtable.engine.running.offers import offers
from sandtable.lab.bots import RandomBot
from sandtable.play.table.sitting import Wishes
from sandtable.play.turn.entries import ListEntry, WayEntry
from sandtable.present import presentation
from sandtable_editor.canvas.overlay.lettering import measure
from sandtable_editor.play.panels.bar import Bar
from sandtable_editor.play.panels.sheet import SheetView
from sandtable_editor.play.turn.fields.field import ValueList
from sandtable_editor.shell.theme import Choice
from sandtable_empires.campaign.order import TakePlace
from sandtable_empires.model import Siege, Storm
from tests.editor.play.sitting import Sitting
from tests.editor.workbench import CTRL, Workbench


@pytest.fixture
def march(peninsula: Workbench) -> Workbench:
    """Come to the land movement of France."""
    peninsula.window.resize(1280, 800)
    sitting = peninsula.sit_down(Wishes(seed="1", seats="one"))
    referee, bot = sitting.referee, RandomBot("march")
    while (prompt := referee.prompt) is not None:
        ask = prompt.open[0]
        if ask.side == "France" and any(one.label == "March" for one in offers(referee.view(ask.side), ask)):
            break
        action = bot.answer(referee, ask)
        assert action is not None
        referee.play(action, ask.side)
    peninsula.play.accept(sitting)
    peninsula.settle()
    return peninsula


def stack(bench: Workbench) -> tuple[str, str]:
    """Return a French corps that lies in a stack with a garrison of its own, and where it can go."""
    view = bench.campaign.view
    assert view is not None
    there = presentation.counters(view)
    ours = [one for one in there if one.kind == "Corps" and one.side == "France"]
    alone = [one for one in ours if [other.space for other in ours].count(one.space) == 1]
    for corps in alone:
        reach = presentation.reach(view, corps.piece)
        free = {one.space for one in there}
        goals = [space for space in (reach.costs if reach is not None else ()) if space not in free]
        if goals and not any(one.kind == "Garrison" and one.space == corps.space for one in there):
            words = f"mouse Detach: {corps.piece} / city / infantry / 1"
            try:
                Sitting(bench).do(words)
            except AssertionError:
                continue
            return corps.piece, goals[0]
        if goals:
            return corps.piece, goals[0]
    raise AssertionError("no such stack")


def test_a_stack_is_carried_without_what_goes_nowhere(march: Workbench) -> None:
    corps, goal = stack(march)
    assert len(march.map.counters.stack_of(corps).pieces) > 1
    before = march.campaign.referee.journal.head
    march.see(goal)
    march.drag(corps, goal)
    assert march.campaign.referee.journal.head == before + 1
    assert march.map.counters[corps].space == goal


def test_a_march_is_one_drag(march: Workbench) -> None:
    corps, goal = stack(march)
    march.see(goal)
    before = march.campaign.referee.journal.head
    march.drag(corps, goal)
    last = march.campaign.referee.journal.at
    assert march.campaign.referee.journal.head == before + 1
    assert last is not None
    assert last.action is not None
    assert type(last.action).label() == "March"


def test_a_chit_is_two_clicks(peninsula: Workbench) -> None:
    until(peninsula, lambda game: game.frame.step == "chits")
    before, entry = peninsula.campaign.referee.journal.head, peninsula.draft.entry
    assert isinstance(entry, ListEntry)
    clicks = 0
    row = entry.values.index("probe")
    peninsula.choose(row, peninsula.field(ValueList))
    clicks += 1
    while peninsula.campaign.referee.journal.head == before:
        peninsula.click(peninsula.campaign_view.prompt.commit)
        clicks += 1
        assert clicks <= 2
    last = peninsula.campaign.referee.journal[before + 1].action
    assert getattr(last, "chit", "") == "probe"


def test_what_may_not_be_carried_there_is_said(march: Workbench) -> None:
    view = march.campaign.view
    assert view is not None
    garrison = next(one for one in presentation.counters(view) if one.kind == "Garrison" and one.side == "France")
    march.map.counters_dropped.emit((garrison.piece,), "toledo")
    march.settle()
    assert march.draft.objection is not None
    assert f"takes {garrison.title} to Toledo" in march.draft.objection.reasons[0].says


def test_a_click_on_a_corps_takes_up_the_plain_march(march: Workbench) -> None:
    corps, _ = stack(march)
    march.see(march.map.counters[corps].space)
    march.click_counter(corps)
    assert march.draft.offer is not None
    assert march.draft.offer.label == "March"
    assert march.draft.filled_fields == {"corps": corps}


def test_a_place_is_told_of_by_names(march: Workbench) -> None:
    march.campaign_view.look_at("burgos")
    assert march.campaign_view.place is not None
    told = "\n".join(str(panel) for panel in march.campaign_view.place.stack.panels or ())
    assert "Old Castile" in told
    assert "old-castile" not in told
    assert "Valladolid" in told  # beside it


def test_supply_is_a_way_to_colour_the_map(march: Workbench) -> None:
    view = march.campaign.view
    assert view is not None
    mode = next(mode for mode in presentation.map_modes(view) if mode.key == "supply")
    assert mode.says == "France's supply"
    corps = {one.space for one in presentation.counters(view) if one.kind == "Corps" and one.side == "France"}
    assert corps <= mode.fills.keys()  # fed, or beyond the depots
    assert mode.hatched <= corps
    Sitting(march).do("mode Supply")
    assert march.campaign_view.board is not None
    assert march.campaign_view.board.mode == mode


@pytest.mark.parametrize("place", ["leon", "valencia", "murcia", "granada"])
def test_a_town_is_found_before_the_province_of_its_name(march: Workbench, place: str) -> None:
    assert march.map.find(place.title())[0][0] == place


def test_a_stack_is_carried_whole_though_it_may_march_in_two_ways(march: Workbench) -> None:
    view = march.campaign.view
    assert view is not None
    corps = ["Moncey's Corps", "Murat's Reserve"]
    spaces = march.map.counters
    assert len({spaces[one].space for one in corps}) == 1
    Sitting(march).do(f"carry {march.map.counters.stack_of(corps[0]).pieces[-1]} -> Guadalajara")
    assert {march.map.counters[one].space for one in corps} == {"guadalajara"}


# -- what somebody who is new here looks for


def test_where_no_way_is_long_enough_the_points_are_named(march: Workbench) -> None:
    march.click_counter("Dupont's Corps")
    march.hover("corunna")
    dear = "Dupont's Corps has 4 movement points, but the way to Corunna costs 9"
    assert QToolTip.text().count(f"{dear} (BASE-7.3-cost)".replace("'", "&#x27;")) == 1, QToolTip.text()
    march.click_space("corunna")
    assert dear in march.plain_screen()
    assert march.draft.filled_fields == {"corps": "Dupont's Corps"}
    march.key(Qt.Key.Key_Escape)
    march.drag("Dupont's Corps", "corunna", stack=False)
    assert "Cannot go to Corunna" in march.plain_screen()
    assert dear in march.plain_screen()


def test_a_forced_march_goes_a_point_further_without_a_word_against_it(march: Workbench) -> None:
    Sitting(march).take_up("Force march", "mouse")
    Sitting(march).fill_field("Dupont's Corps", "mouse")
    entry, view = march.draft.entry, march.campaign.view
    assert isinstance(entry, WayEntry)
    assert view is not None
    usual = presentation.reach(view, "Dupont's Corps")
    assert usual is not None
    further = next(way[-1] for way in entry.domain if entry.domain.halts(way))
    space = march.draft.places.spot(further)
    assert space not in usual.costs
    march.hover(space)
    assert "no way" not in QToolTip.text()


def test_a_drop_where_only_a_forced_march_leads_is_asked_about(march: Workbench) -> None:
    """Dupont's corps can go a point further: shown in a colour of its own, and no die is thrown without a word."""
    corps = "Dupont's Corps"
    march.click_counter(corps)
    assert march.map.reach is not None
    goal = next(space for space in march.map.reach.further if space not in march.map.counters.occupied_spaces())
    march.see(goal)
    QTest.mouseMove(march.map.viewport(), QPoint(5, 5))  # the map has moved under the mouse
    march.hover(goal)
    assert "5 movement points: forced march, may lose stragglers" in march.window.status.hint.text()
    march.key(Qt.Key.Key_Escape)
    before = march.campaign.referee.journal.head
    march.drag(corps, goal, stack=False)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    labels = [action.text() for action in menu.actions()]
    assert labels == [
        "Force march (5 movement points: forced march, may lose stragglers)", "Leave it where it is",
    ]  # fmt: skip
    assert march.campaign.referee.journal.head == before
    menu.actions()[0].trigger()
    menu.close()
    march.settle()
    assert march.campaign.referee.journal.head > before
    assert march.map.counters[corps].space == goal


def test_a_drag_to_where_a_plain_march_leads_is_that(march: Workbench) -> None:
    corps, goal = stack(march)
    march.see(goal)
    march.drag(corps, goal, stack=False)
    assert QApplication.activePopupWidget() is None
    at = march.campaign.referee.journal.at
    assert at is not None
    assert type(at.action).__name__ == "March"


def test_a_forced_march_lights_where_it_leads_by_a_detour_at_its_own_price(march: Workbench) -> None:
    force = next(offer for offer in march.draft.open if offer.label == "Force march")
    view, places = march.campaign.view, march.draft.places
    assert view is not None
    for corps in force.domain("corps"):
        ways: Any = force.fill(corps=corps).domain("way")
        usual, forced = presentation.reach(view, corps), {places.spot(at): goals for at, goals in ways.reach().items()}
        near = next((at for at in forced if usual is not None and at in usual.costs), "")
        if near and usual is not None:
            break
    else:
        pytest.fail("no corps goes anywhere by a detour")
    march.draft.hold(force.fill(corps=corps))
    march.settle()
    reach = march.map.reach
    assert reach is not None
    assert {at: reach.costs[SpaceId(at)] for at in forced} == {at: str(ends[0].cost) for at, ends in forced.items()}
    assert set(reach.costs) == set(forced)
    assert reach.costs[SpaceId(near)] != usual.costs[SpaceId(near)]
    march.see(near)
    march.hover(near)
    assert f": {reach.costs[SpaceId(near)]} movement points" in QToolTip.text()
    assert march.map.display.ghost.words == f"{reach.costs[SpaceId(near)]} movement points"


def test_the_way_in_hand_says_how_much_of_the_points_is_spent(march: Workbench) -> None:
    corps, _ = stack(march)
    reach = presentation.reach(march.campaign.view, corps) if march.campaign.view is not None else None
    assert reach is not None
    near = next(space for space, cost in reach.costs.items() if cost == "2")
    march.click_counter(corps)
    march.click_space(near)
    assert march.draft.offer is not None
    assert march.map.display.ghost.words == "2 of 4 movement points"


def test_what_the_colours_show_is_chosen_by_keys(march: Workbench) -> None:
    march.type_keys("Ctrl+M")
    popup = QApplication.activePopupWidget()
    assert popup is not None
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Return):
        march.key(key, widget=QApplication.focusWidget())
    assert march.campaign_view.board is not None
    assert march.campaign_view.board.mode is not None
    assert march.campaign_view.board.mode.title == "Holder"


def test_the_keyboard_stays_with_the_button_that_does_it(peninsula: Workbench) -> None:
    until(peninsula, lambda game: game.frame.step == "chits")
    peninsula.key(Qt.Key.Key_Down)
    peninsula.key(Qt.Key.Key_Return)
    commit = peninsula.campaign_view.prompt.commit
    assert commit.isEnabled()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Left):
        commit.setFocus()
        peninsula.key(key)
        assert commit.hasFocus()


def test_detaching_shows_no_reach(march: Workbench) -> None:
    Sitting(march).take_up("Detach", "mouse")
    Sitting(march).fill_field("Dupont's Corps", "mouse")
    assert march.campaign_view.board is not None
    assert march.campaign_view.board.hand.held_piece() == "Dupont's Corps"
    assert march.campaign_view.board.questions.moving_piece() == ""
    march.click_space("corunna")  # to look at it
    assert march.draft.objection is None


def test_the_first_of_a_list_does_not_look_chosen(peninsula: Workbench) -> None:
    peninsula.begin(Wishes(seed="1", seats="one"))
    listed = peninsula.field(ValueList)
    assert not listed.selectedIndexes()
    assert not peninsula.campaign_view.prompt.commit.isEnabled()
    peninsula.campaign_view.prompt.take_focus()
    peninsula.key(Qt.Key.Key_Down)
    assert [index.row() for index in listed.selectedIndexes()] == [0]
    peninsula.key(Qt.Key.Key_Return)
    assert peninsula.campaign.referee.journal.head == 2


def test_a_number_that_is_typed_is_the_one_that_enter_takes(peninsula: Workbench) -> None:
    peninsula.begin(Wishes(seed="1", seats="one"))
    peninsula.campaign_view.prompt.take_focus()
    peninsula.write("3")
    peninsula.key(Qt.Key.Key_Return)
    at = peninsula.campaign.referee.journal.at
    assert at is not None
    assert str(at.action) == "TakePlace(place=3)"


def test_the_keyboard_begins_at_what_is_possible(peninsula: Workbench) -> None:
    """One corps alone cannot outflank: the first of the chits, but what is possible stands before it."""
    until(peninsula, lambda game: game.frame.step == "chits")
    listed = peninsula.field(ValueList)
    names = [str(listed.model().index(row, 0).data()) for row in range(listed.model().rowCount())]
    assert "outflank" in names[1:]
    assert not listed.currentIndex().isValid()
    peninsula.campaign_view.prompt.take_focus()
    peninsula.key(Qt.Key.Key_Down)
    assert listed.currentIndex().row() == 0
    peninsula.campaign_view.prompt.take_focus()
    peninsula.key(Qt.Key.Key_Return)
    assert peninsula.draft.filled_fields["chit"] == names[0]


def test_the_battle_window_is_as_high_as_what_it_shows(peninsula: Workbench) -> None:
    peninsula.window.resize(1280, 800)
    until(peninsula, lambda game: game.frame.step == "chits")
    battle, campaign, bot = peninsula.campaign_view.battle, peninsula.campaign, RandomBot("look")
    battle.keep_clear = list  # beside what is asked about it may have to be smaller
    battle.stand_clear()
    peninsula.settle()
    heights: set[int] = set()
    while campaign.game.frames[-1].sequence != "turn" and len(heights) < 3:
        assert battle.isVisible()
        assert not battle.stack.verticalScrollBar().maximum()
        shown_to = max(sheet.mapTo(battle, sheet.rect().bottomLeft()).y() for sheet in battle.findChildren(SheetView))
        assert battle.story.y() - shown_to < 60
        assert battle.story.text.height() >= 48
        heights.add(battle.height())
        assert campaign.ask is not None
        action = bot.answer(campaign.referee, campaign.ask)
        assert action is not None
        campaign.answer(action, campaign.ask)
        peninsula.settle()
    assert len(heights) > 1


def test_no_button_of_the_decision_is_cut_in_large_letters(peninsula: Workbench) -> None:
    """The docks are as wide as they were with letters of the usual size."""
    peninsula.window.resize(2000, 1000)
    until(peninsula, lambda game: game.frame.step == "losses")
    peninsula.theme.enlarge(200)
    peninsula.settle()
    prompt = peninsula.campaign_view.prompt
    peninsula.window.resizeDocks([peninsula.campaign_view.docks["prompt"]], [310], Qt.Orientation.Horizontal)
    prompt.renew()
    peninsula.settle()
    right = prompt.commit.mapTo(prompt, prompt.commit.rect().topRight()).x()
    assert right <= prompt.viewport().width()


def test_the_battle_window_leaves_what_stands_above_the_map_and_the_hint_line_in_view(peninsula: Workbench) -> None:
    peninsula.window.resize(1280, 800)
    until(peninsula, lambda game: game.frame.step == "losses" and game.frame.round > 1)
    assert peninsula.campaign_view.board is not None
    battle, status = peninsula.campaign_view.battle, peninsula.window.status
    battle.keep_clear = list
    battle.stand_clear()
    peninsula.settle()
    for one in (peninsula.campaign_view.board.strip, status):
        assert not battle.geometry().intersects(QRect(one.mapToGlobal(QPoint(0, 0)), one.size()))


def test_both_sides_of_a_battle_have_bars_and_its_place_is_said_whole(peninsula: Workbench) -> None:
    peninsula.window.resize(1280, 800)
    until(peninsula, lambda game: game.frame.sequence == "rounds" and game.frame.round == 2)
    sheets = peninsula.campaign_view.battle.findChildren(SheetView)
    bars = [[(bar.value, bar.full) for bar in sheet.findChildren(Bar)] for sheet in sheets]
    assert [len(one) for one in bars] == [2, 2], "morale and factors of each"
    assert all(0 <= value <= full for one in bars for value, full in one)
    assert any(value < full for one in bars for value, full in one)
    assert peninsula.campaign_view.board is not None
    where = peninsula.campaign_view.board.strip.where
    steps = where.toolTip().splitlines()[0].split(" · ")
    assert where.bold_shown().split(" · ")[-1] == steps[-1], "the step that is played is cut"
    assert {*where.bold_shown().split(" · ")} <= {*steps, "…"}
    assert any(part.startswith("Battle of ") for part in where.bold_shown().split(" · ")), "which battle it is"


def test_the_battle_is_named_beside_the_guide_in_larger_letters(peninsula: Workbench) -> None:
    peninsula.window.resize(1280, 800)
    peninsula.theme.enlarge(125)
    until(peninsula, lambda game: game.frame.sequence == "rounds" and game.frame.round == 2)
    peninsula.window.commands["guide"].trigger()
    peninsula.settle()
    board = peninsula.campaign_view.board
    assert board is not None
    shown = board.strip.where.bold_shown().split(" · ")
    assert any(part.startswith("Battle of ") for part in shown), shown
    assert not shown[-1].endswith("…"), "the step that is played is cut"


@pytest.mark.parametrize("theme", ["light", "contrast"])
def test_the_month_is_said_beside_each_step(peninsula: Workbench, theme: Choice) -> None:
    """In high contrast the buttons of the line have edges, and leave less room for where we are."""
    peninsula.window.resize(1280, 800)
    peninsula.begin(Wishes(seed="1", seats="one"))
    peninsula.theme.choose(theme)
    board, campaign, bot = peninsula.campaign_view.board, peninsula.campaign, RandomBot("month")
    assert board is not None
    said: dict[str, str] = {}
    while len(said) < 6 and len(campaign.game.frames) < 3 and campaign.ask is not None:
        peninsula.settle()
        said[campaign.game.frame.step] = board.strip.where.bold_shown()
        action = bot.answer(campaign.referee, campaign.ask)
        assert action is not None
        campaign.answer(action, campaign.ask)
    assert len(said) > 3
    assert not [one for one in said.values() if "1808" not in one]


def test_the_story_keeps_its_part_of_a_low_battle_window_and_stands_low_when_it_is_over(peninsula: Workbench) -> None:
    """What is asked about lies in the upper half of the map; then the game goes on all over it."""
    peninsula.window.resize(1280, 800)
    until(peninsula, lambda game: game.frame.step == "losses" and game.frame.round > 1)
    middle = peninsula.window.middle
    upper = QRect(middle.mapToGlobal(QPoint(0, 0)), QSize(middle.width(), middle.height() * 2 // 3))
    battle, campaign, bot = peninsula.campaign_view.battle, peninsula.campaign, RandomBot("look")
    battle.keep_clear = lambda: [upper]
    battle.stand_clear()
    peninsula.settle()
    assert not battle.geometry().intersects(upper)
    assert battle.story.height() >= battle.height() // 3
    while campaign.game.frames[-1].sequence != "turn":
        assert campaign.ask is not None
        action = bot.answer(campaign.referee, campaign.ask)
        assert action is not None
        campaign.answer(action, campaign.ask)
        peninsula.settle()
    assert battle.isVisible()
    low = peninsula.window.geometry().bottom()
    assert battle.height() <= (low - upper.top()) // 2
    assert battle.geometry().top() - upper.top() > low - battle.geometry().bottom()


def test_the_battle_window_gets_lower_before_it_gets_narrow(peninsula: Workbench) -> None:
    """What is asked about leaves a strip below it free, which is as wide as the map."""
    peninsula.window.resize(1280, 800)
    until(peninsula, lambda game: game.frame.step == "losses")
    middle, battle = peninsula.window.middle, peninsula.campaign_view.battle
    room = QRect(middle.mapToGlobal(QPoint(0, 0)), peninsula.window.geometry().bottomRight())
    asked = room.adjusted(0, 0, 0, -300)
    battle.keep_clear = lambda: [asked]
    battle.stand_clear()
    peninsula.settle()
    assert not battle.geometry().intersects(asked)
    assert battle.width() >= 600


def test_an_assault_has_its_window_with_odds(peninsula: Workbench) -> None:
    until(peninsula, lambda game: game.frame.sequence == "storm")
    battle = peninsula.campaign_view.battle
    assert battle.isVisible()
    assert battle.windowTitle().startswith("Assault on ")
    assert "Morale" in peninsula.plain_screen()
    assert battle.odds.isVisible()


def test_a_storm_that_is_announced_is_in_front_before_it_is_fought(peninsula: Workbench) -> None:
    until(peninsula, lambda game: len(game[Storm]) > 0 and game.frame.sequence != "storm")  # who joins it is asked
    battle = peninsula.campaign_view.battle
    assert battle.isVisible()
    assert battle.windowTitle().startswith(("Assault on ", "Sortie from ", "Raid on the depot in "))
    assert not battle.odds.isVisible()


def test_what_is_found_first_lies_where_the_game_is_played(march: Workbench) -> None:
    """Saratov is shorter than Saragossa, and a thousand miles away; nobody reads ids."""
    found = list(march.play.find("sara"))
    assert [one.title for one in found[:2]] == ["Saragossa", "Saratov"]
    assert next(iter(march.play.find("saratov"))).title == "Saratov"
    assert not [one for one in found if "-" in one.says or one.says.islower()]
    assert len({one.act.args for one in found}) == len(found)  # type: ignore[attr-defined]  # each place once


def test_the_rounds_of_a_battle_are_told_once_in_the_log(peninsula: Workbench) -> None:
    until(peninsula, lambda game: game.frame.sequence == "rounds" and game.frame.round == 2)
    lines = [text for text, _ in peninsula.log_lines()]
    assert "Rounds" in lines
    assert "Round 1" in lines
    assert not [text for text in lines if text.startswith("Rounds ")]


def test_names_of_towns_can_be_read_on_the_opening_map(peninsula: Workbench) -> None:
    """At the size of a small screen: no counter hides much of a name, and most towns have theirs."""
    peninsula.window.resize(1272, 784)
    peninsula.begin()
    peninsula.settle()
    peninsula.map.settle()
    labels, counters = peninsula.map.map_scene.labels, peninsula.map.counters
    there, half = [at * labels.zoom for at, _ in counters.dots()], counters.size / 2
    named: set[str] = set()
    for one in labels.labels():
        if one.name.mark is None or not one.words:
            continue
        wide, high = measure(one.name.text, one.name.style)
        words = QRectF(0, 0, wide, high)
        words.moveCenter(QPointF(*one.name.place) * labels.zoom + QPointF(one.dx, one.dy))
        boxes = [QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half) for at in there]
        parts = [words.intersected(box) for box in boxes if words.intersects(box)]
        hidden = sum(part.width() * part.height() for part in parts)
        assert hidden <= 0.2 * wide * high, one.name.text
        named.add(one.name.text)
    assert named.issuperset(("Madrid", "Lisbon", "Gibraltar", "Pamplona", "Saragossa", "Badajoz", "Valencia", "Cadiz"))


def until(bench: Workbench, holds: Callable[[Game], bool]) -> None:
    """Have bots play until something holds, if need be another game, and put the campaign on the table."""
    for attempt in range(20):
        sitting = bench.sit_down(Wishes(seed="1", seats="one"), name=f"table-{attempt}")
        referee, bot = sitting.referee, RandomBot(f"look {attempt}")
        while (prompt := referee.prompt) is not None and not holds(referee.game):
            action = bot.answer(referee, prompt.open[0])
            assert action is not None
            referee.play(action, prompt.open[0].side)
        if prompt is not None:
            bench.play.accept(sitting)
            bench.settle()
            return
        referee.sink.close()
    raise AssertionError("it never came to that")


def test_a_siege_is_seen_and_told_of(peninsula: Workbench) -> None:
    peninsula.window.resize(1280, 800)
    until(peninsula, lambda game: bool(len(game[Siege])))
    siege = peninsula.campaign.game[Siege].last()
    assert siege is not None
    space = peninsula.draft.places.spot(siege.area)
    (sign,) = peninsula.map.counters.signs.all()
    assert (sign.space, sign.symbol) == (space, "siege")
    peninsula.see(space)
    peninsula.hover(space)
    assert f"{siege.side} besieges " in QToolTip.text()
    assert f"{siege.side} besieges " in peninsula.window.status.hint.text()
    words = [peninsula.map.words_of(piece) for piece in peninsula.map.counters.in_space(SpaceId(space))]
    assert any("lays siege" in one for one in words)
    assert any("besieged" in one for one in words)
    peninsula.campaign_view.look_at(space)
    assert peninsula.campaign_view.place is not None
    assert "Besieged by" in "\n".join(str(panel) for panel in peninsula.campaign_view.place.stack.panels or ())


def test_a_question_with_one_answer_says_so_and_takes_enter_from_anywhere(peninsula: Workbench) -> None:
    until(peninsula, lambda game: game.frame.step == "losses")
    for _ in range(200):
        if peninsula.draft.only_way:
            break
        campaign = peninsula.campaign
        assert campaign.ask is not None
        action = RandomBot("look").answer(campaign.referee, campaign.ask)
        assert action is not None
        campaign.answer(action, campaign.ask)
        peninsula.settle()
    assert peninsula.draft.only_way
    assert "There is only one choice" in peninsula.plain_screen()
    assert peninsula.window.status.hint.text() == "Only one choice · Enter: do it"
    before = peninsula.campaign.referee.journal.head
    peninsula.campaign_view.log.words.setFocus()
    peninsula.key(Qt.Key.Key_Return)  # somebody looks for words in the log
    assert peninsula.campaign.referee.journal.head == before
    peninsula.map.setFocus()
    peninsula.key(Qt.Key.Key_Return)
    assert peninsula.campaign.referee.journal.head == before + 1


def test_a_question_is_shown_from_its_beginning(march: Workbench) -> None:
    """Wherever the keyboard was in the question before: its heading is seen first."""
    column = march.campaign_view.prompt.verticalScrollBar()
    march.campaign_view.prompt.setFocus()
    corps, goal = stack(march)
    for _ in range(2):
        march.see(goal)
        march.drag(corps, goal)
        assert column.maximum() > 0
        assert column.value() == 0
        march.campaign_view.prompt.take_focus()
        march.key(Qt.Key.Key_Z, CTRL)
        assert column.maximum() > 0
        assert column.value() == 0
        march.campaign_view.prompt.take_focus()


def test_the_card_of_a_corps_names_keys_of_two_digits_too(march: Workbench) -> None:
    board = march.campaign_view.board
    assert board is not None
    said = ""
    for counter in march.map.counters.all():
        if counter.kind == "Corps" and counter.side == "France" and "Take quarters" not in said:
            march.map.counter_hovered.emit(counter.piece)
            march.settle()
            said = board.cards.card.words.text()
    number = next(one.number for one in march.draft.listed if one.offer.label == "Take quarters")
    assert number > 9
    assert f"Take quarters ({number})" in said


def test_pieces_in_a_place_are_told_in_full_where_the_panel_is_narrow(peninsula: Workbench) -> None:
    peninsula.begin(Wishes(seed="1", seats="one"))
    peninsula.campaign_view.look_at("madrid")
    panel = peninsula.campaign_view.place
    assert panel is not None
    listed = panel.pieces
    for wide in (420, 180):
        panel.setFixedWidth(wide)
        peninsula.settle()
        rows = [listed.item(row) for row in range(listed.count())]
        assert len(rows) == 3
        assert all(listed.viewport().rect().contains(listed.visualItemRect(row)) for row in rows)
        assert all(row.text()[0].isupper() for row in rows)
    room, metrics = listed.viewport().width(), listed.fontMetrics()
    assert any(metrics.horizontalAdvance(row.text()) > room for row in rows)


def test_dice_in_the_log_begin_as_sentences_do(peninsula: Workbench) -> None:
    until(peninsula, lambda game: game.round == 2)
    thrown = [line.strip() for line in peninsula.log_text().splitlines() if line.strip().startswith("⚄")]
    assert any("uerillas in" in line for line in thrown)
    assert all(line[2].isupper() for line in thrown), thrown


def test_enter_on_the_map_goes_on_with_what_a_click_there_has_chosen(peninsula: Workbench) -> None:
    peninsula.begin(None, TakePlace(1))
    journal, draft = peninsula.campaign.referee.journal, peninsula.draft
    plies = journal.serial
    draft.take_up(next(offer for offer in draft.open if offer.label == "Lay depot"))
    peninsula.settle()
    space = next(spot for spot in draft.spots() if peninsula.map.geography.name(SpaceId(spot)) == "Bayonne")
    peninsula.see(space)
    peninsula.click_space(space)
    peninsula.settle()
    assert journal.serial == plies  # chosen, not done
    peninsula.key(Qt.Key.Key_Return)
    peninsula.settle()
    assert journal.serial == plies + 1
    assert "depot in Bayonne" in peninsula.log_text()
