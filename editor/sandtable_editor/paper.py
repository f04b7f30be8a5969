"""A page of HTML on sheets of paper: a row of a table stands whole on one, and a heading with what it is over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QFontMetricsF,
    QPainter,
    QPalette,
    QTextCursor,
    QTextDocument,
    QTextTable,
)

if TYPE_CHECKING:
    from PySide6.QtGui import QPagedPaintDevice, QTextBlock

MARGIN: Final = 2 / 2.54
"""What stays white at each side of the paper, inches."""
SCREEN: Final = 96
"""In how many parts of an inch margins are said, whatever the device."""


class Undivided:
    """What stands together: a paragraph with all headings over it, or a row of a table."""

    def __init__(self, blocks: list[QTextBlock], row: tuple[QTextTable, int] | None = None) -> None:
        self.blocks, self._row = blocks, row

    def push(self, by: float) -> None:
        """Begin it so much lower."""
        first = QTextCursor(self.blocks[0])
        if self._row is None or self.blocks[0].blockFormat().headingLevel():
            form = first.blockFormat()
            form.setTopMargin(form.topMargin() + by)
            first.setBlockFormat(form)
            return
        table, row = self._row
        for column in range(table.columns()):
            cell = table.cellAt(row, column)
            look = cell.format().toTableCellFormat()
            look.setTopPadding(look.topPadding() + by)
            cell.setFormat(look)


class PaperPages:
    """A page of HTML, laid out for the sheets of a device."""

    def __init__(self, html: str, device: QPagedPaintDevice) -> None:
        self._device = device
        self.document = QTextDocument()
        self.document.setHtml(html)
        self.document.documentLayout().setPaintDevice(device)
        self._size = QSizeF(device.width(), device.height())
        frame = self.document.rootFrame()
        form = frame.frameFormat()
        form.setMargin(MARGIN * SCREEN)
        frame.setFrameFormat(form)
        self.document.setPageSize(self._size)

    # -- what stands together

    def parts(self) -> Iterator[Undivided]:
        """Yield all that is not to break, from above."""
        headings: list[QTextBlock] = []
        block = self.document.begin()
        while block.isValid():
            table = QTextCursor(block).currentTable()
            if table is not None:  # pyright: ignore[reportUnnecessaryComparison]  # outside of one there is none
                for row in range(table.rows()):
                    yield Undivided([*headings, *_blocks_of(table, row)], (table, row))
                    headings = []
                block = _after(table)
            elif block.blockFormat().headingLevel():
                headings.append(block)
                block = block.next()
            else:
                yield Undivided([*headings, block])
                headings = []
                block = block.next()

    def span(self, part: Undivided) -> tuple[float, float]:
        """Return where it begins and where it ends, down all sheets."""
        layout = self.document.documentLayout()
        boxes = [layout.blockBoundingRect(one) for one in part.blocks]
        return min(one.top() for one in boxes), max(one.bottom() for one in boxes)

    def breaks(self, part: Undivided) -> bool:
        """Tell whether it stands on two sheets."""
        top, bottom = self.span(part)
        return self._sheet_at(top) != self._sheet_at(bottom - 1)

    def _sheet_at(self, down: float) -> int:
        return int(down // self._size.height())

    def keep_together(self) -> None:
        """Begin on the next sheet what would break and has room on one: it is put so low that no line of it fits."""
        margin, scale = MARGIN * self._device.logicalDpiY(), self._device.logicalDpiY() / SCREEN
        for part in self.parts():
            top, bottom = self.span(part)
            if self.breaks(part) and bottom - top < self._size.height() - 2 * margin:
                end = (self._sheet_at(top) + 1) * self._size.height() - margin
                line = part.blocks[0].layout().lineAt(0).height()
                part.push(max(0.0, end - top - line) / scale + 1)

    # -- on paper

    def print(self) -> int:
        """Paint all sheets, each with its number; return how many there are."""
        self.keep_together()
        painter, count = QPainter(self._device), self.document.pageCount()
        for number in range(count):
            if number:
                self._device.newPage()
            self._paint(painter, number)
        painter.end()
        return count

    def _paint(self, painter: QPainter, number: int) -> None:
        wide, high = self._size.width(), self._size.height()
        view = QRectF(0, number * high, wide, high)
        painter.save()
        painter.translate(0, -view.top())
        painter.setClipRect(view)
        context = QAbstractTextDocumentLayout.PaintContext()
        context.clip = view
        context.palette.setColor(QPalette.ColorRole.Text, "black")
        self.document.documentLayout().draw(painter, context)
        painter.restore()
        font, words = self.document.defaultFont(), str(number + 1)
        painter.setFont(font)
        metrics, margin = QFontMetricsF(font, self._device), MARGIN * self._device.logicalDpiY()
        painter.drawText(QPointF(wide - margin - metrics.horizontalAdvance(words), high - margin / 2), words)


def _blocks_of(table: QTextTable, row: int) -> list[QTextBlock]:
    """Return the paragraphs in a row."""
    found: list[QTextBlock] = []
    for column in range(table.columns()):
        cell = table.cellAt(row, column)
        block, last = cell.firstCursorPosition().block(), cell.lastCursorPosition().block()
        found.append(block)
        while block != last:
            block = block.next()
            found.append(block)
    return found


def _after(table: QTextTable) -> QTextBlock:
    """Return the paragraph after a table."""
    return table.lastCursorPosition().block().next()
