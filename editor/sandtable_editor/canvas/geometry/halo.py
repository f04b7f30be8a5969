"""Words with a halo round them, which can be read on any ground."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF

from sandtable_editor.canvas.geometry.palette import fade_colour

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QColor, QPainter

    from sandtable_editor.canvas.geometry.palette import Palette

HALO: Final = 1.4
"""Logical pixels that it is wide."""
STRENGTH: Final = 0.55
DIRECTIONS: Final = [QPointF(cos(n * pi / 4), sin(n * pi / 4)) * HALO for n in range(8)]


def write_with_halo(
    painter: QPainter, lines: Sequence[tuple[QPointF, str]], palette: Palette, around: QColor, ink: QColor
) -> None:
    """Write lines, each from where it begins: the halo of all in eight directions first, then the words."""
    painter.setPen(around if palette.stark else fade_colour(around, STRENGTH))
    for start, text in lines:
        for direction in DIRECTIONS:
            painter.drawText(start + direction, text)
    painter.setPen(ink)
    for start, text in lines:
        painter.drawText(start, text)
