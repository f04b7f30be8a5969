"""Paints where two terrains meet: one reaches over the hexside into the other, and a thin line ends it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from sandtable.present.terrain_edges import COARSE, POINTS, terrain_edges
from sandtable_editor.canvas.geometry.palette import fade_colour
from sandtable_editor.canvas.geometry.paths import polygon
from sandtable_editor.canvas.geometry.qt_exceptions import restore_after

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandtable.board.hex_board import HexBoard
    from sandtable.board.hexes import Ints
    from sandtable_editor.canvas.ground.paint_context import PaintContext

TRANSITIONS_FROM: Final = 22.0
"""Logical pixels of a hex from which on terrains reach into each other: in a smaller one nobody would see it."""
FINE_FROM: Final = 56.0
"""The same for every point of a line; in a smaller one every second will do."""
LINE: Final = 0.34
"""How strong the line is that ends a terrain."""


def paint_transitions(context: PaintContext, board: HexBoard, cells: Ints, colours: NDArray[np.uint32]) -> None:
    """Paint where the terrain of these hexes reaches over; ``colours``: the colour of each hex of the board."""
    size = min(board.grid.hex_width, board.grid.hex_height) * context.zoom
    edges = terrain_edges(board, cells, POINTS if size >= FINE_FROM else COARSE)
    if not len(edges.hexes):
        return
    painter, palette = context.painter, context.palette
    with restore_after(painter):
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        surfaces, shades = edges.surfaces * context.zoom, colours[edges.hexes]
        for shade in np.unique(shades).tolist():
            painter.setBrush(QColor.fromRgba(shade))
            path = QPainterPath()
            path.setFillRule(Qt.FillRule.WindingFill)
            for surface in surfaces[shades == shade]:
                path.addPolygon(polygon(surface))
            painter.drawPath(path)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(palette.ink if palette.stark else fade_colour(palette.ink, LINE), 1.0))
        for line in edges.lines * context.zoom:
            painter.drawPolyline(polygon(line))
