"""The crosshair: what the mouse points at, pointed at by keys; a place may also be typed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QPointF, Qt, Signal

from sandtable_editor.map.guides import Cross

if TYPE_CHECKING:
    from sandtable.board.shapes import Place
    from sandtable_editor.map.drawn_map import DrawnMap

LAYER = "crosshair"
NUDGE: Final = 10
"""What arrows move goes so much finer than the crosshair."""


class Crosshair(QObject):
    """A place on the map that keys move; ``at`` is ``None`` while the mouse is used."""

    moved = Signal(tuple)

    def __init__(self, view: DrawnMap) -> None:
        super().__init__(view)
        self._view = view
        self.at: Place | None = None
        self.gripped = False
        """Whether the button is held down: the next step is a drag."""
        self.gripped_with = Qt.KeyboardModifier.NoModifier
        """Which of Shift, Ctrl and Alt the drag has, as if they were held down all the while."""
        self.clicked: Place | None = None
        """Where the last click by keys was, if nothing else was done since."""

    def here(self) -> Place:
        """Return where it is; without one it appears in the middle of the view."""
        if self.at is None:
            middle = self._view.place_at(QPointF(self._view.viewport().rect().center()))
            stride = self._view.stride
            self.go_to((_round(middle[0], stride), _round(middle[1], stride)))
        assert self.at is not None
        return self.at

    def step(self, across: int, down: int, many: int) -> Place:
        """Return the place so many strides away, on the raster of the strides; ``down`` as on the screen."""
        x, y = self.here()
        stride, way = self._view.stride, -1 if not self._view.geography.downwards else 1
        return _on(x, across * many, stride), _on(y, down * way * many, stride)

    def go_to(self, at: Place) -> None:
        """Point at a place."""
        self.at = at
        self._view.guides.show_guides([Cross(at)], LAYER)
        self._view.navigation.reveal(QPointF(*self._view.geography.on_canvas(at)))
        self.moved.emit(at)

    def grip(self, held: Qt.KeyboardModifier) -> None:
        """Hold the button down, with these keys."""
        self.gripped, self.gripped_with = True, held

    def let_go(self) -> None:
        """Hold the button down no longer."""
        self.gripped, self.gripped_with = False, Qt.KeyboardModifier.NoModifier

    def put_away(self) -> None:
        """The mouse is used again."""
        self.at = self.clicked = None
        self.let_go()
        self._view.guides.clear(LAYER)


def _round(value: float, stride: float) -> float:
    return round(round(value / stride) * stride, 9) + 0.0


def _on(value: float, many: int, stride: float) -> float:
    """Return a coordinate so many strides on; one that is not moved stays as it is."""
    return _round(value + many * stride, stride) if many else value
