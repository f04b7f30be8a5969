"""A drawing from elsewhere as it is drawn there, with what is left out in grey."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from sandtable_editor.shell.pieces import fit

if TYPE_CHECKING:
    from sandtable.interchange.drawings import DrawnThing, Sort, SvgDrawing, SvgMapping


class DrawingPreview(QWidget):
    """Shows all shapes; those of one sort stand out."""

    def __init__(self, drawing: SvgDrawing) -> None:
        super().__init__()
        self.setAccessibleName("The drawing")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(280, 200)
        self._things = [(one, _path(one)) for one in drawing.things]
        boxes = [path.boundingRect() for _, path in self._things]
        self._box = QRectF()
        for box in boxes:
            self._box = self._box.united(box)
        self._taken: set[int] = set()
        self._marked: Sort | None = None

    def sizeHint(self) -> QSize:
        return QSize(420, 320)

    def show_mapping(self, mapping: SvgMapping) -> None:
        """Show what rules take, and what they leave out."""
        found = {one.number: mapping.rule_of(one) for one, _ in self._things}
        self._taken = {number for number, rule in found.items() if rule is not None and rule.becomes != "nothing"}
        self.update()

    def mark(self, sort: Sort | None) -> None:
        """Have the shapes of a sort stand out."""
        self._marked = sort
        self.update()

    def _is_marked(self, thing: DrawnThing) -> bool:
        return self._marked is not None and self._marked.rule.fits(thing)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._box.isEmpty():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = min((self.width() - 8) / self._box.width(), (self.height() - 8) / self._box.height())
        painter.fillRect(self.rect(), QColor("#ffffff"))
        painter.translate(self.width() / 2, self.height() / 2)
        painter.scale(scale, scale)
        painter.translate(-self._box.center())
        for thing, path in self._things:
            self._draw(painter, thing, path, scale)
        painter.end()

    def _draw(self, painter: QPainter, thing: DrawnThing, path: QPainterPath, scale: float) -> None:
        taken, marked = thing.number in self._taken, self._is_marked(thing)
        line = QColor(thing.stroke if thing.stroke != "none" else "#6b6552") if taken else QColor("#c9c9c9")
        if not line.isValid():
            line = QColor("#6b6552")
        pen = QPen(QColor("#c2410c") if marked else line, 2.6 if marked else 1.0)
        pen.setCosmetic(True)
        painter.setPen(pen)
        fill = QColor(thing.fill) if taken and thing.form != "line" and thing.fill not in ("none", "url") else QColor()
        painter.setBrush(fill if fill.isValid() else Qt.BrushStyle.NoBrush)
        if thing.form != "text":
            painter.drawPath(path)
            return
        painter.save()
        painter.translate(path.elementAt(0).x, path.elementAt(0).y)
        painter.scale(1 / scale, 1 / scale)
        font = painter.font()
        font.setPixelSize(max(6, min(60, round(thing.size * scale))))
        painter.setFont(font)
        if not marked:
            painter.setPen(QColor("#222222") if taken else QColor("#b5b5b5"))
        painter.drawText(QRectF(-400, -50, 800, 100), Qt.AlignmentFlag.AlignCenter, fit(thing.text))
        painter.restore()


def _path(thing: DrawnThing) -> QPainterPath:
    """Return the outlines of a shape."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill if thing.evenodd else Qt.FillRule.WindingFill)
    for outline, closed in zip(thing.places, thing.closed, strict=True):
        places: list[list[float]] = np.asarray(outline).tolist()
        path.moveTo(QPointF(*places[0]))
        for place in places[1:]:
            path.lineTo(QPointF(*place))
        if closed:
            path.closeSubpath()
    if thing.form == "text":
        (x, y), *_ = thing.places[0].tolist()
        path.addRect(QRectF(x - thing.size, y - thing.size / 2, 2 * thing.size, thing.size))
    return path
