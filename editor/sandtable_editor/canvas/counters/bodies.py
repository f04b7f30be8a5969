"""The body of a counter that has a facing or stands in several spaces: a band over them, in logical pixels.

A line is long across its facing, a column deep along it; a piece of one space has the same forms within it. All is
counted from the place where its stack stands, in logical pixels, so that a body is as large as its hexes are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import atan2, cos, degrees, hypot, radians, sin
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainterPath, QPainterPathStroker

from sandtable_editor.canvas.counters.stacks import Offset, half_way

if TYPE_CHECKING:
    from sandtable.board.directions import Facing
    from sandtable.present import Counter, FormationShape
    from sandtable_editor.canvas.geometry.geography import CanvasGeography

WIDE: Final[dict[FormationShape, float]] = {"": 0.62, "line": 0.4, "column": 0.4, "square": 0.66, "battery": 0.46}
"""How thick the band of a formation is, in widths of a hex."""
LONG: Final[dict[FormationShape, float]] = {"": 0.62, "line": 0.84, "column": 0.84, "square": 0.66, "battery": 0.66}
"""How long it is in one space; in several it reaches half as far beyond the outermost places."""
OF_AREA: Final = 120.0
"""Logical pixels of an area that a body is measured by at most."""
THINNEST: Final = 5.0
TOUCHED: Final = 2.0
"""Logical pixels round a body that belong to it."""


@dataclass(frozen=True)
class Body:
    """A band round a line of places; ``ahead`` is the unit vector of its facing, ``None`` where it faces nowhere."""

    line: tuple[Offset, ...]
    width: float
    ahead: Offset | None
    formation: FormationShape

    @cached_property
    def outline(self) -> QPainterPath:
        """The edge of the band."""
        return stroked(self.line, self.width)

    @cached_property
    def box(self) -> QRectF:
        """The box round it."""
        return self.outline.boundingRect()

    @cached_property
    def section(self) -> tuple[Offset, Offset]:
        """The ends of its straight part: of a bent band of that in the middle, where there is room for words."""
        points = self.line
        (x, y), (a, b) = points[0], points[-1]
        if all(abs((p - x) * (b - y) - (q - y) * (a - x)) <= hypot(a - x, b - y) for p, q in points):
            return points[0], points[-1]
        return points[(len(points) - 1) // 2], points[(len(points) + 1) // 2]

    @property
    def middle(self) -> QPointF:
        """The middle of its straight part."""
        (x, y), (a, b) = self.section
        return QPointF((x + a) / 2, (y + b) / 2)

    @property
    def length(self) -> float:
        """How long its straight part is."""
        (x, y), (a, b) = self.section
        return hypot(a - x, b - y)

    @property
    def slant(self) -> float:
        """How much what is printed on it is turned, degrees: along the band, never on its head."""
        (x, y), (a, b) = self.section
        return (degrees(atan2(b - y, a - x)) + 90.0 - 1e-6) % 180.0 - 90.0 + 1e-6

    def contains(self, x: float, y: float) -> bool:
        """Tell whether a place belongs to it."""
        return self._touched.contains(QPointF(x, y))

    @cached_property
    def _touched(self) -> QPainterPath:
        return stroked(self.line, self.width + 2 * TOUCHED)

    @cached_property
    def front(self) -> QPainterPath:
        """The edge that faces the enemy, as lines along the inside of the band; all round a square."""
        path = QPainterPath()
        if self.formation == "square":
            path.addPath(stroked(self.line, self.width))
        elif self.ahead is not None:
            if self.faces_along:
                head, (x, y) = self.head, self.ahead
                edge = [(head[0] - y * self.width / 2, head[1] + x * self.width / 2)]
                edge.append((head[0] + y * self.width / 2, head[1] - x * self.width / 2))
            else:
                edge = beside(self.line, self.ahead, self.width / 2)
            path.moveTo(*edge[0])
            for place in edge[1:]:
                path.lineTo(*place)
        return path

    @property
    def faces_along(self) -> bool:
        """Whether it faces along its band, as a column does and a line never."""
        if self.ahead is None or self.formation in ("line", "battery"):
            return False
        (x, y), (a, b) = self.line[0], self.line[-1]
        along = (a - x) * self.ahead[0] + (b - y) * self.ahead[1]
        return abs(along) > 0.75 * hypot(a - x, b - y)

    @property
    def head(self) -> Offset:
        """The end of the band that lies farthest ahead."""
        x, y = self.ahead or (0.0, -1.0)
        return max(self.line[0], self.line[-1], key=lambda one: one[0] * x + one[1] * y)

    @property
    def arrow(self) -> tuple[QPointF, Offset] | None:
        """Where the arrow of its facing begins and which way it points; ``None`` for one that faces nowhere."""
        if self.ahead is None or self.formation == "square":
            return None
        if self.faces_along:
            return QPointF(*self.head), self.ahead
        half, (x, y) = self.width / 2, self.ahead
        return self.middle + QPointF(x, y) * half, self.ahead


def beside(line: Sequence[Offset], ahead: Offset, by: float) -> list[Offset]:
    """Return a line moved by so much to the side that lies ahead, corner by corner."""
    normals: list[Offset] = []
    for (x, y), (a, b) in pairwise(line):
        long = hypot(a - x, b - y) or 1.0
        normal = (y - b) / long, (a - x) / long
        sign = 1.0 if normal[0] * ahead[0] + normal[1] * ahead[1] >= 0 else -1.0
        normals.append((normal[0] * sign, normal[1] * sign))
    moved: list[Offset] = []
    for at, (x, y) in enumerate(line):
        (a, b), (c, d) = normals[max(0, at - 1)], normals[min(at, len(normals) - 1)]
        spread = max(0.3, 1 + a * c + b * d)
        moved.append((x + (a + c) / spread * by, y + (b + d) / spread * by))
    return moved


def has_body(counter: Counter) -> bool:
    """Tell whether a counter has a body of its own: the others are squares."""
    return len(counter.spaces) > 1 or counter.facing is not None or bool(counter.formation)


def body_of(counter: Counter, geography: CanvasGeography, zoom: float) -> Body | None:
    """Return the body of a counter at a zoom, ``None`` for one that has none or stands nowhere."""
    found = geography.stands(list(counter.spaces)) if has_body(counter) else {}
    stands = [stand for stand in found.values() if stand is not None]
    if not stands or len(stands) < len(counter.spaces):
        return None
    unit, place = unit_of(geography, zoom), half_way(stands)
    ahead = direction_of(geography, counter.facing) if counter.facing is not None else None
    points = [((x - place[0]) * zoom, (y - place[1]) * zoom) for x, y in stands]
    width = max(THINNEST, WIDE[counter.formation] * unit)
    return Body(tuple(_drawn_out(points, counter.formation, ahead, unit)), width, ahead, counter.formation)


def unit_of(geography: CanvasGeography, zoom: float) -> float:
    """Return what bodies are measured by at a zoom: how wide a hex is, of an area no more than a counter needs."""
    unit = geography.size * zoom
    return unit if geography.hexes is not None else min(unit, OF_AREA)


def direction_of(geography: CanvasGeography, facing: Facing) -> Offset:
    """Return the way a facing points as a unit vector of the canvas: to a hexside's middle, or to a hexpoint.

    On a map of areas the first facing is up, as on flat-topped hexes.
    """
    if geography.hexes is None:
        turn = radians(30 * int(facing))
        return sin(turn), -cos(turn)
    grid = geography.hexes.grid
    hex = grid.hex_of(2, 2)
    x, y = grid.centre(hex)
    ways = [(a - x, b - y) for a, b in (grid.centre(hex.step(k)) for k in facing.ahead)]
    across, down = sum(a for a, _ in ways), sum(b for _, b in ways)
    long = hypot(across, down)
    return across / long, down / long


def _drawn_out(points: list[Offset], formation: FormationShape, ahead: Offset | None, unit: float) -> list[Offset]:
    """Return the line of a band: through its places and beyond the outermost; of one place across or along."""
    reach = LONG[formation] * unit / 2
    if len(points) == 1:
        (x, y), (a, b) = points[0], ahead or (0.0, -1.0)
        dx, dy = (a, b) if formation == "column" else (-b, a)
        return [(x - dx * reach, y - dy * reach), (x + dx * reach, y + dy * reach)]
    return [_beyond(points[1], points[0], reach), *points[1:-1], _beyond(points[-2], points[-1], reach)]


def _beyond(one: Offset, other: Offset, by: float) -> Offset:
    """Return the place that lies so far beyond another, seen from the first."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    long = hypot(dx, dy) or 1.0
    return other[0] + dx / long * by, other[1] + dy / long * by


def stroked(line: tuple[Offset, ...], width: float) -> QPainterPath:
    """Return the edge of a band of a width along a line."""
    path = QPainterPath(QPointF(*line[0]))
    for x, y in line[1:]:
        path.lineTo(x, y)
    stroker = QPainterPathStroker()
    stroker.setWidth(width)
    stroker.setCapStyle(Qt.PenCapStyle.FlatCap)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return stroker.createStroke(path).simplified()
