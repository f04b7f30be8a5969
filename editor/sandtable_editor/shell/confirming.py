"""Asking whether something is meant, before it is done, and warning of something; nothing waits for the answer."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from sandtable_editor.shell.pieces import fit


def confirm(
    parent: QWidget, title: str, question: str, details: str, yes: str, then: Callable[[], object]
) -> QMessageBox:
    """Ask whether it is meant, and do it where the answer is ``yes``; by default it is left."""
    box = QMessageBox(QMessageBox.Icon.Question, title, fit(question), parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setInformativeText(fit(details))
    does = box.addButton(yes, QMessageBox.ButtonRole.AcceptRole)
    leaves = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(leaves)
    box.setEscapeButton(leaves)

    def on_answer() -> None:
        is_meant = box.clickedButton() is does
        box.deleteLater()
        if is_meant:
            then()

    box.finished.connect(on_answer)
    box.open()
    return box


def warn(parent: QWidget, title: str, says: str) -> None:
    """Tell something that must be read."""
    box = QMessageBox(QMessageBox.Icon.Warning, fit(title), fit(says), QMessageBox.StandardButton.Ok, parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.finished.connect(box.deleteLater)
    box.open()
