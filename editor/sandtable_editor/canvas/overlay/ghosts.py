"""The ghost of a piece: how it would stand if what the hand holds were done, with its price."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import structs
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPixmap
from PySide6.QtWidgets import QGraphicsItem, QGraphicsView, QStyleOptionGraphicsItem, QWidget

from sandtable_editor.canvas.counters.bodies import body_of
from sandtable_editor.canvas.counters.body_faces import body_face_of, body_picture
from sandtable_editor.canvas.counters.faces import face_of, margin, picture_of
from sandtable_editor.canvas.counters.stacks import half_way
from sandtable_editor.canvas.geometry.palette import Palette, palette
from sandtable_editor.canvas.geometry.pills import HIGH, draw_pill, pill_box, pill_font
from sandtable_editor.canvas.geometry.qt_exceptions import report_errors, restore_after

if TYPE_CHECKING:
    from sandtable.present import Counter, Ghost
    from sandtable_editor.canvas.geometry.geography import CanvasGeography
    from sandtable_editor.canvas.geometry.shapes import Box

Z_GHOST: Final = 70_000.0
STRENGTH: Final = 0.62
"""How much of a ghost is seen."""
WIDER: Final = 40.0
"""Logical pixels by which words may be wider in the font of a view than in the usual one, and their pill than they."""


class GhostItem(QGraphicsItem):
    """The ghost that is shown, if any: a counter's face in another pose, translucent."""

    def __init__(self, geography: CanvasGeography) -> None:
        super().__init__()
        self._geography, self._rect = geography, geography.rect
        self.ghost: Ghost | None = None
        self.posed: Counter | None = None
        """The counter as it would stand."""
        self._picture = QPixmap()
        self._corner, self._place = QPointF(), QPointF()
        self._rise, self._drop = 0.0, 0.0
        self.words_above = True
        """Whether its words stand above it, or below."""
        self.palette: Palette = palette()
        self.setZValue(Z_GHOST)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return self._rect

    def put(self, ghost: Ghost | None, counter: Counter | None) -> None:
        """Take up a ghost of a counter; ``at_zoom`` gives it its picture."""
        self.ghost, self.posed = ghost, None
        if ghost is not None and counter is not None:
            self.posed = structs.replace(
                counter, space=ghost.spaces[0], spaces=ghost.spaces, facing=ghost.facing, formation=ghost.formation,
                front=(), flank=(),
            )  # fmt: skip

    def at_zoom(self, zoom: float, dpr: float, size: int) -> None:
        """Draw it for a zoom; ``size``: that of square counters."""
        posed = self.posed
        if posed is None:
            return
        stands = [stand for stand in self._geography.stands(list(posed.spaces)).values() if stand is not None]
        if len(stands) < len(posed.spaces):
            self.posed = None
            return
        self._place, ring = QPointF(*half_way(stands)), self.palette.accent.name()
        body = body_of(posed, self._geography, zoom)
        if body is None:
            face = face_of(posed, size, dpr, ring, dashed=True, stark=self.palette.stark)
            half = face.size / 2 + margin(face)
            self._picture, self._corner = picture_of(face), QPointF(-half, -half)
            self._rise, self._drop = -half, half
        else:
            drawn = body_face_of(posed, body, dpr, ring, dashed=True, stark=self.palette.stark)
            self._picture, self._corner = body_picture(drawn), drawn.box.topLeft()
            self._rise, self._drop = body.box.top(), body.box.bottom()

    @property
    def _high(self) -> float:
        return HIGH * self.palette.letters

    @property
    def words(self) -> str:
        """The pose and its price, as they are printed under it."""
        return " · ".join(part for part in (self.ghost.says, self.ghost.price) if part) if self.ghost else ""

    def extent(self, zoom: float) -> Box | None:
        """Return the box of the canvas in which it is drawn at a zoom, with its words; ``None`` without one."""
        if self.posed is None:
            return None
        words = QFontMetricsF(pill_font(QFont(), self.palette.letters)).horizontalAdvance(self.words) + WIDER
        size, x, y = self._picture.deviceIndependentSize(), self._place.x(), self._place.y()
        left, right = min(self._corner.x(), -words / 2), max(self._corner.x() + size.width(), words / 2)
        top = min(self._corner.y(), self._rise) - 2 * self._high
        bottom = max(self._corner.y() + size.height(), self._drop) + 2 * self._high
        return x + left / zoom, y + top / zoom, x + right / zoom, y + bottom / zoom

    def foot(self, view: QGraphicsView) -> QPoint:
        """Return where in a view the ghost ends below, with its words."""
        words = self._high * 1.2 if self.words and not self.words_above else 0.0
        return view.mapFromScene(self._place) + QPointF(0, self._drop + words).toPoint()

    @report_errors
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if self.posed is None:
            return
        place = painter.worldTransform().map(self._place)
        with restore_after(painter):
            painter.resetTransform()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setOpacity(STRENGTH)
            painter.drawPixmap(place + self._corner, self._picture)
            painter.setOpacity(1.0)
            if self.words:
                painter.setFont(pill_font(painter.font(), self.palette.letters))
                away = self._rise - self._high * 0.6 if self.words_above else self._drop + self._high * 0.6
                box = pill_box(self.words, place + QPointF(0, away), painter.font())
                draw_pill(painter, self.words, box, self.palette.accent, self.palette.halo)
