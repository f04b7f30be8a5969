"""The map as a widget: the ground in tiles, counters and names as items over it, one tool that acts.

What the workspaces use: ``show_map``, ``set_mode``, ``set_counters``, ``show_reach``, ``highlight``, ``select``,
``centre_on``, ``fit``, ``zoom_by``, ``set_dark``, ``find``, and the signals. It knows no game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QContextMenuEvent,
    QFocusEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView, QWidget

from sandtable.board.maps import Map, MapInfo
from sandtable_editor.canvas.changes import change
from sandtable_editor.canvas.counters import Counters
from sandtable_editor.canvas.easel import Look
from sandtable_editor.canvas.find import Gazetteer
from sandtable_editor.canvas.geography import Geography
from sandtable_editor.canvas.ground import Ground
from sandtable_editor.canvas.guard import reported
from sandtable_editor.canvas.hit import Hit
from sandtable_editor.canvas.label_item import Labels
from sandtable_editor.canvas.legend import Legend, ScaleBar
from sandtable_editor.canvas.navigation import Navigation
from sandtable_editor.canvas.overview import Overview
from sandtable_editor.canvas.palette import palette
from sandtable_editor.canvas.pointing import Pointer
from sandtable_editor.canvas.prices import Prices
from sandtable_editor.canvas.tiles import Patch, Pyramid
from sandtable_editor.canvas.veil import Veil

if TYPE_CHECKING:
    from sandtable.board.spaces import SpaceId
    from sandtable.present import Counter, MapMode, Reach
    from sandtable_editor.canvas.shapes import Box, Floats
    from sandtable_editor.canvas.tool import Tool

EMPTY: Final = Map(MapInfo("", ""))
EDGE: Final = 12
VEIL_BUDGET: Final = 0.003
VEIL_CAP: Final = 24 << 20
LINE: Final = 16.0
"""Logical pixels round a space in which its frame is drawn."""


class MapView(QGraphicsView):
    """A map that can be looked at, pointed at and played on."""

    space_hovered = Signal(str)
    """A space is under the mouse or has the focus; ``""`` when it is none."""
    space_clicked = Signal(str)
    """A space was clicked where no counter is, or chosen with Enter."""
    space_context = Signal(str, QPoint)
    """A menu is wanted for a space (``""`` beside all), at a place of the screen."""
    counter_hovered = Signal(str)
    counter_clicked = Signal(str)
    """A counter was clicked, selected before or not."""
    counters_picked = Signal(tuple)
    """Counters were picked up, to be dropped or let go."""
    counters_dropped = Signal(tuple, str)
    """Counters that were picked up are to go to a space. The map shows them there when it is told."""
    counters_let_go = Signal()
    """Counters that were picked up stay where they are."""
    selection_changed = Signal(tuple)
    view_changed = Signal()
    """Another part of the map is in view, or at another zoom."""
    ground_changed = Signal()
    """The small picture of the whole map is another."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setScene(QGraphicsScene(self))
        self.scene().setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self._dress()
        self.look = Look()
        self.counters = Counters(self.scene())
        self.navigation = Navigation(self)
        self._legend, self._scale = Legend(self), ScaleBar(self)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.timeout.connect(self._go_on)
        self._items: tuple[Labels | Prices, ...] = ()
        self._tool: Tool = Pointer(self)
        self._lay(Geography(EMPTY))

    def _dress(self) -> None:
        off = Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setHorizontalScrollBarPolicy(off)
        self.setVerticalScrollBarPolicy(off)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setResizeAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Map")

    # --- what is shown ------------------------------------------------------------------------------------------

    def show_map(self, sheet: Map) -> None:
        """Show a map. Of another revision of the one that is shown only what differs is painted; the view stays."""
        new = Geography(sheet, self.geography)
        differs = change(self.geography, new)
        if differs is None:
            self._tool.cancel()
            self.set_counters(())
            self._lay(new)
            self.navigation.fit()
        else:
            shown = [self.counters[piece] for piece in self.counters.pieces()]
            self._replace(new, differs.spaces)
            self.pyramid.touch(differs.boxes)
            self.overview.touch(differs.boxes)
            self.set_counters([counter for counter in shown if new.knows(counter.space)])
        self.changed()

    def _lay(self, geography: Geography) -> None:
        """Begin with a map anew."""
        self._replace(geography)
        self.overview = Overview(self._paint_ground, self.geography.box, self.look.palette.void)
        self.pyramid = Pyramid(self._paint_ground)
        self.pyramid.overview = self.overview

    def _replace(self, geography: Geography, changed: Collection[SpaceId] | None = None) -> None:
        """Take another map under all that is drawn from it; ``changed``: the spaces in which it is another."""
        for item in self._items:
            self.scene().removeItem(item)
        self.geography = geography
        if changed is None:
            self.ground, self.veil = Ground(geography, self.look), Veil(geography, self.look)
        else:
            self.ground = Ground(geography, self.look, self.ground, changed)
            self.veil = self.veil.over(geography)
        self.veil_tiles = Pyramid(self._paint_veil, budget=VEIL_BUDGET, cap=VEIL_CAP)
        self.hit, self._gazetteer = Hit(geography), Gazetteer(geography)
        self._labels, self._prices = Labels(geography), Prices(geography)
        self._items = (self._labels, self._prices)
        for item in self._items:
            item.palette = self.look.palette
            self.scene().addItem(item)

    def touch(self, spaces: Iterable[SpaceId]) -> None:
        """Paint these spaces anew: what lies in the layers of the shown map has been edited in place."""
        self.ground.forget()
        boxes = [box for id in spaces if (box := self.geography.box_of(id)) is not None]
        self._repaint(np.array(boxes, np.float64).reshape(-1, 4))

    def _repaint(self, boxes: Floats) -> None:
        if len(boxes):
            self.pyramid.touch(boxes)
            self.overview.touch(boxes)
        self.changed()

    def set_mode(self, mode: MapMode | None) -> None:
        """Colour the map in a way, or by its terrain; only what looks different is painted anew."""
        before, self.look = self.look, replace(self.look, mode=mode)
        self.ground.look = self.look
        was, fills = before.fills, self.look.fills
        differ = {id for id in was.keys() | fills.keys() if was.get(id) != fills.get(id)}
        differ |= before.hatched ^ self.look.hatched
        self._legend.show_mode(mode)
        self._place_corners()
        boxes = [box for id in differ if (box := self.geography.box_of(id)) is not None]
        self._repaint(np.array(boxes, np.float64).reshape(-1, 4))

    def set_dark(self, dark: bool) -> None:
        """Take the colours of night, or of day."""
        colours = palette(dark)
        self.look = replace(self.look, palette=colours)
        self.ground.look = self.look
        for thing in (*self._items, self.counters):
            thing.palette = colours
        self.veil.look = self.look
        self.veil_tiles.touch_all()
        for corner in (self._legend, self._scale):
            corner.palette_ = colours
            corner.update()
        self.counters.repaint()
        self.pyramid.touch_all()
        self.overview.touch_all()
        self.changed()

    def show_grid(self, *, lines: bool = True, numbers: bool = True) -> None:
        """Show the rims of hexes and their printed numbers, or not."""
        self.look = replace(self.look, grid=lines, numbers=numbers)
        self.ground.look = self.look
        self.pyramid.touch_all()
        self.overview.touch_all()
        self.changed()

    def set_counters(self, counters: Sequence[Counter]) -> None:
        """Show these counters and no others; raises ``Invalid`` for one in a space that the map does not have."""
        for space in dict.fromkeys(counter.space for counter in counters):
            self.geography.checked(space)
        before = self.counters.selected
        self.counters.put(counters, self.geography)
        if self.counters.selected != before:
            self.selection_changed.emit(self.counters.selected)
        self.changed()

    def show_reach(self, reach: Reach | None) -> None:
        """Show where a piece can go, at what price, and what is barred to it."""
        self._prices.show_reach(reach, self.counters.occupied())
        self._unveil(self.veil.show_reach(reach))

    def highlight(self, spaces: Mapping[SpaceId, str]) -> None:
        """Mark these spaces, each in its colour, and no others."""
        self._unveil(self.veil.mark(spaces))

    def frame_space(self, space: SpaceId | None) -> None:
        """Frame the space that something would happen to, or none."""
        self._unveil(self.veil.frame(space))

    def _unveil(self, boxes: Floats) -> None:
        """Paint what lies over the ground anew where it has changed."""
        if len(boxes):
            edge = LINE / self.zoom
            self.veil_tiles.touch(boxes + np.array([-edge, -edge, edge, edge]))
            self.viewport().update()

    def select(self, pieces: Iterable[str]) -> None:
        """Select these counters and no others."""
        chosen = tuple(piece for piece in pieces if piece in self.counters)
        before, self.counters.selected = self.counters.selected, chosen
        if chosen != before:
            self.counters.repaint({*before, *chosen})
            self.changed()
            self.selection_changed.emit(chosen)

    @property
    def selected(self) -> tuple[str, ...]:
        """The counters that are selected."""
        return self.counters.selected

    def open_fan(self, piece: str) -> None:
        """Fan out the stack in which a counter lies."""
        self.counters.open_fan(piece, self.window_box())
        self.changed()

    def close_fan(self) -> None:
        """Close the stack that is fanned out."""
        self.counters.close_fan()
        self.changed()

    # --- where one looks ----------------------------------------------------------------------------------------

    @property
    def zoom(self) -> float:
        """Logical pixels per map unit."""
        return self.navigation.zoom

    def fit(self) -> None:
        """Show the whole map."""
        self.navigation.fit()

    def zoom_by(self, factor: float) -> None:
        """Zoom in (more than 1) or out round the middle of the view."""
        self.navigation.zoom_by(factor)

    def centre_on(self, space: SpaceId) -> None:
        """Bring a space into the middle of the view; one without a place is left where it is."""
        place = self.geography.place(self.geography.checked(space))
        if place is not None:
            self.navigation.centre(QPointF(*place))

    def find(  # type: ignore[override]  # pyright: ignore[reportIncompatibleMethodOverride]
        self, text: str
    ) -> list[tuple[SpaceId, str]]:
        """Return spaces with the name under which they were found, the best first; accents and case do not matter."""
        return self._gazetteer.find(text)

    def on_canvas(self, at: QPointF) -> QPointF:
        """Return the place of the canvas that lies at a place of the view."""
        origin = self._origin()
        return QPointF((at.x() - origin.x()) / self.zoom, (at.y() - origin.y()) / self.zoom)

    def on_view(self, point: QPointF) -> QPointF:
        """Return where in the view a place of the canvas lies."""
        origin = self._origin()
        return QPointF(point.x() * self.zoom + origin.x(), point.y() * self.zoom + origin.y())

    def _origin(self) -> QPointF:
        return self.viewportTransform().map(QPointF(0, 0))

    def window_box(self) -> Box:
        """Return what of the canvas is in view."""
        size = self.viewport().size()
        low, high = self.on_canvas(QPointF(0, 0)), self.on_canvas(QPointF(size.width(), size.height()))
        return low.x(), low.y(), high.x(), high.y()

    def space_at(self, at: QPointF) -> SpaceId | None:
        """Return the space at a place of the view."""
        point = self.on_canvas(at)
        return self.hit.space(point.x(), point.y(), self.zoom)

    # --- painting -----------------------------------------------------------------------------------------------

    def _paint_ground(self, patch: Patch) -> QImage:
        return self.ground.paint(patch)

    def _paint_veil(self, patch: Patch) -> QImage | None:
        return self.veil.paint(patch)

    def changed(self) -> None:
        """Fit everything to what is shown now, and paint it."""
        zoom, dpr = self.zoom, self.devicePixelRatioF()
        self.pyramid.at_density(dpr)
        self.veil_tiles.at_density(dpr)
        self.counters.at_zoom(zoom, dpr, self.geography.size, hexes=self.geography.hexes is not None)
        self._labels.at_zoom(self.navigation.step, zoom, dpr)
        self._prices.zoom, self._prices.clear_of = zoom, self.counters.size / 2 + 12
        self._scale.show_scale(self.geography.map.info.unit, zoom)
        self.viewport().update()
        self.view_changed.emit()

    @reported
    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        origin = self._origin()
        painter.save()
        painter.resetTransform()
        try:
            window, place = self.window_box(), (origin.x(), origin.y())
            whole = self.pyramid.draw(painter, self.navigation.step, window, place)
            if not self.veil.empty:
                whole &= self.veil_tiles.draw(painter, self.navigation.step, window, place)
        finally:
            painter.restore()
        if not whole:
            self._again.start(0)

    def paintEvent(self, event: QPaintEvent) -> None:
        dressed = self.counters.refresh(self.window_box())
        super().paintEvent(event)
        if not (dressed and self._labels.complete and self._labels.chosen and self.overview.ready):
            self._again.start(0)

    def _go_on(self) -> None:
        """Do a little of what is still to be done."""
        if not self._labels.chosen:
            if self._labels.choose():
                self._labels.update()
        elif not self.overview.ready and self.pyramid.whole(self.navigation.step, self.window_box()):
            self.overview.work()
            if self.overview.ready:
                self.ground_changed.emit()
        self.viewport().update()

    def settle(self) -> None:
        """Paint all that is still missing at once: for pictures, and for those who cannot wait."""
        window, most = self.window_box(), float("inf")
        self._labels.choose(most)
        while not self.overview.ready:
            self.overview.work()
        self.pyramid.complete(self.navigation.step, window)
        self.veil_tiles.complete(self.navigation.step, window)
        while not self.counters.refresh(window):
            pass
        self._labels.write_all()
        self.viewport().update()

    # --- corners ------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_corners()
        if self.navigation.fitted:
            self.navigation.fit()
        else:
            self.navigation.make_room()
            self.changed()

    def _place_corners(self) -> None:
        self._legend.move(EDGE, self.height() - self._legend.height() - EDGE)
        self._scale.move(self.width() - self._scale.width() - EDGE, self.height() - self._scale.height() - EDGE)

    # --- what happens to it -------------------------------------------------------------------------------------

    @property
    def tool(self) -> Tool:
        """What the mouse and the keys do."""
        return self._tool

    def set_tool(self, tool: Tool) -> None:
        """Take up another tool."""
        self._tool.cancel()
        self._tool = tool
        self.show_cursor()

    def show_cursor(self) -> None:
        """Show by the cursor what a press would do."""
        shape = self._tool.cursor
        if self.navigation.panning:
            shape = Qt.CursorShape.ClosedHandCursor
        elif self.navigation.space_down:
            shape = Qt.CursorShape.OpenHandCursor
        self.viewport().setCursor(shape)

    def moved_under_mouse(self) -> None:
        """Tell the tool that the map has moved under the mouse."""
        self._tool.scrolled(QPointF(self.viewport().mapFromGlobal(self.cursor().pos())))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.navigation.wants(event):
            self.navigation.take(event)
        elif not self.navigation.panning:
            self._tool.pressed(event)
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.navigation.panning:
            self.navigation.drag(event)
        else:
            self._tool.moved(event)
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.navigation.panning:
            self.navigation.let_go()
        else:
            self._tool.released(event)
        event.accept()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if self.navigation.wants(event):
            self.navigation.take(event)
        else:
            self._tool.double_clicked(event)
        event.accept()

    def wheelEvent(self, event: QWheelEvent) -> None:
        self.navigation.wheel(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.setAccepted(self.navigation.key(event) or self._tool.key(event))

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        event.setAccepted(self.navigation.key_up(event))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.navigation.space_down = False
        self.show_cursor()
        super().focusOutEvent(event)

    def focusNextPrevChild(self, onwards: bool) -> bool:
        """Go through the counters first; after the last of them the focus leaves the map."""
        return self._tool.next(1 if onwards else -1) or super().focusNextPrevChild(onwards)

    def leaveEvent(self, event: QEvent) -> None:
        self._tool.left()
        super().leaveEvent(event)

    # --- in words -----------------------------------------------------------------------------------------------

    def words_of(self, piece: str) -> str:
        """Return a counter in words, as one would hear of it."""
        counter, stack = self.counters[piece], self.counters.stack_of(piece)
        state = [counter.title, *([counter.leader] if counter.leader not in {"", counter.title} else [])]
        if counter.strength:
            state.append(f"strength {counter.strength}")
        if counter.movement:
            state.append(f"movement {counter.movement}")
        place = f"in {self.geography.name(counter.space)}"
        if len(stack.pieces) > 1:
            place += f", {stack.pieces[::-1].index(piece) + 1} of {len(stack.pieces)}"
        chosen = ["selected"] if piece in self.counters.selected else []
        return ", ".join([*state, *counter.badges, place, *chosen])

    def announce(self, words: str) -> None:
        """Say to those who do not see the map what has the focus."""
        self.setAccessibleDescription(words)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))
