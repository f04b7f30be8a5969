"""What stands in the corners of the view: what the colours mean, and how long a kilometre is."""

from __future__ import annotations

from math import floor, log10
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from sandtable_editor.canvas.geometry.palette import Palette, fade_colour, mix_colours, palette
from sandtable_editor.canvas.ground.area_ground import TINT
from sandtable_editor.canvas.ground.textures import hatching

if TYPE_CHECKING:
    from sandtable.present import MapMode

LINE: Final = 19
SWATCH: Final = 24
EDGE: Final = 10
MOST_LINES: Final = 16
BAR: Final = 130.0
"""Logical pixels that a scale bar is long at most."""


class _Corner(QWidget):
    """Something painted over the map that lets the mouse through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.palette_: Palette = palette(dark=False)
        self.hide()

    def _font_at(self, pixels: int, *, bold: bool = False) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(pixels)
        font.setBold(bold)
        return font


class Legend(_Corner):
    """The title of the map mode and what its colours mean."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._mode: MapMode | None = None

    def show_mode(self, mode: MapMode | None) -> None:
        """Tell about a map mode; one without a legend needs no telling."""
        self._mode = mode if mode is not None and (mode.legend or mode.says) else None
        self.setVisible(self._mode is not None)
        if self._mode is not None:
            entries = ", ".join(words for _, words in self._mode.legend)
            self.setAccessibleName(f"Legend: {self._mode.title}")
            self.setAccessibleDescription(entries)
            self.resize(self.sizeHint())
        self.update()

    def _lines(self) -> list[tuple[str, str]]:
        lines = list(self._mode.legend) if self._mode else []
        if len(lines) <= MOST_LINES:
            return lines
        return [*lines[: MOST_LINES - 1], ("", f"and {len(lines) - MOST_LINES + 1} more")]

    def sizeHint(self) -> QSize:
        if self._mode is None:
            return QSize(0, 0)
        wide = QFontMetricsF(self._font_at(13, bold=True)).horizontalAdvance(self._mode.title)
        metrics = QFontMetricsF(self._font_at(12))
        for _, words in self._lines():
            wide = max(wide, SWATCH + 8 + metrics.horizontalAdvance(words))
        return QSize(round(wide) + 2 * EDGE + 2, LINE * (len(self._lines()) + 1) + 2 * EDGE - 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        mode, colours = self._mode, self.palette_
        if mode is None:
            return
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(fade_colour(colours.panel_ink, 0.35), 1))
            painter.setBrush(fade_colour(colours.panel, 0.92))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
            painter.setPen(colours.panel_ink)
            painter.setFont(self._font_at(13, bold=True))
            painter.drawText(QRectF(EDGE, EDGE - 2, self.width(), LINE), Qt.AlignmentFlag.AlignVCenter, mode.title)
            painter.setFont(self._font_at(12))
            hatched = {mode.fills[id] for id in mode.hatched if id in mode.fills}
            for number, (colour, words) in enumerate(self._lines(), start=1):
                top = EDGE - 2 + number * LINE
                if colour:
                    self._swatch(painter, colour, top, hatched=colour in hatched)
                painter.setPen(colours.panel_ink)
                place = QRectF(EDGE + SWATCH + 8, top, self.width(), LINE)
                painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, words)
        finally:
            painter.end()

    def _swatch(self, painter: QPainter, colour: str, top: float, *, hatched: bool) -> None:
        box = QRectF(EDGE, top + 3.5, SWATCH, LINE - 7)
        painter.setPen(QPen(fade_colour(self.palette_.panel_ink, 0.5), 1))
        painter.setBrush(mix_colours(self.palette_.ground("clear"), QColor(colour), TINT))
        painter.drawRect(box)
        if hatched:
            painter.fillRect(box, hatching(fade_colour(self.palette_.ink, 0.55), 8))


class ScaleBar(_Corner):
    """How long a round number of the map's units is."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._unit, self._length, self._pixels = "", 0.0, 0.0
        self.resize(round(BAR) + 60, 26)

    def show_scale(self, unit: str, zoom: float) -> None:
        """Measure a zoom; a map in pixels, or in no unit, has no scale."""
        self.setVisible(bool(unit) and unit != "px")
        self._unit, self._length = unit, round_length(BAR / zoom)
        self._pixels = self._length * zoom
        self.setAccessibleName(f"Scale: {self.words()}")
        self.update()

    def words(self) -> str:
        """Return the length of the bar in words."""
        return f"{self._length:,.10g} {self._unit}".replace(",", "\u202f")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        try:
            painter.setFont(self._font_at(11))
            right, foot = self.width() - 6.0, self.height() - 6.0
            left = right - self._pixels
            for pen in (QPen(fade_colour(self.palette_.halo, 0.9), 3.6), QPen(self.palette_.ink, 1.4)):
                painter.setPen(pen)
                for start, end in (((left, foot), (right, foot)), ((left, foot - 5), (left, foot)),
                                   ((right, foot - 5), (right, foot))):  # fmt: skip
                    painter.drawLine(QPointF(*start), QPointF(*end))
            place = QRectF(left - 40, foot - 20, right - left + 80, 14)
            painter.setPen(fade_colour(self.palette_.halo, 0.9))
            for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                painter.drawText(place.translated(dx, dy), Qt.AlignmentFlag.AlignCenter, self.words())
            painter.setPen(self.palette_.ink)
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self.words())
        finally:
            painter.end()


def round_length(most: float) -> float:
    """Return the greatest of 1, 2 and 5 times a power of ten that is not more."""
    power = 10.0 ** floor(log10(most))
    return max(factor * power for factor in (1, 2, 5) if factor * power <= most * (1 + 1e-12))
