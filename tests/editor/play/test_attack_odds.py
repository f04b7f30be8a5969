"""Before an attack: who stands there with what strength, and the odds, in the decision and not behind it."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QTableWidget

from sandtable.engine import Game
from sandtable_empires.combat.attack import ATTACK, Attack
from tests.editor.play.test_on_the_peninsula import until
from tests.editor.workbench import Workbench, items


def must_attack(game: Game) -> bool:
    side = game.frame.side
    return game.frame.step == "land_combat" and side is not None and len(list(game.duties(side, ATTACK))) > 0


def test_an_attack_shows_who_stands_there_and_its_odds_before_it_is_ordered(peninsula: Workbench) -> None:
    peninsula.window.resize(1280, 800)
    until(peninsula, must_attack)
    odds, draft = peninsula.campaign_view.attack_odds, peninsula.draft
    before = peninsula.campaign.referee.journal.head
    offer = next(one for one in draft.open if one.kind is Attack)
    draft.take_up(offer)
    peninsula.settle()
    action = next(offer.actions())
    assert isinstance(action, Attack)
    area = action.area
    facts = draft.values_of("area").facts(area)
    assert any(figure.isdigit() for figure in facts), facts  # who stands there, and how strong
    if draft.action() is None:
        draft.point(area)
        peninsula.settle()
    assert odds.isVisible()
    peninsula.click(odds.button)
    peninsula.wait(lambda: not odds.running)
    told = "\n".join(str(panel) for panel in odds.tables.panels or ())
    assert "Attack in " in told
    grid = odds.findChildren(QTableWidget)[0]
    heads = grid.horizontalHeader()
    assert all(heads.sectionSize(at) >= heads.sectionSizeHint(at) for at in range(heads.count())), "a head is cut"
    assert heads.length() <= grid.viewport().width()
    assert any("%" in text for text in items(grid))
    assert peninsula.campaign.referee.journal.head == before
    assert odds.button.hasFocus()
    peninsula.type_keys("Ctrl+Return")
    assert peninsula.campaign.referee.journal.head == before + 1
    assert not odds.isVisible()
    keyboard = QApplication.focusWidget()
    assert keyboard is not None
    assert peninsula.campaign_view.prompt.isAncestorOf(keyboard), "the keyboard went elsewhere with the button"


def test_the_one_place_that_can_be_attacked_stands_out_on_the_map(peninsula: Workbench) -> None:
    """Nobody has pointed at it: the field was filled because nothing else could stand in it."""
    until(peninsula, must_attack)
    draft = peninsula.draft
    draft.take_up(next(one for one in draft.open if one.kind is Attack))
    peninsula.settle()
    area = draft.filled_fields.get("area")
    assert area is not None, "there is more than one place"
    assert "area" in draft.forced
    assert area in peninsula.map.lit
