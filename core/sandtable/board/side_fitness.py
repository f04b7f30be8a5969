"""Whether the hexsides of a map have what a game reads: what lies along or across them, and which hex it favours."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from sandtable.board.hex_spaces import ACROSS
from sandtable.engine.errors import Invalid
from sandtable.engine.rules.ground import MapKind, Misfit

if TYPE_CHECKING:
    from sandtable.board.hex_board import HexBoard
    from sandtable.board.layers import StoredFeature

Course = Literal["along", "across"]
COURSES: Final[tuple[Course, ...]] = ("along", "across")
EDGE: Final = "the edge of the map"
SHOWN: Final = 3
"""So many hexsides are named."""


def features_by_kind(board: HexBoard) -> dict[tuple[Course, str], list[tuple[int, StoredFeature]]]:
    """Return what lies on the hexsides, by course and kind, each with the place of its side; nothing forbidden."""
    sides = np.unique(board.grid.side_table[board.grid.indices].reshape(-1))
    there = sides[board.sides.cells[sides] > 0]
    found: dict[tuple[Course, str], list[tuple[int, StoredFeature]]] = defaultdict(list)
    for side in there.tolist():
        for feature in board.sides.at(side):
            if feature.status != "forbidden":
                found["across" if feature.kind in ACROSS else "along", feature.kind].append((side, feature))
    return found


def side_misfits(board: HexBoard, kinds: Iterable[type[MapKind]]) -> Iterator[Misfit]:
    """Yield what lies on hexsides that a game does not know, if it reads any, and what does not say whom it favours."""
    reads: dict[tuple[Course, str], type[MapKind]] = {
        (course, kind.kind): kind for kind in kinds for course in COURSES if kind.of == course
    }
    if not reads:
        return
    for (course, word), lying in sorted(features_by_kind(board).items()):
        kind = reads.get((course, word))
        if kind is None:
            yield _strange(board, course, word, [side for side, _ in lying], reads)
        elif kind.favours and (silent := [side for side, feature in lying if not feature.favours]):
            words = f"{word} lies {course} {_sides(board, silent)} and does not say {kind.favours}"
            yield Misfit(course, words, "say it of each, or take it off", _first(board, silent))


def _strange(
    board: HexBoard, course: Course, word: str, sides: list[int], reads: Iterable[tuple[Course, str]]
) -> Misfit:
    known = sorted(kind for one, kind in reads if one == course)
    cure = f"draw {' or '.join(known)} there, or take it off" if known else "take it off"
    words = f"{word!r} lies {course} {_sides(board, sides)}, which the game does not know"
    return Misfit(course, words, cure, _first(board, sides))


def _sides(board: HexBoard, sides: list[int]) -> str:
    """Name hexsides by the hexes that they lie between."""
    named = ", ".join("–".join(_numbers(board, side)) for side in sides[:SHOWN])
    more = len(sides) - SHOWN
    count = f"{len(sides)} hexsides" if len(sides) > 1 else "a hexside"
    return f"{count} ({named}{f' and {more} more' if more > 0 else ''})"


def _first(board: HexBoard, sides: list[int]) -> str:
    return next((number for number in _numbers(board, sides[0]) if number != EDGE), "")


def _numbers(board: HexBoard, side: int) -> list[str]:
    """Return the numbers of the hexes at a side; column and row where they cannot be printed."""
    found: list[str] = []
    for hex in board.grid.hexes_at(side):
        try:
            found.append(board.numbers.of(hex) if hex in board.grid else EDGE)
        except Invalid:
            column, row = board.grid.cell(hex)
            found.append(f"column {column + 1}, row {row + 1}")
    return sorted(found)
