"""The outline of several spaces taken together: what is inside has no lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainterPath

from sandtable_editor.canvas.geometry import shapes
from sandtable_editor.canvas.geometry.hit import REACH
from sandtable_editor.canvas.geometry.paths import line_path, polygon

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable.board.spaces import SpaceId
    from sandtable.present import SpaceSide
    from sandtable_editor.canvas.geometry.geography import CanvasGeography
    from sandtable_editor.canvas.geometry.shapes import Floats


class SpaceRegion:
    """Spaces taken together: ``fill`` is all they cover, ``edge`` the lines round it, both in canvas units."""

    def __init__(self, geography: CanvasGeography, ids: Iterable[SpaceId]) -> None:
        self.ids = tuple(dict.fromkeys(id for id in ids if geography.box_of(id) is not None))
        self.fill, self.edge = QPainterPath(), QPainterPath()
        areas = [id for id in self.ids if id in geography.order]
        places = [id for id in self.ids if id not in geography.order and id in geography.places]
        self._add_areas(geography, areas)
        self._add_places(geography, places)
        self._add_hexes(geography, [id for id in self.ids if id not in {*areas, *places}])

    def _add_areas(self, geography: CanvasGeography, ids: list[SpaceId]) -> None:
        if not ids:
            return
        rings = shapes.all_rings(shapes.together(geography.shapes[[geography.order[id] for id in ids]]))
        starts = np.flatnonzero(np.diff(rings.ring, prepend=-1)).tolist()
        for start, end in zip(starts, [*starts[1:], len(rings.ring)], strict=True):
            ring = polygon(rings.xy[start:end])
            self.fill.addPolygon(ring)
            self.edge.addPolygon(ring)

    def _add_places(self, geography: CanvasGeography, ids: list[SpaceId]) -> None:
        """Add a circle for each space without a shape, as large as a small part of a space."""
        for id in ids:
            middle, radius = QPointF(*geography.places[id]), geography.size * REACH / 100
            self.fill.addEllipse(middle, radius, radius)
            self.edge.addEllipse(middle, radius, radius)

    def _add_hexes(self, geography: CanvasGeography, ids: list[SpaceId]) -> None:
        if not ids or geography.hexes is None:
            return
        grid = geography.hexes.grid
        index = geography.hexes.numbers.hexes([str(id) for id in ids])
        corners, sides = grid.outlines(index), grid.side_table[index]
        for ring in np.concatenate([corners, corners[:, :1]], axis=1):
            self.fill.addPolygon(polygon(ring))
        places, counts = np.unique(sides, return_counts=True)
        outer = np.isin(sides, places[counts == 1])
        self.edge.addPath(line_path(_segments(corners)[outer]))

    @property
    def top(self) -> QPointF | None:
        """The middle of its uppermost part, where a word on it may stand; ``None`` for one that lies nowhere."""
        if self.fill.isEmpty():
            return None
        points = [self.fill.elementAt(at) for at in range(self.fill.elementCount())]
        highest = min(points, key=lambda point: (point.y, point.x))
        return QPointF(highest.x, highest.y)


def _segments(corners: Floats) -> Floats:
    """Return the sides of hexes, ``(n, 6, 4)``, each in its direction: between the corner before and its own."""
    return np.concatenate([np.roll(corners, 1, axis=1), corners], axis=2)


def sides_path(geography: CanvasGeography, sides: Iterable[SpaceSide], inwards: float = 0.0) -> QPainterPath:
    """Return sides of hexes as lines, moved into their hex by this share of the way to its centre."""
    board = geography.hexes
    path = QPainterPath()
    for id, direction in sides if board is not None else ():
        index = geography.hex_index(id)
        if board is None or index < 0:
            continue
        corners = board.grid.outlines(np.array([index]))
        centre = np.tile(np.array(board.grid.centre(board.grid.hex(index))), 2)
        segment = _segments(corners)[0, direction % 6]
        path.addPath(line_path((segment + (centre - segment) * inwards).reshape(1, 4)))
    return path
