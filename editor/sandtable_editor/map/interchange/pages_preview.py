"""The drawing of a map as it lies on sheets of paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from sandtable.interchange.svg.print_plan import MM, size_of

if TYPE_CHECKING:
    from sandtable.interchange.svg.print_plan import PrintPlan

WIDEST: Final = 900
"""Pixels of the longer side of the picture that is kept."""


def picture_of(drawing: str) -> QImage:
    """Return a small picture of a drawing; may be called in any thread."""
    from PySide6.QtCore import QByteArray
    from PySide6.QtSvg import QSvgRenderer

    width, height = (side / MM for side in size_of(drawing))
    part = min(1.0, WIDEST / max(width, height))
    image = QImage(max(1, round(width * part)), max(1, round(height * part)), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(QByteArray(drawing.encode())).render(painter)
    painter.end()
    return image


class PagesPreview(QWidget):
    """Shows a drawing, and the sheets over it."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Preview")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(260, 220)
        self._image: QImage | None = None
        self._size = (1.0, 1.0)
        self.plan: PrintPlan | None = None

    def sizeHint(self) -> QSize:
        return QSize(420, 360)

    def show_drawing(self, image: QImage, size: tuple[float, float], plan: PrintPlan | None) -> None:
        """Show a picture of so many millimetres, on the sheets of a plan."""
        self._image, self._size, self.plan = image, size, plan
        self.update()

    def show_nothing(self) -> None:
        """Show that there is nothing to show."""
        self._image = self.plan = None
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._image is None:
            return
        width, height = self._size
        wide, high = width, height
        if self.plan is not None:
            last = self.plan.pages[-1]
            wide, high = max(width, last.left + last.width), max(height, last.top + last.height)
        scale = min((self.width() - 8) / wide, (self.height() - 8) / high)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate((self.width() - wide * scale) / 2, (self.height() - high * scale) / 2)
        painter.fillRect(QRectF(0, 0, wide * scale, high * scale), Qt.GlobalColor.white)
        painter.drawImage(QRectF(0, 0, width * scale, height * scale), self._image)
        if self.plan is not None:
            painter.setPen(QPen(self.palette().highlight().color(), 1.4))
            for page in self.plan.pages:
                painter.drawRect(
                    QRectF(page.left * scale, page.top * scale, page.width * scale, page.height * scale)
                )  # fmt: skip
        painter.end()
