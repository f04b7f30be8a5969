"""Dialogs that ask for a text or a file: nothing waits for the answer, and each is gone when it is closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QInputDialog

from sandtable_editor.shell.pieces import fit

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    Take = Callable[[str], object]


def ask_text(parent: QWidget, title: str, asks: str, take: Take, given: str = "") -> QInputDialog:
    """Ask for a text, ``given`` to begin with, and give it to ``take``."""
    dialog = QInputDialog(parent)
    dialog.setWindowTitle(fit(title))
    dialog.setLabelText(fit(asks))
    dialog.setTextValue(given)
    dialog.textValueSelected.connect(take)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog


def ask_which(parent: QWidget, title: str, folder: str, kinds: str, take: Take) -> QFileDialog:
    """Ask for a file that is there, and give its name to ``take``."""
    dialog = QFileDialog(parent, title, folder, kinds)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    return _opened(dialog, take)


def ask_where(
    parent: QWidget, title: str, begun: str, kinds: str, suffix: str, take: Take, name: str = ""
) -> QFileDialog:
    """Ask for a file to write, and give its name to ``take``; whether one may be replaced the dialog asks."""
    dialog = QFileDialog(parent, title, begun, kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(suffix)
    if name:
        dialog.selectFile(name)
    return _opened(dialog, take)


def _opened(dialog: QFileDialog, take: Take) -> QFileDialog:
    dialog.fileSelected.connect(take)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()
    return dialog
