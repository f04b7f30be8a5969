"""Paints the ground of a hex map: terrain or map mode by whole arrays, then what stands in hexes and on their sides."""

from __future__ import annotations

from functools import cached_property
from math import ceil, floor
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage

from sandtable.present.terrain import look_of
from sandtable_editor.canvas import paper
from sandtable_editor.canvas.guard import saved
from sandtable_editor.canvas.hex_raster import Raster, pixels, raster
from sandtable_editor.canvas.hex_sides import HexSides
from sandtable_editor.canvas.palette import faded
from sandtable_editor.canvas.paths import polygon
from sandtable_editor.canvas.stamps import stamp

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from sandtable.board.hex_board import HexBoard
    from sandtable.board.spaces import SpaceId
    from sandtable.present.terrain import Stamp
    from sandtable_editor.canvas.easel import Easel, Look
    from sandtable_editor.canvas.shapes import Box

    Colours = NDArray[np.uint32]

TINT: Final = 0.72
GRID_FROM: Final = 9.0
"""Logical pixels of a hex from which on its rim is drawn; where it is not, pixels are painted in parts."""
STAMPS_FROM: Final = 16.0
NUMBERS_FROM: Final = 44.0
LIGHT: Final = 0.05
"""How much lighter a level higher is; and how much a level of slope to the light adds."""


