"""Widgets one after the other as words in a sentence: what has no room goes to the next line."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget

GAP = 4


class FlowLayout(QLayout):
    """Lays widgets out in lines, each as wide as it wants to be."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._lay(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._lay(rect, move=True)

    def sizeHint(self) -> QSize:
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._items:
            size = size.expandedTo(item.minimumSize())
        return size

    def _lay(self, rect: QRect, *, move: bool) -> int:
        """Lay all out in a width; return the height."""
        x, y, high = rect.x(), rect.y(), 0
        line: list[tuple[QLayoutItem, QPoint, QSize]] = []
        for item in self._items:
            size = item.sizeHint()
            if line and x + size.width() > rect.right() + 1:
                self._place(line, high, move=move)
                x, y, high, line = rect.x(), y + high + GAP, 0, []
            line.append((item, QPoint(x, y), size))
            x += size.width() + GAP
            high = max(high, size.height())
        self._place(line, high, move=move)
        return y + high - rect.y()

    @staticmethod
    def _place(line: list[tuple[QLayoutItem, QPoint, QSize]], high: int, *, move: bool) -> None:
        for item, place, size in line if move else ():
            item.setGeometry(QRect(place + QPoint(0, (high - size.height()) // 2), size))
