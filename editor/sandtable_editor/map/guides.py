"""What a tool draws over the map while it is used: rubber lines, handles, marks of what it snaps to, ghosts.

A guide is a value in map units; lines and marks are equally large on the screen at every zoom.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal

from msgspec import Struct
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget
from shapely.geometry.base import BaseGeometry

from sandtable.board.shapes import Place
from sandtable_editor.canvas.geometry.palette import Palette, fade_colour, palette
from sandtable_editor.canvas.geometry.pills import draw_pill, pill_box, pill_font
from sandtable_editor.canvas.geometry.qt_exceptions import report_errors, restore_after

if TYPE_CHECKING:
    from sandtable_editor.canvas.geometry.geography import CanvasGeography

Z_GUIDES: Final = 90_000.0
FAR: Final = 1e12
HANDLE: Final = 4.0
"""Half the side of a handle, logical pixels."""
MARK: Final = 7.0
"""Half the size of the mark of what is snapped to."""
ARM: Final = 16.0
"""How far the arms of the crosshair reach."""

Role = Literal["accent", "good", "bad", "quiet"]
"""What a guide means: where one draws, what would come, what cannot be or would go, what is only there to see."""
SnapKind = Literal["vertex", "edge", "crossing", "middle"]


class RubberLine(Struct, frozen=True):
    """A line that is being drawn, or shown; ``closed`` leads back to its beginning."""

    places: tuple[Place, ...]
    role: Role = "accent"
    closed: bool = False
    dashed: bool = False
    width: float = 2.0


class Handles(Struct, frozen=True):
    """Vertices that can be taken; the ``chosen`` ones are filled. ``small`` ones stand between two others."""

    places: tuple[Place, ...]
    chosen: frozenset[Place] = frozenset()
    small: bool = False


class SnapMark(Struct, frozen=True):
    """What a click would snap to: a box on a vertex, an hourglass on an edge, a cross, a triangle in a middle."""

    at: Place
    kind: SnapKind


class EditGhost(Struct, frozen=True):
    """What an edit would make: a shape, filled lightly."""

    shape: BaseGeometry
    role: Role = "good"


class RubberBox(Struct, frozen=True):
    """A box between two corners."""

    one: Place
    other: Place


class GuideWords(Struct, frozen=True):
    """A few words beside a place: a length, how many, a number."""

    at: Place
    text: str


class PaperFrame(Struct, frozen=True):
    """How large a map will be on which little or nothing is drawn yet: the box between two corners."""

    one: Place
    other: Place


class Cross(Struct, frozen=True):
    """The crosshair of the keys."""

    at: Place


Guide = RubberLine | Handles | SnapMark | EditGhost | RubberBox | GuideWords | PaperFrame | Cross


class WholeMapItem(QGraphicsItem):
    """What is drawn somewhere on the map, or beyond it, and never in the way of the mouse."""

    def __init__(self) -> None:
        super().__init__()
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return QRectF(-FAR, -FAR, 2 * FAR, 2 * FAR)

    def paint_anew(self) -> None:
        """Have it painted: ``update`` of a box that is larger than whole pixels can say does nothing at all."""
        for view in self.scene().views():
            view.viewport().update()


class Guides(WholeMapItem):
    """Shows guides over the map, in layers: each of its own owner, the latest owner on top."""

    def __init__(self) -> None:
        super().__init__()
        self.geography: CanvasGeography | None = None
        self.palette: Palette = palette()
        self._layers: dict[str, tuple[Guide, ...]] = {}
        self.setZValue(Z_GUIDES)

    def show_guides(self, guides: Sequence[Guide], layer: str = "tool") -> None:
        """Show these and no others of a layer."""
        self._layers.pop(layer, None)
        if guides:
            self._layers[layer] = tuple(guides)
        self.paint_anew()

    def clear(self, layer: str = "tool") -> None:
        """Show nothing of a layer."""
        self.show_guides((), layer)

    def shown(self, layer: str = "tool") -> tuple[Guide, ...]:
        """Return what is shown of a layer."""
        return self._layers.get(layer, ())

    # -- painting

    @report_errors
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if not self._layers or self.geography is None:
            return
        transform = painter.worldTransform()
        with restore_after(painter):
            painter.resetTransform()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for guide in (guide for layer in self._layers.values() for guide in layer):
                self._paint(painter, guide, transform)

    def _paint(self, painter: QPainter, guide: Guide, transform: QTransform) -> None:
        match guide:
            case RubberLine():
                self._line(painter, guide, transform)
            case Handles():
                self._handles(painter, guide, transform)
            case SnapMark():
                self._stroke(painter, _mark(guide.kind, self._on_view(guide.at, transform)), self.palette.accent, 1.8)
            case EditGhost():
                path = transform.map(self._path(guide.shape))
                painter.fillPath(path, fade_colour(self._colour(guide.role), 0.25))
                painter.strokePath(path, QPen(self._colour(guide.role), 1.6, Qt.PenStyle.DashLine))
            case RubberBox():
                box = QRectF(self._on_view(guide.one, transform), self._on_view(guide.other, transform)).normalized()
                painter.fillRect(box, fade_colour(self.palette.accent, 0.12))
                painter.setPen(QPen(self.palette.accent, 1.2, Qt.PenStyle.DashLine))
                painter.drawRect(box)
            case GuideWords():
                font = pill_font(painter.font(), self.palette.letters)
                painter.setFont(font)
                box = pill_box(guide.text, self._on_view(guide.at, transform) + QPointF(0, -20), font)
                draw_pill(painter, guide.text, box, self.palette.panel, self.palette.accent)
            case PaperFrame():
                box = QRectF(self._on_view(guide.one, transform), self._on_view(guide.other, transform)).normalized()
                painter.setPen(QPen(self.palette.ink, 1.0, Qt.PenStyle.DotLine))
                painter.drawRect(box)
            case Cross():
                self._stroke(painter, _cross(self._on_view(guide.at, transform)), self.palette.accent, 1.6)

    def _line(self, painter: QPainter, guide: RubberLine, transform: QTransform) -> None:
        points = [self._on_view(at, transform) for at in guide.places]
        if guide.closed and points:
            points.append(points[0])
        path = QPainterPath()
        path.addPolygon(QPolygonF(points))
        style = Qt.PenStyle.DashLine if guide.dashed else Qt.PenStyle.SolidLine
        self._stroke(painter, path, self._colour(guide.role), guide.width, style)

    def _handles(self, painter: QPainter, guide: Handles, transform: QTransform) -> None:
        half = HANDLE * (0.6 if guide.small else 1.0)
        painter.setPen(QPen(self.palette.accent, 1.4))
        for at in guide.places:
            point = self._on_view(at, transform)
            painter.setBrush(self.palette.accent if at in guide.chosen else self.palette.panel)
            painter.drawRect(QRectF(point.x() - half, point.y() - half, 2 * half, 2 * half))
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _stroke(
        self,
        painter: QPainter,
        path: QPainterPath,
        colour: QColor,
        width: float,
        style: Qt.PenStyle = Qt.PenStyle.SolidLine,
    ) -> None:
        """Draw a path on a paler one, so that it is seen on any ground."""
        painter.strokePath(path, QPen(fade_colour(self.palette.halo, 0.85), width + 2.4))
        painter.strokePath(path, QPen(colour, width, style))

    def _colour(self, role: Role) -> QColor:
        colours = self.palette
        return {"accent": colours.accent, "good": colours.within, "bad": colours.barred, "quiet": colours.ink}[role]

    def _on_view(self, at: Place, transform: QTransform) -> QPointF:
        assert self.geography is not None
        return transform.map(QPointF(*self.geography.on_canvas(at)))

    def _path(self, shape: BaseGeometry) -> QPainterPath:
        """Return a shape as a path on the canvas."""
        assert self.geography is not None
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.OddEvenFill)
        for part in getattr(shape, "geoms", [shape]):
            for ring in (part.exterior, *part.interiors) if part.geom_type == "Polygon" else (part,):
                path.addPolygon(QPolygonF([QPointF(*self.geography.on_canvas((x, y))) for x, y in ring.coords]))
        return path


def _mark(kind: SnapKind, at: QPointF) -> QPainterPath:
    """Return the mark of what is snapped to, round a place of the view."""
    path, x, y = QPainterPath(), at.x(), at.y()
    corners = [QPointF(x + dx * MARK, y + dy * MARK) for dx, dy in _CORNERS[kind]]
    if kind == "crossing":
        path.moveTo(corners[0])
        path.lineTo(corners[2])
        path.moveTo(corners[1])
        path.lineTo(corners[3])
    else:
        path.addPolygon(QPolygonF([*corners, corners[0]]))
    return path


_CORNERS: Final = {
    "vertex": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    "edge": ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    "crossing": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    "middle": ((0, -1), (1, 0.8), (-1, 0.8)),
}


def _cross(at: QPointF) -> QPainterPath:
    path = QPainterPath()
    for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        line = QLineF(at.x() + 4 * dx, at.y() + 4 * dy, at.x() + ARM * dx, at.y() + ARM * dy)
        path.moveTo(line.p1())
        path.lineTo(line.p2())
    return path
