"""What differs between the hexes of two maps: the grid, numbers, names, and what was painted over what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from sandtable.engine.errors import Invalid
from sandtable.library.diff.changes import Change, differ, paired
from sandtable.library.measures import listed, many

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandtable.board.directions import Hex
    from sandtable.board.hex_board import HexBoard
    from sandtable.board.hexes import HexGrid, Ints
    from sandtable.board.layers import Stored
    from sandtable.board.maps import Map

_LIE = ("hex_width", "hex_height", "left", "top")


def hex_changes(a: Map, b: Map) -> Iterator[Change]:
    """Say what differs between the hexes of two maps; layers are compared hex by hex where both have it."""
    was, now = a.hexes, b.hexes
    if was is None or now is None:
        if was is not now:
            board = now or was
            words = (
                f"the map {'has' if now else 'no longer has'} {many(len(board.grid) if board else 0, 'hex', 'hexes')}"
            )
            yield Change("hexes", (), words)
        return
    yield from _grid(was.grid, now.grid)
    if differ(was.numbering, now.numbering):
        yield Change("hex-numbering", (), f"the hexes are numbered otherwise: {_example(was)} → {_example(now)}")
    yield from _names(was, now)
    if (was.grid.orientation, was.grid.stagger) == (now.grid.orientation, now.grid.stagger):
        yield from _layers(was, now)


def _grid(was: HexGrid, now: HexGrid) -> Iterator[Change]:
    for field in ("orientation", "stagger"):
        if getattr(was, field) != getattr(now, field):
            words = f"the hexes' {field}: {getattr(was, field)} → {getattr(now, field)}"
            yield Change("hex-grid", (field,), words, getattr(was, field), getattr(now, field))
    moved = [field for field in _LIE if getattr(was, field) != getattr(now, field)]
    for field in moved:
        words = f"the hexes' {field.replace('_', ' ')}: {getattr(was, field):g} → {getattr(now, field):g}"
        yield Change("hex-grid", (field,), words, getattr(was, field), getattr(now, field))
    if (was.columns, was.rows) != (now.columns, now.rows):
        words = f"the map is {now.columns} × {now.rows} hexes, no longer {was.columns} × {was.rows}"
        yield Change("hex-grid", ("size",), words, [was.columns, was.rows], [now.columns, now.rows])
    elif (cut := int((was.present & ~now.present).sum())) or (was.present != now.present).any():
        more = int((now.present & ~was.present).sum())
        parts = [many(more, "hex", "hexes") + " more"] * bool(more) + [many(cut, "hex", "hexes") + " cut out"] * bool(
            cut
        )
        yield Change("hex-grid", ("mask",), f"the map has {listed(parts)}", cut, more)


def _example(board: HexBoard) -> str:
    return _number(board, board.grid.hex(int(board.grid.indices[0]))) if len(board.grid) else "nothing"


def _number(board: HexBoard, hex: Hex) -> str:
    """Return the number of a hex; column and row with a numbering that cannot be printed."""
    try:
        return board.numbers.of(hex)
    except Invalid:
        column, row = board.grid.cell(hex)
        return f"in column {column + 1}, row {row + 1}"


def _names(was: HexBoard, now: HexBoard) -> Iterator[Change]:
    for hex, before, after in paired(was.names, now.names):
        number = _number(now if hex in now.grid else was, hex)
        if after is None:
            words = f"hex {number} has no name any more (was {before})"
        elif before is None:
            words = f"hex {number} is called {after}"
        else:
            words = f"hex {number} is called {after}, no longer {before}"
        yield Change("hex-name", (number,), words, before, after)


# --- layers ---------------------------------------------------------------------------------------------------------


def _layers(was: HexBoard, now: HexBoard) -> Iterator[Change]:
    before, after = _common(was.grid, now.grid)
    terrain = _told_sets(was.terrain.sets), _told_sets(now.terrain.sets)
    painted = _painted(was.terrain.cells[before], now.terrain.cells[after], *terrain)
    for (one, other), count in painted:
        words = f"{many(count, 'hex', 'hexes')}: {one} → {other}"
        yield Change("hex-terrain", (one, other), words, one, other)
    levels = Counter(zip(was.elevation[before].tolist(), now.elevation[after].tolist(), strict=True))
    for levels_of, count in sorted(levels.items()):
        low, high = map(int, levels_of)
        if low != high:
            words = f"{many(count, 'hex', 'hexes')}: elevation {low} → {high}"
            yield Change("hex-elevation", (str(low), str(high)), words, low, high)
    sides = _common_sides(was.grid, now.grid)
    lying = [[_side(things) for things in board.sides.sets] for board in (was, now)]
    laid = _painted(was.sides.cells[sides[0]], now.sides.cells[sides[1]], lying[0], lying[1])
    for (one, other), count in laid:
        words = f"{many(count, 'hexside')}: {one} → {other}"
        yield Change("hexside", (one, other), words, one, other)


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


def _painted(
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


def _told_sets(sets: Iterable[tuple[str, ...]]) -> list[str]:
    return [" and ".join(things) or "no terrain" for things in sets]


def _side(things: tuple[Stored, ...]) -> str:
    favours = ("", " favouring one hex", " favouring the other hex")
    told = [f"{one.kind}{favours[one.favours]}{f' ({one.status})' if one.status != 'added' else ''}" for one in things]
    return ", ".join(told) or "nothing"
