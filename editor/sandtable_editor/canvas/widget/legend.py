"""What stands in the corners of the view: what the colours mean, and how long a kilometre is."""

from __future__ import annotations

from math import ceil, floor, log10
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from sandtable.present.telling_apart import patterns_of
from sandtable_editor.canvas.geometry.palette import Palette, fade_colour, mix_colours, palette
from sandtable_editor.canvas.ground.area_ground import TINT
from sandtable_editor.canvas.ground.textures import pattern

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable.present import MapMode
    from sandtable.present.telling_apart import Pattern

LINE: Final = 19
SWATCH: Final = 24
EDGE: Final = 10
MOST_LINES: Final = 16
"""Lines of a column."""
COLUMNS: Final = 3
"""There are no more of these; what does not fit is counted."""
WIDEST: Final = 0.6
"""How much of the map's width a legend of several columns takes at the most."""
BAR: Final = 130.0
"""Logical pixels that a scale bar is long at most."""
HIGH: Final = 14.0
"""Logical pixels that the words of a scale bar are high, in letters of the usual size."""


class _Corner(QWidget):
    """Something painted over the map that lets the mouse through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.palette_: Palette = palette()
        self.hide()

    def wear(self, colours: Palette) -> None:
        """Take the colours of a theme, and its size of letters."""
        self.palette_ = colours
        self.update()

    def _scaled(self, pixels: float) -> float:
        return pixels * self.palette_.letters

    def _font_at(self, pixels: int, *, bold: bool = False) -> QFont:
        font = QFont(self.font())
        font.setPixelSize(round(self._scaled(pixels)))
        font.setBold(bold)
        return font


class LegendLine(NamedTuple):
    """A line of a legend: what spaces are filled with, what is drawn over that, and what it means."""

    colour: str
    pattern: Pattern
    words: str


class Legend(_Corner):
    """The title of the map mode and what its colours mean."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._map = parent
        self._mode: MapMode | None = None
        self._patterns: tuple[Pattern, ...] = ()

    def wear(self, colours: Palette) -> None:
        super().wear(colours)
        self.resize(self.sizeHint())

    def show_mode(self, mode: MapMode | None) -> None:
        """Tell about a map mode; one without a legend needs no telling."""
        self._mode = mode if mode is not None and (mode.legend or mode.says) else None
        self.setVisible(self._mode is not None)
        if self._mode is not None:
            self._patterns = patterns_of(self._mode).lines
            entries = ", ".join(words for _, words in self._mode.legend)
            self.setAccessibleName(f"Legend: {_heading(self._mode)}")
            self.setAccessibleDescription(entries)
            self.resize(self.sizeHint())
        self.update()

    def columns(self) -> list[list[LegendLine]]:
        """Return what is listed, in columns that fit on the map; of what does not fit how much there is."""
        mode = self._mode
        lines = [
            LegendLine(colour, pattern, words)
            for (colour, words), pattern in zip(mode.legend, self._patterns, strict=True)
        ] if mode else []  # fmt: skip
        room = self._map.size()
        high = max(4, min(MOST_LINES, int(room.height() / self._scaled(LINE)) - 3))
        across = max(1, min(COLUMNS, int(room.width() * WIDEST / max(1.0, self._column_width(lines)))))
        if len(lines) > high * across:
            shown = high * across - 1
            lines = [*lines[:shown], LegendLine("", "plain", f"and {len(lines) - shown} more")]
        each = -(-len(lines) // -(-len(lines) // high)) if lines else 1  # as even as may be
        return [lines[at : at + each] for at in range(0, len(lines), each)]

    def _column_width(self, lines: Iterable[LegendLine]) -> float:
        metrics = QFontMetricsF(self._font_at(12))
        widest = max((metrics.horizontalAdvance(line.words) for line in lines), default=0.0)
        return self._scaled(SWATCH + 8) + widest + EDGE

    def sizeHint(self) -> QSize:
        if self._mode is None:
            return QSize(0, 0)
        columns = self.columns()
        title = QFontMetricsF(self._font_at(13, bold=True)).horizontalAdvance(_heading(self._mode))
        wide = max(title, sum(map(self._column_width, columns)) - EDGE)
        high = self._scaled(LINE) * (max(map(len, columns), default=0) + 1)
        return QSize(round(wide) + 2 * EDGE + 2, round(high) + 2 * EDGE - 2)

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
            high = self._scaled(LINE)
            painter.drawText(QRectF(EDGE, EDGE - 2, self.width(), high), Qt.AlignmentFlag.AlignVCenter, _heading(mode))
            painter.setFont(self._font_at(12))
            left = float(EDGE)
            for column in self.columns():
                for number, line in enumerate(column, start=1):
                    self._line(painter, line, QPointF(left, EDGE - 2 + number * high))
                left += self._column_width(column)
        finally:
            painter.end()

    def _line(self, painter: QPainter, line: LegendLine, corner: QPointF) -> None:
        high, wide = self._scaled(LINE), self._scaled(SWATCH)
        if line.colour:
            self._swatch(painter, line, QRectF(corner.x(), corner.y() + 3.5, wide, high - 7))
        painter.setPen(self.palette_.panel_ink)
        place = QRectF(corner.x() + wide + self._scaled(8), corner.y(), self.width(), high)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, line.words)

    def _swatch(self, painter: QPainter, line: LegendLine, box: QRectF) -> None:
        painter.setPen(QPen(fade_colour(self.palette_.panel_ink, 0.5), 1))
        painter.setBrush(mix_colours(self.palette_.ground("clear"), QColor(line.colour), TINT))
        painter.drawRect(box)
        if line.pattern != "plain":
            painter.fillRect(box, pattern(line.pattern, fade_colour(self.palette_.ink, 0.55)))


