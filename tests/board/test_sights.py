"""Lines of sight by number, over the drill ground: what hides whom, from where one sees best."""

from sandtable.board import SpaceId, sights_over
from sandtable_drill_ground.system import drill_map

HEXES = drill_map().by_number
WOOD, BEFORE, BEHIND = SpaceId("1608"), SpaceId("1605"), SpaceId("1612")


def test_a_wood_hides_what_lies_behind_it_and_is_named() -> None:
    assert "the wood in 16" in sights_over(HEXES, wood=1).obstacle(BEFORE, BEHIND)
    assert sights_over(HEXES).obstacle(BEFORE, BEHIND) == ""  # nothing stands there that is not given a height


def test_bare_ground_that_is_higher_is_called_the_ground() -> None:
    said = sights_over(HEXES, wood=1).obstacle(SpaceId("0604"), SpaceId("0612"))
    assert said.startswith("the ground in 06")


def test_each_line_is_worked_out_once() -> None:
    sights = sights_over(HEXES, wood=1)
    assert sights is sights_over(HEXES, wood=1)
    assert sights.look(BEFORE, BEHIND) is sights.look(BEFORE, BEHIND)


def test_of_several_hexes_that_looks_which_sees_best() -> None:
    sights = sights_over(HEXES, wood=1)
    clear = SpaceId("1912")
    assert sights.look(clear, BEHIND).clear
    assert sights.best((BEFORE, clear), BEHIND).clear
