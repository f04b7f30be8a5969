"""Help: what this is, what it is made of, where the user's files are, which keys do what."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QPushButton

from sandtable import __version__
from sandtable.play.begin.starts import campaigns_folder
from sandtable_editor.shell.about import About, libraries
from sandtable_editor.shell.errors import log_file
from tests.editor.workbench import Workbench


def opened(bench: Workbench, command: str) -> QDialog:
    bench.window.commands[command].trigger()
    bench.settle()
    found = QApplication.activeModalWidget()
    assert isinstance(found, QDialog)
    return found


def test_about_tells_version_licence_libraries_and_files(bench: Workbench) -> None:
    opened(bench, "about")
    said = bench.plain_screen()
    assert f"Sandtable {__version__}" in said
    assert "MIT licence" in said
    assert str(campaigns_folder()) in said
    assert str(log_file()) in said
    for name in ("numpy", "shapely", "PySide6_Essentials"):
        assert f"{metadata.version(name)}" in said


def test_paths_stand_whole_beside_their_buttons(bench: Workbench) -> None:
    made = opened(bench, "about")
    lines, shows = made.findChildren(QLineEdit), [one for one in made.findChildren(QPushButton) if one.text() == "Open"]
    assert [line.text() for line in lines] == [str(campaigns_folder()), str(log_file()), str(campaigns_folder().parent)]
    for line, show in zip(lines, shows, strict=True):
        assert line.height() >= line.sizeHint().height()
        assert line.geometry().right() < show.geometry().left()
        assert line.width() >= min(480, line.fontMetrics().horizontalAdvance(line.text()))


def test_about_is_copied_for_a_report(bench: Workbench) -> None:
    made = opened(bench, "about")
    assert isinstance(made, About)
    bench.press("Copy all", made)
    copied = QGuiApplication.clipboard().text()
    assert copied == made.text()
    assert copied.startswith(f"Sandtable {__version__}\nPython ")
    bench.press("Close", made)
    assert QApplication.activeModalWidget() is None


def test_a_folder_that_is_not_there_yet_is_made_and_opened(
    bench: Workbench, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: shown.append(url.toLocalFile()))
    made = opened(bench, "about")
    bench.press("Open", made)  # the first one: the campaigns
    assert shown == [str(campaigns_folder())]
    assert campaigns_folder().is_dir()


def test_what_is_not_installed_as_a_whole_tells_of_no_libraries() -> None:
    assert list(libraries("sandtable-that-nobody-has")) == []
    names = [name for name, _, _ in libraries()]
    assert {"click", "numpy", "PySide6_Essentials"} <= {name.replace("-", "_") for name in names}
    assert "pytest" not in names  # that is for those who work on it


def test_f1_tells_the_keys_of_commands_and_of_play(bench: Workbench) -> None:
    bench.key(Qt.Key.Key_F1)
    said = bench.plain_screen()
    for words in ("Ctrl+F", "Find a place", "Backspace", "Go back one step", "1 to 9"):
        assert words in said
    bench.key(Qt.Key.Key_Escape)
    assert QApplication.activeModalWidget() is None
