"""A picture of the map: what is in play of it, small enough to be looked at, and no more than one may see."""

from __future__ import annotations

import numpy as np
import pytest

from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo
from sandtable.engine import Choices, InstalledGame, Referee
from sandtable.play.picture.cutting import Cutting, cutting_of
from sandtable.play.picture.hex_shapes import MOST, hex_shapes
from sandtable.play.picture.map_picture import MapPicture, colour_of, mix, picture_of
from sandtable.play.picture.shapes import PictureShape
from sandtable.present.terrain import look_of
from sandtable_drill_ground.system import DRILL_GROUND
from sandtable_twin_rivers import TWIN_RIVERS


def pictured(game: InstalledGame, width: float = 400, height: float = 250) -> MapPicture:
    start = game.system.scenarios[0]
    rows = game.system.start_rows(start)
    played = Referee.begin(game, rows, Choices(frozenset()), board=start.board()).game
    found = picture_of(played.seen_by_sides(frozenset()), width, height)
    assert found is not None
    return found


RIVERS, DRILL = InstalledGame(TWIN_RIVERS), InstalledGame(DRILL_GROUND)


@pytest.mark.parametrize("game", [RIVERS, DRILL], ids=["areas", "hexes"])
def test_all_that_stands_on_the_map_is_in_the_picture(game: InstalledGame) -> None:
    picture = pictured(game)
    assert picture.stacks
    assert picture.shapes
    for stack in picture.stacks:
        assert 0 <= stack.x <= 400
        assert 0 <= stack.y <= 250
        assert stack.titles


def test_areas_meet_after_they_were_simplified() -> None:
    corners = [place for shape in pictured(RIVERS).shapes for ring in shape.rings for place in ring]
    shared = {place for place in corners if corners.count(place) > 1}
    assert len(shared) > 50


def test_rivers_are_drawn() -> None:
    assert len(pictured(RIVERS).rivers) == 2


def test_what_some_may_not_see_is_not_there() -> None:
    assert {stack.strength for stack in pictured(RIVERS).stacks} <= {"?", "×2", "×3"}


def test_many_hexes_come_to_rows_of_dots() -> None:
    grid = HexGrid(100, 100)
    board = HexBoard.blank(grid)
    board.terrain.cells[: grid.size // 2] = board.terrain.index_of(("forest",))
    sheet = Map(MapInfo("wide", "Wide"), hexes=board)
    cutting = cutting_of(sheet, (), 200, 125)
    assert cutting is not None
    shapes = hex_shapes(sheet, cutting, {})
    assert len(grid) > MOST > len(shapes)
    assert {shape.terrain for shape in shapes} == {"clear", "forest"}


def test_a_place_is_where_it_is_on_the_map_and_the_north_is_above() -> None:
    up, down = Cutting((0, 0, 10, 10), 2.0, down=False), Cutting((0, 0, 10, 10), 2.0, down=True)
    assert up.place(1, 9) == (2.0, 2.0)
    assert down.place(1, 9) == (2.0, 18.0)
    assert up.line(np.array([[0, 0], [10, 10]])) == ((0.0, 20.0), (20.0, 0.0))


def test_colours_are_those_of_the_ground_with_what_the_mode_lays_over_it() -> None:
    plain, held = PictureShape((), "forest"), PictureShape((), "forest", "#ff0000")
    assert colour_of(plain) == look_of("forest").day
    assert colour_of(plain, dark=True) == look_of("forest").night
    assert colour_of(held) == mix(look_of("forest").day, "#ff0000", 0.6)
    assert mix("#000000", "#ffffff", 0.5) == "#808080"
