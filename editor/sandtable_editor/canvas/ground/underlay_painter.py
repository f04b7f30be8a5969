"""Images under a map as they are painted: turned and skewed, smooth at every zoom, no more of them than is seen."""

from __future__ import annotations

from math import floor, log2, sqrt
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QTransform

from sandtable_editor.canvas.geometry.qt_exceptions import restore_after

if TYPE_CHECKING:
    from sandtable.board.maps import Underlay
    from sandtable_editor.canvas.geometry.geography import CanvasGeography
    from sandtable_editor.canvas.ground.paint_context import PaintContext

ROOM = 2
"""Pixels of an image that are drawn beyond what is seen of it: the smoothing of one patch looks into the next."""
SMALLEST = 64
"""An image is not kept any smaller than this."""


class HalvedPicture:
    """An image, and the image at half its size, at a quarter ...: made when first wanted."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self._levels: list[QImage] | None = None

    @property
    def levels(self) -> list[QImage]:
        if self._levels is None:
            whole = QImage.fromData(self.content)
            plain = QImage.Format.Format_ARGB32_Premultiplied if whole.hasAlphaChannel() else QImage.Format.Format_RGB32
            self._levels = [whole.convertToFormat(plain)]
        return self._levels

    @property
    def is_null(self) -> bool:
        return self.levels[0].isNull()

    def at(self, scale: float) -> QImage:
        """Return it as large as it must be to be drawn at a scale, device pixels to one of its own."""
        levels = self.levels
        wanted = max(0, floor(-log2(scale) + 0.25)) if scale > 0 else 0
        while len(levels) <= wanted and min(levels[-1].width(), levels[-1].height()) > SMALLEST:
            last = levels[-1]
            smooth = Qt.TransformationMode.SmoothTransformation
            levels.append(
                last.scaled(-(-last.width() // 2), -(-last.height() // 2), Qt.AspectRatioMode.IgnoreAspectRatio, smooth)
            )
        return levels[min(wanted, len(levels) - 1)]


class UnderlayPainter:
    """Paints the images of one map."""

    def __init__(self, geography: CanvasGeography, before: UnderlayPainter | None = None) -> None:
        """``before``: of another revision, whose images need not be read again."""
        kept: dict[bytes, HalvedPicture] = before.pictures if before is not None else {}
        self._geography = geography
        self.pictures: dict[bytes, HalvedPicture] = {
            one.image: kept.get(one.image) or HalvedPicture(one.image) for one in geography.map.underlays
        }

    def paint(self, context: PaintContext) -> None:
        """Lay the images over the surfaces, each as strong as it is to be; those that are hidden are left out."""
        for one in self._geography.map.underlays:
            if one.opacity and one.id not in context.look.hidden:
                self._lay(context, one)

    def _lay(self, context: PaintContext, one: Underlay) -> None:
        laid = self._geography.on_canvas_of(one)
        left, top, right, bottom = context.patch.box
        seen = QRectF(left, top, right - left, bottom - top)
        whole = laid.mapRect(QRectF(0, 0, 1, 1))
        back, possible = laid.inverted()
        if not whole.intersects(seen) or not possible or self.pictures[one.image].is_null:
            return
        device = context.zoom * context.dpr
        picture = self.pictures[one.image]
        full = picture.levels[0]
        image = picture.at(device * sqrt(abs(laid.determinant()) / (full.width() * full.height())))
        pixels = QTransform.fromScale(1 / image.width(), 1 / image.height())
        wanted = QTransform.fromScale(image.width(), image.height()).mapRect(back.mapRect(seen))
        part = wanted.adjusted(-ROOM, -ROOM, ROOM, ROOM).toAlignedRect().intersected(image.rect())
        if part.isEmpty():
            return
        with restore_after(context.painter):
            painter = context.painter
            painter.setOpacity(one.opacity / 100)
            painter.setRenderHints(QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing)
            zoomed = QTransform.fromScale(context.zoom, context.zoom)
            painter.setTransform(pixels * laid * zoomed * painter.transform())
            painter.drawImage(QRectF(part), image, QRectF(part))
