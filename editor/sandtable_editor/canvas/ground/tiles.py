"""The ground as a pyramid of square tiles: painted once, kept, and painted a few at a time so that nothing takes long.

A zoom is a whole number, its *step*: 64 steps double the scale, so every zoom has tiles of its own, painted for just
that scale and blitted pixel by pixel. A frame draws what is at hand, and paints no tile: while some are missing, what
there is of another step is drawn stretched, the step last shown whole, else the overview.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from math import ceil, floor, log2
from time import perf_counter
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRect, QRectF
from PySide6.QtGui import QPainter, QPixmap

from sandtable_editor.canvas.ground.patches import EDGE, REACH, Patch, grow_box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from PySide6.QtGui import QColor, QImage

    from sandtable_editor.canvas.geometry.shapes import Box, Floats
    from sandtable_editor.canvas.ground.overview import Overview

STEPS: Final = 64
"""Steps that double the scale."""
BUDGET: Final = 0.008
"""Seconds of new tiles at a time."""
CAP: Final = 96 << 20
"""Bytes of tiles that are kept, whatever is on the screen."""
BYTES: Final = EDGE * EDGE * 4


@cache
def zoom_of(step: int) -> float:
    """Return logical pixels per map unit."""
    return float(2.0 ** (step / STEPS))


def step_of(zoom: float) -> int:
    """Return the step whose scale is nearest to a zoom."""
    return round(STEPS * log2(zoom))


class TileKey(NamedTuple):
    """A tile: its step, its column and row counted from the canvas' 0, 0."""

    step: int
    column: int
    row: int


class Tile:
    """A painted tile; a stale one is shown until the part of it that is stale is painted anew."""

    __slots__ = ("part", "pixmap")

    def __init__(self, pixmap: QPixmap | None) -> None:
        self.pixmap = pixmap
        self.part: QRect | None = None
        """What is to be painted anew, device pixels of the tile."""

    @property
    def stale(self) -> bool:
        return self.part is not None

    @property
    def is_mended(self) -> bool:
        """Whether only a part of it is to be painted anew."""
        return self.pixmap is not None and self.part is not None and self.part != WHOLE

    def spoil(self, part: QRect) -> None:
        """Have a part of it painted anew, with what is to be already."""
        self.part = part if self.part is None else self.part.united(part)


ROOM: Final = 1.5
"""Stale parts of several tiles are painted in one go where that is no more than so many times as much."""
LEAST: Final = 0.2
"""What painting a part of a tile takes at the least, of what painting all of it does."""
WHOLE: Final = QRect(0, 0, EDGE, EDGE)


