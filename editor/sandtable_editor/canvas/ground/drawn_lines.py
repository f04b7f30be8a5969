"""Paints what a map draws along lines: rivers, roads, ridges; only edges have a meaning in the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QPen

from sandtable.board.vocabulary import ALLOWED_GAP, RIVERS, ROADS
from sandtable_editor.canvas.geometry import shapes
from sandtable_editor.canvas.geometry.palette import fade_colour
from sandtable_editor.canvas.geometry.paths import Paths
from sandtable_editor.canvas.geometry.shapes import Tree

if TYPE_CHECKING:
    from sandtable_editor.canvas.geometry.geography import CanvasGeography
    from sandtable_editor.canvas.ground.paint_context import PaintContext

UNSEEN: Final = frozenset({ALLOWED_GAP})


class DrawnLines:
    """The painter of a map's lines."""

    def __init__(self, geography: CanvasGeography) -> None:
        self._all = geography.map.lines
        lines = [line for line in self._all if line.kind not in UNSEEN]
        self._kinds = [line.kind for line in lines]
        laid = shapes.lay_on_canvas([line.geometry for line in lines], geography.downwards)
        self._tree, self._paths = Tree(laid), Paths(laid)
        self.rivers = any(kind in RIVERS for kind in self._kinds)
        """Whether the courses of rivers are drawn."""

    def after(self, geography: CanvasGeography) -> DrawnLines:
        """Return the painter for another revision of the map: itself, where the lines are the same."""
        return self if geography.map.lines == self._all else DrawnLines(geography)

    def paint(self, context: PaintContext, bold: float) -> None:
        """Paint the lines that lie in the patch of an easel."""
        if not self._kinds:
            return
        with context.paths(smooth=True) as painter:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for at, path in self._paths.some(self._tree.near(context.around(3)), context.rung).items():
                painter.setPen(self._pen(context, self._kinds[at], bold))
                painter.drawPath(path)

    def _pen(self, context: PaintContext, kind: str, bold: float) -> QPen:
        if kind in RIVERS:
            return context.pen(context.palette.river, 1.8 * bold)
        if kind in ROADS:
            return context.pen(context.palette.road, 1.6 * bold)
        return context.pen(fade_colour(context.palette.ink, 0.5), 1.3 * bold, (3.0, 2.0))
