"""The ground of a map as one painter: underlays, areas, hexes, and the grain of the paper over all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from sandtable_editor.canvas import paper
from sandtable_editor.canvas.area_ground import AreaGround
from sandtable_editor.canvas.easel import Easel, Look
from sandtable_editor.canvas.guard import saved
from sandtable_editor.canvas.hex_ground import HexGround
from sandtable_editor.canvas.links import Links
from sandtable_editor.canvas.tiles import Patch

if TYPE_CHECKING:
    from collections.abc import Collection

    from sandtable.board.maps import Underlay
    from sandtable.board.spaces import SpaceId
    from sandtable_editor.canvas.geography import Geography


class Ground:
    """Paints patches of one map; ``look`` may be changed between patches."""

    areas: AreaGround

    def __init__(
        self, geography: Geography, look: Look, before: Ground | None = None, changed: Collection[SpaceId] = ()
    ) -> None:
        """``before``: the ground of the map before these spaces were changed, added or removed."""
        self.geography, self.look = geography, look
        self.areas = AreaGround(geography, before.areas if before else None, changed)
        self._links = Links(geography)
        self._hexes = HexGround(geography.hexes) if geography.hexes is not None else None
        self._underlays = [(one, QImage.fromData(one.image)) for one in geography.map.underlays]
        self._open_sea = len(geography.ids) > 0 and not geography.water.any()

    def forget(self) -> None:
        """Look at the layers of hexes again: they have been edited in place."""
        if self._hexes is not None:
            self._hexes.forget()

    def paint(self, patch: Patch) -> QImage:
        """Return a patch, ready."""
        image = QImage(patch.wide, patch.high, QImage.Format.Format_RGB32)
        palette = self.look.palette
        image.fill(palette.sea if self._open_sea else palette.void)
        painter = QPainter(image)
        try:
            easel = Easel(painter, patch, self.look)
            self._surfaces(easel)
            self._lines(easel)
            painter.resetTransform()
            self._grain(painter, patch)
        finally:
            painter.end()
        return image

    def _surfaces(self, easel: Easel) -> None:
        """Paint sea and land, and the images that lie under all lines."""
        self.areas.paint(easel)
        if self._hexes is not None:
            self._hexes.paint(easel)
        for one, picture in self._underlays:
            self._lay(easel, one, picture)

    def _lines(self, easel: Easel) -> None:
        self.areas.paint_lines(easel)
        if self._hexes is not None:
            self._hexes.paint_lines(easel)
        self._links.paint(easel)

    def _lay(self, easel: Easel, one: Underlay, picture: QImage) -> None:
        """Lay an image over the surfaces, as strong as it is to be."""
        if picture.isNull():
            return
        left, top = self.geography.laid((one.left, one.top))
        corner = easel.at((left, top))
        with saved(easel.painter):
            easel.painter.setOpacity(one.opacity / 100)
            easel.painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            easel.painter.drawImage(
                QRectF(corner.x(), corner.y(), one.width * easel.zoom, one.height * easel.zoom), picture
            )

    def _grain(self, painter: QPainter, patch: Patch) -> None:
        """Cover the patch with the grain, which goes on from patch to patch."""
        pixels = patch.zoom * patch.dpr
        left, top = patch.box[0] * pixels % paper.GRAIN, patch.box[1] * pixels % paper.GRAIN
        painter.drawTiledPixmap(QRectF(0, 0, patch.wide, patch.high), paper.grain(), QPointF(left, top))
