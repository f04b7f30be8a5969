"""Lines of a tree that are broken for the width there is, with the rule that they cite as a link."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeWidget

from sandtable_editor.shell.theme import shades

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtGui import QPainter

    Index = QModelIndex | QPersistentModelIndex

RIM: Final = 3
"""Logical pixels around a line."""
NARROWEST: Final = 80
"""Logical pixels that a line has at least, however deep it stands and however narrow the tree is."""


class LaidOut(NamedTuple):
    """A text broken into lines, and where in it the link is (of no length: nowhere)."""

    layout: QTextLayout
    height: int
    begin: int
    length: int


class WrappedLines(QStyledItemDelegate):
    """Paints the lines of one tree; what stands in the role ``link`` of a line is a link in its text."""

    def __init__(self, tree: QTreeWidget, link: int) -> None:
        super().__init__(tree)
        self._tree, self._link = tree, link
        self._laid_out = lru_cache(maxsize=2_000)(self._lay_out)

    def forget(self) -> None:
        """Lay everything out anew: the font or the colours are others."""
        self._laid_out.cache_clear()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        laid_out = self._of(index, self._width(index))
        return QSize(NARROWEST, laid_out.height + 2 * RIM)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.initStyleOption(option, index)
        option.text = ""
        self._tree.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, self._tree)
        laid_out = self._of(index, self._width(index))
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        palette, colour = option.palette, index.data(Qt.ItemDataRole.ForegroundRole)
        own = colour.color() if hasattr(colour, "color") else colour if isinstance(colour, QColor) else None
        pen = palette.highlightedText().color() if chosen else own or palette.text().color()
        link = QTextCharFormat()
        link.setForeground(pen if chosen else QColor(shades().link))
        link.setFontUnderline(True)
        part = QTextLayout.FormatRange()
        part.start, part.length, part.format = laid_out.begin, laid_out.length, link
        painter.save()
        painter.setPen(pen)
        at = QPointF(option.rect.left() + RIM, option.rect.top() + RIM)
        laid_out.layout.draw(painter, at, [part] if laid_out.length else [])
        painter.restore()

    def link_at(self, index: Index, at: QPoint) -> str:
        """Return the link that lies at a place of the tree's viewport, empty for none."""
        rect = self._tree.visualRect(index)
        laid_out = self._of(index, self._width(index))
        spot = QPointF(at) - QPointF(rect.left() + RIM, rect.top() + RIM)
        for nth in range(laid_out.layout.lineCount() if laid_out.length else 0):
            line = laid_out.layout.lineAt(nth)
            if line.rect().adjusted(0, 0, 0, 1).contains(spot) and spot.x() <= line.naturalTextRect().right():
                position = line.xToCursor(spot.x(), line.CursorPosition.CursorOnCharacter)
                if laid_out.begin <= position < laid_out.begin + laid_out.length:
                    return str(index.data(self._link))
        return ""

    def _width(self, index: Index) -> int:
        depth, above = 1, index.parent()
        while above.isValid():
            depth, above = depth + 1, above.parent()
        wide = self._tree.viewport().width() - depth * self._tree.indentation() - 2 * RIM
        return max(NARROWEST, wide)

    def _of(self, index: Index, width: int) -> LaidOut:
        font = index.data(Qt.ItemDataRole.FontRole)
        key = font.toString() if isinstance(font, QFont) else ""
        return self._laid_out(str(index.data() or ""), str(index.data(self._link) or ""), key, width)

    def _lay_out(self, text: str, link: str, font: str, width: int) -> LaidOut:
        letters = QFont(self._tree.font())
        if font:
            letters.fromString(font)
        shown = text.replace("\n", "\u2028")
        layout = QTextLayout(shown, letters)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        height = 0.0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            line.setPosition(QPointF(0, height))
            height += line.height()
        layout.endLayout()
        begin = shown.rfind(link) if link else -1
        return LaidOut(layout, round(height + 0.5), max(begin, 0), len(link) if begin >= 0 else 0)
