"""What is shared as a file and taken from one: the file is asked for, read and written; what fails is a sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import fit, sentence
from sandtable.interchange.foreign_files import write_text
from sandtable_editor.shell import asking

if TYPE_CHECKING:
    from PySide6.QtWidgets import QFileDialog, QWidget

    from sandtable_editor.rules.desk import RulesDesk


LARGEST: Final = 1_000_000
"""Bytes of a file that is taken in."""


class SharedFiles:
    """The files of one kind that a panel shares and takes: texts in TOML."""

    def __init__(self, panel: QWidget, desk: RulesDesk, kinds: str) -> None:
        self._panel, self._desk, self._kinds = panel, desk, f"{kinds} (*.toml);;All (*)"

    def ask_where(self, title: str, proposed: str, write: Callable[[str], object]) -> QFileDialog:
        """Ask for a file to write to."""
        return asking.ask_where(self._panel, title, proposed, self._kinds, "toml", write)

    def ask_which(self, title: str, take: Callable[[str], object]) -> QFileDialog:
        """Ask for a file to read."""
        return asking.ask_which(self._panel, title, "", self._kinds, take)

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
