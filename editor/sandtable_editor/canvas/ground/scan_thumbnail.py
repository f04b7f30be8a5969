"""A picture of the images under a map, painted small: what there is to see of a map that nothing is drawn on yet."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QTransform

from sandtable.interchange.projection import downwards
from sandtable_editor.canvas.geometry.qt_exceptions import restore_after
from sandtable_editor.canvas.ground.underlay_painter import HalvedPicture

if TYPE_CHECKING:
    from sandtable.board.maps import Map, Underlay


def scan_picture(sheet: Map, width: int, height: int) -> QImage | None:
    """Return the images under a map, fitted into so many pixels; ``None`` where there is none that can be read."""
    down = 1.0 if downwards(sheet) else -1.0
    pictures = [(HalvedPicture(one.image), _laid(one, down)) for one in sheet.underlays if one.opacity]
    pictures = [(picture, laid) for picture, laid in pictures if not picture.is_null and laid.isInvertible()]
    if not pictures:
        return None
    whole = QRectF()
    for _, laid in pictures:
        whole = whole.united(laid.mapRect(QRectF(0, 0, 1, 1)))
    scale = min(width / whole.width(), height / whole.height())
    made = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHints(QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing)
    painter.translate(width / 2, height / 2)
    painter.scale(scale, scale)
    painter.translate(-whole.center())
    for picture, laid in pictures:
        full = picture.levels[0]
        image = picture.at(scale * sqrt(abs(laid.determinant()) / (full.width() * full.height())))
        with restore_after(painter):
            painter.setTransform(QTransform.fromScale(1 / image.width(), 1 / image.height()) * laid, combine=True)
            painter.drawImage(0, 0, image)
    painter.end()
    return made


def _laid(one: Underlay, down: float) -> QTransform:
    """Return how an image lies, ``y`` downwards: (0, 0) is its upper left corner, (1, 1) its lower right one."""
    laid = one.placement(downwards=True)
    return QTransform(laid.xx, laid.yx, laid.xy, laid.yy, laid.x0, laid.y0 * down)
