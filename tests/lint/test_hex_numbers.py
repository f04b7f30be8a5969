"""Numbers that two hexes share: the fix keeps to the scheme of the map as far as it tells hexes apart."""

import pytest

from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.numbering import Count, Numbering, PrintedNumbers
from sandtable.lint.hexsides import unique_numbering

SHORT, LETTERS = Count(digits=1), Count("letters")


@pytest.mark.parametrize(
    ("numbering", "first", "last"),
    [
        (Numbering(column=SHORT, row=SHORT), "0101", "3031"),
        (Numbering("row", SHORT, SHORT), "0101", "3130"),
        (Numbering(column=SHORT, row=SHORT, prefix="A"), "A0101", "A3031"),
        (Numbering(column=LETTERS, row=LETTERS), "A.A", "AD.AE"),
    ],
)
def test_each_hex_gets_a_number_of_its_own(numbering: Numbering, first: str, last: str) -> None:
    board = HexBoard.blank(HexGrid(30, 31), numbering)
    assert board.numbers.clashes
    found = unique_numbering(board)
    assert found is not None
    numbers = PrintedNumbers(board.grid, found)
    assert not numbers.clashes
    hexes = list(board.grid)
    assert (numbers.of(hexes[0]), numbers.of(hexes[-1])) == (first, last)


def test_a_numbering_that_tells_hexes_apart_stays() -> None:
    board = HexBoard.blank(HexGrid(11, 12))
    assert unique_numbering(board) == board.numbering
