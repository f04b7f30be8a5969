"""Paints the ways between spaces that no shape shows: passes, straits, sea crossings, ferries, roads, harbours."""

from __future__ import annotations

from math import atan2, degrees, hypot
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen, QPolygonF, QTransform

from sandtable.board.vocabulary import BY_SEA, OVER_WATER, ROADS, WATER
from sandtable.design.swaps import swaps
from sandtable_editor.canvas.geometry import shapes
from sandtable_editor.canvas.geometry.change import renew
from sandtable_editor.canvas.geometry.hit import MARKS_FROM
from sandtable_editor.canvas.geometry.palette import fade_colour
from sandtable_editor.canvas.geometry.qt_exceptions import restore_after
from sandtable_editor.canvas.ground.paint_context import DASHED

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from PySide6.QtGui import QColor

    from sandtable.board.spaces import Edge, Pair, SpaceId
    from sandtable_editor.canvas.geometry.geography import CanvasGeography, Place
    from sandtable_editor.canvas.ground.paint_context import PaintContext

OPTIONAL: Final = "optional_crossing"
PASS: Final = "pass"
HARBOUR: Final = frozenset({"port", "harbour"})
OVERSEA: Final = BY_SEA | {OPTIONAL, "ferry"}
FROM: Final = 20.0
"""Logical pixels of a typical space from which on ways are drawn."""
HEADS_FROM: Final = 24.0
"""Logical pixels of a way from which on it ends in arrow heads."""
MIDDLES: Final = frozenset({PASS}) | OVER_WATER


class DrawnLink(NamedTuple):
    """A way that is drawn: from place to place, or a sign half way along a border."""

    kind: str
    start: Place
    end: Place
    one_way: bool


class LinkPainter:
    """The painter of a map's ways."""

    size: float

    def __init__(
        self, geography: CanvasGeography, before: LinkPainter | None = None, changed: Collection[SpaceId] = ()
    ) -> None:
        """``before``: the painter of the map before these spaces, or edges of theirs, were changed."""
        self.size = geography.size  # how far a way by sea comes from inland is measured by it
        kept = before.by_edge if before is not None and before.size == self.size else {}
        self.edges = geography.map.graph.edges
        shown = _shown(self.edges, before.edges if before else {}, before.by_edge if before else {})
        anew = {pair for pair in shown if pair[0] in changed or pair[1] in changed}
        self.by_edge: Links = renew(shown, kept, anew, lambda pair: _links_of(geography, self.edges[pair]))
        self.all = [link for links in self.by_edge.values() for link in links]
        ends = np.array([(*link.start, *link.end) for link in self.all], np.float64).reshape(-1, 4)
        self._low, self._high = np.minimum(ends[:, :2], ends[:, 2:]), np.maximum(ends[:, :2], ends[:, 2:])

    def paint(self, context: PaintContext) -> None:
        """Paint the ways that lie in the patch of an easel."""
        wide = self.size * context.zoom
        if wide < FROM or not self.all:
            return
        left, top, right, bottom = context.around(14)
        near = (self._low <= [right, bottom]).all(axis=1) & (self._high >= [left, top]).all(axis=1)
        painter = context.painter
        with restore_after(painter):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for at in np.flatnonzero(near).tolist():
                self._link(context, self.all[at], wide)

    def _link(self, context: PaintContext, link: DrawnLink, wide: float) -> None:
        colours, start, end = context.palette, context.at(link.start), context.at(link.end)
        if link.kind in MIDDLES:
            if wide >= 1.5 * FROM:
                _gate(context, link.kind, start, end)
        elif link.kind in HARBOUR:
            if wide >= MARKS_FROM:
                _line(context.painter, start, end, fade_colour(colours.sea_ink, 0.7), 1.0, (2.0, 2.0))
        elif link.kind in ROADS:
            _line(context.painter, start, end, colours.road, 1.5)
        else:
            optional = link.kind == OPTIONAL
            ink = fade_colour(colours.way, 0.55 if optional else 0.95)
            _line(context.painter, start, end, fade_colour(colours.halo, 0.6), 4.0)
            _line(context.painter, start, end, ink, 1.8, (1.0, 2.4) if optional else (3.2, 2.0))
            if hypot(end.x() - start.x(), end.y() - start.y()) >= HEADS_FROM:
                _head(context.painter, start, end, ink)
                if not link.one_way:
                    _head(context.painter, end, start, ink)


