"""A map with nothing on it yet: of areas, or of blank hexes."""

from __future__ import annotations

import re
from math import sqrt
from typing import Final, Literal

from msgspec.structs import replace

from sandtable.board.areas import TOLERANCE, AreaMap
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo
from sandtable.board.numbering import Count, Numbering, PrintedNumbers
from sandtable.engine.errors import Invalid

MOST: int = 4000
"""Columns or rows of hexes."""
LANDSCAPE: Final = "landscape"
_EXAMPLE: Final = re.compile(r"([A-Za-z]{1,4}|[0-9]{1,9})([^A-Za-z0-9]{0,3})([A-Za-z]{1,4}|[0-9]{1,9})")


def blank_areas(info: MapInfo, size: tuple[float, float], tolerance: float | None = None) -> Map:
    """Return a map of areas, which will be so large in map units: it says so, and its tolerance fits."""
    info = replace(info, paper=(float(size[0]), float(size[1])))
    return Map(info, areas=AreaMap({}, TOLERANCE * max(size) if tolerance is None else tolerance))


def blank_hexes(
    info: MapInfo,
    columns: int,
    rows: int,
    size: float = 1.0,
    orientation: Literal["flat", "pointy"] = "flat",
    *,
    even: bool = False,
    numbering: Numbering | None = None,
) -> Map:
    """Return a map of so many blank hexes. ``even``: the first column is shifted down, of pointy hexes the first row.

    ``size``: from side to side, which is from the middle of a hex to the next. They are numbered 0101, column
    before row, with as many digits as it takes, or otherwise by a numbering.
    Raises ``Invalid`` for none, or too many, and where a number would be printed twice.
    """
    if not (1 <= columns <= MOST and 1 <= rows <= MOST):
        raise Invalid(f"a map cannot have {columns:,} columns and {rows:,} rows of hexes: choose 1 to {MOST:,} of each")
    stagger: Literal["odd", "even"] = "even" if even else "odd"
    board = HexBoard.blank(_grid(columns, rows, size, orientation, stagger), numbering or _plain(columns, rows))
    if numbering is not None and (clashes := PrintedNumbers(board.grid, numbering).clashes):
        raise Invalid(
            f"the number {min(clashes)} would be printed in more than one hex: give numbers more digits, or a separator"
        )
    return Map(info, hexes=board)


def _plain(columns: int, rows: int) -> Numbering:
    """Return the usual numbering, with the digits that keep numbers apart."""
    digits = max(2, min(len(str(columns)), len(str(rows))))
    return Numbering(column=Count(digits=digits), row=Count(digits=digits))


def numbering_from(example: str, first: Literal["column", "row"] = "column") -> Numbering:
    """Return the numbering of which an example is the number of the upper left hex: 0101, A1, 1.01, 001001.

    Raises ``Invalid`` for what cannot be told apart into the count of a column and that of a row.
    """
    text = example.strip()
    if text.isascii() and text.isdigit() and len(text) % 2 == 0:
        one, separator, other = text[: len(text) // 2], "", text[len(text) // 2 :]
    elif (found := _EXAMPLE.fullmatch(text)) is not None and not (text.isascii() and text.isdigit()):
        one, separator, other = found.groups()
    else:
        raise Invalid(f"{example!r} is not the number of a hex: write that of the upper left one as 0101, A1 or 1.01")
    counts = [_count_from(one), _count_from(other)]
    column, row = counts if first == "column" else counts[::-1]
    return Numbering(first, column, row, separator)


def _count_from(text: str) -> Count:
    style: Literal["digits", "letters"] = "digits" if text.isdigit() else "letters"
    start = Count(style).count(text)
    if start is None:
        raise Invalid(f"{text!r} cannot be counted on from: write up to 9 digits, or letters")
    return Count(style, start, digits=len(text) if style == "digits" else 2)


def paper_size(text: str) -> tuple[float, float]:
    """Return width and height of a paper in mm, by its name (``A3``, ``A3 landscape``) or as ``297x420``.

    Raises ``Invalid`` for one that is not known.
    """
    from sandtable.interchange.svg.print_plan import paper_of

    name, lies = text.strip().rsplit(" ", 1) if text.strip().lower().endswith(f" {LANDSCAPE}") else (text, "")
    wide, high = paper_of(name)
    return (max(wide, high), min(wide, high)) if lies else (wide, high)


def size_from(text: str) -> tuple[float, float]:
    """Return width and height as somebody writes them: ``594 by 300``, ``594x300``; raises ``Invalid`` for others."""
    parts = re.split(r"\s*(?:[x×*;]|by)\s*", text.strip())
    try:
        wide, high = (float(part.replace(",", ".")) for part in parts)
    except ValueError:
        raise Invalid(f"{text!r} is not a size: write width and height in map units, 594 by 300") from None
    return wide, high


def _grid(
    columns: int, rows: int, size: float, orientation: Literal["flat", "pointy"], stagger: Literal["odd", "even"]
) -> HexGrid:
    return HexGrid(columns, rows, orientation, stagger, size * 2 / sqrt(3) if orientation == "flat" else size)


def hexes_on_paper(
    paper: tuple[float, float], size: float, orientation: Literal["flat", "pointy"] = "flat"
) -> tuple[int, int]:
    """Return how many columns and rows of hexes, so large from side to side, a paper holds.

    Raises ``Invalid`` where it holds none.
    """
    one = _grid(1, 1, size, orientation, "odd")
    across, down = one.hex_width, one.hex_height
    if orientation == "flat":
        columns, rows = int((paper[0] / across - 0.25) / 0.75 + 1e-9), int(paper[1] / down - 0.5 + 1e-9)
    else:
        columns, rows = int(paper[0] / across - 0.5 + 1e-9), int((paper[1] / down - 0.25) / 0.75 + 1e-9)
    if columns < 1 or rows < 1:
        raise Invalid(f"a paper of {paper[0]:g} by {paper[1]:g} holds no hex of {size:g}: choose a smaller hex")
    return columns, rows
