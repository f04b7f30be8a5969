"""Which hex of one revision of a map is which of another: maps that were made larger, or numbered anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import isclose
from typing import TYPE_CHECKING, Any, Final, Literal

import msgspec
import numpy as np

from sandtable.board.hex_board import HexBoard
from sandtable.board.numbering import Numbering, PrintedNumbers
from sandtable.board.spaces import SpaceId
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from sandtable.board.hexes import HexGrid, Ints
    from sandtable.board.layers import SetLayer
    from sandtable.board.maps import Map

OTHER: Final[Mapping[Literal["odd", "even"], Literal["odd", "even"]]] = {"odd": "even", "even": "odd"}
NEAR: Final = 1e-6
"""How far a map may lie from whole columns and rows, in columns and rows, to be one that was made larger."""


# --- made larger ----------------------------------------------------------------------------------------------------


def enlarge_board(board: HexBoard, *, left: int = 0, top: int = 0, right: int = 0, bottom: int = 0) -> HexBoard:
    """Return a board with more columns and rows around it, or fewer; what stays keeps its place on the paper.

    It keeps its numbers too, for the count starts lower; where that cannot be printed, or a number would be given
    twice, all are given anew from where the count started, and ``renumbered`` tells which is which.
    Raises ``Invalid`` where no hex would be left.
    """
    if left + right <= -board.grid.columns or top + bottom <= -board.grid.rows:
        raise Invalid("nothing would be left of the board: cut off fewer columns or rows")
    was, now = board.grid, _resized_grid(board.grid, left, top, right, bottom)
    before = was.indices
    after = _moved(was, now, before, left, top)
    before, after = before[after >= 0], after[after >= 0]
    if not len(before):
        raise Invalid("nothing would be left of the board: cut off fewer columns or rows")
    found = replace(HexBoard.blank(now), numbering=board.numbering)
    _carry_over(board.terrain, found.terrain, before, after)
    sides, first = np.unique(was.side_table[before].reshape(-1), return_index=True)
    _carry_over(board.sides, found.sides, sides.astype(np.int32), now.side_table[after].reshape(-1)[first])
    found.elevation[after] = board.elevation[before]
    places = dict(zip(before.tolist(), after.tolist(), strict=True))
    names = {now.hex(at): name for hex, name in board.names.items() if (at := places.get(was.index(hex))) is not None}
    return replace(found, names=names, numbering=_numbering_of(board, now, int(before[0]), int(after[0])))


def _resized_grid(grid: HexGrid, left: int, top: int, right: int, bottom: int) -> HexGrid:
    across, down = _pitch(grid)
    turned = (left if grid.orientation == "flat" else top) % 2
    mask = None
    if grid.mask is not None:
        more = ((max(top, 0), max(bottom, 0)), (max(left, 0), max(right, 0)))
        rows, columns = (slice(max(-one, 0), -max(-other, 0) or None) for one, other in ((top, bottom), (left, right)))
        mask = np.pad(grid.mask[rows, columns], more, constant_values=True)
    return replace(
        grid,
        columns=grid.columns + left + right,
        rows=grid.rows + top + bottom,
        stagger=OTHER[grid.stagger] if turned else grid.stagger,
        left=grid.left - left * across,
        top=grid.top - top * down,
        mask=mask,
    )


def _pitch(grid: HexGrid) -> tuple[float, float]:
    """Return how far a column lies from the next one, and a row."""
    if grid.orientation == "flat":
        return grid.hex_width * 3 / 4, grid.hex_height
    return grid.hex_width, grid.hex_height * 3 / 4


def _moved(was: HexGrid, now: HexGrid, cells: Ints, left: int, top: int) -> Ints:
    """Return where cells stand in a grid with so many columns and rows more before them, -1 where it has no hex."""
    row, column = np.divmod(cells, was.columns)
    column, row = column + left, row + top
    inside = (column >= 0) & (column < now.columns) & (row >= 0) & (row < now.rows)
    index = np.where(inside, row * now.columns + column, 0)
    return np.where(inside & now.present[index], index, -1).astype(np.int32)


def _carry_over(was: SetLayer[Any], now: SetLayer[Any], before: Ints, after: Ints) -> None:
    cells = np.zeros(len(now.cells), np.uint16)
    cells[after] = was.cells[before]
    now.restore(cells, was.sets)


def _numbering_of(board: HexBoard, now: HexGrid, before: int, after: int) -> Numbering:
    """Return a numbering that leaves all numbers as they are, else one that starts where it did."""
    was = board.numbering
    lower = _counted_lower(board, now, before, after)
    if lower is not None and not PrintedNumbers(now, lower).clashes:
        return lower
    for digits in range(max(was.column.digits, was.row.digits), 10):
        counts = (msgspec.structs.replace(one, digits=max(one.digits, digits)) for one in (was.column, was.row))
        tried = msgspec.structs.replace(was, **dict(zip(("column", "row"), counts, strict=True)))
        if not PrintedNumbers(now, tried).clashes:
            return tried
    return was


def _counted_lower(board: HexBoard, now: HexGrid, before: int, after: int) -> Numbering | None:
    """Return the numbering that gives a hex the counts that it has, ``None`` where it cannot be printed."""
    was, counts = board.numbering, board.numbers.counts_at(before)
    try:
        there = PrintedNumbers(now, was).counts_at(after)
    except Invalid:
        return None
    column, row = (
        msgspec.structs.replace(count, start=count.start + kept - drawn)
        for count, kept, drawn in zip((was.column, was.row), counts, there, strict=True)
    )
    lower = msgspec.structs.replace(was, column=column, row=row)
    try:
        PrintedNumbers(now, lower)
    except Invalid:
        return None
    return lower if min(column.start, row.start) >= 0 else None


# --- which is which -------------------------------------------------------------------------------------------------


def same_hexes(was: HexBoard, now: HexBoard) -> tuple[Ints, Ints]:
    """Return where the hexes that both boards have stand in the arrays of each.

    A hex is the same where it lies at the same place: the map was made larger, or numbered otherwise. Of a map that
    was drawn anew at another size or place, and of one that was counted lower where it lies, numbers say it.
    """
    shift = _shift(was, now)
    if shift is None:
        return _by_number(was, now)
    there = _moved(was.grid, now.grid, was.grid.indices, *shift)
    return was.grid.indices[there >= 0], there[there >= 0]


def new_numbers(was: Map, now: Map) -> dict[str, SpaceId]:
    """Return the hexes that have another number on a map than before, those that are gone with none (``""``).

    Empty where numbers say which hex is which, and where nothing else would be told by it.
    """
    if was.hexes is None or now.hexes is None or _shift(was.hexes, now.hexes) is None:
        return {}
    before, after = same_hexes(was.hexes, now.hexes)
    try:
        one, other = was.hexes.numbers.all, now.hexes.numbers.all
    except Invalid:
        return {}
    pairs = zip(one[before].tolist(), other[after].tolist(), strict=True)
    moved = {number: SpaceId(there) for number, there in pairs if number != there}
    taken = set(moved.values())
    gone = np.setdiff1d(was.hexes.grid.indices, before)
    return moved | {number: SpaceId("") for number in one[gone].tolist() if number in taken}


def _shift(was: HexBoard, now: HexBoard) -> tuple[int, int] | None:
    """Return how many columns and rows were added before the others, ``None`` for hexes that lie otherwise."""
    one, other = was.grid, now.grid
    sizes = ((one.hex_width, other.hex_width), (one.hex_height, other.hex_height))
    if one.orientation != other.orientation or not all(isclose(*pair) for pair in sizes):
        return None
    across, down = _pitch(one)
    by = ((one.left - other.left) / across, (one.top - other.top) / down)
    if any(abs(step - round(step)) > NEAR for step in by):
        return None
    left, top = (round(step) for step in by)
    turned = (left if one.orientation == "flat" else top) % 2 == 1
    if turned == (one.stagger == other.stagger):
        return None
    return None if not (left or top) and _is_counted_lower(was, now) else (left, top)


def _is_counted_lower(was: HexBoard, now: HexBoard) -> bool:
    """Tell whether a board of another size is numbered otherwise, and has every number of before."""
    if (was.grid.columns, was.grid.rows) == (now.grid.columns, now.grid.rows) or was.numbering == now.numbering:
        return False
    return len(_by_number(was, now)[0]) == len(was.grid)


def _by_number(was: HexBoard, now: HexBoard) -> tuple[Ints, Ints]:
    cells = was.grid.indices
    try:
        there = now.numbers.hexes(was.numbers.all[cells])
    except Invalid:
        return cells[:0], cells[:0]
    return cells[there >= 0], there[there >= 0]
