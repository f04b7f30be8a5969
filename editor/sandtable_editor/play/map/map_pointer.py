"""What is pointed at on a map, and what is carried over it: known in one place, for all who show or tell of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from sandtable_editor.canvas import MapView


class MapPointer(QObject):
    """Follows the mouse and the keys over one map: ``piece`` and ``space`` they point at, the pieces ``carried``.

    ``moved``: another piece or space; ``taken``: pieces were picked up, dropped, or let go.
    """

    moved = Signal()
    taken = Signal()

    def __init__(self, view: MapView) -> None:
        super().__init__(view)
        self.piece = self.space = ""
        self.carried: tuple[str, ...] = ()
        view.counter_hovered.connect(self._point_at)
        view.space_hovered.connect(self._go_over)
        view.counters_picked.connect(self._carry)
        view.counters_let_go.connect(self._put_down)
        view.counters_dropped.connect(self._put_down)

    def _point_at(self, piece: str) -> None:
        self.piece = piece
        self.moved.emit()

    def _go_over(self, space: str) -> None:
        self.space = space
        self.moved.emit()

    def _carry(self, pieces: tuple[str, ...]) -> None:
        self.carried = pieces
        self.taken.emit()

    def _put_down(self) -> None:
        self._carry(())
