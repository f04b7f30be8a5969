"""Paints the ground of a hex map: terrain or map mode by whole arrays, then what stands in hexes and on their sides."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage

from sandtable.present.telling_apart import PATTERNS
from sandtable.present.terrain import look_of
from sandtable.present.terrain_edges import leading
from sandtable_editor.canvas.geometry.palette import fade_colour
from sandtable_editor.canvas.geometry.paths import polygon
from sandtable_editor.canvas.geometry.qt_exceptions import restore_after
from sandtable_editor.canvas.ground import textures
from sandtable_editor.canvas.ground.hex_raster import Raster, pixels, raster
from sandtable_editor.canvas.ground.hex_sides import HexSides
from sandtable_editor.canvas.ground.hex_transitions import TRANSITIONS_FROM, paint_transitions
from sandtable_editor.canvas.ground.terrain_symbols import stamp
from sandtable_editor.canvas.ground.terrain_words import WORDS_FROM, write_terrains

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from sandtable.board.hex_board import HexBoard
    from sandtable.board.hexes import Ints
    from sandtable.board.spaces import SpaceId
    from sandtable.present.telling_apart import Pattern
    from sandtable.present.terrain import Stamp
    from sandtable_editor.canvas.geometry.shapes import Box
    from sandtable_editor.canvas.ground.paint_context import Look, PaintContext

    Colours = NDArray[np.uint32]

TINT: Final = 0.72
GRID_FROM: Final = 9.0
"""Logical pixels of a hex from which on its rim is drawn; where it is not, pixels are painted in parts."""
STAMPS_FROM: Final = 16.0
NUMBERS_FROM: Final = 44.0
NUMBER_SIZES: Final = (8, 11)
"""Logical pixels of a hex's number, at least and at most: names of hexes are larger."""
LIGHT: Final = 0.05
"""How much lighter a level higher is; and how much a level of slope to the light adds."""
NIGHT: Final = 0.2
"""The same in the dark, where there is less light to be more or less of."""


