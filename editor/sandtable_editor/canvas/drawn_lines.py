"""Paints what a map draws along lines: rivers, roads, ridges; only edges have a meaning in the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QPen

from sandtable.lint.vocabulary import ALLOWED_GAP, RIVERS, ROADS
from sandtable_editor.canvas import shapes
from sandtable_editor.canvas.palette import faded
from sandtable_editor.canvas.paths import Paths
from sandtable_editor.canvas.shapes import Tree

if TYPE_CHECKING:
    from sandtable_editor.canvas.easel import Easel
    from sandtable_editor.canvas.geography import Geography

UNSEEN: Final = frozenset({ALLOWED_GAP})


class DrawnLines:
    """The painter of a map's lines."""

    def __init__(self, geography: Geography) -> None:
        lines = [line for line in geography.map.lines if line.kind not in UNSEEN]
        self._kinds = [line.kind for line in lines]
        laid = shapes.laid([line.geometry for line in lines], geography.downwards)
        self._tree, self._paths = Tree(laid), Paths(laid)
        self.rivers = any(kind in RIVERS for kind in self._kinds)
        """Whether the courses of rivers are drawn."""

    def paint(self, easel: Easel, bold: float) -> None:
        """Paint the lines that lie in the patch of an easel."""
        if not self._kinds:
            return
        with easel.paths(smooth=True) as painter:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for at, path in self._paths.some(self._tree.near(easel.around(3)), easel.rung).items():
                painter.setPen(self._pen(easel, self._kinds[at], bold))
                painter.drawPath(path)

    def _pen(self, easel: Easel, kind: str, bold: float) -> QPen:
        if kind in RIVERS:
            return easel.pen(easel.palette.river, 1.8 * bold)
        if kind in ROADS:
            return easel.pen(easel.palette.road, 1.6 * bold)
        return easel.pen(faded(easel.palette.ink, 0.5), 1.3 * bold, (3.0, 2.0))
