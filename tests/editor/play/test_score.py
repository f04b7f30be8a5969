"""Who leads, in the window: always in view, never cut off, unfolded by a click or a key."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from sandtable_editor.play.turn.score_button import ScoreButton
from sandtable_editor.shell.pieces import Sentence
from tests.editor.play.test_fields import at_march
from tests.editor.workbench import Workbench


def score_of(bench: Workbench) -> ScoreButton:
    return bench.campaign_view.score


def words_on(button: ScoreButton) -> str:
    return " ".join(one.text() for one in button.card.findChildren(Sentence))


@pytest.mark.parametrize("width", [900, 1280])
def test_who_leads_is_never_cut_off(bench: Workbench, width: int) -> None:
    at_march(bench)
    bench.window.resize(width, 680)
    bench.settle()
    button = score_of(bench)
    assert button.isVisible()
    assert "lead" in button.text()
    assert button.width() >= button.sizeHint().width()
    assert button.visibleRegion().boundingRect().width() == button.width()
    assert button.accessibleName() == f"Who leads: {button.text()}"


def test_a_click_unfolds_how_one_wins_and_escape_folds_it(bench: Workbench) -> None:
    at_march(bench)
    button = score_of(bench)
    bench.click(button)
    assert button.card.isVisible()
    assert "Whoever has more corps left after turn 6 wins" in words_on(button)
    bench.key(Qt.Key.Key_Escape, widget=button.card)
    assert not button.card.isVisible()


def test_what_is_unfolded_is_as_high_as_what_it_says(peninsula: Workbench) -> None:
    peninsula.begin()
    peninsula.type_keys("Ctrl+E")
    card = score_of(peninsula).card
    said = [one for one in card.findChildren(Sentence) if one.isVisible()]
    foot = max(one.mapTo(card, one.rect().bottomLeft()).y() for one in said)
    assert 0 <= card.height() - foot <= 24
    for one in said:
        assert one.height() >= one.heightForWidth(one.width()), one.text()


def test_a_key_unfolds_it_and_its_rule_is_shown(bench: Workbench) -> None:
    at_march(bench)
    bench.type_keys("Ctrl+E")
    card = score_of(bench).card
    assert card.isVisible()
    aim = next(one for one in card.findChildren(Sentence) if "FOR-5-victory" in one.text())
    aim.linkActivated.emit("rule:FOR-5-victory")
    bench.settle()
    assert not card.isVisible()
    assert bench.campaign_view.docks["rules"].isVisible()


def test_nothing_is_said_while_the_screen_is_nobody_s(bench: Workbench) -> None:
    at_march(bench)
    bench.campaign.seat, bench.campaign.turn_state = None, "curtain"
    bench.campaign.changed.emit()
    assert not score_of(bench).isVisible()
