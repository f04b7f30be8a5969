"""What painters of the ground share: a painter over one patch, at one zoom, in one look."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPolygonF, QTransform

from sandtable.board.spaces import SpaceId
from sandtable.present.telling_apart import patterns_of
from sandtable_editor.canvas.geometry.palette import Palette, palette
from sandtable_editor.canvas.geometry.paths import rung_of

if TYPE_CHECKING:
    from sandtable.present import MapMode
    from sandtable.present.telling_apart import Pattern
    from sandtable_editor.canvas.geometry.shapes import Box
    from sandtable_editor.canvas.ground.patches import Patch


Part = Literal["ground", "transitions", "borders", "regions", "edges", "lines", "places", "names"]
"""What of a map can be left out."""
DASHED: Final = 1.04
"""Device pixels of the thinnest dashed line: Qt does not keep thinner dashes in step over the edge of a patch."""


@dataclass(frozen=True)
class Look:
    """How the ground is to look: the theme, the map mode, what else is shown."""

    palette: Palette = field(default_factory=palette)
    mode: MapMode | None = None
    grid: bool = True
    numbers: bool = True
    terrains: bool = False
    """Whether the terrain of each hex is written into it."""
    hidden: frozenset[str] = frozenset()
    """Images under the map that are not shown."""
    left_out: frozenset[Part] = frozenset()
    """What else is not shown."""
    ground: int = 100
    """How strong sea and land are, percent; beneath them is the paper."""

    @property
    def fills(self) -> Mapping[SpaceId, str]:
        """What the map mode fills spaces with."""
        return self.mode.fills if self.mode else {}

    @cached_property
    def patterns(self) -> Mapping[SpaceId, Pattern]:
        """What the map mode draws over the fill of spaces."""
        return patterns_of(self.mode).spaces if self.mode else {}


class PaintContext:
    """A patch of the map being painted. Its painter counts in logical pixels from the canvas' 0, 0."""

    def __init__(self, painter: QPainter, patch: Patch, look: Look) -> None:
        self.painter, self.patch, self.look = painter, patch, look
        self.zoom, self.dpr = patch.zoom, patch.dpr
        self.rung = rung_of(patch.zoom)
        self.shrink = patch.zoom / 2.0**self.rung
        """What paths of the rung are scaled by to fit the zoom."""
        left, top, _, _ = patch.box
        painter.setTransform(
            QTransform.fromTranslate(-left * patch.zoom, -top * patch.zoom) * QTransform.fromScale(self.dpr, self.dpr)
        )

    @property
    def palette(self) -> Palette:
        return self.look.palette

    def around(self, pixels: float) -> Box:
        """Return the box of the patch and so many logical pixels around it, canvas units."""
        left, top, right, bottom = self.patch.box
        more = pixels / self.zoom
        return left - more, top - more, right + more, bottom + more

    @property
    def rect(self) -> QRectF:
        """The patch in logical pixels."""
        left, top, right, bottom = (edge * self.zoom for edge in self.patch.box)
        return QRectF(left, top, right - left, bottom - top)

    def at(self, place: tuple[float, float]) -> QPointF:
        """Return a place of the canvas in logical pixels."""
        return QPointF(place[0] * self.zoom, place[1] * self.zoom)

    def polygon(self, *places: tuple[float, float]) -> QPolygonF:
        """Return places of the canvas as a polygon in logical pixels."""
        return QPolygonF([self.at(place) for place in places])

    @contextmanager
    def paths(self, *, smooth: bool) -> Generator[QPainter, None, None]:
        """Count in pixels of the rung, as paths do; ``smooth`` for lines, not for fills that meet."""
        self.painter.save()
        try:
            self.painter.scale(self.shrink, self.shrink)
            self.painter.setRenderHint(QPainter.RenderHint.Antialiasing, smooth)
            yield self.painter
        finally:
            self.painter.restore()

    def brush(self, brush: QBrush) -> QBrush:
        """Return a textured brush for paths of the rung, its texture still in logical pixels from the canvas' 0, 0."""
        made = QBrush(brush)
        made.setTransform(brush.transform() * QTransform.fromScale(1 / self.shrink, 1 / self.shrink))
        return made

    def pen(self, colour: QColor, width: float, dashes: tuple[float, ...] = (), *, flat: bool = False) -> QPen:
        """Return a pen for paths of the rung, ``width`` in logical pixels, dashes in widths."""
        if dashes:
            width = max(width, DASHED / self.dpr)
        pen = QPen(colour, width / self.shrink)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        pen.setCapStyle(Qt.PenCapStyle.FlatCap if dashes or flat else Qt.PenCapStyle.RoundCap)
        if dashes:
            pen.setDashPattern(list(dashes))
        return pen
