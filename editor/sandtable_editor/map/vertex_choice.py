"""The vertices that are chosen, on the map or in their table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandtable.board.shapes import Place


class VertexChoice(QObject):
    """Places of vertices in the order in which they were chosen; ``changed`` when they are others."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.places: tuple[Place, ...] = ()

    def choose(self, places: Iterable[Place]) -> None:
        """Choose these and no others."""
        chosen = tuple(dict.fromkeys(places))
        if chosen != self.places:
            self.places = chosen
            self.changed.emit()
