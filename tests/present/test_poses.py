"""Pieces of several hexes, and what is shown of one while it is pointed at, declared without a window."""

import numpy as np
import pytest

from sandtable.board import SpaceId
from sandtable.board.directions import Facing
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo
from sandtable.board.sight import SightMap
from sandtable.engine import InstalledGame, Referee
from sandtable.engine.errors import Invalid
from sandtable.present import Counter, Ghost, Obstacle, SightLine, Trace, line_of_sight, presentation, sides_of
from tests.cli.sandtable_parley import PARLEY

DIRTY = "a\x1b[31mb\u202ec"


def hexes(*numbers: str) -> tuple[SpaceId, ...]:
    return tuple(map(SpaceId, numbers))


def counter(**where: object) -> Counter:
    return Counter(piece="a", kind="Unit", side="Blue", title="A", symbol="infantry", colour="#2f5d9e", **where)  # type: ignore[arg-type]


def plain() -> Map:
    return Map(MapInfo("plain", "Plain"), hexes=HexBoard.blank(HexGrid(8, 6, hex_width=36.0)))


def test_a_counter_names_its_space_or_its_spaces_with_the_leading_one_first() -> None:
    alone, line = counter(space=SpaceId("0304")), counter(spaces=hexes("0304", "0404"), facing=Facing.P0)
    assert (alone.space, alone.spaces) == ("0304", ("0304",))
    assert (line.space, line.spaces) == ("0304", ("0304", "0404"))


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ({}, "stands nowhere"),
        ({"spaces": hexes("0304", "0304")}, "twice in a space"),
        ({"space": SpaceId("0404"), "spaces": hexes("0304", "0404")}, "give the leading space first"),
    ],
)
def test_a_counter_nowhere_or_twice_in_a_hex_is_refused(where: dict[str, object], words: str) -> None:
    with pytest.raises(Invalid, match=words):
        counter(**where)


def test_a_way_has_a_price_for_each_step_or_none() -> None:
    assert Trace(piece="a", spaces=hexes("0101", "0102", "0102"), prices=("2", "½")).prices == ("2", "½")
    assert Trace(piece="a", spaces=hexes("0101", "0102")).prices == ()
    with pytest.raises(Invalid, match="has 1 steps and 2 prices"):
        Trace(piece="a", spaces=hexes("0101", "0102"), prices=("2", "3"))


def test_a_ghost_stands_somewhere_and_its_words_are_fit() -> None:
    ghost = Ghost(piece="a", spaces=hexes("0101"), price=DIRTY, says=DIRTY)
    assert not {"\x1b", "\u202e"} & set(ghost.price + ghost.says)
    with pytest.raises(Invalid, match="stands nowhere"):
        Ghost(piece="a", spaces=())


def test_a_line_facing_a_hexpoint_has_a_front_of_one_more_hex_than_it_is_long() -> None:
    front, flank, rear = sides_of(hexes("0304", "0403"), Facing.P5, plain().by_number)
    assert len({plain().by_number.step(hex, k) for hex, k in front}) == 3
    assert len({plain().by_number.step(hex, k) for hex, k in rear}) == 3
    assert len(flank) == 2
    assert not set(front) & set(flank)


def test_a_hex_facing_a_hexside_has_one_front_side_and_one_behind() -> None:
    sides = sides_of(hexes("0304"), Facing.D1, plain().by_number)
    assert sides.front == (("0304", 1),)
    assert sides.rear == (("0304", 4),)
    assert {k for _, k in sides.flank} == {0, 2, 3, 5}


def test_a_line_of_sight_names_what_stands_in_it() -> None:
    board = plain()
    assert board.hexes is not None
    grid, woods = board.hexes.grid, np.zeros(48, np.int64)
    woods[grid.index(board.by_number.at("0303"))] = 2
    sight = SightMap(grid, board.hexes.elevation, woods)
    start, end = board.by_number.at("0305"), board.by_number.at("0301")
    hidden = line_of_sight(sight.sight(start, end), board.by_number)
    assert (hidden.start, hidden.end, hidden.is_clear) == ("0305", "0301", False)
    assert [(one.space, one.side) for one in hidden.obstacles] == [("0303", None)]
    assert hidden.obstacles[0].says == "what stands in 0303 is 2 high, and the line of sight passes at 0"
    clear = line_of_sight(sight.sight(start, board.by_number.at("0304")), board.by_number)
    assert clear == SightLine(start=SpaceId("0305"), end=SpaceId("0304"))
    assert clear.is_clear
    assert Obstacle(space=SpaceId("0303"), says=DIRTY).says == "abc"


def test_a_game_that_declares_nothing_shows_nothing_of_a_piece() -> None:
    family = InstalledGame(PARLEY)
    game = Referee.begin(family, family.scenario("crown").rows()).game
    assert presentation.ghost(game, "x", "y") is None
    for asked in (presentation.overlays, presentation.traces, presentation.sight_lines):
        assert asked(game, "x") == []
