"""A map with nothing on it yet: of areas, or of blank hexes."""

from __future__ import annotations

from typing import Literal

from sandtable.board.areas import TOLERANCE, AreaMap
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.maps import Map, MapInfo
from sandtable.engine.errors import Invalid

MOST: int = 4000
"""Columns or rows of hexes."""


def blank_areas(info: MapInfo, size: tuple[float, float], tolerance: float | None = None) -> Map:
    """Return a map of areas, which will be so large in map units."""
    return Map(info, areas=AreaMap({}, TOLERANCE * max(size) if tolerance is None else tolerance))


def blank_hexes(
    info: MapInfo,
    columns: int,
    rows: int,
    width: float = 1.0,
    orientation: Literal["flat", "pointy"] = "flat",
    *,
    even: bool = False,
) -> Map:
    """Return a map of so many blank hexes. ``even``: the first column is shifted down, of pointy hexes the first row.

    Raises ``Invalid`` for none, or too many.
    """
    if not (1 <= columns <= MOST and 1 <= rows <= MOST):
        raise Invalid(f"a map cannot have {columns:,} columns and {rows:,} rows of hexes: choose 1 to {MOST:,} of each")
    stagger: Literal["odd", "even"] = "even" if even else "odd"
    return Map(info, hexes=HexBoard.blank(HexGrid(columns, rows, orientation, stagger, width)))


def hexes_on_paper(
    size: tuple[float, float], width: float, orientation: Literal["flat", "pointy"] = "flat"
) -> tuple[int, int]:
    """Return how many columns and rows of hexes of a width a paper holds; raises ``Invalid`` where it holds none."""
    one = HexGrid(1, 1, orientation, "odd", width)
    across, down = one.hex_width, one.hex_height
    if orientation == "flat":
        columns, rows = int((size[0] / across - 0.25) / 0.75 + 1e-9), int(size[1] / down - 0.5 + 1e-9)
    else:
        columns, rows = int(size[0] / across - 0.5 + 1e-9), int((size[1] / down - 0.25) / 0.75 + 1e-9)
    if columns < 1 or rows < 1:
        raise Invalid(f"a paper of {size[0]:g} by {size[1]:g} holds no hex of {width:g}: choose a smaller hex")
    return columns, rows
