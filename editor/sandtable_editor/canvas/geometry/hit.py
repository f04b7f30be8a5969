"""Which space lies at a point: by arithmetic on hexes, by a search tree among areas, never by asking items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from sandtable.board.spaces import SpaceId

if TYPE_CHECKING:
    from collections.abc import Container

    from sandtable_editor.canvas.geometry.geography import CanvasGeography

REACH: Final = 9.0
"""Logical pixels round a mark that belong to it."""


class Hit:
    """Answers for one map."""

    def __init__(self, geography: CanvasGeography) -> None:
        self._geography = geography
        self._marks = geography.marks
        self._places = np.array([geography.places[id] for id in self._marks], np.float64).reshape(-1, 2)

    def space(self, x: float, y: float, zoom: float = 0.0, shown: Container[SpaceId] | None = None) -> SpaceId | None:
        """Return the space at a place of the canvas, ``None`` beside all.

        With a zoom (logical pixels per unit) a harbour or another space without a shape is hit within a few pixels
        of its place; with 0 only what has a shape is. ``shown``: those whose signs are shown (all).
        """
        mark = self._mark(x, y, zoom) if zoom else None
        if mark is not None and shown is not None and mark not in shown:
            mark = None
        if mark is not None:
            return mark
        board = self._geography.hexes
        if board is not None and (hex := board.grid.at(x, y)) is not None:
            return SpaceId(board.numbers.of(hex))
        at = self._geography.tree.at(x, y) if len(self._geography.ids) else None
        return None if at is None else self._geography.ids[at]

    def _mark(self, x: float, y: float, zoom: float) -> SpaceId | None:
        if not len(self._marks) or not self.marks_shown(zoom):
            return None
        away = np.hypot(self._places[:, 0] - x, self._places[:, 1] - y)
        nearest = int(np.argmin(away))
        return self._marks[nearest] if away[nearest] * zoom <= REACH else None

    def marks_shown(self, zoom: float) -> bool:
        """Say whether the spaces without a shape are shown at a zoom: not when they would lie on top of each other."""
        return self._geography.size * zoom >= MARKS_FROM or not (len(self._geography.ids) or self._geography.hexes)


MARKS_FROM: Final = 44.0
"""Logical pixels of a typical space from which on spaces without a shape are shown."""
