"""Moving over the map: zoom at the cursor, pan in every tool, scroll at the edges while something is dragged."""

from __future__ import annotations

from math import floor, log2
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QTransform

from sandtable_editor.canvas.ground.tiles import STEPS, step_of, zoom_of
from sandtable_editor.wheel import WHEEL_SCROLLS

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent

    from sandtable_editor.canvas.widget.canvas_view import CanvasView

NOTCH: Final = STEPS // 4
"""Steps of zoom for a notch of the wheel."""
WIDEST: Final = 700.0
"""Logical pixels of a typical space at the closest zoom."""
ROOM: Final = 12.0
"""Logical pixels left free round a map that is fitted in."""
BEYOND: Final = 0.5
"""How much of the view may show what is beyond the map."""
EDGE: Final = 30.0
"""Logical pixels from the edge of the view in which a drag scrolls."""
SWIFT: Final = 22.0
"""Logical pixels scrolled per tick at the very edge."""
SCROLLED: Final = 90.0
"""Logical pixels that a notch of the wheel scrolls, where it does not zoom."""
TICK: Final = 20
"""Milliseconds."""


class Navigation(QObject):
    """Moves the map of one view."""

    def __init__(self, view: CanvasView) -> None:
        super().__init__(view)
        self._view = view
        self.step = 0
        self.space_down = False
        self.fitted = True
        """Whether the whole map is to stay in view when the view is resized."""
        self._grip: QPointF | None = None
        self._rest = 0.0
        self._ticks = QTimer(self)
        self._ticks.setInterval(TICK)
        self._ticks.timeout.connect(self._scroll_on)
        self._towards = (0.0, 0.0)

    @property
    def zoom(self) -> float:
        """Logical pixels per canvas unit."""
        return zoom_of(self.step)

    # --- zoom ---------------------------------------------------------------------------------------------------

    def limits(self) -> tuple[int, int]:
        """Return the farthest and the closest step."""
        fit, all_round = self._fitting(self._view.extent()), self._fitting(self._view.roaming())
        return min(fit - STEPS // 2, all_round), max(fit + STEPS, step_of(WIDEST / self._view.typical()))

    def _fitting(self, rect: QRectF) -> int:
        """Return the step with which a box is as large as it fits into the view."""
        size = self._view.viewport().size()
        wide = max(size.width() - 2 * ROOM, 16.0) / rect.width()
        high = max(size.height() - 2 * ROOM, 16.0) / rect.height()
        return floor(STEPS * log2(min(wide, high)))

    def fit(self) -> None:
        """Show the whole map, as large as it fits."""
        self._to(self._fitting(self._view.extent()))
        self._view.centerOn(self._view.extent().center())
        self.fitted = True

    def whole_zoom(self) -> float:
        """Return the zoom at which the whole map is in view."""
        return zoom_of(self._fitting(self._view.extent()))

    def closest_zoom(self) -> float:
        """Return the zoom beyond which the map comes no nearer."""
        return zoom_of(self.limits()[1])

    def zoom_by(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom in (more than 1) or out; what lies at a place of the view, or in its middle, stays there."""
        self.to_step(self.step + round(STEPS * log2(factor)), at)

    def to_step(self, step: int, at: QPointF | None = None) -> None:
        """Go to a step of zoom."""
        low, high = self.limits()
        step = max(low, min(high, step))
        if step == self.step:
            return
        middle = QPointF(self._view.viewport().rect().center())
        at = at if at is not None else middle
        kept = self._view.on_canvas(at)
        self._to(step)
        self._scroll(self._view.on_view(kept) - at)
        self.fitted = False

    def _to(self, step: int) -> None:
        self.step = step
        self.make_room()
        self._view.setTransform(QTransform.fromScale(self.zoom, self.zoom))
        self._view.refit()

    def make_room(self) -> None:
        """Let the map be moved so far that any part of it can be in the middle of the view."""
        size = self._view.viewport().size()
        across, down = BEYOND * size.width() / self.zoom, BEYOND * size.height() / self.zoom
        self._view.setSceneRect(self._view.roaming().adjusted(-across, -down, across, down))

    def wheel(self, event: QWheelEvent) -> None:
        """Zoom at the cursor; on a touchpad two fingers pan, with Ctrl they zoom; so the wheel, if told to."""
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        scrolls = bool(self._view.window().property(WHEEL_SCROLLS)) and not control
        touchpad = event.phase() != Qt.ScrollPhase.NoScrollPhase and not event.pixelDelta().isNull()
        if touchpad and not control:
            self._scroll(-QPointF(event.pixelDelta()))
            self._view.refit()
        elif scrolls:
            by = QPointF(event.angleDelta()) * (SCROLLED / 120)
            sideways = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier) and not by.x()
            self.pan(*((-by.y(), 0.0) if sideways else (-by.x(), -by.y())))
        else:
            self._rest += event.angleDelta().y() / 120 * NOTCH
            steps = int(self._rest)
            self._rest -= steps
            self.to_step(self.step + steps, event.position())
        event.accept()

    # --- pan ----------------------------------------------------------------------------------------------------

    @property
    def panning(self) -> bool:
        return self._grip is not None

    def wants(self, event: QMouseEvent) -> bool:
        """Say whether a press begins a pan, whatever the tool."""
        left = event.button() == Qt.MouseButton.LeftButton
        return event.button() == Qt.MouseButton.MiddleButton or (left and self.space_down)

    def take(self, event: QMouseEvent) -> None:
        """Begin to pan."""
        self._grip = event.position()
        self._view.show_cursor()

    def drag(self, event: QMouseEvent) -> None:
        """Move the map with the mouse."""
        if self._grip is not None:
            self._scroll(self._grip - event.position())
            self._grip = event.position()
            self.fitted = False
            self._view.refit()

    def let_go(self) -> None:
        """End a pan."""
        self._grip = None
        self._view.show_cursor()

    def pan(self, across: float, down: float) -> None:
        """Move the view over the map, logical pixels."""
        self._scroll(QPointF(across, down))
        self.fitted = False
        self._view.refit()

    def _scroll(self, by: QPointF) -> None:
        across, down = self._view.horizontalScrollBar(), self._view.verticalScrollBar()
        across.setValue(across.value() + round(by.x()))
        down.setValue(down.value() + round(by.y()))

    def reveal(self, point: QPointF) -> None:
        """Move the view so that a point of the canvas is well inside."""
        spot, inner = self._view.on_view(point), QRectF(self._view.viewport().rect()).adjusted(60, 60, -60, -60)
        if not inner.contains(spot):
            self.centre(point)

    def centre(self, point: QPointF) -> None:
        """Bring a point of the canvas into the middle of the view."""
        self._view.centerOn(point)
        self.fitted = False
        self._view.refit()

    # --- at the edges -------------------------------------------------------------------------------------------

    def near_edge(self, at: QPointF | None) -> None:
        """Scroll while the mouse is near the edge of the view; ``None`` ends it."""
        self._towards = (0.0, 0.0)
        if at is not None:
            size = self._view.viewport().size()
            self._towards = (_pull(at.x(), size.width()), _pull(at.y(), size.height()))
        if any(self._towards) and not self._ticks.isActive():
            self._ticks.start()
        elif not any(self._towards):
            self._ticks.stop()

    def _scroll_on(self) -> None:
        self.pan(self._towards[0] * SWIFT, self._towards[1] * SWIFT)
        self._view.moved_under_mouse()

    # --- keys ---------------------------------------------------------------------------------------------------

    def key(self, event: QKeyEvent) -> bool:
        """Act on a key that moves the map."""
        key, control = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if key == Qt.Key.Key_Space and not event.isAutoRepeat():
            self.space_down = True
            self._view.show_cursor()
        elif key in {Qt.Key.Key_Plus, Qt.Key.Key_Equal}:
            self.to_step(self.step + NOTCH)
        elif key == Qt.Key.Key_Minus:
            self.to_step(self.step - NOTCH)
        elif control and key in {Qt.Key.Key_0, Qt.Key.Key_Slash}:
            self.fit()
        elif control and key in _ARROWS:
            across, down = _ARROWS[Qt.Key(key)]
            size = self._view.viewport().size()
            self.pan(across * size.width() / 5, down * size.height() / 5)
        else:
            return key == Qt.Key.Key_Space
        return True

    def key_up(self, event: QKeyEvent) -> bool:
        """Act on a key that is let go."""
        if event.key() != Qt.Key.Key_Space or event.isAutoRepeat():
            return False
        self.space_down = False
        self._view.show_cursor()
        return True


_ARROWS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


def _pull(at: float, length: float) -> float:
    """Return -1 to 1: how strongly a place in the view pulls the map."""
    if at < EDGE:
        return -min(1.0, (EDGE - at) / EDGE)
    return min(1.0, max(0.0, at - (length - EDGE)) / EDGE)
