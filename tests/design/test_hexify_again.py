"""Hexes made of geography a second time keep what was changed by hand since the first."""

from __future__ import annotations

import pytest

from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo
from sandtable.design.document import DesignDocument
from sandtable.design.edits.hex_boards import ResizeBoard
from sandtable.design.edits.hexes import NameHex, PaintHexes
from sandtable.design.edits.hexified import Hexify
from sandtable.design.edits.hexsides import SaySide
from sandtable.design.edits.levels import SetLevels
from sandtable.design.script import read_edit, write_edit
from sandtable.design.stored_patches import pack_board
from sandtable.engine.errors import Invalid


def run(terrain: str, *, size: float = 10.0, name: str = "Ham", level: int = 1) -> HexBoard:
    """Return what a run makes: 6 by 5 hexes of one terrain, a river, a town and a hill."""
    grid = HexGrid(6, 5, "flat", "odd", size)
    board = HexBoard.blank(grid)
    board.terrain.paint(grid, terrain)
    board.sides.add(grid.hex_of(2, 2), 0, "river")
    board.elevation[grid.index(grid.hex_of(1, 1))] = level
    return HexBoard(grid, board.terrain, board.sides, board.elevation, names={grid.hex_of(3, 3): name})


def hexified(board: HexBoard) -> DesignDocument:
    return DesignDocument.of(Map(MapInfo("vale", "The Vale"), hexes=board))


def again(document: DesignDocument, last: HexBoard, made: HexBoard) -> tuple[str, ...]:
    return document.do(Hexify(pack_board(made), pack_board(last))).notes


def test_what_was_changed_by_hand_stays_and_the_rest_is_made_anew() -> None:
    first, second = run("clear"), run("heath", name="Hamton", level=2)
    document = hexified(first)
    document.do(PaintHexes(("0101", "0202"), ("woods",)))
    document.do(NameHex("0404", "Oakham"))
    document.do(SetLevels(("0505",), 4))
    assert again(document, first, second) == ("4 hexes keep what was changed by hand",)
    sheet = document.map.by_number
    assert [sheet.terrain(hex) for hex in ("0101", "0202", "0303")] == [("woods",), ("woods",), ("heath",)]
    board = document.map.hexes
    assert board is not None
    assert list(board.names.values()) == ["Oakham"]
    assert [int(board.elevation[board.grid.index(sheet.at(hex))]) for hex in ("0202", "0505")] == [2, 4]
    document.undo()
    assert document.map.by_number.terrain("0303") == ("clear",)


def test_a_side_that_was_taken_off_does_not_come_back() -> None:
    first = run("clear")
    document = hexified(first)
    grid = first.grid
    there = document.map.hexes
    assert there is not None
    a = there.numbers.of(grid.hex_of(2, 2))
    b = there.numbers.of(grid.hex_of(2, 2).step(0))
    document.do(SaySide(a, b, "river", "clear"))
    assert again(document, first, run("heath")) == ("2 hexes keep what was changed by hand",)
    board = document.map.hexes
    assert board is not None
    assert not board.sides.where("river").any()


def test_a_third_run_is_compared_with_the_second() -> None:
    first, second, third = run("clear"), run("heath"), run("marsh")
    document = hexified(first)
    document.do(PaintHexes(("0101",), ("woods",)))
    again(document, first, second)
    assert again(document, second, third) == ("1 hex keeps what was changed by hand",)
    assert document.map.by_number.terrain("0101") == ("woods",)
    assert document.map.by_number.terrain("0102") == ("marsh",)


def test_a_board_that_was_made_larger_by_hand_stays_so() -> None:
    first = run("clear")
    document = hexified(first)
    document.do(ResizeBoard(left=1, bottom=-1, terrain=("sea",)))
    notes = again(document, first, run("heath"))
    assert notes == ("6 hexes of this run lie beside the board and are left out",)
    board = document.map.hexes
    assert board is not None
    assert (board.grid.columns, board.grid.rows) == (7, 4)
    assert int(board.terrain.where("sea").sum()) == 4
    assert int(board.terrain.where("heath").sum()) == 24


def test_hexes_of_another_size_and_bytes_that_are_no_board_are_refused() -> None:
    document = hexified(run("clear"))
    with pytest.raises(Invalid, match="of another size"):
        again(document, run("clear"), run("heath", size=12.0))
    with pytest.raises(Invalid, match="are not a board of hexes"):
        document.do(Hexify(b"xyz"))
    edit = Hexify(pack_board(run("heath")))
    assert read_edit(write_edit(edit)) == edit
