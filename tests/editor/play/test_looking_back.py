"""The past in the window: looked at by a slider and by keys, a recap with trails, undo that says what goes with it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from sandtable.engine import EndStep, InstalledGame
from sandtable.lab.bots import RandomBot
from sandtable.play.begin.starts import Start
from sandtable.play.table import going_back
from sandtable.play.table.sitting import Wishes, begin
from sandtable_editor.play.record.past_view import PastView
from sandtable_editor.play.record.recap_page import PIECE, SPACE, RecapPage
from sandtable_twin_rivers import TWIN_RIVERS
from sandtable_twin_rivers import March as TwinMarch
from tests.editor.play.player import enter, sit_down
from tests.editor.play.test_fields import ONE, ORDERS, TO_CRANMERE, at_march
from tests.editor.workbench import Workbench
from tests.games.fords import Corps, March


def past(bench: Workbench) -> PastView:
    page = bench.campaign_view.middle.past
    assert page is not None
    return page


def spaces(page: PastView | RecapPage, piece: str) -> str:
    assert page.map is not None
    return next((one.space for one in page.map.counters.all() if one.piece == piece), "")


def test_alt_left_looks_back_and_escape_returns(bench: Workbench) -> None:
    at_march(bench)
    enter(bench, March(ONE, ("birchley",)))
    journal, hash_now = bench.campaign.referee.journal, bench.campaign.game.state.hash
    head = journal.head
    bench.type_keys("Alt+Left")
    page = past(bench)
    assert page.ply == journal[head].parent
    assert bench.campaign_view.middle.currentWidget() is page
    assert page.isVisible()
    bench.type_keys("Alt+Right")
    assert page.ply == head
    bench.key(Qt.Key.Key_Escape, widget=page.slider)
    assert bench.campaign_view.middle.past is None
    assert bench.campaign_view.board is not None
    assert bench.campaign_view.board.isVisible()
    assert (journal.head, bench.campaign.game.state.hash) == (head, hash_now)


def test_the_map_of_the_past_shows_what_stood_there_then(bench: Workbench) -> None:
    at_march(bench)
    enter(bench, March(ONE, ("birchley",)))
    bench.type_keys("Ctrl+Shift+B")
    page = past(bench)
    assert bench.campaign.game[Corps][ONE].area == "birchley"
    assert spaces(page, ONE) == "birchley"
    bench.key(Qt.Key.Key_Left, widget=page.slider)
    assert spaces(page, ONE) == "aldbrook"
    assert "The past:" in page.where.text()
    bench.key(Qt.Key.Key_Home, widget=page.slider)
    assert page.ply == page.past.first
    assert not page.steps[0].isEnabled()
    bench.key(Qt.Key.Key_End, widget=page.slider)
    assert page.ply == bench.campaign.referee.journal.head


def test_what_is_played_meanwhile_is_not_missed_and_the_place_is_kept(bench: Workbench) -> None:
    at_march(bench)
    enter(bench, March(ONE, ("birchley",)))
    bench.type_keys("Alt+Left")
    looked = past(bench).ply
    bench.campaign.answer(EndStep(), bench.campaign.ask)  # type: ignore[arg-type]
    assert past(bench).ply == looked
    assert past(bench).past.last == bench.campaign.referee.journal.head


def test_going_back_from_there_makes_it_the_present(bench: Workbench) -> None:
    at_march(bench)
    before = bench.campaign.referee.journal.head
    enter(bench, March(ONE, ("birchley",)))
    bench.type_keys("Alt+Left")
    bench.press("Go back to here…", past(bench))
    assert bench.campaign_view.middle.past is None
    assert bench.campaign.referee.journal.head == before


def test_the_line_of_the_log_that_is_looked_at_is_marked_and_a_click_looks(bench: Workbench) -> None:
    at_march(bench)
    enter(bench, March(ONE, ("birchley",)))
    march = bench.campaign.referee.journal.head
    enter(bench, EndStep())
    bench.campaign_view.log.look_wanted.emit(march)
    assert past(bench).ply == march
    current = bench.campaign_view.log.tree.currentItem()
    assert current is not None
    assert "irchley" in current.text(0)
    bench.campaign_view.jump(march - 1)
    assert past(bench).ply == march - 1


def test_whoever_leaves_the_screen_leaves_no_past_on_it(bench: Workbench) -> None:
    bench.begin(Wishes(seed="1", seats="Anna=Blue,Bernd=Red"), *ORDERS)
    bench.campaign.sit_down()
    bench.type_keys("Ctrl+Shift+B")
    assert bench.campaign_view.middle.past is not None
    bench.campaign.leave_screen()
    assert bench.campaign_view.middle.page is None


# -- since the last move


def test_the_map_of_a_page_takes_the_colours_of_another_theme(bench: Workbench) -> None:
    bench.begin(Wishes(seed="1", seats="Anna=Blue,Bernd=Red"), *ORDERS, *TO_CRANMERE[:3])
    bench.campaign.sit_down("Anna")
    bench.type_keys("Ctrl+R")
    page = bench.campaign_view.middle.page
    assert isinstance(page, RecapPage)
    assert page.map is not None
    light = page.map.counters.palette
    bench.theme.choose("dark")
    bench.settle()
    assert page.map.counters.palette == bench.map.counters.palette != light
    bench.theme.choose("light")


def test_a_recap_lists_what_others_did_and_draws_where_they_went(bench: Workbench) -> None:
    bench.begin(Wishes(seed="1", seats="Anna=Blue,Bernd=Red"), *ORDERS, *TO_CRANMERE[:3])
    bench.campaign.sit_down("Anna")
    assert bench.campaign_view.middle.news == 1
    bench.type_keys("Ctrl+R")
    page = bench.campaign_view.middle.page
    assert isinstance(page, RecapPage)
    texts = [page.list.item(at).text() for at in range(page.list.count())]
    assert page.heading.text() == "Since your last move"
    assert any(text.startswith("Red: ") and "ranmere" in text for text in texts)
    assert any(text.startswith("Red 1: ") for text in texts)
    assert page.map is not None
    assert [trace.piece for trace, _ in page.map.display.lines.traces] == ["Red 1"]
    row = next(at for at in range(page.list.count()) if page.list.item(at).data(PIECE) == "Red 1")
    page.list.setCurrentRow(row)
    assert page.list.item(row).data(SPACE) == "cranmere"
    assert page.map.selection == ("Red 1",)
    bench.press("Go on", page)
    assert bench.campaign_view.middle.page is None


def test_who_has_missed_nothing_is_told_so(bench: Workbench) -> None:
    at_march(bench)
    enter(bench, March(ONE, ("birchley",)))
    bench.type_keys("Ctrl+R")
    page = bench.campaign_view.middle.page
    assert isinstance(page, RecapPage)
    assert page.heading.text() == "Nothing has happened since your last move."


# -- undo past bots


def box() -> QMessageBox | None:
    return next(
        (one for one in QApplication.topLevelWidgets() if isinstance(one, QMessageBox) and one.isVisible()), None
    )


@pytest.mark.parametrize("meant", [True, False])
def test_undo_asks_before_it_passes_many_answers_of_bots(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch, meant: bool
) -> None:
    bench.window.settings.put("play/pace", "at once")
    bench.begin(Wishes(seed="3", seats="Anna=Blue,bots=Red", bots=("Red",)), ORDERS[0])
    sit_down(bench)
    bench.wait(lambda: bench.stands("asks"))
    enter(bench, EndStep())
    own = bench.campaign.referee.journal.head
    bench.wait(lambda: bench.stands("asks") or bench.stands("over"))
    head = bench.campaign.referee.journal.head
    monkeypatch.setattr(going_back, "MANY_OF_BOTS", 1)
    bench.type_keys("Ctrl+Z")
    asked = box()
    assert asked is not None
    assert asked.text().startswith("Undo “")
    assert "answers given by bots since then are undone with it" in asked.informativeText()
    bench.press("Undo it" if meant else "Cancel", asked)
    assert (bench.campaign.referee.journal.head < own) == meant
    assert meant or bench.campaign.referee.journal.head == head


def test_undo_of_ones_own_answer_asks_nothing(bench: Workbench) -> None:
    at_march(bench)
    enter(bench, March(ONE, ("birchley",)))
    bench.type_keys("Ctrl+Z")
    assert box() is None
    assert bench.campaign.game[Corps][ONE].area == "aldbrook"


def test_a_game_that_is_only_shown_on_a_map_has_it_in_the_past_too(bench: Workbench) -> None:
    family = InstalledGame(TWIN_RIVERS)
    start = Start(family, family.scenario("twin_rivers"))
    bench.play.accept(begin(start, Wishes(seed="1", seats="one"), bench.folder / "rivers.campaign"))
    bench.settle()
    sit_down(bench)
    bot = RandomBot(4)
    while not any(isinstance(ply.action, TwinMarch) for ply in bench.campaign.referee.journal.line()):
        ask = bench.campaign.ask
        assert ask is not None
        bench.campaign.answer(bot.answer(bench.campaign.referee, ask) or EndStep(), ask)
        bench.settle()
    march = bench.campaign.referee.journal[bench.campaign.referee.journal.head]
    bench.type_keys("Alt+Left")
    assert isinstance(march.action, TwinMarch)
    before = spaces(past(bench), march.action.unit)
    bench.type_keys("Alt+Right")
    assert "" != before != spaces(past(bench), march.action.unit) != ""
    page = RecapPage(bench.campaign, 0, None)
    assert spaces(page, march.action.unit) == spaces(past(bench), march.action.unit)
    assert any(page.list.item(row).data(SPACE) for row in range(page.list.count()))
    page.deleteLater()
