"""Whose turn it is and what for: who is asked and in which colour, what may be done, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QApplication, QLineEdit

from sandtable.engine import EndStep, InstalledGame, Phase, Step
from sandtable.play.table.sitting import Wishes
from sandtable.play.turn.entries import NOTHING, ListEntry
from sandtable_editor.play.turn.fields.field import ValueList
from sandtable_editor.play.turn.side_chip import SideChip, ink_on
from sandtable_editor.play.turn.strip import fitting, shortened
from sandtable_empires.campaign.order import TakePlace
from tests.editor.play.player import choose_kind, enter, sit_down
from tests.editor.workbench import Workbench
from tests.games.fords import FORDS, CorpsId, Feed, Levy, March, Order, PlayChit, Proclaim, Rest
from tests.games.sides import BLUE, COLOURS, RED

ORDERS = (Order("hold", 1), Order("attack", 0))
ONE, TWO, THREE = (CorpsId(f"Blue {n}") for n in (1, 2, 3))
ALL_DONE = (
    Rest((ONE, TWO)), Rest((THREE,)), Levy(ONE, 1), Feed(((ONE, 2), (TWO, 1), (THREE, 1))),
    Proclaim("Peace", "kind", True),
)  # fmt: skip
ALT = Qt.KeyboardModifier.AltModifier


def key_of(number: int) -> Qt.Key:
    return Qt.Key(Qt.Key.Key_0.value + number)


def heading(bench: Workbench) -> SideChip:
    return bench.campaign_view.prompt.findChildren(SideChip)[0]


def strip(bench: Workbench) -> SideChip:
    assert bench.campaign_view.board is not None
    return bench.campaign_view.board.strip.asked


def entry(bench: Workbench) -> ListEntry:
    found = bench.draft.entry
    assert isinstance(found, ListEntry)
    return found


# -- who is asked


def test_who_is_asked_is_named_on_the_colour_of_the_side(bench: Workbench) -> None:
    bench.begin()
    for side, order in ((BLUE, ORDERS[0]), (RED, ORDERS[1])):
        for chip in (heading(bench), strip(bench)):
            assert chip.isVisible()
            assert chip.text() == side
            assert COLOURS[side] in chip.styleSheet()
        enter(bench, order)


def test_the_line_over_the_map_names_who_is_asked_and_not_who_plays(bench: Workbench) -> None:
    meeting = (March(CorpsId("Blue 2"), ("fenny_bridge", "gorse_hill")), EndStep())
    bench.begin(None, *ORDERS, *meeting, March(CorpsId("Red 2"), ("gorse_hill",)), EndStep(), PlayChit("assault"))
    assert bench.campaign.ask is not None
    assert bench.campaign.ask.side == strip(bench).text() == RED
    assert bench.campaign_view.board is not None
    assert "Chits</b>" in bench.campaign_view.board.strip.where.text()


@pytest.mark.parametrize(("colour", "ink"), [("#2b4f9e", "#ffffff"), ("#e0b02a", "#16181b"), ("#e9e4d4", "#16181b")])
def test_names_are_printed_so_that_they_can_be_read(colour: str, ink: str) -> None:
    assert ink_on(colour) == ink


# -- what may be done


def test_numbers_stay_while_a_step_lasts(bench: Workbench) -> None:
    bench.begin(None, *ORDERS)
    before = {one.text(): one.number for one in bench.campaign_view.prompt.offers}
    for action in (Rest((ONE, TWO)), Rest((THREE,))):
        enter(bench, action)
    after = {one.text(): one.number for one in bench.campaign_view.prompt.offers}
    assert before == after
    assert not next(one for one in bench.campaign_view.prompt.offers if "Rest" in one.text()).is_possible


def test_a_number_of_two_digits_is_typed_in_one_go(peninsula: Workbench) -> None:
    peninsula.begin(Wishes(seed="1808", seats="one"), TakePlace(1), EndStep())
    quarters = next(one for one in peninsula.draft.listed if one.number > 9 and one.is_possible)
    for digit in str(quarters.number):
        peninsula.key(Qt.Key(Qt.Key.Key_0.value + int(digit)))
    assert peninsula.draft.offer is not None
    assert peninsula.draft.offer.kind is quarters.offer.kind


def test_what_would_be_done_is_said_beside_the_button(peninsula: Workbench) -> None:
    peninsula.begin(Wishes(seed="1808", seats="one"), TakePlace(1))
    choose_kind(peninsula, "Lay depot", "keys")
    peninsula.key(Qt.Key.Key_Down)
    assert peninsula.campaign_view.prompt.lacks.text() == "France lays a depot in Bayonne"


def test_the_nought_ends_a_step_and_says_what_comes_next(bench: Workbench) -> None:
    bench.begin(None, *ORDERS)
    end = next(one for one in bench.campaign_view.prompt.offers if one.number == 0)
    assert (end.text(), end.says) == ("0   End step", "Next: Battle")
    bench.key(Qt.Key.Key_0)
    assert strip(bench).text() == RED


@pytest.fixture
def patient(qapp: QApplication, tmp_path: Path, home: Path) -> Iterator[Workbench]:
    """Give a workbench with Fords that ask whoever marches, though nothing can be done: silence would tell."""
    march = Phase("operations", (Step("march", "March", tells=True), Step("battle", "Battle")), each="side")
    turn, *others = FORDS.sequences
    asks = replace(turn, phases=tuple(march if one.key == march.key else one for one in turn.phases))
    made = Workbench(qapp, tmp_path, family=InstalledGame(replace(FORDS, sequences=(asks, *others))))
    yield made
    made.close()


def test_only_the_end_of_the_step_is_one_key(patient: Workbench) -> None:
    patient.begin(None, *ORDERS, *ALL_DONE)
    assert [offer.kind for offer in patient.draft.open] == [EndStep]
    assert "Only one choice" in patient.window.status.hint.text()
    patient.key(Qt.Key.Key_Return)
    assert strip(patient).text() == RED


def test_the_only_kind_that_is_possible_is_taken_up_and_the_others_stay_listed(peninsula: Workbench) -> None:
    peninsula.begin(Wishes(seed="1808", seats="one"), TakePlace(1), EndStep(), EndStep())
    assert peninsula.draft.offer is not None
    assert peninsula.draft.offer.label == "Forage"
    others = peninsula.campaign_view.prompt.offers
    assert [one.text() for one in others] == ["2   Draw supply", "0   End step"]
    peninsula.click(others[1])
    assert peninsula.draft.objection is not None
    assert peninsula.draft.objection.title.startswith("End step is not possible")


# -- lists


def levy(bench: Workbench) -> ValueList:
    bench.begin(None, *ORDERS)
    choose_kind(bench, "Levy", "keys")
    return bench.field(ValueList)


def test_nothing_looks_chosen_before_something_is(bench: Workbench) -> None:
    listed = levy(bench)
    assert not listed.currentIndex().isValid()
    assert not listed.selectionModel().hasSelection()
    bench.key(Qt.Key.Key_Return)
    assert bench.draft.field == "corps"


def test_a_click_beside_a_field_leaves_the_keyboard_in_it(bench: Workbench) -> None:
    listed = levy(bench)
    assert listed.hasFocus()
    prompt = bench.campaign_view.prompt
    bench.click(prompt.viewport(), QPoint(prompt.width() // 2, prompt.height() - 8))
    assert listed.hasFocus()


def test_what_is_highlighted_is_chosen(bench: Workbench) -> None:
    listed = levy(bench)
    bench.key(Qt.Key.Key_Down)
    bench.key(Qt.Key.Key_Down)
    assert listed.currentIndex().row() == 1
    assert entry(bench).chosen == TWO
    commit = bench.campaign_view.prompt.commit
    assert commit.isEnabled()
    bench.click(commit)
    assert bench.draft.filled_fields == {"corps": TWO}


def test_what_is_highlighted_and_not_possible_says_so(peninsula: Workbench) -> None:
    peninsula.begin(Wishes(seed="1", seats="one"), TakePlace(1))
    choose_kind(peninsula, "Lay depot", "keys")
    listed = peninsula.field(ValueList)
    legal = [peninsula.draft.legal(value) for value in entry(peninsula).values]
    assert legal == sorted(legal, reverse=True)  # what is possible comes first
    for _ in range(legal.index(False) + 1):
        peninsula.key(Qt.Key.Key_Down)
    prompt = peninsula.campaign_view.prompt
    assert listed.currentIndex().row() == legal.index(False)
    assert not prompt.commit.isEnabled()
    assert prompt.lacks.text() == "not possible now: Enter says why"
    peninsula.key(Qt.Key.Key_Return)
    assert peninsula.draft.objection is not None


def test_the_button_stays_where_it_is_while_the_list_shrinks(peninsula: Workbench) -> None:
    peninsula.begin(Wishes(seed="1", seats="one"), TakePlace(1))
    choose_kind(peninsula, "Lay depot", "keys")
    commit = peninsula.campaign_view.prompt.commit
    before = commit.mapTo(peninsula.window, QPoint())
    peninsula.field(QLineEdit).setText("bayonne")
    peninsula.settle()
    assert len(peninsula.field(ValueList).model().values) == 1  # type: ignore[attr-defined]
    assert commit.mapTo(peninsula.window, QPoint()) == before
    assert entry(peninsula).chosen is not NOTHING


def test_all_corps_forage_with_one_key(peninsula: Workbench) -> None:
    peninsula.begin(Wishes(seed="1808", seats="one"), TakePlace(1), EndStep(), EndStep())
    head = peninsula.campaign.referee.journal.head
    corps = len(entry(peninsula).values)
    peninsula.key(Qt.Key.Key_A, ALT)
    peninsula.wait(lambda: peninsula.campaign.asked_side != "France" or peninsula.draft.field != "corps")
    assert peninsula.campaign.referee.journal.head >= head + corps
    assert corps == 6


# -- bots


def test_bots_that_wait_say_so_and_a_spare_enter_does_not_pause_them(bench: Workbench) -> None:
    bench.window.settings.put("play/pace", "slow")
    bench.begin(Wishes(seed="3", seats="Anna=Blue,bots=Red", bots=("Red",)), *ORDERS)
    sit_down(bench)
    enter(bench, EndStep())
    assert bench.stands("bots")
    assert "The bots are playing." in bench.screen()
    bench.key(Qt.Key.Key_Return)
    assert not bench.campaign_view.pace.waiting
    bench.type_keys("Ctrl+P")
    assert "The bots are paused." in bench.screen()
    assert "The bots are playing." not in bench.screen()
    assert "paused" in bench.window.status.hint.text()
    bench.key(Qt.Key.Key_Return)
    assert not bench.campaign_view.pace.waiting


def test_the_line_over_the_map_is_cut_between_sentences(qapp: QApplication) -> None:
    says = "Provinces: France 5, Spain 9. Money: France 40. Nobody leads."
    metrics = QFontMetrics(QFont())
    first, second = "Provinces: France 5, Spain 9.", "Provinces: France 5, Spain 9. Money: France 40."
    for shown in (says, second, first, ""):
        assert fitting(says, metrics, metrics.horizontalAdvance(shown)) == shown
        assert fitting(says, metrics, metrics.horizontalAdvance(shown) + 5) == shown


def test_where_we_are_leaves_away_its_middle_before_it_is_cut(qapp: QApplication) -> None:
    """The line over the map stays one line, so the map stays where it is."""
    says = "July 1808 · Land combat · Battle of Valladolid, day 1 · Chits"
    metrics = QFontMetrics(QFont())
    shorter = "July 1808 · … · Battle of Valladolid, day 1 · Chits", "July 1808 · … · Chits", "Chits"
    for shown in (says, *shorter):
        assert shortened(says, metrics, metrics.horizontalAdvance(shown)) == shown
    assert shortened("July 1808", metrics, 200) == "July 1808"


def test_where_a_battle_is_matters_more_than_the_month(qapp: QApplication) -> None:
    place, step = "Battle of Valladolid, day 1", "Losses, round 2"
    metrics = QFontMetrics(QFont())
    says = f"September 1808 · Land combat · {place} · Rounds · {step}"
    for shown in (f"{place} · Rounds · {step}", f"{place} · … · {step}"):
        assert shortened(says, metrics, metrics.horizontalAdvance(shown) + 5, [place]) == shown
    for shown in ("Battle of Valladolid · … · Losses, round 2", "Battle of Valladolid · Losses"):
        assert shortened(says, metrics, metrics.horizontalAdvance(shown) + 1, [place]) == shown
    assert shortened(says, metrics, metrics.horizontalAdvance("Losses, round 2") + 1, [place]) == "Losses, round 2"


def test_the_map_stays_where_it_is_from_question_to_question(bench: Workbench) -> None:
    """However long the name of a step is, the line over the map is as high as it was for the one before."""
    bench.begin()
    board = bench.campaign_view.board
    assert board is not None
    line = board.strip
    for width in range(1600, 1000, -40):
        bench.window.resize(width, 800)
        bench.settle()
        high, heights = line.height(), set[int]()
        for where in ("March", "Autumn 1805 · Land combat · Battle of Innsbruck, day 1 · Rounds · Losses", "March"):
            line.where.say(where, "")
            line.warn("")  # it is laid out anew
            bench.settle()
            heights.add(line.height())
        assert heights == {high}, f"{width} pixels"
