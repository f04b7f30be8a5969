"""What was fought out is found beside the window's thread, in a small game and on the Peninsula."""

from __future__ import annotations

from collections import Counter

import pytest

from sandtable.engine import InstalledGame
from sandtable.lab.bots import RandomBot
from tests.editor.play.player import enter
from tests.editor.play.rules_here import noticed
from tests.editor.play.test_beside_the_map import fight_it_out, story_lines
from tests.editor.play.test_fields import ORDERS, TO_CRANMERE
from tests.editor.play.test_on_the_peninsula import until
from tests.editor.workbench import FAMILY, Workbench
from tests.games.fords import Corps, PlayChit, Rest


def of_window(found: Counter[str]) -> list[str]:
    """Return what the window has asked, not a bot of these tests."""
    return [f"{times} x {what}" for what, times in found.items() if "sandtable_editor" in what]


@pytest.fixture(params=[10.0, 0.0], ids=["soon known", "later known"])
def slowly(bench: Workbench, request: pytest.FixtureRequest) -> Workbench:
    """Give a workbench that waits for what it asks, or for nothing."""
    bench.window.jobs.soon = request.param
    return bench


def test_a_battle_is_told_to_its_end(slowly: Workbench) -> None:
    with noticed(FAMILY) as found:
        slowly.begin(None, *ORDERS, *TO_CRANMERE)
        for _ in range(2):
            enter(slowly, PlayChit("probe"))
        slowly.settle()
        assert "Round 1" in story_lines(slowly)
        assert slowly.campaign_view.battle.isVisible()
        fight_it_out(slowly)
        slowly.settle()
        assert story_lines(slowly)[0].startswith(("Winner: ", "Nobody has won."))
        slowly.campaign_view.battle.close()
        slowly.play.undo()
        slowly.settle()
        slowly.campaign_view.battle.bring()
        slowly.settle()
        assert story_lines(slowly)
    assert not of_window(found)


def test_a_battle_on_the_peninsula_is_told(peninsula: Workbench, empires: InstalledGame) -> None:
    until(peninsula, lambda game: game.frame.step == "losses" and game.frame.round > 1)
    campaign, bot = peninsula.campaign, RandomBot("look")
    with noticed(empires) as found:
        while campaign.game.frames[-1].sequence != "turn":
            assert campaign.ask is not None
            action = bot.answer(campaign.referee, campaign.ask)
            assert action is not None
            campaign.answer(action, campaign.ask)
            peninsula.settle()
        assert "Winner: " in story_lines(peninsula)[0]
    assert not of_window(found)


def test_a_battle_is_told_after_a_rule_has_failed(slowly: Workbench) -> None:
    slowly.begin(None, *ORDERS, *TO_CRANMERE, scenario="fragile_fords")
    fight_it_out(slowly)
    campaign, bot = slowly.campaign, RandomBot("1")
    while (ask := campaign.ask) is not None and Rest not in ask.kinds:
        action = bot.answer(campaign.referee, ask)
        assert action is not None
        campaign.answer(action, ask)
        slowly.settle()
    assert ask is not None
    own = [corps.id for corps in campaign.game[Corps].where("side", ask.side)]
    slowly.campaign_view.battle.close()
    with noticed(FAMILY) as found:
        campaign.answer(Rest((own[0], own[1])), ask)
        slowly.settle()
        assert slowly.stands("broken")
        slowly.campaign_view.battle.bring()
        slowly.settle()
        assert story_lines(slowly)[0].startswith(("Winner: ", "Nobody has won."))
    assert not of_window(found)
