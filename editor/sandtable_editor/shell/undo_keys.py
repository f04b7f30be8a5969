"""The keys of undo where something is typed: they take back what was typed there, then what was done before."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QTextDocument
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QLineEdit, QPlainTextEdit, QSpinBox, QTextEdit, QWidget

TYPED = QLineEdit, QSpinBox, QComboBox, QPlainTextEdit, QTextEdit


class UndoKeys(QObject):
    """Leaves undo and redo to the workspace where a field has nothing of its own to take back: Qt gives them to it.

    A cell of a table that is being written keeps them.
    """

    def __init__(self, application: QGuiApplication, parent: QObject) -> None:
        super().__init__(parent)
        application.focusObjectChanged.connect(self._hear)

    def _hear(self, focus: QObject | None) -> None:
        if isinstance(focus, TYPED) and not _is_cell(focus):
            focus.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            can_undo, can_redo = _can(watched)
            undo = event.matches(QKeySequence.StandardKey.Undo) and not can_undo
            if undo or (event.matches(QKeySequence.StandardKey.Redo) and not can_redo):
                event.ignore()
                return True
        return super().eventFilter(watched, event)


def _is_cell(field: QWidget) -> bool:
    port = field.parentWidget()
    return port is not None and isinstance(port.parentWidget(), QAbstractItemView)


def _can(field: QObject) -> tuple[bool, bool]:
    """Tell whether a field can undo, and whether it can redo."""
    if isinstance(field, QPlainTextEdit | QTextEdit):
        text: QTextDocument = field.document()
        return text.isUndoAvailable(), text.isRedoAvailable()
    line = field.lineEdit() if isinstance(field, QSpinBox | QComboBox) else field
    return (line.isUndoAvailable(), line.isRedoAvailable()) if isinstance(line, QLineEdit) else (False, False)
