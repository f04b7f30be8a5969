"""What a game on hexes cannot be played with is told at the terminal in one sentence, and nothing is lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from sandtable.engine import Broken, Game, InstalledGame, Option, Part, RuleModule, SideId, hookimpl, rule
from sandtable.library import ScenarioDocument
from sandtable.library.campaigns.opening import open_campaign
from sandtable.library.store.library_file import Library
from sandtable.play.begin.starts import Start
from sandtable.play.table.sitting import Wishes, begin
from sandtable.testing import install_game, position
from sandtable_drill_ground.march import ways_of
from sandtable_drill_ground.model import Army, Pace, Unit
from sandtable_drill_ground.system import DRILL_GROUND, drill_map
from tests.cli.by_name import Typist
from tests.cli.house import House

Sit = Callable[[type[RuleModule]], Typist]


class Paid(RuleModule):
    """A house rule that makes a mistake: who turns about is paid for it."""

    key = "paid"
    option = Option("Paid turns", "Who turns about is paid for it.", ("HOUSE-paid",))

    @hookimpl
    @rule("HOUSE-paid")
    def step_parts(self, game: Game, pace: Pace) -> Iterable[Part]:
        return [Part("add", -9, says="pay")] if pace.evolution == "about" else []


class Mire(RuleModule):
    """A house rule that makes a mistake: nobody comes through a wood."""

    key = "mire"

    @hookimpl
    @rule("HOUSE-mire")
    def step_parts(self, game: Game, pace: Pace) -> Iterable[Part]:
        """A wood is a mire."""
        if "wood" in pace.ground:
            yield Part("add", float("inf"), says="mire")  # type: ignore[arg-type]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Sit down at a drill ground with one more module."""
    tables: list[Typist] = []

    def sit_down(module: type[RuleModule]) -> Typist:
        family = InstalledGame(replace(DRILL_GROUND, modules=(*DRILL_GROUND.modules, module)))
        start = Start(family, family.system.scenarios[0])
        on = (module.key,) if module.option is not None else ()
        tables.append(Typist(begin(start, Wishes(seed="1", seats="one", on=on), tmp_path / "t.campaign")))
        return tables[0]

    yield sit_down
    tables[0].talk.referee.sink.close()


def test_a_step_that_costs_less_than_nothing_is_named_with_its_module_and_nothing_is_lost(sit: Sit) -> None:
    table = sit(Paid)
    says = "A step comes to -7 movement points (DRILL-2.2, HOUSE-paid) in the ways of March: let its parts come to 0 to"
    assert [line for line in table.heard if line.startswith(says)]
    assert "A rule has failed; the position has not changed. The table decides how to go on:" in table.heard
    assert len(table.talk.game[Unit]) == 12
    table.type("without paid")
    table.type("yes")
    assert not table.talk.game.rulebook.choices.on
    assert "The Blue Hussars march to 2007 column facing north" in table.type("march, Blue Hussars, 2007 column north")


def test_a_price_without_end_is_laid_at_the_module_whose_rule_gave_it() -> None:
    family = replace(DRILL_GROUND, modules=(*DRILL_GROUND.modules, Mire))
    armies = (Army(SideId("Blue"), 3, 3), Army(SideId("Red"), 0, 3))
    rows = DRILL_GROUND.scenarios[0].own_rows()
    game = position(family, *rows, *armies, at="Blue: march", board=drill_map()).game
    says = r"inf in stage add of a number \(HOUSE-mire\) is not exact: give an int or a Fraction"
    with pytest.raises(Broken, match=rf"module mire fails in mire\.step_parts \(HOUSE-mire\): {says}") as refused:
        any(ways_of(game, unit.id).reach() == {} for unit in game[Unit])
    assert refused.value.module == "mire"


def test_a_map_without_open_ground_is_refused_in_a_sentence(tmp_path: Path) -> None:
    sheet = drill_map()
    assert sheet.hexes is not None
    terrain = type(sheet.hexes.terrain)(sheet.hexes.grid)
    terrain.paint(list(sheet.hexes.grid), "wood")
    wild = replace(sheet, hexes=replace(sheet.hexes, terrain=terrain))
    with Library.create(tmp_path / "wild.db") as library:
        library.put_map(wild)
        library.put_scenario(ScenarioDocument.of(DRILL_GROUND.scenarios[0], install_game(DRILL_GROUND), wild))
    said = House(tmp_path).refused("play", f"{tmp_path / 'wild.db'}#drill_ground")
    assert "the map 'The Drill Ground' cannot be played: " in said
    assert "Traceback" not in said


def test_a_campaign_whose_map_is_gone_says_so_and_keeps_all_of_it(tmp_path: Path) -> None:
    """It cannot be played on, for nobody knows on what; a copy from before can."""
    house, file = House(tmp_path), tmp_path / "old.campaign"
    typed = tmp_path / "typed.txt"
    typed.write_text("march > Blue Guard > 1611 > column north\n", "utf-8")
    house.run("play", "drill_ground", "--new", "--campaign", file, "--script", typed)
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("DELETE FROM maps")
        connection.commit()
    said = house.refused("play", "drill_ground", "--campaign", file)
    assert f"revision {drill_map().digest[:12]} of the map 'drill-ground', which is not in its file any more" in said
    assert "nothing else is lost" in said
    told = house.run("replay", file, "--verify", status=1).stderr.splitlines()
    gone = f"he campaign is played on revision {drill_map().digest[:12]} of the map 'drill-ground', which is "
    gone += "not in its file any more: take a copy of the file from before; nothing else is lost"
    assert f"T{gone}." in told
    assert f"old.campaign, ply 1 does not come out the same: t{gone}" in told
    kept = open_campaign(install_game(DRILL_GROUND), file, reading=True).referee
    assert kept.game[Unit]["Blue Guard"].hexes == ("1611",)
