"""What the map is printed on: the grain of the paper, the shading of rugged ground, hatching. The same every time.

The noise comes from a hash of places, so a texture is the same on every machine and repeats without a seam.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPixmap, QTransform

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandtable.present.telling_apart import Pattern

    Floats = NDArray[np.float64]

GRAIN: Final = 256
"""Pixels of the grain, across and down."""
RELIEF: Final = 512


def _noise(size: int, salt: int) -> Floats:
    """Return ``(size, size)`` of even noise between -1 and 1."""
    n = np.arange(size * size, dtype=np.uint64) + np.uint64(salt * 0x9E3779B9)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        n = (n ^ (n >> np.uint64(shift))) * np.uint64(factor)
    n ^= n >> np.uint64(31)
    return ((n >> np.uint64(40)).astype(np.float64) / 2.0**23 - 1.0).reshape(size, size)


def _smooth_noise(noise: Floats, steepness: float, coarsest: float) -> Floats:
    """Return noise with its fine detail weakened; ``coarsest``: how many waves of the largest kind fit."""
    size = len(noise)
    across, down = np.fft.rfftfreq(size) * size, np.fft.fftfreq(size) * size
    frequency = np.hypot(down[:, None], across[None, :])
    gain = np.where(frequency < coarsest, 0.0, np.maximum(frequency, 1.0) ** -steepness)
    done = np.asarray(np.fft.irfft2(np.fft.rfft2(noise) * gain, s=noise.shape), np.float64)
    return np.asarray(done / done.std(), np.float64)


def _veil(light: Floats, most: float) -> QImage:
    """Return an image that lightens where a field is positive and darkens where it is negative."""
    alpha = np.clip(np.abs(light) * most / 2, 0, most).astype(np.uint32)
    white = np.where(light > 0, alpha, 0).astype(np.uint32)
    pixels = (alpha << 24) | (white << 16) | (white << 8) | white
    return image_of(pixels.astype(np.uint32), QImage.Format.Format_ARGB32_Premultiplied)


def image_of(pixels: NDArray[np.uint32], kind: QImage.Format) -> QImage:
    """Return ``(height, width) uint32`` pixels as an image of its own."""
    pixels = np.ascontiguousarray(pixels)
    high, wide = pixels.shape
    return QImage(pixels.data, wide, high, wide * 4, kind).copy()


def colour_image(colour: QColor, opacity: NDArray[np.float32]) -> QImage:
    """Return a colour as strong as a field of 0 to 1 says."""
    alpha = (opacity * 255).astype(np.uint32)
    pixels = alpha << 24
    for shift, part in ((16, colour.redF()), (8, colour.greenF()), (0, colour.blueF())):
        pixels |= (alpha * np.float32(part)).astype(np.uint32) << shift
    return image_of(pixels.astype(np.uint32), QImage.Format.Format_ARGB32_Premultiplied)


@cache
def grain() -> QPixmap:
    """Return the grain of paper, to be tiled over the map pixel by pixel."""
    fibre = _smooth_noise(_noise(GRAIN, 1), 0.6, 6.0) + 0.6 * _smooth_noise(_noise(GRAIN, 2), 1.2, 2.0)
    return QPixmap.fromImage(_veil(fibre, 9.0))


@cache
def relief() -> tuple[QImage, ...]:
    """Return light and shadow of rugged ground, lit from the upper left; each next image half as large."""
    height = -np.abs(_smooth_noise(_noise(RELIEF, 3), 1.75, 4.0)) + 0.25 * _smooth_noise(_noise(RELIEF, 4), 1.6, 3.0)
    slope = (np.roll(height, 1, 1) - height) + (np.roll(height, 1, 0) - height)
    slope -= slope.mean()
    image = _veil(-slope / slope.std(), 88.0)
    sizes = [image]
    while sizes[-1].width() > 32:
        half = sizes[-1].width() // 2
        mode = Qt.TransformationMode.SmoothTransformation
        sizes.append(image.scaled(half, half, Qt.AspectRatioMode.IgnoreAspectRatio, mode))
    return tuple(sizes)


def relief_brush(width: float) -> QBrush:
    """Return rugged ground as a brush; ``width``: over how many device pixels the texture is to run."""
    images = relief()
    image = next((one for one in reversed(images) if one.width() >= width), images[0])
    brush = QBrush(image)
    brush.setTransform(QTransform.fromScale(width / image.width(), width / image.width()))
    return brush


def hatching(colour: QColor, gap: int, *, rising: bool = True, width: float = 1.2, dpr: float = 1.0) -> QBrush:
    """Return slanting lines as a brush, ``gap`` pixels apart across."""
    return pattern("rising" if rising else "falling", colour, gap, width=width, dpr=dpr)


def pattern(kind: Pattern, colour: QColor, gap: int = 8, *, width: float = 1.2, dpr: float = 1.0) -> QBrush:
    """Return a pattern as a brush that repeats every ``gap`` pixels."""
    image = QImage(round(gap * dpr), round(gap * dpr), QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    try:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(image.width() / gap, image.height() / gap)
        pen = painter.pen()
        pen.setColor(colour)
        pen.setWidthF(width)
        painter.setPen(pen)
        for shift in (-gap, 0, gap):
            if kind in {"rising", "crossed"}:
                painter.drawLine(shift - gap, 2 * gap, shift + 2 * gap, -gap)
            if kind in {"falling", "crossed"}:
                painter.drawLine(shift - gap, -gap, shift + 2 * gap, 2 * gap)
        middle = QPointF(gap / 2, gap / 2)
        if kind == "level":
            painter.drawLine(QPointF(-gap, middle.y()), QPointF(2 * gap, middle.y()))
        elif kind == "upright":
            painter.drawLine(QPointF(middle.x(), -gap), QPointF(middle.x(), 2 * gap))
        elif kind == "dotted":
            painter.setBrush(colour)
            painter.drawEllipse(middle, width * 0.7, width * 0.7)
    finally:
        painter.end()
    brush = QBrush(image)
    brush.setTransform(QTransform.fromScale(gap / image.width(), gap / image.height()))
    return brush