class ScaleBar(_Corner):
    """How long a round number of the map's units is."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._unit, self._length, self._pixels = "", 0.0, 0.0
        self._fit()

    def wear(self, colours: Palette) -> None:
        super().wear(colours)
        self._fit()

    def _fit(self) -> None:
        self.resize(round(BAR) + round(self._scaled(60)), ceil(self._scaled(HIGH)) + 12)

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

    def words_box(self) -> QRectF:
        """Return where the words are written: over the bar, and no narrower than that."""
        wide = max(self._pixels, QFontMetricsF(self._font_at(11)).horizontalAdvance(self.words()))
        high = self._scaled(HIGH)
        return QRectF(self.width() - 6 - wide, self.height() - 12 - high, wide, high)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(self._font_at(11))
            place = self.words_box()
            self._lay_plate(painter, place.adjusted(-5, 0, 5, 10))
            middle, foot = place.center().x(), place.bottom() + 6
            left, right = middle - self._pixels / 2, middle + self._pixels / 2
            painter.setPen(QPen(self.palette_.ink, 1.4))
            painter.drawPolyline(
                [QPointF(x, y) for x, y in ((left, foot - 5), (left, foot), (right, foot), (right, foot - 5))]
            )
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter, self.words())
        finally:
            painter.end()

    def _lay_plate(self, painter: QPainter, box: QRectF) -> None:
        """Put something behind it: names of the map may lie there."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fade_colour(self.palette_.halo, 0.8))
        painter.drawRoundedRect(box.intersected(QRectF(self.rect())), 4, 4)


def round_length(most: float) -> float:
    """Return the greatest of 1, 2 and 5 times a power of ten that is not more."""
    power = 10.0 ** floor(log10(most))
    return max(factor * power for factor in (1, 2, 5) if factor * power <= most * (1 + 1e-12))


def _heading(mode: MapMode) -> str:
    """Say what a mode shows, in whose eyes too where it depends on that."""
    return mode.says or mode.title
