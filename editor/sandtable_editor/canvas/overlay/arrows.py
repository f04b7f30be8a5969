"""Broad arrows of who goes against whom: announced before it is done, there while it is fought out."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from sandtable_editor.canvas.geometry.palette import Palette, fade_colour, palette
from sandtable_editor.canvas.geometry.pills import draw_pill, pill_box, pill_font
from sandtable_editor.canvas.geometry.qt_exceptions import report_errors, restore_after

if TYPE_CHECKING:
    from sandtable.present import Arrow
    from sandtable_editor.canvas.geometry.geography import CanvasGeography

Z_ARROWS: Final = 58_000.0
"""Over counters and their signs, under the way of what is led."""
BROAD: Final = 13.0
"""Logical pixels of a shaft's width; the head is twice as broad."""
FROM, TO = 0.2, 0.82
"""Between which parts of the way an arrow lies: what stands at its ends is to be seen."""


class Arrows(QGraphicsItem):
    """The arrows that are shown."""

    def __init__(self, geography: CanvasGeography) -> None:
        super().__init__()
        self._geography, self._rect = geography, geography.rect
        self.shown: list[tuple[Arrow, QPointF, QPointF]] = []
        """Arrows with where they begin and end on the canvas."""
        self.palette: Palette = palette()
        self.setZValue(Z_ARROWS)
        self.setAcceptedMouseButtons(Qt.MouseButton.NoButton)

    def boundingRect(self) -> QRectF:
        return self._rect

    def put(self, arrows: Sequence[Arrow]) -> bool:
        """Take up these arrows and no others; what lies nowhere is left out. Return whether others are shown now."""
        place = self._geography.stand
        shown = [
            (one, QPointF(*start), QPointF(*end))
            for one in arrows
            if (start := place(one.start)) is not None and (end := place(one.end)) is not None and start != end
        ]
        if shown == self.shown:
            return False
        self.shown = shown
        self.update()
        return True

    @report_errors
    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        if not self.shown:
            return
        transform = painter.worldTransform()
        with restore_after(painter):
            painter.resetTransform()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setFont(pill_font(painter.font(), self.palette.letters))
            ends = [(one, transform.map(start), transform.map(end)) for one, start, end in self.shown]
            for one, start, end in ends:
                self._arrow(painter, QColor(one.colour), start, end)
            for one, start, end in ends:
                if one.says:
                    box = pill_box(one.says, start + (end - start) * FROM, painter.font())
                    draw_pill(painter, one.says, box, self.palette.panel, QColor(one.colour))

    def _arrow(self, painter: QPainter, colour: QColor, start: QPointF, end: QPointF) -> None:
        way = end - start
        long = hypot(way.x(), way.y())
        broad = min(BROAD * self.palette.letters, long * 0.24)
        if broad < 1:
            return
        along, aside = way / long, QPointF(-way.y(), way.x()) / long
        foot, tip = start + way * FROM, start + way * TO
        neck = tip - along * broad * 1.5
        outline = QPolygonF([
            foot + aside * broad * 0.3, neck + aside * broad * 0.5, neck + aside * broad, tip,
            neck - aside * broad, neck - aside * broad * 0.5, foot - aside * broad * 0.3,
        ])  # fmt: skip
        painter.setPen(QPen(self.palette.halo, 2.0, j=Qt.PenJoinStyle.RoundJoin))
        painter.setBrush(fade_colour(colour, 0.88))
        painter.drawPolygon(outline)
