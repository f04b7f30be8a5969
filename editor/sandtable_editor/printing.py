"""Drawings of the core in pixels and on paper: PNG, and PDF to scale on as many sheets as it takes."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sandtable.engine.errors import Invalid
from sandtable.interchange.foreign_files import write_bytes
from sandtable.interchange.svg.cut_out import cut_out
from sandtable.interchange.svg.print_plan import MM, PrintPage, PrintPlan, PrintSettings, marks_of, print_plan, size_of

if TYPE_CHECKING:
    from PySide6.QtGui import QPainter
    from PySide6.QtSvg import QSvgRenderer

DOTS: Final = 2540
"""Of an inch of paper: a hundred in a millimetre."""
PER_MM: Final = DOTS / 25.4
MOST_PIXELS: Final = 120_000_000
LONGEST: Final = 32_000
SLACK: Final = 1e-6
"""Of a pixel: what millimetres and back again may add to a whole number of them."""
LABEL: Final = 26
"""Tenths of a millimetre: how high what is written in the margin is."""


def png(drawing: str, path: Path, dpi: float) -> tuple[int, int]:
    """Write a picture of so many pixels to an inch; return its size. Raises ``Invalid`` for one that is too large."""
    from PySide6.QtCore import QBuffer, QIODevice, Qt
    from PySide6.QtGui import QImage, QPainter

    source = _renderer(drawing)
    width, height = (max(1, ceil(side / 25.4 * dpi - SLACK)) for side in size_of(drawing))
    if width * height > MOST_PIXELS or max(width, height) > LONGEST:
        raise Invalid(
            f"a picture of {width:,} by {height:,} pixels is too large: choose fewer pixels to an inch, "
            "or a smaller scale"
        )
    image = QImage(width, height, QImage.Format.Format_RGB32)
    if image.isNull():
        raise Invalid(f"there is no memory for a picture of {width:,} by {height:,} pixels: choose a smaller one")
    image.fill(Qt.GlobalColor.white)
    image.setDotsPerMeterX(round(dpi / 0.0254))
    image.setDotsPerMeterY(round(dpi / 0.0254))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    source.render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    write_bytes(path, bytes(buffer.data().data()))
    return width, height


def sheet(page: str, path: Path, title: str) -> int:
    """Write a page of HTML on sheets of A4 paper; return how many there are."""
    from PySide6.QtCore import QBuffer, QIODevice, QMarginsF
    from PySide6.QtGui import QPageLayout, QPageSize, QPdfWriter

    from sandtable_editor.application import application_to_draw
    from sandtable_editor.paper import PaperPages

    application_to_draw()  # letters need one
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setCreator("Sandtable")
    size = QPageSize(QPageSize.PageSizeId.A4)  # what is printed leaves two centimetres at each side
    writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF()))
    sheets = PaperPages(page, writer).print()
    write_bytes(path, bytes(buffer.data().data()))
    return sheets


def pdf(
    drawing: str, path: Path, settings: PrintSettings, title: str,
    tell: Callable[[int, int], object] = lambda done, total: None,
) -> tuple[int, int]:  # fmt: skip
    """Write a drawing to scale on sheets of paper; return how many columns and rows of them there are.

    ``tell`` hears how many sheets are done, of how many; what it raises ends it, and then nothing is written.
    """
    from PySide6.QtCore import QBuffer, QIODevice, QMarginsF, QSizeF
    from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter

    plan = print_plan(*size_of(drawing), settings)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DOTS)
    writer.setTitle(title)
    writer.setCreator("Sandtable")
    size = QPageSize(QSizeF(plan.wide, plan.high), QPageSize.Unit.Millimeter, "", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(size, QPageLayout.Orientation.Portrait, QMarginsF()))
    painter = QPainter()
    if not painter.begin(writer):
        raise Invalid(f"{path} cannot be drawn: choose another size of paper")
    try:
        for number, page in enumerate(plan.pages):
            if number:
                writer.newPage()
            _draw_page(painter, drawing, plan, page, title)
            tell(number + 1, len(plan.pages))
    finally:
        painter.end()
    write_bytes(path, bytes(buffer.data().data()))
    return plan.columns, plan.rows


def _renderer(drawing: str) -> QSvgRenderer:
    """Return what draws a drawing of ours."""
    from PySide6.QtCore import QByteArray
    from PySide6.QtSvg import QSvgRenderer

    from sandtable_editor.application import application_to_draw

    application_to_draw()
    return QSvgRenderer(QByteArray(drawing.encode()))


def _draw_page(painter: QPainter, drawing: str, plan: PrintPlan, page: PrintPage, title: str) -> None:
    """Draw what of a drawing is on a sheet, cut off at its margin, and what stands in the margin."""
    from PySide6.QtCore import QRectF

    margin = plan.settings.margin
    box = page.left / MM, page.top / MM, (page.left + page.width) / MM, (page.top + page.height) / MM
    source = _renderer(cut_out(drawing, box))
    painter.save()
    painter.scale(PER_MM, PER_MM)
    painter.setClipRect(QRectF(margin, margin, page.width, page.height))
    painter.translate(margin - page.left, margin - page.top)
    painter.scale(MM, MM)
    source.render(painter, source.viewBoxF())
    painter.restore()
    if plan.settings.marks and len(plan.pages) > 1:
        painter.save()
        painter.scale(PER_MM, PER_MM)
        _draw_marks(painter, plan, page, title)
        painter.restore()


def _draw_marks(painter: QPainter, plan: PrintPlan, page: PrintPage, title: str) -> None:
    """Draw where to cut and to glue, and say which sheet this is."""
    from PySide6.QtCore import QLineF, QPointF, Qt
    from PySide6.QtGui import QColor, QFont, QPen

    painter.setPen(QPen(QColor("#000000"), 0.15))
    painter.drawLines([QLineF(*mark) for mark in marks_of(plan, page)])
    font = QFont("sans-serif")
    font.setPixelSize(LABEL)
    painter.setFont(font)
    painter.scale(0.1, 0.1)
    says = f"{title} · row {page.row + 1} of {plan.rows}, sheet {page.column + 1} of {plan.columns}"
    spot = QPointF(plan.settings.margin * 16, plan.high * 10 - plan.settings.margin * 3.5)
    painter.drawText(spot, painter.fontMetrics().elidedText(says, Qt.TextElideMode.ElideRight, round(page.width * 9)))
