"""What is shared as a file and taken from one: the file is asked for, read and written; what fails is a sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog

from sandtable.engine.errors import Invalid, SandtableError
from sandtable.engine.words import fit, sentence
from sandtable.interchange.foreign_files import foreign_bytes, write_text

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from sandtable_editor.rules.desk import RulesDesk


class SharedFiles:
    """The files of one kind that a panel shares and takes: texts in TOML."""

    def __init__(self, panel: QWidget, desk: RulesDesk, kinds: str) -> None:
        self._panel, self._desk, self._kinds = panel, desk, f"{kinds} (*.toml);;All (*)"

    def ask_where(self, title: str, proposed: str, write: Callable[[str], object]) -> QFileDialog:
        """Ask for a file to write to."""
        dialog = QFileDialog(self._panel, title, proposed, self._kinds)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("toml")
        return self._show(dialog, write)

    def ask_which(self, title: str, take: Callable[[str], object]) -> QFileDialog:
        """Ask for a file to read."""
        dialog = QFileDialog(self._panel, title, "", self._kinds)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        return self._show(dialog, take)

    def _show(self, dialog: QFileDialog, act: Callable[[str], object]) -> QFileDialog:
        dialog.fileSelected.connect(act)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def write(self, path: str, text: str) -> None:
        """Write a text, and say where; or why not."""
        try:
            write_text(Path(path), text)
        except SandtableError as error:
            self.refuse(error)
            return
        self._desk.window.status.hint.setText(fit(f"Written to {path}."))

    def refuse(self, error: BaseException) -> None:
        """Say in a sentence why something was not done; what is no error of ours is a failure of the program."""
        if isinstance(error, SandtableError):
            self._desk.refused.emit(sentence(str(error)))
        else:
            self._desk.window.jobs.failed(error)


def text_of_file(path: Path) -> str:
    """Return the text in a file that is taken in; raises ``Invalid`` for what cannot be read as one."""
    try:
        return foreign_bytes(path, 1_000_000).decode()
    except UnicodeDecodeError as error:
        raise Invalid(f"{path} is not a text in UTF-8: {error.reason} at byte {error.start}") from error
