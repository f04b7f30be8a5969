"""A line to type in and a list that narrows: the command palette, and finding a place."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, cast

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget
from shiboken6 import isValid

MOST: Final = 60
"""So many are listed; more are found by typing more."""


class SearchHit(NamedTuple):
    """Something to choose: its title, a word more, and what choosing does."""

    title: str
    says: str
    act: Callable[[], object]


Search = Callable[[str], Iterable[SearchHit]]


def narrow(text: str, among: Iterable[SearchHit]) -> list[SearchHit]:
    """Return what all the words of a text occur in, beginnings first."""
    words = text.casefold().split()
    fitting = [one for one in among if all(word in f"{one.title} {one.says}".casefold() for word in words)]
    return sorted(fitting, key=lambda one: not one.title.casefold().startswith(text.casefold().strip()))


class Finder(QFrame):
    """The box at the top of the window."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.setFrameShape(QFrame.Shape.StyledPanel)
        self.setAutoFillBackground(True)
        self.line = QLineEdit()
        self.line.setAccessibleName("What to find")
        self.line.setClearButtonEnabled(True)
        self.list = QListWidget()
        self.list.setAccessibleName("What was found")
        self.list.setUniformItemSizes(True)
        self.nothing = QLabel("Nothing found.")
        self.nothing.setObjectName("faint")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        for widget in (self.line, self.list, self.nothing):
            layout.addWidget(widget)
        self._search: Search = lambda text: ()
        self._found: list[SearchHit] = []
        self._before: QWidget | None = None
        """What had the keyboard before it was asked."""
        self.line.textChanged.connect(self._look)
        self.line.installEventFilter(self)
        self.list.itemClicked.connect(self._choose)
        self.list.installEventFilter(self)
        self.hide()

    def ask(self, hint: str, search: Search) -> None:
        """Open, and find with ``search``."""
        if not self.isVisible():
            self._before = self.window().focusWidget()
        self._search = search
        self.line.setPlaceholderText(hint)
        self.line.setAccessibleName(hint)
        self.line.clear()
        self._look("")
        window = self.window()
        width = min(560, window.width() - 40)
        self.setGeometry((window.width() - width) // 2, 36, width, min(360, window.height() - 80))
        self.show()
        self.raise_()
        self.line.setFocus()

    def leave(self) -> None:
        """Close, and give the keyboard back to whatever had it: Qt would hand it to what comes next in the window."""
        before, self._before = self._before, None
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus()
        self.hide()

    def _look(self, text: str) -> None:
        self._found = list(self._search(text))[:MOST]
        self.list.clear()
        for one in self._found:
            self.list.addItem(QListWidgetItem(f"{one.title}    {one.says}" if one.says else one.title))
        self.list.setVisible(bool(self._found))
        self.nothing.setVisible(not self._found)
        if self._found:
            self.list.setCurrentRow(0)

    def _choose(self) -> None:
        at = self.list.currentRow()
        self.leave()
        if 0 <= at < len(self._found):
            self._found[at].act()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._key(Qt.Key(event.key()))
        if event.type() == QEvent.Type.FocusOut and self.isVisible():
            inside = cast("QWidget | None", self.window().focusWidget())  # Qt may well have none
            if inside is not None and inside is not self and not self.isAncestorOf(inside):
                self.hide()
        return super().eventFilter(watched, event)

    def _key(self, key: Qt.Key) -> bool:
        if key == Qt.Key.Key_Escape:
            self.leave()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up) and self._found:
            step = 1 if key == Qt.Key.Key_Down else -1
            self.list.setCurrentRow((self.list.currentRow() + step) % len(self._found))
        else:
            return False
        return True
