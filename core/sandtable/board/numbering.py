"""Printed hex numbers, both ways: from hex to text and back.

A `Numbering` is the scheme of a map ("0512": column then row, two digits each); `PrintedNumbers` lays it on a
grid, reads numbers back and finds those that two hexes share.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal

import numpy as np
from msgspec import Struct

from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from sandtable.board.directions import Hex
    from sandtable.board.hexes import HexGrid, Ints

    Texts = NDArray[np.str_]


class Count(Struct, frozen=True):
    """How columns, or rows, are counted.

    ``style``: ``digits``; ``letters`` A..Z, AA, AB, ...; ``doubled`` A..Z, AA, BB, ... . ``start`` is the count
    of the first (A is 1), ``step`` what each next one adds (-1 counts down, 2 leaves gaps), ``digits`` the
    least number of digits, ``shifted`` what columns (rows) shifted by half a hex count more.
    """

    style: Literal["digits", "letters", "doubled"] = "digits"
    start: int = 1
    step: int = 1
    digits: int = 2
    shifted: int = 0

    def text(self, count: int) -> str:
        """Return the count as printed; raises ``Invalid`` where it cannot be."""
        if count < (self.style != "digits"):
            raise Invalid(f"the count {count} cannot be printed in {self.style}: give the numbering a larger start")
        if self.style == "digits":
            return str(count).zfill(self.digits)
        if self.style == "doubled":
            times, letter = divmod(count - 1, 26)
            return chr(65 + letter) * (times + 1)
        text = ""
        while count:
            count, letter = divmod(count - 1, 26)
            text = chr(65 + letter) + text
        return text

    def count(self, text: str) -> int | None:
        """Read a printed count, leading zeros or not; ``None`` when it is none of this style."""
        if self.style == "digits":
            return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
        text = text.upper()
        if not (text.isascii() and text.isalpha() and len(text) < 10):
            return None
        if self.style == "doubled":
            return ord(text[0]) - 64 + 26 * (len(text) - 1) if len(set(text)) == 1 else None
        count = 0
        for letter in text:
            count = count * 26 + ord(letter) - 64
        return count


class Numbering(Struct, frozen=True):
    """The scheme of a map's numbers.

    ``slant``: ``straight``, or oblique: numbers of the second kind follow the grain, that is the rows of a
    flat-topped map (the columns of a pointy-topped one) run along ``d2`` (``falling``) or towards the upper
    right, ``d1`` or ``d0`` (``rising``).
    """

    first: Literal["column", "row"] = "column"
    column: Count = Count()
    row: Count = Count()
    separator: str = ""
    prefix: str = ""
    slant: Literal["straight", "falling", "rising"] = "straight"


COLUMN_ROW: Final = Numbering()

FEW: Final = 50
"""Numbers fewer than a hex in so many are looked up one by one."""


class PrintedNumbers:
    """A numbering on a grid."""

    def __init__(self, grid: HexGrid, numbering: Numbering = COLUMN_ROW) -> None:
        """Raise ``Invalid`` for a scheme that cannot number this grid."""
        self.grid = grid
        self.numbering = numbering
        for what, count in (("columns", numbering.column), ("rows", numbering.row)):
            if not count.step:
                raise Invalid(f"the {what} are numbered in steps of 0: give 1, or -1 to count down")
        self._texts = self._column_texts, self._row_texts = tuple(
            _texts_of(counts[grid.present], count)
            for counts, count in zip(self._all_counts, (numbering.column, numbering.row), strict=True)
        )

    def of(self, hex: Hex) -> str:
        """Return the number printed in a hex of the map."""
        index, scheme = self.grid.index(hex), self.numbering
        columns, rows = self._all_counts
        texts = [self._column_texts[int(columns[index])], self._row_texts[int(rows[index])]]
        return scheme.prefix + scheme.separator.join(texts if scheme.first == "column" else texts[::-1])

    def hex(self, text: str) -> Hex:
        """Return the hex with that number; leading zeros and small letters do not matter where one hex fits."""
        found = self._exact(text) or self._loose(text)
        if not found:
            example = str(self.all[self.grid.indices[0]]) if len(self.grid) else "none"
            raise Invalid(f"no hex is numbered {text!r}: numbers look like {example!r}")
        if len(found) > 1:
            raise Invalid(
                f"{text!r} is the number of {len(found)} hexes: change the numbering so that no number is given twice"
            )
        return self.grid.hex(found[0])

    def counts_at(self, index: int) -> tuple[int, int]:
        """Return the counts of a hex, by column and by row, before they are printed."""
        columns, rows = self._all_counts
        return int(columns[index]), int(rows[index])

    def hexes(self, texts: Sequence[str] | Texts) -> Ints:
        """Return the indices of many numbers exactly as printed, -1 for those of no hex; of a clash the first hex."""
        if len(texts) * FEW < self.grid.size and "_sorted_texts" not in self.__dict__:
            return np.array([next(iter(self._exact(str(text))), -1) for text in texts], np.int32)
        order, ordered = self._sorted_texts
        wanted = np.asarray(texts, np.str_)
        if not len(ordered):
            return np.full(len(wanted), -1, np.int32)
        place = np.searchsorted(ordered, wanted)
        place = np.minimum(place, len(ordered) - 1)
        return np.where(ordered[place] == wanted, order[place], -1).astype(np.int32)

    @cached_property
    def all(self) -> Texts:
        """Every number, ``(size,) str``; empty where the map is cut."""
        columns, rows = self._all_counts
        first, second = (_look_up(columns, self._column_texts), _look_up(rows, self._row_texts))
        if self.numbering.first == "row":
            first, second = second, first
        texts = np.char.add(np.char.add(self.numbering.prefix, first), np.char.add(self.numbering.separator, second))
        return np.where(self.grid.present, texts, "")

    @cached_property
    def clashes(self) -> dict[str, tuple[Hex, ...]]:
        """Numbers printed in more than one hex, with the hexes."""
        order, ordered = self._sorted_texts
        again = np.flatnonzero(ordered[1:] == ordered[:-1])
        found: dict[str, set[int]] = {}
        for place in again.tolist():
            found.setdefault(str(ordered[place]), set()).update((int(order[place]), int(order[place + 1])))
        return {text: tuple(map(self.grid.hex, sorted(places))) for text, places in sorted(found.items())}

    @cached_property
    def _sorted_texts(self) -> tuple[Ints, Texts]:
        texts = self.all[self.grid.indices]
        order = np.argsort(texts, kind="stable")
        return self.grid.indices[order], texts[order]

    @cached_property
    def _all_counts(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Counts of columns and of rows, one per cell."""
        grid, scheme = self.grid, self.numbering
        row, column = np.divmod(np.arange(grid.size, dtype=np.int64), grid.columns)
        flat = grid.orientation == "flat"
        shifted = ((column if flat else row) + (grid.stagger == "even")) % 2
        q, r = grid.axial
        if scheme.slant != "straight" and flat:
            row = np.asarray(r if scheme.slant == "falling" else q + r, np.int64)
        elif scheme.slant != "straight":
            column = np.asarray(-r if scheme.slant == "falling" else q, np.int64)
        return (
            scheme.column.start + scheme.column.step * column + scheme.column.shifted * (0 if flat else shifted),
            scheme.row.start + scheme.row.step * row + scheme.row.shifted * (shifted if flat else 0),
        )

    def _exact(self, text: str) -> list[int]:
        """Return the hexes with exactly this number, in order, without numbering the whole map."""
        scheme = self.numbering
        if not text.startswith(scheme.prefix):
            return []
        found: set[int] = set()
        for parts in _partings(text[len(scheme.prefix) :], scheme.separator):
            column, row = parts if scheme.first == "column" else parts[::-1]
            if column in self._counts[0] and row in self._counts[1]:
                found.update(self._hexes_counted_as(self._counts[0][column], self._counts[1][row]))
        return sorted(found)

    @cached_property
    def _counts(self) -> tuple[dict[str, int], dict[str, int]]:
        """The counts of columns and of rows by their texts."""
        columns, rows = ({text: count for count, text in texts.items()} for texts in self._texts)
        return columns, rows

    @cached_property
    def _lanes(self) -> dict[int, int]:
        """The column of each count on a flat-topped map, the row on a pointy-topped one: these run straight."""
        columns, rows = self._all_counts
        counts = columns[: self.grid.columns] if self.grid.orientation == "flat" else rows[:: self.grid.columns]
        return {count: lane for lane, count in enumerate(counts.tolist())}

    def _hexes_counted_as(self, column: int, row: int) -> list[int]:
        """Return the hexes with these counts."""
        flat = self.grid.orientation == "flat"
        lane = self._lanes.get(column if flat else row)
        return [] if lane is None else self._lane_hexes(lane).get(row if flat else column, [])

    def _lane_hexes(self, lane: int) -> dict[int, list[int]]:
        """Return the hexes of a lane by their other count; a lane is looked through once."""
        if lane not in self._looked_through:
            grid, (columns, rows) = self.grid, self._all_counts
            if grid.orientation == "flat":
                lane_indices, counts = np.arange(lane, grid.size, grid.columns), rows[lane :: grid.columns]
            else:
                lane_indices = np.arange(lane * grid.columns, (lane + 1) * grid.columns)
                counts = columns[lane_indices]
            found: dict[int, list[int]] = {}
            there = grid.present[lane_indices]
            for index, count in zip(lane_indices[there].tolist(), counts[there].tolist(), strict=True):
                found.setdefault(count, []).append(index)
            self._looked_through[lane] = found
        return self._looked_through[lane]

    @cached_property
    def _looked_through(self) -> dict[int, dict[int, list[int]]]:
        """The lanes that were asked about."""
        return {}

    def _loose(self, text: str) -> list[int]:
        """Read a number that is not exactly as printed: every way to part it that makes counts of this grid."""
        scheme = self.numbering
        text = text.strip()
        if not text.upper().startswith(scheme.prefix.upper()):
            return []
        text = text[len(scheme.prefix) :]
        kinds = [scheme.column, scheme.row]
        if scheme.first == "row":
            kinds.reverse()
        found: set[int] = set()
        for first, second in _partings(text, scheme.separator):
            counts = [kinds[0].count(first), kinds[1].count(second)]
            if scheme.first == "row":
                counts.reverse()
            if None not in counts:
                columns, rows = self._all_counts
                found.update(np.flatnonzero((columns == counts[0]) & (rows == counts[1]) & self.grid.present).tolist())
        return sorted(found)


def _partings(text: str, separator: str) -> list[tuple[str, str]]:
    if separator:
        places = [place for place in range(len(text)) if text.startswith(separator, place)]
        return [(text[:place], text[place + len(separator) :]) for place in places]
    return [(text[:place], text[place:]) for place in range(1, len(text))]


def _texts_of(counts: NDArray[np.int64], count: Count) -> dict[int, str]:
    return {value: count.text(value) for value in np.unique(counts).tolist()}


def _look_up(counts: NDArray[np.int64], texts: dict[int, str]) -> Texts:
    low, high = min(texts, default=0), max(texts, default=0)
    table = np.array([texts.get(value, "") for value in range(low, high + 1)], np.str_)
    return table[np.clip(counts - low, 0, high - low)]
