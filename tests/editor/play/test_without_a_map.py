"""A game without a map: the middle shows the situation in words, and all else is as ever."""

from __future__ import annotations

from pathlib import Path

from sandtable.engine import InstalledGame
from sandtable.lab.bots import RandomBot
from sandtable.play.begin.starts import Start
from sandtable.play.table.sitting import Wishes, begin
from sandtable_editor.play.map.situation import Situation
from sandtable_twin_rivers import TWIN_RIVERS, March
from tests.editor.play.player import enter, sit_down
from tests.editor.workbench import Workbench


def at_twin_rivers(bench: Workbench, wishes: Wishes) -> None:
    family = InstalledGame(TWIN_RIVERS)
    bench.play.accept(begin(Start(family, family.scenario("twin_rivers")), wishes, bench.folder / "rivers.campaign"))
    bench.settle()


def test_the_situation_stands_in_the_middle(bench: Workbench) -> None:
    at_twin_rivers(bench, Wishes(seed="1", seats="Anna=Blue,Bernd=Red"))
    sit_down(bench)
    middle = bench.campaign_view.middle
    assert isinstance(middle, Situation)
    assert "Cobham" in middle.words.toPlainText()
    assert "Blue 1 (" in middle.words.toPlainText()
    assert "(?)" in middle.words.toPlainText()
    assert "place" not in bench.campaign_view.docks
    assert not bench.window.commands["find"].isEnabled()


def test_it_is_played_with_mouse_and_keys(bench: Workbench) -> None:
    at_twin_rivers(bench, Wishes(seed="1", seats="one"))
    bot = RandomBot(4)
    for turn in range(12):
        ask = bench.campaign.ask
        assert ask is not None
        action = bot.answer(bench.campaign.referee, ask)
        assert action is not None
        enter(bench, action, "keys" if turn % 2 else "mouse")
    assert any(isinstance(ply.action, March) for ply in bench.campaign.referee.journal.line())


def test_nothing_stays_behind_the_curtain(bench: Workbench, tmp_path: Path) -> None:
    at_twin_rivers(bench, Wishes(seed="1", seats="Anna=Blue,Bernd=Red"))
    assert "Cobham" not in bench.screen(covered=True).replace("TR-", "")
    sit_down(bench)
    assert "Cobham" in bench.screen()
