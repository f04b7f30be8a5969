"""The keys of undo where something is typed: they take back what was typed there, then what was done in the game."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QSpinBox, QWidget


class UndoKeys(QObject):
    """Leaves undo and redo to the game where a line has nothing of its own to take back: Qt gives them to the line."""

    def hear_in(self, form: QWidget) -> None:
        """Hear the keys in all that is typed in inside a form."""
        for one in (*form.findChildren(QSpinBox), *form.findChildren(QLineEdit)):
            one.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            line = watched.lineEdit() if isinstance(watched, QSpinBox) else watched
            if isinstance(line, QLineEdit) and _is_for_the_game(line, event):
                event.ignore()
                return True
        return super().eventFilter(watched, event)


def _is_for_the_game(line: QLineEdit, event: QKeyEvent) -> bool:
    """Tell whether a key would undo or redo, and nothing of this line."""
    if event.matches(QKeySequence.StandardKey.Undo):
        return not line.isUndoAvailable()
    return event.matches(QKeySequence.StandardKey.Redo) and not line.isRedoAvailable()
