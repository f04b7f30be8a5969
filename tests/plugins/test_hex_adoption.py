"""Another revision of a map of hexes in a running campaign: painted, made larger, numbered anew."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from sandtable import board
from sandtable.board import Map, SpaceId
from sandtable.board.hexes import HexGrid
from sandtable.board.same_hexes import enlarge_board
from sandtable.engine import InstalledGame, Invalid
from sandtable.engine.referee.replay import Mismatch, verify
from sandtable.library.campaigns.opening import open_campaign
from sandtable.play.begin.starts import Start
from sandtable.play.table.adopting import propose_adoption
from sandtable.play.table.adoption_preview import preview_adoption
from sandtable.play.table.sitting import Sitting, Wishes, begin
from sandtable_drill_ground.model import Unit
from sandtable_drill_ground.system import DRILL_GROUND, drill_map
from tests.library.interrupts import Interrupts
from tests.plugins.test_drill_ground import with_wood

FAMILY = InstalledGame(DRILL_GROUND)


@pytest.fixture
def sitting(tmp_path: Path) -> Iterator[Sitting]:
    scenario = FAMILY.scenario("drill_ground")
    held = begin(Start(FAMILY, scenario), Wishes(seed="7", seats="one"), tmp_path / "drill.campaign")
    yield held
    held.file.close()


def larger(**more: int) -> Map:
    sheet = drill_map()
    assert sheet.hexes is not None
    return replace(sheet, hexes=enlarge_board(sheet.hexes, **more))


def shrunk() -> Map:
    """Return the drill ground without its first column, the others where they were and counted from 1."""
    sheet = drill_map()
    assert sheet.hexes is not None
    was = sheet.hexes.grid
    grid = HexGrid(
        was.columns - 1, was.rows, was.orientation, "even", was.hex_width, was.hex_height,
        was.left + was.hex_width * 3 / 4, was.top,
    )  # fmt: skip
    blank = type(sheet.hexes).blank(grid)
    blank.terrain.paint(grid, "clear")
    return replace(sheet, hexes=blank)


def standing(sitting: Sitting) -> dict[str, tuple[str, ...]]:
    return {unit.id: unit.hexes for unit in sitting.referee.game[Unit]}


def drawn(sitting: Sitting) -> list[float]:
    """Return where the units are drawn."""
    sheet = board.of(sitting.referee.game)
    spots = [sheet.locate(hex) for hexes in standing(sitting).values() for hex in hexes]
    return [part for spot in spots if spot is not None for part in spot]


def test_wood_that_is_painted_is_told_with_its_hexes(sitting: Sitting) -> None:
    """No row of the game says it: the map does, and rules ask the map."""
    preview = preview_adoption(sitting, with_wood("0505", "0506"))
    assert [(str(one), one.spaces) for one in preview.drawn] == [("2 hexes: clear → wood", ("0505", "0506"))]
    propose_adoption(sitting, "table", with_wood("0505", "0506"))
    assert board.of(sitting.referee.game).by_number.terrain("0505") == ("wood",)
    assert "2 hexes painted" in sitting.referee.journal[sitting.referee.journal.head].summary


def test_a_map_that_is_made_larger_keeps_its_numbers(sitting: Sitting) -> None:
    there = standing(sitting)
    sheet = larger(left=1, bottom=2)
    preview = preview_adoption(sitting, sheet)
    assert preview.moved == {}
    assert not preview.obstacles
    propose_adoption(sitting, "table", sheet)
    assert standing(sitting) == there
    assert board.of(sitting.referee.game).knows("0001")


def test_where_all_is_numbered_anew_what_stands_there_goes_with_its_hex(sitting: Sitting) -> None:
    there = standing(sitting)
    places = drawn(sitting)
    sheet = larger(left=2, top=1)
    preview = preview_adoption(sitting, sheet)
    assert "Hexes are numbered anew, and what stands there goes with them: 0101 → 0302" in str(preview.drawn[0])
    assert not [one for one in preview.drawn if "wood" in one.says]
    propose_adoption(sitting, "table", sheet)
    now = standing(sitting)
    assert now != there
    assert drawn(sitting) == pytest.approx(places)
    head = sitting.referee.journal.head
    sitting.referee.history.undo()
    assert standing(sitting) == there
    sitting.referee.history.redo()
    assert (standing(sitting), sitting.referee.journal.head) == (now, head)


def test_what_stands_on_a_hex_that_is_cut_off_is_not_put_on_another_of_its_number(sitting: Sitting) -> None:
    game = sitting.referee.game
    unit = next(iter(game[Unit]))
    sitting.referee.council.propose_correction("table", unit, hexes=(SpaceId("0105"),), formation="column")
    preview = preview_adoption(sitting, shrunk())
    assert preview.moved["0105"] == ""
    assert preview.moved["0205"] == "0105"
    assert [one.spaces for one in preview.obstacles] == [("0105",)]
    with pytest.raises(Invalid, match=r"0105 is gone from the map, and .* is on it: move or correct it first"):
        propose_adoption(sitting, "table", shrunk())


def test_a_campaign_on_hexes_that_were_numbered_anew_is_opened_and_verified(sitting: Sitting) -> None:
    propose_adoption(sitting, "table", larger(left=2, top=1))
    now, path = standing(sitting), sitting.path
    sitting.file.close()
    opened = open_campaign(FAMILY, path, reading=True)
    assert {unit.id: unit.hexes for unit in opened.referee.game[Unit]} == now
    assert not [one for one in verify(FAMILY, opened.start, opened.referee.journal) if isinstance(one, Mismatch)]


@pytest.mark.parametrize("part", [0.02, 0.2, 0.5, 0.8, 0.9, 0.95, 0.97])
def test_interrupted_anywhere_a_map_is_adopted_or_not(sitting: Sitting, tmp_path: Path, part: float) -> None:
    """Ctrl-C while it is looked at, kept in the file, or adopted: the campaign opens as it was or as it would be."""
    sheet, before = larger(left=2, top=1), sitting.referee.game.state.hash
    steps = steps_of_adoption(tmp_path.parent)
    interrupts = Interrupts(int(steps * part))
    with interrupts.counting(), suppress(KeyboardInterrupt):
        propose_adoption(sitting, "table", sheet)
    assert interrupts.made
    path = sitting.path
    sitting.file.close()
    opened = open_campaign(FAMILY, path)
    referee = opened.referee
    is_adopted = board.of(referee.game).digest == sheet.digest
    assert (referee.game.state.hash == before) != is_adopted
    assert referee.prompt is not None
    assert not list(opened.map_faults())
    assert not [one for one in verify(FAMILY, opened.start, referee.journal) if isinstance(one, Mismatch)]
    referee.sink.close()


@cache
def steps_of_adoption(folder: Path) -> int:
    """Return how many steps of the program it takes."""
    scenario = FAMILY.scenario("drill_ground")
    held = begin(Start(FAMILY, scenario), Wishes(seed="7", seats="one"), folder / "counted.campaign")
    for sheet in (larger(left=1), larger(left=2, top=1)):  # what is worked out once is not counted
        counting = Interrupts()
        with counting.counting():
            propose_adoption(held, "table", sheet)
    held.file.close()
    return counting.count
