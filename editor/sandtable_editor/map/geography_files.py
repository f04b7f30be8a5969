"""The part of a dialog that asks for files of geography and for the rules that say what becomes of them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QDialog, QFileDialog, QFormLayout, QPushButton

from sandtable_editor.shell.pieces import fit

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget


class GeographyFilesDialog(QDialog):
    """A dialog that has something made as soon as both are chosen, and again whenever one is chosen anew."""

    def __init__(self, parent: QWidget, title: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.files: tuple[Path, ...] = ()
        self.rules: Path | None = None
        self.files_button, self.rules_button = QPushButton("Choose…"), QPushButton("Choose…")
        self.files_button.setAccessibleName("Files of geography")
        self.rules_button.setAccessibleName("Rules")
        self.files_button.clicked.connect(partial(self._ask, self.take_files, "GeoJSON (*.geojson *.json);;All (*)"))
        self.rules_button.clicked.connect(partial(self._ask, self.take_rules, "Rules (*.toml *.json);;All (*)"))

    def add_files_to(self, form: QFormLayout) -> None:
        """Add the two rows to a form."""
        form.addRow("&Geography:", self.files_button)
        form.addRow("&Rules:", self.rules_button)

    def make(self) -> None:
        """Have it made of what is chosen; nothing as long as something is missing."""
        raise NotImplementedError

    def folder(self) -> str:
        """Return the folder in which files are looked for first; empty: the one the system shows."""
        return ""

    def _ask(self, then: Callable[[list[str]], object], names: str) -> None:
        dialog = QFileDialog(self, self.windowTitle(), self.folder(), names)
        many = then == self.take_files
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles if many else QFileDialog.FileMode.ExistingFile)
        dialog.filesSelected.connect(then)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def take_files(self, names: list[str]) -> None:
        """Take these files of geography."""
        self.files = tuple(map(Path, names))
        self.files_button.setText(fit(", ".join(one.name for one in self.files)))
        self.make()

    def take_rules(self, names: list[str]) -> None:
        """Take the rules in a file."""
        self.rules = Path(names[0])
        self.rules_button.setText(fit(self.rules.name))
        self.make()
