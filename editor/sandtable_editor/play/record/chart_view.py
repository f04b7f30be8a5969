"""A chart on the screen: a line for each side, in its colour and with a mark of its own."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPalette, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from sandtable.engine.words import fit
from sandtable.play.record.chart import DASHES, EDGE_SHARE, EDGE_WIDTH, LINE_WIDTH, MARK_CORNERS
from sandtable_editor.shell.theme import scaled, shades

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent

    from sandtable.play.record.chart import ChartLine, MeasureChart

ROOM: Final = 12
"""Logical pixels around what is drawn."""


class ChartView(QWidget):
    """Draws a chart as large as there is room; what it shows is also its accessible description."""

    def __init__(self) -> None:
        super().__init__()
        self.chart: MeasureChart | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        return QSize(scaled(640), scaled(320))

    def minimumSizeHint(self) -> QSize:
        return QSize(scaled(320), scaled(160))

    def show_chart(self, chart: MeasureChart | None, says: str) -> None:
        """Show a chart; ``says`` tells it in words."""
        self.chart = chart
        self.setAccessibleName(fit(chart.title) if chart is not None else "Chart")
        self.setAccessibleDescription(fit(says))
        self.update()

    # -- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.chart is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), self.palette().color(QPalette.ColorRole.Base))
        inside = self._inside(self.chart)
        self._paint_grid(painter, self.chart, inside)
        for line in self.chart.lines:
            self._paint_line(painter, line, inside)
        self._paint_key(painter, self.chart)
        painter.end()

    def _inside(self, chart: MeasureChart) -> QRectF:
        """Return where the lines lie: numbers stand to the left, rounds below, the key above."""
        metrics = self.fontMetrics()
        left = ROOM + max((metrics.horizontalAdvance(says) for _, says in chart.ticks), default=0) + 8
        half = max((metrics.horizontalAdvance(says) for _, says in chart.rounds), default=0) / 2
        top, bottom = 2 * ROOM + metrics.height(), metrics.height() + ROOM + 6
        return QRectF(self.rect()).adjusted(max(left, half), top, -max(ROOM, half + 4), -bottom)

    def _paint_grid(self, painter: QPainter, chart: MeasureChart, inside: QRectF) -> None:
        metrics, ink = self.fontMetrics(), self.palette().color(QPalette.ColorRole.Text)
        for height, says in chart.ticks:
            y = inside.bottom() - height * inside.height()
            painter.setPen(QPen(QColor(shades().groove), 1))
            painter.drawLine(QPointF(inside.left(), y), QPointF(inside.right(), y))
            painter.setPen(ink)
            wide = metrics.horizontalAdvance(says)
            painter.drawText(QPointF(inside.left() - wide - 8, y + metrics.ascent() / 2 - 1), says)
        end = -1e9
        half = max((metrics.horizontalAdvance(fit(says)) / 2 for _, says in chart.rounds[-1:]), default=0)
        last = inside.right() - half
        for along, says in chart.rounds:
            says = fit(says)
            wide = metrics.horizontalAdvance(says)
            left = inside.left() + along * inside.width() - wide / 2
            if along == 1.0 or (left > end + 8 and left + wide + 8 < last):
                painter.drawText(QPointF(left, inside.bottom() + metrics.height() + 4), says)
                end = left + wide

    def _paint_line(self, painter: QPainter, line: ChartLine, inside: QRectF) -> None:
        places = [
            None
            if point is None
            else QPointF(inside.left() + point[0] * inside.width(), inside.bottom() - point[1] * inside.height())
            for point in line.points
        ]
        edge = self.palette().color(QPalette.ColorRole.Text)
        edge.setAlphaF(EDGE_SHARE)
        stroke = QPen(QColor(line.colour), LINE_WIDTH)
        stroke.setCapStyle(Qt.PenCapStyle.FlatCap)  # or dashes would close their gaps
        if dashes := DASHES[line.mark]:
            stroke.setDashPattern([one / LINE_WIDTH for one in dashes])  # in widths of the pen
        for pen in (QPen(edge, EDGE_WIDTH), stroke):
            painter.setPen(pen)
            for one, other in pairwise(places):
                if one is not None and other is not None:
                    painter.drawLine(one, other)
        for place in places:
            if place is not None:
                self._paint_mark(painter, line, place)

    def _paint_key(self, painter: QPainter, chart: MeasureChart) -> None:
        metrics = self.fontMetrics()
        x, y = float(ROOM + 6), ROOM + metrics.height() / 2
        for line in chart.lines:
            title = fit(line.title)
            self._paint_mark(painter, line, QPointF(x, y))
            painter.setPen(self.palette().color(QPalette.ColorRole.Text))
            painter.drawText(QPointF(x + 12, y + metrics.ascent() / 2 - 1), title)
            x += metrics.horizontalAdvance(title) + 36

    def _paint_mark(self, painter: QPainter, line: ChartLine, at: QPointF) -> None:
        painter.setPen(QPen(self.palette().color(QPalette.ColorRole.Text), 0.8))
        painter.setBrush(QColor(line.colour))
        corners = MARK_CORNERS.get(line.mark)
        if corners is None:
            painter.drawEllipse(at, 4.2, 4.2)
        else:
            painter.drawPolygon(QPolygonF([at + QPointF(x, y) for x, y in corners]), Qt.FillRule.WindingFill)
