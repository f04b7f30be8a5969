"""The digits: they name what is listed by its number, one of two digits too if they are typed in one go."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut

if TYPE_CHECKING:
    from PySide6.QtWidgets import QLineEdit, QWidget

    from sandtable_editor.play.turn.action_draft import ActionDraft

APART: Final = 800
"""Milliseconds between the two digits of a number, at the most."""


class NumberKeys(QObject):
    """Hears digits all over the window; ``typed``: a number was."""

    typed = Signal(int)

    def __init__(self, draft: ActionDraft, panel: QWidget) -> None:
        super().__init__(panel)
        self._draft = draft
        self._first, self._since = 0, QElapsedTimer()
        for digit in range(10):
            shortcut = QShortcut(QKeySequence(str(digit)), panel)
            shortcut.activated.connect(partial(self._hear, digit))

    def hear_in(self, line: QLineEdit) -> None:
        """Keep the second digit of a number out of a line that the first has opened."""
        line.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            typed = event.text()
            if typed.isdecimal() and self._goes_on(int(typed)):
                return True
        return super().eventFilter(watched, event)

    def _hear(self, digit: int) -> None:
        if not self._goes_on(digit):
            self._first = digit
            self._since.start()
            self.typed.emit(digit)

    def _goes_on(self, digit: int) -> bool:
        """Tell whether a digit makes a number that is listed with the one before it; then that was typed."""
        number = 10 * self._first + digit
        soon = self._first > 0 and self._since.elapsed() < APART
        self._first = 0
        found = soon and any(one.number == number for one in self._draft.listed)
        if found:
            self.typed.emit(number)
        return found
