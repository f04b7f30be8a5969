"""The whole map, small, with a frame round what is in view; a click goes there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from sandtable_editor.canvas.geometry.palette import fade_colour

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandtable_editor.canvas.ground.overview import Overview
    from sandtable_editor.canvas.widget.shown_map import ShownMap


class MiniMap(QWidget):
    """An overview of what a map view shows."""

    def __init__(self, view: ShownMap, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self.setMinimumSize(120, 80)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Overview of the map")
        self.setToolTip("Click to go there")
        view.view_changed.connect(self.update)
        view.ground_changed.connect(self.update)
        view.counters_changed.connect(self._draw_anew)
        self._ground: tuple[tuple[object, ...], QPixmap] | None = None
        """The map without what stands on it: of what, how large, and its picture."""
        self._drawn: QPixmap | None = None
        """What is shown whatever is in view: the ground with its counters."""

    def sizeHint(self) -> QSize:
        left, top, right, bottom = self._view.geography.box
        return QSize(240, max(80, min(300, round(240 * (bottom - top) / (right - left)))))

    # --- where things are ---------------------------------------------------------------------------------------

    def scale(self) -> float:
        """Return logical pixels per canvas unit."""
        left, top, right, bottom = self._view.geography.box
        return min(self.width() / (right - left), self.height() / (bottom - top))

    def spot(self, point: QPointF) -> QPointF:
        """Return where a place of the canvas is shown."""
        left, top, right, bottom = self._view.geography.box
        middle = QPointF((left + right) / 2, (top + bottom) / 2)
        return QPointF(self.rect().center()) + (point - middle) * self.scale()

    def place(self, spot: QPointF) -> QPointF:
        """Return the place of the canvas that is shown at a spot."""
        left, top, right, bottom = self._view.geography.box
        middle = QPointF((left + right) / 2, (top + bottom) / 2)
        return middle + (spot - QPointF(self.rect().center())) / self.scale()

    def frame(self) -> QRectF:
        """Return the frame round what is in view."""
        left, top, right, bottom = self._view.window_box()
        return QRectF(self.spot(QPointF(left, top)), self.spot(QPointF(right, bottom)))

    # --- painting -----------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        self._view.go_on_hidden()
        colours = self._view.map_scene.look.palette
        painter = QPainter(self)
        try:
            painter.drawPixmap(0, 0, self._whole())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            frame = self.frame().adjusted(0.5, 0.5, -0.5, -0.5)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(fade_colour(colours.halo, 0.9), 3.5))
            painter.drawRect(frame)
            painter.setPen(QPen(colours.accent, 1.6))
            painter.drawRect(frame)
        finally:
            painter.end()

    def _draw_anew(self) -> None:
        """Draw it anew: other counters stand on the map, or elsewhere."""
        self._drawn = None
        self.update()

    def _whole(self) -> QPixmap:
        """Return the picture of the map with its counters; it is drawn when it is another, and not for every frame."""
        overview, void = self._view.map_scene.overview, self._view.map_scene.look.palette.void
        key = overview.pixmap.cacheKey(), overview.shown_box, self.size(), self.devicePixelRatioF(), void.rgba()
        if self._ground is None or self._ground[0] != key:
            self._ground, self._drawn = (key, self._draw_ground(overview, void)), None
        if self._drawn is None:
            self._drawn = self._ground[1].copy()
            self._draw(self._drawn, self._dots)
        return self._drawn

    def _draw_ground(self, overview: Overview, void: QColor) -> QPixmap:
        """Return the picture of the map without its counters: to make it smaller takes longer than all of these."""
        dense = self.devicePixelRatioF()
        picture = QPixmap(self.size() * dense)
        picture.setDevicePixelRatio(dense)
        picture.fill(void)
        left, top, right, bottom = overview.shown_box
        target = QRectF(self.spot(QPointF(left, top)), self.spot(QPointF(right, bottom)))
        self._draw(picture, lambda painter: painter.drawPixmap(target, overview.pixmap, QRectF(overview.pixmap.rect())))
        return picture

    def _draw(self, picture: QPixmap, paint: Callable[[QPainter], object]) -> None:
        """Draw something on a picture."""
        painter = QPainter(picture)
        try:
            painter.setRenderHints(QPainter.RenderHint.SmoothPixmapTransform | QPainter.RenderHint.Antialiasing)
            paint(painter)
        finally:
            painter.end()

    def _dots(self, painter: QPainter) -> None:
        """Show where counters stand, a dot for a stack; its edge stands out from the ground in every theme."""
        painter.setPen(QPen(fade_colour(self._view.map_scene.look.palette.ink, 0.75), 0.9))
        origin, scale = self.spot(QPointF()), self.scale()
        for place, colour in self._view.counters.dots():
            painter.setBrush(QColor(colour))
            painter.drawEllipse(origin + place * scale, 2.2, 2.2)

    # --- going there --------------------------------------------------------------------------------------------

    def _go(self, spot: QPointF) -> None:
        self._view.navigation.centre(self.place(spot))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._go(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._go(event.position())

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._view.zoom_by(2 ** (event.angleDelta().y() / 480))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.setAccepted(self._view.navigation.key(event) or self._arrow(event))

    def _arrow(self, event: QKeyEvent) -> bool:
        arrows = {
            Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1)
        }  # fmt: skip
        way = arrows.get(Qt.Key(event.key()))
        if way is not None:
            size = self._view.viewport().size()
            self._view.navigation.pan(way[0] * size.width() / 5, way[1] * size.height() / 5)
        return way is not None

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.update()
