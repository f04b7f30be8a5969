"""The map by keyboard: Tab goes through counters, arrows through spaces, Enter picks up and drops, Esc lets go."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, QPointF, Qt

from sandtable.board.spaces import SpaceId

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtGui import QKeyEvent

    from sandtable_editor.canvas.geometry.geography import Place
    from sandtable_editor.canvas.widget.carrying import Carrying
    from sandtable_editor.canvas.widget.shown_map import ShownMap

ARROWS: Final = {
    Qt.Key.Key_Left: (-1.0, 0.0),
    Qt.Key.Key_Right: (1.0, 0.0),
    Qt.Key.Key_Up: (0.0, -1.0),
    Qt.Key.Key_Down: (0.0, 1.0),
}
ASKEW: Final = 0.35
"""How well a neighbour must lie in the direction of an arrow: the cosine between the two."""


class KeyFocus:
    """Where the keys act on one view."""

    def __init__(self, view: ShownMap, carrying: Carrying) -> None:
        self._view, self._carrying = view, carrying
        self.space: SpaceId | None = None
        self.point = False
        """Whether what is pointed at is that of the keys, and not of the mouse."""

    @property
    def piece(self) -> str | None:
        """The counter that has the focus."""
        return self._view.counters.focus

    # --- going about --------------------------------------------------------------------------------------------

    def goto(self, piece: str, *, quietly: bool = False) -> None:
        """Give a counter the focus; quietly: the mouse did it, the map stays as it is."""
        self.space = self._view.counters[piece].space
        self._focus(piece, quietly=quietly)
        if not quietly:
            self._view.navigation.reveal(self._view.counters.middle(piece))
            self._view.open_fan(piece)
            self._view.frame_space(self.space)
            self._view.say_focus(piece, self.space)
            self.point = True

    def go_to_space(self, space: SpaceId, *, quietly: bool = False) -> None:
        """Give a space the focus, and the topmost counter in it."""
        self.space = space
        inside = self._view.counters.in_space(space)
        self._focus(inside[0] if inside and not self._carrying.active and not quietly else None, quietly=quietly)
        if quietly:
            return
        stand = self._view.geography.stand(space)
        if stand is not None:
            self._view.navigation.reveal(QPointF(*stand))
        if self._carrying.active:
            self._carrying.over_space(space)
        self._view.close_fan()
        self._view.frame_space(space)
        self._view.say_focus(self.piece, space)
        self.point = True
        self._view.space_hovered.emit(space)

    def forget(self) -> None:
        """Have no focus."""
        self.space = None
        self._focus(None)
        self._view.frame_space(None)

    def _focus(self, piece: str | None, *, quietly: bool = False) -> None:
        """Give a counter the focus, or none; quietly: what the mouse points at is said by the mouse."""
        counters = self._view.counters
        before, counters.focus = counters.focus, piece
        if before != piece:
            counters.repaint([one for one in (before, piece) if one is not None])
            self._view.refit()
            if not quietly:
                self._view.counter_hovered.emit(piece or "")

    def next(self, way: int) -> bool:
        """Go to the next counter or the one before; return whether there is one."""
        pieces = self._view.counters.pieces()
        if not pieces:
            return False
        first = 0 if way > 0 else len(pieces) - 1
        place = first if self.piece not in pieces else pieces.index(self.piece) + way
        if not 0 <= place < len(pieces):
            self.forget()
            self._view.close_fan()
            return False
        self.goto(pieces[place])
        return True

    # --- keys ---------------------------------------------------------------------------------------------------

    def key(self, event: QKeyEvent) -> bool:
        """Act on a key; return whether it meant anything."""
        key = event.key()
        if key in ARROWS:
            return self._step(*ARROWS[Qt.Key(key)])
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            return self._enter()
        if key == Qt.Key.Key_Escape:
            return self._escape()
        if key == Qt.Key.Key_Menu and self.space is not None:
            self._view.space_context.emit(self.space, self._spot())
            return True
        return False

    def _enter(self) -> bool:
        if self._carrying.active:
            space, self.space = self.space, None
            self._carrying.drop(space)
            if space is not None:
                self.go_to_space(space)
        elif self.space is not None and self.space == self._view.settled_space:
            self._view.settled_entered.emit()
        elif self.space is not None and self._view.enter_clicks:
            self._click(self.space)
        elif self.piece is not None:
            selected = self._view.counters.selection
            self._carrying.pick(selected if self.piece in selected else (self.piece,))
        elif self.space is not None:
            self._view.space_clicked.emit(self.space)
        else:
            return False
        return True

    def _click(self, space: SpaceId) -> None:
        """Do what a click there would: on the topmost counter, else on the space itself."""
        if self.piece is not None:
            self._view.counter_clicked.emit(self.piece)
        else:
            self._view.space_clicked.emit(space)

    def _escape(self) -> bool:
        """Let go of what is carried; else close the fan, select nothing and have no focus, and leave the key to others.

        Whoever has an action in hand so needs one press to cancel it, whatever he has clicked on the map.
        """
        if self._carrying.active:
            self._carrying.let_go()
            return True
        self._view.close_fan()
        if self._view.counters.selection:
            self._view.select(())
        if self.space is not None:
            self.forget()
        return False

    def _spot(self) -> QPoint:
        stand = self._view.geography.stand(self.space) if self.space is not None else None
        spot = self._view.on_view(QPointF(*stand)).toPoint() if stand else QPoint()
        return self._view.viewport().mapToGlobal(spot)

    def _step(self, across: float, down: float) -> bool:
        """Go to the neighbour in a direction; from nowhere to what is in the middle of the view."""
        if self.space is None:
            first = nearest_space(self._view, QPointF(self._view.viewport().rect().center()))
            if first is not None:
                self.go_to_space(first)
            return first is not None
        there = neighbour_of(self._view, self.space, across, down)
        if there is not None:
            self.go_to_space(there)
        return True


def nearest_space(view: ShownMap, spot: QPointF) -> SpaceId | None:
    """Return the space at a spot of a view, or the one that is nearest."""
    point, places = view.on_canvas(spot), view.geography.places.items()
    return (
        view.space_at(spot)
        or min(places, key=lambda one: hypot(one[1][0] - point.x(), one[1][1] - point.y()), default=(None,))[0]
    )


def neighbour_of(view: ShownMap, space: SpaceId, across: float, down: float) -> SpaceId | None:
    """Return the neighbour that lies best in a direction; without one the nearest space there."""
    here = view.geography.place(space)
    if here is None:
        return None
    for candidates in (_beside(view, space), view.geography.places.items()):
        best: tuple[float, SpaceId] | None = None
        for id, there in candidates:
            dx, dy = there[0] - here[0], there[1] - here[1]
            far = hypot(dx, dy)
            straight = (dx * across + dy * down) / far if far else 0.0
            if id != space and straight > ASKEW and (best is None or far / straight**2 < best[0]):
                best = (far / straight**2, id)
        if best is not None:
            return best[1]
    return None


def _beside(view: ShownMap, space: SpaceId) -> Iterator[tuple[SpaceId, Place]]:
    """Yield the spaces beside one, with where they are: where a way leads to."""
    geography = view.geography
    for id in geography.map.neighbours(space) if geography.knows(space) else ():
        place = geography.place(id)
        if place is not None:
            yield id, place
