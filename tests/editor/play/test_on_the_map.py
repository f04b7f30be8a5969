"""What is done on the map: hovering, clicking, carrying, the menu, finding a place."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolTip

from sandtable.play.table.sitting import Wishes
from sandtable.play.turn.carrying import fill_forced
from tests.editor.canvas.test_frames import Exposed
from tests.editor.play.test_fields import ONE, ORDERS, THREE, TWO, at_march
from tests.editor.workbench import NONE, Workbench
from tests.games.fords import Corps, Levy, March


def menu() -> QMenu:
    found = QApplication.activePopupWidget()
    assert isinstance(found, QMenu)
    return found


def test_clicking_a_counter_takes_it_up_for_its_march(bench: Workbench) -> None:
    at_march(bench)
    bench.click_counter(ONE)
    assert bench.draft.filled_fields == {"corps": ONE}
    assert bench.map.selection == (ONE,)
    bench.click_space("fenny_bridge")  # two steps off: the way there is found
    bench.press("March")
    assert bench.campaign.game[Corps][ONE].area == "fenny_bridge"
    assert not bench.map.selection


def test_clicking_a_stacked_counter_takes_up_that_one(bench: Workbench) -> None:
    at_march(bench)
    for corps in (TWO, THREE):
        bench.click_counter(corps)
        assert bench.draft.filled_fields == {"corps": corps}
        bench.key(Qt.Key.Key_Escape, widget=bench.campaign_view.prompt)


def test_dragging_a_counter_does_it(bench: Workbench) -> None:
    at_march(bench)
    bench.drag(ONE, "cranmere")
    assert bench.campaign.game[Corps][ONE].area == "cranmere"
    at = bench.campaign.referee.journal.at
    assert at is not None
    assert at.action == March(ONE, ("birchley", "cranmere"))


def test_what_is_done_is_painted_once(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that comes of it on the map is laid out before that is painted, where the machine is fast enough."""
    monkeypatch.setattr("sandtable_editor.canvas.counters.counters.BUDGET", 60.0)
    monkeypatch.setattr("sandtable_editor.canvas.overlay.label_item.BUDGET", 60.0)
    at_march(bench)
    bench.map.settle()
    for _ in range(5):
        bench.settle()
    exposed, ask = Exposed(bench.map), bench.campaign.ask
    assert ask is not None
    bench.campaign.answer(March(ONE, ("birchley", "cranmere")), ask)
    bench.settle()
    assert exposed.frames == 1
    assert bench.map.counters[ONE].space == "cranmere"


def test_a_drag_to_where_one_may_not_go_says_why(bench: Workbench) -> None:
    at_march(bench)
    bench.drag(ONE, "eastwick")
    said = bench.plain_screen()
    assert "Cannot go to Eastwick" in said
    assert "Two corps stand in Eastwick already (FOR-2-stacking)" in said
    assert "stop short of it" in said
    assert bench.campaign.game[Corps][ONE].area == "aldbrook"
    assert bench.map.counters[ONE].space == "aldbrook"


def test_a_drag_too_far_says_that_there_is_no_road(bench: Workbench) -> None:
    at_march(bench)
    bench.drag(ONE, "marlow")
    assert "Marlow is 5 steps away (FOR-2-roads)" in bench.plain_screen()


def test_somebody_else_s_counter_cannot_be_carried(bench: Workbench) -> None:
    at_march(bench)
    bench.drag("Red 1", "cranmere")
    assert bench.campaign.referee.journal.head == 3


def test_a_drag_that_may_mean_two_things_asks_which(bench: Workbench) -> None:
    at_march(bench, Wishes(seed="1", seats="one", on=("leaps",)))
    bench.drag(ONE, "birchley")
    titles = [action.text() for action in menu().actions()]
    assert titles == ["Leap", "March"]
    menu().actions()[0].trigger()
    menu().close()
    bench.settle()
    at = bench.campaign.referee.journal.at
    assert at is not None
    assert type(at.action).__name__ == "Leap"


def test_a_stack_is_carried_counter_by_counter(bench: Workbench) -> None:
    at_march(bench)
    bench.map.counters_dropped.emit((TWO, THREE), "birchley")
    bench.settle()
    assert [bench.campaign.game[Corps][one].area for one in (TWO, THREE)] == ["birchley", "birchley"]


def test_hovering_tells_the_price_and_why_not(bench: Workbench) -> None:
    at_march(bench)
    bench.click_counter(ONE)
    bench.hover("cranmere")
    assert "Cranmere: 2 steps" in bench.window.status.hint.text()
    assert "2 steps" in QToolTip.text()
    bench.hover("eastwick")
    assert "Two corps stand in Eastwick already (FOR-2-stacking)" in QToolTip.text()
    bench.hover("larkfield")
    assert "Larkfield is 4 steps away (FOR-2-roads)" in QToolTip.text()
    assert bench.window.status.hint.text() == "Larkfield: not possible"


def test_hovering_a_counter_shows_its_reach(bench: Workbench) -> None:
    at_march(bench)
    QTest.mouseMove(bench.map.viewport(), bench.counter(ONE))
    bench.settle()
    assert bench.map.reach is not None
    assert bench.map.reach.piece == ONE


def test_the_reach_of_the_piece_in_hand_stands_while_a_place_is_asked_and_not_else(bench: Workbench) -> None:
    at_march(bench, Wishes(seed="1", seats="one", on=("leaps",)))
    board = bench.campaign_view.board
    assert board is not None
    bench.press("Leap")
    bench.choose(0)
    assert board.questions.moving_piece() == ONE
    bench.key(Qt.Key.Key_Escape)
    bench.press("Levy")
    bench.choose(0)
    assert board.hand.held_piece() == ONE
    assert board.questions.moving_piece() == ""


