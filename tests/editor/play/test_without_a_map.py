"""A game without a map: the middle shows the situation in words, and all else is as ever."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from sandtable.board import SpaceId, pair_of
from sandtable.engine import Game, InstalledGame, OnBoard, hookimpl
from sandtable.lab.bots import RandomBot
from sandtable.play.begin.starts import Start
from sandtable.play.table.sitting import Wishes, begin
from sandtable_editor.play.map.situation import Situation
from sandtable_twin_rivers import TWIN_RIVERS, Area, AreaId, Fog, March, Unit, UnitId, drawn_map, start
from tests.editor.play.player import enter, sit_down
from tests.editor.workbench import Workbench


class Unseen(Fog):
    """Twin Rivers with no map to look at."""

    @hookimpl
    def sheet(self, game: Game) -> None:
        return None


WITHOUT = replace(TWIN_RIVERS, modules=tuple(Unseen if one is Fog else one for one in TWIN_RIVERS.modules))


def at_twin_rivers(bench: Workbench, wishes: Wishes) -> None:
    family = InstalledGame(WITHOUT)
    bench.play.accept(begin(Start(family, family.scenario("twin_rivers")), wishes, bench.folder / "rivers.campaign"))
    bench.settle()


def test_the_situation_stands_in_the_middle(bench: Workbench) -> None:
    at_twin_rivers(bench, Wishes(seed="1", seats="Anna=Blue,Bernd=Red"))
    sit_down(bench)
    (middle,) = bench.campaign_view.middle.findChildren(Situation)
    assert "Cobham" in middle.words.toPlainText()
    assert "Blue 1 (" in middle.words.toPlainText()
    assert "(?)" in middle.words.toPlainText()
    assert "place" not in bench.campaign_view.docks
    assert not bench.window.commands["find"].isEnabled()


def test_where_we_are_is_read_beside_what_is_wrong(bench: Workbench) -> None:
    """A campaign that has lost its map says so in the same line."""
    at_twin_rivers(bench, Wishes(seed="1", seats="one"))
    strip = bench.campaign_view.strip
    strip.warn("The revision of the map of Twin Rivers that was played on is gone: nothing is drawn.")
    bench.settle()
    assert strip.where.width() >= strip.where.least()
    assert strip.where.bold_shown() == "Round 1 · March"
    assert strip.wrong.isVisible()
    assert strip.wrong.width() >= strip.wrong.sizeHint().width()


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


def test_a_map_that_no_rule_asks_for_is_looked_at(bench: Workbench) -> None:
    family = InstalledGame(TWIN_RIVERS)
    sitting = begin(
        Start(family, family.scenario("twin_rivers")), Wishes(seed="1", seats="one"), bench.folder / "m.campaign"
    )
    bench.play.accept(sitting)
    bench.settle()
    view = bench.campaign_view
    assert view.board is not None
    assert min(view.board.view.counters.pieces()) == "Blue 1"
    assert view.map is not None
    assert {str(id) for id in view.map.graph.spaces} == {area.id for area in bench.campaign.game[Area]}
    assert not len(bench.campaign.game[OnBoard])
    assert not bench.window.commands["adopt"].isEnabled()
    enter(bench, March(UnitId("Blue 1"), AreaId("Cobham")), "map")
    assert bench.campaign.game[Unit]["Blue 1"].area == "Cobham"


def test_the_map_shows_a_road_wherever_the_rules_have_one() -> None:
    sheet = drawn_map()
    drawn = {edge.pair for edge in sheet.graph.edges.values() if edge.across}
    assert drawn == {pair_of(SpaceId(a.id), SpaceId(b)) for a in start() if isinstance(a, Area) for b in a.roads}
    assert sheet.areas is not None
    assert not sheet.areas.faults()
