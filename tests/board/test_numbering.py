"""Printed hex numbers: every scheme both ways, and numbers given twice."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.board.hexes import HexGrid
from sandtable.board.numbering import Count, Numbering, PrintedNumbers
from sandtable.engine.errors import Invalid
from tests.board.hexmaps import RUNS, grids

counts = st.builds(
    Count,
    style=st.sampled_from(["digits", "letters", "doubled"]),
    start=st.integers(40, 80),
    step=st.sampled_from([-2, -1, 1, 2, 3]),
    digits=st.integers(1, 4),
    shifted=st.integers(0, 2),
)
schemes = st.builds(
    Numbering,
    first=st.sampled_from(["column", "row"]),
    column=counts,
    row=counts,
    separator=st.sampled_from(["", ".", "-"]),
    prefix=st.sampled_from(["", "N", "12/"]),
    slant=st.sampled_from(["straight", "falling", "rising"]),
)


@RUNS
@given(grids(), schemes)
def test_a_number_leads_back_to_its_hex_unless_it_clashes(grid: HexGrid, scheme: Numbering) -> None:
    numbers = PrintedNumbers(grid, scheme)
    clashing = {hex for clash in numbers.clashes.values() for hex in clash}
    given_out: dict[str, int] = {}
    for hex in grid:
        text = numbers.of(hex)
        given_out[text] = given_out.get(text, 0) + 1
        if hex in clashing:
            assert hex in numbers.clashes[text]
            with pytest.raises(Invalid, match="given twice"):
                numbers.hex(text)
        else:
            assert numbers.hex(text) == hex
    assert {text: len(hexes) for text, hexes in numbers.clashes.items()} == {
        t: n for t, n in given_out.items() if n > 1
    }
    found = numbers.hexes(numbers.all[grid.indices])
    assert all(a == b or grid.hex(b) in clashing for a, b in zip(found.tolist(), grid.indices.tolist(), strict=True))
    assert set(numbers.all[~grid.present].tolist()) <= {""}


@pytest.mark.parametrize(
    ("scheme", "text"),
    [
        (Numbering(), "0302"),
        (Numbering(first="row"), "0203"),
        (Numbering(separator="."), "03.02"),
        (Numbering(column=Count(start=0), row=Count(start=0, digits=3)), "02001"),
        (Numbering(column=Count("letters"), row=Count(digits=1)), "C2"),
        (Numbering(column=Count("letters", start=27), row=Count(digits=1)), "AC2"),
        (Numbering(column=Count("doubled", start=26), row=Count(digits=1)), "BB2"),
        (Numbering(row=Count(start=9, step=-1)), "0308"),
        (Numbering(prefix="N", slant="rising"), "N0303"),
        (Numbering(slant="falling", row=Count(start=30)), "0330"),
        (Numbering(column=Count(start=0), row=Count(start=0, step=2, shifted=1)), "0202"),
    ],
)
def test_what_is_printed_in_the_third_column_second_row(scheme: Numbering, text: str) -> None:
    grid = HexGrid(9, 7)
    assert PrintedNumbers(grid, scheme).of(grid.hex_of(2, 1)) == text


def test_oblique_numbers_follow_the_grain() -> None:
    grid = HexGrid(6, 6)
    falling = PrintedNumbers(grid, Numbering(slant="falling", row=Count(start=20)))
    rising = PrintedNumbers(grid, Numbering(slant="rising", row=Count(start=20)))
    here = grid.hex_of(2, 3)
    assert falling.of(here)[2:] == falling.of(here.step(2))[2:] == falling.of(here.step(5))[2:]
    assert rising.of(here)[2:] == rising.of(here.step(1))[2:] == rising.of(here.step(4))[2:]
    pointy = HexGrid(6, 6, "pointy")
    falling = PrintedNumbers(pointy, Numbering(slant="falling", column=Count(start=20)))
    rising = PrintedNumbers(pointy, Numbering(slant="rising", column=Count(start=20)))
    here = pointy.hex_of(3, 3)
    assert falling.of(here)[:2] == falling.of(here.step(2))[:2] == falling.of(here.step(5))[:2]
    assert rising.of(here)[:2] == rising.of(here.step(0))[:2] == rising.of(here.step(3))[:2]


def test_what_a_player_types_is_understood() -> None:
    grid = HexGrid(40, 30)
    numbers = PrintedNumbers(grid, Numbering(separator="."))
    assert numbers.hex(" 3.2 ") == numbers.hex("03.02") == grid.hex_of(2, 1)
    letters = PrintedNumbers(grid, Numbering(column=Count("letters"), row=Count(digits=1)))
    assert letters.hex("aa2") == grid.hex_of(26, 1)
    with pytest.raises(Invalid, match=r"no hex is numbered '41.02': numbers look like '01.01'"):
        numbers.hex("41.02")
    for nonsense in ("", "x", "..", "٣.٢", "1.2.3", "9" * 5000):
        with pytest.raises(Invalid, match="no hex is numbered"):
            numbers.hex(nonsense)


@RUNS
@given(grids(most=16), schemes, st.integers(0, 255))
def test_one_number_is_found_as_it_is_among_all(grid: HexGrid, scheme: Numbering, pick: int) -> None:
    numbers = PrintedNumbers(grid, scheme)
    texts = [str(numbers.all[pick % grid.size]), "nowhere"]
    alone = [int(PrintedNumbers(grid, scheme).hexes([text])[0]) for text in texts]
    assert alone == numbers.hexes([*texts, *numbers.all])[:2].tolist()


def test_numbers_that_run_together_clash() -> None:
    grid = HexGrid(120, 20)
    numbers = PrintedNumbers(grid, Numbering(column=Count(digits=1), row=Count(digits=1)))
    assert numbers.clashes["111"] == (grid.hex_of(10, 0), grid.hex_of(0, 10))
    assert not PrintedNumbers(grid).clashes


def test_what_cannot_be_printed_is_said() -> None:
    with pytest.raises(Invalid, match="larger start"):
        PrintedNumbers(HexGrid(3, 3), Numbering(row=Count(step=-1)))
    with pytest.raises(Invalid, match="steps of 0"):
        PrintedNumbers(HexGrid(3, 3), Numbering(row=Count(step=0)))


def test_a_large_map_is_numbered_at_once() -> None:
    grid = HexGrid(500, 500)
    numbers = PrintedNumbers(grid, Numbering(column=Count(digits=3), row=Count(digits=3)))
    assert not numbers.clashes
    assert np.array_equal(numbers.hexes(numbers.all[::-1]), grid.indices[::-1])
    assert numbers.hexes(["500500", "500501"]).tolist() == [grid.size - 1, -1]
