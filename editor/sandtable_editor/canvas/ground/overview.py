"""A small picture of the whole map: what is shown where no tile is ready yet, and what the mini-map shows."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QPoint
from PySide6.QtGui import QPainter, QPixmap

from sandtable_editor.canvas.ground.patches import EDGE, REACH, Patch, grow_box

if TYPE_CHECKING:
    from PySide6.QtGui import QColor, QImage

    from sandtable_editor.canvas.geometry.shapes import Box, Floats

LONGEST: Final = 768
"""Pixels of the longer side."""


class Overview:
    """A picture of a map that is painted a piece at a time, when there is nothing else to do."""

    def __init__(self, paint: Callable[[Patch], QImage], box: Box, void: QColor) -> None:
        self._paint = paint
        self.box = box
        wide, high = box[2] - box[0], box[3] - box[1]
        self.zoom = LONGEST / max(wide, high)
        self.pixmap = QPixmap(max(1, ceil(wide * self.zoom)), max(1, ceil(high * self.zoom)))
        self.pixmap.fill(void)
        self._pieces = [
            (x, y) for y in range(0, self.pixmap.height(), EDGE) for x in range(0, self.pixmap.width(), EDGE)
        ]
        self._stale = set(self._pieces)
        self._blank = set(self._pieces)
        """The pieces that show nothing at all."""

    @property
    def shown_box(self) -> Box:
        """What the picture shows of the canvas: the map's box, but for rounding."""
        left, top = self.box[:2]
        return left, top, left + self.pixmap.width() / self.zoom, top + self.pixmap.height() / self.zoom

    @property
    def ready(self) -> bool:
        return not self._stale

    @property
    def is_blank(self) -> bool:
        """Whether a part of it shows nothing yet: that goes before everything that is only made sharper."""
        return bool(self._blank)

    def touch(self, boxes: Floats) -> None:
        """Have the pieces that any of the boxes (``(n, 4)``) touches painted anew."""
        for x, y in self._pieces:
            if (x, y) in self._stale:
                continue
            left, top, right, bottom = grow_box(self._box(x, y), REACH / self.zoom)
            hit = (boxes[:, 0] <= right) & (boxes[:, 2] >= left) & (boxes[:, 1] <= bottom) & (boxes[:, 3] >= top)
            if np.any(hit):
                self._stale.add((x, y))

    def touch_all(self) -> None:
        """Have all of it painted anew."""
        self._stale = set(self._pieces)

    def begin_anew(self, void: QColor) -> None:
        """Show nothing of it until it is painted anew: its colours are others."""
        self.pixmap.fill(void)
        self._blank = set(self._pieces)
        self.touch_all()

    def work(self) -> Box | None:
        """Paint the next piece that is missing, and return where it lies; ``None`` when there is none."""
        place = next((place for place in self._pieces if place in (self._blank or self._stale)), None)
        if place is None:
            return None
        self._stale.discard(place)
        self._blank.discard(place)
        wide = min(EDGE, self.pixmap.width() - place[0])
        high = min(EDGE, self.pixmap.height() - place[1])
        image = self._paint(Patch(self._box(*place), self.zoom, 1.0, wide, high))
        painter = QPainter(self.pixmap)
        try:
            painter.drawImage(QPoint(*place), image)
        finally:
            painter.end()
        return self._box(*place)

    def _box(self, x: int, y: int) -> Box:
        left, top = self.box[0] + x / self.zoom, self.box[1] + y / self.zoom
        return left, top, left + EDGE / self.zoom, top + EDGE / self.zoom
