"""Paints what lies on hexsides: water and works along them, slopes with hachures downhill, roads across them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPen

from sandtable.board.hex_spaces import ACROSS
from sandtable.board.vocabulary import OVER_WATER, RIVERS
from sandtable_editor.canvas.geometry.palette import fade_colour
from sandtable_editor.canvas.geometry.paths import line_path
from sandtable_editor.canvas.geometry.qt_exceptions import restore_after

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandtable.board.hex_board import HexBoard
    from sandtable.board.layers import StoredFeature
    from sandtable_editor.canvas.ground.paint_context import PaintContext

    Floats = NDArray[np.float64]

WATER: Final = RIVERS | {"creek", "river_hexside", "lakeshore"}
CROSSING: Final = ACROSS - OVER_WATER
WIDE: Final = frozenset({"river", "river_hexside", "major_road"})
ROADS_FROM: Final = 5.0
"""Logical pixels of a hex from which on roads and water are drawn."""
DETAIL_FROM: Final = 14.0


class _Side(NamedTuple):
    """Hexsides of one set of features: their two corners and the two centres beside them, ``(n, 4)`` each."""

    features: tuple[StoredFeature, ...]
    along: Floats
    across: Floats


class HexSides:
    """The painter of a map's hexsides."""

    def __init__(self, board: HexBoard) -> None:
        self._board = board

    def paint(self, context: PaintContext, block: tuple[int, int, int, int], size: float) -> None:
        """Paint the hexsides of a block of hexes; ``size``: logical pixels of a hex."""
        if size < ROADS_FROM or not self._board.sides.cells.any():
            return
        painter = context.painter
        with restore_after(painter):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            sides = self._sides(block, context.zoom)
            thick = max(0.6, min(1.6, size / 26))
            for side in sides:
                for one in side.features:
                    if one.kind in WATER:
                        self._stroke(
                            painter, context.palette.river, (4.2 if one.kind in WIDE else 2.6) * thick, side.along
                        )
            for side in sides:
                for one in side.features:
                    self._feature(context, one, side, thick, size)

    def _sides(self, block: tuple[int, int, int, int], zoom: float) -> list[_Side]:
        """Return the hexsides of a block with something on them, logical pixels, those of one set together."""
        grid, layer = self._board.grid, self._board.sides
        left, right, top, bottom = block
        sets: list[tuple[StoredFeature, ...]] = layer.sets
        cells = layer.cells.reshape(grid.rows + 2, grid.columns + 2, 3)[top : bottom + 3, left : right + 3]
        row, column, k = (found.astype(np.int32) for found in np.nonzero(cells))
        kinds = cells[row, column, k]
        owner_q, owner_r = grid.axials(column + left - 1, row + top - 1)
        step = np.array([(0, -1), (1, -1), (1, 0)], np.int32)[k]
        here = self._middles(owner_q, owner_r)
        there = self._middles(owner_q + step[:, 0], owner_r + step[:, 1])
        half = (there - here) / 2
        width, height = grid.hex_width, grid.hex_height
        # the side runs across the way from centre to centre; of a stretched hex it is turned in the unstretched one
        scale = np.array(
            [width, height * np.sqrt(4 / 3)] if grid.orientation == "flat" else [width * np.sqrt(4 / 3), height]
        )
        turned = (half / scale)[:, ::-1] * np.array([1.0, -1.0]) * scale / np.sqrt(3)
        middle = here + half
        along = np.concatenate([middle - turned, middle + turned], axis=1) * zoom
        across = np.concatenate([here, there], axis=1) * zoom
        used: list[int] = np.unique(kinds).tolist()
        return [_Side(_standing(sets[kind]), along[kinds == kind], across[kinds == kind]) for kind in used]

    def _middles(self, q: NDArray[np.int32], r: NDArray[np.int32]) -> Floats:
        """Return the centres of hexes, on the map or just beside it."""
        grid = self._board.grid
        origin = np.array(grid.centre(grid.hex_of(0, 0)))
        zero_q, zero_r = grid.hex_of(0, 0)
        q, r = q - zero_q, r - zero_r
        if grid.orientation == "flat":
            xy = np.stack([0.75 * grid.hex_width * q, grid.hex_height * (r + q / 2)], axis=1)
        else:
            xy = np.stack([grid.hex_width * (q - r) / 2, 0.75 * grid.hex_height * (q + r)], axis=1)
        return np.asarray(xy + origin, np.float64)

    def _stroke(
        self, painter: QPainter, colour: QColor, width: float, lines: Floats, dashes: tuple[float, ...] = ()
    ) -> None:
        pen = QPen(colour, width)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap if dashes or width <= 1 else Qt.PenCapStyle.RoundCap)
        if dashes:
            pen.setDashPattern(list(dashes))
        painter.setPen(pen)
        painter.drawPath(line_path(lines))

    def _feature(self, context: PaintContext, one: StoredFeature, side: _Side, thick: float, size: float) -> None:
        """Paint what is no water."""
        painter, palette = context.painter, context.palette
        if one.kind in CROSSING:
            broad = 3.0 if one.kind in WIDE else 2.0
            dashes = (3.0, 2.0) if one.kind in {"track", "minor_road", "ferry"} else ()
            self._stroke(painter, fade_colour(palette.halo, 0.7), (broad + 1.4) * thick, side.across)
            self._stroke(painter, palette.road, broad * thick, side.across, dashes)
        elif size < DETAIL_FROM or one.kind in WATER:
            return
        elif one.kind in OVER_WATER:
            self._stroke(painter, palette.halo, 5.0 * thick, _shorten(side.across, 0.3))
            self._stroke(painter, palette.ink, 1.2 * thick, _beside(_shorten(side.across, 0.3), 2.6 * thick))
        elif one.favours:
            self._hachures(context, one, side, thick)
        else:
            self._stroke(painter, fade_colour(palette.ink, 0.75), 2.6 * thick, side.along, (2.0, 1.0))

    def _hachures(self, context: PaintContext, one: StoredFeature, side: _Side, thick: float) -> None:
        """Draw ticks from the side towards the hex that it does not favour: downhill, or the way works face."""
        down = (side.across[:, 2:] - side.across[:, :2]) * (1 if one.favours == 1 else -1)
        count = 7 if "steep" in one.kind or "precipice" in one.kind else 5
        shares = ((np.arange(count) + 0.5) / count)[:, None, None]
        starts = (side.along[:, :2] + shares * (side.along[:, 2:] - side.along[:, :2])).reshape(-1, 2)
        ticks = np.concatenate([starts, starts + np.tile(down * 0.11, (count, 1))], axis=1)
        colour = fade_colour(context.palette.ink, 0.55)
        self._stroke(context.painter, colour, 1.0 if thick < 1.4 else thick, ticks)
        if "slope" not in one.kind:
            self._stroke(context.painter, context.palette.ink, 1.8 * thick, side.along)


def _standing(features: tuple[StoredFeature, ...]) -> tuple[StoredFeature, ...]:
    return tuple(one for one in features if one.status != "forbidden")


def _shorten(lines: Floats, share: float) -> Floats:
    """Return the middle parts of lines."""
    middle, half = (lines[:, :2] + lines[:, 2:]) / 2, (lines[:, 2:] - lines[:, :2]) / 2 * share
    return np.concatenate([middle - half, middle + half], axis=1)


def _beside(lines: Floats, by: float) -> Floats:
    """Return two lines beside each."""
    way = lines[:, 2:] - lines[:, :2]
    normal = way[:, ::-1] * np.array([-1.0, 1.0]) / np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-9)[:, None] * by
    both = np.concatenate([normal, normal], axis=1)
    return np.concatenate([lines + both, lines - both])
