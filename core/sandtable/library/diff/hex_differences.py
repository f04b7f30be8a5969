"""What differs between the hexes of two maps: the grid, numbers, names, and what was painted over what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from sandtable.board.same_hexes import same_hexes
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
        yield Difference("hex-numbering", (), f"the hexes are numbered differently: {_example(was)} → {_example(now)}")
    yield from _names(was, now)
    if was.grid.orientation == now.grid.orientation:
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
    before_at, after_at = same_hexes(was, now)
    places = dict(zip(before_at.tolist(), after_at.tolist(), strict=True))
    there = {places.get(was.grid.index(hex), -1 - was.grid.index(hex)): name for hex, name in was.names.items()}
    for at, before, after in differing_items(there, {now.grid.index(hex): name for hex, name in now.names.items()}):
        number = _number(now, now.grid.hex(at)) if at >= 0 else _number(was, was.grid.hex(-1 - at))
        if after is None:
            words = f"hex {number} has no name any more (was {before})"
        elif before is None:
            words = f"hex {number} is called {after}"
        else:
            words = f"hex {number} is called {after}, no longer {before}"
        yield Difference("hex-name", (number,), words, before, after)


# --- layers ---------------------------------------------------------------------------------------------------------


def _layers(was: HexBoard, now: HexBoard) -> Iterator[Difference]:
    before, after = same_hexes(was, now)
    numbers = _Numbers(now, after)
    terrain = _describe_sets(was.terrain.sets), _describe_sets(now.terrain.sets)
    for (one, other), places in _painted(was.terrain.cells[before], now.terrain.cells[after], *terrain):
        words = f"{count_of(len(places), 'hex', 'hexes')}: {one} → {other}"
        yield Difference("hex-terrain", (one, other), words, one, other, numbers.of(places))
    low, high = was.elevation[before].astype(np.int64), now.elevation[after].astype(np.int64)
    for one, other in sorted({*zip(low.tolist(), high.tolist(), strict=True)}):
        if one != other:
            places = np.flatnonzero((low == one) & (high == other))
            words = f"{count_of(len(places), 'hex', 'hexes')}: elevation {one} → {other}"
            yield Difference("hex-elevation", (str(one), str(other)), words, one, other, numbers.of(places))
    yield from _sides(was, now, before, after)


def _sides(was: HexBoard, now: HexBoard, before: Ints, after: Ints) -> Iterator[Difference]:
    """Compare what lies on the sides of the hexes that both have."""
    sides, first = np.unique(was.grid.side_table[before].reshape(-1), return_index=True)
    there = now.grid.side_table[after].reshape(-1)[first]
    lying = [[_side(things) for things in board.sides.sets] for board in (was, now)]
    numbers = _Numbers(now, after)
    for (one, other), places in _painted(was.sides.cells[sides], now.sides.cells[there], lying[0], lying[1]):
        words = f"{count_of(len(places), 'hexside')}: {one} → {other}"
        beside = np.isin(now.grid.side_table[after], there[places]).any(axis=1)
        yield Difference("hexside", (one, other), words, one, other, numbers.of(np.flatnonzero(beside)))


class _Numbers:
    """The numbers of some hexes, read once; none where they cannot be printed."""

    def __init__(self, board: HexBoard, cells: Ints) -> None:
        self._board, self._cells = board, cells

    def of(self, places: NDArray[np.int64]) -> tuple[str, ...]:
        """Return the numbers of those hexes that stand at certain places of the list."""
        try:
            return tuple(sorted(self._board.numbers.all[self._cells[places]].tolist()))
        except Invalid:
            return ()


def _painted(
    was: NDArray[np.uint16], now: NDArray[np.uint16], before: list[str], after: list[str]
) -> Iterator[tuple[tuple[str, str], NDArray[np.int64]]]:
    """Yield what was painted over what, and where, in order; sets that are told alike are one."""
    codes = was.astype(np.int64) * len(after) + now
    found: dict[tuple[str, str], list[int]] = {}
    every: list[int] = np.unique(codes).tolist()
    for code in every:
        one, other = before[code // len(after)], after[code % len(after)]
        if one != other:
            found.setdefault((one, other), []).append(code)
    for pair in sorted(found):
        yield pair, np.flatnonzero(np.isin(codes, found[pair]))


def _describe_sets(sets: Iterable[tuple[str, ...]]) -> list[str]:
    return [" and ".join(things) or "no terrain" for things in sets]


def _side(things: tuple[StoredFeature, ...]) -> str:
    favours = ("", " favouring one hex", " favouring the other hex")
    told = [f"{one.kind}{favours[one.favours]}{f' ({one.status})' if one.status != 'added' else ''}" for one in things]
    return ", ".join(told) or "nothing"
