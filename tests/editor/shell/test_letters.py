"""The letters of a window: those of the system are not looked up before somebody wants others."""

from __future__ import annotations

import subprocess
import sys

LETTERS = """
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QApplication
from sandtable_editor.application import application
from sandtable_editor.shell.theme import Theme

KINDS = (None, "QDockWidgetTitle", "QTipLabel", "QMenu", "QToolButton")
running = application()

def sizes():
    fonts = [QApplication.font(kind) if kind else QApplication.font() for kind in KINDS]
    return [round(QFontInfo(font).pointSizeF(), 1) for font in fonts]

plain = sizes()
theme = Theme(running, "light", 100)
print(sizes() == plain, running.property("plainPoints") is None)
theme.enlarge(200)
print(sizes() == [size * 2 for size in plain])
theme.enlarge(100)
print(sizes() == plain)
"""


def test_letters_are_as_the_system_has_them_until_somebody_wants_others_and_again_afterwards() -> None:
    run = subprocess.run([sys.executable, "-c", LETTERS], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["True"] * 4