class Pyramid:
    """The tiles of one map in one look."""

    def __init__(
        self,
        paint: Callable[[Patch], QImage | None],
        *,
        cap: int = CAP,
        budget: float = BUDGET,
        clock: Callable[[], float] = perf_counter,
    ) -> None:
        """``paint`` returns ``None`` where there is nothing; what it raises comes out of ``work``, once for a tile."""
        self._paint, self._cap, self._budget, self._clock = paint, cap, budget, clock
        self._tiles: OrderedDict[TileKey, Tile] = OrderedDict()
        self.overview: Overview | None = None
        """What is shown where nothing better is at hand."""
        self.void: QColor | None = None
        """What is shown beyond that."""
        self._shown: int | None = None
        self._dpr = 1.0
        self._cost = 0.0
        self._keys: tuple[tuple[int, Box, float], list[TileKey]] | None = None
        """The tiles that were asked for last, for what."""
        self.painted = 0
        """How many tiles have been painted so far."""

    # --- what is kept -------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._tiles)

    @property
    def bytes(self) -> int:
        return len(self._tiles) * BYTES

    def fresh(self, key: TileKey) -> bool:
        """Say whether a tile is painted and up to date."""
        tile = self._tiles.get(key)
        return tile is not None and not tile.stale

    def whole(self, step: int, window: Box) -> bool:
        """Say whether all tiles that show a window are up to date."""
        return all(self.fresh(key) for key in self.keys(step, window))

    def touch(self, boxes: Floats) -> None:
        """Have the tiles painted anew that show something of one of the boxes (``(n, 4)``), at every zoom."""
        if not len(boxes):
            return
        around = (*boxes[:, :2].min(axis=0).tolist(), *boxes[:, 2:].max(axis=0).tolist())
        for key, tile in self._tiles.items():
            box = grow_box(self.box(key), REACH / zoom_of(key.step))
            if _meet(around, box) and len(hit := boxes[_touching(boxes, box)]):
                tile.spoil(self._pixels_of(key, hit))

    def touch_all(self) -> None:
        """Have everything painted anew."""
        for tile in self._tiles.values():
            tile.spoil(WHOLE)

    def clear(self) -> None:
        """Forget all tiles."""
        self._tiles.clear()
        self._shown = None

    def at_density(self, dpr: float) -> None:
        """Say how many device pixels a logical one has; another number makes all tiles useless."""
        if dpr != self._dpr:
            self._tiles.clear()
            self._dpr, self._shown = dpr, None

    def box(self, key: TileKey) -> Box:
        """Return what a tile shows of the canvas."""
        side = EDGE / (zoom_of(key.step) * self._dpr)
        return key.column * side, key.row * side, (key.column + 1) * side, (key.row + 1) * side

    def keys(self, step: int, window: Box) -> list[TileKey]:
        """Return the tiles that show a window of the canvas, those in its middle first."""
        asked = step, window, self._dpr
        if self._keys is None or self._keys[0] != asked:
            self._keys = asked, self._in_window(step, window)
        return self._keys[1]

    def _in_window(self, step: int, window: Box) -> list[TileKey]:
        side = EDGE / (zoom_of(step) * self._dpr)
        left, top, right, bottom = (edge / side for edge in window)
        middle = ((left + right - 1) / 2, (top + bottom - 1) / 2)
        found = [
            TileKey(step, column, row)
            for row in range(floor(top), max(ceil(bottom), floor(top) + 1))
            for column in range(floor(left), max(ceil(right), floor(left) + 1))
        ]
        return sorted(found, key=lambda key: (key.column - middle[0]) ** 2 + (key.row - middle[1]) ** 2)

    # --- a frame ------------------------------------------------------------------------------------------------

    def draw(
        self, painter: QPainter, step: int, window: Box, origin: tuple[float, float], exposed: Box | None = None
    ) -> bool:
        """Draw a window of the canvas with the tiles there are; return whether all of it is up to date.

        ``painter`` counts in logical pixels of the view; ``origin`` is where the canvas' 0, 0 lies in them.
        ``exposed``: the part of the window that is to be drawn, if not all of it is.
        """
        keys = self.keys(step, window)
        missing = [key for key in keys if not self.fresh(key)]
        drawn = keys if exposed is None else [key for key in keys if _meet(self.box(key), exposed)]
        bare = [key for key in drawn if key not in self._tiles]
        if bare:
            self._draw_instead(painter, bare, origin)
        side = EDGE / self._dpr
        for key in drawn:
            tile = self._tiles.get(key)
            if tile is not None and tile.pixmap is not None:
                painter.drawPixmap(QPointF(origin[0] + key.column * side, origin[1] + key.row * side), tile.pixmap)
        for key in keys:
            if key in self._tiles:
                self._tiles.move_to_end(key)
        if not missing:
            self._shown = step
        self._shrink(len(keys))
        return not missing

    def work(self, step: int, window: Box) -> list[Box]:
        """Paint tiles that are missing or stale, one at least, while the budget lasts; return what looks different."""
        keys, start = self.keys(step, window), self._clock()
        made: dict[TileKey, bool] = {}
        stale = [key for key in keys if (tile := self._tiles.get(key)) is not None and tile.stale]
        for key in [*(key for key in keys if key not in self._tiles), *stale]:
            if key in made:
                continue
            spent = self._clock() - start
            share = self._share(key)
            if made and spent + self._cost * share > self._budget:
                break
            seen = {one: self._is_seen(one) for one in (key, *stale)}
            for done in self._make(key, stale):
                made[done] = seen[done] or self._is_seen(done)
            self._cost += 0.25 * ((self._clock() - start - spent) / share - self._cost)
        else:
            self._shown = step
        return [self.box(key) for key, seen in made.items() if seen]

    def _is_seen(self, key: TileKey) -> bool:
        """Say whether anything is shown in the place of a tile: by itself, or in its stead."""
        tile = self._tiles.get(key)
        if tile is not None:
            return tile.pixmap is not None
        return self.overview is not None or self._shown not in {None, key.step}

    def complete(self, step: int, window: Box) -> None:
        """Paint all tiles that show a window, however long that takes."""
        keys = self.keys(step, window)
        for key in keys:
            if not self.fresh(key):
                self._make(key, keys)

    def _share(self, key: TileKey) -> float:
        """Return how much of a tile is to be painted; the least part takes its time too."""
        tile = self._tiles.get(key)
        if tile is None or tile.part is None or tile.pixmap is None:
            return 1.0
        return max(LEAST, tile.part.width() * tile.part.height() / EDGE**2)

    def _make(self, key: TileKey, among: Sequence[TileKey]) -> list[TileKey]:
        """Paint one, with what is stale beside it; if that fails, leave it empty, so that it fails once and not always.

        Return those of some tiles that are up to date for it.
        """
        tile = self._tiles.setdefault(key, Tile(None))
        if tile.is_mended:
            keys, part = self._together(key, among)
            for one in keys:
                self._tiles[one].part = None
            self.painted += len(keys)
            if self._mend(keys, part):
                return keys
            return [one for other in keys for one in self._make(other, ())]
        tile.part = None
        self.painted += 1
        image = self._paint(Patch(self.box(key), zoom_of(key.step), self._dpr, EDGE, EDGE))
        pixmap = None
        if image is not None:
            pixmap = QPixmap.fromImage(image)
            pixmap.setDevicePixelRatio(self._dpr)
        self._tiles[key] = Tile(pixmap)
        return [key]

    def _together(self, key: TileKey, among: Sequence[TileKey]) -> tuple[list[TileKey], QRect]:
        """Return the tiles whose stale parts make one piece with that of a tile, and that piece.

        A place of it is in device pixels of the canvas at that step.
        """
        keys, whole = [key], self._part_of(key)
        many = _size(whole)
        for other in among:
            if other == key or other not in self._tiles or not self._tiles[other].is_mended:
                continue
            part = self._part_of(other)
            both = whole.united(part)
            if _size(both) <= min(ROOM * (many + _size(part)), EDGE**2):
                keys, whole, many = [*keys, other], both, many + _size(part)
        return keys, whole

    def _part_of(self, key: TileKey) -> QRect:
        """Return what is stale of a tile, device pixels of the canvas."""
        return (self._tiles[key].part or WHOLE).translated(key.column * EDGE, key.row * EDGE)

    def _mend(self, keys: Sequence[TileKey], part: QRect) -> bool:
        """Paint a part of some tiles anew; return whether that has something in it."""
        step = keys[0].step
        size = zoom_of(step) * self._dpr
        edges = (part.left(), part.top(), part.left() + part.width(), part.top() + part.height())
        left, top, right, bottom = (edge / size for edge in edges)
        image = self._paint(Patch((left, top, right, bottom), zoom_of(step), self._dpr, part.width(), part.height()))
        if image is None:
            return False
        for key in keys:
            pixmap = self._tiles[key].pixmap
            if pixmap is not None:
                _lay_on(pixmap, part.topLeft() - QPoint(key.column * EDGE, key.row * EDGE), image)
        return True

    def _pixels_of(self, key: TileKey, boxes: Floats) -> QRect:
        """Return the part of a tile in which boxes lie, with all that may reach out of them."""
        left, top, _, _ = self.box(key)
        size, more = zoom_of(key.step) * self._dpr, REACH * self._dpr
        (x0, y0), (x1, y1) = boxes[:, :2].min(axis=0).tolist(), boxes[:, 2:].max(axis=0).tolist()
        from_x, from_y = floor((x0 - left) * size - more), floor((y0 - top) * size - more)
        to_x, to_y = ceil((x1 - left) * size + more), ceil((y1 - top) * size + more)
        return QRect(QPoint(max(from_x, 0), max(from_y, 0)), QPoint(min(to_x, EDGE) - 1, min(to_y, EDGE) - 1))

    def _target(self, key: TileKey, step: int, origin: tuple[float, float]) -> QRectF:
        """Return where a tile of any step lies in the view at this step, logical pixels."""
        left, top, right, bottom = (edge * zoom_of(step) for edge in self.box(key))
        return QRectF(origin[0] + left, origin[1] + top, right - left, bottom - top)

    def _draw_instead(self, painter: QPainter, keys: list[TileKey], origin: tuple[float, float]) -> None:
        """Draw what is at hand in the places of missing tiles, stretched; what overlaps others is drawn over."""
        step = keys[0].step
        before = self._covering(step, *_span(keys)) if _is_block(keys) else None
        for key in keys if before is None else ():
            covering = self._covering(step, key.column, key.row, key.column + 1, key.row + 1)
            if covering is None:
                self._draw_overview(painter, key, origin)
            else:
                before = (before or {}) | covering
        for key, pixmap in (before or {}).items():
            painter.drawPixmap(self._target(key, step, origin).toAlignedRect(), pixmap)

    def _draw_overview(self, painter: QPainter, key: TileKey, origin: tuple[float, float]) -> None:
        """Draw the part of the overview that lies in the place of a tile."""
        target = self._target(key, key.step, origin)
        if self.void is not None:
            painter.fillRect(target, self.void)
        if self.overview is not None:
            _draw_part(painter, target, self.box(key), self.overview.shown_box, self.overview.pixmap)

    def _covering(self, step: int, *places: int) -> dict[TileKey, QPixmap] | None:
        """Return the tiles of the step last shown whole that cover some of a step, ``None`` unless they all are there.

        ``places``: left, top, right and bottom, counted in tiles of that step.
        """
        if self._shown is None:
            return None
        size = zoom_of(self._shown - step)
        left, top, right, bottom = (edge * size for edge in places)
        if size > 8:  # so many small ones would take longer than they are worth
            return None
        found: dict[TileKey, QPixmap] = {}
        for row in range(floor(top + 1e-9), ceil(bottom - 1e-9)):
            for column in range(floor(left + 1e-9), ceil(right - 1e-9)):
                there = TileKey(self._shown, column, row)
                tile = self._tiles.get(there)
                if tile is None:
                    return None
                self._tiles.move_to_end(there)
                if tile.pixmap is not None:
                    found[there] = tile.pixmap
        return found

    def _shrink(self, shown: int) -> None:
        """Forget what was not shown for longest; never what is being shown."""
        most = max(self._cap // BYTES, shown)
        while len(self._tiles) > most:
            self._tiles.popitem(last=False)


def _meet(one: Box, other: Box) -> bool:
    """Say whether two boxes lie over or beside each other."""
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


def _span(keys: Sequence[TileKey]) -> tuple[int, int, int, int]:
    """Return the first column and row of tiles, and those after the last."""
    columns, rows = [key.column for key in keys], [key.row for key in keys]
    return min(columns), min(rows), max(columns) + 1, max(rows) + 1


def _is_block(keys: Sequence[TileKey]) -> bool:
    """Say whether tiles fill the rectangle round them: nothing else lies in it."""
    left, top, right, bottom = _span(keys)
    return len(keys) == (right - left) * (bottom - top)


def _size(part: QRect) -> int:
    return part.width() * part.height()


def _lay_on(pixmap: QPixmap, at: QPoint, image: QImage) -> None:
    """Lay a picture onto another, so many device pixels from its corner, in place of what is there."""
    dense = pixmap.devicePixelRatio()
    painter = QPainter(pixmap)
    try:
        painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Source)
        painter.scale(1 / dense, 1 / dense)
        painter.drawImage(at, image)
    finally:
        painter.end()


