"""A counter on the canvas: an item that stands at a place of the map and is drawn in pixels, whatever the zoom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QGraphicsItem, QGraphicsPixmapItem

from sandtable_editor.canvas.counters.faces import Face, margin

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap

    from sandtable.present import Counter
    from sandtable_editor.canvas.counters.stacks import Offset


class CounterItem(QGraphicsPixmapItem):
    """A counter on the canvas."""

    def __init__(self, counter: Counter, layer: QGraphicsItem) -> None:
        super().__init__(layer)
        self.counter = counter
        self.face: Face | None = None
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)

    def wear(self, face: Face, pixmap: QPixmap, middle: Offset) -> None:
        """Show a face with its middle beside the item's place, logical pixels."""
        if face != self.face:
            self.face = face
            self.setPixmap(pixmap)
        half = face.size / 2 + margin(face)
        self.setOffset(round(middle[0] - half), round(middle[1] - half))
