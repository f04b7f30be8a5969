"""What is asked when nothing of a draft can be read: whether the map is opened as it was saved last."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable_editor.shell.pieces import fit

if TYPE_CHECKING:
    from sandtable.design.draft_rescue import DamagedDraft
    from sandtable_editor.shell.workspace import Workbench


def ask_about_damaged(
    window: Workbench, damaged: DamagedDraft, go_on: Callable[[], None], refuse: Callable[[str, str], None]
) -> None:
    """Say what is damaged, and let the map be opened as it was saved: then the draft is put aside first."""
    from sandtable.design.draft_places import put_aside

    box = QMessageBox(window)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle("Damaged draft")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(fit(sentence(str(damaged))))
    on = box.addButton("&Open the map as saved", QMessageBox.ButtonRole.AcceptRole)
    box.setEscapeButton(box.addButton("&Leave it", QMessageBox.ButtonRole.RejectRole))
    box.setDefaultButton(on)

    def on_answer() -> None:
        wanted = box.clickedButton() is on
        box.deleteLater()
        if not wanted:
            return
        try:
            put_aside(damaged.path)
        except SandtableError as error:
            refuse("The draft cannot be put aside", sentence(str(error)))
            return
        go_on()

    box.finished.connect(on_answer)
    box.open()
