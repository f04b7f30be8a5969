"""The outline of any space as a path: of an area, a hex, or a circle round a mark."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath

from sandtable_editor.canvas.geometry.hit import REACH
from sandtable_editor.canvas.geometry.paths import Paths, polygon

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable.board.spaces import SpaceId
    from sandtable_editor.canvas.geometry.geography import CanvasGeography


class SpaceOutlines:
    """Outlines of one map's spaces, in pixels of a rung."""

    paths: Paths

    def __init__(self, geography: CanvasGeography, before: SpaceOutlines | None = None) -> None:
        """``before``: those of another revision of the map."""
        self._geography = geography
        self.paths = Paths(geography.shapes, before.paths if before else None)

    def of(self, id: SpaceId, rung: int) -> QPainterPath:
        """Return the outline of a space; empty when it is nowhere."""
        return self.together([id], rung)

    def together(self, ids: Iterable[SpaceId], rung: int) -> QPainterPath:
        """Return the outlines of several spaces as one path, each still by itself."""
        path = QPainterPath()
        rest: list[SpaceId] = []
        for id in ids:
            if id in self._geography.order:
                path.addPath(self.paths.at(self._geography.order[id], rung))
            else:
                rest.append(id)
        self._add_hexes(path, rest, rung)
        return path

    def _add_hexes(self, path: QPainterPath, ids: list[SpaceId], rung: int) -> None:
        """Add hexes and the circles round marks."""
        board, scale = self._geography.hexes, 2.0**rung
        for id in [id for id in ids if id in self._geography.places]:
            x, y = self._geography.places[id]
            path.addEllipse(QPointF(x * scale, y * scale), REACH + 2, REACH + 2)
        hexes = [id for id in ids if id not in self._geography.places]
        if board is None or not hexes:
            return
        index = board.numbers.hexes([str(id) for id in hexes])
        corners = board.grid.outlines(index[index >= 0]) * scale
        for ring in np.concatenate([corners, corners[:, :1]], axis=1):
            path.addPolygon(polygon(ring))
