"""A board alone, for a virtual tabletop that lays a grid of its own over it: nothing round it, hexes so many pixels."""

from __future__ import annotations

import re
from math import ceil, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from sandtable.engine.errors import Invalid
from sandtable.interchange.svg.drawing import render
from sandtable.interchange.svg.hex_picture import USUAL, HexStyle
from sandtable.interchange.svg.paper import paper_for

if TYPE_CHECKING:
    from sandtable.board.hexes import HexGrid
    from sandtable.board.maps import Map

LEAST: Final = 10
MOST: Final = 1_000
"""Pixels of a hex from side to side."""
DPI: Final = 96.0
"""Pixels of a drawing in an inch: at so many each of them is one of the picture."""
SLACK: Final = 0.5
"""Pixels by which the hexes at the far end may lie beside a grid of regular ones."""
HEAD: Final = re.compile(r' width="[^"]*" height="[^"]*" viewBox="[^"]*"')
TOP: Final = re.compile(r' data-paper="[-+.e\d]+ ([-+.e\d]+) ')
EPSILON: Final = 1e-6


class TabletopGrid(NamedTuple):
    """What is to be set there for its grid; the first hex lies in the upper left corner of the picture."""

    rows: bool
    """Whether hexes stand in rows, their points up; else in columns."""
    even: bool
    """Whether the first of them is shifted by half a hex; else the second."""
    pixels: int
    """From side to side of a hex."""
    wide: int
    high: int
    """Pixels of the picture."""

    @property
    def says(self) -> str:
        """What is to be set, in the words that such programs have."""
        lie = f"{'rows' if self.rows else 'columns'}, {'even' if self.even else 'odd'}"
        return f"hexagonal {lie}; size {self.pixels} pixels; offset 0, 0"

    @property
    def says_whole(self) -> str:
        """How large the picture is, and what is to be set for it."""
        return f"{self.wide:,} by {self.high:,} pixels; grid: {self.says}"

    def facts(self) -> dict[str, object]:
        """Return it as a script takes it."""
        kind = f"hexagonal {'rows' if self.rows else 'columns'}"
        return {"kind": kind, "shifted": "even" if self.even else "odd", "size": self.pixels, "offset": [0, 0]}


def tabletop(
    sheet: Map, pixels: int, *, mode: str = "terrain", underlays: bool = False, hexes: HexStyle = USUAL
) -> tuple[str, TabletopGrid]:
    """Return the board as SVG of as many pixels as it is to have, and the grid that lies on it.

    Raises ``Invalid`` for a map without hexes, and for hexes that no regular grid fits.
    """
    if sheet.hexes is None:
        raise Invalid(f"the map {sheet.title!r} has no hexes for the grid of a virtual tabletop to lie on")
    if not LEAST <= pixels <= MOST:
        raise Invalid(f"a hex cannot be {pixels:,} pixels from side to side: choose {LEAST} to {MOST:,}")
    grid = sheet.hexes.grid
    scale = pixels / _short(grid)
    _require_regular(grid, scale)
    wide, high = (ceil(side * scale - EPSILON) for side in grid.extent)
    drawing = render(sheet, mode=mode, scale=scale, underlays=underlays, hexes=hexes)
    left, top = _corner(sheet, drawing, scale)
    head = f' width="{wide}" height="{high}" viewBox="{left:.6f} {top:.6f} {wide} {high}"'
    rows = grid.orientation == "pointy"
    return HEAD.sub(head, drawing, count=1), TabletopGrid(rows, grid.stagger == "even", pixels, wide, high)


def _corner(sheet: Map, drawing: str, scale: float) -> tuple[float, float]:
    """Return where on a drawing the upper left corner of the board lies."""
    assert sheet.hexes is not None
    found = TOP.search(drawing)
    assert found is not None, "every drawing says how its map lies on it"
    paper, grid = paper_for(sheet, scale, float(found[1])), sheet.hexes.grid
    return paper.place(grid.left, grid.top)


def _short(grid: HexGrid) -> float:
    """Return a hex from side to side, in map units."""
    return grid.hex_height if grid.orientation == "flat" else grid.hex_width


def _require_regular(grid: HexGrid, scale: float) -> None:
    """Refuse hexes of which the last would lie beside those of a regular grid."""
    flat = grid.orientation == "flat"
    long, many = (grid.hex_width, grid.columns) if flat else (grid.hex_height, grid.rows)
    if abs(long - _short(grid) * 2 / sqrt(3)) * 0.75 * many * scale > SLACK:
        raise Invalid(
            f"the hexes are {grid.hex_width:g} by {grid.hex_height:g} map units, and the grid of a virtual tabletop "
            "has regular ones: make them regular first, with the tool Move the grid or the edit LayGrid"
        )
