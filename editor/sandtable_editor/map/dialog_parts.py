"""What the dialogs of the Map workspace have in common: how they stand beside the map, what they say comes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QLabel

from sandtable.engine.errors import Invalid
from sandtable.engine.words import sentence
from sandtable_editor.shell.pieces import fit

if TYPE_CHECKING:
    from sandtable_editor.shell.workspace import Workbench

D = TypeVar("D", bound=QDialog)


def beside_the_map(dialog: D) -> D:
    """Show a dialog beside the map, on which one may work on; it is gone when it is closed."""
    dialog.finished.connect(dialog.deleteLater)
    dialog.show()
    return dialog


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
