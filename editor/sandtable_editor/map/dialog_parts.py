"""What the dialogs of the Map workspace have in common: the line that says what comes of it, a failure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable_editor.shell.pieces import fit

if TYPE_CHECKING:
    from sandtable_editor.shell.workspace import Workbench


def line_of_words(text: str = "") -> QLabel:
    """Return the line of a dialog that says what would come of it, or why not."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(True)
    return made


def say_failure(error: BaseException, line: QLabel, window: Workbench) -> None:
    """Say in the dialog why its work could not be done; what is a fault of the program goes where faults go."""
    if isinstance(error, Invalid):
        line.setText(fit(sentence(str(error))))
    else:
        window.jobs.failed(error)
