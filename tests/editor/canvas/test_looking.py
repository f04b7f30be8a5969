"""Which part of a map is looked at."""

from __future__ import annotations

import numpy as np
import pytest

from sandtable_editor.canvas.counters.faces import NUMBERS_FROM, legible_from, size_of
from sandtable_editor.canvas.widget.looking import most_of


def test_a_view_that_cannot_hold_all_goes_to_where_most_lie() -> None:
    """Four stand together, one far away: the middle of the four, and not of all."""
    places = np.array([(0, 0), (10, 0), (0, 10), (10, 10), (400, 0)], dtype=np.float64)
    assert most_of(places, 100, 100) == (5, 5)
    assert most_of(places, 1000, 1000) == (200, 5)


def test_one_place_is_gone_to() -> None:
    assert most_of(np.array([(3.0, 4.0)]), 10, 10) == (3, 4)


@pytest.mark.parametrize("hexes", [True, False])
@pytest.mark.parametrize("letters", [1.0, 1.5])
def test_counters_show_their_numbers_from_there_on(hexes: bool, letters: float) -> None:
    space = legible_from(hexes=hexes, letters=letters)
    assert size_of(space, hexes=hexes, letters=letters) >= NUMBERS_FROM
    assert size_of(space * 0.7, hexes=hexes, letters=1.0) < NUMBERS_FROM * letters
