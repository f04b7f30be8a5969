"""The hexes of a map as shapes of a picture: each by itself, or, where they are too many, what lies at each dot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Final

import numpy as np

from sandtable.play.picture.shapes import PictureShape
from sandtable.present.terrain import look_of

if TYPE_CHECKING:
    from sandtable.board.hex_board import HexBoard
    from sandtable.board.maps import Map
    from sandtable.board.spaces import SpaceId
    from sandtable.play.picture.cutting import Cutting

MOST: Final = 2500
"""So many hexes are drawn each by itself."""
DOT: Final = 4.0
"""Units of the picture that a dot is wide."""


def hex_shapes(sheet: Map, cutting: Cutting, fills: Mapping[SpaceId, str]) -> list[PictureShape]:
    """Return the hexes that lie in a cutting."""
    board = sheet.hexes
    if board is None or not len(board.grid):
        return []
    grid = board.grid
    centres = grid.centres(grid.indices)
    left, low, right, high = cutting.box
    room = max(grid.hex_width, grid.hex_height)
    inside = (
        (centres[:, 0] > left - room)
        & (centres[:, 0] < right + room)
        & (centres[:, 1] > low - room)
        & (centres[:, 1] < high + room)
    )
    there = grid.indices[inside]
    if len(there) > MOST:
        return list(_dots(board, cutting))
    outlines = grid.outlines(there)
    spaces = [sheet.by_number.number(grid.hex(index)) for index in there.tolist()]
    return [
        PictureShape((cutting.line(outline),), _terrain(board, index), fills.get(space, ""), sheet.name(space))
        for index, outline, space in zip(there.tolist(), outlines, spaces, strict=True)
    ]


def _terrain(board: HexBoard, index: int) -> str:
    """Return the terrain that gives a hex its tint."""
    return max(board.terrain.at(index), key=lambda word: (look_of(word).rank, word), default="clear")


def _dots(board: HexBoard, cutting: Cutting) -> Iterator[PictureShape]:
    """Go through the picture in rows of dots; dots beside each other that look alike are one shape."""
    left, low, right, high = cutting.box
    step = DOT / cutting.scale
    xs = np.arange(left, right, step)
    for y in np.arange(low, high, step).tolist():
        row = board.grid.at_points(np.stack((xs + step / 2, np.full(len(xs), y + step / 2)), axis=1)).tolist()
        words = [_terrain(board, index) if index >= 0 else "" for index in row]
        for word, run in groupby(range(len(words)), key=words.__getitem__):
            at = list(run)
            if word:
                x0, x1 = float(xs[at[0]]), float(xs[at[-1]]) + step
                yield PictureShape((cutting.line([(x0, y), (x1, y), (x1, y + step), (x0, y + step)]),), word)
