"""Lines of the piece that is pointed at: the way it goes with the price of each step, and whom it sees."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from sandtable_editor.canvas.geometry.palette import Palette, fade_colour, palette
from sandtable_editor.canvas.geometry.pills import HIGH, draw_pill, pill_box, pill_font
from sandtable_editor.canvas.geometry.qt_exceptions import report_errors, restore_after
from sandtable_editor.canvas.overlay.regions import SpaceRegion, sides_path

if TYPE_CHECKING:
    from sandtable.present import Obstacle, SightLine, Trace
    from sandtable_editor.canvas.geometry.geography import CanvasGeography
    from sandtable_editor.canvas.geometry.shapes import Box

Z_LINES: Final = 60_000.0
"""Over closed stacks and their signs: a way leads past others."""
WAY: Final = 4.0
HEAD: Final = 13.0
"""Logical pixels of a line's width and of the head of its arrow."""


class PieceLines(QGraphicsItem):
    """The ways and the lines of sight of one piece."""

    def __init__(self, geography: CanvasGeography) -> None:
        super().__init__()
        self._geography, self._rect = geography, geography.rect
        self.traces: list[tuple[Trace, list[QPointF]]] = []
        """Ways that are shown, with their places on the canvas."""
        self.sights: list[tuple[SightLine, QPointF, QPointF]] = []
        """Lines of sight that are shown, with where they begin and end."""
        self.palette: Palette = palette()
        self.setZValue(Z_LINES)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return self._rect

    def put(self, traces: Sequence[Trace], sights: Sequence[SightLine]) -> None:
        """Take up these ways and lines of sight and no others; what lies nowhere is left out."""
        stand = self._geography.stand
        self.traces = [
            (one, [QPointF(*place) for space in one.spaces if (place := stand(space)) is not None]) for one in traces
        ]
        self.sights = [
            (one, QPointF(*start), QPointF(*end))
            for one in sights
            if (start := stand(one.start)) is not None and (end := stand(one.end)) is not None
        ]

    def extent(self, zoom: float) -> Box | None:
        """Return the box of the canvas in which the ways are drawn at a zoom, with their prices."""
        places = [place for _, places in self.traces for place in places]
        if not places:
            return None
        across, down = [place.x() for place in places], [place.y() for place in places]
        said = [text for trace, _ in self.traces for text in trace.prices]
        wide = (max(map(len, said), default=0) * HIGH + 4 * HIGH) * self.palette.letters / zoom
        high = (len(said) + 3) * HIGH * self.palette.letters / zoom  # turns on the spot lie one under the other
        return min(across) - wide, min(down) - high, max(across) + wide, max(down) + high

    @property
    def come_from_above(self) -> bool:
        """Whether the last step of a way leads down the map."""
        ends = [places[-2:] for _, places in self.traces if len(places) > 1]
        return any(before.y() < end.y() for before, end in ends)

    @report_errors
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if not self.traces and not self.sights:
            return
        transform = painter.worldTransform()
        with restore_after(painter):
            painter.resetTransform()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(pill_font(painter.font(), self.palette.letters))
            for sight, start, end in self.sights:
                self._sight(painter, sight, transform.map(start), transform.map(end), transform)
            for trace, places in self.traces:
                if len(places) == len(trace.spaces):
                    self._way(painter, trace, [transform.map(place) for place in places])

    # --- ways ---------------------------------------------------------------------------------------------------

    def _way(self, painter: QPainter, trace: Trace, places: list[QPointF]) -> None:
        steps = [(one, other) for one, other in pairwise(places) if one != other]
        own = QColor(trace.colour) if trace.colour else self.palette.accent
        if steps:
            path = QPainterPath(steps[0][0])
            for _, place in steps[:-1]:
                path.lineTo(place)
            foot = _short_of(*steps[-1], HEAD * 0.7)
            path.lineTo(foot)
            for colour, width in ((self.palette.halo, WAY + 3), (own, WAY)):
                pen = QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
                painter.strokePath(path, pen)
            self._arrow(painter, *steps[-1], own)
        painter.setPen(QPen(self.palette.halo, 1.2))
        painter.setBrush(own)
        for place in [places[0], *(place for _, place in steps[:-1])] if places else ():
            painter.drawEllipse(place, WAY * 0.95, WAY * 0.95)
        self._prices(painter, trace, places)

    def _arrow(self, painter: QPainter, start: QPointF, end: QPointF, colour: QColor) -> None:
        along = _unit(end - start)
        aside = QPointF(-along.y(), along.x()) * HEAD * 0.55
        foot = end - along * HEAD
        painter.setPen(QPen(self.palette.halo, 1.2))
        painter.setBrush(colour)
        painter.drawPolygon(QPolygonF([end, foot + aside, foot - aside]))

    def _prices(self, painter: QPainter, trace: Trace, places: list[QPointF]) -> None:
        """Print the price of each step on its middle; of turns on the spot beside the way, one under the other."""
        steps = list(pairwise(places))
        turns: dict[tuple[float, float], int] = {}
        for text, (start, end) in zip(trace.prices, steps, strict=False):
            middle = (start + end) / 2
            if start == end:
                nth = turns[end.x(), end.y()] = turns.get((end.x(), end.y()), -1) + 1
                middle = _beside_the_way(end, steps) + QPointF(0, nth * (HIGH + 1))
            draw_pill(painter, text, pill_box(text, middle, painter.font()), self.palette.panel, self.palette.accent)

    # --- sight --------------------------------------------------------------------------------------------------

    def _sight(self, painter: QPainter, sight: SightLine, start: QPointF, end: QPointF, transform: QTransform) -> None:
        """Draw a line whole where it is clear; up to what hides the rest, and dashed beyond, where it is not."""
        clear, hidden = self.palette.within, self.palette.barred
        if sight.is_clear:
            self._line(painter, start, end, clear)
            self._end(painter, end, clear)
            return
        at = min((self.along(one, start, end, transform) for one in sight.obstacles), default=0.5)
        block = start + (end - start) * at
        self._line(painter, start, block, clear)
        self._line(painter, block, end, hidden, (2.5, 2.0))
        for obstacle in sight.obstacles:
            self._cross_out(painter, obstacle, hidden, transform)

    def along(self, obstacle: Obstacle, start: QPointF, end: QPointF, transform: QTransform) -> float:
        """Return how far along a line what hides the rest of it stands, 0 to 1."""
        middle = self._middle(obstacle)
        way = end - start
        long = way.x() ** 2 + way.y() ** 2
        if middle is None or not long:
            return 0.5
        there = transform.map(middle) - start
        return max(0.0, min(1.0, (there.x() * way.x() + there.y() * way.y()) / long))

    def _middle(self, obstacle: Obstacle) -> QPointF | None:
        if obstacle.side is not None:
            return sides_path(self._geography, [(obstacle.space, obstacle.side)]).boundingRect().center()
        place = self._geography.stand(obstacle.space)
        return QPointF(*place) if place is not None else None

    def _line(
        self, painter: QPainter, start: QPointF, end: QPointF, colour: QColor, dashes: tuple[float, ...] = ()
    ) -> None:
        painter.setPen(QPen(fade_colour(self.palette.halo, 0.9), 5.4))
        painter.drawLine(QLineF(start, end))
        pen = QPen(colour, 2.8)
        if dashes:
            pen.setDashPattern(list(dashes))
            pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawLine(QLineF(start, end))

    def _end(self, painter: QPainter, at: QPointF, colour: QColor) -> None:
        """Draw an eye's ring round what is seen."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for one, width in ((self.palette.halo, 5.0), (colour, 2.6)):
            painter.setPen(QPen(one, width))
            painter.drawEllipse(at, 8.0, 8.0)

    def _cross_out(self, painter: QPainter, obstacle: Obstacle, colour: QColor, transform: QTransform) -> None:
        """Cross the space out that hides what is behind it; of a side draw that side, and a small cross."""
        middle = self._middle(obstacle)
        if middle is None:
            return
        at, radius = transform.map(middle), 8.0
        if obstacle.side is not None:
            side = transform.map(sides_path(self._geography, [(obstacle.space, obstacle.side)]))
            painter.strokePath(side, QPen(self.palette.halo, 9.0))
            painter.strokePath(side, QPen(colour, 6.0))
        else:
            edge = transform.map(SpaceRegion(self._geography, [obstacle.space]).edge)
            painter.fillPath(
                transform.map(SpaceRegion(self._geography, [obstacle.space]).fill), fade_colour(colour, 0.22)
            )
            painter.strokePath(edge, QPen(colour, 2.6))
            box = edge.boundingRect()
            radius = max(8.0, min(30.0, min(box.width(), box.height()) * 0.3))
        for one, width in ((self.palette.halo, 7.0), (colour, 4.0)):
            painter.setPen(QPen(one, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            painter.drawLine(at + QPointF(-radius, -radius), at + QPointF(radius, radius))
            painter.drawLine(at + QPointF(-radius, radius), at + QPointF(radius, -radius))


def _unit(way: QPointF) -> QPointF:
    return way / (hypot(way.x(), way.y()) or 1.0)


def _beside_the_way(at: QPointF, steps: list[tuple[QPointF, QPointF]]) -> QPointF:
    """Return a spot beside a place, left or right of it, whichever is further from the prices of the steps there."""
    taken = [(one + other) / 2 for one, other in steps if one != other and at in (one, other)]
    beside = [at + QPointF(HIGH * 1.3, -HIGH), at + QPointF(-HIGH * 1.3, -HIGH)]
    return max(beside, key=lambda spot: min((hypot((spot - one).x(), (spot - one).y()) for one in taken), default=0.0))


def _short_of(start: QPointF, end: QPointF, by: float) -> QPointF:
    """Return a place so far before the end of a step, on it."""
    way = end - start
    long = hypot(way.x(), way.y())
    return end - _unit(way) * min(by, long)
