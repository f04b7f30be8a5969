"""A view on a canvas: how large that is, and which of its places lies where in the view."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

if TYPE_CHECKING:
    from sandtable_editor.canvas.geometry.shapes import Box

RECTS: Final = 12
"""Boxes that are painted one by one; with more of them it takes longer than to paint what lies between, too."""


class CanvasView(QGraphicsView):
    """A view on a canvas that does not move by itself; a subclass says how it is moved, and by which tool used."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setScene(QGraphicsScene(self))
        self.scene().setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setHorizontalScrollBarPolicy(off)
        self.setVerticalScrollBarPolicy(off)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def zoom(self) -> float:
        """Logical pixels per canvas unit."""
        return self.transform().m11()

    def extent(self) -> QRectF:
        """Return the box round all that is shown, canvas units."""
        return QRectF(0, 0, 1, 1)

    def roaming(self) -> QRectF:
        """Return the box of all that can be brought into the middle of the view, canvas units."""
        return self.extent()

    def typical(self) -> float:
        """Return how wide a space is, typically, canvas units: the closest zoom depends on it."""
        return 1.0

    def expose(self, boxes: Iterable[Box], more: float = 0.0) -> None:
        """Paint anew what lies in these boxes of the canvas, and so many logical pixels round them."""
        edges = list(boxes)
        if len(edges) > RECTS:
            lefts, tops, rights, bottoms = zip(*edges, strict=True)
            edges = [(min(lefts), min(tops), max(rights), max(bottoms))]
        region = QRegion()
        for left, top, right, bottom in edges:
            corners = self.on_view(QPointF(left, top)), self.on_view(QPointF(right, bottom))
            region += QRectF(*corners).adjusted(-more, -more, more, more).toAlignedRect()
        self.viewport().update(region)

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Paint all of it where another part is in view: what stands in pixels does not move as the ground does."""
        super().scrollContentsBy(dx, dy)
        self.viewport().update()

    def refit(self) -> None:
        """Fit everything to where one looks now, and paint it."""
        self.viewport().update()

    def on_canvas(self, at: QPointF) -> QPointF:
        """Return the place of the canvas that lies at a place of the view."""
        origin = self.origin()
        return QPointF((at.x() - origin.x()) / self.zoom, (at.y() - origin.y()) / self.zoom)

    def on_view(self, point: QPointF) -> QPointF:
        """Return where in the view a place of the canvas lies."""
        origin = self.origin()
        return QPointF(point.x() * self.zoom + origin.x(), point.y() * self.zoom + origin.y())

    def origin(self) -> QPointF:
        """Return where in the view the canvas' 0, 0 lies."""
        shift = self.viewportTransform()
        return QPointF(shift.dx(), shift.dy())

    def window_box(self) -> Box:
        """Return what of the canvas is in view."""
        port, shift, zoom = self.viewport(), self.viewportTransform(), self.zoom
        x, y = shift.dx(), shift.dy()
        return -x / zoom, -y / zoom, (port.width() - x) / zoom, (port.height() - y) / zoom

    def viewportEvent(self, event: QEvent) -> bool:
        """Leave tips to whoever shows them: Qt would take them away, for no item has one of its own."""
        return event.type() == QEvent.Type.ToolTip or super().viewportEvent(event)

    def show_cursor(self) -> None:
        """Show by the cursor what a press would do."""

    def moved_under_mouse(self) -> None:
        """Notice that the map has moved under the mouse."""
