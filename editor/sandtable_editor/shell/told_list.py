"""A dialog that tells several things, a sentence each: to be read at leisure, and copied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QDialog, QDialogButtonBox, QLabel, QListWidget, QVBoxLayout

from sandtable.engine.words import sentence
from sandtable_editor.shell.pieces import fit
from sandtable_editor.shell.theme import roomy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtWidgets import QWidget

WIDE, HIGH = 640, 280


class ToldList(QDialog):
    """Says what has come of something, and lists what there is to be said of it."""

    def __init__(self, parent: QWidget, title: str, says: str, told: Sequence[str], *, bad: bool) -> None:
        super().__init__(parent)
        self.setWindowTitle(fit(title))
        self.says = QLabel(fit(says))
        self.says.setTextFormat(Qt.TextFormat.PlainText)
        self.says.setWordWrap(True)
        if bad:
            self.says.setObjectName("bad")
        self.list = QListWidget()
        self.list.setObjectName("wrapped")
        self.list.setAccessibleName(fit(says))
        self.list.setWordWrap(True)
        self.list.setSpacing(2)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # lines are broken
        self.list.addItems([fit(sentence(one)) for one in told])
        self.list.setCurrentRow(0)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        copy = buttons.addButton("&Copy", QDialogButtonBox.ButtonRole.ActionRole)
        copy.setAutoDefault(False)
        copy.setToolTip("Copy all of it")
        copy.clicked.connect(self._copy)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for one in (self.says, self.list, buttons):
            column.addWidget(one)
        self.finished.connect(self.deleteLater)
        self.resize(roomy(parent, WIDE, HIGH))

    def _copy(self) -> None:
        lines = [self.list.item(row).text() for row in range(self.list.count())]
        QGuiApplication.clipboard().setText("\n".join(lines))


def tell_list(parent: QWidget, title: str, says: str, told: Sequence[str], *, bad: bool = False) -> ToldList:
    """Tell several things; nothing waits for the dialog."""
    made = ToldList(parent, title, says, told, bad=bad)
    made.open()
    return made