def _touching(boxes: Floats, box: Box) -> NDArray[np.bool_]:
    left, top, right, bottom = box
    return (boxes[:, 0] <= right) & (boxes[:, 2] >= left) & (boxes[:, 1] <= bottom) & (boxes[:, 3] >= top)


def _draw_part(painter: QPainter, target: QRectF, box: Box, around: Box, pixmap: QPixmap) -> None:
    """Draw the part of a picture (which shows ``around``) that lies in a box into the box's place in the view."""
    left, top = max(box[0], around[0]), max(box[1], around[1])
    right, bottom = min(box[2], around[2]), min(box[3], around[3])
    if left >= right or top >= bottom:
        return
    to_view = target.width() / (box[2] - box[0])
    place = QRectF(
        target.left() + (left - box[0]) * to_view,
        target.top() + (top - box[1]) * to_view,
        (right - left) * to_view,
        (bottom - top) * to_view,
    )
    across, down = pixmap.width() / (around[2] - around[0]), pixmap.height() / (around[3] - around[1])
    source = QRectF(
        (left - around[0]) * across, (top - around[1]) * down, (right - left) * across, (bottom - top) * down
    )
    painter.drawPixmap(place, pixmap, source)


__all__ = ["BUDGET", "BYTES", "CAP", "EDGE", "STEPS", "Patch", "Pyramid", "TileKey", "step_of", "zoom_of"]
