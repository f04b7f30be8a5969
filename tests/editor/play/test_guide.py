"""The guide in the window: taken up by a key or on the first page, followed by mouse and keys, left, taken up again."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QProgressBar, QPushButton

from sandtable.board.spaces import SpaceId
from sandtable.engine import Action
from sandtable.play.guide.advising import Suggestion
from sandtable.play.table.sitting import Wishes
from sandtable_editor.play.guide.first_turn_dialog import FirstTurnDialog
from sandtable_editor.play.guide.guide_offer import GuideOffer
from sandtable_editor.play.guide.guiding import Guiding
from sandtable_editor.play.turn.fields.listed import ListedField
from sandtable_editor.play.turn.fields.number import NumberField
from sandtable_editor.play.turn.fields.several import SeveralField
from sandtable_editor.play.turn.fields.shared import SharedField
from sandtable_editor.shell.pieces import Sentence
from tests.editor.play.player import How, choose_kind, enter
from tests.editor.workbench import Workbench
from tests.games.fords import Feed, Levy, Rest
from tests.games.fords.at_the_fords import ONE, ORDERS, THREE, TWO


def guiding(bench: Workbench) -> Guiding:
    return bench.campaign_view.guiding


def words(bench: Workbench) -> str:
    """Return what stands on the page of the guide, as it is read."""
    lines = bench.campaign_view.guide.inside.findChildren(Sentence)
    return re.sub("<[^>]*>", "", " ".join(line.text() for line in lines if line.isVisibleTo(bench.campaign_view.guide)))


def press(bench: Workbench, text: str) -> None:
    """Press a button of the guide."""
    made = bench.campaign_view.guide.inside.findChildren(QPushButton)
    bench.click(next(one for one in made if one.text() == text and one.isVisible()))


def guided(bench: Workbench) -> Guiding:
    bench.type_keys("Ctrl+G")
    bench.settle()
    bench.key(Qt.Key.Key_Return)  # the keyboard is on Begin
    bench.settle()
    return guiding(bench)


@pytest.mark.parametrize("how", ["mouse", "keys"])
def test_a_round_is_played_by_what_the_guide_says(bench: Workbench, how: How) -> None:
    bench.begin(Wishes(seed="1", seats="one"))
    guide = guided(bench)
    assert "Whatever you do can be undone." not in words(bench)
    for _ in range(60):
        if guide.is_through:
            break
        suggestion = guide.suggestion
        assert suggestion is not None
        assert suggestion.because in words(bench)
        enter(bench, suggestion.action, how)
        bench.settle()
    assert "you have played a whole turn" in words(bench)
    panel = bench.campaign_view.guide
    assert panel.inside.minimumSizeHint().width() <= panel.minimumWidth(), "cut at its right"
    press(bench, "Another turn")
    bench.settle()
    assert guide.is_on
    assert not guide.is_through


def test_the_guide_is_left_and_taken_up_again_where_one_was(bench: Workbench) -> None:
    bench.begin(Wishes(seed="1", seats="one"))
    guide = guided(bench)
    page = guide.page
    assert bench.campaign_view.docks["guide"].isVisible()
    press(bench, "Leave the guide")
    bench.settle()
    assert (guide.is_on, guide.page) == (False, None)
    assert not bench.campaign_view.docks["guide"].isVisible()
    assert guided(bench).page == page


def test_who_is_guided_is_guided_when_the_campaign_is_opened_again(bench: Workbench) -> None:
    path = bench.begin(Wishes(seed="1", seats="one")).sitting.path
    page = guided(bench).page
    bench.play.close_campaign()
    bench.play.open_path(str(path))
    bench.wait(lambda: bench.play.campaign_view is not None)
    assert guiding(bench).page == page
    assert bench.campaign_view.docks["guide"].isVisible()


def test_undo_leads_back_to_the_page_of_before(bench: Workbench) -> None:
    bench.begin(Wishes(seed="1", seats="one"))
    guide = guided(bench)
    page = guide.page
    assert guide.suggestion is not None
    enter(bench, guide.suggestion.action)
    assert guide.page != page
    bench.type_keys("Ctrl+Z")
    bench.settle()
    assert guide.page == page


# -- on the Peninsula


def test_it_points_at_the_button_the_row_and_the_places(peninsula: Workbench) -> None:
    bench = peninsula
    bench.begin(Wishes(seed="7", bots=("Spain", "Great Britain")))
    guide = guided(bench)
    field = bench.campaign_view.prompt.field
    assert isinstance(field, ListedField)
    read = field.model.data(field.model.index(0), Qt.ItemDataRole.AccessibleTextRole)
    assert read == "1    France, Great Britain, Spain, recommended by the guide"
    assert guide.suggestion is not None
    enter(bench, guide.suggestion.action)
    bench.settle()
    lay = next(made for made in bench.campaign_view.prompt.offers if "Lay depot" in made.text())
    assert lay.property("pointed") is True
    assert lay.accessibleDescription() == "Recommended by the guide. Lay depot"
    assert [made.property("pointed") is True for made in bench.campaign_view.prompt.offers].count(True) == 1
    board = bench.campaign_view.board
    assert board is not None
    assert board.pointed == [SpaceId("bayonne")]
    plies = bench.campaign.referee.journal.serial
    press(bench, "Show me")
    bench.settle()
    assert bench.campaign.referee.journal.serial == plies  # it only points
    press(bench, "Leave the guide")
    bench.settle()
    assert board.pointed == []
    assert lay.property("pointed") is False
    assert "ecommended" not in lay.accessibleDescription()


def test_the_page_has_names_for_who_hears_it(peninsula: Workbench) -> None:
    bench = peninsula
    bench.begin(Wishes(seed="7", bots=("Spain", "Great Britain")))
    guide = guided(bench)
    assert guide.suggestion is not None
    enter(bench, guide.suggestion.action)
    bench.settle()
    page = bench.campaign_view.guide
    assert page.accessibleName() == "Guide"
    assert [bar.accessibleName() for bar in page.inside.findChildren(QProgressBar) if bar.isVisible()] == [
        "Step 2 of 6: Depots"
    ]


def test_a_rule_of_the_page_is_read_on_by_a_click(peninsula: Workbench) -> None:
    bench = peninsula
    bench.begin(Wishes(seed="7", bots=("Spain", "Great Britain")))
    guided(bench)
    bench.campaign_view.guide.rule_clicked.emit("BASE-7.0-order")
    bench.settle()
    assert bench.campaign_view.docks["rules"].isVisible()


def test_the_map_has_its_room_again_when_the_guide_is_left(peninsula: Workbench) -> None:
    bench = peninsula
    bench.window.resize(1280, 800)
    bench.begin(Wishes(seed="7", bots=("Spain", "Great Britain")))
    bench.settle()
    before = bench.map.width()
    guided(bench)
    assert bench.map.width() < before
    press(bench, "Leave the guide")
    bench.settle()
    assert abs(bench.map.width() - before) <= 40


# -- offered to whoever is new


def offer(bench: Workbench) -> GuideOffer:
    return bench.campaign_view.guide_offer


def test_whoever_is_new_sees_that_there_is_a_guide_and_takes_it_up(bench: Workbench) -> None:
    bench.begin(Wishes(seed="1", seats="one"))
    assert offer(bench).isVisible()
    assert not bench.campaign_view.guide_offer.isAncestorOf(bench.window.focusWidget())  # the question has the keyboard
    assert "A guide explains each question" in offer(bench).findChildren(Sentence)[0].text()
    bench.press("Guide me", offer(bench))
    assert guiding(bench).is_on
    assert bench.campaign_view.docks["guide"].isVisible()
    assert not offer(bench).isVisible()
    press(bench, "Leave the guide")
    assert not offer(bench).isVisible()


def test_what_was_declined_does_not_come_back(bench: Workbench) -> None:
    bench.begin(Wishes(seed="1", seats="one"))
    bench.press("No, thanks", offer(bench))
    assert not offer(bench).isVisible()
    assert bench.window.status.hint.text() == "The guide comes whenever you want it: Ctrl+G"
    bench.play.close_campaign()
    bench.begin(Wishes(seed="2", seats="one"), name="another")
    assert not offer(bench).isVisible()
    bench.type_keys("Ctrl+G")
    assert guiding(bench).is_on


def test_it_is_offered_only_while_somebody_is_asked(bench: Workbench) -> None:
    bench.begin(Wishes(seed="1", seats="each"))
    assert bench.stands("curtain")
    assert not offer(bench).isVisible()
    bench.campaign.sit_down()
    bench.settle()
    assert offer(bench).isVisible()


# -- on the first page


def test_who_has_never_played_begins_on_the_first_page(peninsula: Workbench) -> None:
    bench = peninsula
    bench.settle()
    bench.click(bench.play.welcome.guided)
    bench.wait(lambda: bool(bench.window.findChildren(FirstTurnDialog)))
    (dialog,) = bench.window.findChildren(FirstTurnDialog)
    listed = dialog.findChildren(QListWidget)[0]
    titles = [listed.item(row).text().strip() for row in range(listed.count())]
    assert titles.index("Empires") < titles.index("The Peninsula, 1808: France"), "each game heads its own"
    assert dialog.turn is dialog.turns[0]
    assert "The Peninsula, 1808: Spain" in titles
    listed.setCurrentRow(titles.index("The Peninsula, 1808: Spain"))
    dialog.begin()
    bench.wait(lambda: bool(bench.campaign.sides))  # the bots have come to Spain's first question
    assert bench.campaign.sides == ("Spain",)
    assert len(bench.campaign.people()) == 1
    assert "You play Spain." in words(bench)


def test_nothing_stands_there_while_the_screen_is_nobody_s(bench: Workbench) -> None:
    bench.begin(Wishes(seed="1", seats="each"))
    bench.campaign.sit_down()
    guided(bench)
    assert words(bench)
    bench.type_keys("Ctrl+L")
    bench.settle()
    assert words(bench) == ""


# -- within a field


def advised(bench: Workbench, action: Action, monkeypatch: pytest.MonkeyPatch) -> object:
    """Have the guide recommend an action that is just being filled; return the field that is open."""
    says = Suggestion(action, "", "", "", ())
    monkeypatch.setattr(Guiding, "suggestion", property(lambda _: says))
    choose_kind(bench, type(action).label(), "mouse")
    return bench.campaign_view.prompt.field


def test_it_marks_which_of_several_are_meant(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.begin(Wishes(seed="1", seats="one"), *ORDERS)
    field = advised(bench, Rest((ONE, THREE)), monkeypatch)
    assert isinstance(field, SeveralField)
    rows = [field.list.item(row) for row in range(field.list.count())]
    assert [row.font().bold() for row in rows] == [True, False, True]
    assert [str(row.data(Qt.ItemDataRole.AccessibleTextRole)).endswith("recommended by the guide") for row in rows] == [
        True, False, True,
    ]  # fmt: skip
    field.point_at(None)
    assert not any(row.font().bold() for row in rows)


def test_it_says_which_shares_are_meant(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.begin(Wishes(seed="1", seats="one"), *ORDERS)
    field = advised(bench, Feed(((ONE, 3), (TWO, 1))), monkeypatch)
    assert isinstance(field, SharedField)
    said = [field.advice[one].text() if field.advice[one].isVisible() else "" for one in (ONE, TWO, THREE)]
    assert said == ["The guide says: 3", "The guide says: 1", ""]
    assert field.boxes[ONE].accessibleDescription() == "The guide says: 3"


def test_it_says_which_number_is_meant(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.begin(Wishes(seed="1", seats="one"), *ORDERS)
    advised(bench, Levy(TWO, 4), monkeypatch)
    bench.draft.choose(TWO)
    bench.settle()
    field = bench.campaign_view.prompt.field
    assert isinstance(field, NumberField)
    assert (field.advice.text(), field.advice.isVisible()) == ("The guide says: 4", True)
    bench.draft.reopen("corps")
    bench.draft.choose(ONE)
    bench.settle()
    field = bench.campaign_view.prompt.field
    assert isinstance(field, NumberField)
    assert not field.advice.isVisible(), "another corps than it means was chosen"
