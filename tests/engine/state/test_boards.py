"""The board of a position: named by a row, kept by its digest, followed by views, copies and answers that are kept."""

from dataclasses import replace

import pytest

from sandtable import board
from sandtable.board import Graph, Map, MapInfo, Space, SpaceId
from sandtable.engine import Broken, Invalid, OnBoard, Side, SideId
from sandtable.engine.running.chance import SeededDice
from sandtable.engine.running.game import RunningGame
from sandtable.engine.state.boards import Boards
from sandtable.engine.state.schema import Schema
from sandtable.testing import Play, ground, install_game, position
from tests.games.heath import (
    HEATH,
    Go,
    Leap,
    Post,
    PostId,
    Route,
    Unit,
    UnitId,
    drowned,
    heath,
    price,
    start,
)
from tests.games.sides import BLUE, RED


def at_the_heath(*, on: tuple[str, ...] = (), sheet: Map | None = None) -> Play:
    return position(HEATH, *start(), at="Blue: move", on=on, board=sheet or heath())


def go(unit: str, hex: str) -> Go:
    return Go(UnitId(unit), SpaceId(hex))


def test_a_game_asks_the_map_that_its_row_names() -> None:
    game = at_the_heath().game
    assert game[OnBoard]["board"] == OnBoard("board", "heath", heath().digest)
    assert board.of(game) is heath()
    assert game.board.neighbours("0101") == ("0201", "0102")
    assert [game.board.name(id) for id in ("0602", "0603")] == ["Gallows Hill", "0603"]


def test_every_look_at_the_position_sees_its_board() -> None:
    play = at_the_heath()
    assert play.game.seen_by_sides(frozenset({"Red"})).board is heath()
    assert play.game.sight("Blue").board is heath()
    assert play.referee.sandbox(SeededDice("1")).game.board is heath()


def test_a_game_without_a_map_says_so() -> None:
    family = install_game(HEATH)
    game = RunningGame(family, ground(family, Side(BLUE)))
    with pytest.raises(Invalid, match="played without a map"):
        board.of(game)
    with pytest.raises(Invalid, match="played without a map"):
        game.board.knows("0101")
    assert game.board.name("0101") == "0101"
    assert len(game[OnBoard]) == 0


def test_a_revision_that_is_gone_says_so_and_the_rows_stay() -> None:
    play = at_the_heath()
    play.game.state.boards = Boards()
    twin = play.referee.sandbox(SeededDice("1")).game
    assert twin[Unit]["b1"].hex == "0201"
    with pytest.raises(Invalid, match=f"revision {heath().digest[:12]} of the map 'heath', which is not in its file"):
        board.of(twin)


def test_a_board_is_read_when_it_is_first_wanted() -> None:
    read: list[str] = []

    def look() -> Map:
        read.append("heath")
        return heath()

    boards = Boards(unread={heath().digest: look})
    row = OnBoard("board", "heath", heath().digest)
    assert heath().digest in boards
    assert read == []
    assert boards.of(row) is boards.of(row) is heath()
    assert read == ["heath"]


# -- the gate


def test_the_gate_refuses_a_space_that_the_board_does_not_know() -> None:
    play = at_the_heath(on=("leaps",))
    with pytest.raises(Broken, match=r"Unit 'b1': its hex is '0909', which is not a space of the map 'heath'"):
        play.play(Leap(UnitId("b1"), "0909"))
    assert play[Unit]["b1"].hex == "0201"
    play.play(Leap(UnitId("b1"), "0806"))
    assert play[Unit]["b1"].hex == "0806"


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (Unit(UnitId("b3"), BLUE, "The Slashers", SpaceId("9901")), "Unit 'b3': its hex is '9901'"),
        (Post(PostId(SpaceId("gorse"))), "Post 'gorse': its id is 'gorse'"),
        (Route("r", (SpaceId("0101"), SpaceId("0000"))), "Route 'r': its hexes name '0000'"),
        (Route("r", stores=((SpaceId("0077"), 2),)), "Route 'r': its stores name '0077'"),
    ],
)
def test_a_set_up_with_a_space_that_is_not_on_its_map_is_refused(row: Unit | Post | Route, says: str) -> None:
    with pytest.raises(Invalid, match=f"the set-up is wrong: {says}, which is not a space of the map 'heath'"):
        position(HEATH, *start(), row, board=heath())


def test_spaces_are_found_by_the_types_that_ids_are_made_of() -> None:
    spaces = Schema((*HEATH.rows, OnBoard, Side)).spaces
    assert {kind.__name__: sorted(fields) for kind, fields in spaces.items() if fields} == {
        "Unit": ["hex"],
        "Post": ["id"],
        "Route": ["hexes", "stores"],
    }


def test_a_game_whose_rows_name_no_board_goes_on_as_it_was() -> None:
    play = position(HEATH, Side(BLUE), Side(RED), Unit(UnitId("b1"), BLUE, "The Greys", SpaceId("x")), on=("leaps",))
    play.play(Leap(UnitId("b1"), "y"))
    assert play[Unit]["b1"].hex == "y"


# -- answers that rest on it


def test_what_is_kept_is_asked_again_on_another_board() -> None:
    play = at_the_heath()
    assert price(play.game, "0101", "0102") == 1
    state = play.game.state
    state.gate.open = True
    state.place_on(drowned())
    state.gate.open = False
    assert price(play.game, "0101", "0102") == 2
    state.revert(state.take())
    assert board.of(play.game) is heath()
    assert price(play.game, "0101", "0102") == 1


def test_rules_follow_the_map_and_undo_brings_back_what_was() -> None:
    play = at_the_heath()
    assert play.why_not(go("b2", "0203")) == {"HE-2-ditch"}
    play.play(go("b1", "0301"))
    assert at_the_heath(sheet=drowned()).why_not(go("b2", "0203")) == set()
    assert play.referee.history.undo().id
    assert board.of(play.game) is heath()


def test_two_maps_of_one_content_are_one_revision() -> None:
    other = replace(heath())
    assert other.digest == heath().digest
    isles = Map(MapInfo("isles", "Isles"), Graph([Space(SpaceId("elba"))]))
    with pytest.raises(Invalid, match="not a space of the map 'isles'"):
        position(HEATH, Side(SideId("Blue")), Unit(UnitId("b1"), BLUE, "Greys", SpaceId("0101")), board=isles)
