"""A picture of the map: what is in play of it, small enough to be looked at, and no more than one may see."""

from __future__ import annotations

import numpy as np
import pytest

from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo
from sandtable.engine import Choices, InstalledGame, Referee
from sandtable.play.picture.cutting import Cutting, cutting_of
from sandtable.play.picture.drawing import draw
from sandtable.play.picture.hex_shapes import MOST, hex_shapes
from sandtable.play.picture.map_picture import MapPicture, colour_of, mix, picture_of
from sandtable.play.picture.names import LEAST, names_on
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


# -- the names on it


def test_every_place_of_a_small_map_is_named_and_no_name_lies_on_another_or_on_a_counter() -> None:
    picture = pictured(RIVERS, 1000, 640)
    labels = names_on(picture)
    assert {" ".join(one.label.lines) for one in labels.set} == {shape.title for shape in picture.shapes}
    boxes = [one.label.box(one.x, one.y) for one in labels.set]
    boxes += [(stack.x - 11, stack.y - 11, stack.x + 11, stack.y + 11) for stack in picture.stacks]
    lie_over = [
        (one, other)
        for nth, one in enumerate(boxes)
        for other in boxes[nth + 1 :]
        if one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
    ]
    assert not [pair for pair in lie_over if pair[0] in boxes[: len(labels.set)]]
    assert all(left >= 0 and right <= 1000 and top >= 0 and below <= 640 for left, top, right, below in boxes)


def test_letters_of_names_can_be_read() -> None:
    assert min(one.label.size for one in names_on(pictured(RIVERS, 1000, 640)).set) >= LEAST


def test_numbers_of_hexes_are_no_names() -> None:
    assert not [one for one in names_on(pictured(DRILL, 1000, 640)).set if one.label.lines[0].isdigit()]


def test_the_drawing_has_the_names_as_words() -> None:
    drawn = draw(pictured(RIVERS, 1000, 640))
    assert ">Garth</text>" in drawn
