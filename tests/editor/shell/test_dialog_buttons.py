"""Enter in a line of a dialog does what the dialog is for; it never cancels what was filled in."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QVBoxLayout

import sandtable_editor
from sandtable_editor.map.begin.new_map_dialog import NewMapDialog
from sandtable_editor.shell.dialog_buttons import do_or_cancel
from tests.editor.workbench import Workbench


@pytest.mark.parametrize("enabled", [True, False])
def test_enter_in_a_line_does_it_and_where_it_cannot_be_done_the_dialog_stays(bench: Workbench, enabled: bool) -> None:
    dialog, line, done = QDialog(bench.window), QLineEdit(), list[str]()
    buttons, do = do_or_cancel(dialog, "Begin", lambda: done.append("begun"))
    column = QVBoxLayout(dialog)
    column.addWidget(line)
    column.addWidget(buttons)
    do.setEnabled(enabled)
    dialog.open()
    line.setFocus()
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert done == (["begun"] if enabled else [])
    assert dialog.isVisible()
    QTest.keyClick(line, Qt.Key.Key_Escape)
    QApplication.processEvents()
    assert not dialog.isVisible()


def test_what_is_typed_first_goes_into_the_first_line(bench: Workbench) -> None:
    """A title of two words has a space in it, which presses a button that has the focus."""
    dialog = NewMapDialog(bench.window)
    begun: list[object] = []
    dialog.wanted.connect(begun.append)
    dialog.open()
    dialog.activateWindow()
    bench.settle()
    focused = dialog.focusWidget()
    assert focused is dialog.name
    QTest.keyClicks(focused, "Two lands")
    assert dialog.name.text() == "Two lands"
    assert not begun
    for _ in range(3):
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
    assert dialog.focusWidget() is dialog.wide
    dialog.reject()


def test_every_dialog_that_does_something_or_is_left_has_these_buttons() -> None:
    """A button made the default before its dialog has it is forgotten as such by Qt, and Enter presses Cancel."""
    files = Path(sandtable_editor.__file__).parent.rglob("*.py")
    own = [one.name for one in files if "(QDialogButtonBox.StandardButton.Cancel" in one.read_text("utf-8")]
    assert sorted(own) == ["dialog_buttons.py", "house_dialog.py"]  # there Enter in a line ends that line alone
