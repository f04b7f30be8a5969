"""What tests do in the panels and dialogs of a scenario."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog, QLineEdit

from sandtable_editor.scenario.panels.panel import ScenarioPanel
from tests.editor.scenario.laying import LayingBench

P = TypeVar("P", bound=ScenarioPanel)


def opened(bench: LayingBench, kind: type[P]) -> P:
    """Bring a panel forward."""
    found = bench.panel(kind.key)
    assert isinstance(found, kind)
    return found


def answer(bench: LayingBench, dialog: QInputDialog, text: str) -> None:
    """Write what a dialog asks for, and agree."""
    box = dialog.findChild(QLineEdit)
    assert isinstance(box, QLineEdit)
    box.setFocus()
    QTest.keyClicks(box, text)
    QTest.keyClick(box, Qt.Key.Key_Return)
    bench.settle()
