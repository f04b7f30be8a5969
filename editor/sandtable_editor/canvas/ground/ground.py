"""The ground of a map as one painter: underlays, areas, hexes, and the grain of the paper over all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from sandtable_editor.canvas.geometry.qt_exceptions import restore_after
from sandtable_editor.canvas.ground import textures
from sandtable_editor.canvas.ground.area_ground import AreaGround
from sandtable_editor.canvas.ground.hex_ground import HexGround
from sandtable_editor.canvas.ground.links import LinkPainter
from sandtable_editor.canvas.ground.paint_context import Look, PaintContext
from sandtable_editor.canvas.ground.patches import Patch
from sandtable_editor.canvas.ground.underlay_painter import UnderlayPainter

if TYPE_CHECKING:
    from collections.abc import Collection

    from sandtable.board.hexes import Ints
    from sandtable.board.spaces import SpaceId
    from sandtable_editor.canvas.geometry.geography import CanvasGeography

WHOLE: Final = 100
"""Percent: all that is there."""


class PaintedGround:
    """Paints patches of one map; ``look`` may be changed between patches."""

    areas: AreaGround
    underlays: UnderlayPainter
    links: LinkPainter

    def __init__(
        self,
        geography: CanvasGeography,
        look: Look,
        before: PaintedGround | None = None,
        changed: Collection[SpaceId] = (),
        hexes: Ints | None = None,
    ) -> None:
        """``before``: the ground of the map before these spaces were changed, added or removed.

        ``hexes``: those that are of another terrain or level; ``None`` where all may be.
        """
        self.geography, self.look = geography, look
        self.areas = AreaGround(geography, before.areas if before else None, changed)
        self.links = LinkPainter(geography, before.links if before else None, changed)
        self.hexes = self._hex_ground(before, hexes)
        self.underlays = UnderlayPainter(geography, before.underlays if before else None)
        self.open_sea = len(geography.ids) > 0 and not geography.water.any()

    def _hex_ground(self, before: PaintedGround | None, changed: Ints | None) -> HexGround | None:
        if self.geography.hexes is None:
            return None
        taken = before.hexes if before is not None and changed is not None else None
        return HexGround(self.geography.hexes, taken, changed)

    def paint(self, patch: Patch) -> QImage:
        """Return a patch, ready."""
        image = QImage(patch.wide, patch.high, QImage.Format.Format_RGB32)
        palette, strength = self.look.palette, 0 if "ground" in self.look.left_out else self.look.ground
        image.fill(palette.sea if self.open_sea and strength == WHOLE else palette.void)
        painter = QPainter(image)
        try:
            context = PaintContext(painter, patch, self.look)
            if strength == WHOLE:
                self._surfaces(context)
            elif strength:
                self._lay_faint(painter, patch, strength)
            self.underlays.paint(context)
            self._lines(context)
            painter.resetTransform()
            self._grain(painter, patch)
        finally:
            painter.end()
        return image

    def _surfaces(self, context: PaintContext) -> None:
        """Paint sea and land."""
        self.areas.paint(context)
        if self.hexes is not None:
            self.hexes.paint(context)

    def _lay_faint(self, painter: QPainter, patch: Patch, strength: int) -> None:
        """Paint sea and land by themselves, and lay them on the paper as strong as they are to be."""
        image = QImage(patch.wide, patch.high, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(self.look.palette.sea if self.open_sea else Qt.GlobalColor.transparent)
        inner = QPainter(image)
        try:
            self._surfaces(PaintContext(inner, patch, self.look))
        finally:
            inner.end()
        with restore_after(painter):
            painter.resetTransform()
            painter.setOpacity(strength / WHOLE)
            painter.drawImage(0, 0, image)

    def _lines(self, context: PaintContext) -> None:
        self.areas.paint_lines(context)
        if self.hexes is not None:
            self.hexes.paint_lines(context)
        if "edges" not in self.look.left_out:
            self.links.paint(context)

    def _grain(self, painter: QPainter, patch: Patch) -> None:
        """Cover the patch with the grain, which goes on from patch to patch."""
        if self.look.palette.stark:
            return
        pixels = patch.zoom * patch.dpr
        left, top = patch.box[0] * pixels % textures.GRAIN, patch.box[1] * pixels % textures.GRAIN
        painter.drawTiledPixmap(QRectF(0, 0, patch.wide, patch.high), textures.grain(), QPointF(left, top))