def test_what_is_left_open_after_a_drop_is_asked_and_not_chosen(bench: Workbench) -> None:
    at_march(bench)
    levy = next(offer for offer in bench.draft.open if offer.kind is Levy)
    assert fill_forced(levy.fill(corps=ONE)).next_field() == "factors"


def test_what_is_dragged_shows_its_reach_until_it_is_let_go(bench: Workbench) -> None:
    at_march(bench)
    bench.carry(ONE, "cranmere")
    assert bench.map.reach is not None
    assert bench.map.reach.piece == ONE
    assert bench.window.status.hint.text() == "Cranmere: 2 steps"
    bench.key(Qt.Key.Key_Escape, widget=bench.map)
    assert bench.map.reach is None
    assert bench.campaign.game[Corps][ONE].area == "aldbrook"


def test_one_escape_cancels_an_action_after_a_click_on_the_map(bench: Workbench) -> None:
    at_march(bench)
    bench.press("March")
    bench.click_space("eastwick")
    assert bench.draft.offer is not None
    bench.key(Qt.Key.Key_Escape, widget=bench.map)
    assert bench.draft.offer is None


def test_clicking_where_one_may_not_go_says_why(bench: Workbench) -> None:
    at_march(bench)
    bench.click_counter(ONE)
    bench.click_space("eastwick")
    assert "Two corps stand in Eastwick already (FOR-2-stacking)" in bench.plain_screen()
    assert bench.draft.filled_fields == {"corps": ONE}


def test_the_menu_lists_all_that_may_be_done_and_why_not_the_rest(bench: Workbench) -> None:
    bench.begin(None, *ORDERS, March(ONE, ("birchley",)))
    QTest.mouseClick(bench.map.viewport(), Qt.MouseButton.RightButton, NONE, bench.counter(ONE))
    bench.settle()
    titles = [action.text() for action in menu().actions()]
    assert "Levy: Blue 1" in titles
    assert "Show this place in the panel" in titles
    next(one for one in menu().actions() if one.text() == "Levy: Blue 1").trigger()
    menu().close()
    bench.settle()
    assert bench.draft.filled_fields == {"corps": ONE}


@pytest.mark.parametrize("typed", ["gorse", "GORSE HILL", "hill"])
def test_a_place_is_found_by_its_name(bench: Workbench, typed: str) -> None:
    at_march(bench)
    bench.type_keys("Ctrl+F")
    bench.write(typed)
    bench.key(Qt.Key.Key_Return)
    assert bench.campaign_view.place is not None
    assert bench.campaign_view.place.space == "gorse_hill"
    assert "mountain" in bench.screen()


def test_the_place_panel_lists_who_stands_there_and_takes_them_up(bench: Workbench) -> None:
    at_march(bench)
    bench.campaign_view.look_at("eastwick")
    bench.settle()
    assert bench.campaign_view.place is not None
    listed = bench.campaign_view.place.pieces
    assert [listed.item(at).text() for at in range(listed.count())] == [
        "Blue 2, strength 9, movement 3", "Blue 3, strength 10, movement 3",
    ]  # fmt: skip
    bench.choose(1, listed)
    assert bench.draft.filled_fields == {"corps": THREE}


def test_map_modes_colour_the_map(bench: Workbench) -> None:
    at_march(bench)
    assert bench.campaign_view.board is not None
    bench.campaign_view.board.pieces.modes.setCurrentText("Who stands where")
    bench.settle()
    assert bench.campaign_view.board.mode is not None
    assert bench.campaign_view.board.mode.key == "owner"
    bench.drag(ONE, "birchley")  # the choice stays when the position changes
    assert bench.campaign_view.board.mode is not None
    assert "birchley" in bench.campaign_view.board.mode.fills


def test_keys_zoom_and_fit(bench: Workbench) -> None:
    at_march(bench)
    before = bench.map.zoom
    bench.type_keys("Ctrl++")
    assert bench.map.zoom > before
    bench.type_keys("Ctrl+0")
    assert bench.map.zoom == pytest.approx(before, rel=0.2)


def test_by_keyboard_alone_on_the_map(bench: Workbench) -> None:
    at_march(bench)
    bench.map.setFocus()
    for _ in range(4):  # Tab goes through the counters
        if bench.map.counters.focus == ONE:
            break
        bench.key(Qt.Key.Key_Tab, widget=bench.map)
    assert bench.map.counters.focus == ONE
    bench.key(Qt.Key.Key_Return, widget=bench.map)  # picked up
    bench.key(Qt.Key.Key_Right, widget=bench.map)
    bench.key(Qt.Key.Key_Return, widget=bench.map)  # dropped
    assert bench.campaign.game[Corps][ONE].area == "birchley"


def test_a_counter_that_stands_nowhere_is_told_and_harms_nothing(bench: Workbench) -> None:
    at_march(bench)
    corps = bench.campaign.game[Corps][ONE]
    bench.campaign.act(lambda: bench.campaign.referee.council.propose_correction("table", corps, area="atlantis"))
    bench.settle()
    assert "Not on this map: Blue 1 (atlantis)" in bench.screen()
    assert ONE not in bench.map.counters
    bench.press("Go back to the last playable position")  # for no rule knows the place
    bench.window.activateWindow()
    bench.settle()
    assert "Nowhere" not in bench.screen()
    assert ONE in bench.map.counters