class HexGround:
    """The painter of a map's hexes."""

    def __init__(self, board: HexBoard, before: HexGround | None = None, changed: Ints | None = None) -> None:
        """``before``: the painter of the same hexes before these were of another terrain or level."""
        self._board = board
        self._grid = board.grid
        self._sides = HexSides(board)
        self.mixed: tuple[Look, Colours] | None = None
        """The colours that were mixed for a look."""
        self.marked: tuple[Mapping[SpaceId, Pattern], NDArray[np.uint8]] | None = None
        """The patterns of hexes in a map mode."""
        self.elevation = board.elevation
        self.middle: float = before.middle if before and before.elevation is board.elevation else middle_level(board)
        if before is not None and changed is not None:
            self._take_over(before, changed)

    def _take_over(self, before: HexGround, changed: Ints) -> None:
        """Take over the colours of hexes that are what they were."""
        self.marked = before.marked
        if before.mixed is None or self.middle != before.middle:
            return
        look, colours = before.mixed
        some = changed
        if self._board.elevation.any():
            beside = self._grid.neighbour_table[changed].reshape(-1)
            some = np.concatenate((changed, beside[beside >= 0]))
        colours = colours.copy()
        colours[some] = self._mix_colours(look, some)
        self.mixed = (look, colours)

    def paint(self, context: PaintContext) -> None:
        """Paint the surface of all hexes that lie in the patch of an easel, with what stands in them."""
        block = self.block(context.around(1))
        if block is None:
            return
        self._surface(context)
        if "transitions" not in context.look.left_out and not context.look.fills:
            self._transitions(context, self._size(context), block)
        self._hatch(context, block)
        if self._size(context) >= STAMPS_FROM:
            self._stamp_terrain(context, self._size(context), block)

    def paint_lines(self, context: PaintContext) -> None:
        """Paint rims, hexsides and numbers of all hexes that lie in the patch of an easel."""
        block, size = self.block(context.around(1)), self._size(context)
        if block is None:
            return
        if context.look.grid and size >= GRID_FROM:
            self._rims(context, size)
        if "edges" not in context.look.left_out:
            self._sides.paint(context, block, size)
        if context.look.numbers and size >= NUMBERS_FROM:
            self._number(context, size, block)
        if context.look.terrains and size >= WORDS_FROM:
            write_terrains(context, self._board, self._indices(block))

    def _size(self, context: PaintContext) -> float:
        """Return how large a hex is, logical pixels."""
        return min(self._grid.hex_width, self._grid.hex_height) * context.zoom

    # --- surface ------------------------------------------------------------------------------------------------

    def _surface(self, context: PaintContext) -> None:
        """Lay the colours of hexes; where they are small each pixel is the mean of its parts."""
        fine = 1 if self._size(context) >= GRID_FROM else 2
        colours = self._colours_of(context.look)[self._patch_raster(context, fine, rims=False).hexes]
        if fine == 2:
            colours = _halve(colours)
        self._cover(context, textures.image_of(colours, QImage.Format.Format_ARGB32_Premultiplied))

    def _transitions(self, context: PaintContext, size: float, block: tuple[int, int, int, int]) -> None:
        """Have terrains reach into each other where they meet."""
        if size >= TRANSITIONS_FROM:
            paint_transitions(context, self._board, self._indices(block), self._colours_of(context.look))

    def _rims(self, context: PaintContext, size: float) -> None:
        """Darken the rims of hexes, a pixel wide."""
        shown = self._patch_raster(context, 1, rims=True)
        width = max(0.5, 0.55 * context.dpr)
        line = np.clip(width + 0.5 - shown.rim * np.float32(context.zoom * context.dpr), 0, 1)
        line[shown.hexes < 0] = 0
        strength = 0.6 * min(1.0, (size - GRID_FROM) / 16 + 0.25)
        self._cover(context, textures.colour_image(context.palette.grid, line * np.float32(strength)))

    def _patch_raster(self, context: PaintContext, fine: int, *, rims: bool) -> Raster:
        patch, scale = context.patch, context.zoom * context.dpr
        xs, ys = pixels(patch.box[0], patch.wide, scale, fine), pixels(patch.box[1], patch.high, scale, fine)
        return raster(self._grid, xs, ys, rims=rims)

    def _cover(self, context: PaintContext, image: QImage) -> None:
        with restore_after(context.painter):
            context.painter.resetTransform()
            context.painter.drawImage(0, 0, image)

    def _hatch(self, context: PaintContext, block: tuple[int, int, int, int]) -> None:
        """Hatch what the map mode hatches."""
        if not context.look.patterns:
            return
        indices = self._indices(block)
        kinds = self._patterned_hexes(context.look)[indices]
        if not kinds.any():
            return
        painter, ink = context.painter, fade_colour(context.palette.ink, 0.55)
        with restore_after(painter):
            painter.setPen(Qt.PenStyle.NoPen)
            present: list[int] = np.unique(kinds[kinds > 0]).tolist()
            for kind in present:
                painter.setBrush(textures.pattern(PATTERNS[kind], ink, dpr=context.dpr))
                for outline in self._grid.outlines(indices[kinds == kind]) * context.zoom:
                    painter.drawPolygon(polygon(outline))

    def _patterned_hexes(self, look: Look) -> NDArray[np.uint8]:
        """Return for each hex the number of its pattern, 0 where it has none."""
        if self.marked is None or self.marked[0] is not look.patterns:
            marked = np.zeros(self._grid.size, np.uint8)
            for pattern in dict.fromkeys(look.patterns.values()):
                spaces = sorted(str(id) for id, one in look.patterns.items() if one == pattern)
                places = self._board.numbers.hexes(spaces)
                marked[places[places >= 0]] = PATTERNS.index(pattern)
            self.marked = (look.patterns, marked)
        return self.marked[1]

    def _colours_of(self, look: Look) -> Colours:
        """Return the colour of each hex, and of what is beside all hexes last: nothing."""
        if self.mixed is None or self.mixed[0] != look:
            every = np.arange(self._grid.size, dtype=np.int32)
            self.mixed = (look, np.append(self._mix_colours(look, every), np.uint32(0)))
        return self.mixed[1]

    def _mix_colours(self, look: Look, cells: Ints) -> Colours:
        terrain = self._board.terrain
        table = np.array([_rgb(look.palette.ground(leading(words))) for words in terrain.sets], np.float32)
        rgb = table[terrain.cells[cells]]
        if self._board.elevation.any():
            rgb *= self._brightness(cells, NIGHT if look.palette.dark else LIGHT)[:, None]
        if look.fills:
            places = self._board.numbers.hexes([str(id) for id in look.fills])
            fills = np.array([_rgb(QColor(colour)) for colour in look.fills.values()], np.float32).reshape(-1, 3)
            row = np.full(self._grid.size, -1)
            row[places[places >= 0]] = np.flatnonzero(places >= 0)
            known = row[cells] >= 0
            rgb[known] += TINT * (fills[row[cells][known]] - rgb[known])
        parts = np.clip(rgb, 0, 255).astype(np.uint32)
        return np.asarray(
            np.uint32(0xFF000000) | (parts[:, 0] << 16) | (parts[:, 1] << 8) | parts[:, 2], np.uint32
        )  # fmt: skip

    def _brightness(self, cells: Ints, level: float) -> NDArray[np.float32]:
        """Return how bright hexes are: higher is lighter, and slopes towards the upper left catch the light."""
        grid, levels = self._grid, self._board.elevation.astype(np.float32)
        around = grid.neighbour_table[cells]
        here = levels[cells]
        beside = np.where(around >= 0, levels[around], here[:, None])
        light = np.array([0.6, -0.6, -1.0, -0.6, 0.6, 1.0], np.float32)
        slope = ((here[:, None] - beside) * light).sum(axis=1) / 3
        return np.asarray(np.clip(1 + level * (0.6 * (here - self.middle) + slope), 0.6, 1.3), np.float32)

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

    def _stamp_terrain(self, context: PaintContext, size: float, block: tuple[int, int, int, int]) -> None:
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
            picture = stamp(pictures[kind], context.palette.tone, context.dpr, round(side), index * 7919 // 13 % 2)
            context.painter.drawPixmap(QPointF(x * context.zoom - side / 2, y * context.zoom - side / 2), picture)

    def _number(self, context: PaintContext, size: float, block: tuple[int, int, int, int]) -> None:
        """Print the numbers of hexes near their upper rims."""
        font = QFont(context.painter.font())
        least, most = NUMBER_SIZES
        font.setPixelSize(round(max(least, min(most, size * 0.15)) * context.palette.letters))
        painter = context.painter
        with restore_after(painter):
            painter.setFont(font)
            painter.setPen(fade_colour(context.palette.ink, 1.0 if context.palette.stark else 0.62))
            grid = self._grid
            high = grid.hex_height * context.zoom
            box = QRectF(0, 0, grid.hex_width * context.zoom * 0.5, font.pixelSize() * 1.4)
            lift = high * (0.46 if grid.orientation == "flat" else 0.34)
            for (x, y), text in self._numbers_in(block):
                box.moveCenter(QPointF(x * context.zoom, y * context.zoom - lift + box.height() / 2))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _numbers_in(self, block: tuple[int, int, int, int]) -> Iterator[tuple[tuple[float, float], str]]:
        indices = self._indices(block)
        for index, (x, y) in zip(indices.tolist(), self._grid.centres(indices).tolist(), strict=True):
            yield (x, y), self._board.numbers.of(self._grid.hex(index))


def middle_level(board: HexBoard) -> float:
    """Return the level that is neither bright nor dark: half of the hexes lie lower."""
    levels = board.elevation[board.grid.present]
    if not levels.any():
        return 0.0
    least = int(levels.min())
    below = np.cumsum(np.bincount(levels - least))
    low, high = (int(np.searchsorted(below, (len(levels) + more) // 2)) for more in (1, 2))
    return least + (low + high) / 2


def _stamp_of(words: tuple[str, ...]) -> Stamp:
    """Return the picture of a hex: that of what is built there, else of its leading terrain, else of any."""
    for word in sorted(words, key=lambda word: (not look_of(word).built, -look_of(word).rank)):
        if look_of(word).stamp:
            return look_of(word).stamp
    return ""


def _rgb(colour: QColor) -> tuple[int, int, int]:
    return colour.red(), colour.green(), colour.blue()


def _halve(colours: Colours) -> Colours:
    """Return the mean of each two by two pixels."""
    low, high = colours & 0x00FF00FF, (colours >> 8) & 0x00FF00FF
    sums = [part[::2, ::2] + part[::2, 1::2] + part[1::2, ::2] + part[1::2, 1::2] for part in (low, high)]
    low, high = (((total + 0x00020002) >> 2) & 0x00FF00FF for total in sums)
    return np.asarray(low | (high << 8), np.uint32)
