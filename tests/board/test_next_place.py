"""The next place in a direction."""

from __future__ import annotations

import numpy as np

from sandtable.board.next_place import next_place

PLACES = np.array([[0, 0], [10, 0], [4, 3], [0, 10], [-5, 0]], np.float64)


def test_the_next_place_is_near_and_well_in_the_direction() -> None:
    assert next_place(PLACES, (0, 0), (1, 0)) == 2
    assert next_place(PLACES, (4, 3), (1, 0)) == 1
    assert next_place(PLACES, (0, 0), (-1, 0)) == 4
    assert next_place(PLACES, (0, 0), (0, 2)) == 3


def test_where_nothing_lies_there_is_no_next_place() -> None:
    assert next_place(PLACES, (0, 0), (0, -1)) is None
    assert next_place(np.empty((0, 2)), (0, 0), (1, 0)) is None
