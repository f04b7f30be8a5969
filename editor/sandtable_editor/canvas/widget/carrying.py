"""Counters that have been picked up: their ghost under the mouse or at the focus, and where they would be dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QGraphicsItem, QGraphicsPixmapItem

from sandtable_editor.canvas.counters.counters import Z_FAN
from sandtable_editor.canvas.counters.faces import pile_picture

if TYPE_CHECKING:
    from sandtable.board.spaces import SpaceId
    from sandtable_editor.canvas.widget.shown_map import ShownMap

STRENGTH: Final = 0.82
FADED: Final = 0.35


class Carrying:
    """What is being carried on one view, by mouse or by keys."""

    def __init__(self, view: ShownMap) -> None:
        self._view = view
        self.pieces: tuple[str, ...] = ()
        self._from: SpaceId | None = None
        """The space in which they were taken hold of."""
        self._ghost: QGraphicsPixmapItem | None = None

    @property
    def active(self) -> bool:
        return bool(self.pieces)

    def pick(self, pieces: tuple[str, ...], space: SpaceId | None = None) -> None:
        """Pick counters up, by that of their spaces (the leading one); they are selected with that."""
        self._view.select(pieces)
        self.pieces = pieces
        self._from = space or self._view.counters[pieces[-1]].space
        self._view.close_fan()
        counters = self._view.counters
        ghost = self._ghost = QGraphicsPixmapItem(pile_picture([counters.picture(piece) for piece in pieces]))
        size = ghost.pixmap().deviceIndependentSize()
        ghost.setOffset(-size.width() / 2, -size.height() / 2)
        ghost.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)
        ghost.setOpacity(STRENGTH)
        ghost.setZValue(2 * Z_FAN)
        ghost.setPos(counters.middle(pieces[-1]))
        self._view.scene().addItem(ghost)
        for piece in pieces:
            counters.item(piece).setOpacity(FADED)
        self._view.counters_picked.emit(pieces)

    def over(self, at: QPointF) -> None:
        """Carry them to a place of the view."""
        self._at(self._view.on_canvas(at), self._view.target_at(at, self.pieces))

    def over_space(self, space: SpaceId) -> None:
        """Carry them to a space."""
        stand = self._view.geography.stand(space)
        if stand is not None:
            self._at(QPointF(*stand), space)

    def _at(self, point: QPointF, space: SpaceId | None) -> None:
        if self._ghost is not None:
            self._ghost.setPos(point)
            self._view.frame_space(space)

    def stand_in(self, *, shown: bool) -> None:
        """Leave off following the mouse while the map itself shows how the piece would stand."""
        if self._ghost is not None:
            self._ghost.setVisible(not shown)

    def drop(self, space: SpaceId | None, onto: str = "") -> None:
        """Drop them into a space; on none, or where they all are, is letting go.

        ``onto``: another counter, that they were dropped on.
        """
        pieces, counters = self.pieces, self._view.counters
        at_home = space == self._from and all(space in counters[piece].spaces for piece in pieces)
        if space is None or at_home:
            self.let_go()
            if onto and space is not None:
                self._view.counters_joined.emit(pieces, space, onto)
            return
        self._end()
        self._view.counters_dropped.emit(pieces, space)

    def let_go(self) -> None:
        """Leave them where they are."""
        if self.active:
            self._end()
            self._view.counters_let_go.emit()

    def _end(self) -> None:
        for piece in self.pieces:
            if piece in self._view.counters:
                self._view.counters.item(piece).setOpacity(1.0)
        self.pieces = ()
        if self._ghost is not None:
            self._view.scene().removeItem(self._ghost)
            self._ghost = None
        self._view.frame_space(None)
