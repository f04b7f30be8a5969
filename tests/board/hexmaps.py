"""Small maps and plain references for the tests of hexes, reach and sight."""

from collections.abc import Callable
from heapq import heappop, heappush
from typing import Final, Literal

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

from sandtable.board.directions import Hex
from sandtable.board.hexes import HexGrid
from sandtable.engine import Allowance
from tests.tiers import TIER, count

RUNS: Final = settings(max_examples=count(5_000), derandomize=TIER == "normal", deadline=None, database=None)
LAYOUTS: Final[list[tuple[Literal["flat", "pointy"], Literal["odd", "even"]]]] = [
    ("flat", "odd"),
    ("flat", "even"),
    ("pointy", "odd"),
    ("pointy", "even"),
]
hexes = st.builds(Hex, st.integers(-30, 30), st.integers(-30, 30))
origins = st.floats(-50, 50, allow_nan=False)


@st.composite
def grids(draw: st.DrawFn, most: int = 9, cut: bool = True) -> HexGrid:
    columns, rows = draw(st.integers(1, most)), draw(st.integers(1, most))
    top, stagger = draw(st.sampled_from(LAYOUTS))
    mask = None
    if cut and draw(st.booleans()):
        mask = np.array(draw(st.lists(st.booleans(), min_size=columns * rows, max_size=columns * rows)), np.bool_)
        mask[draw(st.integers(0, mask.size - 1))] = True
        mask = mask.reshape(rows, columns)
    width, height = draw(st.floats(0.5, 60)), draw(st.sampled_from([0.0, 7.5, 31.0]))
    return HexGrid(columns, rows, top, stagger, width, height, draw(origins), draw(origins), mask)


def plain_search(
    start: int, steps: Callable[[int], list[tuple[int, int]]], stops: frozenset[int], allowance: Allowance
) -> dict[int, int]:
    """Search without any cleverness: what is spent after each step is asked of the allowance."""
    settled: dict[int, int] = {}
    queue = [(0, start)]
    while queue:
        spent, here = heappop(queue)
        if here in settled:
            continue
        settled[here] = spent
        if here in stops and here != start:
            continue
        for there, price in steps(here):
            after = allowance.spent_after(spent, price, first=here == start)
            if after is not None:
                heappush(queue, (after, there))
    return settled
