"""A board of hexes from a scan of one: where a few of its hexes lie in the image, and the numbers printed in them."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np
from msgspec import Struct

from sandtable.board.affine import ControlPoint, Placement, Spot
from sandtable.board.control_points import fit_points
from sandtable.board.hex_board import HexBoard
from sandtable.board.hexes import HexGrid
from sandtable.board.layers import SideLayer, TerrainLayer
from sandtable.board.numbering import Count, Numbering, PrintedNumbers
from sandtable.engine.errors import Invalid

if TYPE_CHECKING:
    from sandtable.board.directions import Hex

WIDEST, FEWER = 999, 99
"""Columns and rows in which the numbers of a scan are looked up, as they have more digits than two or not."""


class HexPoint(Struct, frozen=True):
    """The middle of a hex in an image, in pixels from its upper left corner, and the number printed in it."""

    pixel: Spot
    hex: str


class BoardLayout(NamedTuple):
    """How the hexes of a scan lie, as somebody says who looks at it."""

    orientation: Literal["flat", "pointy"]
    stagger: Literal["odd", "even"]
    numbering: Numbering
    columns: int = 0
    rows: int = 0
    """0: as many as the hexes that are named need."""


def hex_points(grid: HexGrid, numbers: PrintedNumbers, hexes: Sequence[HexPoint]) -> tuple[ControlPoint, ...]:
    """Return the control points that hexes of a board make."""
    return tuple(ControlPoint(one.pixel, grid.centre(numbers.hex(one.hex))) for one in hexes)


def grid_of_scan(hexes: Sequence[HexPoint], layout: BoardLayout, laid: Placement) -> HexGrid:
    """Return the grid whose hexes lie over those of a scan that is ``laid`` on the map: as large, at its place.

    Its hexes are regular and upright; the scan is what has been turned or stretched. Raises ``Invalid`` for numbers
    that no hex has in this layout, and for points that decide nothing.
    """
    found = _cells(hexes, layout)
    columns = layout.columns or 1 + max(column for column, _ in found)
    rows = layout.rows or 1 + max(row for _, row in found)
    grid = HexGrid(columns, rows, layout.orientation, layout.stagger, 1.0)
    centres = [grid.centre(grid.hex_of(*cell)) for cell in found]
    points = [ControlPoint(one.pixel, at) for one, at in zip(hexes, centres, strict=True)]
    if len(points) < 3:
        raise Invalid(f"{len(points)} hexes do not say how a board lies: name three or more, four to see how well")
    pixels = fit_points(points).placement
    width = sqrt(abs(laid.size) / pixels.size)
    middle = laid.at(_mean([one.pixel for one in hexes]))
    x, y = _mean(centres)
    return HexGrid(
        columns, rows, layout.orientation, layout.stagger, width,
        left=middle[0] - x * width, top=middle[1] - y * width,
    )  # fmt: skip


def _cells(hexes: Sequence[HexPoint], layout: BoardLayout) -> list[tuple[int, int]]:
    """Return the columns and rows of the hexes, counted from 0."""
    columns, rows = layout.columns or _most(layout.numbering.column), layout.rows or _most(layout.numbering.row)
    grid = HexGrid(columns, rows, layout.orientation, layout.stagger, 1.0)
    numbers = PrintedNumbers(grid, layout.numbering)
    found: dict[Hex, str] = {}
    for one in hexes:
        hex = numbers.hex(one.hex)
        if hex in found:
            raise Invalid(f"the hex {one.hex} is named twice: name another one, or leave it out")
        found[hex] = one.hex
    return [grid.cell(hex) for hex in found]


def _most(count: Count) -> int:
    """Return how many columns or rows can be counted in the digits that are printed."""
    return min(10**count.digits - 1, WIDEST) if count.style == "digits" and count.digits > 1 else FEWER


def _mean(spots: Sequence[Spot]) -> Spot:
    x, y = np.array(spots, np.float64).mean(axis=0).tolist()
    return x, y


def relaid(board: HexBoard, grid: HexGrid, numbering: Numbering) -> HexBoard:
    """Return a board lying otherwise: all that lies on it as it was where there are as many hexes as before.

    A board with nothing on it may have others. Raises ``Invalid`` for one with something on it.
    """
    was = board.grid
    shapes = [(one.columns, one.rows, one.orientation, one.stagger) for one in (was, grid)]
    if shapes[0] == shapes[1]:
        fresh = HexBoard.blank(dataclasses.replace(grid, mask=was.mask), numbering)
        _take_over(fresh.terrain, board.terrain)
        _take_over(fresh.sides, board.sides)
        return dataclasses.replace(fresh, elevation=board.elevation, names=board.names)
    if board.terrain.cells.any() or board.sides.cells.any() or board.elevation.any() or board.names:
        raise Invalid(
            f"the board has {was.columns} columns and {was.rows} rows of {was.orientation} hexes with something on "
            f"them, the scan {grid.columns} and {grid.rows} of {grid.orientation} ones: "
            "add or cut off columns and rows first"
        )
    return HexBoard.blank(grid, numbering)


def _take_over(fresh: TerrainLayer | SideLayer, layer: TerrainLayer | SideLayer) -> None:
    fresh.restore(layer.cells, layer.sets)  # type: ignore[arg-type]  # both are of one kind
