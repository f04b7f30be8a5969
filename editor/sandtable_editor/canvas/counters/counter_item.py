"""A counter on the canvas: an item that stands at a place of the map and is drawn in pixels, whatever the zoom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QGraphicsItem, QGraphicsPixmapItem

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap

    from sandtable.present import Counter
    from sandtable_editor.canvas.counters.body_faces import BodyFace
    from sandtable_editor.canvas.counters.faces import Face
    from sandtable_editor.canvas.counters.stacks import Offset


class CounterItem(QGraphicsPixmapItem):
    """A counter on the canvas."""

    def __init__(self, counter: Counter, layer: QGraphicsItem) -> None:
        super().__init__(layer)
        self.counter = counter
        self.face: Face | BodyFace | None = None
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemIgnoresTransformations)

    def wear(self, face: Face | BodyFace, pixmap: QPixmap, corner: Offset) -> None:
        """Show a face with its upper left corner beside the item's place, logical pixels."""
        if face != self.face:
            self.face = face
            self.setPixmap(pixmap)
        self.setOffset(round(corner[0]), round(corner[1]))
