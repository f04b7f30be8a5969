"""The soft light band of the sea along a coast: the land's shape, blurred, at half the resolution."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from sandtable_editor.canvas.geometry.qt_exceptions import restore_after
from sandtable_editor.canvas.ground.textures import colour_image

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray
    from PySide6.QtGui import QPainterPath

    from sandtable_editor.canvas.ground.paint_context import PaintContext

    Floats = NDArray[np.float32]

REACH: Final = 10
"""Logical pixels over which the band fades."""
STRONGEST: Final = 0.9


def margin(dpr: float) -> int:
    """Return how many device pixels around a patch its band depends on; even, so that patches fit."""
    return 2 * round(REACH * dpr)


def paint(context: PaintContext, land: Iterable[QPainterPath], sea: Iterable[QPainterPath] | None) -> None:
    """Paint the band of land (paths of the easel's rung) on the sea, ``None``: on everything.

    It may lie on land too, which is to be painted over it.
    """
    more = margin(context.dpr)
    wide, high = (context.patch.wide + 2 * more + 1) // 2, (context.patch.high + 2 * more + 1) // 2
    mask = _mask(context, land, wide, high, more)
    if not mask.any():
        return
    radius = max(1, more // 4)
    shade = _blur(_blur(mask, radius), radius)
    if sea is not None:
        shade = shade * np.minimum(1, _mask(context, sea, wide, high, more) + mask)
    whole = shade.repeat(2, axis=0).repeat(2, axis=1)[
        more : more + context.patch.high, more : more + context.patch.wide
    ]
    image = colour_image(context.palette.shallow, np.clip(whole * 1.5, 0, 1) * np.float32(STRONGEST))
    painter = context.painter
    with restore_after(painter):
        painter.resetTransform()
        painter.drawImage(0, 0, image)


def _mask(context: PaintContext, paths: Iterable[QPainterPath], wide: int, high: int, more: int) -> Floats:
    """Return what paths cover, 0 to 1, at half the resolution."""
    image = QImage(wide, high, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    try:
        painter.scale(0.5, 0.5)
        painter.translate(more, more)
        painter.setTransform(context.painter.transform(), combine=True)
        painter.scale(context.shrink, context.shrink)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(Qt.GlobalColor.black)
        for path in paths:
            painter.drawPath(path)
    finally:
        painter.end()
    alpha = np.frombuffer(image.constBits(), np.uint8).reshape(high, wide, 4)[:, :, 3]
    return alpha.astype(np.float32) / 255.0


def _blur(field: Floats, radius: int) -> Floats:
    """Return each place as the mean of a square around it; beyond the edge it goes on as at the edge."""
    for _ in range(2):
        grown = field[np.arange(-radius - 1, len(field) + radius).clip(0, len(field) - 1)]
        total: Floats = np.asarray(np.cumsum(grown, axis=0), np.float32)
        field = ((total[2 * radius + 1 :] - total[: -2 * radius - 1]) / np.float32(2 * radius + 1)).T
    return field