class HexGround:
    """The painter of a map's hexes."""

    def __init__(self, board: HexBoard) -> None:
        self._board = board
        self._grid = board.grid
        self._sides = HexSides(board)
        self._colours: tuple[Look, Colours] | None = None
        self._marked: tuple[frozenset[SpaceId], NDArray[np.bool_]] | None = None

    def paint(self, easel: Easel) -> None:
        """Paint the surface of all hexes that lie in the patch of an easel, with what stands in them."""
        block = self.block(easel.around(1))
        if block is None:
            return
        self._surface(easel)
        self._hatch(easel, block)
        if self._size(easel) >= STAMPS_FROM:
            self._strew(easel, self._size(easel), block)

    def paint_lines(self, easel: Easel) -> None:
        """Paint rims, hexsides and numbers of all hexes that lie in the patch of an easel."""
        block, size = self.block(easel.around(1)), self._size(easel)
        if block is None:
            return
        if easel.look.grid and size >= GRID_FROM:
            self._rims(easel, size)
        self._sides.paint(easel, block, size)
        if easel.look.numbers and size >= NUMBERS_FROM:
            self._number(easel, size, block)

    def _size(self, easel: Easel) -> float:
        """Return how large a hex is, logical pixels."""
        return min(self._grid.hex_width, self._grid.hex_height) * easel.zoom

    def forget(self) -> None:
        """Look at the terrain again: it has been edited."""
        self._colours = None

    # --- surface ------------------------------------------------------------------------------------------------

    def _surface(self, easel: Easel) -> None:
        """Lay the colours of hexes; where they are small each pixel is the mean of its parts."""
        fine = 1 if self._size(easel) >= GRID_FROM else 2
        colours = self._coloured(easel.look)[self._shown(easel, fine, rims=False).hexes]
        if fine == 2:
            colours = _halved(colours)
        self._cover(easel, paper.image_of(colours, QImage.Format.Format_ARGB32_Premultiplied))

    def _rims(self, easel: Easel, size: float) -> None:
        """Darken the rims of hexes, a pixel wide."""
        shown = self._shown(easel, 1, rims=True)
        width = max(0.5, 0.55 * easel.dpr)
        line = np.clip(width + 0.5 - shown.rim * np.float32(easel.zoom * easel.dpr), 0, 1)
        line[shown.hexes < 0] = 0
        strength = 0.6 * min(1.0, (size - GRID_FROM) / 16 + 0.25)
        self._cover(easel, paper.tinted(easel.palette.grid, line * np.float32(strength)))

    def _shown(self, easel: Easel, fine: int, *, rims: bool) -> Raster:
        patch, scale = easel.patch, easel.zoom * easel.dpr
        xs, ys = pixels(patch.box[0], patch.wide, scale, fine), pixels(patch.box[1], patch.high, scale, fine)
        return raster(self._grid, xs, ys, rims=rims)

    def _cover(self, easel: Easel, image: QImage) -> None:
        with saved(easel.painter):
            easel.painter.resetTransform()
            easel.painter.drawImage(0, 0, image)

    def _hatch(self, easel: Easel, block: tuple[int, int, int, int]) -> None:
        """Hatch what the map mode hatches."""
        marked = self._hatched(easel.look)
        indices = self._indices(block)
        some = indices[marked[indices]]
        if not len(some):
            return
        painter = easel.painter
        with saved(painter):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(paper.hatching(faded(easel.palette.ink, 0.55), 8, dpr=easel.dpr))
            for outline in self._grid.outlines(some) * easel.zoom:
                painter.drawPolygon(polygon(outline))

    def _hatched(self, look: Look) -> NDArray[np.bool_]:
        """Return which hexes a look hatches."""
        if self._marked is None or self._marked[0] != look.hatched:
            marked = np.zeros(self._grid.size, np.bool_)
            if look.hatched:
                places = self._board.numbers.hexes([str(id) for id in sorted(look.hatched)])
                marked[places[places >= 0]] = True
            self._marked = (look.hatched, marked)
        return self._marked[1]

    def _coloured(self, look: Look) -> Colours:
        """Return the colour of each hex, and of what is beside all hexes last: nothing."""
        if self._colours is None or self._colours[0] != look:
            self._colours = (look, np.append(self._painted(look), np.uint32(0)))
        return self._colours[1]

    def _painted(self, look: Look) -> Colours:
        terrain = self._board.terrain
        table = np.array([_rgb(look.palette.ground(leading(words))) for words in terrain.sets], np.float32)
        rgb = table[terrain.cells]
        if self._board.elevation.any():
            rgb *= self._lit[:, None]
        if look.fills:
            places = self._board.numbers.hexes([str(id) for id in look.fills])
            fills = np.array([_rgb(QColor(colour)) for colour in look.fills.values()], np.float32).reshape(-1, 3)
            known = places >= 0
            rgb[places[known]] += TINT * (fills[known] - rgb[places[known]])
        parts = np.clip(rgb, 0, 255).astype(np.uint32)
        return np.asarray(
            np.uint32(0xFF000000) | (parts[:, 0] << 16) | (parts[:, 1] << 8) | parts[:, 2], np.uint32
        )  # fmt: skip

    @cached_property
    def _lit(self) -> NDArray[np.float32]:
        """How bright each hex is: higher is lighter, and slopes towards the upper left catch the light."""
        grid, levels = self._grid, self._board.elevation.astype(np.float32)
        around = grid.neighbour_table
        beside = np.where(around >= 0, levels[around], levels[:, None])
        light = np.array([0.6, -0.6, -1.0, -0.6, 0.6, 1.0], np.float32)
        slope = ((levels[:, None] - beside) * light).sum(axis=1) / 3
        height = levels - np.median(levels[grid.present])
        return np.asarray(np.clip(1 + LIGHT * (0.6 * height + slope), 0.6, 1.3), np.float32)

    # --- what stands in hexes -----------------------------------------------------------------------------------

    def block(self, box: Box) -> tuple[int, int, int, int] | None:
        """Return first and last column and row of the hexes that a box may touch; ``None`` beside all."""
        grid = self._grid
        flat = grid.orientation == "flat"
        wide, high = (0.75, 1.0) if flat else (1.0, 0.75)
        left, right = ((edge - grid.left) / (grid.hex_width * wide) for edge in (box[0], box[2]))
        top, bottom = ((edge - grid.top) / (grid.hex_height * high) for edge in (box[1], box[3]))
        columns = max(0, floor(left) - 1), min(grid.columns - 1, ceil(right))
        rows = max(0, floor(top) - 1), min(grid.rows - 1, ceil(bottom))
        return None if columns[0] > columns[1] or rows[0] > rows[1] else (*columns, *rows)

    def _indices(self, block: tuple[int, int, int, int]) -> NDArray[np.int32]:
        left, right, top, bottom = block
        rows, columns = np.arange(top, bottom + 1)[:, None], np.arange(left, right + 1)[None, :]
        found = (rows * self._grid.columns + columns).reshape(-1).astype(np.int32)
        return found[self._grid.present[found]]

    def _strew(self, easel: Easel, size: float, block: tuple[int, int, int, int]) -> None:
        """Put the little picture of its terrain into each hex that has one."""
        pictures = [_stamp_of(words) for words in self._board.terrain.sets]
        indices = self._indices(block)
        kinds = self._board.terrain.cells[indices]
        keep = np.array([bool(picture) for picture in pictures])[kinds]
        side = min(size * 0.78, 46.0)
        places: list[int] = indices[keep].tolist()
        sorts: list[int] = kinds[keep].tolist()
        centres: list[tuple[float, float]] = self._grid.centres(indices[keep]).tolist()
        for index, kind, (x, y) in zip(places, sorts, centres, strict=True):
            picture = stamp(pictures[kind], easel.palette.dark, easel.dpr, round(side), index * 7919 // 13 % 2)
            easel.painter.drawPixmap(QPointF(x * easel.zoom - side / 2, y * easel.zoom - side / 2), picture)

    def _number(self, easel: Easel, size: float, block: tuple[int, int, int, int]) -> None:
        """Print the numbers of hexes near their upper rims."""
        font = QFont(easel.painter.font())
        font.setPixelSize(max(8, min(15, round(size * 0.15))))
        painter = easel.painter
        with saved(painter):
            painter.setFont(font)
            painter.setPen(faded(easel.palette.ink, 0.62))
            grid = self._grid
            high = grid.hex_height * easel.zoom
            box = QRectF(0, 0, grid.hex_width * easel.zoom * 0.5, font.pixelSize() * 1.4)
            lift = high * (0.46 if grid.orientation == "flat" else 0.34)
            for (x, y), text in self._printed(block):
                box.moveCenter(QPointF(x * easel.zoom, y * easel.zoom - lift + box.height() / 2))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _printed(self, block: tuple[int, int, int, int]) -> Iterator[tuple[tuple[float, float], str]]:
        indices = self._indices(block)
        for index, (x, y) in zip(indices.tolist(), self._grid.centres(indices).tolist(), strict=True):
            yield (x, y), self._board.numbers.of(self._grid.hex(index))


def leading(words: tuple[str, ...]) -> str:
    """Return the terrain that gives a hex its colour."""
    return max(words, key=lambda word: (look_of(word).rank, word), default="clear")


def _stamp_of(words: tuple[str, ...]) -> Stamp:
    """Return the picture of a hex: that of its leading terrain, else of any."""
    for word in sorted(words, key=lambda word: -look_of(word).rank):
        if look_of(word).stamp:
            return look_of(word).stamp
    return ""


def _rgb(colour: QColor) -> tuple[int, int, int]:
    return colour.red(), colour.green(), colour.blue()


def _halved(colours: Colours) -> Colours:
    """Return the mean of each two by two pixels."""
    low, high = colours & 0x00FF00FF, (colours >> 8) & 0x00FF00FF
    sums = [part[::2, ::2] + part[::2, 1::2] + part[1::2, ::2] + part[1::2, 1::2] for part in (low, high)]
    low, high = (((total + 0x00020002) >> 2) & 0x00FF00FF for total in sums)
    return np.asarray(low | (high << 8), np.uint32)
