"""What differs between the hexes of two maps: the grid, numbers, names, and what was painted over what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from sandtable.engine.errors import Invalid
from sandtable.library.diff.differences import Difference, differ, differing_items
from sandtable.library.files.report_words import count_of, join_names

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandtable.board.directions import Hex
    from sandtable.board.hex_board import HexBoard
    from sandtable.board.hexes import HexGrid, Ints
    from sandtable.board.layers import StoredFeature
    from sandtable.board.maps import Map

_LIE = ("hex_width", "hex_height", "left", "top")


def hex_changes(a: Map, b: Map) -> Iterator[Difference]:
    """Say what differs between the hexes of two maps; layers are compared hex by hex where both have it."""
    was, now = a.hexes, b.hexes
    if was is None or now is None:
        if was is not now:
            board = now or was
            hexes = count_of(len(board.grid) if board else 0, "hex", "hexes")
            words = f"the map {'has' if now else 'no longer has'} {hexes}"
            yield Difference("hexes", (), words)
        return
    yield from _grid(was.grid, now.grid)
    if differ(was.numbering, now.numbering):
        yield Difference("hex-numbering", (), f"the hexes are numbered otherwise: {_example(was)} → {_example(now)}")
    yield from _names(was, now)
    if (was.grid.orientation, was.grid.stagger) == (now.grid.orientation, now.grid.stagger):
        yield from _layers(was, now)


def _grid(was: HexGrid, now: HexGrid) -> Iterator[Difference]:
    for field in ("orientation", "stagger"):
        if getattr(was, field) != getattr(now, field):
            words = f"the hexes' {field}: {getattr(was, field)} → {getattr(now, field)}"
            yield Difference("hex-grid", (field,), words, getattr(was, field), getattr(now, field))
    moved = [field for field in _LIE if getattr(was, field) != getattr(now, field)]
    for field in moved:
        words = f"the hexes' {field.replace('_', ' ')}: {getattr(was, field):g} → {getattr(now, field):g}"
        yield Difference("hex-grid", (field,), words, getattr(was, field), getattr(now, field))
    if (was.columns, was.rows) != (now.columns, now.rows):
        words = f"the map is {now.columns} × {now.rows} hexes, no longer {was.columns} × {was.rows}"
        yield Difference("hex-grid", ("size",), words, [was.columns, was.rows], [now.columns, now.rows])
    elif (cut := int((was.present & ~now.present).sum())) or (was.present != now.present).any():
        more = int((now.present & ~was.present).sum())
        parts = [count_of(more, "hex", "hexes") + " more"] * bool(more) + [
            count_of(cut, "hex", "hexes") + " cut out"
        ] * bool(cut)
        yield Difference("hex-grid", ("mask",), f"the map has {join_names(parts)}", cut, more)


def _example(board: HexBoard) -> str:
    return _number(board, board.grid.hex(int(board.grid.indices[0]))) if len(board.grid) else "nothing"


def _number(board: HexBoard, hex: Hex) -> str:
    """Return the number of a hex; column and row with a numbering that cannot be printed."""
    try:
        return board.numbers.of(hex)
    except Invalid:
        column, row = board.grid.cell(hex)
        return f"in column {column + 1}, row {row + 1}"


def _names(was: HexBoard, now: HexBoard) -> Iterator[Difference]:
    for hex, before, after in differing_items(was.names, now.names):
        number = _number(now if hex in now.grid else was, hex)
        if after is None:
            words = f"hex {number} has no name any more (was {before})"
        elif before is None:
            words = f"hex {number} is called {after}"
        else:
            words = f"hex {number} is called {after}, no longer {before}"
        yield Difference("hex-name", (number,), words, before, after)


# --- layers ---------------------------------------------------------------------------------------------------------


def _layers(was: HexBoard, now: HexBoard) -> Iterator[Difference]:
    before, after = _common(was.grid, now.grid)
    terrain = _describe_sets(was.terrain.sets), _describe_sets(now.terrain.sets)
    painted = _paint_counts(was.terrain.cells[before], now.terrain.cells[after], *terrain)
    for (one, other), count in painted:
        words = f"{count_of(count, 'hex', 'hexes')}: {one} → {other}"
        yield Difference("hex-terrain", (one, other), words, one, other)
    levels = Counter(zip(was.elevation[before].tolist(), now.elevation[after].tolist(), strict=True))
    for levels_of, count in sorted(levels.items()):
        low, high = map(int, levels_of)
        if low != high:
            words = f"{count_of(count, 'hex', 'hexes')}: elevation {low} → {high}"
            yield Difference("hex-elevation", (str(low), str(high)), words, low, high)
    sides = _common_sides(was.grid, now.grid)
    lying = [[_side(things) for things in board.sides.sets] for board in (was, now)]
    laid = _paint_counts(was.sides.cells[sides[0]], now.sides.cells[sides[1]], lying[0], lying[1])
    for (one, other), count in laid:
        words = f"{count_of(count, 'hexside')}: {one} → {other}"
        yield Difference("hexside", (one, other), words, one, other)


def _common(was: HexGrid, now: HexGrid) -> tuple[Ints, Ints]:
    """Return where the hexes that both have stand in the arrays of each; of one size those cut out count too."""
    if (was.columns, was.rows) == (now.columns, now.rows):
        every = np.arange(was.size, dtype=np.int32)
        return every, every
    there = now.find_all(*(line[was.indices] for line in was.axial))
    return was.indices[there >= 0], there[there >= 0]


def _common_sides(was: HexGrid, now: HexGrid) -> tuple[Ints, Ints]:
    if (was.columns, was.rows) == (now.columns, now.rows):
        every = np.arange(was.sides, dtype=np.int32)
        return every, every
    before, after = _common(was, now)
    sides, first = np.unique(was.side_table[before].reshape(-1), return_index=True)
    return sides.astype(np.int32), now.side_table[after].reshape(-1)[first]


def _paint_counts(
    was: NDArray[np.uint16], now: NDArray[np.uint16], before: list[str], after: list[str]
) -> Iterator[tuple[tuple[str, str], int]]:
    """Yield what was painted over what, and how often, in order."""
    codes, counts = np.unique(was.astype(np.int64) * len(after) + now, return_counts=True)
    pairs: list[int] = codes.tolist()
    found: Counter[tuple[str, str]] = Counter()
    for pair, count in zip(pairs, counts.tolist(), strict=True):
        one, other = before[pair // len(after)], after[pair % len(after)]
        if one != other:
            found[one, other] += count
    yield from sorted(found.items())


def _describe_sets(sets: Iterable[tuple[str, ...]]) -> list[str]:
    return [" and ".join(things) or "no terrain" for things in sets]


def _side(things: tuple[StoredFeature, ...]) -> str:
    favours = ("", " favouring one hex", " favouring the other hex")
    told = [f"{one.kind}{favours[one.favours]}{f' ({one.status})' if one.status != 'added' else ''}" for one in things]
    return ", ".join(told) or "nothing"