Links = dict["Pair", tuple[DrawnLink, ...]]


def _shown(edges: Mapping[Pair, Edge], were: Mapping[Pair, Edge], before: Collection[Pair]) -> Collection[Pair]:
    """Return the edges with ways that are drawn, in order; ``before``: those of the edges that ``were``."""
    if all(_is_shown(swap.before) == _is_shown(swap.after) for swap in swaps(were, edges).values()):
        return before
    return [pair for pair, edge in edges.items() if _is_shown(edge)]


def _is_shown(edge: Edge | None) -> bool:
    return edge is not None and edge.open and bool(edge.across)


def _links_of(geography: CanvasGeography, edge: Edge) -> tuple[DrawnLink, ...]:
    drawn = ((feature.kind, _ends(geography, edge, feature.kind)) for feature in edge.across)
    return tuple(DrawnLink(kind, *ends, edge.one_way) for kind, ends in drawn if ends is not None)


def _ends(geography: CanvasGeography, edge: Edge, kind: str) -> tuple[Place, Place] | None:
    """Return where a way is drawn from and to; of a sign on a border, where the border runs there."""
    a, b = geography.place(edge.a), geography.place(edge.b)
    if a is None or b is None:
        return None
    if edge.a not in geography.order or edge.b not in geography.order:
        sea = any(geography.kind(id) in WATER and id in geography.order for id in edge.pair)
        return None if sea else (a, b)
    if kind in MIDDLES:
        return _border(geography, edge)
    if kind not in OVERSEA:
        return a, b
    near, apart = shapes.gap(geography.shape(edge.a), geography.shape(edge.b))
    (ax, ay), (bx, by) = near.tolist()
    inland = 0.12 * geography.size
    if apart < 1e-9:
        (ax, ay), (bx, by) = a, b
        inland = 0.0
    away = max(float(np.hypot(bx - ax, by - ay)), 1e-9)
    dx, dy = (bx - ax) / away * inland, (by - ay) / away * inland
    return (ax - dx, ay - dy), (bx + dx, by + dy)


def _border(geography: CanvasGeography, edge: Edge) -> tuple[Place, Place] | None:
    """Return the middle of a border and a point a little along it."""
    areas = geography.map.areas
    if areas is None or edge.pair not in areas.borders:
        return None
    line = shapes.lay_on_canvas([areas.borders.line(edge.pair)], geography.downwards)[0]
    (x, y), turn, _ = shapes.midway(line)
    lean = np.radians(turn)
    return (x, y), (x + float(np.cos(lean)), y + float(np.sin(lean)))


def _line(
    painter: QPainter, start: QPointF, end: QPointF, ink: QColor, width: float, dashes: tuple[float, ...] = ()
) -> None:
    pen = QPen(ink, max(width, DASHED) if dashes else width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    if dashes:
        pen.setDashPattern(list(dashes))
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawLine(start, end)


def _head(painter: QPainter, start: QPointF, end: QPointF, ink: QColor) -> None:
    """Draw the head of an arrow at its end."""
    way = end - start
    turn = QTransform().translate(end.x(), end.y()).rotate(degrees(atan2(way.y(), way.x())))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    painter.drawPolygon(turn.map(QPolygonF([QPointF(3, 0), QPointF(-6, 4), QPointF(-4, 0), QPointF(-6, -4)])))


def _gate(context: PaintContext, kind: str, middle: QPointF, along: QPointF) -> None:
    """Draw two brackets back to back across a border: a pass; a bridge or a ford is two short lines across."""
    way = along - middle
    turn = QTransform().translate(middle.x(), middle.y()).rotate(degrees(atan2(way.y(), way.x())))
    path = QPainterPath()
    if kind == PASS:
        for side in (-1, 1):
            path.moveTo(side * 6, -7)
            path.quadTo(side * 1.5, 0, side * 6, 7)
    else:
        for side in (-1, 1):
            path.moveTo(side * 2.2, -6)
            path.lineTo(side * 2.2, 6)
    path = turn.map(path)
    painter = context.painter
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(fade_colour(context.palette.halo, 0.9), 4.2))
    painter.drawPath(path)
    painter.setPen(QPen(context.palette.way if kind == PASS else context.palette.ink, 1.9))
    painter.drawPath(path)
