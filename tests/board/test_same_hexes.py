"""A hex map that is made larger: hexes keep their numbers where they can, else it is told which is which."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np
import pytest

from sandtable.board import Map, MapInfo
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.numbering import Count, Numbering
from sandtable.board.same_hexes import enlarge_board, new_numbers, same_hexes

FIVE = Numbering(column=Count(start=5), row=Count(start=5))
LAY = [(orientation, stagger) for orientation in ("flat", "pointy") for stagger in ("odd", "even")]
SIDES = [{"left": 1}, {"left": 2}, {"top": 1}, {"left": 1, "top": 3, "right": 2, "bottom": 1}]


def meadow(
    orientation: Literal["flat", "pointy"] = "flat",
    stagger: Literal["odd", "even"] = "odd",
    numbering: Numbering = FIVE,
    columns: int = 4,
) -> HexBoard:
    """Return hexes of which each lies at a level of its own, with a wood, a slope and a name."""
    board = HexBoard.blank(HexGrid(columns, 3, orientation, stagger, 10.0, left=3.0, top=7.0), numbering)
    hexes = list(board.grid)
    for level, hex in enumerate(hexes):
        board.elevation[board.grid.index(hex)] = level
    board.terrain.paint(hexes[:2], "wood")
    board.sides.add(hexes[5], 1, "slope", favours=hexes[5])
    return replace(board, names={hexes[5]: "Knoll"})


def numbered(board: HexBoard) -> dict[str, tuple[object, ...]]:
    """Return what lies in each hex and round it, and where, by number."""
    grid = board.grid
    return {
        board.numbers.of(hex): (
            board.terrain.of(hex), int(board.elevation[grid.index(hex)]), board.names.get(hex),
            tuple(tuple((one.kind, one.favours == hex) for one in board.sides.of(hex, k)) for k in range(6)),
            tuple(round(part, 6) for part in grid.centre(hex)),
        )
        for hex in grid
    }  # fmt: skip


def sheet(board: HexBoard) -> Map:
    return Map(MapInfo("m", "The Meadow"), hexes=board)


@pytest.mark.parametrize("slant", ["straight", "falling", "rising"])
@pytest.mark.parametrize("more", SIDES, ids=str)
@pytest.mark.parametrize(("orientation", "stagger"), LAY)
def test_hexes_keep_number_place_and_all_that_lies_there(
    orientation: Literal["flat", "pointy"],
    stagger: Literal["odd", "even"],
    more: dict[str, int],
    slant: Literal["straight", "falling", "rising"],
) -> None:
    was = meadow(orientation, stagger, Numbering(column=Count(start=9), row=Count(start=9), slant=slant))
    now = enlarge_board(was, **more)
    assert len(now.grid) > len(was.grid)
    told = numbered(now)
    assert {number: told[number] for number in numbered(was)} == numbered(was)
    assert new_numbers(sheet(was), sheet(now)) == {}


def test_where_the_count_cannot_start_lower_it_is_told_which_hex_is_which() -> None:
    was = meadow(numbering=Numbering())
    now = enlarge_board(was, left=2, top=1)
    moved = new_numbers(sheet(was), sheet(now))
    assert moved["0101"] == "0302"
    assert moved["0403"] == "0604"
    assert len(moved) == len(was.grid)
    told = numbered(now)
    assert {told[moved[number]] for number in moved} == set(numbered(was).values())


def test_a_start_of_nought_is_printed() -> None:
    """One column more: 0001 stands left of 0101."""
    now = enlarge_board(meadow(numbering=Numbering()), left=1)
    assert now.numbers.of(now.grid.hex_of(0, 0)) == "0001"
    assert now.numbers.of(now.grid.hex_of(1, 0)) == "0101"


def test_numbers_that_would_be_given_twice_are_given_anew() -> None:
    """With one digit for columns and rows, 1 and 11 would be 111 as 11 and 1 are."""
    was = meadow(numbering=Numbering(column=Count(digits=1), row=Count(digits=1)))
    now = enlarge_board(was, right=9, bottom=9)
    assert not now.numbers.clashes
    assert new_numbers(sheet(was), sheet(now))["11"] == "0101"


def test_a_map_that_is_numbered_otherwise_in_the_same_place_tells_it() -> None:
    was = meadow(numbering=Numbering())
    now = replace(was, numbering=Numbering(column=Count(start=11)))
    assert new_numbers(sheet(was), sheet(now))["0101"] == "1101"


def test_a_hex_that_is_cut_off_is_gone_though_its_number_is_another_hexs() -> None:
    was = meadow(numbering=Numbering())
    mask = np.ones((3, 4), np.bool_)
    mask[0, 0] = False
    grid = replace(was.grid, mask=mask)
    now = replace(HexBoard.blank(grid), numbering=Numbering(column=Count(start=0)))
    moved = new_numbers(sheet(was), sheet(now))
    assert moved["0101"] == ""
    assert moved["0201"] == "0101"


@pytest.mark.parametrize(
    "other",
    [
        HexGrid(6, 3, "flat", "odd", 11.0),  # drawn larger
        HexGrid(4, 3, "flat", "odd", 10.0, left=4.1, top=7.0),  # moved over its scan
        HexGrid(4, 3, "pointy", "odd", 10.0, left=3.0, top=7.0),
    ],
    ids=["size", "place", "orientation"],
)
def test_a_map_that_is_drawn_anew_has_its_hexes_by_number(other: HexGrid) -> None:
    was, now = meadow(numbering=Numbering()), HexBoard.blank(other)
    assert new_numbers(sheet(was), sheet(now)) == {}
    before, after = same_hexes(was, now)
    assert [was.numbers.all[at] for at in before] == [now.numbers.all[at] for at in after]
    assert len(before) == len(was.grid)


def test_a_column_that_is_written_before_the_others_and_counted_lower_moves_no_number() -> None:
    """What is made anew from its text begins where it did: then the numbers say which hex is which."""
    was = meadow(numbering=Numbering())
    now = meadow(numbering=Numbering(column=Count(start=0)), columns=5)
    assert new_numbers(sheet(was), sheet(now)) == {}
