"""A library that has come to harm: what is not sound in it, and a new one of what is."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from sandtable.engine.errors import SandtableError
from sandtable.engine.words import sentence
from sandtable_editor.shell import asking
from sandtable_editor.shell.pieces import fit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandtable.library.store.library_rescue import SoundParts
    from sandtable_editor.shell.jobs import Jobs


def tell_harm(path: Path, harm: Sequence[str], jobs: Jobs, parent: QWidget) -> None:
    """Say what has come to harm in a library, and offer to save what is sound."""
    box = _box(parent, "Damaged library", "\n".join(harm))
    save = box.addButton("Save the undamaged parts…", QMessageBox.ButtonRole.AcceptRole)
    box.addButton(QMessageBox.StandardButton.Close)

    def on_answer() -> None:
        wanted = box.clickedButton() is save
        box.deleteLater()
        if wanted:
            ask_where(path, jobs, parent)

    box.finished.connect(on_answer)
    box.open()


def ask_where(path: Path, jobs: Jobs, parent: QWidget) -> QFileDialog:
    """Ask where the new library goes, and write it there."""
    title, kinds, save = (
        "Save the undamaged parts",
        "Libraries (*.db);;All (*)",
        partial(save_sound, path, jobs, parent),
    )
    return asking.ask_where(parent, title, str(path.parent), kinds, "db", save, f"{path.stem}-sound.db")


def save_sound(path: Path, jobs: Jobs, parent: QWidget, target: str) -> None:
    """Write a new library of what is sound, and say what was left behind."""
    from sandtable.library.store.library_file import Library

    jobs.run(
        "Saving the undamaged parts",
        lambda _: Library.salvage(path, Path(target)),
        partial(_report_saved, parent, Path(target)),
        partial(_report_not_saved, parent),
    )


def _report_saved(parent: QWidget, target: Path, sound: SoundParts) -> None:
    left = "".join(f"\nNot saved: {one}" for one in sound.lost)
    _show_message(parent, f"{target} holds {sound.things}.{left}")


def _report_not_saved(parent: QWidget, error: BaseException) -> None:
    if not isinstance(error, SandtableError):
        raise error
    _show_message(parent, sentence(str(error)))


def _show_message(parent: QWidget, says: str) -> None:
    box = _box(parent, "Damaged library", says)
    box.addButton(QMessageBox.StandardButton.Close)
    box.finished.connect(box.deleteLater)
    box.open()


def _box(parent: QWidget, title: str, says: str) -> QMessageBox:
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle(title)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(fit(says))
    return box
